/**
 * From a table in an engine to the frequency table: the engine groups rows by their quasi-identifiers and targets in one pass over
 * the source (`group-rows.ts`); everything after works on that much smaller result.
 */
import type { Engine, EngineRun } from '../engines/engine.ts'
import { masked, userError } from '../ground/errors.ts'
import { withDistinctRoots } from '../hierarchy/distinct-roots.ts'
import type { ColumnProfile, Finding } from '../hierarchy/doctor.ts'
import { throwOnErrors } from '../hierarchy/doctor.ts'
import { emptyRanges, type NumberRanges, widenRange } from '../hierarchy/grouping.ts'
import { type Hierarchy, MISSING_LABEL } from '../hierarchy/hierarchy.ts'
import { declaredRange, fillEmptyBins, numberHierarchyFromBins, parseNumber } from '../hierarchy/number.ts'
import { type ResolvedHierarchy, resolveHierarchy } from '../hierarchy/resolve.ts'
import type { HierarchySpecification } from '../hierarchy/specification.ts'
import type { Source, TableSource } from '../sql/dialect.ts'
import { type BinRule, binCount, type ColumnEncoding, type StoredEncoding } from '../sql/encoding.ts'
import { buildFrequencyTable, type CodedSensitive, type CodedTarget } from './build-frequency-table.ts'
import {
  type CoarseColumn,
  coarseColumn,
  hasLevels,
  type KnownColumn,
  readColumn,
  withCoarseColumns,
} from './coarse-codes.ts'
import type { FrequencyTable } from './frequency-table.ts'
import { groupLines, type LinesRun } from './group-lines.ts'
import {
  type GroupedColumn,
  type GroupedRows,
  groupRows,
  type HeldRows,
  type StoredRows,
  TooManyCombinations,
} from './group-rows.ts'
import { joinRegister, ORIGIN_COLUMN } from './join-register.ts'
import { binPositions, chooseBins } from './number-bins.ts'
import { numberPersons, PERSON_COLUMN } from './number-persons.ts'

const wrongSource = userError('data', 'population.source')
const wrongData = userError('data', 'data.missing')

export interface CountRequest {
  readonly quasiIdentifiers: readonly {
    readonly column: string
    readonly hierarchy: HierarchySpecification | HierarchyMaker
    /** A numeric column with endpoints is cut at them in the engine, however few values it has. */
    readonly binned?: boolean
  }[]
  readonly targets: readonly { readonly column: string; readonly kind: 'categories' | 'numbers' }[]
  /** Columns to count as sensitive ones; a target may be among them. */
  readonly sensitive?: readonly string[]
  /** The column that says whose row it is, where persons are counted. */
  readonly persons?: string | undefined
  /** A register of the population that the rows are about: its people are counted by the same hierarchies. */
  readonly register?: Source | undefined
  /** Rows with a missing quasi-identifier. */
  readonly missing: 'drop' | 'category' | 'fail'
  /** Texts that mean missing, besides no value at all. */
  readonly missingValues: readonly string[]
  /** Let the engine keep the rows with these other columns, so that a release can be written without reading the source again. */
  readonly keep?: readonly string[] | undefined
  /** The release will have lines of text: rows that are kept need not be kept by the engine. */
  readonly lines?: boolean | undefined
  /** More combinations than this are coarsened; those of the engine when absent. */
  readonly mostCombinations?: number | undefined
}

/** Makes the hierarchy from the values that occur, where a specification is not enough (an old recoding on new data). */
export type HierarchyMaker = (profile: ColumnProfile) => ResolvedHierarchy

export interface CountedTable {
  readonly frequencies: FrequencyTable
  readonly hierarchies: readonly Hierarchy[]
  /** How each quasi-identifier's values in the engine become codes. */
  readonly encodings: readonly ColumnEncoding[]
  /** The rows as the engine stored them, when it was asked and could. */
  readonly stored?: { readonly source: TableSource; readonly encodings: readonly (ColumnEncoding | StoredEncoding)[] }
  /** Or as they were read without the engine. */
  readonly held?: HeldCodes | undefined
  /** Rows of the source, and those left out because a quasi-identifier is missing. */
  readonly rowsRead: number
  readonly rowsMissing: number
  /** What the doctor noticed that is no error. */
  readonly findings: readonly Finding[]
  /** Where there were more combinations than may travel: how many, and the numeric columns that were cut into bins for it. */
  readonly coarsened?: CoarsenedColumns | undefined
  /** The classes of the values as they are in the source, where codes are coarser: a table of one column, and of its people of a register. */
  readonly raw?: FrequencyTable | undefined
  /** Of a register: people who are left out because a quasi-identifier is missing, and the numbers that it has of each code. */
  readonly register?: { readonly missing: number; readonly extents: readonly (NumberRanges | undefined)[] } | undefined
}

/** Rows as numbers of tuples, and the codes of each tuple: for each quasi-identifier one, −1 where its rows are left out. */
export interface HeldCodes extends HeldRows {
  readonly codes: readonly Int32Array[]
}

export interface CoarsenedColumns {
  /** Combinations before. */
  readonly combinations: number
  readonly columns: readonly string[]
  /** Numbers were cut so that as many rows are in each of so many bins, or fewer; of other values a level with no more groups was taken, or the coarsest. */
  readonly bins: number
  /** The levels of columns that are no numbers. */
  readonly levels?: readonly { readonly column: string; readonly level: string }[] | undefined
}

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

async function countOnce(
  engine: Engine,
  source: Source,
  request: CountRequest,
  run: LinesRun,
  coarse: readonly CoarseColumn[] = [],
): Promise<CountedTable> {
  const { quasiIdentifiers, missingValues, persons: person } = request
  const keys = quasiIdentifiers.map(({ column }) => column)
  const others = countedColumns(request)
  const made: TableSource[] = []
  const tables: string[] = []
  let grouped: GroupedRows
  let rules: readonly (BinRule | undefined)[]
  let persons: number | undefined
  try {
    let rows = source
    if (coarse.length > 0) {
      const read = [...new Set([...keys, ...others, ...(person === undefined ? [] : [person])])]
      const made = await withCoarseColumns(engine, source, read, coarse, run)
      rows = made.source
      tables.push(...made.tables)
    }
    if (person !== undefined) {
      const numbered = await numberPersons(engine, rows, { person, columns: [...keys, ...others], missingValues }, run)
      persons = numbered.count
      rows = numbered.source
      made.push(numbered.source)
    }
    if (request.register !== undefined) {
      const joining = { register: request.register, quasiIdentifiers: keys, others, persons: person !== undefined }
      const joined = await joinRegister(engine, rows, { ...joining, missingValues }, run)
      rows = joined
      made.push(joined)
    }
    rules = await chooseBins(engine, rows, request, run)
    // Numbers of persons are bins of width 1, and so is where a row comes from.
    const numbers = (column: string, bins: number) => ({ column, rule: { width: 1, origin: 0, bins } })
    const columns = [
      ...keys.map((column, i) => ({ column, rule: rules[i] })),
      ...others.map((column) => ({ column })),
      ...(persons === undefined ? [] : [numbers(PERSON_COLUMN, persons)]),
      ...(request.register === undefined ? [] : [numbers(ORIGIN_COLUMN, 2)]),
    ]
    // Rows are kept in the order of the source, which neither table has.
    const keep = made.length === 0 && coarse.length === 0 ? request.keep : undefined
    const asked = { columns, keep, missingValues, most: request.mostCombinations }
    const plain = keep === undefined || request.lines === true
    grouped = (plain && (await groupLines(engine, rows, asked, run))) || (await groupRows(engine, rows, asked, run))
  } finally {
    for (const { table } of made) await engine.execute(engine.dialect.dropTable(table[0]))
    for (const table of tables) await engine.execute(engine.dialect.dropTable(table))
  }
  try {
    return await encodeGroups(engine, { ...request, coarse }, rules, grouped, persons)
  } catch (error) {
    if (grouped.stored !== undefined) await engine.execute(engine.dialect.dropTable(grouped.stored.source.table[0]))
    throw error
  }
}

async function encodeGroups(
  engine: Engine,
  request: CountRequest & { readonly coarse: readonly CoarseColumn[] },
  rules: readonly (BinRule | undefined)[],
  grouped: GroupedRows,
  persons: number | undefined,
): Promise<CountedTable> {
  const { quasiIdentifiers, targets } = request
  const keys = grouped.columns.slice(0, quasiIdentifiers.length)
  const origin = request.register === undefined ? undefined : grouped.columns[grouped.columns.length - 1].places
  const { rowsRead, rowsMissing, complete } = countRows(request, grouped.counts, keys, origin)
  const people = origin && peopleOf(request, grouped.counts, keys, origin)
  // Hierarchies are about the values of both.
  const known: Complete = people === undefined ? complete : both(complete, people.complete)
  const counted = countedColumns(request)
  const countedAs = (column: string) => grouped.columns[quasiIdentifiers.length + counted.indexOf(column)]

  const columns = keys.map((column, i) => {
    const rule = rules[i]
    if (rule !== undefined) return encodeBins(request, i, column, rule, known)
    const coarse = request.coarse.find((own) => own.column === quasiIdentifiers[i].column)
    return coarse === undefined
      ? encodeTexts(request, i, column, grouped.counts, known)
      : encodeCoarse(coarse, i, column)
  })
  const findings = columns.flatMap((column) => column.findings)
  throwOnErrors(findings)
  const encodings = columns.map(({ encoding, written = encoding }) => written)
  for (const encoding of encodings) {
    if (encoding.kind === 'dictionary') await engine.uploadDictionary(encoding.dictionary, encoding.texts)
  }
  const codes = columns.map(({ encoding }, i) => codesOfPlaces(keys[i], encoding))
  const codesByTuple = keys.map((column, i) => toCodes(column, codes[i]))
  const coded = (chosen: Complete) => ({
    columns: columns.map(({ hierarchy }, i) => ({
      name: hierarchy.column,
      size: hierarchy.values.length,
      codes: pick(codesByTuple[i], chosen),
    })),
    counts: pick(grouped.counts, chosen),
  })
  const table = buildFrequencyTable({
    ...coded(complete),
    targets: targets.map((own) => codeTarget(own, countedAs(own.column), complete)),
    sensitive: (request.sensitive ?? []).map((column) => codeCategories(column, countedAs(column), complete)),
    persons: persons === undefined ? undefined : personsOf(grouped, persons, complete, origin === undefined ? 1 : 2),
  })
  const population = people && buildFrequencyTable({ ...coded(people.complete), targets: [] })
  return {
    frequencies: population === undefined ? table : { ...table, population },
    register: people && {
      missing: people.missing,
      extents: columns.map(({ hierarchy }, i) => extentsOf(hierarchy, keys[i], codes[i], people.complete)),
    },
    hierarchies: withDistinctRoots(columns.map((column) => column.hierarchy)),
    encodings,
    stored: grouped.stored && {
      source: grouped.stored.source,
      encodings: storedEncodings(grouped.stored, columns, codes),
    },
    held: grouped.held && { ...grouped.held, codes: codesByTuple.map((own) => only(own, complete)) },
    rowsRead,
    rowsMissing,
    findings: findings.filter((finding) => finding.severity !== 'error'),
  }
}

/** People of the register: the tuples of those who have every quasi-identifier, and how many do not. */
function peopleOf(
  { missing }: CountRequest,
  counts: Float64Array,
  columns: readonly GroupedColumn[],
  origin: Int32Array,
): { readonly complete: Int32Array; readonly missing: number } {
  const tuples = Int32Array.from(origin.keys()).filter((tuple) => origin[tuple] === 1)
  const complete = tuples.filter((tuple) => missing === 'category' || columns.every(({ places }) => places[tuple] >= 0))
  const sum = (own: Int32Array) => own.reduce((total, tuple) => total + counts[tuple], 0)
  if (complete.length === 0)
    throw wrongSource`the register of population.source has nobody with all quasi-identifiers; name the file of the population`
  return { complete, missing: sum(tuples) - sum(complete) }
}

/** The numbers of a column that people of the register have, by code. */
function extentsOf(
  hierarchy: Hierarchy,
  column: GroupedColumn,
  codeOf: Int32Array,
  people: Int32Array,
): NumberRanges | undefined {
  if (hierarchy.kind !== 'number') return undefined
  const { low, high } = column
  const ranges = emptyRanges(hierarchy.values.length)
  const codes = toCodes(column, codeOf)
  for (const tuple of people) {
    const code = codes[tuple]
    if (code === hierarchy.missing) continue
    widenRange(ranges, code, low?.[tuple] ?? hierarchy.low[code], high?.[tuple] ?? hierarchy.high[code])
  }
  return ranges
}

/** The number of each tuple's person, the last of the grouped columns but for the origin; those who take part are numbered afresh where some do not. */
function personsOf({ columns }: GroupedRows, count: number, complete: Complete, fromEnd: number) {
  const codes = pick(columns[columns.length - fromEnd].places, complete)
  if (complete === 'all') return { count, codes }
  const numberOf = new Int32Array(count).fill(-1)
  let next = 0
  for (let tuple = 0; tuple < codes.length; tuple++) {
    if (numberOf[codes[tuple]] < 0) numberOf[codes[tuple]] = next++
    codes[tuple] = numberOf[codes[tuple]]
  }
  return { count: next, codes }
}

/** Targets and sensitive columns, each once. */
function countedColumns({ targets, sensitive = [] }: CountRequest): string[] {
  return [...new Set([...targets.map(({ column }) => column), ...sensitive])]
}

/** The tuples that take part: all of them, or those without a missing quasi-identifier. */
type Complete = Int32Array | 'all'

function both(rows: Complete, people: Int32Array): Int32Array {
  const all = new Int32Array(rows.length + people.length)
  if (rows !== 'all') all.set(rows)
  all.set(people, rows.length)
  return all
}

function pick<T extends Int32Array | Float64Array>(values: T, complete: Complete): T {
  if (complete === 'all') return values
  const picked = values.slice(0, complete.length) as T
  for (let i = 0; i < complete.length; i++) picked[i] = values[complete[i]]
  return picked
}

/** Codes of the tuples that take part, −1 for all others. */
function only(codes: Int32Array, complete: Complete): Int32Array {
  if (complete === 'all') return codes
  const own = new Int32Array(codes.length).fill(-1)
  for (const tuple of complete) own[tuple] = codes[tuple]
  return own
}

function countRows(
  { quasiIdentifiers, missing }: CountRequest,
  all: Float64Array,
  columns: readonly GroupedColumn[],
  origin?: Int32Array,
): Pick<CountedTable, 'rowsRead' | 'rowsMissing'> & { readonly complete: Complete } {
  const counts = origin === undefined ? all : all.map((count, tuple) => (origin[tuple] === 0 ? count : 0))
  const rowsRead = counts.reduce((sum, count) => sum + count, 0)
  if (rowsRead === 0)
    throw userError('data', 'data.source')`the source has a header but no rows; there is nothing to anonymize`
  const incomplete = new Uint8Array(counts.length)
  const missingBy = columns.map(({ places }) => {
    let rows = 0
    for (let i = 0; i < places.length; i++) {
      if (places[i] >= 0) continue
      incomplete[i] = 1
      rows += counts[i]
    }
    return rows
  })
  if (origin !== undefined) for (let i = 0; i < origin.length; i++) if (origin[i] === 1) incomplete[i] = 1
  if (missing === 'category' || missingBy.every((rows) => rows === 0)) {
    const complete = origin === undefined ? 'all' : Int32Array.from(origin.keys()).filter((i) => origin[i] === 0)
    return { rowsRead, rowsMissing: 0, complete }
  }
  let rowsMissing = 0
  for (let i = 0; i < counts.length; i++) rowsMissing += incomplete[i] * counts[i]
  if (missing === 'fail') {
    const where = quasiIdentifiers.flatMap(({ column }, i) => (missingBy[i] > 0 ? [`${column} (${missingBy[i]})`] : []))
    throw wrongData`${rowsMissing} of ${rowsRead} rows have a missing quasi-identifier: ${where.join(', ')}; set data.missing to drop (leave such rows out) or category (missing becomes a value of its own)`
  }
  if (rowsMissing === rowsRead)
    throw wrongData`every row has a missing quasi-identifier, so data.missing: drop leaves nothing; set it to category, or change the roles`
  const complete = Int32Array.from({ length: counts.length }, (_, i) => i).filter((i) => incomplete[i] === 0)
  return { rowsRead, rowsMissing, complete }
}

interface EncodedColumn {
  readonly hierarchy: Hierarchy
  readonly encoding: ColumnEncoding
  /** Where the values that are released were not counted themselves: how these become codes. */
  readonly written?: ColumnEncoding
  readonly findings: readonly Finding[]
}

function encodeTexts(
  request: CountRequest,
  i: number,
  grouped: GroupedColumn,
  counts: Float64Array,
  complete: Complete,
): EncodedColumn {
  const { column, hierarchy: given } = request.quasiIdentifiers[i]
  const profile = profileOf(grouped, counts, complete)
  const missing = request.missing === 'category' && profile.missingCount > 0 ? 'category' : 'none'
  const { hierarchy, codes, findings } =
    typeof given === 'function' ? given(profile) : resolveHierarchy(column, given, profile, { missing })
  // Values without a code are errors among the findings, which the caller throws.
  return { hierarchy, encoding: dictionaryOf(hierarchy, i, profile.values, codes), findings }
}

/** The grouped texts are codes already. */
function encodeCoarse({ texts, codes, hierarchy }: CoarseColumn, i: number, grouped: GroupedColumn): EncodedColumn {
  return {
    hierarchy,
    encoding: dictionaryOf(hierarchy, i, grouped.texts, grouped.texts.map(Number)),
    written: dictionaryOf(hierarchy, i, texts, codes),
    findings: [],
  }
}

/** In the order of codes, so that a group of codes is a range of places in the dictionary. */
function dictionaryOf(
  { column, missing }: Hierarchy,
  i: number,
  texts: readonly string[],
  codes: ArrayLike<number>,
): ColumnEncoding {
  const order = Array.from(texts.keys()).sort((a, b) => codes[a] - codes[b] || a - b)
  return {
    kind: 'dictionary',
    column,
    dictionary: `halftone q${i}`,
    texts: order.map((at) => texts[at]),
    codes: Int32Array.from(order, (at) => codes[at]),
    missing,
  }
}

/** Distinct texts that occur in the tuples that take part, in binary order, with their rows. */
function profileOf({ places, texts }: GroupedColumn, counts: Float64Array, complete: Complete): ColumnProfile {
  const rows = new Float64Array(texts.length)
  let missingCount = 0
  const tuples = complete === 'all' ? places.length : complete.length
  for (let t = 0; t < tuples; t++) {
    const tuple = complete === 'all' ? t : complete[t]
    if (places[tuple] < 0) missingCount += counts[tuple]
    else rows[places[tuple]] += counts[tuple]
  }
  const occurring = byBytes(texts).filter((place) => rows[place] > 0)
  return {
    values: occurring.map((place) => texts[place]),
    counts: Float64Array.from(occurring, (place) => rows[place]),
    missingCount,
  }
}

/** Places of texts in the order of their UTF-8 bytes. */
function byBytes(texts: readonly string[]): number[] {
  const bytes = texts.map((text) => Buffer.from(text))
  return [...texts.keys()].sort((a, b) => Buffer.compare(bytes[a], bytes[b]))
}

function encodeBins(
  request: CountRequest,
  i: number,
  grouped: GroupedColumn,
  rule: BinRule,
  complete: Complete,
): EncodedColumn {
  const { column, hierarchy: given } = request.quasiIdentifiers[i]
  const { levels, endpoints, domain } = given as Extract<HierarchySpecification, { kind: 'number' }>
  const ranges = emptyRanges(binCount(rule))
  const { low, high } = ranges
  const places = pick(grouped.places, complete)
  const lows = pick(grouped.low as Float64Array, complete)
  const highs = pick(grouped.high as Float64Array, complete)
  let missing = false
  for (let tuple = 0; tuple < places.length; tuple++) {
    const bin = places[tuple]
    if (bin < 0) missing = true
    else widenRange(ranges, bin, lows[tuple], highs[tuple])
  }
  const range =
    'width' in rule && typeof endpoints === 'object' && 'width' in endpoints
      ? declaredRange(column, endpoints, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY)
      : undefined
  if ('width' in rule && range !== undefined) fillEmptyBins(ranges, rule.origin, rule.width, range)
  const occurring = Int32Array.from(low.keys()).filter((bin) => low[bin] <= high[bin])
  const positions = binPositions(rule, occurring, endpoints)
  const hierarchy = numberHierarchyFromBins(
    column,
    Float64Array.from(occurring, (bin) => low[bin]),
    Float64Array.from(occurring, (bin) => high[bin]),
    { levels, positions, missing, domain },
  )
  return {
    hierarchy,
    encoding: { kind: 'bins', column, rule, occurring, missing: missing ? occurring.length : undefined },
    findings: [],
  }
}

/** The code of each place in the grouped column, −1 where there is none; at the end that of missing values. */
function codesOfPlaces({ texts }: GroupedColumn, encoding: ColumnEncoding): Int32Array {
  const places = encoding.kind === 'bins' ? binCount(encoding.rule) : texts.length
  const codeOf = new Int32Array(places + 1).fill(-1)
  if (encoding.kind === 'bins') {
    for (let code = 0; code < encoding.occurring.length; code++) codeOf[encoding.occurring[code]] = code
  } else {
    const placeOf = new Map(texts.map((text, place) => [text, place] as const))
    for (let i = 0; i < encoding.texts.length; i++) codeOf[placeOf.get(encoding.texts[i]) as number] = encoding.codes[i]
  }
  codeOf[places] = encoding.missing ?? -1
  return codeOf
}

function toCodes({ places }: GroupedColumn, codeOf: Int32Array): Int32Array {
  const missing = codeOf.length - 1
  const codes = new Int32Array(places.length)
  for (let tuple = 0; tuple < places.length; tuple++) {
    codes[tuple] = codeOf[places[tuple] < 0 ? missing : places[tuple]]
  }
  return codes
}

/** Digits are places, and the highest one means missing. */
function storedEncodings(
  { digits }: StoredRows,
  columns: readonly EncodedColumn[],
  codes: readonly Int32Array[],
): (ColumnEncoding | StoredEncoding)[] {
  return columns.map(({ encoding }, i) => {
    const digit = digits[i]
    return digit === undefined ? encoding : { kind: 'stored', column: encoding.column, digit, codes: codes[i] }
  })
}

/** A dense count of more cells than this is no target any more. */
const mostTargetCells = 2e8

function codeTarget(
  { column, kind }: CountRequest['targets'][number],
  grouped: GroupedColumn,
  complete: Complete,
): CodedTarget {
  const wrongDataColumn = userError('data', `columns.${column}`)
  const { texts } = grouped
  const places = pick(grouped.places, complete)
  const missing = places.includes(-1)
  if (kind === 'categories') {
    if (places.length * texts.length > mostTargetCells)
      throw wrongDataColumn`column "${column}" is a target with ${texts.length} distinct values, too many to count as classes; if it holds numbers make it type: numeric, else choose another target`
    return { kind, ...codeCategories(column, grouped, complete) }
  }
  const numbers = texts.map(parseNumber)
  const wrong = numbers.findIndex(Number.isNaN)
  if (wrong >= 0)
    throw wrongDataColumn`column "${column}" is a numeric target but has the value ${masked(texts[wrong])}; make it type: category, or fix the value`
  if (missing)
    throw wrongDataColumn`column "${column}" is a numeric target but is missing in some rows; fill them in, or leave those rows out`
  const distinct = Float64Array.from(new Set(numbers)).sort()
  const codeOf = new Map(Array.from(distinct, (value, code) => [value, code] as const))
  const codes = Int32Array.from(numbers, (value) => codeOf.get(value) as number)
  return { kind, name: column, values: distinct, codes: places.map((place) => codes[place]) }
}

/** Values in binary order; a missing one is the last. */
function codeCategories(column: string, grouped: GroupedColumn, complete: Complete): CodedSensitive {
  const { texts } = grouped
  const places = pick(grouped.places, complete)
  const order = byBytes(texts)
  const codeOf = new Int32Array(texts.length)
  for (let code = 0; code < order.length; code++) codeOf[order[code]] = code
  return {
    name: column,
    values: [...order.map((place) => texts[place]), ...(places.includes(-1) ? [MISSING_LABEL] : [])],
    codes: places.map((place) => (place < 0 ? texts.length : codeOf[place])),
  }
}
