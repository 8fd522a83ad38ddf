/** Loukides et al. 2011, §4: Table 1 and Figures 3 to 5. Each figure is a study in this folder. */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { kneeAngle, kneeKneedle, kneeOnCurve } from '../../../src/report/study/knees.ts'
import { ruMap } from '../../../src/report/study/ru-map.ts'
import type { StudyRow } from '../../../src/report/study/study-row.ts'
import { dataPath } from '../../../test/data.ts'
import {
  at,
  type Experiment,
  findRange,
  type Made,
  readSetting,
  type Series,
  seriesValues,
  type Work,
} from '../paper.ts'
import { type PaperStudy, type PartOfGrid, runPaperStudy } from '../run-study.ts'
import { SIZES, writeVisits } from './visits.ts'

type Visits = keyof typeof SIZES

/** Other queries than all occurring pairs; PCTA leads COAT at one of these k, and not at the other two. */
const WORKLOAD_KS = [2, 10, 50]
const WORKLOADS = [
  { title: '1,000 pairs as baskets have them', workload: { size: 2, count: 1000, draw: 'baskets', seed: 1 } },
  {
    title: '1,000 pairs that one basket in a thousand has',
    workload: { size: 2, count: 1000, frequency: 0.001, seed: 1 },
  },
  { title: '1,000 triples', workload: { size: 3, count: 1000, draw: 'baskets', seed: 1 } },
]

const COMPARED = [{ name: 'apriori' }, { name: 'coat' }, { name: 'pcta' }]

/** Seeds of the synthetic patients. */
const DRAWS = [1, 2, 3]

const utility = ({ metrics }: StudyRow) => 1 / metrics['ARE']
const risk = ({ risks }: StudyRow) => risks['smallest-support']

/** Runs a study on synthetic patients, written where its job expects them. */
async function visitsStudy(work: Work, name: Visits, seed = 1, grid: PartOfGrid = {}): Promise<PaperStudy> {
  const folder = join(work.room, 'jobs', 'loukides-2011', name)
  rmSync(folder, { recursive: true, force: true })
  await writeVisits(folder, { ...SIZES[name], seed })
  return runPaperStudy(work, 'loukides-2011', `${name}.study.yaml`, grid)
}

function webViewStudy(work: Work): Promise<PaperStudy> {
  const quick = { algorithm: [{ name: 'coat' }, { name: 'pcta' }], 'privacy.km.k': [10] }
  const grid: PartOfGrid = work.size === 'full' ? {} : quick
  return work.once('bms', () => runPaperStudy(work, 'loukides-2011', 'bms-webview-2.study.yaml', grid))
}

/** `31.98 to 34.10`. */
function inOrder(values: string): string {
  return findRange(values.split(' ').map(Number)).join(' to ')
}

function curve(name: string, rows: readonly StudyRow[]): Series {
  const points = rows.map((row): [number, number] => [utility(row), risk(row)])
  return { name, points: points.toSorted((a, b) => a[0] - b[0]) }
}

/** The k of each method's knee, in words. */
function knees(rows: readonly StudyRow[]): string {
  const points = rows.map((row) => ({ utility: utility(row), risk: risk(row) }))
  const named = [
    ['angle', kneeAngle(points)],
    ['Zhao', kneeOnCurve(points)],
    ['Kneedle', kneeKneedle(points)],
  ] as const
  return named.map(([name, knee]) => `${name} ${knee === undefined ? 'none' : `k = ${rows[knee.index].k}`}`).join(', ')
}

const NAMES = { apriori: 'Apriori', 'apriori lift=set': 'Apriori, lift: set', coat: 'COAT', pcta: 'PCTA' } as const

function byAlgorithm(rows: readonly StudyRow[]): [string, StudyRow[]][] {
  return Object.entries(NAMES).flatMap(([key, name]) => {
    const chosen = rows.filter((row) => readSetting(row, 'algorithm') === key)
    return chosen.length === 0 ? [] : [[name, chosen]]
  })
}

function basketLines(): string[] {
  return readFileSync(dataPath('bms-webview-2/bms-webview-2.txt'), 'utf8').trim().split('\n')
}

/** 1 / smallest support of an item in the data as they are; sets of two items cannot have more. */
function intactRisk(): number {
  const supports = new Map<string, number>()
  for (const item of basketLines().flatMap((line) => [...new Set(line.split(' '))]))
    supports.set(item, (supports.get(item) ?? 0) + 1)
  return 1 / [...supports.values()].reduce((least, support) => Math.min(least, support))
}

/** ARE by k of each algorithm, from part of the study with other settings. */
async function relativeErrors(work: Work, room: string, title: string, grid: PartOfGrid): Promise<Series[]> {
  const part = { algorithm: COMPARED, 'privacy.km.k': WORKLOAD_KS, ...grid }
  const { rows } = await runPaperStudy(
    { ...work, room: join(work.room, room) },
    'loukides-2011',
    'bms-webview-2.study.yaml',
    part,
  )
  return byAlgorithm(rows).map(([name, runs]) => ({
    name: `${name}, ${title}`,
    points: runs.map((row) => [row.k as number, row.metrics['ARE']]),
  }))
}

async function webView(work: Work, draw: (name: string, rows: readonly StudyRow[]) => Series): Promise<Made> {
  const { rows } = await webViewStudy(work)
  const facts: Record<string, string | number> = {}
  for (const [name, runs] of byAlgorithm(rows)) {
    for (const row of runs) {
      if (row.k === 10)
        facts[`${name} at k = 10: smallest support, ARE`] =
          `${Math.round(1 / risk(row))}, ${row.metrics['ARE'].toFixed(2)}`
    }
    if (work.size === 'full') facts[`${name}: knee`] = knees(runs)
  }
  facts['published intact: risk'] = intactRisk()
  if (work.size !== 'full') return { series: [], facts, seeds: [] }
  const { best } = ruMap(rows, { ceiling: 0.2 })
  const chosen = rows.find(({ run }) => run === best)
  facts['best at risk 0.2'] =
    `${chosen === undefined ? 'none' : `${readSetting(chosen, 'algorithm')} at k = ${chosen.k}, ARE ${chosen.metrics['ARE'].toFixed(1)}`}`
  // All three are deterministic, and every occurring pair is a query.
  return { series: byAlgorithm(rows).map(([name, runs]) => draw(name, runs)), facts, seeds: [] }
}

export const experiments: readonly Experiment[] = [
  {
    id: 'table-1',
    needs: ['bms-webview-2'],
    tolerance: 1e-9,
    sizes: ['full', 'quick', 'test'],
    async run() {
      const lines = basketLines()
      const sizes = lines.map((line) => line.split(' ').length)
      return {
        series: [],
        facts: {
          'BMS2: transactions': lines.length,
          'BMS2: items': new Set(lines.flatMap((line) => line.split(' '))).size,
          'BMS2: largest': Math.max(...sizes),
          'BMS2: average': sizes.reduce((sum, size) => sum + size, 0) / sizes.length,
        },
        seeds: [],
      }
    },
    judge({ facts }) {
      const [transactions, items, largest, average] = Object.values(facts).map(Number)
      return {
        measured: { transactions, items, largest, average },
        ours: `BMS2: ${transactions.toLocaleString('en')}, ${items.toLocaleString('en')}, ${largest}, ${average.toFixed(2)}`,
        because: `The average is ${average.toFixed(2)} where 5.0 is printed; 5.0 is also what is printed for VNEC_KC, and reading 5 has what other ways of counting come to. VNEC and VNEC_KC are not public, and the printed row of the second is shifted.`,
      }
    },
  },
  {
    id: 'figure-3',
    needs: [],
    sizes: ['full', 'quick'],
    async run(work) {
      const series: Series[] = []
      const facts: Record<string, string> = {}
      for (const name of Object.keys(SIZES) as Visits[]) {
        if (work.size !== 'full' && name === 'visits') continue
        const { rows } = await visitsStudy(work, name, 1, work.size === 'full' ? {} : { 'privacy.k': [5] })
        const title = name === 'visits' ? 'the size of VNEC' : 'the size of VNEC_KC'
        for (const row of rows.filter(({ k }) => k === 5)) {
          facts[`${title}, k = 5: risk, ARE`] = `${risk(row).toFixed(3)}, ${row.metrics['ARE'].toFixed(2)}`
        }
        if (work.size !== 'full') continue
        series.push(curve(title, rows))
        facts[`${title}: knee`] = knees(rows)
        facts[`${title}: least risk`] = Math.min(...rows.map(risk)).toFixed(4)
        const draws: string[] = []
        for (const seed of DRAWS) {
          const drawn = await visitsStudy({ ...work, room: join(work.room, 'draws') }, name, seed, { 'privacy.k': [5] })
          draws.push(drawn.rows[0].metrics['ARE'].toFixed(2))
        }
        facts[`${title}, k = 5: ARE by draw of the patients`] = draws.join(' ')
      }
      return { series, facts, seeds: work.size === 'full' ? DRAWS : [1] }
    },
    judge({ facts }) {
      const names = ['the size of VNEC', 'the size of VNEC_KC']
      const [one, other] = names.map((name) => String(facts[`${name}: knee`]))
      const byAngle = (knee: string) => knee.split(', ')[0]
      const errors = names.map((name) => String(facts[`${name}, k = 5: risk, ARE`]).split(', ')[1])
      return {
        measured: {
          utility: errors[0] !== errors[1],
          knees: byAngle(one) !== byAngle(other),
          risk: findRange(names.map((name) => Number(facts[`${name}: least risk`]))),
        },
        spread:
          `${names[0]}, k = 5: ARE by draw of the patients` in facts
            ? `ARE at k = 5 over three draws of the patients ${names.map((name) => inOrder(String(facts[`${name}, k = 5: ARE by draw of the patients`]))).join(' and ')}`
            : undefined,
        ours: `knees: ${one}; ${other}`,
        because: `On made-up patients of the two sizes ARE at k = 5 is ${errors.join(' and ')}, and the knees by angle are at ${byAngle(one).replace('angle ', '')} and ${byAngle(other).replace('angle ', '')}: a k cannot be chosen without looking at the data, which is the paper's point. Its values cannot be compared, since the patients are not public.`,
      }
    },
  },
  {
    id: 'figure-4',
    needs: ['bms-webview-2'],
    sizes: ['full', 'quick'],
    run: (work) => webView(work, curve),
    judge({ facts, series }) {
      const named = Object.values(NAMES).map((name) => [name, String(facts[`${name}: knee`])] as const)
      const withKnee = named.filter(([, knee]) => !knee.startsWith('angle none'))
      return {
        measured: {
          knees: withKnee.filter(([name]) => !name.includes('lift')).length,
          intact: Number(facts['published intact: risk']),
          shapes: new Set(series.map(({ points }) => JSON.stringify(points))).size === series.length,
        },
        ours: named.map(([name, knee]) => `${name}: ${knee}`).join('; '),
        because: `A knee by angle is found for ${withKnee.map(([name]) => name).join(', ')}. Apriori in the reading that lifts every node of a set has so few different results that none is left to look for: the tree, which the paper does not give, decides more there than k (reading 1).`,
      }
    },
  },
  {
    id: 'figure-5',
    needs: ['bms-webview-2'],
    sizes: ['full', 'quick'],
    run: (work) =>
      webView(work, (name, rows) => ({ name, points: rows.map((row) => [row.k as number, row.metrics['ARE']]) })),
    judge(found) {
      const [pcta, coat, apriori] = ['PCTA', 'COAT', 'Apriori'].map((name) => seriesValues(found, name))
      const ks = found.series[0].points.map(([k]) => k)
      const beats = ks.filter((_, i) => pcta[i] < coat[i])
      const atCeiling = at(found, 'PCTA', 5) < Math.min(at(found, 'COAT', 5), at(found, 'Apriori', 5))
      return {
        measured: {
          ceiling: atCeiling,
          apriori: ks.every((_, i) => pcta[i] < apriori[i]),
          coat: beats.length === ks.length,
        },
        ours: `at risk 0.2: ${found.facts['best at risk 0.2']}; PCTA below COAT at ${beats.length} of ${ks.length} k, below Apriori at ${ks.filter((_, i) => pcta[i] < apriori[i]).length}`,
        because: `At the risk of 0.2 that the paper decides by, PCTA is ${atCeiling ? 'the one to use' : 'not the one to use'}, ${at(found, 'PCTA', 5).toFixed(1)} against ${at(found, 'COAT', 5).toFixed(1)} of COAT. ${beats.length === ks.length ? 'So it is at all levels.' : `At all levels it is not: the curves of PCTA and COAT cross (PCTA is ahead at k = ${beats.join(', ')}). The paper's workload is not known, ours is every pair that occurs; reading 4 asks others.`}`,
      }
    },
  },
  {
    id: 'reading-1',
    needs: ['bms-webview-2'],
    async run(work) {
      const { rows } = await webViewStudy(work)
      const series = byAlgorithm(rows)
        .filter(([name]) => name.startsWith('Apriori'))
        .map(
          ([name, runs]): Series => ({
            name: `ARE, ${name}`,
            points: runs.map((row) => [row.k as number, row.metrics['ARE']]),
          }),
        )
      return { series, facts: {}, seeds: [] }
    },
    compare(found) {
      const [moved, set] = ['ARE, Apriori', 'ARE, Apriori, lift: set'].map((name) => at(found, name, 10).toFixed(0))
      return {
        because: `At k = 10 ARE is ${moved} where only what moved is lifted and ${set} where the whole set is. The second soon reaches the top of the tree; both keep k².`,
      }
    },
  },
  {
    id: 'reading-2',
    needs: ['bms-webview-2'],
    async run(work) {
      const { rows } = await webViewStudy(work)
      return {
        series: [],
        facts: Object.fromEntries(byAlgorithm(rows).map(([name, runs]) => [name, knees(runs)])),
        seeds: [],
      }
    },
    compare: ({ facts }) => ({
      because: `COAT: ${facts['COAT']}; PCTA: ${facts['PCTA']}. The literal method looks at steps of one between the risks, whatever utility lies between, and so prefers the steep end of the curve.`,
    }),
  },
  {
    id: 'reading-3',
    needs: ['bms-webview-2'],
    async run(work) {
      const grid = { algorithm: [{ name: 'pcta' }, { name: 'pcta', merge: 'literal' }], 'privacy.km.k': [5, 10] }
      const { rows } = await runPaperStudy(
        { ...work, room: join(work.room, 'literal') },
        'loukides-2011',
        'bms-webview-2.study.yaml',
        grid,
      )
      const findRows = (name: string) => rows.filter((row) => readSetting(row, 'algorithm') === name)
      return {
        series: [
          {
            name: 'ARE, merge: progress',
            points: findRows('pcta').map((row) => [row.k as number, row.metrics['ARE']]),
          },
          {
            name: 'ARE, merge: literal',
            points: findRows('pcta merge=literal').map((row) => [row.k as number, row.metrics['ARE']]),
          },
        ],
        facts: {},
        seeds: [],
      }
    },
    compare(found, results) {
      const [progress, literal] = found.series.map(({ name }) => at(found, name, 5))
      const coat = at(results['figure-5'], 'COAT', 5)
      const beyond = (value: number) => Math.max(0, value - coat)
      return {
        distances: { taken: beyond(progress), other: beyond(literal), unit: 'of ARE behind COAT at risk 0.2' },
        because: `At k = 5 ARE is ${progress.toFixed(1)} by progress and ${literal.toFixed(1)} by least loss alone; that of COAT, which the paper has behind PCTA, is ${coat.toFixed(1)}.`,
      }
    },
  },
  {
    id: 'reading-4',
    needs: ['bms-webview-2'],
    async run(work) {
      const grid: PartOfGrid = {
        algorithm: [{ name: 'coat' }, { name: 'pcta' }],
        'privacy.km.k': WORKLOAD_KS,
        'utility.workload': WORKLOADS.map(({ workload }) => workload),
      }
      const { rows } = await runPaperStudy(
        { ...work, room: join(work.room, 'workloads') },
        'loukides-2011',
        'bms-webview-2.study.yaml',
        grid,
      )
      const asked = [...new Set(rows.map((row) => readSetting(row, 'utility.workload')))]
      const series = asked.flatMap((workload, i) =>
        ['coat', 'pcta'].map(
          (name): Series => ({
            name: `${NAMES[name as 'coat' | 'pcta']}, ${WORKLOADS[i].title}`,
            points: rows
              .filter(
                (row) => readSetting(row, 'utility.workload') === workload && readSetting(row, 'algorithm') === name,
              )
              .map((row) => [row.k as number, row.metrics['ARE']]),
          }),
        ),
      )
      return { series, facts: {}, seeds: [1] }
    },
    compare(found, results) {
      const aheadBy = (pcta: (k: number) => number, coat: (k: number) => number) =>
        WORKLOAD_KS.filter((k) => pcta(k) < coat(k))
      const [taken, ...others] = [
        aheadBy(
          (k) => at(results['figure-5'], 'PCTA', k),
          (k) => at(results['figure-5'], 'COAT', k),
        ),
        ...WORKLOADS.map(({ title }) =>
          aheadBy(
            (k) => at(found, `PCTA, ${title}`, k),
            (k) => at(found, `COAT, ${title}`, k),
          ),
        ),
      ]
      const words = WORKLOADS.map(({ title }, i) => `${title}: at k = ${others[i].join(', ') || 'none'}`)
      const behind = (ks: readonly number[]) => WORKLOAD_KS.length - ks.length
      return {
        distances: {
          taken: behind(taken),
          other: Math.min(...others.map(behind)),
          unit: `of ${WORKLOAD_KS.length} k at which PCTA is not ahead`,
        },
        because: `Of k = ${WORKLOAD_KS.join(', ')} PCTA is ahead of COAT at k = ${taken.join(', ') || 'none'} for every pair that occurs; ${words.join('; ')}. ${others.some((value) => value.join() !== taken.join()) ? 'The queries that are asked decide where the two curves cross, and the paper’s are not known' : 'The queries that are asked do not decide that'}.`,
      }
    },
  },
  {
    id: 'reading-5',
    needs: ['bms-webview-2'],
    tolerance: 1e-9,
    sizes: ['full', 'quick'],
    async run() {
      const lines = basketLines()
      const average = (values: readonly string[]) =>
        values.reduce((sum, line) => sum + line.split(' ').length, 0) / values.length
      return {
        series: [],
        facts: {
          'items by transactions': average(lines),
          'of transactions with two items or more': average(lines.filter((line) => line.includes(' '))),
          'of different transactions': average([...new Set(lines)]),
        },
        seeds: [],
      }
    },
    compare({ facts }) {
      const [taken, ...others] = Object.values(facts).map(Number)
      return {
        distances: {
          taken: Math.abs(taken - 5),
          other: Math.min(...others.map((value) => Math.abs(value - 5))),
          unit: 'items',
        },
        because: `The average is ${taken.toFixed(2)}, of transactions with two items or more ${others[0].toFixed(2)}, of different ones ${others[1].toFixed(2)}. Only rounding the first to a whole number gives the 5.0 that is printed.`,
      }
    },
  },
  {
    id: 'reading-6',
    needs: ['bms-webview-2'],
    async run(work) {
      const series = await relativeErrors(work, 'estimated', 'estimated', { 'utility.estimator': ['uniform-nonempty'] })
      return { series, facts: {}, seeds: [] }
    },
    compare(found, results) {
      const behind = (pcta: (k: number) => number, others: ((k: number) => number)[]) =>
        WORKLOAD_KS.filter((k) => others.some((other) => other(k) <= pcta(k))).length
      const replaced = (name: string) => (k: number) => at(results['figure-5'], name, k)
      const estimated = (name: string) => (k: number) => at(found, `${name}, estimated`, k)
      const words = (read: (name: string) => (k: number) => number) =>
        ['Apriori', 'COAT', 'PCTA'].map((name) => `${name} ${read(name)(10).toFixed(1)}`).join(', ')
      return {
        distances: {
          taken: behind(replaced('PCTA'), [replaced('Apriori'), replaced('COAT')]),
          other: behind(estimated('PCTA'), [estimated('Apriori'), estimated('COAT')]),
          unit: `of ${WORKLOAD_KS.length} k at which PCTA is not ahead of both`,
        },
        because: `ARE at k = 10 is ${words(replaced)} if generalized items are replaced by all their items, and ${words(estimated)} if counts are estimated from them.`,
      }
    },
  },
  {
    id: 'reading-7',
    needs: ['bms-webview-2'],
    async run(work) {
      const series = await relativeErrors(work, 'strict', 'more than k', { 'privacy.km.strict': [true] })
      return { series, facts: {}, seeds: [] }
    },
    compare(found, results) {
      const changes = ['Apriori', 'COAT', 'PCTA'].map((name) => {
        const shares = WORKLOAD_KS.map(
          (k) => at(found, `${name}, more than k`, k) / at(results['figure-5'], name, k) - 1,
        )
        return `${name} ${shares.map((share) => `${share < 0 ? '−' : '+'}${Math.abs(100 * share).toFixed(1)} %`).join(', ')}`
      })
      return {
        because: `With more than k baskets instead of at least k, ARE changes at k = ${WORKLOAD_KS.join(', ')} by: ${changes.join('; ')}. It is the run for k + 1: it matters at k = 2, and hardly at larger k.`,
      }
    },
  },
]
