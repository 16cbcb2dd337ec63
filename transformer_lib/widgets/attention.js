const OCTAVES = 5; // the slider runs over temperatures 2^-5 … 2^5

// No weight of a softmax is 0 or 1, so the rounded text never says so.
const written = (weight, alone) =>
  alone ? "1" : weight < 0.005 ? "<.01" : weight >= 0.995 ? ">.99" : weight.toFixed(2);

function described(tokens, query, row) {
  const [first, second] = [...row.keys()].sort((a, b) => row[b] - row[a]);
  const bits = entropy(row);
  const look = (j) => `${named(tokens, j)} (${row[j].toFixed(2)})`;
  const alike = row.every((weight) => row[first] - weight < 0.005);
  const looks = alike
    ? `looks at every token alike (${row[first].toFixed(2)} each)`
    : `looks most at ${look(first)}, then at ${look(second)}`;
  return (
    `${named(tokens, query)} ${looks}. ` +
    `Entropy ${bits.toFixed(2)} of at most ${Math.log2(row.length).toFixed(2)} bits: ` +
    `as spread out as an even choice among ${(2 ** bits).toFixed(1)} tokens.`
  );
}

function render({ model, el }) {
  const chosen = () => model.get("sentences")[model.get("sentence")];
  const query = () => Math.min(model.get("query"), chosen().tokens.length - 1);
  const root = make("span");
  const controls = [
    chooser({
      text: ["sentence"], options: () => model.get("sentences").map(({ tokens }) => tokens.join(" ")),
      read: () => model.get("sentence"), write: (sentence) => put(model, { sentence, query: 0 }),
    }),
    slider({
      text: ["temperature"], min: -OCTAVES, max: OCTAVES, step: 0.1,
      read: () => Math.log2(model.get("temperature")),
      write: (octave) => put(model, { temperature: +(2 ** octave).toFixed(3) }),
      say: () => model.get("temperature").toFixed(model.get("temperature") < 0.1 ? 3 : 2),
    }),
    checkbox(model, "scale", ["divide by √", ...lettered("d", "k"), " = ", root]),
  ];
  const caption = make("span"), table = make("table");
  const wide = make("div", { class: "explorer-scroll", role: "group", tabindex: 0, "aria-label": "Table of weights" }, table);

  let built, mark, buttons = [];
  // A real table: the numbers can be read without seeing the colours.
  function build({ tokens }) {
    const choose = (query) => () => put(model, { query });
    buttons = tokens.map((token, i) => make("button", {
      type: "button", onfocus: choose(i), onclick: choose(i),
    }, token));
    mark = roving(buttons, 1);
    const head = make("tr", {}, make("td"), ...tokens.map((token) =>
      make("th", { scope: "col" }, make("span", { class: "attention-bar" }), token)));
    const body = buttons.map((button, i) =>
      make("tr", { onmouseenter: choose(i) },
        make("th", { scope: "row" }, button), ...tokens.map(() => make("td"))));
    table.replaceChildren(
      make("caption", {}, caption), make("thead", {}, head), make("tbody", {}, ...body));
  }

  function draw() {
    if (built !== chosen()) build((built = chosen()));
    const { tokens, scores } = built, at = query();
    const divisor = (model.get("scale") ? Math.sqrt(model.get("d_k")) : 1) * model.get("temperature");
    const weights = scores.map((row) => softmax(row.map((score) => score / divisor)));
    caption.textContent = `${model.get("label")}: row = query, column = key`;
    root.textContent = `√${model.get("d_k")}`;
    mark(at);
    buttons.forEach((_, i) => {
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
    return described(tokens, at, weights[at]);
  }

  return explore({ model, el }, "attention", controls, [wide], draw);
}

export default { render };
