/**
 * Small tables and hierarchies built by hand, as plain data, so that tests of counting, metrics and searches lean on nothing but
 * the contracts.
 */
import {
  type CategoryTarget,
  codesOfSize,
  type FrequencyTable,
  type NumberTarget,
} from '../src/frequency/frequency-table.ts'
import { finestGrouping, type Grouping } from '../src/hierarchy/grouping.ts'
import { type Hierarchy, type Level, MISSING_LABEL, type Tree, type TreeHierarchy } from '../src/hierarchy/hierarchy.ts'
import type { MetricSettings } from '../src/metrics/metric.ts'

export interface Row {
  /** One code per quasi-identifier. */
  readonly codes: readonly number[]
  /** Value codes of the category targets, in their order. */
  readonly categories?: readonly number[]
  /** Values of the number targets, in their order. */
  readonly numbers?: readonly number[]
}

export interface TargetNames {
  readonly categories?: readonly { readonly name: string; readonly values: readonly string[] }[]
  readonly numbers?: readonly string[]
  /** Category targets that are counted as sensitive columns too. */
  readonly sensitive?: readonly string[]
}

/** The frequency table of rows, counted in the plainest way. */
export function tableFromRows(
  columns: readonly { readonly name: string; readonly size: number }[],
  rows: readonly Row[],
  targets: TargetNames = {},
): FrequencyTable {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const key = row.codes.join(',')
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  const combinations = [...groups.values()].sort((a, b) => compareCodes(a[0].codes, b[0].codes))
  return {
    columns: columns.map(({ name, size }, column) => {
      const codes = codesOfSize(size, combinations.length)
      for (let i = 0; i < combinations.length; i++) codes[i] = combinations[i][0].codes[column]
      return { name, size, codes }
    }),
    combinations: combinations.length,
    rows: rows.length,
    counts: Int32Array.from(combinations, (group) => group.length),
    targets: [
      ...(targets.categories ?? []).map((target, t) => categoryTarget(target.name, target.values, combinations, t)),
      ...(targets.numbers ?? []).map((name, t) => numberTarget(name, combinations, t)),
    ],
    sensitive: (targets.sensitive ?? []).map((name) => {
      const t = (targets.categories ?? []).findIndex((target) => target.name === name)
      const { values } = (targets.categories ?? [])[t]
      const ofCodes = values.map((_, code) => code)
      const { kind: _, ...own } = numberTarget(
        name,
        combinations.map((group) => group.map((row) => ({ ...row, numbers: [row.categories![t]] }))),
        0,
      )
      // Codes of the values that occur become codes of all values.
      return {
        ...own,
        values,
        codes: own.codes.map((code) => own.values[code]),
        overall: Float64Array.from(ofCodes, (code) => rows.filter((row) => row.categories![t] === code).length),
      }
    }),
  }
}

function compareCodes(a: readonly number[], b: readonly number[]): number {
  for (let column = 0; column < a.length; column++) if (a[column] !== b[column]) return a[column] - b[column]
  return 0
}

function categoryTarget(
  name: string,
  values: readonly string[],
  combinations: readonly (readonly Row[])[],
  t: number,
): CategoryTarget {
  const counts = new Int32Array(combinations.length * values.length)
  combinations.forEach((group, i) => {
    for (const row of group) counts[i * values.length + row.categories![t]]++
  })
  return { kind: 'categories', name, values, counts }
}

function numberTarget(name: string, combinations: readonly (readonly Row[])[], t: number): NumberTarget {
  const values = [...new Set(combinations.flatMap((group) => group.map((row) => row.numbers![t])))].sort(
    (a, b) => a - b,
  )
  const offsets = [0]
  const codes: number[] = []
  const counts: number[] = []
  for (const group of combinations) {
    values.forEach((value, code) => {
      const count = group.filter((row) => row.numbers![t] === value).length
      if (count > 0) {
        codes.push(code)
        counts.push(count)
      }
    })
    offsets.push(codes.length)
  }
  return {
    kind: 'numbers',
    name,
    values: Float64Array.from(values),
    offsets: Int32Array.from(offsets),
    codes: Int32Array.from(codes),
    counts: Int32Array.from(counts),
  }
}

/** A taxonomy as written: a leaf is its name, a node its name and children. */
export type Nested = string | { readonly name: string; readonly children: readonly Nested[] }

export function treeHierarchy(column: string, root: Nested): TreeHierarchy {
  const names: string[] = []
  const parent: number[] = []
  const depth: number[] = []
  const first: number[] = []
  const last: number[] = []
  const children: number[][] = []
  const leafNode: number[] = []
  const add = (nested: Nested, above: number): void => {
    const node = names.length
    names.push(typeof nested === 'string' ? nested : nested.name)
    parent.push(above)
    depth.push(above < 0 ? 0 : depth[above] + 1)
    first.push(leafNode.length)
    children.push([])
    if (above >= 0) children[above].push(node)
    if (typeof nested === 'string') leafNode.push(node)
    else for (const child of nested.children) add(child, node)
    last[node] = leafNode.length - 1
  }
  add(root, -1)
  const tree: Tree = {
    names,
    parent: Int32Array.from(parent),
    first: Int32Array.from(first),
    last: Int32Array.from(last),
    children: children.map((nodes) => Int32Array.from(nodes)),
    leafNode: Int32Array.from(leafNode),
  }
  const levels: Level[] = []
  for (let level = Math.max(...leafNode.map((node) => depth[node])); level >= 0; level--) {
    const ancestors = leafNode.map((node) => {
      while (depth[node] > level) node = parent[node]
      return node
    })
    levels.push({ name: `depth ${level}`, grouping: groupingOfLabels(ancestors) })
  }
  return { column, kind: 'tree', values: leafNode.map((node) => names[node]), tree, levels }
}

/** Numeric values in ascending order, an endpoint between every two; `missing` adds the last code. */
export function numberHierarchy(
  column: string,
  low: readonly number[],
  options: { readonly high?: readonly number[]; readonly missing?: boolean } = {},
): Hierarchy {
  const high = options.high ?? low
  const labels = low.map((value, code) => (value === high[code] ? String(value) : `[${value},${high[code]}]`))
  const lost = options.missing ? [Number.NaN] : []
  const values = options.missing ? [...labels, MISSING_LABEL] : labels
  return {
    column,
    kind: 'number',
    values,
    low: Float64Array.from([...low, ...lost]),
    high: Float64Array.from([...high, ...lost]),
    levels: ladder(values.length),
    missing: options.missing ? low.length : undefined,
  }
}

export function orderHierarchy(column: string, values: readonly string[]): Hierarchy {
  return { column, kind: 'order', values, levels: ladder(values.length) }
}

/** Widths 1, 2, 4, … up to all. */
function ladder(size: number): Level[] {
  const levels: Level[] = [{ name: 'width 1', grouping: finestGrouping(size) }]
  for (let width = 2; width < size * 2; width *= 2) {
    const labels = Array.from({ length: size }, (_, code) => Math.floor(code / width))
    levels.push({ name: `width ${width}`, grouping: groupingOfLabels(labels) })
  }
  return levels
}

/** Neighbouring codes with the same label are one group. */
export function groupingOfLabels(labels: readonly (number | string)[]): Grouping {
  const codeGroups = new Int32Array(labels.length)
  let group = 0
  for (let code = 1; code < labels.length; code++) {
    if (labels[code] !== labels[code - 1]) group++
    codeGroups[code] = group
  }
  return { codeGroups, groups: group + 1 }
}

/** Settings with equal weights. */
export function equalSettings(
  hierarchies: readonly Hierarchy[],
  more: Omit<Partial<MetricSettings>, 'hierarchies'> = {},
): MetricSettings {
  const weights = new Float64Array(hierarchies.length).fill(1 / hierarchies.length)
  return { hierarchies, weights, k: 2, ...more }
}
