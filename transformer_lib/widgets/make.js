// The parts of a page that all widgets are made of. Python joins this file with each
// widget's own into one self-contained module: no network, no build step.

function make(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value);
  }
  // JupyterLab takes the arrow keys unless the focused element itself opts out.
  if (/^(input|button|select)$/.test(tag)) node.dataset.lmSuppressShortcuts = "true";
  node.append(...children);
  return node;
}

// The same for a part of a drawing.
function shape(tag, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}
