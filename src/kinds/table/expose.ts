/** Measures the exposure of a table's release and finds changes of the job that lower it. */
import { profileColumns } from '../../frequency/profile-columns.ts'
import { relatePairs } from '../../frequency/relate-columns.ts'
import { type ColumnFacts, findFacts } from '../../init/roles/column-facts.ts'
import { isStatement, nameWords } from '../../init/roles/name-words.ts'
import { proposeRole } from '../../init/roles/propose-role.ts'
import { evidence, LEAST_EVIDENCE } from '../../init/roles/settle-relations.ts'
import { findMeanings } from '../../init/roles/vocabulary.ts'
import type { PlannedColumn, TablePlan } from '../../plan/plan.ts'
import { personsSource } from '../../release/staged.ts'
import type { Advice, Remedies } from '../../report/advice.ts'
import { acceptRemedy, columnsBeyondLimit, isBeyondLimit, mostAlone } from '../../report/judge/judge-exposure.ts'
import { showsValues } from '../../report/judge/judge-table.ts'
import type { CountedAdvice, ExposureRemedy, LeftOut } from '../../report/judge/judged-release.ts'
import { smallestAllowedClass } from '../../requirements/requirement.ts'
import type { StepRun } from '../../run.ts'
import { openSource } from '../../sources/open-source.ts'
import { join, sql } from '../../sql/dialect.ts'
import type { Exposure, ExposureRequest } from '../../verification/exposure.ts'
import { knowableColumns, measureExposure, uniqueCounter } from '../../verification/exposure.ts'
import type { Verification } from '../../verification/verification.ts'
import type { Verified } from '../kind.ts'
import { changesText, coarserRelease, countAdvice, isWhole, type RemediesRun, settingOf } from './count-advice.ts'
import { isAccepted, remediesFor } from './remedies.ts'
import type { TableStations } from './stations.ts'

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
  const judged = judgedExposure(plan, exposure, peopleOf(verification))
  const exposureRemedies = isBeyondLimit(judged)
    ? await findExposureRemedies(work, request, exposure, columnsBeyondLimit(judged), { remedies, run })
    : []
  const countedAdvice = await countAdvice(work, request, exposure, { remedies, run })
  return { ...exposure, remedies, exposureRemedies, countedAdvice }
}

function judgedExposure({ exposureLimit, acceptedExposure }: TablePlan, exposure: Exposure, people: number) {
  const { columns, unaccepted } = exposure
  return { exposure: columns, unaccepted, people, rows: people, exposureLimit, acceptedExposure }
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
  const leaves = (exposed: number, gone: readonly string[]) => ({
    exposed: exposed / people,
    fingerprint: mostAlone(exposure.columns.filter(({ column }) => !gone.includes(column))) / people,
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
  // If rows may be dropped, nobody knows yet whom the columns that stay single out. Other classes have
  // other exact ends.
  const staysWhole =
    (plan.search.kind === 'classes' && !plan.search.withoutHierarchies) ||
    (plan.suppressedRows === 'mask' && job.privacy['suppressed-group'] === 'enforce')
  const stay = request.others.some(({ column, role }) => role !== 'pseudonym' && !all.includes(column))
  const isHidden = staysWhole || (!stay && (plan.suppressedRows === 'drop' || !job.privacy['suppressed-group']))
  const isCertain = isHidden && !work.problem.hierarchies.some(showsValues)
  if (coarser === undefined && isCertain && smallestAllowedClass(plan.requirements) > 1) {
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
    const { people } = request
    if (isBeyondLimit(judgedExposure(plan, after, people))) continue
    const fingerprint = mostAlone(after.columns) / people
    return { text: changesText(changes), set, exposed: after.exposed / people, fingerprint }
  }
  return undefined
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
