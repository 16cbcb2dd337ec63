// Multiply-adds of one layer and one sequence; n tokens, width d, inner width 4d.
const WORK = {
  core: ["2n²d", (n, d) => 2 * n * n * d],
  projections: ["4nd²", (n, d) => 4 * n * d * d],
  attention: ["4nd² + 2n²d", (n, d) => 4 * n * d * d + 2 * n * n * d],
  FFN: ["8nd²", (n, d) => 8 * n * d * d],
  RNN: ["2nd²", (n, d) => 2 * n * d * d],
  LSTM: ["8nd²", (n, d) => 8 * n * d * d],
};
const DRAWN = ["core", "attention", "RNN", "LSTM"];
const BYTES = { float32: 4, bfloat16: 2 };
const UNITS = ["bytes", "KiB", "MiB", "GiB", "TiB"];

function inBytes(value) {
  const unit = Math.min(Math.floor(Math.log2(value) / 10), UNITS.length - 1);
  return `${short(value / 1024 ** unit)} ${UNITS[unit]}`;
}

const against = (name, mine, other, than) =>
  mine === other
    ? `${name} costs exactly what ${than} costs`
    : `${name} costs ${short(mine / other)} times what ${than} costs`;

function render({ model, el }) {
  const lengths = model.get("limits").n.choices, picture = plot();
  const controls = [
    setting(model, "n", ["tokens n"]),
    setting(model, "d_model", ["width d = ", ...lettered("d", "model")]),
    setting(model, "heads", ["heads h"]),
    choice(model, "precision", ["numbers"], (name) => `${name} (${BYTES[name]} bytes)`),
  ];
  const names = Object.keys(WORK);
  const work = numbers("Multiply-adds of one layer, one sequence", ["part", "formula", "multiply-adds"], names.map((name) => [name]));
  const memory = numbers("Kept for the backward pass, besides Q, K and V", ["attention", "numbers", "bytes"], [["plain: every weight"], ["tiled: output, h per query"]]);

  function draw() {
    const [n, d, h] = ["n", "d_model", "heads"].map((name) => model.get(name));
    const bytes = BYTES[model.get("precision")];
    const cost = Object.fromEntries(names.map((name) => [name, WORK[name][1](n, d)]));
    const plain = h * n * n * bytes, tiled = (n * d + h * n) * bytes;
    work.fill(names.map((name) => [WORK[name][0], cost[name]]));
    memory.fill([["hn²", figure(plain, inBytes(plain))], ["nd + hn", figure(tiled, inBytes(tiled))]]);
    const points = (name) => lengths.map((length) => [length, WORK[name][1](length, d)]);
    const all = DRAWN.flatMap((name) => points(name).map(([, value]) => value));
    picture.draw({
      alt: `Multiply-adds against n at d = ${d}, both axes in powers: the core grows with n², RNN and LSTM with n; core and RNN meet at n = ${d}, attention and LSTM at n = ${2 * d}.`,
      x: { name: "tokens n", low: lengths[0], high: lengths.at(-1), log: 2, write: (n) => n.toLocaleString("en") },
      y: {
        name: "multiply-adds", log: 10, write: power(10),
        low: 10 ** Math.floor(Math.log10(Math.min(...all))), high: 10 ** Math.ceil(Math.log10(Math.max(...all))),
      },
      mark: n, lines: DRAWN.map((name) => ({ name, points: points(name), at: cost[name] })),
    });
    return `At n = ${n} and d = ${d}: ${against("the core", cost.core, cost.RNN, "an RNN")}; they meet at n = d = ${d}. ` +
      `With its projections attention never costs less than an RNN; here ${against("it", cost.attention, cost.LSTM, "an LSTM")}; they meet at n = 2d = ${2 * d}. ` +
      `Plain attention keeps ${inBytes(plain)} of weights; tiled attention keeps ${inBytes(tiled)} in their place.`;
  }

  return explore({ model, el }, "complexity", controls, [picture.node, work.node, memory.node], draw);
}

export default { render };
