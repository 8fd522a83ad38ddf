/**
 * Area under the ROC curve: the probability that a row of the class has a larger share than another row, ties counting
 * half. Several classes: each against the rest, weighted by its rows (Provost and Domingos 2000). O(n log n) per class.
 */

export function areaUnderRoc(
  shares: Float64Array,
  actual: Int32Array,
  classes: number,
  weights?: Float64Array,
): number {
  let areas = 0
  let total = 0
  for (let c = 0; c < classes; c++) {
    const { area, weight } = oneAgainstRest(shares, actual, classes, c, weights)
    if (Number.isNaN(area)) continue
    areas += weight * area
    total += weight
  }
  return total > 0 ? areas / total : Number.NaN
}

function oneAgainstRest(shares: Float64Array, actual: Int32Array, classes: number, c: number, weights?: Float64Array) {
  const order = Int32Array.from(actual, (_, row) => row).sort(
    (a, b) => shares[a * classes + c] - shares[b * classes + c],
  )
  let inside = 0
  let outside = 0
  let pairs = 0
  for (let start = 0; start < order.length; ) {
    let tiedInside = 0
    let tiedOutside = 0
    let end = start
    const share = shares[order[start] * classes + c]
    for (; end < order.length && shares[order[end] * classes + c] === share; end++) {
      const weight = weights?.[order[end]] ?? 1
      if (actual[order[end]] === c) tiedInside += weight
      else tiedOutside += weight
    }
    // Rows of the class beat all others so far, and tie with half of the tied ones.
    pairs += tiedInside * (outside + tiedOutside / 2)
    inside += tiedInside
    outside += tiedOutside
    start = end
  }
  return { area: inside > 0 && outside > 0 ? pairs / (inside * outside) : Number.NaN, weight: inside }
}
