/**
 * From a table in an engine to the frequency table: the engine groups rows by the texts of their quasi-identifiers and targets in
 * one pass over the source; everything after works on that much smaller result. Values arrive as places in sorted dictionaries,
 * in typed arrays.
 */
import type { Engine, EngineRun } from '../engines/engine.ts'
import { UserError } from '../errors.ts'
import type { ColumnProfile, Finding } from '../hierarchy/doctor.ts'
import { throwOnErrors } from '../hierarchy/doctor.ts'
import { type Hierarchy, MISSING_LABEL } from '../hierarchy/hierarchy.ts'
import { numberHierarchyFromBins } from '../hierarchy/number.ts'
import { type ResolvedHierarchy, resolveHierarchy } from '../hierarchy/resolve.ts'
import type { HierarchySpecification } from '../hierarchy/specification.ts'
import { type Dialect, join, type Source, type Sql, sql } from '../sql/dialect.ts'
import {
  type BinEncoding,
  type BinRule,
  binNumber,
  type ColumnEncoding,
  type DictionaryEncoding,
  placesOf,
  valueOrMissing,
} from '../sql/encoding.ts'
import { buildFrequencyTable, type CodedTarget } from './build-frequency-table.ts'
import type { FrequencyTable } from './frequency-table.ts'
import { chooseBins } from './number-bins.ts'

export interface CountRequest {
  readonly quasiIdentifiers: readonly {
    readonly column: string
    readonly hierarchy: HierarchySpecification | HierarchyMaker
  }[]
  readonly targets: readonly { readonly column: string; readonly kind: 'categories' | 'numbers' }[]
  /** Rows with a missing quasi-identifier. */
  readonly missing: 'drop' | 'category' | 'fail'
  /** Texts that mean missing, besides no value at all. */
  readonly missingValues: readonly string[]
}

/** Makes the hierarchy from the values that occur, where a specification is not enough (an old recoding on new data). */
export type HierarchyMaker = (profile: ColumnProfile) => ResolvedHierarchy

export interface CountedTable {
  readonly frequencies: FrequencyTable
  readonly hierarchies: readonly Hierarchy[]
  /** How each quasi-identifier's values in the engine become codes. */
  readonly encodings: readonly ColumnEncoding[]
  /** Rows of the source, and those left out because a quasi-identifier is missing. */
  readonly rowsRead: number
  readonly rowsMissing: number
  /** What the doctor noticed that is no error. */
  readonly findings: readonly Finding[]
}

const counted = 'halftone counted'

export async function countCombinations(
  engine: Engine,
  source: Source,
  request: CountRequest,
  run: EngineRun = {},
): Promise<CountedTable> {
  const { dialect } = engine
  const rules = await chooseBins(engine, source, request, run)
  await engine.execute(dialect.createTable(counted, groupStatement(dialect, source, request, rules)), run)
  try {
    return await encode(engine, request, rules, run)
  } finally {
    await engine.execute(dialect.dropTable(counted))
  }
}

async function encode(
  engine: Engine,
  request: CountRequest,
  rules: readonly (BinRule | undefined)[],
  run: EngineRun,
): Promise<CountedTable> {
  const { dialect } = engine
  const { quasiIdentifiers, targets } = request
  const rows = await countRows(engine, request, run)

  const findings: Finding[] = []
  const hierarchies: Hierarchy[] = []
  const encodings: ColumnEncoding[] = []
  for (let i = 0; i < quasiIdentifiers.length; i++) {
    const rule = rules[i]
    const column =
      rule === undefined ? await encodeTexts(engine, request, i, run) : await encodeBins(engine, request, i, rule, run)
    hierarchies.push(column.hierarchy)
    encodings.push(column.encoding)
    findings.push(...column.findings)
  }
  throwOnErrors(findings)

  const targetValues: (readonly string[])[] = []
  for (let t = 0; t < targets.length; t++) {
    const { values } = await profile(engine, target(t), undefined, run)
    await engine.uploadDictionary(target(t), values)
    targetValues.push(values)
  }

  let from: Sql = dialect.identifier(counted)
  const selected: Sql[] = []
  quasiIdentifiers.forEach((_, i) => {
    const name = dialect.identifier(qi(i))
    if (encodings[i].kind === 'bins') selected.push(name)
    else {
      const lookup = dialect.position(from, name, qi(i))
      from = lookup.from
      selected.push(sql`${lookup.expression} AS ${name}`)
    }
  })
  targets.forEach((_, t) => {
    const name = dialect.identifier(target(t))
    const lookup = dialect.position(from, name, target(t))
    from = lookup.from
    selected.push(sql`${lookup.expression} AS ${name}`)
  })
  const where = request.missing === 'category' ? sql`` : sql` WHERE ${complete(dialect, request)}`
  const result = await engine.query(
    sql`SELECT ${join([...selected, dialect.identifier('n')])} FROM ${from}${where}`,
    run,
  )

  const frequencies = buildFrequencyTable({
    columns: hierarchies.map((hierarchy, i) => ({
      name: hierarchy.column,
      size: hierarchy.values.length,
      codes: toCodes(result.integers(qi(i)), encodings[i]),
    })),
    counts: result.numbers('n'),
    targets: targets.map((own, t) => codeTarget(own, targetValues[t], result.integers(target(t)))),
  })
  return {
    frequencies,
    hierarchies,
    encodings,
    ...rows,
    findings: findings.filter((finding) => finding.severity !== 'error'),
  }
}

/** The one pass over the source: distinct tuples of texts, with their number of rows. */
function groupStatement(
  dialect: Dialect,
  source: Source,
  { quasiIdentifiers, targets, missingValues }: CountRequest,
  rules: readonly (BinRule | undefined)[],
): Sql {
  const keys = quasiIdentifiers.map(({ column }, i) => {
    const value = valueOrMissing(dialect, column, missingValues)
    return sql`${rules[i] === undefined ? value : binNumber(dialect, value, rules[i])} AS ${dialect.identifier(qi(i))}`
  })
  const extents = quasiIdentifiers.flatMap(({ column }, i) => {
    if (rules[i] === undefined) return []
    const number = dialect.number(valueOrMissing(dialect, column, missingValues))
    return [
      sql`MIN(${number}) AS ${dialect.identifier(`${qi(i)} low`)}`,
      sql`MAX(${number}) AS ${dialect.identifier(`${qi(i)} high`)}`,
    ]
  })
  const aims = targets.map(
    ({ column }, t) => sql`${valueOrMissing(dialect, column, missingValues)} AS ${dialect.identifier(target(t))}`,
  )
  const groups = [...keys, ...aims].map((_, i) => sql`${i + 1}`)
  const count = sql`${dialect.wholeNumber(sql`count(*)`)} AS n`
  return sql`SELECT ${join([...keys, ...aims, ...extents, count])} FROM ${dialect.scan(source)} GROUP BY ${join(groups)}`
}

async function countRows(
  engine: Engine,
  request: CountRequest,
  run: EngineRun,
): Promise<Pick<CountedTable, 'rowsRead' | 'rowsMissing'>> {
  const { dialect } = engine
  const { quasiIdentifiers, missing } = request
  const sum = (what: Sql) => dialect.wholeNumber(sql`COALESCE(SUM(${what}), 0)`)
  const n = dialect.identifier('n')
  const parts = quasiIdentifiers.map(
    (_, i) =>
      sql`${sum(sql`CASE WHEN ${dialect.identifier(qi(i))} IS NULL THEN ${n} ELSE 0 END`)} AS ${dialect.identifier(`m${i}`)}`,
  )
  const incomplete = sql`${sum(sql`CASE WHEN ${complete(dialect, request)} THEN 0 ELSE ${n} END`)} AS incomplete`
  const result = await engine.query(
    sql`SELECT ${join([sql`${sum(n)} AS total`, incomplete, ...parts])} FROM ${dialect.identifier(counted)}`,
    run,
  )
  const rowsRead = result.numbers('total')[0]
  const rowsIncomplete = result.numbers('incomplete')[0]
  if (rowsRead === 0) throw new UserError('the source has a header but no rows; there is nothing to anonymize')
  if (rowsIncomplete > 0 && missing === 'fail') {
    const where = quasiIdentifiers
      .map(({ column }, i) => ({ column, rows: result.numbers(`m${i}`)[0] }))
      .filter(({ rows }) => rows > 0)
      .map(({ column, rows }) => `${column} (${rows})`)
    throw new UserError(
      `${rowsIncomplete} of ${rowsRead} rows have a missing quasi-identifier: ${where.join(', ')}; set data.missing to drop (leave such rows out) or category (missing becomes a value of its own)`,
    )
  }
  if (missing === 'drop' && rowsIncomplete === rowsRead) {
    throw new UserError(
      `every row has a missing quasi-identifier, so data.missing: drop leaves nothing; set it to category, or change the roles`,
    )
  }
  return { rowsRead, rowsMissing: missing === 'drop' ? rowsIncomplete : 0 }
}

function complete(dialect: Dialect, { quasiIdentifiers }: CountRequest): Sql {
  return join(
    quasiIdentifiers.map((_, i) => sql`${dialect.identifier(qi(i))} IS NOT NULL`),
    ' AND ',
  )
}

/** Distinct texts with their row counts, in binary order. Rows that will be left out do not count. */
async function profile(
  engine: Engine,
  column: string,
  request: CountRequest | undefined,
  run: EngineRun,
): Promise<{ values: readonly string[]; counts: Float64Array; missingCount: number }> {
  const { dialect } = engine
  const name = dialect.identifier(column)
  const where =
    request === undefined || request.missing === 'category' ? sql`` : sql` WHERE ${complete(dialect, request)}`
  const statement = sql`SELECT ${name} AS value, ${dialect.wholeNumber(sql`SUM(n)`)} AS n FROM ${dialect.identifier(counted)}${where} GROUP BY 1 ORDER BY ${dialect.ordered(sql`1`)} NULLS LAST`
  const result = await engine.query(statement, run)
  const values = result.texts('value')
  const counts = result.numbers('n')
  const missing = values.at(-1) === null ? 1 : 0
  return {
    values: (missing === 1 ? values.slice(0, -1) : values) as readonly string[],
    counts: counts.subarray(0, values.length - missing),
    missingCount: missing === 1 ? counts[values.length - 1] : 0,
  }
}

async function encodeTexts(
  engine: Engine,
  request: CountRequest,
  i: number,
  run: EngineRun,
): Promise<{ hierarchy: Hierarchy; encoding: DictionaryEncoding; findings: readonly Finding[] }> {
  const { column, hierarchy: given } = request.quasiIdentifiers[i]
  const known = await profile(engine, qi(i), request, run)
  const missing = request.missing === 'category' && known.missingCount > 0 ? 'category' : 'none'
  const { hierarchy, codes, findings } =
    typeof given === 'function' ? given(known) : resolveHierarchy(column, given, known, { missing })
  // Values without a code are errors among the findings; the caller throws them.
  // In the order of codes, so that a group of codes is a range of places in the dictionary.
  const order = Array.from(codes.keys()).sort((a, b) => codes[a] - codes[b] || a - b)
  const texts = order.map((place) => known.values[place])
  await engine.uploadDictionary(qi(i), texts)
  return {
    hierarchy,
    encoding: {
      kind: 'dictionary',
      column,
      dictionary: qi(i),
      texts,
      codes: Int32Array.from(order, (place) => codes[place]),
      ...(hierarchy.missing === undefined ? {} : { missing: hierarchy.missing }),
    },
    findings,
  }
}

async function encodeBins(
  engine: Engine,
  request: CountRequest,
  i: number,
  rule: BinRule,
  run: EngineRun,
): Promise<{ hierarchy: Hierarchy; encoding: BinEncoding; findings: readonly Finding[] }> {
  const { dialect } = engine
  const { column, hierarchy: given } = request.quasiIdentifiers[i]
  const bin = dialect.identifier(qi(i))
  const where = request.missing === 'category' ? sql`` : sql` WHERE ${complete(dialect, request)}`
  const statement = sql`SELECT ${bin} AS bin, MIN(${dialect.identifier(`${qi(i)} low`)}) AS low, MAX(${dialect.identifier(`${qi(i)} high`)}) AS high FROM ${dialect.identifier(counted)}${where} GROUP BY 1 ORDER BY 1 NULLS LAST`
  const result = await engine.query(statement, run)
  const bins = result.integers('bin')
  const missing = bins.at(-1) === -1
  const known = bins.length - (missing ? 1 : 0)
  const levels = typeof given !== 'function' && given.kind === 'number' ? given.levels : undefined
  const hierarchy = numberHierarchyFromBins(
    column,
    result.numbers('low').slice(0, known),
    result.numbers('high').slice(0, known),
    {
      ...(levels === undefined ? {} : { levels }),
      missing,
    },
  )
  return {
    hierarchy,
    encoding: { kind: 'bins', column, rule, occurring: bins.slice(0, known), ...(missing ? { missing: known } : {}) },
    findings: [],
  }
}

/** Places in a dictionary, or bin numbers, to codes; −1 is missing. */
function toCodes(found: Int32Array, encoding: ColumnEncoding): Int32Array {
  const { missing = -1 } = encoding
  const { places, codes } = placesOf(encoding)
  const codeOf = new Int32Array(places.length === 0 ? 0 : places[places.length - 1] + 1)
  for (let i = 0; i < places.length; i++) codeOf[places[i]] = codes[i]
  return found.map((place) => (place < 0 ? missing : codeOf[place]))
}

function codeTarget(
  { column, kind }: CountRequest['targets'][number],
  values: readonly string[],
  places: Int32Array,
): CodedTarget {
  if (kind === 'categories') {
    const missing = places.includes(-1)
    return {
      kind,
      name: column,
      values: missing ? [...values, MISSING_LABEL] : values,
      codes: missing ? places.map((place) => (place < 0 ? values.length : place)) : places,
    }
  }
  const numbers = Float64Array.from(values, Number)
  const wrong = values.findIndex((value, i) => value.trim() === '' || !Number.isFinite(numbers[i]))
  if (wrong >= 0)
    throw new UserError(
      `column "${column}" is a numeric target but has the value "${values[wrong]}"; make it type: category, or mend the value`,
    )
  if (places.includes(-1))
    throw new UserError(
      `column "${column}" is a numeric target but is missing in some rows; fill them in, or leave those rows out`,
    )
  const distinct = Float64Array.from(new Set(numbers)).sort()
  const codeOf = new Map(Array.from(distinct, (value, code) => [value, code] as const))
  const codes = Int32Array.from(numbers, (value) => codeOf.get(value) as number)
  return { kind, name: column, values: distinct, codes: places.map((place) => codes[place]) }
}

/** Names of columns and dictionaries of our own in the engine. */
function qi(i: number): string {
  return `halftone q${i}`
}

function target(t: number): string {
  return `halftone t${t}`
}
