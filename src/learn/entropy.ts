/** H = −Σ n/total · log₂ (n/total), in bits; 0 for total 0. */
export function entropyBits(counts: Float64Array, total: number): number {
  let bits = 0
  for (let i = 0; i < counts.length; i++) {
    if (counts[i] > 0) bits -= (counts[i] / total) * Math.log2(counts[i] / total)
  }
  return bits
}
