/**
 * Wang, Yu, Chakraborty 2004, §6.1, figure 3, made again: Adult's 30,162 complete training rows are generalized for K = 10 … 500, a C4.5
 * tree is built on the result, the same generalization is applied to the 15,060 test rows, and the tree's error on them is shown, between
 * the baseline (nothing generalized) and the worst (everything at the root). For the paper's rule, the careful preset and top-down; with
 * the paper's seven trees and with the eight quasi-identifiers of Iyengar 2002. Draws CM by K of the eight.
 *
 *     npx tsx papers/wang-2004/train-and-test.ts            (needs Adult: test/data.ts; about two minutes)
 */
import { writeFileSync } from 'node:fs'
import { sevenHierarchies } from '../../bench/bottom-up/enlarged-adult.ts'
import type { CategoryColumn, CodedTable } from '../../src/learn/coded-table.ts'
import { trainDecisionTree } from '../../src/learn/decision-tree/decision-tree.ts'
import { evaluateModel } from '../../src/learn/evaluation/measures.ts'
import {
  createEvaluator,
  findMetric,
  findSearch,
  type Grouping,
  groupLabel,
  type Hierarchy,
  makeGoal,
  makeRequirement,
  type SearchProblem,
} from '../../src/workbench.ts'
import { type AdultRow, adultEducationRanks, adultHierarchies, readAdult } from '../../test/adult.ts'
import { haveData } from '../../test/data.ts'
import { tableFromRows } from '../../test/small-tables.ts'
import { type Curve, drawCurves } from './draw-curves.ts'

const sizes = [10, 25, 50, 75, 100, 150, 200, 250, 300, 400, 500]
const methods = [
  { name: "bottom-up, paper's rule", search: 'bottom-up', options: {} },
  { name: 'bottom-up, careful', search: 'bottom-up', options: { preset: 'careful' } },
  { name: 'top-down', search: 'top-down', options: {} },
] as const
const incomes = ['<=50K', '>50K']

interface Rows {
  /** One code per quasi-identifier. */
  readonly codes: readonly (readonly number[])[]
  readonly incomes: readonly number[]
}

interface Split {
  readonly train: Rows
  readonly test: Rows
}

interface Outcome {
  readonly error: number
  readonly CM: number
  readonly LM: number
  readonly suppressed: number
}

if (haveData('adult')) {
  const training = readAdult('adult.data')
  const testing = readAdult('adult.test')
  await compare('seven trees, as in the paper', sevenHierarchies(), training, testing)
  const curves = await compare('eight quasi-identifiers', adultHierarchies(training), training, testing)
  const file = new URL('../../docs/searches/bottom-up-cm.svg', import.meta.url)
  writeFileSync(file, drawCurves(curves, { title: 'CM of the release by k, Adult, eight quasi-identifiers' }))
}

async function compare(
  title: string,
  hierarchies: readonly Hierarchy[],
  training: readonly AdultRow[],
  testing: readonly AdultRow[],
): Promise<Curve[]> {
  const train = codedRows(hierarchies, training)
  const test = codedRows(hierarchies, testing)
  const alone = hierarchies.map(({ values }) => ({ groupOf: Int32Array.from(values.keys()), groups: values.length }))
  const whole = hierarchies.map(({ values }) => ({ groupOf: new Int32Array(values.length), groups: 1 }))
  const baseline = testError(hierarchies, { train, test }, alone, 1, true)
  const worst = testError(hierarchies, { train, test }, whole, 1)
  console.log(`\n${title}: baseline ${percent(baseline)}, worst ${percent(worst)}\n`)
  console.log(`| K | ${methods.map(({ name }) => `${name}: E | CM | LM | suppressed`).join(' | ')} |`)
  console.log(`| --- |${' --- |'.repeat(4 * methods.length)}`)
  const curves: Curve[] = methods.map(({ name }) => ({ name, points: [] }))
  for (const k of sizes) {
    const problem = problemOf(hierarchies, train, k)
    const cells: string[] = []
    for (const [i, method] of methods.entries()) {
      const outcome = await runOnce(problem, method, { train, test }, k)
      curves[i].points.push({ x: k, y: outcome.CM })
      cells.push(percent(outcome.error), outcome.CM.toFixed(4), outcome.LM.toFixed(3), String(outcome.suppressed))
    }
    console.log(`| ${k} | ${cells.join(' | ')} |`)
  }
  return curves
}

function problemOf(hierarchies: readonly Hierarchy[], train: Rows, k: number): SearchProblem {
  const frequencies = tableFromRows(
    hierarchies.map(({ column, values }) => ({ name: column, size: values.length })),
    train.codes.map((codes, row) => ({ codes, categories: [train.incomes[row]] })),
    { categories: [{ name: 'income', values: incomes }] },
  )
  const weights = hierarchies.map(() => 1)
  return {
    frequencies,
    hierarchies,
    requirements: [makeRequirement('k-anonymity', k)],
    suppressionLimit: 1,
    suppressedGroup: 'exempt',
    goal: makeGoal('classification', { frequencies, hierarchies, weights, k }),
  }
}

async function runOnce(
  problem: SearchProblem,
  { search, options }: (typeof methods)[number],
  rows: Split,
  k: number,
): Promise<Outcome> {
  const result = await findSearch(search).search(problem, options, {
    seed: 1,
    threads: 1,
    now: () => performance.now(),
  })
  if (result.outcome !== 'found') throw new Error(`${search}, k = ${k}: ${result.outcome}`)
  const { partition } = createEvaluator(problem).evaluate(result.groupings)
  if (partition.smallestClass < k) throw new Error(`${search}, k = ${k}: a class has ${partition.smallestClass} rows`)
  const { settings } = problem.goal.terms[0]
  return {
    error: testError(problem.hierarchies, rows, result.groupings, k),
    CM: findMetric('CM').compute(partition, settings),
    LM: findMetric('LM').compute(partition, settings),
    suppressed: partition.suppressedRows,
  }
}

/** Codes by name; a number that the training rows do not have goes to the nearest one they have, as `halftone apply` does. */
function codedRows(hierarchies: readonly Hierarchy[], rows: readonly AdultRow[]): Rows {
  const ranks = adultEducationRanks()
  const places = hierarchies.map(({ values }) => new Map(values.map((value, code) => [value, code])))
  const codeOf = ({ kind, low }: Hierarchy, column: number, text: string): number => {
    const value = kind === 'number' && text in ranks ? String(ranks[text]) : text
    const code = places[column].get(value)
    if (code !== undefined) return code
    if (low === undefined) throw new Error(`${hierarchies[column].column} "${value}" is not in its hierarchy`)
    const distances = low.map((own) => Math.abs(own - Number(value)))
    return distances.indexOf(Math.min(...distances))
  }
  return {
    codes: rows.map((row) => hierarchies.map((own, i) => codeOf(own, i, row[own.column as keyof AdultRow]))),
    incomes: rows.map((row) => incomes.indexOf(row.income)),
  }
}

/** Error on the test rows of a tree built on the training rows, both generalized; cells of suppressed training rows are unknown. */
function testError(
  hierarchies: readonly Hierarchy[],
  { train, test }: Split,
  groupings: readonly Grouping[],
  k: number,
  numbers = false,
): number {
  const keys = train.codes.map((codes) => codes.map((code, column) => groupings[column].groupOf[code]).join())
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  const suppressed = keys.map((key) => counts.get(key)! < k)
  const model = trainDecisionTree(learnTable(hierarchies, train, groupings, numbers, suppressed))
  return evaluateModel(model, learnTable(hierarchies, test, groupings, numbers)).error
}

function learnTable(
  hierarchies: readonly Hierarchy[],
  { codes, incomes: classes }: Rows,
  groupings: readonly Grouping[],
  numbers: boolean,
  suppressed?: readonly boolean[],
): CodedTable {
  const target: CategoryColumn = {
    kind: 'categories',
    name: 'income',
    values: incomes,
    codes: Int32Array.from(classes),
  }
  return {
    rows: codes.length,
    target,
    columns: hierarchies.map((hierarchy, column) => {
      const { column: name, kind, low } = hierarchy
      if (numbers && kind === 'number') {
        return { kind: 'numbers', name, values: Float64Array.from(codes, (row) => low![row[column]]) }
      }
      const { groupOf, groups } = groupings[column]
      const labels = Array.from({ length: groups }, (_, group) =>
        groupLabel(hierarchy, groupOf.indexOf(group), groupOf.lastIndexOf(group)),
      )
      const cells = Int32Array.from(codes, (row, i) => (suppressed?.[i] ? -1 : groupOf[row[column]]))
      return { kind: 'categories', name, values: labels, codes: cells }
    }),
  }
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
