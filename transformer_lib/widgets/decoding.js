const share = (weight) => (weight < 0.005 ? "<.01" : weight.toFixed(2));

const largest = (row) => row.indexOf(Math.max(...row));

const counted = (number) => Array.from({ length: number }, (_, i) => String(i + 1));

function render({ model, el }) {
  const chosen = () => model.get("sentences")[model.get("sentence")];
  const word = () => Math.min(model.get("word"), chosen().target.length - 1);
  const map = () => chosen().weights[model.get("layer")][model.get("head")];
  const pick = (name, options) => chooser({
    text: [name], options, read: () => model.get(name), write: (value) => put(model, { [name]: value }),
  });
  const controls = [
    chooser({
      text: ["sentence"], options: () => model.get("sentences").map(({ source }) => source.join(" ")),
      read: () => model.get("sentence"), write: (sentence) => put(model, { sentence, word: 0 }),
    }),
    pick("layer", () => counted(chosen().weights.length)),
    pick("head", () => counted(chosen().weights[0].length)),
  ];
  const caption = make("span"), table = make("table");
  const wide = make("div", { class: "explorer-scroll", role: "group", tabindex: 0, "aria-label": "Table of weights" }, table);

  let built, mark, buttons = [];
  function build({ source, target, links }) {
    const choose = (word) => () => put(model, { word });
    buttons = target.map((name, i) => make("button", {
      type: "button", onfocus: choose(i), onclick: choose(i),
    }, name));
    mark = roving(buttons, 1);
    const head = make("tr", {}, make("td"), ...source.map((name) => make("th", { scope: "col" }, name)));
    const body = buttons.map((button, i) =>
      make("tr", { onmouseenter: choose(i) }, make("th", { scope: "row" }, button),
        ...source.map((_, j) => make("td", links[i].includes(j) ? { class: "decoding-link" } : {}))));
    table.replaceChildren(
      make("caption", {}, caption), make("thead", {}, head), make("tbody", {}, ...body));
  }

  function told(i) {
    const { source, target, links } = chosen(), row = map()[i], most = largest(row);
    const elsewhere = 1 - row.reduce((sum, weight) => sum + weight, 0);
    const partners = links[i].map((j) => `“${source[j]}”`).join(" and ");
    const judged = !partners ? "By hand it has no partner." : links[i].includes(most)
      ? `By hand it belongs to ${partners}: they agree.`
      : `By hand it belongs to ${partners}: they differ.`;
    return `“${target[i]}” looks most at “${source[most]}” (${row[most].toFixed(2)}); ` +
      `${Math.max(0, elsewhere).toFixed(2)} goes to the marks at both ends. ${judged}`;
  }

  function draw() {
    if (built !== chosen()) build((built = chosen()));
    const { links } = built, rows = map(), at = word();
    caption.textContent = `${model.get("label")}: row = word that is written, column = word that was read; a frame = joined by hand`;
    mark(at);
    buttons.forEach((_, i) => {
      const row = table.tBodies[0].rows[i];
      row.classList.toggle("attention-on", i === at);
      rows[i].forEach((weight, j) => {
        const cell = row.cells[j + 1];
        cell.style.setProperty("--w", weight.toFixed(4));
        // Where black on the tint falls to 4.5 : 1, white has reached it.
        cell.classList.toggle("attention-high", weight > 0.65);
        cell.replaceChildren(figure(weight, share(weight)));
      });
    });
    const asked = links.filter((partners) => partners.length);
    const right = rows.filter((row, i) => links[i].includes(largest(row)));
    return `${told(at)} In this sentence ${right.length} of ${asked.length} words with a partner look most at it.`;
  }

  return explore({ model, el }, "attention", controls, [wide], draw);
}

export default { render };
