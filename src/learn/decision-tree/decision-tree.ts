/**
 * C4.5 decision tree (Quinlan 1993, release 8) with the conventions of Weka's J48: gain ratio, a branch per category,
 * penalized numeric thresholds, fractional rows for missing values, collapsing, pessimistic pruning with subtree
 * raising. Growing costs rows × columns per level.
 */

import { InternalError } from '../../ground/errors.ts'
import type { CodedTable, ColumnSchema, LearnColumn } from '../coded-table.ts'
import { alignColumns, checkTrainingTable, columnCells, tableSchema } from '../coded-table.ts'
import type { LearnerRecord, Model } from '../learner.ts'
import { allEntries } from './entries.ts'
import { collapseTree, fullyGrown, type Growth, growTree } from './grow.ts'
import { pruneTree } from './prune.ts'
import { splitChooser } from './split.ts'
import { prepareTrainingData } from './training-data.ts'
import { branchShares, countNodes, type SplitNode, type TreeNode } from './tree.ts'

export interface DecisionTreeModel extends Model {
  readonly root: TreeNode
  readonly columns: readonly ColumnSchema[]
}

export interface TreeSettings {
  /** Confidence of the error estimate; smaller prunes more. */
  readonly confidence: number
  readonly minimum: number
  readonly prune: boolean
}

/** Weka's defaults. */
export const USUAL_TREE: TreeSettings = { confidence: 0.25, minimum: 2, prune: true }

export function trainDecisionTree(table: CodedTable, settings: Partial<TreeSettings> = {}): DecisionTreeModel {
  return fullyGrown(growDecisionTree(table, settings))
}

export function* growDecisionTree(table: CodedTable, settings: Partial<TreeSettings>): Growth<DecisionTreeModel> {
  const { confidence, minimum, prune } = { ...USUAL_TREE, ...settings }
  checkTrainingTable('learner decision-tree', table)
  const data = prepareTrainingData(table)
  const entries = allEntries(data)
  const grown = yield* growTree(data, splitChooser(data, minimum), entries)
  const root = prune ? pruneTree(data, collapseTree(grown), entries, { confidence, raising: true }) : grown
  const columns = tableSchema(table)
  const classes = table.target.values
  return {
    classes,
    size: countNodes(root),
    root,
    columns,
    predict: (rows) => predictWithTree(root, alignColumns(columns, rows), rows.rows, classes.length),
  }
}

export const decisionTreeLearner: LearnerRecord = {
  name: 'decision-tree',
  title: 'Decision tree (C4.5)',
  summary: 'Splits by gain ratio and prunes by pessimistic errors. Easy to read; the yardstick of the papers.',
  source: 'Quinlan 1993, 1996; conventions of Weka J48',
  train: (table) => trainDecisionTree(table),
}

/** `columns` have the order and codes of the training table. */
export function predictWithTree(
  root: TreeNode,
  columns: readonly LearnColumn[],
  rows: number,
  classes: number,
): Float64Array {
  const shares = new Float64Array(rows * classes)
  const values = columnCells(columns)
  const nodeShares = new Map<SplitNode, Float64Array>()

  function send(start: TreeNode, row: number, weight: number): void {
    let node = start
    while (node.kind !== 'leaf') {
      const place = findBranch(node, values[node.column][row])
      if (place < 0) {
        let fractions = nodeShares.get(node)
        if (!fractions) nodeShares.set(node, (fractions = branchShares(node)))
        for (let branch = 0; branch < node.branches.length; branch++)
          if (node.branches[branch].weight > 0) send(node.branches[branch], row, weight * fractions[branch])
        return
      }
      // No training row had this value here: use the node's classes.
      if (node.branches[place].weight <= 0) break
      node = node.branches[place]
    }
    for (let c = 0; c < classes; c++) shares[row * classes + c] += (weight * node.classWeights[c]) / node.weight
  }

  if (root.weight <= 0) throw new InternalError('a tree without training rows cannot predict')
  for (let row = 0; row < rows; row++) send(root, row, 1)
  return shares
}

export function findBranch(node: SplitNode, value: number): number {
  if (node.kind === 'categories') return value
  return Number.isNaN(value) ? -1 : value <= node.threshold ? 0 : 1
}
