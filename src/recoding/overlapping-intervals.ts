/** Labels of numbers in a local recoding: `[20,29]` beside `[25,31]` beside `30`. As categories they say little; their middles say where a row is. */

/** The ends of `[20,29]`, or of a number; undefined for any other text. */
export function intervalOf(label: string) {
  const ends = /^\[([^,]+),([^,]+)\]$/.exec(label)
  const [low, high] = ends === null ? [Number(label), Number(label)] : [Number(ends[1]), Number(ends[2])]
  return label.trim() === '' || Number.isNaN(low) || Number.isNaN(high) ? undefined : { low, high }
}

/** Whether two different labels have a number in common. */
export function intervalsOverlap(labels: readonly string[]): boolean {
  const found = [...new Set(labels)].map(intervalOf).filter((own) => own !== undefined)
  const sorted = found.sort((a, b) => a.low - b.low || a.high - b.high)
  return sorted.some((own, i) => i > 0 && own.low <= sorted[i - 1].high)
}

/** The middle of an interval as text; any other label as it is. */
export function middleOf(label: string): string {
  const own = intervalOf(label)
  return own === undefined ? label : String((own.low + own.high) / 2)
}
