/**
 * Bins numeric columns with very many distinct values in the engine, before the values outgrow memory. Costs one more
 * pass, only if the job gives endpoints for a numeric column and the files are long enough.
 */
import { statSync } from 'node:fs'
import type { Engine, EngineRun } from '../engines/engine.ts'
import { InternalError, masked, userError } from '../ground/errors.ts'
import { roundGrids } from '../hierarchy/ends/public-bins.ts'
import { widthIndex } from '../hierarchy/ladder.ts'
import { checkBinCount, declaredRange } from '../hierarchy/number.ts'
import type { Endpoints } from '../hierarchy/specification.ts'
import { join, type Source, type Sql, sql } from '../sql/dialect.ts'
import { type BinRule, valueOrMissing } from '../sql/encoding.ts'
import type { CountRequest } from './counted-table.ts'

/** Up to here a dictionary of all values is cheaper and gives exact quantiles. */
export const DICTIONARY_LIMIT = 100_000

/** The bin rule of each quasi-identifier; undefined if its values can be fetched. */
export async function chooseBins(
  engine: Engine,
  source: Source,
  { quasiIdentifiers, missingValues }: Pick<CountRequest, 'quasiIdentifiers' | 'missingValues'>,
  run: EngineRun,
): Promise<(BinRule | undefined)[]> {
  const { dialect } = engine
  const rules: (BinRule | undefined)[] = quasiIdentifiers.map(() => undefined)
  const candidates = quasiIdentifiers.flatMap(({ column, hierarchy }, i) =>
    'kind' in hierarchy && hierarchy.kind === 'number' && hierarchy.endpoints !== 'all'
      ? [
          {
            i,
            column,
            endpoints: hierarchy.endpoints,
            value: valueOrMissing(dialect, column, missingValues),
            rounded: hierarchy.people !== undefined,
          },
        ]
      : [],
  )
  if (candidates.length === 0 || isShort(source)) return rules

  const name = (part: string, i: number): Sql => dialect.identifier(`${part}${i}`)
  const figures = candidates.flatMap(({ i, value }) => {
    const number = dialect.number(value)
    return [
      sql`${dialect.wholeNumber(dialect.approximateDistinct(value))} AS ${name('distinct', i)}`,
      sql`MIN(CASE WHEN ${number} IS NULL THEN ${value} END) AS ${name('wrong', i)}`,
      sql`MIN(CASE WHEN ${isInexact(dialect, value, number)} THEN ${value} END) AS ${name('inexact', i)}`,
      sql`MIN(${number}) AS ${name('low', i)}`,
      sql`MAX(${number}) AS ${name('high', i)}`,
    ]
  })
  const sizes = await engine.query(sql`SELECT ${join(figures)} FROM ${dialect.scan(source)}`, run)
  const isLarge = (i: number) => quasiIdentifiers[i].binned || sizes.numbers(`distinct${i}`)[0] > DICTIONARY_LIMIT
  const large = candidates.filter(({ i }) => isLarge(i))
  for (const { i, column } of large) {
    const wrong = sizes.texts(`wrong${i}`)[0]
    const wrongData = userError('data', `columns.${column}`)
    if (wrong !== null)
      throw wrongData`column "${column}" is numeric but has the value ${masked(wrong)}; fix it, name it in
        data.missing-values, or change the column's type`
    const inexact = sizes.texts(`inexact${i}`)[0]
    if (inexact !== null)
      throw wrongData`column "${column}" is numeric but has the value ${masked(inexact)}; whole numbers beyond
        ${Number.MAX_SAFE_INTEGER} cannot be held exactly: give the column type: prefix, or another role`
  }
  for (const { i, column, value, endpoints, rounded } of large) {
    const low = sizes.numbers(`low${i}`)[0]
    const high = sizes.numbers(`high${i}`)[0]
    const range = 'width' in endpoints ? declaredRange(column, endpoints, low, high) : undefined
    if ('width' in endpoints) checkBinCount(column, endpoints.width, (range?.high ?? high) - (range?.low ?? low))
    rules[i] = await binRule(engine, { source, value, rounded }, endpoints, range ?? { low, high }, run)
  }
  return rules
}

/** Whether the files are too short for that many values, of at least two bytes each. */
function isShort(source: Source): boolean {
  if (source.kind !== 'files' || source.format !== 'csv' || source.files.some((file) => file.endsWith('.gz')))
    return false
  return source.files.reduce((bytes, file) => bytes + statSync(file).size, 0) <= 2 * DICTIONARY_LIMIT
}

/** An integer beyond double precision, as in `parseNumber` of `hierarchy/number.ts`. */
function isInexact(dialect: Engine['dialect'], value: Sql, number: Sql): Sql {
  const whole = ['.', 'e', 'E'].map((sign) => sql`${value} NOT LIKE ${dialect.literal(`%${sign}%`)}`)
  return sql`ABS(${number}) > ${Number.MAX_SAFE_INTEGER} AND ${join(whole, ' AND ')}`
}

/** The start of each fixed-width bin, relative to the job's origin; undefined for other bins. */
export function binPositions(
  rule: BinRule,
  occurring: Int32Array,
  endpoints: Endpoints | undefined,
): Float64Array | undefined {
  if (!('width' in rule) || typeof endpoints !== 'object' || !('width' in endpoints)) return undefined
  const first = Math.round((rule.origin - (endpoints.origin ?? 0)) / rule.width)
  return Float64Array.from(occurring, (bin) => (first + bin) * rule.width)
}

/** Quantiles on the round grid of half their usual distance: none of them is a value of the data. */
function roundedList(list: readonly number[]): number[] {
  const gaps = list.slice(1).map((endpoint, i) => endpoint - list[i])
  const usual = gaps.sort((a, b) => a - b)[gaps.length >> 1] ?? Math.abs(list[0] ?? 0)
  for (const { step, findCell, cellStart } of roundGrids(usual))
    if (step <= usual / 2) return [...new Set(list.map((endpoint) => cellStart(findCell(endpoint))))]
  return [...list]
}

async function binRule(
  engine: Engine,
  { source, value, rounded }: { readonly source: Source; readonly value: Sql; readonly rounded: boolean },
  endpoints: Exclude<Endpoints, 'all'>,
  { low, high }: { readonly low: number; readonly high: number },
  run: EngineRun,
): Promise<BinRule> {
  if ('list' in endpoints) return { list: [...new Set(endpoints.list)].sort((a, b) => a - b) }
  if ('width' in endpoints) {
    const { width, origin = 0 } = endpoints
    const first = widthIndex(low - origin, width)
    return { width, origin: origin + first * width, bins: widthIndex(high - origin, width) - first + 1 }
  }
  if ('target' in endpoints) throw new InternalError('endpoints that a target supervises must be a list by now')
  const { dialect } = engine
  const shares = Array.from({ length: endpoints.quantiles }, (_, j) => (j + 1) / (endpoints.quantiles + 1))
  const selectResult = sql`SELECT value FROM (SELECT ${dialect.each(dialect.quantiles(dialect.number(value), shares))}
    AS value FROM ${dialect.scan(source)}) AS quantiles`
  const result = await engine.query(selectResult, run)
  const list = [...new Set(result.numbers('value'))].filter((endpoint) => endpoint > low).sort((a, b) => a - b)
  return { list: rounded ? roundedList(list) : list }
}
