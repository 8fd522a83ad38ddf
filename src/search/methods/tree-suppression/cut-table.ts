/**
 * The frequency table as a decision tree reads it: a weighted row per combination and class, categories only. Numbers
 * are cut into intervals by the class first (Fayyad and Irani); missing values kept by the job are a category.
 */
import { buildFrequencyTable } from '../../../frequency/build-frequency-table.ts'
import type { FrequencyTable } from '../../../frequency/frequency-table.ts'
import { UserError } from '../../../ground/errors.ts'
import { coarsestGrouping, finestGrouping, type Grouping } from '../../../hierarchy/grouping.ts'
import type { Hierarchy, NumberHierarchy } from '../../../hierarchy/hierarchy.ts'
import { type CategoryColumn, type CodedTable, tableFromFrequencies } from '../../../learn/coded-table.ts'
import type { TreeNode } from '../../../learn/decision-tree/tree.ts'
import { findCuts, findInterval, intervalNames } from '../../../learn/discretize.ts'
import type { ClassCells } from '../../../recoding/class-decision.ts'
import type { TreeCells } from './suppress.ts'

export type CutTable = ReturnType<typeof cutTable>

/** The table has categories only, none missing; codes are the groups of `groupings`. */
export function cutTable(
  owner: string,
  frequencies: FrequencyTable,
  hierarchies: readonly Hierarchy[],
  wanted: string | undefined,
) {
  const target = findTarget(owner, frequencies, wanted)
  const domains = hierarchies.map(({ values }) => values)
  const coded = tableFromFrequencies(frequencies, target, domains)
  const numbers: CodedTable = {
    ...coded,
    columns: coded.columns.flatMap((column, i) => {
      const { kind, low, missing } = hierarchies[i]
      if (kind !== 'number') return []
      const { codes } = column as CategoryColumn
      const values = Float64Array.from(codes, (code) => (code === missing ? Number.NaN : low[code]))
      return [{ kind: 'numbers' as const, name: column.name, values }]
    }),
  }
  const cuts = findCuts(numbers)
  const groupings = hierarchies.map((hierarchy, i) =>
    hierarchy.kind === 'number'
      ? intervalGrouping(hierarchy, cuts[coded.columns[i].name])
      : finestGrouping(hierarchy.values.length),
  )
  return {
    target,
    groupings,
    table: {
      ...coded,
      columns: (coded.columns as readonly CategoryColumn[]).map((column, i) => ({
        ...column,
        values: groupNames(hierarchies[i], cuts[column.name]),
        codes: column.codes.map((code) => groupings[i].codeGroups[code]),
      })),
    },
  }
}

function findTarget(owner: string, { targets }: FrequencyTable, wanted: string | undefined): string {
  const known = targets.filter(({ kind }) => kind === 'categories').map(({ name }) => name)
  const chosen = wanted ?? known[0]
  if (chosen !== undefined && known.includes(chosen)) return chosen
  throw new UserError(
    known.length === 0
      ? `${owner} grows a decision tree and needs a target column of categories, and the table has none; give a ` +
          'column role: target'
      : `${owner}: target "${wanted}" is not a target column of categories; there are ${known.join(', ')}`,
    { path: 'algorithm', rule: 'together' },
  )
}

function intervalGrouping({ values, low, missing }: NumberHierarchy, cuts: readonly number[]): Grouping {
  const codeGroups = Int32Array.from(values, (_, code) =>
    code === missing ? cuts.length + 1 : findInterval(cuts, low[code]),
  )
  return { codeGroups, groups: codeGroups[codeGroups.length - 1] + 1 }
}

/** Names of groups in a readable tree: cuts are between values and so reveal none. */
function groupNames({ kind, values, missing }: Hierarchy, cuts: readonly number[]): string[] {
  if (kind !== 'number') return [...values]
  return missing === undefined ? intervalNames(cuts) : [...intervalNames(cuts), values[missing]]
}

/** The tree's view: columns it never tests become one group, equal rows one cell with their count. */
export function cellsOfTree(
  { table, groupings }: CutTable,
  root: TreeNode,
): { readonly cells: TreeCells & ClassCells; readonly groupings: readonly Grouping[] } {
  const tested = new Set<number>()
  const visit = (node: TreeNode): void => {
    if (node.kind === 'leaf') return
    tested.add(node.column)
    node.branches.forEach(visit)
  }
  visit(root)
  const coarse = groupings.map((grouping, i) =>
    tested.has(i) ? grouping : coarsestGrouping(grouping.codeGroups.length),
  )
  const columns = table.columns as readonly CategoryColumn[]
  const { target } = table
  const merged = buildFrequencyTable({
    columns: [
      ...columns.map(({ name, codes }, i) => ({
        name,
        size: coarse[i].groups,
        codes: tested.has(i) ? codes : new Int32Array(codes.length),
      })),
      { name: target.name, size: target.values.length, codes: target.codes },
    ],
    counts: table.weights as Float64Array,
    targets: [],
  })
  const groups = merged.columns.slice(0, columns.length).map(({ codes }) => codes)
  const { combinations: count, counts: rows } = merged
  const classes = { target: merged.columns[columns.length].codes, classes: target.values.length }
  return { groupings: coarse, cells: { count, columns: groups, groups, rows, ...classes } }
}
