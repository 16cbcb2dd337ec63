const PAD = "[pad]";

// The masks one meets, made for these tokens: may query i look at key j?
const PRESETS = {
  full: () => true,
  causal: (tokens, i, j) => j <= i,
  padding: (tokens, i, j) => tokens[j] !== PAD,
  "causal and padding": (tokens, i, j) => j <= i && tokens[j] !== PAD,
  "causal, one too far": (tokens, i, j) => j <= i + 1,
  "upside-down causal": (tokens, i, j) => j > i,
  "causal, row 3 empty": (tokens, i, j) => j <= i && i !== 2,
};
const BY_HAND = "painted by hand";

const made = (rule, tokens) => tokens.map((_, i) => tokens.map((_, j) => rule(tokens, i, j)));
const same = (one, other) => one.every((row, i) => row.every((cell, j) => cell === other[i][j]));
const list = (names, most = 3) =>
  names.slice(0, most).join(", ") + (names.length > most ? ` and ${names.length - most} more` : "");

// A hidden key gets nothing; a row with nothing to look at stays zero.
function masked(scores, mask) {
  return scores.map((row, i) => {
    const open = row.filter((_, j) => mask[i][j]);
    const weights = open.length ? softmax(open) : [];
    return row.map((_, j) => (mask[i][j] ? weights.shift() : 0));
  });
}

// Who hears whom after some blocks: in each, a token hears itself and whom it looks at.
function reached(mask, blocks) {
  const one = mask.map((row, i) => row.map((open, j) => open || i === j));
  let all = one;
  for (let b = 1; b < blocks; b++) all = all.map((row) => row.map((_, j) => row.some((open, m) => open && one[m][j])));
  return all;
}

function told(tokens, mask, heard, blocks) {
  const row = (i) => `row ${i + 1} (“${tokens[i]}”)`;
  const empty = [...mask.keys()].filter((i) => !mask[i].includes(true));
  const leaks = heard.map((all, i) => [...all.keys()].filter((j) => all[j] && j > i).map((j) => `“${tokens[j]}”`));
  const open = [...leaks.keys()].filter((i) => leaks[i].length);
  const where = `After ${blocks} block${blocks > 1 ? "s" : ""}`;
  const some = open.slice(0, 2).map((i) => `R${row(i).slice(1)} hears ${list(leaks[i])}. `).join("");
  const leak = open.length
    ? `${where} later tokens reach ${open.length} of ${tokens.length} outputs. ${some}` +
      "Where the next token is to be predicted, that is a leak; elsewhere it may be wanted."
    : `${where} no output is reached by a later token.`;
  const gaps = empty.map((i) =>
    `R${row(i).slice(1)} may look at nothing: its output is zero here, NaN in a common listing. `);
  const padded = [...mask.keys()].filter((i) => mask[i].some((look, j) => look && tokens[j] === PAD));
  const heed = padded.length ? ` ${padded.length} of ${tokens.length} rows look at padding.` : "";
  return gaps.join("") + leak + heed;
}

function render({ model, el }) {
  const tokens = model.get("tokens"), scores = model.get("scores"), n = tokens.length;
  const names = Object.keys(PRESETS);
  const mask = () => model.get("mask");
  const controls = [
    chooser({
      text: ["mask"],
      options: () => [...names, BY_HAND],
      read: () => {
        const found = names.findIndex((name) => same(made(PRESETS[name], tokens), mask()));
        return found < 0 ? names.length : found;
      },
      write: (index) => names[index] && put(model, { mask: made(PRESETS[names[index]], tokens) }),
    }),
    setting(model, "blocks", ["blocks"]),
  ];

  function paint(i, j, open) {
    put(model, { mask: mask().map((row, a) => (a === i ? row.map((cell, b) => (b === j ? open : cell)) : row)) });
  }
  let drag = null; // where a mouse began to paint, and with what
  const at = { i: 0, j: 0 };
  function move(event) {
    const [i, j] = {
      ArrowUp: [at.i - 1, at.j], ArrowDown: [at.i + 1, at.j], ArrowLeft: [at.i, at.j - 1],
      ArrowRight: [at.i, at.j + 1], Home: [at.i, 0], End: [at.i, n - 1],
    }[event.key] ?? [];
    if (i === undefined) return;
    event.preventDefault();
    cells[(i + n) % n][(j + n) % n].focus();
  }
  const cell = (i, j) => make("button", {
    type: "button", class: "masking-cell", onkeydown: move,
    onfocus: () => { Object.assign(at, { i, j }); cells.flat().forEach((one) => { one.tabIndex = one === cells[i][j] ? 0 : -1; }); },
    onclick: () => { if (!drag?.moved) paint(i, j, !mask()[i][j]); drag = null; },
    onpointerdown: (event) => { drag = event.pointerType === "mouse" ? { i, j, open: !mask()[i][j] } : null; },
    onpointerenter: (event) => {
      if (!drag || !(event.buttons & 1) || (!drag.moved && drag.i === i && drag.j === j)) return;
      if (!drag.moved) paint(drag.i, drag.j, drag.open);
      drag.moved = true;
      paint(i, j, drag.open);
    },
  });
  const cells = tokens.map((_, i) => tokens.map((_, j) => cell(i, j)));
  cells.flat().forEach((one, i) => { one.tabIndex = i ? -1 : 0; });

  const corner = () => make("tr", {}, make("td"), ...tokens.map((token) => make("th", { scope: "col" }, token)));
  const grid = (caption, row) => make("div", { class: "explorer-scroll" },
    make("table", {}, make("caption", {}, caption), make("thead", {}, corner()),
      make("tbody", {}, ...tokens.map((token, i) => make("tr", {}, make("th", { scope: "row" }, token), ...row(i))))));
  const marks = tokens.map(() => tokens.map(() => make("td")));
  const painted = grid("Weights: row = query, column = key; striped = hidden", (i) => cells[i].map((one) => make("td", {}, one)));
  const reach = grid("What reaches an output: ● a later token, ○ itself or an earlier one, – not", (i) => marks[i]);

  function draw() {
    const weights = masked(scores, mask()), blocks = model.get("blocks"), heard = reached(mask(), blocks);
    cells.forEach((row, i) => row.forEach((one, j) => {
      const open = mask()[i][j], text = open ? weights[i][j].toFixed(2) : "";
      one.setAttribute("aria-pressed", open);
      one.setAttribute("aria-label", `row ${i + 1} “${tokens[i]}” looks at ${j + 1} “${tokens[j]}”: ${open ? `weight ${text}` : "hidden"}`);
      one.style.setProperty("--w", weights[i][j].toFixed(4));
      one.classList.toggle("masking-high", weights[i][j] > 0.65);
      one.textContent = text;
      marks[i][j].textContent = heard[i][j] ? (j > i ? "●" : "○") : "–";
    }));
    return told(tokens, mask(), heard, blocks);
  }

  return explore({ model, el }, "masking", controls, [make("div", { class: "masking-both" }, painted, reach)], draw);
}

export default { render };
