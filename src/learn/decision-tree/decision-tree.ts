/**
 * C4.5 decision tree (Quinlan 1993, release 8) with the conventions of Weka's J48: gain ratio, a branch per category,
 * penalized numeric thresholds, fractional rows for missing values, collapsing, pessimistic pruning with subtree
 * raising. Growing costs rows × columns per level.
 */
import { alignColumns, type CodedTable, type ColumnSchema, checkTrainingTable, tableSchema } from '../coded-table.ts'
import type { LearnerRecord, Model } from '../learner.ts'
import { allEntries } from './entries.ts'
import { collapseTree, fullyGrown, type Growth, growTree } from './grow.ts'
import { predictWithTree } from './predict.ts'
import { pruneTree } from './prune.ts'
import { splitChooser } from './split.ts'
import { prepareTrainingData } from './training-data.ts'
import { countNodes, type TreeNode } from './tree.ts'

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
  summary:
    'Splits on the column with the highest gain ratio and prunes by pessimistic error estimates. Easy to ' +
    'read; the yardstick of papers on anonymization for classification.',
  source: 'Quinlan 1993, 1996; conventions of Weka J48',
  train: (table) => trainDecisionTree(table),
}
