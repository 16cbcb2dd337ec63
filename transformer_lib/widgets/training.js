// Losses of one place in nats: the right token has log-odds c, the others share the rest.
const plainLoss = (c) => Math.log1p(Math.exp(-c));

function smoothedLoss(c, entries, share) {
  const right = 1 - share + share / entries, wrong = (share * (entries - 1)) / entries;
  return right * plainLoss(c) + wrong * (Math.log1p(Math.exp(c)) + Math.log(entries - 1));
}

function floorOf(entries, share) {
  const right = 1 - share + share / entries, other = share / entries;
  return -right * Math.log(right) - (share ? (entries - 1) * other * Math.log(other) : 0);
}

function verdict(c, entries, share) {
  const over = smoothedLoss(c, entries, share) - floorOf(entries, share);
  const best = share ? Math.log((entries * (1 - share)) / share + 1) - Math.log(entries - 1) : Infinity;
  if (share && over < 0.02) return "This guess stands on the floor: nothing is left to learn.";
  return c < best ? "More certainty would pay." : "Less certainty would pay: the smoothed label is not that sure.";
}

function render({ model, el }) {
  const { low, high } = model.get("limits").certainty, picture = plot();
  const controls = [
    setting(model, "certainty", ["certainty (log-odds)"], short),
    setting(model, "smoothing", ["smoothing ε"], short),
    setting(model, "entries", ["entries V"], (size) => size.toLocaleString("en")),
  ];
  const table = numbers("Loss of this guess, and the landmarks", ["", "nats"], [
    ["plain loss"], ["smoothed loss"], ["floor"], ["knows nothing: ln V"],
  ]);
  const grid = Array.from({ length: 97 }, (_, i) => low + (i / 96) * (high - low));

  function draw() {
    const [c, share, entries] = ["certainty", "smoothing", "entries"].map((name) => model.get(name));
    const plain = plainLoss(c), smoothed = smoothedLoss(c, entries, share);
    const floor = floorOf(entries, share), blind = Math.log(entries);
    table.fill([[plain], [smoothed], [floor], [blind]]);
    const flat = (value) => [[low, value], [high, value]];
    picture.draw({
      alt: `Loss against certainty: the plain one falls to 0, the smoothed one touches its floor of ${floor.toFixed(2)} nats and rises again.`,
      x: { name: "certainty of the right token (log-odds)", low, high }, y: { name: "loss (nats)", low: 0, high: 12 }, mark: c,
      lines: [
        { name: "plain", points: grid.map((at) => [at, plainLoss(at)]), at: plain },
        { name: "smoothed", points: grid.map((at) => [at, smoothedLoss(at, entries, share)]), at: smoothed },
        { name: "floor", points: flat(floor) }, { name: "ln V", points: flat(blind) },
      ],
    });
    const p = 1 / (1 + Math.exp(-c));
    return `The right token gets the probability ${short(p)}, with ${entries.toLocaleString("en")} entries and ε = ${short(share)}. ` +
      `Plain loss ${plain.toFixed(3)}, smoothed loss ${smoothed.toFixed(3)} nats; the floor is ${floor.toFixed(3)}. ${verdict(c, entries, share)}`;
  }

  return explore({ model, el }, "training", controls, [picture.node, table.node], draw);
}

export default { render };
