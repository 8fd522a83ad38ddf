/** Number labels of a local recoding overlap (`[20,29]`, `[25,31]`, `30`), so midpoints say more than categories. */

export function parseInterval(label: string) {
  const ends = /^\[([^,]+),([^,]+)\]$/.exec(label)
  const [low, high] = ends === null ? [Number(label), Number(label)] : [Number(ends[1]), Number(ends[2])]
  return label.trim() === '' || Number.isNaN(low) || Number.isNaN(high) ? undefined : { low, high }
}

export function intervalsOverlap(labels: readonly string[]): boolean {
  const found = [...new Set(labels)].map(parseInterval).filter((interval) => interval !== undefined)
  const sorted = found.sort((a, b) => a.low - b.low || a.high - b.high)
  return sorted.some((interval, i) => i > 0 && interval.low <= sorted[i - 1].high)
}

export function midpoint(label: string): string {
  const interval = parseInterval(label)
  return interval === undefined ? label : String((interval.low + interval.high) / 2)
}
