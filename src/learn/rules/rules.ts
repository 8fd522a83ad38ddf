/**
 * PART rule lists (Frank and Witten 1998): builds a partial tree on the uncovered rows, turns its largest leaf into a
 * rule, removes the covered rows, and repeats. A row with a missing tested value is covered in part. Cost: about one
 * pass over the remaining rows and all columns per test.
 */
import type { CodedTable, LearnColumn } from '../coded-table.ts'
import { alignColumns, checkTrainingTable, columnCells, tableSchema } from '../coded-table.ts'
import { USUAL_TREE } from '../decision-tree/decision-tree.ts'
import { allEntries, type Entries } from '../decision-tree/entries.ts'
import { splitChooser } from '../decision-tree/split.ts'
import { distinctRows, prepareTrainingData } from '../decision-tree/training-data.ts'
import { sum } from '../decision-tree/tree.ts'
import { type LearnerRecord, TINY } from '../learner.ts'
import { findRuleLeaf, type LeafPath } from './partial-tree.ts'

export interface Rule {
  readonly conditions: readonly Condition[]
  readonly classWeights: Float64Array
}

export interface Condition {
  readonly column: number
  readonly test: 'equal' | 'at-most' | 'above'
  readonly value: number
  /** Fraction of a row with a missing value that meets the condition. */
  readonly share: number
}

export function trainRules(table: CodedTable) {
  checkTrainingTable('learner rules', table)
  const data = prepareTrainingData(table)
  const cells = columnCells(distinctRows(table, data).columns)
  const chooser = splitChooser(data, USUAL_TREE.minimum)
  const rules: Rule[] = []
  let remaining: Entries = allEntries(data)
  while (sum(remaining.weights) > TINY) {
    const rule = makeRule(findRuleLeaf(data, chooser, remaining, USUAL_TREE))
    rules.push(rule)
    remaining = uncovered(cells, rule, remaining)
  }
  const columns = tableSchema(table)
  const classes = table.target.values
  return {
    classes,
    size: { rules: rules.length, conditions: rules.reduce((total, rule) => total + rule.conditions.length, 0) },
    /** In matching order; the last one has no condition. */
    rules,
    predict: (rows: CodedTable) => predictWithRules(rules, alignColumns(columns, rows), rows.rows, classes.length),
  }
}

export const rulesLearner: LearnerRecord = {
  name: 'rules',
  title: 'Rule list (PART)',
  summary: 'An ordered list of rules, each the largest leaf of a partial tree on the rows that remain.',
  source: 'Frank and Witten 1998; conventions of Weka PART',
  train: trainRules,
}

function makeRule({ steps, classWeights }: LeafPath): Rule {
  return {
    classWeights,
    conditions: steps.map(
      ({ test, branch, share }): Condition =>
        test.kind === 'threshold'
          ? { column: test.column, test: branch === 0 ? 'at-most' : 'above', value: test.threshold!, share }
          : { column: test.column, test: 'equal', value: branch, share },
    ),
  }
}

function uncovered(cells: Cells, rule: Rule, entries: Entries): Entries {
  const rows: number[] = []
  const weights: number[] = []
  entries.rows.forEach((row, i) => {
    const covered = coveredShare(rule, cells, row)
    if (covered >= 1 - TINY) return
    rows.push(row)
    weights.push(entries.weights[i] * (1 - covered))
  })
  return { rows: Int32Array.from(rows), weights: Float64Array.from(weights) }
}

type Cells = ReturnType<typeof columnCells>

/** Each rule predicts for the fraction of the row that earlier rules did not cover. */
function predictWithRules(rules: readonly Rule[], columns: readonly LearnColumn[], rows: number, classes: number) {
  const shares = new Float64Array(rows * classes)
  const totals = rules.map((rule) => sum(rule.classWeights))
  const cells = columnCells(columns)
  for (let row = 0; row < rows; row++) {
    let left = 1
    for (let r = 0; r < rules.length && left > TINY; r++) {
      const covered = coveredShare(rules[r], cells, row)
      if (covered <= TINY) continue
      const part = left * covered
      for (let c = 0; c < classes; c++) shares[row * classes + c] += (part * rules[r].classWeights[c]) / totals[r]
      left -= part
    }
    let total = 0
    for (let c = 0; c < classes; c++) total += shares[row * classes + c]
    for (let c = 0; c < classes; c++) shares[row * classes + c] /= total
  }
  return shares
}

function coveredShare(rule: Rule, cells: Cells, row: number): number {
  let covered = 1
  for (const { column, test, value, share } of rule.conditions) {
    const cell = cells[column][row]
    if (test === 'equal' ? cell < 0 : Number.isNaN(cell)) covered *= share
    else if (test === 'equal' ? cell !== value : cell <= value !== (test === 'at-most')) return 0
  }
  return covered
}
