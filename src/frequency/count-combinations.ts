/**
 * From a table in an engine to the frequency table: the engine groups rows by their quasi-identifiers and targets in one pass over
 * the source (`group-rows.ts`); everything after works on that much smaller result.
 */
import type { Engine, EngineRun } from '../engines/engine.ts'
import type { Source } from '../sql/dialect.ts'
import {
  type CoarseColumn,
  coarseColumn,
  hasLevels,
  type KnownColumn,
  readColumn,
  withCoarseColumns,
} from './coarse-codes.ts'
import { type CoarsenedColumns, type CountedTable, type CountRequest, countedColumns } from './counted-table.ts'
import { encodeGroups } from './encode/encode-groups.ts'
import { groupLines, type LinesRun } from './group-lines.ts'
import { groupRows, TooManyCombinations } from './group-rows.ts'
import { joinRegister, ORIGIN_COLUMN } from './join-register.ts'
import { chooseBins } from './number-bins.ts'
import { numberPersons, PERSON_COLUMN } from './number-persons.ts'

/** Bins of each numeric column, tried one after the other while there are too many combinations. */
const COARSER_BINS = [256, 64, 16, 4]

/**
 * Where there are more combinations than may travel, numeric columns are cut into bins in the engine, with about as many rows in each, and counted again: a
 * pass over the rows for each try. Requirements are met, and verified, on all rows all the same; what is lost is that intervals end between bins alone.
 */
export async function countCombinations(
  engine: Engine,
  source: Source,
  request: CountRequest,
  run: LinesRun = {},
): Promise<CountedTable> {
  let tooMany: TooManyCombinations | undefined
  let known: readonly KnownColumn[] | undefined
  for (const { asked, coarser } of triesOf(request)) {
    try {
      if (coarser === undefined || tooMany === undefined) return await countOnce(engine, source, asked, run)
      known ??= await readLevels(engine, source, request, run)
      const coarse = known.map((own) => coarseColumn(own, coarser.bins)).filter((own) => own !== undefined)
      if (coarse.length === 0 && coarser.columns.length === 0) break
      const counted = await countOnce(engine, source, asked, run, coarse)
      const levels = coarse.length === 0 ? undefined : coarse.map(({ column, level }) => ({ column, level }))
      return { ...counted, coarsened: { combinations: tooMany.combinations, ...coarser, levels } }
    } catch (error) {
      if (!(error instanceof TooManyCombinations)) throw error
      tooMany ??= error
    }
  }
  throw tooMany
}

/** Columns with levels and all of their values. A register has values of its own, and is counted as it is. */
async function readLevels(
  engine: Engine,
  source: Source,
  request: CountRequest,
  run: EngineRun,
): Promise<readonly KnownColumn[]> {
  const known: KnownColumn[] = []
  for (const { column, hierarchy } of request.register === undefined ? request.quasiIdentifiers : [])
    if (hasLevels(hierarchy)) known.push(await readColumn(engine, source, { column, hierarchy }, request, run))
  return known
}

interface Try {
  readonly asked: CountRequest
  /** Absent where nothing is lost. */
  readonly coarser?: Omit<CoarsenedColumns, 'combinations'>
}

/** As asked; then numbers cut where the job says that intervals may end, which loses nothing; then the others cut into fewer and fewer bins, and levels for other values. */
function* triesOf(request: CountRequest): Generator<Try> {
  yield { asked: request }
  const cut = withBins(request, Number.POSITIVE_INFINITY)
  if (cut.asked.quasiIdentifiers.some(({ binned }) => binned)) yield { asked: cut.asked }
  for (const bins of COARSER_BINS) {
    const { asked, columns } = withBins(request, bins)
    yield { asked, coarser: { columns, bins } }
  }
}

/** Numeric columns in bins of the engine: of the job's endpoints, or so many where it has more; the names of these. */
function withBins(request: CountRequest, bins: number): { asked: CountRequest; columns: string[] } {
  const columns: string[] = []
  const quasiIdentifiers = request.quasiIdentifiers.map((own) => {
    const { hierarchy } = own
    if (typeof hierarchy === 'function' || hierarchy.kind !== 'number') return own
    const { endpoints } = hierarchy
    const free = endpoints === 'all' || ('quantiles' in endpoints && endpoints.quantiles >= bins)
    if (!free) return { ...own, binned: true }
    if (!Number.isFinite(bins)) return own
    columns.push(own.column)
    return { ...own, hierarchy: { ...hierarchy, endpoints: { quantiles: bins - 1 } }, binned: true }
  })
  return { asked: { ...request, quasiIdentifiers }, columns }
}

/** Prepares the rows (levels, persons, register), lets the engine group them, and encodes the groups. */
async function countOnce(
  engine: Engine,
  source: Source,
  request: CountRequest,
  run: LinesRun,
  coarse: readonly CoarseColumn[] = [],
): Promise<CountedTable> {
  const { grouped, rules, persons } = await groupOnce({ engine, request, coarse, tables: [] }, source, run)
  try {
    return await encodeGroups(engine, { ...request, coarse }, rules, grouped, persons)
  } catch (error) {
    if (grouped.stored !== undefined) await engine.execute(engine.dialect.dropTable(grouped.stored.source.table[0]))
    throw error
  }
}

async function groupOnce(work: Preparation, source: Source, run: LinesRun) {
  const { engine, request, tables } = work
  try {
    const rows = await prepareRows(work, source, run)
    return { ...(await groupPrepared(engine, request, rows, run)), persons: rows.persons }
  } finally {
    for (const table of tables) await engine.execute(engine.dialect.dropTable(table))
  }
}

interface Preparation {
  readonly engine: Engine
  readonly request: CountRequest
  readonly coarse: readonly CoarseColumn[]
  /** The tables made so far, newest first, which `groupOnce` drops. */
  readonly tables: string[]
}

interface PreparedRows {
  readonly source: Source
  /** The number of persons, where they are counted. */
  readonly persons?: number
  /** Whether the rows are those of the source, in its order. */
  readonly unchanged: boolean
}

async function prepareRows(work: Preparation, source: Source, run: EngineRun): Promise<PreparedRows> {
  const leveled = await withLevels(work, source, run)
  const numbered = await withPersons(work, leveled, run)
  const joined = await withRegister(work, numbered.source, run)
  return { source: joined, persons: numbered.persons, unchanged: joined === source }
}

/** Replaces the values of coarse columns by codes of their levels. */
async function withLevels({ engine, request, coarse, tables }: Preparation, source: Source, run: EngineRun) {
  if (coarse.length === 0) return source
  const { quasiIdentifiers, persons } = request
  const keys = quasiIdentifiers.map(({ column }) => column)
  const read = [...new Set([...keys, ...countedColumns(request), ...(persons === undefined ? [] : [persons])])]
  const made = await withCoarseColumns(engine, source, read, coarse, run)
  tables.unshift(...made.tables)
  return made.source
}

/** Adds the number of each row's person, where persons are counted. */
async function withPersons({ engine, request, tables }: Preparation, source: Source, run: EngineRun) {
  const { quasiIdentifiers, persons: person, missingValues } = request
  if (person === undefined) return { source }
  const columns = [...quasiIdentifiers.map(({ column }) => column), ...countedColumns(request)]
  const numbered = await numberPersons(engine, source, { person, columns, missingValues }, run)
  tables.unshift(numbered.source.table[0])
  return { source: numbered.source, persons: numbered.count }
}

/** Adds the people of the register, and where each row comes from. */
async function withRegister({ engine, request, tables }: Preparation, source: Source, run: EngineRun) {
  const { register, missingValues, persons } = request
  if (register === undefined) return source
  const quasiIdentifiers = request.quasiIdentifiers.map(({ column }) => column)
  const others = countedColumns(request)
  const joining = { register, quasiIdentifiers, others, persons: persons !== undefined, missingValues }
  const joined = await joinRegister(engine, source, joining, run)
  tables.unshift(joined.table[0])
  return joined
}

async function groupPrepared(
  engine: Engine,
  request: CountRequest,
  { source, persons, unchanged }: PreparedRows,
  run: LinesRun,
) {
  const { quasiIdentifiers, missingValues, mostCombinations: most } = request
  const rules = await chooseBins(engine, source, request, run)
  // Numbers of persons are bins of width 1, and so is where a row comes from.
  const numbers = (column: string, bins: number) => ({ column, rule: { width: 1, origin: 0, bins } })
  const columns = [
    ...quasiIdentifiers.map(({ column }, i) => ({ column, rule: rules[i] })),
    ...countedColumns(request).map((column) => ({ column })),
    ...(persons === undefined ? [] : [numbers(PERSON_COLUMN, persons)]),
    ...(request.register === undefined ? [] : [numbers(ORIGIN_COLUMN, 2)]),
  ]
  // Rows are kept in the order of the source, which prepared tables do not have.
  const keep = unchanged ? request.keep : undefined
  const asked = { columns, keep, missingValues, most }
  const plain = keep === undefined || request.lines === true
  const lines = plain ? await groupLines(engine, source, asked, run) : undefined
  return { rules, grouped: lines ?? (await groupRows(engine, source, asked, run)) }
}
