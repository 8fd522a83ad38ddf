/**
 * The comparison of Kisilevich et al. 2008, §4: anonymize one half of the rows, learn from it, test on the other half untouched; five
 * times two halves, over a range of k. Prints accuracy by k, the area under it, the share of missing cells and, for two methods or more,
 * whether they differ: Friedman's test with a block for each learner and k (the paper does not say what its blocks are), and by
 * Bonferroni–Dunn which of them differ from the first one named.
 *
 *     npx tsx papers/kisilevich-2008/compare.ts --data adult --methods kactus-2 --learners decision-tree
 *
 * Options: --data adult | tic-tac-toe; --methods, --learners (names separated by commas); --k (numbers separated by commas);
 * --threshold 0.5; --pool-small; --repeats 5; --seed 1; --json; --diagram file.svg (critical differences).
 */
import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { adultColumns, makeTicTacToe, readAdult } from '../../bench/learn/datasets.ts'
import { type CodedTable, selectRows } from '../../src/learn/coded-table.ts'
import { crossValidate } from '../../src/learn/evaluation/cross-validate.ts'
import { fiveByTwoFolds } from '../../src/learn/evaluation/folds.ts'
import { findLearner } from '../../src/learn/index.ts'
import { areaOverK } from '../../src/learn/statistics/area.ts'
import { compareWithControl } from '../../src/learn/statistics/bonferroni-dunn.ts'
import { testFriedman } from '../../src/learn/statistics/friedman.ts'
import { drawCriticalDifference } from '../../src/report/draw/critical-difference.ts'
import { haveData } from '../../test/data.ts'
import { type AnonymizedHalf, anonymizeHalf, cutHalf, methods } from './anonymize-half.ts'
import { generalizeHalf, generalizingMethods } from './generalize-half.ts'

const ranges: Readonly<Record<string, readonly number[]>> = {
  adult: [5, 20, 50, 100, 500, 1000],
  'tic-tac-toe': [5, 10, 15, 20, 30],
}

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: 'adult' },
    methods: { type: 'string', default: 'kactus-2' },
    learners: { type: 'string', default: 'decision-tree' },
    k: { type: 'string' },
    threshold: { type: 'string', default: '0.5' },
    'pool-small': { type: 'boolean', default: false },
    repeats: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
    diagram: { type: 'string' },
  },
})

if (!haveData('adult')) process.exit(0)
const ks = options.k?.split(',').map(Number) ?? ranges[options.data]
if (ks === undefined) throw new Error(`--data must be one of ${Object.keys(ranges).join(', ')}; got ${options.data}`)
const table: CodedTable = options.data === 'adult' ? readAdult(adultColumns['14']).both : makeTicTacToe()
const folds = fiveByTwoFolds(table.rows, Number(options.seed)).slice(0, 2 * Number(options.repeats))
const learners = options.learners.split(',').map(findLearner)

interface Row {
  readonly method: string
  readonly learner: string
  readonly accuracy: readonly number[]
  readonly area?: number
  readonly missing?: readonly number[]
  readonly swapped?: readonly number[]
  readonly borrowed?: readonly number[]
  readonly lost?: readonly number[]
}

const rows: Row[] = []
for (const learner of learners) {
  const { accuracy } = await crossValidate(table, learner, folds)
  rows.push({ method: 'original', learner: learner.name, accuracy: ks.map(() => 100 * accuracy) })
  // The paper's numbers are intervals before anything is learned; so is the tree that suppression follows.
  const cut = await crossValidate(table, learner, folds, { prepare: (train) => cutHalf(selectRows(table, train)) })
  rows.push({ method: 'original in intervals', learner: learner.name, accuracy: ks.map(() => 100 * cut.accuracy) })
}
for (const name of options.methods.split(',')) {
  if (![...methods, ...generalizingMethods].includes(name)) {
    throw new Error(`--methods are ${[...methods, ...generalizingMethods].join(', ')}; got ${name}`)
  }
  rows.push(...(await compare(name)))
}

const significance = testSignificance(rows, options.methods.split(','))
if (options.diagram !== undefined && significance !== undefined) {
  writeFileSync(options.diagram, `${drawCriticalDifference(significance.diagram)}\n`)
}
if (options.json) console.log(JSON.stringify({ data: options.data, k: ks, rows, significance }))
else {
  print(rows)
  printSignificance()
}

/** Ranks of the methods over all learners and k, the first one named being the control. */
function testSignificance(found: readonly Row[], names: readonly string[]) {
  const blocks = learners.flatMap((learner) =>
    ks.map((_, i) =>
      names.map(
        (name) => found.find((row) => row.method === name && row.learner === learner.name)?.accuracy[i] ?? Number.NaN,
      ),
    ),
  )
  if (names.length < 2 || blocks.length < 2) return undefined
  const test = testFriedman(blocks)
  return { test, diagram: compareWithControl(test, names, names[0]) }
}

function printSignificance(): void {
  if (significance === undefined) return
  const { test, diagram } = significance
  console.log(
    `\nFriedman, ${test.blocks} blocks (learner and k): χ² ${test.chiSquare.toFixed(2)}, F ${test.f.toFixed(2)} with ${test.degrees.join(' and ')} degrees, p ${test.probability.toExponential(1)}`,
  )
  console.log(
    `Bonferroni–Dunn against ${diagram.control} at α = ${diagram.alpha}: critical difference ${diagram.criticalDifference.toFixed(3)}`,
  )
  for (const { name, rank, differs } of diagram.methods) {
    console.log(`  ${name.padEnd(12)} mean rank ${rank.toFixed(2)}${differs ? '  differs' : ''}`)
  }
}

/** The anonymized halves are made once for all learners. */
async function compare(method: string): Promise<Row[]> {
  const own = methods.find((known) => known === method)
  const halves: AnonymizedHalf[][] = []
  for (const k of ks) {
    const settings = {
      k,
      swappingThreshold: Number(options.threshold),
      poolSmall: options['pool-small'],
      seed: Number(options.seed),
    }
    const atK: AnonymizedHalf[] = []
    for (const { train } of folds) {
      const rows = selectRows(table, train)
      atK.push(own === undefined ? await generalizeHalf(method, rows, settings) : anonymizeHalf(own, rows, settings))
    }
    halves.push(atK)
  }
  const mean = (figure: keyof AnonymizedHalf['figures']) =>
    halves.map((own) => own.reduce((sum, half) => sum + half.figures[figure], 0) / own.length)
  const figures = {
    missing: mean('missing'),
    swapped: mean('swapped'),
    borrowed: mean('borrowed'),
    lost: mean('lost'),
  }
  const found: Row[] = []
  for (const learner of learners) {
    const accuracy: number[] = []
    for (const own of halves) {
      let next = 0
      const result = await crossValidate(table, learner, folds, { prepare: () => own[next++] })
      accuracy.push(100 * result.accuracy)
    }
    found.push({
      method,
      learner: learner.name,
      accuracy,
      area: ks.length > 1 ? areaOverK(ks, accuracy) : undefined,
      ...figures,
    })
  }
  return found
}

function print(found: readonly Row[]): void {
  const line = (name: string, numbers: readonly number[], digits: number): string =>
    `${name.padEnd(48)}${numbers.map((number) => number.toFixed(digits).padStart(9)).join('')}`
  console.log(line('k', ks, 0))
  for (const { method, learner, accuracy, area, missing, swapped, borrowed, lost } of found) {
    console.log(
      `${line(`${method}, ${learner}: accuracy`, accuracy, 2)}${area === undefined ? '' : `   area ${area.toFixed(0)}`}`,
    )
    if (missing === undefined || learner !== learners[0].name) continue
    if (methods.some((known) => known === method)) {
      console.log(line('  missing cells', missing, 3))
      console.log(line('  swapped rows', swapped ?? [], 1))
      console.log(line('  borrowed rows', borrowed ?? [], 1))
      console.log(line('  lost rows', lost ?? [], 1))
    } else console.log(line('  suppressed rows', lost ?? [], 1))
  }
}
