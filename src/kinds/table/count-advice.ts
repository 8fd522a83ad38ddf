/** Counts what changes of the job would leave singled out: on the staged release, or on the source made coarser. */
import { formatCount, many } from '../../ground/format.ts'
import { entryAt, groupBy } from '../../ground/maps.ts'
import { type Coarsening, pickCoarsening } from '../../hierarchy/coarsen.ts'
import type { PlannedColumn } from '../../plan/plan.ts'
import { type Advice, inYaml, type JobSetting, type Remedies } from '../../report/advice.ts'
import { columnNames, namesBeside } from '../../report/judge/judge-exposure.ts'
import type { CountedAdvice } from '../../report/judge/judged-release.ts'
import type { StepRun } from '../../run.ts'
import type { Table } from '../../sources/table.ts'
import { sql } from '../../sql/dialect.ts'
import type { Job, JobColumn } from '../../table/job-schema.ts'
import { type Exposure, type ExposureRequest, knowableColumns, uniqueCounter } from '../../verification/exposure.ts'
import { type Countable, withCounts } from '../../verification/read-once.ts'
import type { Verified } from '../kind.ts'
import { coarsenColumns, isRequired } from './coarsen-columns.ts'
import { isAccepted } from './remedies.ts'
import type { TableStations } from './stations.ts'

export interface RemediesRun {
  readonly remedies: Remedies
  readonly run: StepRun
}

/** Above this many cells, effects of changes are not counted. */
const MOST_CELLS = 2_000_000
const TRIED = 'halftone tried'
/** Most columns whose changes are counted one by one. */
const MOST_CHANGED = 4

/** Counts what changes of columns leave singled out, for columns that single people out together. */
export async function countAdvice(
  work: Verified<TableStations>,
  request: ExposureRequest,
  { columns, exposed, joint }: Exposure,
  { remedies, run }: RemediesRun,
): Promise<CountedAdvice> {
  const { quasiIdentifiers, people, persons } = request
  const { job } = work.plan.asked ?? {}
  const knowable = knowableColumns(request.others)
  // Both are counted at once: making values coarser takes longer than counting them.
  const sets = [[...quasiIdentifiers, ...knowable], joint?.columns ?? []].filter(({ length }) => length > 0)
  const coarserCounts = new Map<string, Promise<number[]>>()
  const rank = new Map(columns.map(({ column, alone, together = alone }) => [column, together]))
  const advise = async (fixed: readonly string[], names: readonly string[], before: number, how: string) => {
    if (job === undefined || before === 0 || people * (fixed.length + names.length) > MOST_CELLS) return undefined
    const inWords = (left: number) => (persons === undefined ? many(left, 'row') : many(left, 'person', 'people'))
    const found: (Advice & { readonly left: number })[] = []
    const offer = (left: number, change: (effect: string) => Advice | undefined) => {
      const advice = left < before && change(` (${formatCount(before)} → ${inWords(left)} singled out ${how})`)
      if (advice) found.push({ ...advice, left })
    }
    const count = async (table: Countable, columns: readonly string[]) =>
      columns.length === 0 ? 0 : (await uniqueCounter(table, request, { signal: run.signal })([columns]))[0]
    const all = [...fixed, ...names]
    const countWithout = (gone: readonly string[]) =>
      count(
        work.countable,
        all.filter((name) => !gone.includes(name)),
      )
    const offerAll = (left: number, changes: readonly (Advice | undefined)[]) =>
      offer(left, (effect) => {
        const set = changes.length === 1 ? changes[0]?.set : settingOf(job, changes)
        return set && isAccepted(work, set) ? { text: `${changesText(changes)}${effect}`, set } : undefined
      })
    const ranked = [...names].sort((a, b) => (rank.get(b) ?? 0) - (rank.get(a) ?? 0)).slice(0, MOST_CHANGED)
    const hasCoarser = (name: string) => remedies.coarsen(name) !== undefined
    const coarse = isWhole(work, request) ? ranked.filter(hasCoarser) : []
    for (const way of together(coarse, names.filter(hasCoarser))) {
      const changes = way.map((name) => remedies.coarsen(name, ''))
      const counts = await entryAt(coarserCounts, way.join('\n'), async () =>
        uniqueCounter(await coarserRelease(work, way, { remedies, run }), request, { signal: run.signal })(sets),
      )
      offerAll(counts[fixed.length > 0 ? 0 : 1], changes)
    }
    const ways = together(fixed.length === 0 ? coarseColumns(work, request, ranked) : [])
    for (const way of ways) {
      // Any coarser form of a column singles out as many as leaving it out, or more.
      if (2 * (await countWithout(way)) > before) continue
      for (const times of TIMES_COARSER) {
        const settings = new Map(way.map((name) => [name, coarserBy(times, job.columns[name])]))
        if ([...settings.values()].some(({ share = 0 }) => 2 * share > people)) break
        const left = await count(await madeCoarser(work, settings, run), names)
        if (2 * left > before) continue
        const changes = way.map((name) => remedies.change(name, settings.get(name) ?? {}, ''))
        offerAll(left, changes)
        break
      }
    }
    const coarser = found.sort((a, b) => a.left - b.left).splice(0)
    for (const name of ranked) offer(await countWithout([name]), (effect) => remedies.leaveOut(name, effect))
    const gone = found.sort((a, b) => a.left - b.left)
    return [...coarser, ...ranked.flatMap((name) => remedies.generalize(name) ?? []), ...gone]
  }
  return {
    exposed: await advise(quasiIdentifiers, knowable, exposed, 'together'),
    // The columns that are not recoded; a lower bound has no effects.
    joint: joint?.uncounted ? undefined : await advise([], joint?.columns ?? [], joint?.rows ?? 0, 'by these columns'),
  }
}

/** Each column alone, and all of them together. */
function together(columns: readonly string[], all = columns): readonly (readonly string[])[] {
  return [...columns.map((name) => [name]), ...(columns.length > 0 && all.length > 1 ? [all] : [])]
}

/** Whether coarser values can be counted on the staged release: shared values depend on the rows, so it has all. */
export function isWhole({ counted, verification }: Verified<TableStations>, { persons }: ExposureRequest): boolean {
  return persons === undefined && verification.rows === counted.rowsRead - counted.rowsMissing
}

/** Times as many people who share a value, or as large a step, tried until at most half as many are singled out. */
const TIMES_COARSER = [2, 5, 10, 20]

function coarserBy(times: number, { share, round = 0 }: JobColumn): Pick<Coarsening, 'share' | 'round'> {
  return share === undefined ? { round: Number((times * round).toPrecision(12)) } : { share: times * share }
}

/** Columns with either key. The release no longer has their values, so it must have all rows of the source. */
function coarseColumns(
  { plan, data, counted, verification }: Verified<TableStations>,
  { persons }: ExposureRequest,
  names: readonly string[],
): string[] {
  if (persons !== undefined || data.table.source.kind !== 'files' || verification.rows < counted.rowsRead) return []
  const isFree = ({ name, role }: PlannedColumn) => role !== 'target' && !isRequired(plan, name)
  return plan.columns.flatMap((column) =>
    (column.coarsening?.share ?? column.coarsening?.round) && names.includes(column.name) && isFree(column)
      ? column.name
      : [],
  )
}

/** The source with its columns made coarser as by the job, but some more so. Only those are counted again. */
async function madeCoarser(
  { plan, data, verification: { rows } }: Verified<TableStations>,
  settings: ReadonlyMap<string, Coarsening>,
  run: StepRun,
): Promise<Table> {
  const columns = plan.columns.flatMap(({ coarsening, ...column }) => {
    const coarser = settings.get(column.name)
    if (coarser !== undefined) return { ...column, coarsening: { ...coarsening, ...coarser } }
    return column.role === 'quasi-identifier' ? column : []
  })
  const { coarsened, ...source } = data.table.source
  const trial = { ...plan, columns, isTrial: true }
  const { table } = await coarsenColumns({ ...data.table, source }, trial, { signal: run.signal })
  const tried = table.source.coarsened?.columns ?? []
  const kept = coarsened?.columns.filter(({ column }) => !settings.has(column)) ?? []
  const names = coarsened?.names ?? []
  return materialize({ ...table, source: { ...source, coarsened: { names, columns: [...kept, ...tried] } } }, rows, run)
}

/** Several counts follow: a statement with the groups of thousands of values takes longer to parse than to run. */
async function materialize(table: Table, rows: number, { signal }: StepRun): Promise<Table> {
  const { engine, columns, source } = table
  if (rows * columns.length > MOST_CELLS) return table
  const { dialect } = engine
  await engine.execute(dialect.createTable(TRIED, sql`SELECT * FROM ${dialect.scan(source)}`), { signal })
  return { ...table, source: { kind: 'table', table: [TRIED] } }
}

/** The counted release with columns made coarser as a run would that follows the remedies. */
export async function coarserRelease(
  { plan, countable, verification: { rows } }: Verified<TableStations>,
  names: readonly string[],
  { remedies, run }: RemediesRun,
): Promise<Countable> {
  const columns = plan.columns.filter(({ role }) => role === 'quasi-identifier')
  const coarse = names.flatMap((name) => {
    const coarsening = pickCoarsening((remedies.coarsen(name)?.set?.value ?? {}) as JobColumn)
    return coarsening === undefined ? [] : [{ name, role: 'other' as const, hierarchyText: '', weight: 1, coarsening }]
  })
  const { table, times } = withCounts(countable)
  const coarsePlan = { ...plan, missing: 'category' as const, columns: [...columns, ...coarse], isTrial: true, times }
  const coarser = (await coarsenColumns(table, coarsePlan, { signal: run.signal })).table
  const made = await materialize(coarser, rows, run)
  return 'times' in countable ? { ...countable, rows: made } : made
}

/** Most changes that are named one by one. */
const MOST_NAMED = 3

/** Names each change, or of many changes which columns get which settings. */
export function changesText(changes: readonly (Advice | undefined)[]): string {
  const made = changes.flatMap((advice) => advice ?? [])
  if (made.length <= MOST_NAMED) return made.map(({ text }) => text).join(', and ')
  return Array.from(
    groupBy(made, ({ set }) => inYaml(set?.value as JobColumn)),
    ([settings, changed]) => {
      const names = changed.map(({ set }) => set?.key[1] ?? '')
      return `${settings} for ${columnNames(names)}${namesBeside(names)}`
    },
  ).join(', and ')
}

/** Combines changes of columns into one setting; undefined if one of them is impossible. */
export function settingOf({ columns }: Job, changes: readonly (Advice | undefined)[]): JobSetting | undefined {
  const settings = changes.map((advice) => advice?.set)
  if (settings.some((set) => set === undefined)) return undefined
  const changed = settings.map((set) => [set?.key[1], set?.value])
  return { key: ['columns'], value: { ...columns, ...Object.fromEntries(changed) } }
}
