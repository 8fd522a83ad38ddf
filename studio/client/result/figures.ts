/** Figures as they come over the wire: JSON has no infinity and no "not a number", both arrive as null. */
import { formatFigure, formatRisk } from '../../../src/report/format.ts'

/** A figure, `–` where there is none. */
export function figure(value: number | null | undefined): string {
  return formatFigure(value ?? Number.NaN)
}

export function risk(value: number | null | undefined, range: readonly [number, number] | undefined): string {
  return formatRisk(value ?? Number.NaN, range)
}

/** `Lower is better; from 0 to 1.` */
export function direction(better: 'lower' | 'higher', range: readonly (number | null)[]): string {
  const [low, high] = range
  const bounds = typeof low === 'number' && typeof high === 'number' ? `; from ${figure(low)} to ${figure(high)}` : ''
  return `${better === 'lower' ? 'Lower' : 'Higher'} is better${bounds}.`
}

/** With a capital letter, unless it begins with a name that has none: k, m, a file, a column. */
export function asTitle(text: string): string {
  return /^[a-z]{2,}[ ,;:)]/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text
}

/** A promise as a sentence. */
export function asSentence(text: string): string {
  return asTitle(/[.!?]$/.test(text) ? text : `${text}.`)
}
