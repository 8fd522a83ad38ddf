/** Turns grouped rows into the frequency table: hierarchies, codes, counts. */
import type { Engine } from '../../engines/engine.ts'
import { masked, userError } from '../../ground/errors.ts'
import { throwOnErrors } from '../../hierarchy/doctor.ts'
import { emptyRanges, widenRange } from '../../hierarchy/grouping.ts'
import { type Hierarchy, MISSING_LABEL } from '../../hierarchy/hierarchy.ts'
import { parseNumber } from '../../hierarchy/number.ts'
import { withDistinctRoots } from '../../hierarchy/tree.ts'
import { type BinRule, binCount, type ColumnEncoding, listPlaces } from '../../sql/encoding.ts'
import { buildFrequencyTable, buildWithSizes, type CodedSensitive } from '../build-frequency-table.ts'
import type { CoarseColumn } from '../coarse-codes.ts'
import { type CountedTable, type CountRequest, countedColumns } from '../counted-table.ts'
import type { GroupedColumn, GroupedRows, StoredRows } from '../group-rows.ts'
import { byBytes, type EncodedColumn, encodeBins, encodeCoarse, encodeTexts } from './columns.ts'
import { both, type Complete, completeRows, only, pick, registerPeople, tuplePersons } from './complete-tuples.ts'

export async function encodeGroups(
  engine: Engine,
  request: CountRequest & { readonly coarse: readonly CoarseColumn[] },
  rules: readonly (BinRule | undefined)[],
  grouped: GroupedRows,
  persons: number | undefined,
): Promise<CountedTable> {
  const { quasiIdentifiers, targets } = request
  const keys = grouped.columns.slice(0, quasiIdentifiers.length)
  const origin = request.register === undefined ? undefined : grouped.columns[grouped.columns.length - 1].places
  const { rowsRead, rowsMissing, complete } = completeRows(request, grouped.counts, keys, origin)
  const people = origin && registerPeople(request, grouped.counts, keys, origin)
  const known: Complete = people === undefined ? complete : both(complete, people.complete)
  const counted = countedColumns(request)
  const countedAs = (column: string) => grouped.columns[quasiIdentifiers.length + counted.indexOf(column)]

  // A person with many rows is one of the people of a public bin.
  const each = persons === undefined ? grouped.counts : oncePerPerson(grouped.columns[keys.length + counted.length])
  const columns = keys.map((column, i) => {
    const rule = rules[i]
    if (rule !== undefined) return encodeBins(request, i, { ...column, counts: each }, rule, known)
    const coarse = request.coarse.find((candidate) => candidate.column === quasiIdentifiers[i].column)
    return coarse === undefined
      ? encodeTexts(request, i, column, { rows: grouped.counts, people: each }, known)
      : encodeCoarse(coarse, i, column)
  })
  const findings = columns.flatMap((column) => column.findings)
  throwOnErrors(findings)
  const encodings = columns.map(({ encoding, written = encoding }) => written)
  for (const encoding of encodings)
    if (encoding.kind === 'dictionary') await engine.uploadDictionary(encoding.dictionary, encoding.texts)
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
  const isRaw =
    origin === undefined && persons === undefined && request.coarse.length === 0 && rules.every((rule) => !rule)
  const coarse = isRaw ? keys.filter((_, i) => !isInjective(codes[i])) : []
  const { table, sizes } = buildWithSizes(
    {
      ...coded(complete),
      targets: targets.map((target) => codeTarget(target, countedAs(target.column), complete)),
      sensitive: (request.sensitive ?? []).map((column) => codeCategories(column, countedAs(column), complete)),
      persons:
        persons === undefined ? undefined : tuplePersons(grouped, persons, complete, origin === undefined ? 1 : 2),
    },
    coarse.map(({ places, texts }) => ({
      name: '',
      size: texts.length + 1,
      codes: pick(places, complete).map((place) => place + 1),
    })),
  )
  const population = people && buildFrequencyTable({ ...coded(people.complete), targets: [] })
  return {
    frequencies: population === undefined ? table : { ...table, population },
    register: people && {
      missing: people.missing,
      extents: columns.map(({ hierarchy }, i) => codeExtents(hierarchy, keys[i], codes[i], people.complete)),
    },
    hierarchies: withDistinctRoots(columns.map((column) => column.hierarchy)),
    encodings,
    stored: grouped.stored && {
      source: grouped.stored.source,
      encodings: storedEncodings(grouped.stored, columns, codes),
    },
    held: grouped.held && { ...grouped.held, codes: codesByTuple.map((tupleCodes) => only(tupleCodes, complete)) },
    repeats: grouped.repeats,
    rawSizes: isRaw ? (coarse.length === 0 ? 'own' : sizes) : undefined,
    rowsRead,
    rowsMissing,
    findings: findings.filter((finding) => finding.severity !== 'error'),
  }
}

/** Whether values with a code all have different ones. */
function isInjective(codes: Int32Array): boolean {
  const known = codes.filter((code) => code >= 0)
  return new Set(known).size === known.length
}

function codeExtents(hierarchy: Hierarchy, column: GroupedColumn, placeCodes: Int32Array, people: Int32Array) {
  if (hierarchy.kind !== 'number') return undefined
  const { low, high } = column
  const ranges = emptyRanges(hierarchy.values.length)
  const codes = toCodes(column, placeCodes)
  for (const tuple of people) {
    const code = codes[tuple]
    if (code === hierarchy.missing) continue
    widenRange(ranges, code, low?.[tuple] ?? hierarchy.low[code], high?.[tuple] ?? hierarchy.high[code])
  }
  return ranges
}

/** Counts each person in the first of its tuples alone. */
function oncePerPerson({ places }: GroupedColumn): Float64Array {
  const seen = new Set<number>()
  return Float64Array.from(places, (person) => {
    const known = seen.has(person)
    seen.add(person)
    return known ? 0 : 1
  })
}

function codesOfPlaces({ texts }: GroupedColumn, encoding: ColumnEncoding): Int32Array {
  const places = encoding.kind === 'bins' ? binCount(encoding.rule) : texts.length
  const codes = new Int32Array(places + 1).fill(-1)
  if (encoding.kind === 'bins') {
    const { places: bins, codes: binCodes } = listPlaces(encoding)
    for (let i = 0; i < bins.length; i++) codes[bins[i]] = binCodes[i]
  } else {
    const textPlaces = new Map(texts.map((text, place) => [text, place] as const))
    for (let i = 0; i < encoding.texts.length; i++)
      codes[textPlaces.get(encoding.texts[i]) as number] = encoding.codes[i]
  }
  codes[places] = encoding.missing ?? -1
  return codes
}

function toCodes({ places }: GroupedColumn, placeCodes: Int32Array): Int32Array {
  const missing = placeCodes.length - 1
  const codes = new Int32Array(places.length)
  for (let tuple = 0; tuple < places.length; tuple++)
    codes[tuple] = placeCodes[places[tuple] < 0 ? missing : places[tuple]]
  return codes
}

function storedEncodings({ digits }: StoredRows, columns: readonly EncodedColumn[], codes: readonly Int32Array[]) {
  return columns.map(({ encoding }, i) => {
    const digit = digits[i]
    return digit === undefined ? encoding : { kind: 'stored' as const, column: encoding.column, digit, codes: codes[i] }
  })
}

/** Targets with more cells (combinations × values) are refused: their dense counts do not fit in memory. */
const MAX_TARGET_CELLS = 2e8

function codeTarget({ column, kind }: CountRequest['targets'][number], grouped: GroupedColumn, complete: Complete) {
  const wrongDataColumn = userError('data', `columns.${column}`)
  const { texts } = grouped
  const places = pick(grouped.places, complete)
  const missing = places.includes(-1)
  if (kind === 'categories') {
    if (places.length * texts.length > MAX_TARGET_CELLS)
      throw wrongDataColumn`column "${column}" is a target with ${texts.length} distinct values, too many to count as
        classes; if it holds numbers make it type: numeric, else choose another target`
    return { kind, ...codeCategories(column, grouped, complete) }
  }
  const numbers = texts.map(parseNumber)
  const wrong = numbers.findIndex(Number.isNaN)
  if (wrong >= 0)
    throw wrongDataColumn`column "${column}" is a numeric target but has the value ${masked(texts[wrong])}; make it
      type: category, or fix the value`
  if (missing)
    throw wrongDataColumn`column "${column}" is a numeric target but is missing in some rows; fill them in, or leave
      those rows out`
  const distinct = Float64Array.from(new Set(numbers)).sort()
  const valueCodes = new Map(Array.from(distinct, (value, code) => [value, code] as const))
  const codes = Int32Array.from(numbers, (value) => valueCodes.get(value) as number)
  return { kind, name: column, values: distinct, codes: places.map((place) => codes[place]) }
}

/** Values in binary order; missing is the last. */
function codeCategories(column: string, grouped: GroupedColumn, complete: Complete): CodedSensitive {
  const { texts } = grouped
  const places = pick(grouped.places, complete)
  const order = byBytes(texts)
  const codes = new Int32Array(texts.length)
  for (let code = 0; code < order.length; code++) codes[order[code]] = code
  return {
    name: column,
    values: [...order.map((place) => texts[place]), ...(places.includes(-1) ? [MISSING_LABEL] : [])],
    codes: places.map((place) => (place < 0 ? texts.length : codes[place])),
  }
}
