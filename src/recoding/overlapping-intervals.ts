/**
 * Interprets number labels of a local recoding: `[20,29]` beside `[25,31]` beside `30`. They overlap, so their
 * midpoints say more than the categories.
 */

/** Returns the ends of `[20,29]` or of a number; undefined for any other text. */
export function intervalOf(label: string) {
  const ends = /^\[([^,]+),([^,]+)\]$/.exec(label)
  const [low, high] = ends === null ? [Number(label), Number(label)] : [Number(ends[1]), Number(ends[2])]
  return label.trim() === '' || Number.isNaN(low) || Number.isNaN(high) ? undefined : { low, high }
}

export function intervalsOverlap(labels: readonly string[]): boolean {
  const found = [...new Set(labels)].map(intervalOf).filter((own) => own !== undefined)
  const sorted = found.sort((a, b) => a.low - b.low || a.high - b.high)
  return sorted.some((own, i) => i > 0 && own.low <= sorted[i - 1].high)
}

/** Returns the midpoint of an interval as text; any other label unchanged. */
export function middleOf(label: string): string {
  const own = intervalOf(label)
  return own === undefined ? label : String((own.low + own.high) / 2)
}
