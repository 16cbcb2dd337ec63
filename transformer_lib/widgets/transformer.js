// What travels through the model: n words read, m written, h heads, width d, V entries.
const SHAPES = [
  ["words read", ({ n }) => [n]],
  ["their vectors", ({ n, d }) => [n, d]],
  ["weights in the encoder", ({ n, h }) => [h, n, n]],
  ["memory", ({ n, d }) => [n, d]],
  ["words written so far", ({ m }) => [m]],
  ["vectors of those", ({ m, d }) => [m, d]],
  ["weights, looking back", ({ m, h }) => [h, m, m]],
  ["weights, asking the memory", ({ n, m, h }) => [h, m, n]],
  ["last vectors", ({ m, d }) => [m, d]],
  ["scores of the next word", ({ m, vocab }) => [m, vocab]],
];

// Parameters of N blocks a side; the network is four times as wide inside.
const attention = (d) => 4 * (d * d + d), network = (d) => 8 * d * d + 5 * d, norm = (d) => 2 * d;
const PARTS = [
  ["tables of words", "tables", ({ vocab, tables, d }) => tables * vocab * d],
  ["blocks that read", "readers", ({ blocks, d }) => blocks * (attention(d) + network(d) + 2 * norm(d))],
  ["blocks that write", "writers", ({ blocks, d }) => blocks * (2 * attention(d) + network(d) + 3 * norm(d))],
];

const counted = (value) => value.toLocaleString("en");
const exact = (count) => figure(count, counted(count));

function render({ model, el }) {
  const widths = model.get("limits").d_model.choices, picture = plot();
  const controls = [
    setting(model, "d_model", ["width d = ", ...lettered("d", "model")]),
    setting(model, "heads", ["heads h"]),
    setting(model, "blocks", ["blocks a side N"]),
    choice(model, "vocab", ["vocabulary V"], counted),
    setting(model, "source", ["words read n"]),
    setting(model, "target", ["words written m"]),
    checkbox(model, "shared", ["one table for all three uses"]),
  ];
  const way = numbers("What travels through the model, for one sentence", ["on the way", "shape", "numbers"], SHAPES.map(([name]) => [name]));
  const sizes = numbers("Where the parameters sit", ["part", "parameters", "share"], [...PARTS.map(([name]) => [name]), ["all together"]]);

  function draw() {
    const [d, h, blocks, vocab, n, m] = ["d_model", "heads", "blocks", "vocab", "source", "target"].map((name) => model.get(name));
    const tables = model.get("shared") ? 1 : 3, at = { d, h, blocks, vocab, n, m, tables };
    way.fill(SHAPES.map(([, shape]) => shape(at)).map((shape) => [shape.map(counted).join(" × "), exact(shape.reduce((a, b) => a * b))]));
    const found = PARTS.map(([, , count]) => count(at)), all = found.reduce((a, b) => a + b);
    sizes.fill([...found, all].map((count) => [exact(count), `${Math.round((100 * count) / all)} %`]));
    const lines = PARTS.map(([, name, count], i) => ({ name, at: found[i], points: widths.map((width) => [width, count({ ...at, d: width })]) }));
    const drawn = lines.flatMap(({ points }) => points.map(([, count]) => count));
    picture.draw({
      alt: `Parameters against the width, both axes in powers. The tables rise with d, the blocks with d². At d = ${d} the tables have ${counted(found[0])} and the blocks ${counted(found[1] + found[2])}.`,
      x: { name: "width d", low: widths[0], high: widths.at(-1), log: 2, write: counted },
      y: { name: "parameters", log: 10, write: power(10), low: 10 ** Math.floor(Math.log10(Math.min(...drawn))), high: 10 ** Math.ceil(Math.log10(Math.max(...drawn))) },
      mark: d, lines,
    });
    return `${counted(n)} words read and ${counted(m)} written: the memory is ${counted(n)} × ${counted(d)}, the scores are ${counted(m)} × ${counted(vocab)}. ` +
      `Of ${counted(all)} parameters ${Math.round((100 * found[0]) / all)} % are in ${tables === 1 ? "the one table" : "three tables"} of words. ` +
      `A head has ${counted(d / h)} features; the parameters do not depend on n, m or h.`;
  }

  return explore({ model, el }, "transformer", controls, [way.node, sizes.node, picture.node], draw);
}

export default { render };
