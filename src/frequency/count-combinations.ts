/** Counts a table: the engine groups its rows in one pass (`group-rows.ts`); all later steps use the counts. */
import type { Engine, EngineRun } from '../engines/engine.ts'
import { countRows } from '../engines/figures.ts'
import { peoplePerBin } from '../hierarchy/specification.ts'
import { isColumnar, type Source } from '../sql/dialect.ts'
import type { BinRule } from '../sql/encoding.ts'
import type { CoarseColumn, KnownColumn } from './coarse-codes.ts'
import { BINS, canBeCoarser, coarseColumn, readColumn } from './coarse-codes.ts'
import { type CoarsenedColumns, type CountedTable, type CountRequest, countedColumns } from './counted-table.ts'
import { encodeGroups } from './encode/encode-groups.ts'
import { estimateGroups, type GroupRequest, groupRows, type ReadTuples, TooManyCombinations } from './group-rows.ts'
import { joinRegister, ORIGIN_COLUMN } from './join-register.ts'
import { chooseBins } from './number-bins.ts'
import { numberPersons, PERSON_COLUMN } from './number-persons.ts'

/** `readTuples` reads rows without the engine where it can. */
export interface CountRun extends EngineRun {
  readonly readTuples?: ReadTuples | undefined
}

/** Most values per column, tried from many to few while there are too many combinations. */
const COARSER = [256, 192, 128, 96, 64, 48, 32, 24, 16, 12, 10, 8, 6, 5, 4, 3, 2]
/** A database counts for each try. */
const COARSER_IN_DATABASE = [256, 64, 16, 4]

/** A class of raw values takes about 16 bytes, only to say how many people were alone in theirs. */
const MOST_RAW_CLASSES = 10_000_000

/**
 * If there are too many combinations, columns with many values are made coarser. A local engine estimates the number of
 * combinations first, so that it counts once. Requirements still hold on all rows; only interval endpoints become
 * coarser.
 */
export async function countCombinations(
  engine: Engine,
  source: Source,
  request: CountRequest,
  run: CountRun = {},
): Promise<CountedTable> {
  let tooMany = await foresee(engine, source, request, run)
  try {
    if (tooMany === undefined) return await countOnce(engine, source, { asked: request, coarse: [] }, run)
  } catch (error) {
    tooMany = rethrowOthers(error)
  }
  for (const { asked, coarse, coarser } of await listTries(engine, source, request, run)) {
    try {
      const rawSizes = tooMany.combinations > MOST_RAW_CLASSES ? 'many' : undefined
      const counted = { ...(await countOnce(engine, source, { asked, coarse }, run)), rawSizes } as const
      return coarser ? { ...counted, coarsened: { combinations: tooMany.combinations, ...coarser } } : counted
    } catch (error) {
      rethrowOthers(error)
    }
  }
  throw tooMany
}

function rethrowOthers(error: unknown): TooManyCombinations {
  if (error instanceof TooManyCombinations) return error
  throw error
}

/** Counting in vain takes longest if groups do not fit in memory. Only columnar files know how many rows they have. */
async function foresee(engine: Engine, source: Source, request: CountRequest, run: EngineRun) {
  const { mostCombinations: most } = request
  if (most === undefined || source.kind !== 'files' || !isColumnar(source) || !isEstimated(engine, request)) return
  if ((await countRows(engine, engine.dialect.scan(source), run)) <= most) return
  const { combinations, off } = await estimate(engine, source, { asked: request, coarse: [] }, run)
  return combinations > most * (1 + off) ? new TooManyCombinations(combinations, most) : undefined
}

function isEstimated({ folder }: Engine, { persons, register }: CountRequest): boolean {
  return folder !== undefined && persons === undefined && register === undefined
}

async function estimate(engine: Engine, source: Source, { asked, coarse }: Try, run: EngineRun) {
  const { missingValues, mostCombinations: most = Number.POSITIVE_INFINITY } = asked
  const rules = await chooseBins(engine, source, asked, run)
  return estimateGroups(engine, source, { columns: groupedColumns(asked, rules, coarse), missingValues, most }, run)
}

interface Try {
  readonly asked: CountRequest
  readonly coarse: readonly CoarseColumn[]
  readonly coarser?: Omit<CoarsenedColumns, 'combinations'> | undefined
}

/** First the codes of the job's hierarchies, which lose nothing; then fewer and fewer values per column. */
async function listTries(engine: Engine, source: Source, request: CountRequest, run: EngineRun): Promise<Try[]> {
  const known = await readColumns(engine, source, request, run)
  const isLocal = isEstimated(engine, request)
  const caps = isLocal ? COARSER : COARSER_IN_DATABASE
  const hasEndpoints = request.quasiIdentifiers.some(
    ({ hierarchy }) =>
      'kind' in hierarchy &&
      hierarchy.kind === 'number' &&
      (hierarchy.endpoints !== 'all' || peoplePerBin(hierarchy) !== undefined),
  )
  const tries = [
    ...(hasEndpoints ? [makeTry(request, known, Number.POSITIVE_INFINITY)] : []),
    ...caps.map((most) => makeTry(request, known, most)).filter(({ coarser }) => coarser !== undefined),
  ]
  if (!isLocal) return tries
  let [from, to] = [0, tries.length]
  const { mostCombinations: most = Number.POSITIVE_INFINITY } = request
  while (from < to) {
    const middle = (from + to) >> 1
    const { combinations, off } = await estimate(engine, source, tries[middle], run)
    if (combinations <= most * (1 - off)) to = middle
    else from = middle + 1
  }
  return tries.slice(from)
}

/** Values of columns that can be made coarser. A register has other values; a person counts once per bin. */
async function readColumns(engine: Engine, source: Source, request: CountRequest, run: EngineRun) {
  const known: KnownColumn[] = []
  for (const { column, hierarchy } of request.register === undefined ? request.quasiIdentifiers : [])
    if (canBeCoarser(hierarchy) && (hierarchy.kind !== 'number' || request.persons === undefined)) {
      const read = await readColumn(engine, source, { column, hierarchy }, request, run)
      if (read !== undefined) known.push(read)
    }
  // No end of a bin may be a number that only dropped rows have.
  const isDropped = request.missing === 'drop' && known.some(({ profile }) => profile.missingCount > 0)
  const hasUnread = request.missing === 'drop' && known.length < request.quasiIdentifiers.length
  return known.filter(({ specification }) => specification.kind !== 'number' || !(isDropped || hasUnread))
}

/** At most this many values per column; other numbers are cut by the engine. */
function makeTry(request: CountRequest, known: readonly KnownColumn[], most: number): Try {
  const coarse = known.map((column) => coarseColumn(column, most)).filter((column) => column !== undefined)
  const cut = coarse.flatMap(({ column, level }) => (level === BINS ? [column] : []))
  const levels = coarse.flatMap(({ column, level }) => (level && level !== BINS ? [{ column, level }] : []))
  const quasiIdentifiers = request.quasiIdentifiers.map((asked) => {
    const { column, hierarchy } = asked
    if (typeof hierarchy === 'function' || hierarchy.kind !== 'number') return asked
    if (coarse.some((one) => one.column === column))
      return { column, hierarchy: { ...hierarchy, endpoints: 'all' as const } }
    const { endpoints } = hierarchy
    const isFree = endpoints === 'all' || ('quantiles' in endpoints && endpoints.quantiles >= most)
    if (!isFree) return { ...asked, binned: true }
    if (!Number.isFinite(most)) return asked
    cut.push(column)
    return { column, hierarchy: { ...hierarchy, endpoints: { quantiles: most - 1 } }, binned: true }
  })
  const isCoarser = cut.length + levels.length > 0
  const coarser = isCoarser ? { columns: cut, bins: most, levels: levels.length > 0 ? levels : undefined } : undefined
  return { asked: { ...request, quasiIdentifiers }, coarse, coarser }
}

async function countOnce(
  engine: Engine,
  source: Source,
  { asked: request, coarse }: Try,
  run: CountRun,
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
  const { engine, tables } = work
  try {
    const rows = await prepareRows(work, source, run)
    return { ...(await groupPrepared(work, rows, run)), persons: rows.persons }
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
  const numbered = await withPersons(work, source, run)
  const joined = await withRegister(work, numbered.source, run)
  return { source: joined, persons: numbered.persons, unchanged: joined === source }
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
  { engine, request, coarse }: Preparation,
  { source, persons, unchanged }: PreparedRows,
  run: CountRun,
) {
  const { missingValues, mostCombinations: most } = request
  const rules = await chooseBins(engine, source, request, run)
  const columns = groupedColumns(request, rules, coarse, persons)
  // Rows are kept in source order, which prepared tables do not have.
  const keep = unchanged && coarse.length === 0 ? request.keep : undefined
  const asked = { columns, keep, missingValues, most }
  const reads = coarse.length === 0 && (keep === undefined || request.holds === true)
  const held = reads ? await run.readTuples?.(engine, source, asked, run) : undefined
  const stored = { ...asked, keep: request.stores === true ? keep : undefined }
  return { rules, grouped: held ?? (await groupRows(engine, source, stored, run)) }
}

function groupedColumns(
  request: CountRequest,
  rules: readonly (BinRule | undefined)[],
  coarse: readonly CoarseColumn[],
  persons?: number,
): GroupRequest['columns'] {
  const coded = (column: string) => {
    const found = coarse.find((one) => one.column === column)
    return found && { ...found, size: found.hierarchy.values.length }
  }
  // Person numbers and the origin are bins of width 1.
  const numbers = (column: string, bins: number) => ({ column, rule: { width: 1, origin: 0, bins } })
  return [
    ...request.quasiIdentifiers.map(({ column }, i) => ({ column, rule: rules[i], coded: coded(column) })),
    ...countedColumns(request).map((column) => ({ column })),
    ...(persons === undefined ? [] : [numbers(PERSON_COLUMN, persons)]),
    ...(request.register === undefined ? [] : [numbers(ORIGIN_COLUMN, 2)]),
  ]
}
