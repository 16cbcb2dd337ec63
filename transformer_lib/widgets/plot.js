// A small plot of lines or bars over one axis, drawn at the width that there is.

const SIGNS = ["●", "■", "◆", "▲"]; // one for each line, beside its colour and its dashes
const HEIGHT = 250, ABOVE = 26, BELOW = 44, LETTER = 7.5, LINE = 16;

// Where a value of an axis lies between two ends of the picture.
function placed({ low, high, log }, from, to) {
  const on = log ? Math.log : Number;
  return (value) => from + ((on(value) - on(low)) / (on(high) - on(low))) * (to - from);
}

// Round values along an axis, no more than there is room for.
function ticks({ low, high, log }, room) {
  const on = log ? (value) => Math.round(Math.log(value) / Math.log(log)) : Number;
  const [first, last] = [on(low), on(high)];
  const rough = (last - first) / Math.max(1, room);
  const ten = log ? 1 : 10 ** Math.floor(Math.log10(rough));
  const times = log ? [1, 2, 3, 4, 6, 12] : [1, 2, 5, 10];
  const step = ten * (times.find((time) => time * ten >= rough) ?? 24);
  const found = [];
  for (let at = Math.ceil(first / step) * step; at <= last + step / 1e6; at += step) found.push(at);
  return found.map((at) => (log ? log ** at : at));
}

const power = (base) => (value) => `${base}${raised(Math.round(Math.log(value) / Math.log(base)))}`;

// Names that would cover each other are pushed apart.
function apart(places, low, high) {
  const order = [...places.keys()].sort((a, b) => places[a] - places[b]);
  const moved = places.map((place) => Math.min(Math.max(place, low), high));
  order.forEach((i, n) => { if (n) moved[i] = Math.max(moved[i], moved[order[n - 1]] + LINE); });
  order.reverse().forEach((i, n) => {
    moved[i] = Math.min(moved[i], n ? moved[order[n - 1]] - LINE : high);
  });
  return moved;
}

function frame({ x, y }, left, right, bottom) {
  const parts = [];
  for (const value of ticks(y, (bottom - ABOVE) / 34)) {
    const at = y.place(value);
    parts.push(
      shape("path", { class: "plot-grid", d: `M${left} ${at}H${right}` }),
      shape("text", { x: left - 7, y: at + 4, "text-anchor": "end" }, (y.write ?? short)(value)));
  }
  for (const value of ticks(x, (right - left) / 58)) {
    const at = x.place(value);
    parts.push(
      shape("path", { class: "plot-axis", d: `M${at} ${bottom}v5` }),
      shape("text", { x: at, y: bottom + 19, "text-anchor": "middle" }, (x.write ?? short)(value)));
  }
  parts.push(
    shape("path", { class: "plot-axis", d: `M${left} ${ABOVE}V${bottom}H${right}` }),
    shape("text", { x: 0, y: 13 }, y.name),
    shape("text", { x: (left + right) / 2, y: bottom + 38, "text-anchor": "middle" }, x.name));
  return parts;
}

function curves({ x, y, lines, mark }, right, bottom, id) {
  const inside = (value) => Math.min(Math.max(y.place(value), -1e4), 1e4);
  const ends = lines.map(({ points }) => y.place(points.at(-1)[1]));
  const names = apart(ends, ABOVE, bottom);
  return lines.flatMap(({ name, points, at }, i) => {
    const steps = points.map(([px, py]) => `${x.place(px).toFixed(1)} ${inside(py).toFixed(1)}`);
    const parts = [
      shape("path", { class: `plot-line plot-${i + 1}`, "clip-path": `url(#${id})`, d: `M${steps.join("L")}` }),
      shape("text", { class: `plot-${i + 1}`, x: right + 8, y: names[i] + 4 }, `${SIGNS[i]} ${name}`),
    ];
    const height = at === undefined ? NaN : y.place(at);
    // A point beyond the picture gets an arrow that says where it went.
    const sign = height < ABOVE - 1 ? "↑" : height > bottom + 1 ? "↓" : SIGNS[i];
    if (Number.isFinite(height) || at === 0) {
      const on = Math.min(Math.max(height, ABOVE + 4), bottom - 2 * (sign === "↓"));
      parts.push(shape("text", { class: `plot-sign plot-${i + 1}`, x: x.place(mark), y: on + 6 }, sign));
    }
    return parts;
  });
}

function bars({ x, y, bars: heights }, left, right, bottom) {
  const wide = (right - left) / heights.length;
  return heights.map((value, i) =>
    shape("rect", {
      class: "plot-bar", x: left + (i + 0.1) * wide, width: 0.8 * wide,
      y: y.place(value), height: bottom - y.place(value),
    }));
}

// `draw` takes { alt, x, y, lines or bars, mark }: axes { name, low, high, log, write },
// lines { name, points, at } with `at` the value at the mark.
function plot() {
  const node = make("div", { class: "explorer-plot" });
  const id = `plot-${Math.random().toString(36).slice(2)}`;
  let spec;
  function paint() {
    const width = Math.max(node.clientWidth, 260), bottom = HEIGHT - BELOW;
    const names = (spec.lines ?? []).map(({ name }) => name.length + 2);
    const left = LETTER * 6, right = width - 8 - (names.length ? LETTER * Math.max(...names) : 0);
    const x = { ...spec.x, place: placed(spec.x, left, right) };
    const y = { ...spec.y, place: placed(spec.y, bottom, ABOVE) };
    const whole = { ...spec, x, y };
    const clip = shape("clipPath", { id }, shape("rect", { x: left, y: ABOVE - 2, width: right - left, height: bottom - ABOVE + 4 }));
    const at = spec.mark === undefined ? [] : [shape("path", { class: "plot-mark", d: `M${x.place(spec.mark)} ${ABOVE}V${bottom}` })];
    node.replaceChildren(shape("svg", { role: "img", "aria-label": spec.alt, width, height: HEIGHT },
      clip, ...frame(whole, left, right, bottom), ...at,
      ...(spec.bars ? bars(whole, left, right, bottom) : curves(whole, right, bottom, id))));
  }
  new ResizeObserver(() => spec && paint()).observe(node);
  return { node, draw(next) { spec = next; paint(); } };
}
