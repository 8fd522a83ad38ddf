/** Figures as they come over the wire: JSON has no infinity and no "not a number", both arrive as null. */
import { formatFigure } from '../../../src/ground/format.ts'

/** A figure, `–` where there is none. */
export function figure(value: number | null | undefined): string {
  return formatFigure(value ?? Number.NaN)
}

/** With a capital letter, unless it begins with a name that has none: k, m, a file, a column. */
export function asTitle(text: string): string {
  return /^[a-z]{2,}[ ,;:)]/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text
}

/** A promise as a sentence. */
export function asSentence(text: string): string {
  return asTitle(/[.!?]$/.test(text) ? text : `${text}.`)
}
