/**
 * Speed of the learners: `npx tsx research/bench/learn/learn.ts [--plain-million]`. Times the decision tree against the
 * plain tree (both must be equal), then on a million generated rows, every learner on Adult with its error beside
 * Weka's, and kACTUS-2 end to end in wall time. Other seconds are CPU time. Goals: C4.5 on 30,162 × 8 under 1 s, on a
 * million rows under 30 s, kACTUS-2 under 5 s.
 */
import type { CodedTable } from '../../../src/learn/coded-table.ts'
import { trainDecisionTree } from '../../../src/learn/decision-tree/decision-tree.ts'
import type { TreeNode } from '../../../src/learn/decision-tree/tree.ts'
import { evaluateModel } from '../../../src/learn/evaluation/measures.ts'
import { learners } from '../../../src/learn/index.ts'
import { haveData } from '../../../test/data.ts'
import { adultColumns, makeRows, readAdult } from '../../../test/learn-tables.ts'
import { line, machineLine, median, timed } from '../measure.ts'
import { benchKactusJob } from './kactus-job.ts'
import { growPlainTree, type PlainNode } from './plain-tree.ts'

const million = process.argv.includes('--plain-million')

console.log(`${machineLine()}\n`)
console.log('| decision tree on | nodes | ours, s | plain, s | ratio |')
console.log('| --- | --- | --- | --- | --- |')
const shared = haveData('adult')
if (shared) {
  await compare('Adult 30,162 × 7', readAdult(adultColumns['7']).train, 5, 3)
  await compare('Adult 30,162 × 8', readAdult(adultColumns['8-nominal']).train, 5, 3)
  await compare('Adult 30,162 × 14', readAdult(adultColumns['14']).train, 5, 1)
}
await compare('made 10,000 × 9, a tenth of the cells missing', makeRows(10_000, 2, 0.1), 3, 1)
await compare('made 30,000 × 9', makeRows(30_000, 1), 3, 1)
await compare('made 1,000,000 × 9', makeRows(1_000_000, 1), 1, million ? 1 : 0)

if (shared) {
  console.log('\n| Adult, columns | learner | size | seconds | training error, % | test error, % |')
  console.log('| --- | --- | --- | --- | --- | --- |')
  for (const columns of Object.keys(adultColumns) as (keyof typeof adultColumns)[]) {
    const { train, test } = readAdult(adultColumns[columns])
    for (const learner of learners) {
      const { cpuSeconds, result: model } = await timed(() => learner.train(train))
      const size = Object.entries(model.size).map(([name, figure]) => `${figure} ${name}`)
      const errors = [train, test].map((table) => (100 * evaluateModel(model, table).error).toFixed(4))
      console.log(line([columns, learner.name, size.join(', '), cpuSeconds.toFixed(2), ...errors]))
    }
  }
}

if (shared) {
  console.log('\n| kACTUS-2, Adult × 14, end to end | k | seconds | by step |\n| --- | --- | --- | --- |')
  for (const k of [5, 50, 500]) {
    const { rows, seconds } = await benchKactusJob(k)
    const steps = Object.entries(seconds).map(([step, time]) => `${step} ${time.toFixed(2)}`)
    console.log(`| ${rows} rows | ${k} | ${seconds['total'].toFixed(2)} | ${steps.join(', ')} |`)
  }
}

async function compare(name: string, table: CodedTable, runs: number, plainRuns: number): Promise<void> {
  const ours = await repeat(runs, () => trainDecisionTree(table))
  const plain = await repeat(plainRuns, () => growPlainTree(table))
  if (plain.result && !sameTree(ours.result!.root, plain.result)) throw new Error(`${name}: the trees differ`)
  const figures = plain.result ? [plain.seconds.toFixed(2), (plain.seconds / ours.seconds).toFixed(1)] : ['not run', '']
  console.log(line([name, ours.result!.size.nodes, ours.seconds.toFixed(3), ...figures]))
}

/** Median CPU seconds, and the last result. */
async function repeat<T>(runs: number, work: () => T): Promise<{ seconds: number; result?: T }> {
  const all: { cpuSeconds: number; result: Awaited<T> }[] = []
  for (let run = 0; run < runs; run++) all.push(await timed(work))
  return { seconds: median(all.map(({ cpuSeconds }) => cpuSeconds)), result: all.at(-1)?.result }
}

function sameTree(node: TreeNode, plain: PlainNode): boolean {
  if (node.classWeights.some((weight, c) => Math.abs(weight - plain.classes[c]) > 1e-4)) return false
  if (node.kind === 'leaf') return plain.branches.length === 0
  if (node.column !== plain.column || node.branches.length !== plain.branches.length) return false
  return node.branches.every((branch, place) => sameTree(branch, plain.branches[place]))
}
