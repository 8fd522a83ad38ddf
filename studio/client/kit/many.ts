/** A number of things in words: `1 row`, `2,000 rows`. */
import { formatCount } from '../../../src/report/format.ts'

export function many(count: number, noun: string, nouns = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : nouns}`
}

/** A figure, or a dash where there is none. */
export function orDash(figure: number | undefined, format: (figure: number) => string): string {
  return figure === undefined ? '–' : format(figure)
}
