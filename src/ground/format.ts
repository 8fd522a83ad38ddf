/** Formats numbers for terminal, report and studio. Uses no locale, so the text is the same on every machine. */
import { madeOnce } from './made-once.ts'

const UNDEFINED = '–'

/** Template tag for long texts: a line break and the indentation behind it become one blank. */
export function prose(texts: TemplateStringsArray, ...parts: readonly unknown[]): string {
  return String.raw({ raw: joinLines(texts) }, ...parts)
}

/** Joins wrapped lines of a template, which are indented, with one blank. */
export const joinLines = madeOnce((texts: TemplateStringsArray): readonly string[] =>
  texts.map((text, i) => (texts.raw[i].includes('\n') ? text.replace(/\s*\n +/g, ' ') : text)),
)

/** `30,162` */
export function formatCount(count: number): string {
  if (!Number.isFinite(count)) return notFinite(count)
  if (!Number.isInteger(count)) return formatFigure(count)
  return grouped(plain(count))
}

/** `1 row`, `2,000 rows` */
export function many(count: number, noun: string, nouns = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : nouns}`
}

/** `12.3%`. Shares close to 0 or 1 never round to them: `<0.01%`, `>99.99%`. */
export function formatShare(share: number): string {
  if (!Number.isFinite(share)) return notFinite(share)
  if (share < 0) return `-${formatShare(-share)}`
  if (share === 0) return '0%'
  if (share === 1) return '100%'
  const percent = share * 100
  if (percent < 0.01) return '<0.01%'
  if (percent > 99.99 && percent < 100) return '>99.99%'
  const decimals = percent < 1 || (percent > 99 && percent < 100) ? 2 : 1
  return `${grouped(trimmed(percent.toFixed(decimals)))}%`
}

/** Four significant digits, whole numbers in full: `0.2314`, `12.35`, `1,204,511`. */
export function formatFigure(value: number): string {
  if (!Number.isFinite(value)) return notFinite(value)
  if (value < 0) return `-${formatFigure(-value)}`
  if (Number.isInteger(value)) return grouped(plain(value))
  if (value < 1e-4) return value.toExponential(2)
  if (value >= 1000) return grouped(value.toFixed(0))
  return grouped(trimmed(value.toPrecision(4)))
}

/** Formats a risk with range 0 to 1 as a share, any other (such as a number of people) as a figure. */
export function formatRisk(value: number, range: readonly [number, number] | undefined): string {
  return range?.[0] === 0 && range[1] === 1 ? formatShare(value) : formatFigure(value)
}

function notFinite(value: number | null): string {
  // JSON turns NaN into null.
  if (value === null || Number.isNaN(value)) return UNDEFINED
  return value > 0 ? '∞' : '-∞'
}

/** All digits; JavaScript itself uses an exponent beyond 1e21. */
function plain(value: number): string {
  return String(Object.is(value, -0) ? 0 : value)
}

function grouped(digits: string): string {
  if (digits.includes('e')) return digits
  const [whole, fraction] = digits.split('.')
  const separated = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? separated : `${separated}.${fraction}`
}

function trimmed(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal
}

export function unbroken(words: string): string {
  return words.replaceAll(' − ', '\u00a0−\u00a0')
}

/** Groups the digits of counts in a sentence. */
export function groupDigits(text: string): string {
  return text
    .replace(/(?<![\w.,])\d{4,}(?![\w.,]*\d)/g, (digits) => formatCount(Number(digits)))
    .replace(/\b1 (row|basket|constraint|item)s\b/g, '1 $1')
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** `name = value, other = value`. */
export function pairsInWords(values: Readonly<Record<string, unknown>>, sign = ' = '): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}${sign}${value}`)
    .join(', ')
}
