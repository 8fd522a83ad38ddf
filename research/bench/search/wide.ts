/**
 * Wide tables: values of `lattice`, `genetic` and the search that `init` proposes after 1, 5 and 10 CPU seconds, beside
 * plain searches over levels as stand-ins for other tools. The plain counter checks our results.
 *
 *     npm run bench -- wide
 *     npm run bench -- wide 'survey 24' 30 genetic,lattice one table, seconds, entrants
 */
import type { OptionValues } from '../../../src/ground/options.ts'
import { findTableSearch } from '../../../src/search/index.ts'
import { type SearchProblem, solutionIn } from '../../../src/search/search.ts'
import type { TableProblem } from '../../../test/adult.ts'
import { lossOfDecision } from '../../../test/class-decisions.ts'
import { searchProblem } from '../../../test/promises/search.ts'
import { countedAgain, cpuClock, line, tableText } from '../measure.ts'
import { askPeer, havePeer } from '../peer/peer.ts'
import type { Measured, Ratio } from '../ratios.ts'
import { climbingOverLevels, geneticOverLevels, type LevelReference } from './level-reference.ts'
import { german, wholeAdult } from './real-tables.ts'
import { MAKES, wideProblem } from './wide-table.ts'

const ROWS = 30_000
const K = 5
const WIDTHS = [15, 24, 43, 60]
const MARKS = [1, 5]
const SECONDS = '10'

/** Undefined without the data. */
const TABLES: Readonly<Record<string, () => SearchProblem | undefined>> = {
  ...Object.fromEntries(
    (Object.keys(MAKES) as (keyof typeof MAKES)[]).flatMap((make) =>
      WIDTHS.map((columns) => [
        `${make} ${columns}`,
        () => wideProblem({ make, rows: ROWS, columns, seed: columns }, 'LM', K),
      ]),
    ),
  ),
  'Adult 15': () => posed(wholeAdult()),
  'German 21': () => posed(german()),
}

function posed(table: TableProblem | undefined): SearchProblem | undefined {
  return table && searchProblem(table, 'LM', K)
}

interface WideRow {
  readonly table: string
  readonly entrant: string
  /** Best value after each mark, and at the end. */
  readonly values: readonly (number | undefined)[]
  /** Proven lower bound of the search space. */
  readonly bound: number | undefined
  readonly cpuSeconds: number
  /** Wall time. */
  readonly seconds: number
}

/** Returns the proven bound, if any. */
type Entrant = (
  problem: SearchProblem,
  seconds: number,
  improved: (value: number) => void,
) => Promise<number | undefined>

const ENTRANTS: Readonly<Record<string, Entrant>> = {
  'plain genetic over levels': plain(geneticOverLevels),
  'hill climbing over levels': plain(climbingOverLevels),
  'ARX, genetic': peer,
  lattice: (problem, seconds, improved) => ours('lattice', {}, problem, seconds, improved),
  genetic: (problem, seconds, improved) => ours('genetic', {}, problem, seconds, improved),
  'boxes, as init proposes': (problem, seconds, improved) => ours('boxes', {}, problem, seconds, improved),
}

/** Not ours. */
const OTHERS = ['plain genetic over levels', 'hill climbing over levels', 'ARX, genetic']

/** Wall time, because it is another process. */
async function peer(problem: SearchProblem, seconds: number, improved: (value: number) => void): Promise<undefined> {
  improved(askPeer(problem, K, Math.ceil(seconds)).value)
}

function plain(search: LevelReference): Entrant {
  return async (problem, seconds, improved) => {
    const elapsed = cpuClock()
    search(problem, 1, () => elapsed() >= seconds, improved)
    return undefined
  }
}

export async function benchWide([tables, most = SECONDS, asked]: readonly string[]): Promise<Measured> {
  const entrants = asked?.split(',') ?? Object.keys(ENTRANTS).filter((name) => havePeer || name !== 'ARX, genetic')
  const rows: WideRow[] = []
  for (const table of tables?.split(',') ?? Object.keys(TABLES)) {
    const problem = TABLES[table]()
    if (problem === undefined) continue
    for (const entrant of entrants) {
      const trail: { at: number; value: number }[] = []
      const start = performance.now()
      const elapsed = cpuClock()
      const bound = await ENTRANTS[entrant](problem, Number(most), (value) => trail.push({ at: elapsed(), value }))
      const bestBy = (mark: number) =>
        trail.reduce((best, { at, value }) => (at <= mark ? Math.min(best, value) : best), 1)
      const values = [...MARKS.map(bestBy), bestBy(Number.POSITIVE_INFINITY)]
      const seconds = (performance.now() - start) / 1000
      rows.push({ table, entrant, values, bound, cpuSeconds: elapsed(), seconds })
      console.error(line(toCells(rows[rows.length - 1])))
    }
  }
  return { figures: { rows }, text: tableText(HEAD, rows.map(toCells)), ratios: wideRatios(rows) }
}

async function ours(
  name: string,
  options: OptionValues,
  problem: SearchProblem,
  seconds: number,
  improved: (value: number) => void,
): Promise<number | undefined> {
  let least = Number.POSITIVE_INFINITY
  const offer = (value: number) => {
    if (value < least) improved((least = value))
  }
  const elapsed = cpuClock()
  const controller = new AbortController()
  const watch = setInterval(() => elapsed() >= seconds && controller.abort(), 10)
  const result = await findTableSearch(name)
    .search(problem, options, {
      seed: 1,
      threads: 2,
      now: () => 1000 * elapsed(),
      signal: controller.signal,
      deadline: 1000 * seconds,
      progress: ({ best }) => best !== undefined && offer(best),
    })
    .finally(() => clearInterval(watch))
  const best = solutionIn(result)
  if (best === undefined) throw new Error(`${name} ended as ${result.outcome} with nothing`)
  offer('decision' in best ? lossOfDecision(problem, best.decision) : countedAgain(problem, best))
  return result.details?.['lowerBound'] as number | undefined
}

const HEAD = [
  'table, quasi-identifiers',
  'search',
  ...MARKS.map((mark) => `LM after ${mark} s`),
  'LM at the end',
  'proven bound',
  'CPU s',
  's',
]

/** Each of ours beside the best stand-in or the peer. */
function wideRatios(rows: readonly WideRow[]): Ratio[] {
  return rows.flatMap(({ table, entrant, values }) => {
    if (OTHERS.includes(entrant)) return []
    const [value, ...others] = [
      values,
      ...rows.filter((row) => row.table === table && OTHERS.includes(row.entrant)).map((row) => row.values),
    ].map((list) => list[list.length - 1] as number)
    if (others.length === 0) return []
    const best = Math.min(...others)
    return [
      {
        figure: `wide, ${table}, ${entrant}`,
        measured: value.toFixed(4),
        beside: `other tools' best, ${best.toFixed(4)}`,
        ratio: value / best,
        goal: 1,
      },
    ]
  })
}

function toCells({ table, entrant, values, bound, seconds, cpuSeconds }: WideRow) {
  const figures = [...values, bound].map((value) => value?.toFixed(4))
  return [table, entrant, ...figures, cpuSeconds.toFixed(1), seconds.toFixed(1)]
}
