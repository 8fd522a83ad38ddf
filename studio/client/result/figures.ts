/** Formats figures from JSON, in which infinity and NaN arrive as null. */
import { formatFigure } from '../../../src/ground/format.ts'

export function figure(value: number | null | undefined): string {
  return formatFigure(value ?? Number.NaN)
}

/** Capitalizes a text unless it starts with a lower-case name (k, m, a file, a column). */
export function asTitle(text: string): string {
  return /^[a-z]{2,}[ ,;:)]/.test(text) ? text.charAt(0).toUpperCase() + text.slice(1) : text
}

export function asSentence(text: string): string {
  return asTitle(/[.!?]$/.test(text) ? text : `${text}.`)
}
