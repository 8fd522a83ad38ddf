/** The domain of a column in queries: its codes, the texts that name them, and the codes that a label covers. */

import type { Target } from '../../frequency/frequency-table.ts'
import { firstPlace } from '../../ground/sorted.ts'
import { parseNumber, readRange } from '../../hierarchy/ends/range-label.ts'
import { type Hierarchy, MISSING_LABEL, SUPPRESSED_LABEL, type Tree } from '../../hierarchy/hierarchy.ts'
import { withOneStar } from '../../hierarchy/prefix.ts'

export type Span = readonly [number, number]

export interface QueryDomain {
  readonly column: string
  readonly size: number
  readonly values: readonly string[]
  /** Smallest and largest number of each code if all values are numbers; NaN for missing. */
  readonly low?: ArrayLike<number>
  readonly high?: ArrayLike<number>
  /** Codes are in numeric order, so that a run is a range. */
  readonly ascending: boolean
  readonly tree?: Tree
  readonly missing?: number
  findSpan(text: string): Span | undefined
  spanOfLabel(label: string): Span | undefined
}

export function queryDomain(hierarchy: Hierarchy): QueryDomain {
  const { column, kind, values, tree, missing, filled, members } = hierarchy
  const numbers = hierarchy.kind === 'number' ? hierarchy : parseBounds(values, missing)
  // The last entry of a name wins: values before nodes, and the node nearest the root.
  const nodes = (tree?.names ?? [])
    .map((name, node): readonly [string, Span] => [name, [tree!.first[node], tree!.last[node]]])
    .reverse()
  // Values that a code stands for are ends of its labels.
  const texts = (code: number) => [values[code], ...(members?.[code] ?? [])]
  const codes = new Map(values.flatMap((_, code) => texts(code).map((text) => [text, code])))
  const names = new Map<string, Span>([...nodes, ...values.map((value, code) => [value, [code, code]] as const)])
  const prefixes = new Map(filled ? nodes.map(([name, span]) => [withOneStar(name), span]) : [])
  const spanOfName = (text: string): Span | undefined => names.get(text) ?? prefixes.get(withOneStar(text))
  const domain: QueryDomain = {
    column,
    size: values.length,
    values,
    low: numbers?.low,
    high: numbers?.high,
    ascending: kind === 'number',
    tree,
    missing,
    findSpan: (text) => spanOfName(text) ?? (kind === 'number' ? codeOfNumber(domain, parseNumber(text)) : undefined),
    spanOfLabel(label) {
      if (label === SUPPRESSED_LABEL || label === hierarchy.whole) return [0, values.length - 1]
      if (kind === 'number') return spanOfInterval(domain, label) ?? spanOfMean(domain, label, hierarchy.shows)
      return spanOfName(label) ?? spanOfList(codes, label) ?? spanOfEnds(codes, label)
    },
  }
  return domain
}

export function domainOfTarget(target: Target): QueryDomain {
  const values = target.kind === 'categories' ? target.values : Array.from(target.values, String)
  const numbers =
    target.kind === 'numbers' ? { low: target.values, high: target.values } : parseBounds(values, undefined)
  const codes = new Map(values.map((value, code) => [value, [code, code] as const]))
  const findSpan = (text: string): Span | undefined =>
    codes.get(text) ?? (target.kind === 'numbers' ? codes.get(String(parseNumber(text))) : undefined)
  return {
    column: target.name,
    size: values.length,
    values,
    low: numbers?.low,
    high: numbers?.high,
    ascending: target.kind === 'numbers',
    findSpan,
    spanOfLabel: findSpan,
  }
}

function parseBounds(values: readonly string[], missing: number | undefined) {
  const numbers = values.map((value, code) => (code === missing ? Number.NaN : parseNumber(value)))
  if (numbers.some((number, code) => Number.isNaN(number) && code !== missing)) return undefined
  return { low: numbers, high: numbers }
}

function codeOfNumber({ low, high }: QueryDomain, value: number): Span | undefined {
  const { length } = low as ArrayLike<number>
  for (let code = 0; code < length; code++)
    if ((low as ArrayLike<number>)[code] === value && (high as ArrayLike<number>)[code] === value) return [code, code]
  return undefined
}

/** `39`, `[17,39]`, `≥ 85`, `[17,39] or missing`, `(missing)`: the codes with a number in the interval. */
function spanOfInterval({ low, high, missing, size }: QueryDomain, label: string): Span | undefined {
  if (label === MISSING_LABEL) return missing === undefined ? undefined : [missing, missing]
  const range = readRange(label)
  if (range === undefined) return undefined
  const numbers = missing === undefined ? size : missing
  const from = firstPlace(numbers, (code) => (high as ArrayLike<number>)[code] >= range.low)
  const to = firstPlace(numbers, (code) => !((low as ArrayLike<number>)[code] <= range.high)) - 1
  if (from > to) return undefined
  return [from, !range.missing || missing === undefined ? to : missing]
}

/** A mean may lie between two codes: the lower one. */
function spanOfMean({ low, missing, size }: QueryDomain, label: string, shows: Hierarchy['shows']): Span | undefined {
  const range = shows === 'mean' ? readRange(label) : undefined
  if (range === undefined || low === undefined) return undefined
  const numbers = missing ?? size
  const above = firstPlace(numbers, (code) => low[code] > range.low)
  if (range.low !== range.high || above === 0 || above === numbers) return undefined
  return [above - 1, range.missing && missing !== undefined ? missing : above - 1]
}

/** `{a,c}`: leaves without a common node; those between may be suppressed. Values may contain commas. */
function spanOfList(codes: ReadonlyMap<string, number>, label: string): Span | undefined {
  if (!label.startsWith('{') || !label.endsWith('}')) return undefined
  const parts = label.slice(1, -1).split(',')
  const spanFrom = (part: number, before: number): Span | undefined => {
    for (let end = part + 1, text = parts[part]; end <= parts.length; text += `,${parts[end++]}`) {
      const code = codes.get(text) ?? -1
      if (code <= before) continue
      if (end === parts.length) return [code, code]
      const rest = spanFrom(end, code)
      if (rest !== undefined) return [code, rest[1]]
    }
    return undefined
  }
  return spanFrom(0, -1)
}

function spanOfEnds(codes: ReadonlyMap<string, number>, label: string): Span | undefined {
  if (!label.startsWith('[') || !label.endsWith(']')) return undefined
  for (let comma = label.indexOf(','); comma >= 0; comma = label.indexOf(',', comma + 1)) {
    const [first, last] = [codes.get(label.slice(1, comma)), codes.get(label.slice(comma + 1, -1))]
    if (first !== undefined && last !== undefined && last > first) return [first, last]
  }
  return undefined
}
