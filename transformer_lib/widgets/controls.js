// What the explorers share. Python joins it with each explorer's own file into one
// self-contained module: no network, no build step.

function put(model, values) {
  for (const [name, value] of Object.entries(values)) model.set(name, value);
  model.save_changes();
}

// The controls. Each has a node, and draws the state of the model when told to.

const lettered = (letter, below) => [letter, make("sub", {}, below)];

// Its upper end may be a function of what else is chosen.
function slider({ text, min, max, step, read, write, say }) {
  const input = make("input", { type: "range", min, max, step, oninput: () => write(+input.value) });
  const reading = make("span", { class: "explorer-reading", "aria-hidden": true });
  return {
    node: make("label", {}, make("span", {}, ...text), input, reading),
    draw() {
      if (typeof max === "function") input.max = max();
      input.value = read();
      reading.textContent = say();
      input.setAttribute("aria-valuetext", say());
    },
  };
}

// A slider over what Python allows: a range, or the choices one after the other.
function setting(model, name, text, say = String) {
  const { low, high, step, choices } = model.get("limits")[name];
  const ends = choices ? { min: 0, max: choices.length - 1, step: 1 } : { min: low, max: high, step };
  return slider({
    text, ...ends,
    read: () => (choices ? choices.indexOf(model.get(name)) : model.get(name)),
    write: (value) => put(model, { [name]: choices ? choices[value] : value }),
    say: () => say(model.get(name)),
  });
}

function chooser({ text, options, read, write }) {
  const select = make("select", { onchange: () => write(+select.value) });
  return {
    node: make("label", {}, make("span", {}, ...text), select),
    draw() {
      select.replaceChildren(...options().map((option, i) => make("option", { value: i }, option)));
      select.value = read();
    },
  };
}

// A list to choose from, of the choices that Python allows.
function choice(model, name, text, say = String) {
  const { choices } = model.get("limits")[name];
  return chooser({
    text, options: () => choices.map(say),
    read: () => choices.indexOf(model.get(name)),
    write: (index) => put(model, { [name]: choices[index] }),
  });
}

function checkbox(model, name, text) {
  const input = make("input", { type: "checkbox", onchange: () => put(model, { [name]: input.checked }) });
  return {
    node: make("label", {}, input, make("span", {}, ...text)),
    draw() { input.checked = model.get(name); },
  };
}

function button(text, press) {
  return { node: make("button", { type: "button", onclick: press }, text), draw() {} };
}

// Buttons of which one is in the tab order; arrows move among them, row by row.
function roving(nodes, across) {
  const to = (at, key) => ({
    ArrowUp: at - across, ArrowDown: at + across, Home: at - (at % across), End: at - (at % across) + across - 1,
    ...(across > 1 ? { ArrowLeft: at - 1, ArrowRight: at + 1 } : { Home: 0, End: nodes.length - 1 }),
  })[key];
  nodes.forEach((node, at) => node.addEventListener("keydown", (event) => {
    const next = to(at, event.key);
    if (next === undefined) return;
    event.preventDefault();
    nodes[(next + nodes.length) % nodes.length].focus();
  }));
  return (chosen) => nodes.forEach((node, at) => {
    node.setAttribute("aria-pressed", at === chosen);
    node.tabIndex = at === chosen ? 0 : -1;
  });
}

const figure = (value, text = short(value)) => make("data", { value }, text);

// A table whose cells are filled anew at every move; a real one, to be read cell by cell.
function numbers(caption, head, names) {
  const rows = names.map((name) =>
    make("tr", {}, make("th", { scope: "row" }, ...name), ...head.slice(1).map(() => make("td"))));
  const top = head.map((name, i) => (i || name ? make("th", { scope: "col" }, ...name) : make("td")));
  const table = make("table", { class: "explorer-numbers" }, make("caption", {}, caption),
    make("thead", {}, make("tr", {}, ...top)), make("tbody", {}, ...rows));
  return {
    node: make("div", { class: "explorer-scroll", role: "group", tabindex: 0, "aria-label": caption }, table),
    fill(cells) {
      cells.forEach((row, i) => row.forEach((value, j) => {
        rows[i].cells[j + 1].replaceChildren(typeof value === "number" ? figure(value) : value);
      }));
    },
  };
}

// A token in words; one that stands there twice, with its number.
const named = (tokens, j) =>
  tokens.indexOf(tokens[j]) === tokens.lastIndexOf(tokens[j])
    ? `“${tokens[j]}”`
    : `“${tokens[j]}” (token ${j + 1})`;

// Numbers as one writes them: three digits, and powers of ten where there are many more.

const raised = (power) =>
  [...String(power)].map((sign) => (sign === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[sign])).join("");

function short(value) {
  const size = Math.abs(value);
  let text = value.toLocaleString("en", { maximumSignificantDigits: 3 });
  if (size !== 0 && (size < 1e-3 || size >= 1e6)) {
    const [digits, power] = value.toExponential(2).split("e");
    text = `${digits}\u00a0×\u00a010${raised(+power)}`;
  }
  return text.replace("-", "−");
}

// Put an explorer together, and draw it anew whenever something moves. `draw` returns
// what a reader is told who does not see the figure.
function explore({ model, el }, kind, controls, parts, draw) {
  const live = make("p", { class: "explorer-live", "aria-live": "polite" });
  const redraw = () => {
    el.setAttribute("aria-label", model.get("label"));
    controls.forEach((control) => control.draw());
    live.textContent = draw();
  };
  el.classList.add("explorer", kind);
  el.setAttribute("role", "group");
  el.append(make("div", { class: "explorer-controls" }, ...controls.map(({ node }) => node)), ...parts, live);
  model.on("change", redraw);
  redraw();
  return () => model.off("change", redraw);
}
