// One self-contained anywidget module: no imports, no network, no build step.
const OCTAVES = 5; // the slider runs over temperatures 2^-5 … 2^5

const softmax = (row) => {
  const top = Math.max(...row);
  const powers = row.map((score) => Math.exp(score - top));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
};

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

// No weight of a softmax is 0 or 1, so the rounded text never says so.
const written = (weight, alone) =>
  alone ? "1" : weight < 0.005 ? "<.01" : weight >= 0.995 ? ">.99" : weight.toFixed(2);

const named = (tokens, j) =>
  tokens.indexOf(tokens[j]) === tokens.lastIndexOf(tokens[j])
    ? `“${tokens[j]}”`
    : `“${tokens[j]}” (token ${j + 1})`;

function described(tokens, query, row) {
  const [first, second] = [...row.keys()].sort((a, b) => row[b] - row[a]);
  const bits = row.reduce((sum, w) => sum - (w > 0 ? w * Math.log2(w) : 0), 0);
  const look = (j) => `${named(tokens, j)} (${row[j].toFixed(2)})`;
  const alike = row.every((weight) => row[first] - weight < 0.005);
  const looks = alike
    ? `looks at every token alike (${row[first].toFixed(2)} each)`
    : `looks most at ${look(first)}, then at ${look(second)}`;
  return (
    `${named(tokens, query)} ${looks}. ` +
    `Entropy ${Math.abs(bits).toFixed(2)} of at most ${Math.log2(row.length).toFixed(2)} bits: ` +
    `as spread out as an even choice among ${(2 ** bits).toFixed(1)} tokens.`
  );
}

function render({ model, el }) {
  const put = (values) => {
    for (const [name, value] of Object.entries(values)) model.set(name, value);
    model.save_changes();
  };
  const chosen = () => model.get("sentences")[model.get("sentence")];
  const query = () => Math.min(model.get("query"), chosen().tokens.length - 1);

  const select = make("select", { onchange: () => put({ sentence: +select.value, query: 0 }) });
  const slider = make("input", {
    type: "range", min: -OCTAVES, max: OCTAVES, step: 0.1,
    oninput: () => put({ temperature: +(2 ** +slider.value).toFixed(3) }),
  });
  const reading = make("output");
  const scale = make("input", { type: "checkbox", onchange: () => put({ scale: scale.checked }) });
  const root = make("span");
  const table = make("table");
  const live = make("p", { class: "attention-live", "aria-live": "polite" });

  let buttons = [];
  function move(event) {
    const n = buttons.length, at = query();
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: n - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    buttons[(to + n) % n].focus();
  }

  // A real table: the numbers can be read without seeing the colours.
  function build() {
    const { tokens } = chosen();
    select.replaceChildren(...model.get("sentences").map(({ tokens }, i) =>
      make("option", { value: i }, tokens.join(" "))));
    buttons = tokens.map((token, i) => make("button", {
      type: "button", onfocus: () => put({ query: i }), onclick: () => put({ query: i }), onkeydown: move,
    }, token));
    const head = make("tr", {}, make("td"), ...tokens.map((token) =>
      make("th", { scope: "col" }, make("span", { class: "attention-bar" }), token)));
    const body = buttons.map((button, i) =>
      make("tr", { onmouseenter: () => put({ query: i }) },
        make("th", { scope: "row" }, button), ...tokens.map(() => make("td"))));
    table.replaceChildren(
      make("caption", {}, make("span", {}, `${model.get("label")}: row = query, column = key`)),
      make("thead", {}, head), make("tbody", {}, ...body));
    draw();
  }

  function draw() {
    const { tokens, scores } = chosen(), at = query(), t = model.get("temperature");
    const divisor = (model.get("scale") ? Math.sqrt(model.get("d_k")) : 1) * t;
    const weights = scores.map((row) => softmax(row.map((score) => score / divisor)));
    select.value = model.get("sentence");
    slider.value = Math.log2(t);
    reading.textContent = t.toFixed(t < 0.1 ? 3 : 2);
    slider.setAttribute("aria-valuetext", reading.textContent);
    scale.checked = model.get("scale");
    root.textContent = `√${model.get("d_k")}`;
    buttons.forEach((button, i) => {
      button.setAttribute("aria-pressed", i === at);
      button.tabIndex = i === at ? 0 : -1;
      const row = table.tBodies[0].rows[i];
      row.classList.toggle("attention-on", i === at);
      weights[i].forEach((weight, j) => {
        const cell = row.cells[j + 1];
        cell.style.setProperty("--w", weight.toFixed(4));
        // Where black on the tint falls to 4.5 : 1, white has reached it.
        cell.classList.toggle("attention-high", weight > 0.65);
        cell.textContent = written(weight, tokens.length === 1);
      });
    });
    table.querySelectorAll(".attention-bar").forEach((bar, j) =>
      bar.style.setProperty("--w", weights[at][j].toFixed(4)));
    live.textContent = described(tokens, at, weights[at]);
  }

  el.classList.add("attention");
  el.setAttribute("role", "group");
  el.setAttribute("aria-label", model.get("label"));
  el.append(
    make("div", { class: "attention-controls" },
      make("label", {}, "sentence", select),
      make("label", {}, "temperature", slider, reading),
      make("label", {}, scale, make("span", {}, "divide by √d", make("sub", {}, "k"), " = ", root))),
    make("div", { class: "attention-scroll", role: "group", tabindex: 0, "aria-label": "Table of weights" }, table),
    live);

  const redraws = "change:temperature change:scale change:query change:d_k";
  const rebuilds = "change:sentence change:sentences change:label";
  model.on(redraws, draw);
  model.on(rebuilds, build);
  build();
  return () => {
    model.off(redraws, draw);
    model.off(rebuilds, build);
  };
}

export default { render };
