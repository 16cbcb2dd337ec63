const STEPS = 255, LINE = 30, GAP = 2, WIDE = 120; // pixels: a token's line with the gap below it, the room between
const FAINT = 0.02; // no line is drawn for less

// The weights of every head, as Python packed them.
function unpacked({ tokens, weights }, layers, heads) {
  const steps = Uint8Array.from(atob(weights), (sign) => sign.charCodeAt(0)), n = tokens.length;
  return (layer, head, query, key) => steps[((layer * heads + head) * n + query) * n + key] / STEPS;
}

function middle(values) {
  const sorted = [...values].sort((a, b) => a - b), half = sorted.length / 2;
  return (sorted[Math.ceil(half) - 1] + sorted[Math.floor(half)]) / 2;
}

function line(from, to, weight, chosen) {
  const [y, z] = [from, to].map((place) => place * LINE + (LINE - GAP) / 2);
  return shape("path", {
    class: chosen ? "heads-chosen" : "heads-other", d: `M0 ${y}C${WIDE / 2} ${y} ${WIDE / 2} ${z} ${WIDE} ${z}`,
    "stroke-width": (chosen ? 1 + 4 * weight : 1).toFixed(2), opacity: (chosen ? 0.25 + 0.75 * weight : 0.45 * weight).toFixed(3),
  });
}

function render({ model, el }) {
  const layers = model.get("layers"), heads = model.get("heads"), all = [...Array(layers * heads).keys()];
  const sentence = () => model.get("sentences")[model.get("sentence")];
  const name = (at) => `L${Math.floor(at / heads) + 1}H${(at % heads) + 1}`;
  const pick = (at) => put(model, { layer: Math.floor(at / heads), head: at % heads });
  const controls = [chooser({
    text: ["sentence"], options: () => model.get("sentences").map(({ tokens }) => tokens.join(" ")),
    read: () => model.get("sentence"),
    write: (sentence) => {
      const n = model.get("sentences")[sentence].tokens.length, kept = (at) => (at < n ? at : 0);
      put(model, { sentence, query: kept(model.get("query")), key: kept(model.get("key")) });
    },
  })];

  const cells = all.map((at) => make("button", { type: "button", class: "heads-cell", onfocus: () => pick(at), onclick: () => pick(at) }));
  const chooseHead = roving(cells, heads);
  const caption = make("caption");
  const grid = make("div", { class: "explorer-scroll" }, make("table", {}, caption,
    make("thead", {}, make("tr", {}, make("td"), ...all.slice(0, heads).map((at) => make("th", { scope: "col" }, String(at + 1))))),
    make("tbody", {}, ...all.filter((at) => at % heads === 0).map((first) => make("tr", {},
      make("th", { scope: "row" }, `L${first / heads + 1}`), ...cells.slice(first, first + heads).map((cell) => make("td", {}, cell)))))));

  const lines = shape("svg", { role: "img", width: WIDE });
  const sides = { query: make("div", { class: "heads-side", role: "group", "aria-label": "Queries" }), key: make("div", { class: "heads-side", role: "group", "aria-label": "Keys" }) };
  const view = make("div", { class: "heads-view" }, sides.query, lines, sides.key);
  let built, weight, buttons, choose;
  function build() {
    built = sentence();
    weight = unpacked(built, layers, heads);
    [buttons, choose] = [{}, {}];
    for (const side of ["query", "key"]) {
      const chosen = (at) => () => put(model, { [side]: at });
      buttons[side] = built.tokens.map((token, at) => make("button", { type: "button", onfocus: chosen(at), onclick: chosen(at) }, make("span", {}, token), make("data")));
      choose[side] = roving(buttons[side], 1);
      sides[side].replaceChildren(...buttons[side]);
    }
    lines.setAttribute("height", LINE * built.tokens.length);
  }

  function draw() {
    if (built !== sentence()) build();
    const [query, key, layer, head] = ["query", "key", "layer", "head"].map((trait) => model.get(trait));
    const { tokens } = built, at = layer * heads + head, there = all.map((one) => weight(Math.floor(one / heads), one % heads, query, key));
    const row = tokens.map((_, j) => weight(layer, head, query, j));
    const looks = `${named(tokens, query)} on ${named(tokens, key)}`;
    caption.textContent = `How much each head lets ${named(tokens, query)} look at ${named(tokens, key)}, in per cent: row = layer, column = head`;
    cells.forEach((cell, one) => {
      cell.textContent = Math.round(100 * there[one]);
      cell.style.setProperty("--w", there[one].toFixed(4));
      cell.classList.toggle("heads-high", there[one] > 0.65);
      cell.setAttribute("aria-label", `${Math.round(100 * there[one])} per cent in ${name(one)}`);
    });
    chooseHead(at);
    choose.query(query);
    choose.key(key);
    buttons.key.forEach((button, j) => {
      button.style.setProperty("--w", row[j].toFixed(4));
      button.lastChild.value = row[j];
      button.lastChild.textContent = row[j].toFixed(2);
    });
    const drawn = tokens.flatMap((_, i) => tokens.map((_, j) => [i, j, weight(layer, head, i, j)])).filter(([, , w]) => w > FAINT);
    const order = [...drawn.filter(([i]) => i !== query), ...drawn.filter(([i]) => i === query)];
    lines.replaceChildren(...order.map(([i, j, w]) => line(i, j, w, i === query)));
    lines.setAttribute("aria-label", `Lines from the queries, left, to the keys that ${name(at)} looks at, right`);
    const [best, next] = [...row.keys()].sort((a, b) => row[b] - row[a]);
    const second = next === undefined ? "" : `, then at ${named(tokens, next)} (${row[next].toFixed(2)})`;
    const [most] = [...all].sort((a, b) => there[b] - there[a]);
    return `In ${name(at)}, ${named(tokens, query)} looks most at ${named(tokens, best)} (${row[best].toFixed(2)})${second}. ` +
      `${looks}: ${row[key].toFixed(2)} in ${name(at)}, ${middle(there).toFixed(2)} in the median head, most in ${name(most)} (${there[most].toFixed(2)}).`;
  }

  return explore({ model, el }, "heads", controls, [grid, view], draw);
}

export default { render };
