/** Counts a table: the engine groups its rows in one pass (`group-rows.ts`); all later steps use the counts. */
import type { Engine, EngineRun } from '../engines/engine.ts'
import type { Source } from '../sql/dialect.ts'
import type { CoarseColumn, KnownColumn } from './coarse-codes.ts'
import { coarseColumn, hasLevels, readColumn, withCoarseColumns } from './coarse-codes.ts'
import { type CoarsenedColumns, type CountedTable, type CountRequest, countedColumns } from './counted-table.ts'
import { encodeGroups } from './encode/encode-groups.ts'
import { groupRows, type ReadTuples, TooManyCombinations } from './group-rows.ts'
import { joinRegister, ORIGIN_COLUMN } from './join-register.ts'
import { chooseBins } from './number-bins.ts'
import { numberPersons, PERSON_COLUMN } from './number-persons.ts'

/** `readTuples` reads rows without the engine where it can. */
export interface CountRun extends EngineRun {
  readonly readTuples?: ReadTuples | undefined
}

/** Bins per numeric column, tried in turn while there are too many combinations. */
const COARSER_BINS = [256, 64, 16, 4]

/**
 * If there are too many combinations, the engine bins numeric columns by quantiles and counts again, one pass per try.
 * Requirements still hold on all rows; only interval endpoints become coarser.
 */
export async function countCombinations(
  engine: Engine,
  source: Source,
  request: CountRequest,
  run: CountRun = {},
): Promise<CountedTable> {
  let tooMany: TooManyCombinations | undefined
  let known: readonly KnownColumn[] | undefined
  for (const { asked, coarser } of listTries(request)) {
    try {
      if (coarser === undefined || tooMany === undefined) return await countOnce(engine, source, asked, run)
      known ??= await readLevels(engine, source, request, run)
      const coarse = known
        .map((candidate) => coarseColumn(candidate, coarser.bins))
        .filter((candidate) => candidate !== undefined)
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

/** Columns with levels and all of their values. A register has other values and is counted as it is. */
async function readLevels(engine: Engine, source: Source, request: CountRequest, run: EngineRun) {
  const known: KnownColumn[] = []
  for (const { column, hierarchy } of request.register === undefined ? request.quasiIdentifiers : [])
    if (hasLevels(hierarchy)) known.push(await readColumn(engine, source, { column, hierarchy }, request, run))
  return known
}

interface Try {
  readonly asked: CountRequest
  readonly coarser?: Omit<CoarsenedColumns, 'combinations'>
}

/** The request itself; numbers cut at the job's endpoints, which loses nothing; then fewer and fewer bins. */
function* listTries(request: CountRequest): Generator<Try> {
  yield { asked: request }
  const cut = withBins(request, Number.POSITIVE_INFINITY)
  if (cut.asked.quasiIdentifiers.some(({ binned }) => binned)) yield { asked: cut.asked }
  for (const bins of COARSER_BINS) {
    const { asked, columns } = withBins(request, bins)
    yield { asked, coarser: { columns, bins } }
  }
}

/** Bins numeric columns by the job's endpoints, or into `bins` if those are more; returns the names of the latter. */
function withBins(request: CountRequest, bins: number): { asked: CountRequest; columns: string[] } {
  const columns: string[] = []
  const quasiIdentifiers = request.quasiIdentifiers.map((column) => {
    const { hierarchy } = column
    if (typeof hierarchy === 'function' || hierarchy.kind !== 'number') return column
    const { endpoints } = hierarchy
    const free = endpoints === 'all' || ('quantiles' in endpoints && endpoints.quantiles >= bins)
    if (!free) return { ...column, binned: true }
    if (!Number.isFinite(bins)) return column
    columns.push(column.column)
    return { ...column, hierarchy: { ...hierarchy, endpoints: { quantiles: bins - 1 } }, binned: true }
  })
  return { asked: { ...request, quasiIdentifiers }, columns }
}

async function countOnce(
  engine: Engine,
  source: Source,
  request: CountRequest,
  run: CountRun,
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

async function groupOnce(work: Preparation, source: Source, run: CountRun) {
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
  /** Tables created so far, newest first; `groupOnce` drops them. */
  readonly tables: string[]
}

interface PreparedRows {
  readonly source: Source
  readonly persons?: number
  readonly unchanged: boolean
}

async function prepareRows(work: Preparation, source: Source, run: EngineRun): Promise<PreparedRows> {
  const leveled = await withLevels(work, source, run)
  const numbered = await withPersons(work, leveled, run)
  const joined = await withRegister(work, numbered.source, run)
  return { source: joined, persons: numbered.persons, unchanged: joined === source }
}

async function withLevels({ engine, request, coarse, tables }: Preparation, source: Source, run: EngineRun) {
  if (coarse.length === 0) return source
  const { quasiIdentifiers, persons } = request
  const keys = quasiIdentifiers.map(({ column }) => column)
  const read = [...new Set([...keys, ...countedColumns(request), ...(persons === undefined ? [] : [persons])])]
  const made = await withCoarseColumns(engine, source, read, coarse, run)
  tables.unshift(...made.tables)
  return made.source
}

async function withPersons({ engine, request, tables }: Preparation, source: Source, run: EngineRun) {
  const { quasiIdentifiers, persons: person, missingValues } = request
  if (person === undefined) return { source }
  const columns = [...quasiIdentifiers.map(({ column }) => column), ...countedColumns(request)]
  const numbered = await numberPersons(engine, source, { person, columns, missingValues }, run)
  tables.unshift(numbered.source.table[0])
  return { source: numbered.source, persons: numbered.count }
}

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
  run: CountRun,
) {
  const { quasiIdentifiers, missingValues, mostCombinations: most } = request
  const rules = await chooseBins(engine, source, request, run)
  // Person numbers and the origin are bins of width 1.
  const numbers = (column: string, bins: number) => ({ column, rule: { width: 1, origin: 0, bins } })
  const columns = [
    ...quasiIdentifiers.map(({ column }, i) => ({ column, rule: rules[i] })),
    ...countedColumns(request).map((column) => ({ column })),
    ...(persons === undefined ? [] : [numbers(PERSON_COLUMN, persons)]),
    ...(request.register === undefined ? [] : [numbers(ORIGIN_COLUMN, 2)]),
  ]
  // Rows are kept in source order, which prepared tables do not have.
  const keep = unchanged ? request.keep : undefined
  const asked = { columns, keep, missingValues, most }
  const reads = keep === undefined || request.holds === true
  const held = reads ? await run.readTuples?.(engine, source, asked, run) : undefined
  const stored = { ...asked, keep: request.stores === true ? keep : undefined }
  return { rules, grouped: held ?? (await groupRows(engine, source, stored, run)) }
}
