/**
 * Compares two releases of the same people by any tool, without knowing who is who: the holder of both files subtracts
 * them. A class must have the same rows in both, or differ by at least k rows.
 *
 * Cost: one grouping of the rows of both files.
 */
import type { EngineRun } from '../engines/engine.ts'
import { many, prose } from '../ground/format.ts'
import { requireColumn, type Table } from '../sources/table.ts'
import { join, type Sql, sql } from '../sql/dialect.ts'
import type { Check, Witness } from '../verification/verification.ts'

export interface CompareRequest {
  readonly quasiIdentifiers: readonly string[]
  readonly k: number
  readonly mostWitnesses?: number | undefined
}

const MOST_WITNESSES = 10

/** Checks that no class differs by 1 to k − 1 rows, and says which other values follow from such a difference. */
export async function checkDifference(
  now: Table,
  before: Table,
  { quasiIdentifiers, k, mostWitnesses = MOST_WITNESSES }: CompareRequest,
  run: EngineRun,
): Promise<Check> {
  const { engine } = now
  const { dialect } = engine
  for (const column of quasiIdentifiers) requireColumn(before, column, '--against')
  const inBoth = new Set(before.columns.map(({ name }) => name))
  const others = now.columns
    .map(({ name }) => name)
    .filter((name) => inBoth.has(name) && !quasiIdentifiers.includes(name))
  const [classNames, valueNames] = [quasiIdentifiers, others].map((columns, i) =>
    columns.map((_, place) => dialect.identifier(`${i === 0 ? 'class' : 'value'} ${place}`)),
  )
  const names = [...classNames, ...valueNames]
  const rows = ({ source }: Table, counts: Sql): Sql => {
    const texts = [...quasiIdentifiers, ...others].map((column) => dialect.text(dialect.identifier(column)))
    return sql`SELECT ${join([...texts.map((text, i) => sql`COALESCE(${text}, '') AS ${names[i]}`), counts])} FROM
      ${dialect.scan(source)}`
  }
  const both = sql`${rows(now, sql`1 AS a, 0 AS b`)} UNION ALL ${rows(before, sql`0 AS a, 1 AS b`)}`
  const alike = sql`SELECT ${join(names)}, SUM(a) - SUM(b) AS d FROM (${both}) AS rows_of_both GROUP BY ${join(names)}`
  const follows = valueNames.flatMap((value, i) => {
    const only = (sign: Sql, name: string) =>
      sql`CASE WHEN COUNT(DISTINCT CASE WHEN d ${sign} 0 THEN ${value} END) = 1 THEN MIN(CASE WHEN d ${sign} 0 THEN
        ${value} END) END AS ${dialect.identifier(`${name} ${i}`)}`
    return [only(sql`>`, 'new'), only(sql`<`, 'old')]
  })
  const sum = (amount: Sql) => dialect.wholeNumber(sql`SUM(${amount})`)
  const figures = [
    sql`${sum(sql`CASE WHEN d > 0 THEN d ELSE 0 END`)} AS added`,
    sql`${sum(sql`CASE WHEN d < 0 THEN -d ELSE 0 END`)} AS removed`,
    sql`ABS(${sum(sql`d`)}) AS difference`,
  ]
  const classes = sql`SELECT ${join([...classNames, ...figures, ...follows])} FROM (${alike}) AS cells GROUP BY
    ${join(classNames)}`
  const few = (name: Sql) => sql`${name} BETWEEN 1 AND ${k - 1}`
  const order = join(classNames.map((name) => dialect.ordered(name)))
  const selectFew = sql`SELECT * FROM (${classes}) AS compared WHERE
    ${join([sql`added`, sql`removed`, sql`difference`].map(few), ' OR ')} ORDER BY LEAST(CASE WHEN added = 0 THEN ${k}
    ELSE added END, CASE WHEN removed = 0 THEN ${k} ELSE removed END), ${order}`
  const found = await engine.query(selectFew, run)
  const [added, removed, difference] = ['added', 'removed', 'difference'].map((name) => found.numbers(name))
  const shown = quasiIdentifiers.map((_, i) => found.texts(`class ${i}`))
  const single = {
    new: others.map((_, i) => found.texts(`new ${i}`)),
    old: others.map((_, i) => found.texts(`old ${i}`)),
  }
  const isFew = (count: number) => count >= 1 && count < k
  let following = 0
  const witnesses: Witness[] = []
  for (let i = 0; i < found.rows; i++) {
    const values: Record<string, string> = Object.fromEntries(
      quasiIdentifiers.map((column, c) => [column, shown[c][i] ?? '']),
    )
    const sides = [isFew(added[i]) ? 'new' : undefined, isFew(removed[i]) ? 'old' : undefined] as const
    let follow = false
    for (const side of sides)
      for (const [c, column] of others.entries()) {
        const value = side && single[side][c][i]
        if (side === undefined || value === null || value === undefined) continue
        values[`${column} of ${side === 'new' ? 'new' : 'missing'} rows`] = value
        follow = true
      }
    if (follow) following++
    const sizes = [added[i], removed[i], difference[i]].filter(isFew)
    if (witnesses.length < mostWitnesses) witnesses.push({ size: Math.min(...sizes), values })
  }
  const wrong = prose`${many(found.rows, 'class differs', 'classes differ')} by 1 to ${k - 1} rows; values follow from
    the difference in ${following}`
  return {
    name: 'against',
    promise: `rows of each class that only one of the two files has are none or at least ${k}`,
    holds: found.rows === 0,
    found: found.rows === 0 ? `no class differs by 1 to ${k - 1} rows` : wrong,
    witnesses,
  }
}
