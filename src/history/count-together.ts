/** Counts a staged release together with all earlier ones, from both ledgers and the file, not from decisions. */
import type { Engine, EngineRun } from '../engines/engine.ts'
import { many, prose } from '../ground/format.ts'
import { allOf, join, type Sql, sql } from '../sql/dialect.ts'
import { type Countable, countedTable, rowCount } from '../verification/read-once.ts'
import { type Check, plainCheck } from '../verification/verification.ts'
import { type LedgerHead, ledgerSource, readHead } from './ledger.ts'

export interface TogetherRequest {
  /** The staged ledger, and the one before. */
  readonly ledger: string
  readonly before: string | undefined
  /** Who accepts that people who left can be singled out, if their rows go at once. */
  readonly acceptedBy?: string | undefined
  readonly missingValues: readonly string[]
}

export async function checkTogether(release: Countable, request: TogetherRequest, run: EngineRun): Promise<Check> {
  const { engine } = countedTable(release)
  const head = (await readHead(engine, request.ledger)) as LedgerHead
  const { k } = head
  const counts = await countTogether(release, request, k, head.columns.length, run)
  const number = head.releases.length
  const promise = prose`release ${number} of ${number}, counted together: anyone who knows in which releases a person
    is, came or left finds at least ${k} people`
  const { lonely, came, went, changed, follows } = counts
  const apart = lonely + came + went + changed
  const otherSets = await differingSets(engine, request, head, run)
  const strange = await differingClasses(release, request.ledger, head, run)
  const singled = prose`${many(apart, 'person', 'people')} can be singled out (${lonely} share all classes with fewer
    than ${k}, ${came} come, ${went} go and ${changed} change with fewer; the values of ${follows} follow)`
  const wrong =
    strange > 0
      ? `${many(strange, 'class', 'classes')} of the file and of the ledger differ`
      : otherSets > 0
        ? `${many(otherSets, 'class', 'classes')} show other sensitive values than earlier releases`
        : apart === 0 || request.acceptedBy !== undefined
          ? undefined
          : `${singled}; set history.leavers: stay, or let somebody accept it by name: history.accepted-by`
  const right =
    apart === 0 ? `nobody below ${k}, no step of 1 to ${k - 1}` : `${singled}, accepted by ${request.acceptedBy}`
  return plainCheck('history', promise, wrong, right)
}

/**
 * Counts people who can be singled out by more than one release: `lonely` share all their classes so far with fewer
 * than k, `came`, `went` and `changed` with fewer than k of their class. Of those who went, the other values of
 * `follows` follow, because all of the few have the same.
 */
async function countTogether(
  release: Countable,
  { ledger, before }: TogetherRequest,
  k: number,
  columns: number,
  run: EngineRun,
) {
  const { engine } = countedTable(release)
  const { dialect } = engine
  const now = dialect.scan(ledgerSource(ledger))
  // Everybody in a class since the same release or an earlier one shares it; people with a past share that, too.
  const groups = sql`SELECT class, since, past, COUNT(*) AS n FROM ${now} WHERE class >= 0 GROUP BY class, since, past`
  const shared = (by: Sql) => sql`SUM(SUM(n)) OVER (PARTITION BY ${by} ORDER BY since)`
  const lonely = async (by: Sql, where: Sql): Promise<number> => {
    const counted = sql`SELECT SUM(n) AS people, ${shared(by)} AS sharing FROM (${groups}) AS g WHERE ${where} GROUP BY
      ${by}, since`
    return firstNumber(sql`SELECT SUM(people) AS n FROM (${counted}) AS s WHERE sharing < ${k}`)
  }
  const firstNumber = async (select: Sql): Promise<number> => {
    const answer = await engine.query(
      sql`SELECT ${dialect.wholeNumber(sql`COALESCE(n, 0)`)} AS n FROM (${select}) AS a`,
      run,
    )
    return answer.numbers('n')[0]
  }
  const alone = (await lonely(sql`class`, sql`TRUE`)) + (await lonely(sql`class, past`, sql`past >= 0`))
  if (before === undefined) return { lonely: alone, came: 0, went: 0, changed: 0, follows: 0 }
  const values = Array.from({ length: columns }, (_, i) => dialect.identifier(`value ${i}`))
  const joined = sql`${now} AS a FULL JOIN ${dialect.scan(ledgerSource(before))} AS b ON a.person = b.person`
  const moved = sql`COALESCE(a.class, -1) <> COALESCE(b.class, -1)`
  const small = (by: Sql, where: Sql, having = sql`TRUE`): Promise<number> =>
    firstNumber(
      sql`SELECT SUM(n) AS n FROM (SELECT COUNT(*) AS n FROM ${joined} WHERE ${where} GROUP BY ${by} HAVING COUNT(*) <
        ${k} AND ${having}) AS few`,
    )
  const sameValues = values.map((value) => sql`COUNT(DISTINCT b.${value}) <= 1`)
  const differ = values.map((value) => sql`a.${value} IS DISTINCT FROM b.${value}`)
  const went = sql`${moved} AND b.class >= 0`
  return {
    lonely: alone,
    came: await small(sql`a.class`, sql`${moved} AND a.class >= 0`),
    went: await small(sql`b.class`, went),
    changed: await small(
      sql`a.class`,
      sql`NOT ${moved} AND a.class >= 0 AND (${join([sql`FALSE`, ...differ], ' OR ')})`,
    ),
    follows: await small(sql`b.class`, went, allOf([sql`TRUE`, ...sameValues])),
  }
}

/** With m-invariance: classes that show other sensitive values than they, or a class of their people, did. */
async function differingSets(
  engine: Engine,
  { ledger, before, missingValues }: TogetherRequest,
  { classes, columns, pasts }: LedgerHead,
  run: EngineRun,
): Promise<number> {
  const { dialect } = engine
  const sets = classes.map(({ values }) => JSON.stringify(values))
  if (sets.every((set) => set === undefined)) return 0
  const differing = new Set<number>()
  const old = before === undefined ? undefined : await readHead(engine, before)
  for (const [c, { values }] of old?.classes.entries() ?? [])
    if (values !== undefined && JSON.stringify(values) !== sets[c]) differing.add(c)
  const now = dialect.scan(ledgerSource(ledger))
  const number = (name: string) => sql`${dialect.integer(dialect.identifier(name))} AS ${dialect.identifier(name)}`
  const select = async (cell: Sql) => {
    const rows = await engine.query(sql`SELECT DISTINCT ${number('class')}, ${cell} FROM ${now} WHERE class >= 0`, run)
    return { rows, shown: rows.integers('class') }
  }
  const moved = await select(number('past'))
  for (const [i, past] of moved.rows.integers('past').entries())
    if (past >= 0 && sets[pasts[past][1]] !== sets[moved.shown[i]]) differing.add(moved.shown[i])
  const sensitive = Object.keys(classes.find(({ values }) => values)?.values ?? {})
  const lists = classes.map(() => Object.fromEntries(sensitive.map((name) => [name, [] as string[]])))
  for (const column of sensitive) {
    const value = dialect.text(dialect.identifier(`value ${columns.indexOf(column)}`))
    const { rows, shown } = await select(sql`${value} AS value`)
    for (const [i, text] of rows.texts('value').entries())
      if (text !== null && !missingValues.includes(text)) lists[shown[i]][column].push(text)
  }
  for (const c of moved.shown) {
    for (const list of Object.values(lists[c])) list.sort()
    if (JSON.stringify(lists[c]) !== sets[c]) differing.add(c)
  }
  return differing.size
}

/** Classes that the released file shows with other numbers of rows than the ledger has people. */
async function differingClasses(
  release: Countable,
  ledger: string,
  { classes, quasiIdentifiers }: LedgerHead,
  run: EngineRun,
): Promise<number> {
  const { engine, source } = countedTable(release)
  const { dialect } = engine
  const texts = quasiIdentifiers.map((column) => dialect.text(dialect.identifier(column)))
  const names = texts.map((text, i) => sql`${text} AS ${dialect.identifier(`label ${i}`)}`)
  const rows = await engine.query(
    sql`SELECT ${join([...names, sql`${dialect.wholeNumber(rowCount(release))} AS n`])} FROM ${dialect.scan(source)}
      GROUP BY ${join(texts)}`,
    run,
  )
  const people = await engine.query(
    sql`SELECT ${dialect.integer(sql`class`)} AS class, ${dialect.wholeNumber(sql`COUNT(*)`)} AS n FROM
      ${dialect.scan(ledgerSource(ledger))} WHERE class >= 0 GROUP BY class`,
    run,
  )
  const difference = new Map<string, number>()
  const count = (labels: readonly (string | null | undefined)[], n: number) => {
    const key = JSON.stringify(labels)
    difference.set(key, (difference.get(key) ?? 0) + n)
  }
  const labels = quasiIdentifiers.map((_, i) => rows.texts(`label ${i}`))
  for (const [row, n] of rows.numbers('n').entries()) {
    const cells = labels.map((column) => column[row])
    count(cells, n)
  }
  const shown = people.integers('class')
  for (const [i, n] of people.numbers('n').entries()) {
    const cells = quasiIdentifiers.map((column) => classes[shown[i]]?.shown[column])
    count(cells, -n)
  }
  return [...difference.values()].filter((n) => n !== 0).length
}
