/** Measures the exposure of a table's release and finds changes of the job that lower it. */
import { profileColumns } from '../../frequency/profile-columns.ts'
import { relatePairs } from '../../frequency/relate-columns.ts'
import { formatCount, many } from '../../ground/format.ts'
import { groupBy } from '../../ground/maps.ts'
import { pickCoarsening } from '../../hierarchy/coarsen.ts'
import { type ColumnFacts, findFacts } from '../../init/roles/column-facts.ts'
import { isStatement, nameWords } from '../../init/roles/name-words.ts'
import { proposeRole } from '../../init/roles/propose-role.ts'
import { evidence, LEAST_EVIDENCE } from '../../init/roles/settle-relations.ts'
import { findMeanings } from '../../init/roles/vocabulary.ts'
import type { PlannedColumn } from '../../plan/plan.ts'
import { personsSource } from '../../release/staged.ts'
import { type Advice, inYaml, type JobSetting, type Remedies } from '../../report/advice.ts'
import {
  acceptRemedy,
  type CountedAdvice,
  columnNames,
  columnsBeyondLimit,
  type ExposureRemedy,
  isBeyondLimit,
  namesBeside,
} from '../../report/judge/judge-exposure.ts'
import type { LeftOut } from '../../report/judgement.ts'
import { smallestAllowedClass } from '../../requirements/requirement.ts'
import type { StepRun } from '../../run.ts'
import { openSource, type Table } from '../../sources/open-source.ts'
import { join, sql } from '../../sql/dialect.ts'
import type { Job, JobColumn } from '../../table/job-schema.ts'
import type { Exposure, ExposureRequest } from '../../verification/exposure.ts'
import { knowableColumns, measureExposure, uniqueCounter } from '../../verification/exposure.ts'
import type { Verification } from '../../verification/verification.ts'
import type { Verified } from '../kind.ts'
import { coarsenColumns, isRequired } from './coarsen-columns.ts'
import { isAccepted, remediesFor } from './remedies.ts'
import type { TableStations } from './table.ts'

export interface ExposedTable extends Exposure {
  readonly remedies: Remedies
  readonly exposureRemedies: readonly ExposureRemedy[]
  readonly countedAdvice: CountedAdvice
}

/** People in a release: persons if they are counted, otherwise rows. */
export function peopleOf({ persons, rows }: Pick<Verification, 'persons' | 'rows'>): number {
  return persons ?? rows
}

/** Measures exposure on the staged release. Remedies that need more counting are computed only beyond the limit. */
export async function exposeTable(
  work: Verified<TableStations>,
  suppressed: number,
  run: StepRun,
): Promise<ExposedTable> {
  const { plan, countable, verification } = work
  const request = await exposureRequest(work)
  const exposure = await measureExposure(countable, request, { signal: run.signal })
  const remedies = await remediesFor(work, exposure, suppressed, run)
  const { exposureLimit, acceptedExposure } = plan
  const { columns, unaccepted } = exposure
  const people = peopleOf(verification)
  const judged = { exposure: columns, unaccepted, people, rows: people, exposureLimit, acceptedExposure }
  const exposureRemedies = isBeyondLimit(judged)
    ? await findExposureRemedies(work, request, exposure, columnsBeyondLimit(judged), { remedies, run })
    : []
  const countedAdvice = await countAdvice(work, request, exposure, { remedies, run })
  return { ...exposure, remedies, exposureRemedies, countedAdvice }
}

export async function exposureRequest(work: Verified<TableStations>): Promise<ExposureRequest> {
  const { plan, problem, release, staged, verification } = work
  const quasiIdentifiers = problem.hierarchies.map(({ column }) => column)
  const roleOf = (name: string) => plan.columns.find((column) => column.name === name)?.role ?? 'unlisted'
  const others = release.columns
    .filter(({ name }) => !quasiIdentifiers.includes(name) && roleOf(name) !== 'items')
    .map(({ name }) => ({ column: name, role: roleOf(name) }))
  const persons =
    plan.persons === undefined
      ? undefined
      : {
          table: await openSource(personsSource(plan, staged), release.engine),
          column: plan.persons,
          withoutSuppressed: plan.suppressedRows === 'drop',
        }
  const accepted = plan.acceptedExposure?.accept
  return { quasiIdentifiers, others, people: peopleOf(verification), accepted, persons }
}

interface RemediesRun {
  readonly remedies: Remedies
  readonly run: StepRun
}

/** Above this many cells, effects of changes are not counted. */
const MOST_CELLS = 2_000_000
/** Most columns whose changes are counted one by one. */
const MOST_CHANGED = 4

/** Counts what changes of columns leave singled out, for columns that single people out together. */
async function countAdvice(
  work: Verified<TableStations>,
  request: ExposureRequest,
  { columns, exposed, joint }: Exposure,
  { remedies, run }: RemediesRun,
): Promise<CountedAdvice> {
  const { quasiIdentifiers, people, persons } = request
  const { job } = work.plan.asked ?? {}
  const rank = new Map(columns.map(({ column, alone, together = alone }) => [column, together]))
  const count = async (fixed: readonly string[], names: readonly string[], before: number, how: string) => {
    if (job === undefined || before === 0 || people * (fixed.length + names.length) > MOST_CELLS) return undefined
    const inWords = (left: number) => (persons === undefined ? many(left, 'row') : many(left, 'person', 'people'))
    const found: (Advice & { readonly left: number })[] = []
    const offer = (left: number, advise: (effect: string) => Advice | undefined) => {
      const advice = left < before && advise(` (${formatCount(before)} → ${inWords(left)} singled out ${how})`)
      if (advice) found.push({ ...advice, left })
    }
    const ranked = [...names].sort((a, b) => (rank.get(b) ?? 0) - (rank.get(a) ?? 0)).slice(0, MOST_CHANGED)
    const coarse = names.filter((name) => remedies.coarsen(name) !== undefined)
    const ways = isWhole(work, request) ? ranked.filter((name) => coarse.includes(name)).map((name) => [name]) : []
    if (ways.length > 0 && coarse.length > 1) ways.push(coarse)
    for (const way of ways) {
      const table = await coarserRelease(work, way, { remedies, run })
      const [left] = await uniqueCounter(table, request, { signal: run.signal })([[...fixed, ...names]])
      offer(left, (effect) => {
        if (way.length === 1) return remedies.coarsen(way[0], effect)
        const changes = way.map((name) => remedies.coarsen(name, ''))
        const set = settingOf(job, changes)
        return set && isAccepted(work, set) ? { text: `${changesText(changes)}${effect}`, set } : undefined
      })
    }
    for (const name of fixed.length === 0 ? sharedColumns(work, request, ranked) : []) {
      const { share = 0 } = job.columns[name]
      for (const more of MORE_SHARED.map((times) => times * share).filter((one) => 2 * one <= people)) {
        const table = await sharedMore(work, name, more, run)
        const [left] = await uniqueCounter(table, request, { signal: run.signal })([names])
        if (2 * left > before && more < (MORE_SHARED.at(-1) ?? 0) * share) continue
        offer(left, (effect) => remedies.change(name, { share: more }, effect))
        break
      }
    }
    const coarser = found.sort((a, b) => a.left - b.left).splice(0)
    const without = ranked.map((name) => [...fixed, ...names].filter((one) => one !== name))
    const left = await uniqueCounter(work.countable, request, { signal: run.signal })(without)
    for (const [i, name] of ranked.entries()) offer(left[i], (effect) => remedies.leaveOut(name, effect))
    const gone = found.sort((a, b) => a.left - b.left)
    return [...coarser, ...ranked.flatMap((name) => remedies.generalize(name) ?? []), ...gone]
  }
  const knowable = knowableColumns(request.others)
  return {
    exposed: await count(quasiIdentifiers, knowable, exposed, 'together'),
    // The columns that are not recoded; a lower bound has no effects.
    joint: joint?.uncounted ? undefined : await count([], joint?.columns ?? [], joint?.rows ?? 0, 'by these columns'),
  }
}

/** Most columns that one remedy turns into quasi-identifiers: with more, little detail is left of each. */
const MOST_GENERALIZED = 3

/**
 * Returns the cheapest changes that bring the release within its limit, each with its effect: generalize, leave out,
 * accept by name. Leaving a column out does not change the search, so the staged release is counted without it.
 * Generalizing is offered if it leaves no column unrecoded, because then every class has k people.
 */
async function findExposureRemedies(
  work: Verified<TableStations>,
  request: ExposureRequest,
  exposure: Exposure,
  beyond: readonly string[],
  { remedies, run }: RemediesRun,
): Promise<ExposureRemedy[]> {
  const { plan } = work
  if (plan.asked === undefined) return []
  const { job } = plan.asked
  const { people, quasiIdentifiers, accepted = [] } = request
  const unique = uniqueCounter(work.countable, request, { signal: run.signal })
  const knowable = knowableColumns(request.others)
  const uniqueBy = async (columns: readonly string[]): Promise<number> =>
    (await unique([[...quasiIdentifiers, ...columns]]))[0]
  const without = (columns: readonly string[], left: readonly string[]) => left.filter((one) => !columns.includes(one))
  const rank = new Map(exposure.columns.map(({ column, alone, together = alone }) => [column, together]))
  const ranked = without([...beyond, ...accepted], knowable).sort((a, b) => (rank.get(b) ?? 0) - (rank.get(a) ?? 0))
  // Fewer columns make fewer people unique, so a binary search finds the fewest columns to leave out.
  let [enough, tooFew] = [ranked.length, -1]
  while (enough - tooFew > 1) {
    const middle = (enough + tooFew) >> 1
    if ((await uniqueBy(ranked.slice(middle))) <= (plan.exposureLimit ?? 1) * people) enough = middle
    else tooFew = middle
  }
  const columns = [...beyond, ...ranked.slice(0, enough)]
  const fingerprint = (gone: readonly string[]) =>
    Math.max(
      0,
      ...exposure.columns.map((one) => (one.role === 'pseudonym' || gone.includes(one.column) ? 0 : one.alone)),
    )
  const leaves = (exposed: number, gone: readonly string[]) => ({
    exposed: exposed / people,
    fingerprint: fingerprint(gone) / people,
  })
  const found: ExposureRemedy[] = []
  const coarser = await coarsenExposed(work, request, columns, { remedies, run })
  if (coarser !== undefined) found.push(coarser)
  const offer = (changes: readonly (Advice | undefined)[], names: readonly string[], exposed: number) => {
    const set = settingOf(job, changes)
    if (set !== undefined && isAccepted(work, set))
      found.push({ text: changesText(changes), set, ...leaves(exposed, names) })
  }
  const all = [...columns, ...without(columns, knowable)]
  // If rows may be dropped, nobody knows yet whom the columns that stay single out.
  const staysWhole =
    (plan.search.kind === 'classes' && !plan.search.withoutHierarchies) ||
    (plan.suppressedRows === 'mask' && job.privacy['suppressed-group'] === 'enforce')
  const stay = request.others.some(({ column, role }) => role !== 'pseudonym' && !all.includes(column))
  const isHidden = staysWhole || (!stay && (plan.suppressedRows === 'drop' || !job.privacy['suppressed-group']))
  if (coarser === undefined && isHidden && smallestAllowedClass(plan.requirements) > 1) {
    const generalized = all.slice(-MOST_GENERALIZED)
    const changes = all.map((column) =>
      generalized.includes(column) ? remedies.generalize(column) : remedies.leaveOut(column),
    )
    offer(changes, all, 0)
  }
  offer(
    columns.map((column) => remedies.leaveOut(column)),
    columns,
    await uniqueBy(without(columns, knowable)),
  )
  return [...found, acceptRemedy([...accepted, ...columns], leaves(exposure.exposed, []))]
}

/** Whether coarser values can be counted on the staged release: shared values depend on the rows, so it has all. */
function isWhole({ counted, verification }: Verified<TableStations>, { persons }: ExposureRequest): boolean {
  return persons === undefined && verification.rows === counted.rowsRead - counted.rowsMissing
}

/** Times as many people who share a value, tried in turn until at most half as many are singled out. */
const MORE_SHARED = [2, 5, 10, 20]

/** Columns that could share more. The release no longer has their values, so it must have all rows of the source. */
function sharedColumns(
  { plan, data, counted, verification }: Verified<TableStations>,
  { persons }: ExposureRequest,
  names: readonly string[],
): string[] {
  if (persons !== undefined || data.table.source.kind !== 'files' || verification.rows < counted.rowsRead) return []
  const isFree = ({ name, role }: PlannedColumn) => role !== 'target' && !isRequired(plan, name)
  return plan.columns.flatMap((column) =>
    column.coarsening?.share !== undefined && names.includes(column.name) && isFree(column) ? column.name : [],
  )
}

/** The source with its columns made coarser as by the job, but one column shares more. */
async function sharedMore({ plan, data }: Verified<TableStations>, name: string, share: number, run: StepRun) {
  const columns = plan.columns.map((column) =>
    column.name === name ? { ...column, coarsening: { ...column.coarsening, share } } : column,
  )
  const exact = { ...data.table, source: { ...data.table.source, coarsened: undefined } }
  return (await coarsenColumns(exact, { ...plan, columns, isTrial: true }, { signal: run.signal })).table
}

/** The staged release with columns made coarser as a run would that follows the remedies. */
async function coarserRelease(
  { plan, release }: Verified<TableStations>,
  names: readonly string[],
  { remedies, run }: RemediesRun,
): Promise<Table> {
  const columns = plan.columns.filter(({ role }) => role === 'quasi-identifier')
  const coarse = names.flatMap((name) => {
    const coarsening = pickCoarsening((remedies.coarsen(name)?.set?.value ?? {}) as JobColumn)
    return coarsening === undefined ? [] : [{ name, role: 'other' as const, hierarchyText: '', weight: 1, coarsening }]
  })
  const coarsePlan = { ...plan, missing: 'category' as const, columns: [...columns, ...coarse], isTrial: true }
  return (await coarsenColumns(release, coarsePlan, { signal: run.signal })).table
}

/** Returns the remedy that makes columns coarser, or leaves them out if that is impossible. */
async function coarsenExposed(
  work: Verified<TableStations>,
  request: ExposureRequest,
  exposed: readonly string[],
  { remedies, run }: RemediesRun,
): Promise<ExposureRemedy | undefined> {
  const { plan } = work
  const { job } = plan.asked ?? {}
  if (job === undefined || !isWhole(work, request)) return undefined
  const knowable = knowableColumns(request.others)
  const attempts = [exposed, [...new Set([...exposed, ...knowable.filter((one) => remedies.coarsen(one))])]]
  for (const names of attempts) {
    const changes = names.map((column) => remedies.coarsen(column) ?? remedies.leaveOut(column))
    const set = settingOf(job, changes)
    if (names.every((column) => remedies.coarsen(column) === undefined)) return undefined
    if (set === undefined || !isAccepted(work, set)) continue
    const gone = names.filter((column) => remedies.coarsen(column) === undefined)
    const table = await coarserRelease(work, names, { remedies, run })
    const others = request.others.filter(({ column }) => !gone.includes(column))
    const after = await measureExposure(table, { ...request, others }, { signal: run.signal })
    const fingerprint = Math.max(0, ...after.columns.map((one) => (one.role === 'pseudonym' ? 0 : one.alone)))
    const { people, accepted = [] } = request
    const limit = (plan.exposureLimit ?? 1) * people
    const isBeyond = after.columns.some(({ column, role, alone }) => {
      return role !== 'pseudonym' && alone > limit && !accepted.includes(column)
    })
    if (after.unaccepted > limit || isBeyond) continue
    return { text: changesText(changes), set, exposed: after.exposed / people, fingerprint: fingerprint / people }
  }
  return undefined
}

/** Names each change, or of many changes which columns get which settings. */
function changesText(changes: readonly (Advice | undefined)[]): string {
  const made = changes.flatMap((advice) => advice ?? [])
  if (made.length <= MOST_GENERALIZED) return made.map(({ text }) => text).join(', and ')
  return Array.from(
    groupBy(made, ({ set }) => inYaml(set?.value as JobColumn)),
    ([settings, changed]) => {
      const names = changed.map(({ set }) => set?.key[1] ?? '')
      return `${settings} for ${columnNames(names)}${namesBeside(names)}`
    },
  ).join(', and ')
}

/** Combines changes of columns into one setting; undefined if one of them is impossible. */
function settingOf({ columns }: Job, changes: readonly (Advice | undefined)[]): JobSetting | undefined {
  const settings = changes.map((advice) => advice?.set)
  if (settings.some((set) => set === undefined)) return undefined
  const changed = settings.map((set) => [set?.key[1], set?.value])
  return { key: ['columns'], value: { ...columns, ...Object.fromEntries(changed) } }
}

/**
 * Lists the columns that the release leaves out. If it has only recoded columns that others know about people, marks
 * those that say something else about them.
 */
export async function leftOutColumns(
  { plan, data, release, problem, counted }: Verified<TableStations>,
  run: StepRun,
): Promise<LeftOut[]> {
  const present = new Set(data.table.columns.map(({ name }) => name))
  const identifiers = plan.columns.filter(({ name, role }) => role === 'identifier' && present.has(name))
  const leftOut: LeftOut[] = [
    ...identifiers.map(({ name }) => ({ column: name, why: 'identifier' as const })),
    ...(plan.unlisted === 'drop' ? data.unlisted : []).map((column) => ({
      column,
      why: 'not named by the job' as const,
    })),
  ]
  const isOnlyKnown = release.columns.length === problem.hierarchies.length && plan.columns.every(isKnownToOthers)
  if (leftOut.length === 0 || !isOnlyKnown) return leftOut
  const { engine, source } = data.table
  const { dialect } = engine
  const estimates = leftOut.map(({ column }, i) => {
    const distinct = dialect.approximateDistinct(dialect.text(dialect.identifier(column)))
    return sql`${dialect.wholeNumber(distinct)} AS ${dialect.identifier(`d${i}`)}`
  })
  const answer = await engine.query(sql`SELECT ${join(estimates)} FROM ${dialect.scan(source)}`, { signal: run.signal })
  const shared = leftOut.flatMap(({ column }, i) => {
    const values = answer.numbers(`d${i}`)[0]
    return column !== plan.persons && values > 1 && values * ROWS_OF_A_VALUE <= counted.rowsRead ? [column] : []
  })
  const { missingValues } = plan
  const facts = (await profileColumns(engine, source, shared, missingValues, { signal: run.signal })).map(findFacts)
  const informing = facts.filter((one) => {
    return one.distinct * ROWS_OF_A_VALUE <= one.known && proposeRole(one).role !== 'identifier'
  })
  // A code beside its label, or the month of a date, would say what is generalized.
  const recoded = plan.columns.filter(({ name, role }) => role === 'quasi-identifier' && present.has(name))
  const pairs = recoded.flatMap(({ name }) => informing.map((one) => [name, one] as const))
  const names = pairs.map(([name, { profile }]) => [name, profile.name] as const)
  const relations = await relatePairs({ engine, source, missingValues }, names, run)
  const follows = (one: ColumnFacts) =>
    relations.some((relation, i) => {
      return pairs[i][1] === one && relation.pairs <= relation.firsts && evidence(relation, one) >= LEAST_EVIDENCE
    })
  const news = informing.filter((one) => !follows(one)).map(({ profile }) => profile.name)
  return leftOut.map((one) => ({ ...one, informs: news.includes(one.column) ? true : undefined }))
}

/** Dates, and columns whose name is understood and no question: the file is about something else. */
function isKnownToOthers({ name, role, type }: PlannedColumn): boolean {
  if (role !== 'quasi-identifier' || type === 'date') return true
  const words = nameWords(name)
  return !isStatement(words) && findMeanings(words).length > 0
}

/** Mean rows per value from which a column is not a name or number of a person. */
const ROWS_OF_A_VALUE = 5
