const WINDOW = 60; // positions that the wave is drawn over
const BASE = 10000, STEP = 0.25;

const frequency = (pair, width) => BASE ** (-2 * pair / width);

function similarity(offset, width) {
  let sum = 0;
  for (let pair = 0; pair < width / 2; pair++) sum += Math.cos(offset * frequency(pair, width));
  return sum / (width / 2);
}

function pace(wavelength, longest) {
  if (wavelength <= 20) return "a fast one: it tells neighbours apart, and soon repeats itself";
  if (wavelength <= 4 * longest) return "a middling one: it tells parts of a text apart";
  return `a slow one: in ${longest} positions it turns through ${short(longest / wavelength)} of a circle`;
}

function render({ model, el }) {
  const { high: longest } = model.get("limits").offset;
  const last = () => model.get("d_model") / 2 - 1;
  const wave = plot(), likeness = plot();
  const widths = choice(model, "d_model", lettered("d", "model"));
  const controls = [
    widths,
    slider({
      text: ["pair i"], min: 0, max: last, step: 1,
      read: () => Math.min(model.get("pair"), last()), write: (pair) => put(model, { pair }),
      say: () => `${Math.min(model.get("pair"), last())} of 0 to ${last()}`,
    }),
    setting(model, "offset", ["offset k"]),
  ];
  const table = numbers("The pair and the offset", ["", "value"], [
    ["wavelength of the pair (positions)"], ["turns of the pair in k steps"], ["similarity at k, this pair"],
    ["similarity at k, all pairs"], ["shortest wavelength"], ["longest wavelength"],
  ]);

  function draw() {
    const width = model.get("d_model"), offset = model.get("offset"), pair = Math.min(model.get("pair"), last());
    const [turn, fastest, slowest] = [pair, 0, last()].map((i) => frequency(i, width));
    const wavelength = 2 * Math.PI / turn, all = similarity(offset, width);
    table.fill([
      wavelength, offset / wavelength, Math.cos(offset * turn), all, 2 * Math.PI / fastest, 2 * Math.PI / slowest,
    ].map((value) => [value]));
    const samples = Array.from({ length: WINDOW / STEP + 1 }, (_, i) => i * STEP);
    wave.draw({
      alt: `The sine and the cosine of pair ${pair} over positions 0 to ${WINDOW}: a wave of ${short(wavelength)} positions.`,
      x: { name: "position p", low: 0, high: WINDOW }, y: { name: `features of pair ${pair}`, low: -1, high: 1 },
      mark: offset <= WINDOW ? offset : undefined,
      lines: [["sine", Math.sin], ["cosine", Math.cos]].map(([name, of]) => ({
        name, points: samples.map((at) => [at, of(at * turn)]), at: offset <= WINDOW ? of(offset * turn) : undefined,
      })),
    });
    const offsets = Array.from({ length: longest + 1 }, (_, k) => k);
    likeness.draw({
      alt: `Similarity of two positions against their offset: 1 at 0, lower but not steadily so further on; ${short(all)} at ${offset}.`,
      x: { name: "offset k (positions)", low: 0, high: longest }, y: { name: "similarity of p and p + k", low: -0.5, high: 1 },
      mark: offset,
      lines: [{ name: "all pairs", points: offsets.map((k) => [k, similarity(k, width)]), at: all }],
    });
    return `Pair ${pair} of ${width / 2} turns once in ${short(wavelength)} positions: ${pace(wavelength, longest)}. ` +
      `Two positions ${offset} apart are ${short(all)} alike, whichever they are: 1 would be the same.`;
  }

  return explore({ model, el }, "positions", controls, [wave.node, table.node, likeness.node], draw);
}

export default { render };
