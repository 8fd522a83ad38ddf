/**
 * Numeric columns with very many distinct values are binned in the engine, before their values could outgrow memory. It takes one
 * more pass over the source, and only where the job gives endpoints for a numeric column.
 */
import type { Engine, EngineRun } from '../engines/engine.ts'
import { UserError } from '../errors.ts'
import type { Endpoints, HierarchySpecification } from '../hierarchy/specification.ts'
import { join, type Source, type Sql, sql } from '../sql/dialect.ts'
import { type BinRule, valueOrMissing } from '../sql/encoding.ts'

/** Up to here a dictionary of all values is cheaper and gives exact quantiles. */
const dictionaryLimit = 100_000

export interface BinRequest {
  readonly quasiIdentifiers: readonly { readonly column: string; readonly specification: HierarchySpecification }[]
  readonly missingValues: readonly string[]
}

/** For each quasi-identifier the rule to bin it by in the engine, or undefined when its values can travel. */
export async function chooseBins(
  engine: Engine,
  source: Source,
  { quasiIdentifiers, missingValues }: BinRequest,
  run: EngineRun,
): Promise<(BinRule | undefined)[]> {
  const { dialect } = engine
  const rules: (BinRule | undefined)[] = quasiIdentifiers.map(() => undefined)
  const candidates = quasiIdentifiers.flatMap(({ column, specification }, i) =>
    specification.kind === 'number' && specification.endpoints !== 'all'
      ? [{ i, column, endpoints: specification.endpoints, value: valueOrMissing(dialect, column, missingValues) }]
      : [],
  )
  if (candidates.length === 0) return rules

  const name = (part: string, i: number): Sql => dialect.identifier(`${part}${i}`)
  const figures = candidates.flatMap(({ i, value }) => {
    const number = dialect.number(value)
    return [
      sql`${dialect.wholeNumber(dialect.approximateDistinct(value))} AS ${name('distinct', i)}`,
      sql`MIN(CASE WHEN ${number} IS NULL THEN ${value} END) AS ${name('wrong', i)}`,
      sql`MIN(${number}) AS ${name('low', i)}`,
    ]
  })
  const sizes = await engine.query(sql`SELECT ${join(figures)} FROM ${dialect.scan(source)}`, run)
  const large = candidates.filter(({ i }) => sizes.numbers(`distinct${i}`)[0] > dictionaryLimit)
  for (const { i, column } of large) {
    const wrong = sizes.texts(`wrong${i}`)[0]
    if (wrong !== null)
      throw new UserError(
        `column "${column}" is numeric but has the value "${wrong}"; mend it, name it in data.missing-values, or change the column's type`,
      )
  }
  for (const { i, value, endpoints } of large)
    rules[i] = await ruleOf(engine, source, value, endpoints, sizes.numbers(`low${i}`)[0], run)
  return rules
}

async function ruleOf(
  engine: Engine,
  source: Source,
  value: Sql,
  endpoints: Exclude<Endpoints, 'all'>,
  low: number,
  run: EngineRun,
): Promise<BinRule> {
  if ('list' in endpoints) return { list: [...new Set(endpoints.list)].sort((a, b) => a - b) }
  if ('width' in endpoints) {
    const { width, origin = 0 } = endpoints
    // Bins are numbered from the one that holds the smallest value.
    return { width, origin: origin + Math.floor((low - origin) / width) * width }
  }
  const { dialect } = engine
  const shares = Array.from({ length: endpoints.quantiles }, (_, j) => (j + 1) / (endpoints.quantiles + 1))
  const result = await engine.query(
    sql`SELECT value FROM (SELECT UNNEST(${dialect.quantiles(dialect.number(value), shares)}) AS value FROM ${dialect.scan(source)}) AS quantiles`,
    run,
  )
  const list = [...new Set(result.numbers('value'))].filter((endpoint) => endpoint > low).sort((a, b) => a - b)
  return { list }
}
