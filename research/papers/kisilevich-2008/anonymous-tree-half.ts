/**
 * kADET: tests the anonymous tree itself, as in the paper. With taxonomies a column is also offered by the levels of
 * its tree, so that a path may split by coarse values first and finer ones below.
 */
import type { CategoryColumn, CodedTable } from '../../../src/learn/coded-table.ts'
import { alignColumns, tableSchema } from '../../../src/learn/coded-table.ts'
import { predictWithTree } from '../../../src/learn/decision-tree/decision-tree.ts'
import { fullyGrown } from '../../../src/learn/decision-tree/grow.ts'
import { countNodes } from '../../../src/learn/decision-tree/tree.ts'
import { findCuts } from '../../../src/learn/discretize.ts'
import type { Prepared } from '../../../src/learn/evaluation/cross-validate.ts'
import type { LearnerRecord } from '../../../src/learn/learner.ts'
import { growAnonymousTree } from '../../../src/search/methods/tree-suppression/anonymous-tree.ts'
import { applyCuts, selectColumns } from '../../../test/learn-tables.ts'
import type { Cutter } from './anonymize-half.ts'

/** The nodes above each value of a column, root first. */
export type FindPath = (column: string, value: string) => readonly string[]

export function anonymousTreeLearner(k: number): LearnerRecord {
  return {
    name: 'kadet',
    title: 'kADET',
    summary: 'A decision tree whose leaves hold k rows or more.',
    source: 'Friedman, Schuster, Wolff 2006',
    train(table) {
      const root = fullyGrown(growAnonymousTree(table, { k, confidence: 0.25, prune: true }))
      const columns = tableSchema(table)
      const classes = table.target.values
      return {
        classes,
        size: countNodes(root),
        predict: (rows) => predictWithTree(root, alignColumns(columns, rows), rows.rows, classes.length),
      }
    },
  }
}

/** The quasi-identifiers in intervals and, with `pathOf`, by every level of their trees. */
export function levelsHalf(
  train: CodedTable,
  quasiIdentifiers: readonly string[],
  findPath?: FindPath,
  cutter: Cutter = findCuts,
): Prepared {
  const cuts = cutter(train)
  const recode = (table: CodedTable): CodedTable => {
    const cut = selectColumns(applyCuts(table, cuts), quasiIdentifiers)
    if (findPath === undefined) return cut
    return {
      ...cut,
      columns: (cut.columns as readonly CategoryColumn[]).flatMap((column) => listLevels(column, findPath)),
    }
  }
  return { train: recode(train), recode }
}

/** The column by its values, and by the nodes at each depth of its tree if these are fewer. */
function listLevels(column: CategoryColumn, findPath: FindPath): CategoryColumn[] {
  const paths = column.values.map((value) => findPath(column.name, value))
  const depth = Math.max(...paths.map((path) => path.length))
  const levels: CategoryColumn[] = []
  for (let level = 1; level < depth; level++) {
    const nodes = paths.map((path, i) => path[level] ?? column.values[i])
    const values = [...new Set(nodes)]
    if (values.length === column.values.length || values.length < 2) continue
    const place = nodes.map((node) => values.indexOf(node))
    const codes = column.codes.map((code) => (code < 0 ? -1 : place[code]))
    levels.push({ kind: 'categories', name: `${column.name} at level ${level}`, values, codes })
  }
  return [...levels, column]
}
