// The same numbers in Python and here: a generator small enough to be written twice.
const MODULUS = 2 ** 31 - 1, FACTOR = 48271, SKIPPED = 5;

function normals(count, draw) {
  let state = 1 + draw;
  const uniform = () => (state = (state * FACTOR) % MODULUS) / MODULUS;
  for (let i = 0; i < SKIPPED; i++) uniform();
  return Array.from({ length: count }, () =>
    Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform()));
}

function jacobianNorm(weights) {
  // The squares of w_i (δ_ij - w_j), added up without the matrix.
  const squares = weights.reduce((sum, w) => sum + w ** 2, 0);
  const terms = weights.map((w) => w ** 2 * ((1 - w) ** 2 + squares - w ** 2));
  return Math.sqrt(terms.reduce((sum, term) => sum + term, 0));
}

function measured(noise, dK, scale) {
  const scores = noise.map((z) => z * (scale ? 1 : Math.sqrt(dK)));
  const weights = softmax(scores);
  return { weights, size: scale ? 1 : Math.sqrt(dK), largest: Math.max(...weights), bits: entropy(weights), slope: jacobianNorm(weights) };
}

function render({ model, el }) {
  const sizes = model.get("limits").d_k.choices, last = model.get("limits").draw.high;
  const picture = plot(), course = plot();
  const controls = [
    setting(model, "d_k", lettered("d", "k")),
    checkbox(model, "scale", ["divide by √", ...lettered("d", "k")]),
    choice(model, "n_keys", ["keys"]),
    button("draw new scores", () => put(model, { draw: (model.get("draw") + 1) % (last + 1) })),
  ];
  const table = numbers("The same scores, left as they are and divided", ["", "undivided", ["divided by √", ...lettered("d", "k")]], [
    ["typical size of a score"], ["largest weight"], ["entropy (bits)"], ["norm of the Jacobian"],
  ]);

  function draw() {
    const [dK, scale, keys] = ["d_k", "scale", "n_keys"].map((name) => model.get(name));
    const noise = normals(keys, model.get("draw"));
    const both = [false, true].map((scaled) => measured(noise, dK, scaled));
    const { weights, size, largest, bits, slope } = both[+scale];
    const most = Math.log2(keys);
    table.fill(["size", "largest", "bits", "slope"].map((name) => both.map((one) => one[name])));
    picture.draw({
      alt: `Bars: the weights of ${keys} keys. The largest is ${largest.toFixed(2)}.`,
      x: { name: "key", low: 0.5, high: keys + 0.5 }, y: { name: "weight", low: 0, high: 1 }, bars: weights,
    });
    course.draw({
      alt: `Entropy against d_k: with the division it stays, without it it falls towards 0. Now d_k is ${dK}.`,
      x: { name: "dₖ", low: 1, high: sizes.at(-1), log: 2, write: String },
      y: { name: "entropy (bits)", low: 0, high: most }, mark: dK,
      lines: [["divided", true], ["undivided", false]].map(([name, scaled]) => ({
        name, at: both[+scaled].bits,
        points: sizes.map((size) => [size, measured(noise, size, scaled).bits]),
      })),
    });
    const lost = slope < 0.01 ? "next to no gradient gets through" : slope < 0.1 ? "little of a gradient gets through" : "a gradient gets through";
    return `d_k = ${dK}, scores ${scale ? "divided by √d_k" : "not divided"}: typically ${short(size)} in size. ` +
      `The largest of ${keys} weights is ${largest.toFixed(2)}. Entropy ${bits.toFixed(2)} of at most ${most.toFixed(2)} bits: ` +
      `as spread out as an even choice among ${(2 ** bits).toFixed(1)} keys. ` +
      `Norm of the Jacobian ${short(slope)}: ${lost}.`;
  }

  return explore({ model, el }, "scaling", controls, [picture.node, table.node, course.node], draw);
}

export default { render };
