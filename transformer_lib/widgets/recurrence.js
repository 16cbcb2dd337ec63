const LOW = 1e-12, HIGH = 1e12; // what lies beyond gets an arrow and is said in words

const sigmoid = (x) => 1 / (1 + Math.exp(-x));

function worth(name, factor, lag) {
  const much = `one step of learning at lag ${lag} is worth ${short(factor)}`;
  if (factor === 1) return `${name}: ${much}, as at lag 0`;
  return `${name}: ${much}: ${factor < 1 ? `it takes ${short(1 / factor)} to match one at lag 0` : "the gradient explodes"}`;
}

function render({ model, el }) {
  const { high: longest } = model.get("limits").lag;
  const lags = Array.from({ length: longest + 1 }, (_, lag) => lag);
  const picture = plot();
  const controls = [
    setting(model, "lag", ["lag"]),
    setting(model, "radius", ["spectral radius ρ"], (radius) => radius.toFixed(2)),
    setting(model, "forget_bias", ["forget bias b"], (bias) => bias.toFixed(2)),
  ];
  const table = numbers("What a gradient is multiplied by", ["", "each step", "over the lag", "to match one at lag 0"], [
    ["recurrence: ρ"], ["gate: f = σ(b)"], ["attention"],
  ]);

  function draw() {
    const [lag, radius, bias] = ["lag", "radius", "forget_bias"].map((name) => model.get(name));
    const steps = { recurrence: radius, gate: sigmoid(bias), attention: 1 };
    const left = Object.entries(steps).map(([name, step]) => ({ name, step, factor: step ** lag }));
    table.fill(left.map(({ step, factor }) => [step, factor, 1 / factor]));
    picture.draw({
      alt: `The share of the gradient that is left, against the lag: attention keeps it, ` +
        `the gate multiplies it by ${short(steps.gate)} and the recurrence by ${short(radius)} at each step.`,
      x: { name: "lag (tokens)", low: 0, high: longest },
      y: { name: "gradient, as a share of that at lag 0", low: LOW, high: HIGH, log: 10, write: power(10) },
      mark: lag,
      lines: left.map(({ name, step, factor }) => ({
        name, at: factor, points: lags.map((at) => [at, step ** at]),
      })),
    });
    const [recurrence, gate, attention] = left;
    return `${worth(`A recurrence of radius ${radius.toFixed(2)}`, recurrence.factor, lag)}. ` +
      `${worth(`A gate open to ${short(gate.step)}`, gate.factor, lag)}. ` +
      `${worth("Attention", attention.factor, lag)}.`;
  }

  return explore({ model, el }, "recurrence", controls, [picture.node, table.node], draw);
}

export default { render };
