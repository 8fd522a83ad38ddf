/** Number labels of a local recoding overlap (`[20,29]`, `[25,31]`, `30`), so midpoints say more than categories. */

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

export function middleOf(label: string): string {
  const own = intervalOf(label)
  return own === undefined ? label : String((own.low + own.high) / 2)
}
