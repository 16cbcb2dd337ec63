// What a softmax makes of scores, and how much choice it leaves.

function softmax(row) {
  const top = Math.max(...row);
  const powers = row.map((score) => Math.exp(score - top));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

const entropy = (weights) =>
  Math.abs(weights.reduce((sum, w) => sum - (w > 0 ? w * Math.log2(w) : 0), 0));
