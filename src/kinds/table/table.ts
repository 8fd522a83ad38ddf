/** The steps that all tables share: open, count, pose, size, repair. */
import type { Engine, EngineRun } from '../../engines/engine.ts'
import type { CountedTable } from '../../frequency/counted-table.ts'
import { seedFor } from '../../ground/random.ts'
import { identifying, matchColumns, type TablePlan } from '../../plan/plan.ts'
import { pseudonymize } from '../../pseudonyms/pseudonymize.ts'
import { refuseFormulaNames } from '../../release/arrange.ts'
import { personsSource, stagedSource } from '../../release/staged.ts'
import type { SearchProblem } from '../../search/search.ts'
import { evaluationSeconds, latticeNodes } from '../../search/work.ts'
import { warnOfEqualRows } from '../../sources/equal-files.ts'
import { openSource } from '../../sources/open-source.ts'
import { requireColumn, type Table } from '../../sources/table.ts'
import { sql } from '../../sql/dialect.ts'
import { VALUES_CHECK } from '../../verification/coarsened.ts'
import type { Found, ProblemSize, Verified } from '../kind.ts'
import { coarsenColumns, countReleased, isRequired, type ReleasedNumbers } from './coarsen-columns.ts'
import { countTable } from './count-table.ts'
import { exposureRequest } from './expose.ts'
import { poseProblem } from './pose-problem.ts'
import type { OpenedTable, TableStations } from './stations.ts'

export async function openTable(plan: TablePlan, engine: Engine, run: EngineRun = {}): Promise<OpenedTable> {
  const identifiers = identifying(plan)
  const opened = setPartAside(await openSource(plan.source, engine), plan)
  if (plan.persons !== undefined) requireColumn(opened, plan.persons, plan.name)
  const names = opened.columns.map((column) => column.name)
  const files = plan.fromTrail === undefined ? opened.files : [...opened.files, plan.fromTrail]
  const matched = matchColumns(plan, names, opened.name)
  refuseFormulaNames(matched.released, plan.arrangement)
  const { table, fingerprints } = await pseudonymize(opened, plan, { signal: run.signal })
  // With persons, equal rows are normal.
  const equalRows = async (repeats: number | undefined) =>
    plan.persons === undefined ? warnOfEqualRows(opened, identifiers, { signal: run.signal }, repeats) : []
  return { files, ...matched, fingerprints, equalRows, ...(await coarsenColumns(table, plan, { signal: run.signal })) }
}

/** With a share for attackers, the table has only the rows that are not set aside; of a person, all or none. */
function setPartAside(table: Table, { attack, seed, persons }: TablePlan): Table {
  if (attack?.share === undefined || table.source.kind !== 'files') return table
  const part = { share: attack.share, seed: seedFor(seed, 'sample'), by: persons, aside: false }
  return { ...table, source: { ...table.source, part } }
}

export function problemSize(
  problem: SearchProblem,
  { raw: { counts } = problem.frequencies }: Pick<CountedTable, 'raw'>,
): ProblemSize {
  const uniques = counts.filter((count) => count === 1).length
  return {
    forecast: { uniques, nodes: latticeNodes(problem), secondsPerNode: evaluationSeconds(problem) },
    values: new Map(problem.hierarchies.map(({ column, values }) => [column, values.length])),
  }
}

/**
 * Makes values coarser again if rows were left out, by the released rows alone: no mean, median, cap or total may tell
 * a value that is not released. Of values that requirements count, groups and caps stay as the search saw them; groups
 * that have too few people left are merged.
 */
export async function coarsenAgain<S extends TableStations>(
  work: Verified<S>,
  rewrite: (work: Found<S>) => Promise<unknown>,
  run: EngineRun = {},
): Promise<Found<S> | undefined> {
  const { plan, data, counted, staged, verification, release } = work
  const broken = verification.checks.filter(({ holds }) => !holds)
  const leavesOut = verification.rows < counted.rowsRead - counted.rowsMissing
  if (data.coarsened.length === 0 || !leavesOut || broken.some(({ name }) => name !== VALUES_CHECK)) return undefined
  const { engine } = data.table
  const request = await exposureRequest(work)
  const remade = data.coarsened.filter(({ column, coarsening: { keep, share, shows } }) => {
    return keep === undefined && (share !== undefined || shows === 'mean' || !isRequired(plan, column))
  })
  if (remade.length === 0) return undefined
  const table = { ...data.table, source: { ...data.table.source, coarsened: undefined } }
  const again = { ...work, data: { ...data, table }, counted: { ...counted, stored: undefined, held: undefined } }
  const dropStaged = async () => {
    if ('table' in staged) await engine.execute(sql`DROP TABLE ${engine.dialect.identifier(...staged.table)}`, run)
  }
  await dropStaged()
  await rewrite(again)
  const plain = await openSource(stagedSource(plan, staged), release.engine)
  const persons = request.persons && (await openSource(personsSource(plan, staged), release.engine))
  const released = new Map<string, ReleasedNumbers>()
  for (const { column } of remade) released.set(column, await countReleased(plain, persons, plan, column, run))
  await dropStaged()
  return { ...again, data: { ...data, ...(await coarsenColumns(table, plan, run, released)) } }
}

export const table = { open: openTable, count: countTable, pose: poseProblem, size: problemSize, repair: coarsenAgain }
