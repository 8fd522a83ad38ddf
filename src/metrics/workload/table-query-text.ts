/**
 * Parses and prints COUNT queries on tables, one per line: `age 30..39, sex = Female, education in [Bachelors,
 * Masters]`. Ranges include both ends. Double quotes enclose special characters. A line may also be a JSON object; #
 * starts a comment.
 */
import { userError } from '../../ground/errors.ts'

const wrongValue = userError('value', 'utility.workload')

export interface NamedQuery {
  readonly place: string
  /** At least one; no column twice. */
  readonly conditions: readonly NamedCondition[]
}

export type NamedCondition = NamedRange | NamedSet

export interface NamedRange {
  readonly column: string
  readonly from: number
  readonly to: number
}

export interface NamedSet {
  readonly column: string
  /** Values, or names of tree nodes, which mean their leaves. */
  readonly values: readonly string[]
}

export function parseQueries(text: string): NamedQuery[] {
  const queries: NamedQuery[] = []
  text.split(/\r?\n/).forEach((line, i) => {
    const query = line.trim()
    if (query === '' || query.startsWith('#')) return
    const place = `line ${i + 1} of the workload`
    const conditions = query.startsWith('{') ? fromJson(query, place) : fromWords(query, place)
    checkConditions(conditions, place)
    queries.push({ place, conditions })
  })
  return queries
}

export function queryText(conditions: readonly NamedCondition[]): string {
  const texts = conditions.flatMap((one) => ('values' in one ? [one.column, ...one.values] : [one.column]))
  // A line cannot contain a line break; JSON writes it as \n.
  if (texts.some((text) => /[\r\n]/.test(text))) return jsonText(conditions)
  return conditions
    .map((one) => {
      const name = quotedUnless(plainName, one.column)
      if (!('values' in one)) return `${name} ${one.from}..${one.to}`
      const values = one.values.map((value) => quotedUnless(plainValue, value))
      return values.length === 1 ? `${name} = ${values[0]}` : `${name} in [${values.join(', ')}]`
    })
    .join(', ')
}

const plainName = /^[\p{L}\p{N}_][\p{L}\p{N}_ &'/+-]*$/u
const plainValue = /^[\p{L}\p{N}_<>(*-](?:[\p{L}\p{N}_ &'/+()<>=*:-]|\.(?!\.))*$/u

function quotedUnless(plain: RegExp, text: string): string {
  return plain.test(text) && !text.endsWith(' ') ? text : `"${text.replaceAll('"', '""')}"`
}

function jsonText(conditions: readonly NamedCondition[]): string {
  return JSON.stringify(
    Object.fromEntries(
      conditions.map((one) => [one.column, 'values' in one ? one.values : { from: one.from, to: one.to }]),
    ),
  )
}

// No two adjacent parts match the same characters: prevents quadratic backtracking on long lines.
const name = String.raw`("(?:[^"]|"")*"|[^"=\[\],\s]+(?:\s+[^"=\[\],\s]+)*?)`
const value = String.raw`("(?:[^"]|"")*"|[^"\[\],\s][^"\[\],]*)`
const number = String.raw`([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)`
const rangeForm = new RegExp(String.raw`^${name}(?:\s*=\s*|\s+)${number}\s*\.\.\s*${number}$`, 'u')
const setForm = new RegExp(String.raw`^${name}\s+in\s*\[(.*)\]$`, 'su')
const equalForm = new RegExp(String.raw`^${name}\s*=\s*${value}$`, 'u')
const valueForm = new RegExp(`^${value}$`, 'u')

function fromWords(line: string, place: string): NamedCondition[] {
  return splitAtCommas(line).map((text) => {
    const range = rangeForm.exec(text)
    if (range !== null) return { column: unquoted(range[1]), from: Number(range[2]), to: Number(range[3]) }
    const set = setForm.exec(text)
    const list = set === null ? [equalForm.exec(text)?.[2]] : splitAtCommas(set[2])
    const column = set?.[1] ?? equalForm.exec(text)?.[1]
    if (column === undefined || !list.every((one) => one !== undefined && valueForm.test(one)))
      throw wrongValue`${place}: "${text}" is not a condition; write age 30..39, sex = Female or education in
        [Bachelors, Masters], and put texts with commas, brackets or quotation marks into double quotes`
    return { column: unquoted(column), values: list.map((one) => unquoted(one as string)) }
  })
}

function splitAtCommas(text: string): string[] {
  const parts: string[] = []
  let quoted = false
  let depth = 0
  let from = 0
  for (let at = 0; at <= text.length; at++) {
    const letter = text[at]
    if (letter === '"') quoted = !quoted
    else if (!quoted && letter === '[') depth++
    else if (!quoted && letter === ']') depth--
    if (at < text.length && (letter !== ',' || quoted || depth > 0)) continue
    parts.push(text.slice(from, at).trim())
    from = at + 1
  }
  return parts
}

function unquoted(text: string): string {
  return text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text.trim()
}

function fromJson(line: string, place: string): NamedCondition[] {
  let record: unknown
  try {
    record = JSON.parse(line)
  } catch {
    throw wrongValue`${place} begins with { but is not a JSON object; write {"age": {"from": 30, "to": 39}, "sex":
      "Female"}, or put the name of the column into double quotes`
  }
  return Object.entries(record as Readonly<Record<string, unknown>>).map(([column, asked]) => {
    const { from, to } = (asked ?? {}) as { readonly from?: unknown; readonly to?: unknown }
    if (typeof from === 'number' && typeof to === 'number') return { column, from, to }
    const values = Array.isArray(asked) ? asked : [asked]
    if (!values.every((one) => typeof one === 'string' || typeof one === 'number'))
      throw wrongValue`${place}: column "${column}" must have a text, a list of texts, or {"from": 30, "to": 39}; got
        ${JSON.stringify(asked)}`
    return { column, values: values.map(String) }
  })
}

function checkConditions(conditions: readonly NamedCondition[], place: string): void {
  if (conditions.length === 0) throw wrongValue`${place} has no condition; give one, or remove the line`
  const seen = new Set<string>()
  for (const one of conditions) {
    if (seen.has(one.column))
      throw wrongValue`${place} has two conditions on column "${one.column}"; join them: a range from..to, or
        ${one.column} in [...]`
    seen.add(one.column)
    if ('values' in one) {
      if (one.values.length === 0)
        throw wrongValue`${place}: column "${one.column}" is asked for no value; name at least one`
    } else if (!(one.from <= one.to)) {
      throw wrongValue`${place}: the range ${one.from}..${one.to} of column "${one.column}" is empty; the smaller end
        comes first`
    }
  }
}
