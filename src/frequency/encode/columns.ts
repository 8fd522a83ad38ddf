/** Builds the hierarchy of a grouped quasi-identifier and encodes its values: by text, bin, or level code. */
import type { ColumnProfile, Finding } from '../../hierarchy/doctor.ts'
import { listGrid, numberBefore, type PublicBins, publicBins } from '../../hierarchy/ends/public-bins.ts'
import { emptyRanges, type NumberRanges, widenRange } from '../../hierarchy/grouping.ts'
import type { Hierarchy } from '../../hierarchy/hierarchy.ts'
import { declaredRange, fillEmptyBins, numberHierarchyFromBins } from '../../hierarchy/number.ts'
import { resolveHierarchy } from '../../hierarchy/resolve.ts'
import type { HierarchySpecification } from '../../hierarchy/specification.ts'
import { type BinRule, binCount, type ColumnEncoding } from '../../sql/encoding.ts'
import type { CoarseColumn } from '../coarse-codes.ts'
import type { CountRequest } from '../counted-table.ts'
import type { GroupedColumn } from '../group-rows.ts'
import { binPositions } from '../number-bins.ts'
import { type Complete, pick } from './complete-tuples.ts'

export interface EncodedColumn {
  readonly hierarchy: Hierarchy
  readonly encoding: ColumnEncoding
  readonly written?: ColumnEncoding
  readonly findings: readonly Finding[]
}

/** Counts per tuple: its rows, and the people who are counted in no other tuple. */
export interface TupleCounts {
  readonly rows: Float64Array
  readonly people: Float64Array
}

export function encodeTexts(
  request: CountRequest,
  i: number,
  grouped: GroupedColumn,
  counts: TupleCounts,
  complete: Complete,
): EncodedColumn {
  const { column, hierarchy: given } = request.quasiIdentifiers[i]
  const profile = profileTexts(grouped, counts, complete)
  const missing = request.missing === 'category' && profile.missingCount > 0 ? 'category' : 'none'
  const { hierarchy, codes, findings } =
    typeof given === 'function' ? given(profile) : resolveHierarchy(column, given, profile, { missing })
  // Values without a code are errors among the findings, which the caller throws.
  return { hierarchy, encoding: buildDictionary(hierarchy, i, profile.values, codes), findings }
}

export function encodeCoarse(
  { texts, codes, hierarchy }: CoarseColumn,
  i: number,
  grouped: GroupedColumn,
): EncodedColumn {
  return {
    hierarchy,
    encoding: buildDictionary(hierarchy, i, grouped.texts, grouped.texts.map(Number)),
    written: buildDictionary(hierarchy, i, texts, codes),
    findings: [],
  }
}

/** In code order, so that a group is a range of the dictionary. */
function buildDictionary(
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

function profileTexts({ places, texts }: GroupedColumn, counts: TupleCounts, complete: Complete): ColumnProfile {
  const sums = (amounts: Float64Array): Float64Array => {
    // The last place is that of missing cells.
    const found = new Float64Array(texts.length + 1)
    const [known, some] = [pick(places, complete), pick(amounts, complete)]
    for (let i = 0; i < known.length; i++) found[known[i] < 0 ? texts.length : known[i]] += some[i]
    return found
  }
  const rows = sums(counts.rows)
  const people = counts.people === counts.rows ? rows : sums(counts.people)
  const occurring = byBytes(texts).filter((place) => rows[place] > 0)
  return {
    values: occurring.map((place) => texts[place]),
    counts: Float64Array.from(occurring, (place) => rows[place]),
    people: Float64Array.from(occurring, (place) => people[place]),
    missingCount: rows[texts.length],
  }
}

export function byBytes(texts: readonly string[]): number[] {
  const bytes = texts.map((text) => Buffer.from(text))
  return [...texts.keys()].sort((a, b) => Buffer.compare(bytes[a], bytes[b]))
}

interface EngineBins extends NumberRanges {
  readonly occurring: Int32Array
  readonly counts: Float64Array
}

/** Public bins of bins that the engine counted; of each bin that has several values two are known, its ends. */
function publicEngineBins({ low, high, occurring, counts }: EngineBins, rule: BinRule, people: number): PublicBins {
  const starts =
    'list' in rule ? rule.list : Array.from({ length: rule.bins }, (_, bin) => rule.origin + bin * rule.width)
  const ends = Array.from(occurring, (bin) => (low[bin] < high[bin] ? [low[bin], high[bin]] : [low[bin]]))
  const known = {
    values: ends.flat(),
    counts: ends.flatMap(({ length }, i) => [counts[occurring[i]], 0].slice(0, length)),
  }
  const bins = publicBins(known, { people }, [listGrid(starts)], numberBefore)
  let next = 0
  const valueBins = Int32Array.from(ends, ({ length }) => bins.valueBins[(next += length) - length])
  return { ...bins, valueBins }
}

export function encodeBins(
  request: CountRequest,
  i: number,
  grouped: GroupedColumn & { readonly counts: Float64Array },
  rule: BinRule,
  complete: Complete,
): EncodedColumn {
  const { column, hierarchy: given } = request.quasiIdentifiers[i]
  const { levels, endpoints, domain, people } = given as Extract<HierarchySpecification, { kind: 'number' }>
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
  if (people !== undefined) {
    const counts = new Float64Array(low.length)
    pick(grouped.counts, complete).forEach((rows, tuple) => {
      if (places[tuple] >= 0) counts[places[tuple]] += rows
    })
    const bins = publicEngineBins({ low, high, occurring, counts }, rule, people)
    const options = { levels, missing, domain, unit: 'decimal' as const }
    const hierarchy = numberHierarchyFromBins(column, bins.low, bins.high, options)
    const codes = bins.valueBins
    const encoding = { kind: 'bins', column, rule, occurring, codes, missing: hierarchy.missing } as const
    return { hierarchy, encoding, findings: [] }
  }
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
