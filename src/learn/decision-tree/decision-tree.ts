/**
 * C4.5 decision tree (Quinlan 1993, release 8), with the conventions of Weka's J48: gain ratio, a branch per category, thresholds on
 * numbers with the price of choosing them, missing values by fractional rows, collapsing, pessimistic pruning with subtree raising.
 * Growing costs rows × columns per level of the tree.
 */
import { type OptionRecord, type OptionValues, readOptions } from '../../options.ts'
import { alignColumns, type CodedTable, type ColumnSchema, checkTrainingTable, schemaOf } from '../coded-table.ts'
import type { LearnerRecord, Model } from '../learner.ts'
import { allEntries } from './entries.ts'
import { collapseTree, fullyGrown, type Growth, growTree } from './grow.ts'
import { predictWithTree } from './predict.ts'
import { pruneTree } from './prune.ts'
import { splitChooser } from './split.ts'
import { prepareTrainingData } from './training-data.ts'
import { countNodes, type TreeNode, treeLines } from './tree.ts'

/** A tree that can be walked: see `tree.ts`. */
export interface DecisionTreeModel extends Model {
  readonly root: TreeNode
  /** The columns the nodes speak of, in order. */
  readonly columns: readonly ColumnSchema[]
}

export const splitOptions: readonly OptionRecord[] = [
  {
    name: 'confidence',
    type: 'number',
    default: 0.25,
    minimum: 1e-6,
    maximum: 0.5,
    meaning: 'Confidence of the error estimate when pruning; smaller prunes more.',
  },
  {
    name: 'minimum-weight',
    type: 'number',
    default: 2,
    minimum: 1,
    meaning: 'Rows that at least two branches of every split must have.',
  },
]

const options: readonly OptionRecord[] = [
  ...splitOptions,
  { name: 'prune', type: 'boolean', default: true, meaning: 'Prune the grown tree; otherwise keep all of it.' },
  {
    name: 'raise-subtrees',
    type: 'boolean',
    default: true,
    meaning: 'While pruning, allow a node to be replaced by its largest branch.',
  },
]

export function trainDecisionTree(table: CodedTable, given: OptionValues = {}): DecisionTreeModel {
  return fullyGrown(growDecisionTree(table, given))
}

export function* growDecisionTree(table: CodedTable, given: OptionValues): Growth<DecisionTreeModel> {
  const chosen = readOptions('learner decision-tree', options, given)
  checkTrainingTable('learner decision-tree', table)
  const data = prepareTrainingData(table)
  const entries = allEntries(data)
  const chooser = splitChooser(data, chosen['minimum-weight'] as number)
  const grown = yield* growTree(data, chooser, entries)
  const root = chosen['prune']
    ? pruneTree(data, collapseTree(grown), entries, {
        confidence: chosen['confidence'] as number,
        raising: chosen['raise-subtrees'] as boolean,
      })
    : grown
  const columns = schemaOf(table)
  const classes = table.target.values
  return {
    learner: 'decision-tree',
    classes,
    root,
    columns,
    predict: (rows) => predictWithTree(root, alignColumns(columns, rows), rows.rows, classes.length),
    describe: () => ({ size: countNodes(root), lines: treeLines(root, columns, classes) }),
  }
}

export const decisionTreeLearner: LearnerRecord = {
  name: 'decision-tree',
  title: 'Decision tree (C4.5)',
  summary:
    'Splits on the column with the highest gain ratio and prunes by pessimistic error estimates. Easy to read; the yardstick of papers on anonymization for classification.',
  source: 'Quinlan 1993, 1996; conventions of Weka J48',
  options,
  train: (table, given) => trainDecisionTree(table, given),
}
