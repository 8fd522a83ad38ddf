/**
 * Reads what the studies of this folder found, and prints the tables of docs/searches/pareto.md, beside the digest's reference values where it
 * has them:
 *
 *     halftone study papers/dewri-2009/efficiency.study.yaml
 *     npx tsx papers/dewri-2009/read-results.ts efficiency      (or population, weights, bias)
 *
 * The paper's weight vectors and figures are not in its text: what can be compared with are its sentences, and in §6.1 the best of five seeds
 * of a plain NSGA-II after the same description.
 */
import { readFileSync } from 'node:fs'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'
import { achievementOf } from '../../src/metrics/utility/achievement.ts'
import { readStudyRows, type StudyRow, UserError } from '../../src/workbench.ts'

/** The digest's reference values (§7.4): NWP, NECD, effective k. */
export const REFERENCE: Readonly<Record<number, readonly [number, number, number]>> = {
  2: [0.3547, 0.1146, 2],
  5: [0.4153, 0.2163, 5],
  10: [0.4604, 0.1357, 10],
  25: [0.5095, 0.2037, 29],
  50: [0.5329, 0.1878, 66],
  100: [0.594, 0.3619, 133],
}

type Table = readonly (readonly (string | number)[])[]

interface Found {
  readonly rows: readonly StudyRow[]
  /** A JSON file of a run. */
  readonly json: (run: string, file: string) => unknown
}

/** §6.1: each search at each k against the reference. */
export function efficiencyTable({ rows }: Pick<Found, 'rows'>): Table {
  const runs = rows.filter(({ point }) => point === undefined)
  const lines = Object.entries(REFERENCE).flatMap(([k, reference]) =>
    [...new Set(runs.map(({ settings }) => settings['algorithm']))].flatMap((algorithm) => {
      const own = runs.filter((row) => row.k === Number(k) && row.settings['algorithm'] === algorithm)
      if (own.length === 0) return []
      const best = bestOf(own)
      const loss = Number(best.metrics['NWP'].toFixed(4))
      return [
        [
          k,
          figures(reference),
          String(algorithm),
          figuresOf(best),
          rows.filter(({ run, point }) => run === best.run && point !== undefined).length,
          own.map(({ metrics }) => metrics['NWP'].toFixed(4)).join(' '),
          loss < reference[0] ? 'improved' : loss === reference[0] ? 'met' : 'missed',
        ],
      ]
    }),
  )
  return [['k asked', 'reference', 'search', 'best of its seeds', 'its front', 'NWP by seed', 'reference is'], ...lines]
}

/** §6.2. */
function populationTable({ rows, json }: Found): Table {
  const distinct = ({ run }: StudyRow) =>
    (json(run, 'result.json') as { details: Record<string, number> }).details['distinct']
  return [
    [
      'population',
      'best of 5 seeds',
      'deviation from the preference by seed',
      'distinct in the last population by seed',
      'evaluations by seed',
    ],
    ...groups(rows, 'algorithm.population').map(([population, own]) => [
      population,
      figuresOf(bestOf(own)),
      own.map((row) => deviation(row, 1).toFixed(4)).join(' '),
      own.map(distinct).join(' '),
      own.map(({ evaluations }) => evaluations).join(' '),
    ]),
  ]
}

/** §6.3. */
function weightsTable({ rows, json }: Found): Table {
  const groupsOf = ({ run }: StudyRow) =>
    (json(run, 'private/release.recoding.json') as { columns: { groups: unknown[] }[] }).columns.map(
      (column) => column.groups.length,
    )
  return [
    [
      'weights',
      'NWP / NECD / effective k',
      'met',
      'groups of age, workclass, education, marital-status, occupation, race, sex, native-country, income',
    ],
    ...groups(rows, 'weights').map(([weights, own]) => {
      const best = bestOf(own, 0.1)
      return [weights, figuresOf(best), isMet(best, 0.1), groupsOf(best).join(' ')]
    }),
  ]
}

/** §6.4. */
function biasTable({ rows }: Found): Table {
  return [
    ['NECD accepted', 'NWP / NECD / effective k', 'met', 'deviation'],
    ...groups(rows, 'preference.NECD').map(([accepted, own]) => {
      const best = bestOf(own, Number(accepted))
      return [accepted, figuresOf(best), isMet(best, Number(accepted)), deviation(best, Number(accepted)).toFixed(4)]
    }),
  ]
}

const experiments: Readonly<Record<string, (found: Found) => Table>> = {
  efficiency: efficiencyTable,
  population: populationTable,
  weights: weightsTable,
  bias: biasTable,
}

/** Every experiment accepts a loss of 0.2. */
const preferenceWith = (NECD: number) => ({ NWP: 0.2, NECD })

function bestOf(rows: readonly StudyRow[], NECD = 1): StudyRow {
  const value = ({ metrics }: StudyRow) =>
    achievementOf({ NWP: metrics['NWP'], NECD: metrics['NECD'] }, preferenceWith(NECD))
  return rows.reduce((best, row) => (value(row) < value(best) ? row : best))
}

/** NWP + NECD − what is accepted of both. */
function deviation({ metrics }: StudyRow, NECD: number): number {
  return metrics['NWP'] + metrics['NECD'] - 0.2 - NECD
}

function isMet({ metrics }: StudyRow, NECD: number): string {
  return metrics['NWP'] <= 0.2 && metrics['NECD'] <= NECD ? 'yes' : 'no'
}

function figuresOf({ metrics, smallestClass = 0 }: StudyRow): string {
  return figures([metrics['NWP'], metrics['NECD'], smallestClass])
}

function figures([nwp, necd, k]: readonly [number, number, number]): string {
  return `${nwp.toFixed(4)} / ${necd.toFixed(4)} / ${k}`
}

function groups(rows: readonly StudyRow[], key: string): [string, StudyRow[]][] {
  const values = [...new Set(rows.map(({ settings }) => settings[key]))]
  return values.map((value) => [String(value), rows.filter(({ settings }) => settings[key] === value)])
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const asked = argv[2] ?? ''
  const table = experiments[asked]
  if (table === undefined) {
    throw new UserError(`the experiments are ${Object.keys(experiments).join(', ')}; got ${JSON.stringify(asked)}`, {
      rule: 'known',
    })
  }
  const folder = fileURLToPath(new URL(`out/${asked}/`, import.meta.url))
  const [head, ...lines] = table({
    rows: readStudyRows(`${folder}results.csv`),
    json: (run, file) => JSON.parse(readFileSync(`${folder}runs/${run}/${file}`, 'utf8')),
  })
  for (const line of [head, head.map(() => '---'), ...lines]) console.log(`| ${line.join(' | ')} |`)
}
