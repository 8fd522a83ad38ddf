/**
 * Cut values and their refinements:
 *
 * - a tree node is replaced by its children;
 * - an interval of numbers or of an order by two, cut once at the largest information gain;
 * - ⊥, the suppressed values of a column without a tree, by one disclosed value and the rest (TDR, Fung, Wang, Yu
 *   2007).
 * The gain needs only the column's counts, since a cut value covers all rows with a value below it. Cost: parts ×
 * classes; for an interval or ⊥ its codes × classes.
 */
import { groupLabel } from '../../../hierarchy/hierarchy.ts'
import { type ColumnCounts, type Measure, rowsIn, valuesIn } from '../../trail/measures.ts'

export interface CutValue {
  readonly column: number
  /** Codes up to but excluding `end`; for ⊥, disclosed ones are excluded. */
  readonly from: number
  readonly end: number
  readonly label: string
  readonly node?: number
  /** Codes with rows that are still suppressed, ascending; only for ⊥. */
  readonly suppressed?: readonly number[]
}

export interface Refinement {
  readonly value: CutValue
  readonly parts?: Int32Array
  readonly disclosed?: number
  readonly gain: number
  /** The value's rows have only one class: refining gains nothing. */
  readonly pure: boolean
}

/** `ends`: only the first or last suppressed value may be disclosed, so that ⊥ stays a range. */
export type ColumnRefinement = 'tree' | 'split' | 'disclose-any' | 'disclose-ends'

export function rootValue(column: number, counts: ColumnCounts, kind: ColumnRefinement): CutValue {
  const { tree, values } = counts.hierarchy
  const whole = { column, from: 0, end: values.length }
  if (kind === 'tree') return { ...whole, node: 0, label: tree!.names[0] }
  if (kind === 'split') return { ...whole, label: groupLabel(counts.hierarchy, 0, values.length - 1) }
  const present = Array.from(values, (_, code) => code).filter((code) => rowsIn(counts, code, code + 1) > 0)
  return { ...whole, label: '⊥', suppressed: present }
}

export function listRefinements(
  value: CutValue,
  counts: ColumnCounts,
  kind: ColumnRefinement,
  measure: Measure,
): Refinement[] {
  if (value.suppressed !== undefined) return disclosures(value, counts, kind, measure)
  const { from, end } = value
  const pure = valuesIn(counts, from, end) <= 1
  if (value.node !== undefined) {
    const { children, first } = counts.hierarchy.tree!
    const nodes = children[value.node]
    if (nodes.length === 0 || rowsIn(counts, from, end) === 0) return []
    const parts = nodes.map((child) => first[child])
    return [{ value, parts, gain: measure(counts, parts, end), pure }]
  }
  let best: Refinement | undefined
  for (let code = from + 1; code < end; code++) {
    // The cut is before the larger of two neighbouring values that occur.
    if (rowsIn(counts, code, code + 1) === 0 || rowsIn(counts, from, code) === 0) continue
    const parts = Int32Array.of(from, code)
    const gain = measure(counts, parts, end)
    if (best === undefined || gain > best.gain) best = { value, parts, gain, pure }
  }
  return best === undefined ? [] : [best]
}

export function refinedValues({ value, parts, disclosed }: Refinement, counts: ColumnCounts): CutValue[] {
  const { column, end, node } = value
  const { hierarchy } = counts
  if (disclosed !== undefined) {
    const suppressed = value.suppressed!.filter((code) => code !== disclosed)
    const label = groupLabel(hierarchy, disclosed, disclosed)
    return [
      { column, from: disclosed, end: disclosed + 1, label },
      { ...value, suppressed },
    ]
  }
  return Array.from(parts!, (from, i) => {
    const until = i + 1 < parts!.length ? parts![i + 1] : end
    if (node === undefined) return { column, from, end: until, label: groupLabel(hierarchy, from, until - 1) }
    const child = hierarchy.tree!.children[node][i]
    return { column, from, end: until, node: child, label: hierarchy.tree!.names[child] }
  })
}

function disclosures(value: CutValue, counts: ColumnCounts, kind: ColumnRefinement, measure: Measure): Refinement[] {
  const suppressed = value.suppressed!
  if (suppressed.length < 2) return []
  const whole = sumCodes(counts, suppressed)
  const pure = whole.values.filter((rows) => rows > 0).length <= 1
  const codes = kind === 'disclose-ends' ? [suppressed[0], suppressed[suppressed.length - 1]] : suppressed
  return codes.map((code) => ({
    value,
    disclosed: code,
    gain: measure(besideTheRest(counts, code, whole), [0, 1], 2),
    pure,
  }))
}

interface CodeSum {
  readonly codes: number
  readonly rows: number
  readonly values: Float64Array
}

function sumCodes(counts: ColumnCounts, codes: readonly number[]): CodeSum {
  const { width } = counts
  const values = new Float64Array(width)
  let rows = 0
  for (const code of codes) {
    rows += rowsIn(counts, code, code + 1)
    for (let v = 0; v < width; v++) values[v] += counts.values[(code + 1) * width + v] - counts.values[code * width + v]
  }
  return { codes: codes.length, rows, values }
}

/** Lays one value and the rest of the whole side by side as two codes, because a measure only reads ranges. */
function besideTheRest(counts: ColumnCounts, code: number, whole: CodeSum): ColumnCounts {
  const { width, hierarchy } = counts
  const part = sumCodes(counts, [code])
  const values = new Float64Array(3 * width)
  values.set(part.values, width)
  values.set(whole.values, 2 * width)
  // For loss measures: the value at 0 and the rest from 1 on, on a scale of (values − 1)/(all values − 1).
  const scale = (whole.codes - 1) / Math.max(1, hierarchy.values.length - 1)
  return {
    hierarchy: {
      column: hierarchy.column,
      kind: 'number',
      values: ['disclosed', 'suppressed'],
      low: Float64Array.of(0, 1),
      high: Float64Array.of(0, whole.codes - 1),
      levels: [],
    },
    weight: counts.weight * scale,
    rows: Float64Array.of(0, part.rows, whole.rows),
    values,
    width,
  }
}
