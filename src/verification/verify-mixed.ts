/** Verifies (k, k^m)-anonymity and sensitive items of a table with baskets in the engine. */
import { classNumber, type ItemsLayout } from '../baskets/engine-baskets.ts'
import { setsOfSize } from '../baskets/engine-sets.ts'
import type { EngineRun } from '../engines/engine.ts'
import { askFigures } from '../engines/figures.ts'
import { many } from '../ground/format.ts'
import {
  kmAnonymity,
  promiseOfFacts,
  promiseOfMixed,
  promiseOfSensitive,
  SENSITIVE_ITEMS,
  type SensitiveItems,
} from '../requirements/items/km-anonymity.ts'
import { privacyConstraints } from '../requirements/items/privacy-constraints.ts'
import type { Table } from '../sources/table.ts'
import { allOf, join, type Sql, sql } from '../sql/dialect.ts'
import type { Check, Verification, Witness } from './verification.ts'
import { type TokenTables, verifyItems } from './verify-items.ts'

/** k and m, and how the classes and items of a table are read. */
export interface MixedCheck {
  readonly quasiIdentifiers: readonly string[]
  readonly layout: ItemsLayout
  readonly k: number
  readonly m: number
  /** Any m facts are counted, columns and items alike, and not m items inside classes. */
  readonly isOverFacts?: boolean
  readonly sensitive?: SensitiveItems | undefined
  /** Sets of tokens of each class, in place of all of up to m. */
  readonly constraints?: ConstraintsOfClasses | undefined
}

export interface ConstraintsOfClasses {
  readonly promise: string
  /** Labels of each class in the quasi-identifiers, and its sets. */
  readonly classes: readonly { readonly shown: readonly string[]; readonly sets: readonly (readonly string[])[] }[]
}

/**
 * Adds the check of (k, k^m)-anonymity: each item carries the number of its class, so a set of them that occurs is
 * inside one class. Witnesses name the class, the items and the count.
 */
export async function withMixedCheck(
  verification: Verification,
  table: Table,
  { quasiIdentifiers, layout, k, m, isOverFacts = false, sensitive, constraints }: MixedCheck,
  run: EngineRun = {},
): Promise<Verification> {
  const promise = isOverFacts ? promiseOfFacts(k, m) : promiseOfMixed(k, m)
  /** Classes whose constraints are not known. */
  const unknown: Witness[] = []
  const requirement = constraints
    ? {
        name: privacyConstraints.name,
        promise: constraints.promise,
        check: { k, sets: await numberedSets(constraints) },
      }
    : { name: kmAnonymity.name, promise, check: { k, upTo: m } }
  const request = {
    layout: { ...layout, [isOverFacts ? 'facts' : 'classes']: quasiIdentifiers },
    requirement,
    counts: async (tables: TokenTables) =>
      sensitive === undefined ? [] : [await checkSensitive(table, tables, quasiIdentifiers, { ...sensitive, m }, run)],
  }
  const { checks } = await verifyItems(table, request, run)
  const added: Check[] = []
  for (const check of checks)
    added.push(
      isOverFacts ? check : { ...check, witnesses: await withClasses(table, quasiIdentifiers, check.witnesses, run) },
    )
  if (unknown.length > 0)
    added.push({
      name: requirement.name,
      promise: requirement.promise,
      holds: false,
      found: `${many(unknown.length, 'class', 'classes')} not in the recoding: what their items stand for is not known`,
      witnesses: unknown.slice(0, MOST_SHOWN),
    })
  const verdict = added.every(({ holds }) => holds) ? verification.verdict : 'broken'
  return { ...verification, verdict, checks: [...verification.checks, ...added] }

  async function numberedSets({ classes }: ConstraintsOfClasses): Promise<string[][]> {
    const setsByLabels = new Map(classes.map(({ shown, sets }) => [JSON.stringify(shown), sets]))
    return [...(await labelsOfClasses(table, quasiIdentifiers, run))].flatMap(([number, shown]) => {
      const sets = setsByLabels.get(JSON.stringify(shown))
      if (sets === undefined) unknown.push({ size: 0, values: named(shown) })
      return (sets ?? []).map((set) => set.map((token) => `${number} ${token}`))
    })
  }

  function named(shown: readonly string[]): Witness['values'] {
    return Object.fromEntries(quasiIdentifiers.map((name, i) => [name, shown[i]]))
  }
}

interface Prediction {
  /** Names with the number of their class before them. */
  readonly known: string
  readonly secret: string
  readonly hits: number
  readonly support: number
}

/** Sets that are shown of those that predict a sensitive item best. */
const MOST_SHOWN = 10

/** Counts how surely a class, and each set of up to m of its tokens, says that somebody has a sensitive item. */
async function checkSensitive(
  { engine, source }: Table,
  { tokens, held }: TokenTables,
  quasiIdentifiers: readonly string[],
  asked: SensitiveItems & { readonly m: number },
  run: EngineRun,
): Promise<Check> {
  const { dialect } = engine
  const { items, h, m } = asked
  const numbered = await engine.query(sql`SELECT name, token FROM ${tokens}`, run)
  const names = new Map(Array.from(numbered.integers('token'), (token, i) => [token, numbered.texts('name')[i] ?? '']))
  const secretTokens = [...names].filter(([, name]) => items.includes(name.slice(name.indexOf(' ') + 1)))
  const best: Prediction[] = []
  let broken = 0
  const sensitiveTable = 'halftone sensitive'
  const predictedTable = 'halftone predicted'
  if (secretTokens.length > 0) {
    try {
      const list = dialect.listed([{ name: 'token', values: secretTokens.map(([token]) => token) }])
      await engine.execute(dialect.createTable(sensitiveTable, list), run)
      const secrets = sql`(SELECT b.basket AS basket, b.token AS token FROM ${held} AS b JOIN
        ${dialect.identifier(sensitiveTable)} AS s ON s.token = b.token)`
      for (let size = 0; size <= m; size++) {
        const sets = size === 0 ? await ofClasses(secrets) : ofSets(secrets, size)
        await engine.execute(dialect.createTable(predictedTable, sets.select), run)
        const from = dialect.identifier(predictedTable)
        const isBroken = sql`hits > ${h} * support + 0.000000001`
        broken += (await askFigures(engine, { n: sql`COUNT(CASE WHEN ${isBroken} THEN 1 END)` }, from, run)).n
        const columns = join(['hits', 'support', 'secret', ...sets.names].map((name) => dialect.identifier(name)))
        const order = sql`1.0 * hits / support DESC, ${columns}`
        const rows = await engine.query(sql`SELECT ${columns} FROM ${from} ORDER BY ${order} LIMIT ${MOST_SHOWN}`, run)
        const integers = (name: string) => rows.integers(name)
        for (let row = 0; row < rows.rows; row++)
          best.push({
            known: sets.names.map((name) => names.get(integers(name)[row])).join(' '),
            secret: names.get(integers('secret')[row]) as string,
            hits: integers('hits')[row],
            support: integers('support')[row],
          })
      }
    } finally {
      for (const name of [sensitiveTable, predictedTable]) await engine.execute(dialect.dropTable(name))
    }
  }
  best.sort((a, b) => b.hits / b.support - a.hits / a.support || a.support - b.support)
  const largest = best.length === 0 ? 'no sensitive item is published' : `largest confidence ${confidence(best[0])}`
  return {
    name: SENSITIVE_ITEMS,
    promise: promiseOfSensitive(asked, m),
    holds: broken === 0,
    found: broken === 0 ? `${largest}, asked ${h}` : `${broken} sets predict a sensitive item too well; ${largest}`,
    witnesses: best
      .filter(({ hits, support }) => hits > h * support + 1e-9)
      .slice(0, MOST_SHOWN)
      .map(({ known, secret, hits, support }) => ({
        size: support,
        values: { items: known, predicts: `${secret} (${hits} of ${support})` },
      })),
  }

  function confidence({ hits, support }: Prediction): string {
    return (hits / support).toFixed(3)
  }

  async function ofClasses(secrets: Sql) {
    const classOf = new Map(secretTokens.map(([token, name]) => [token, Number.parseInt(name, 10)]))
    const number = sql`SELECT ${classNumber(dialect, quasiIdentifiers)} AS n FROM ${dialect.scan(source)}`
    const sizes = sql`SELECT n, ${dialect.integer(sql`COUNT(*)`)} AS support FROM (${number}) AS numbered GROUP BY n`
    const listed = dialect.listed([
      { name: 'token', values: [...classOf.keys()] },
      { name: 'class', values: [...classOf.values()] },
    ])
    const classes = dialect.identifier('class')
    const counted = sql`SELECT token, ${dialect.integer(sql`COUNT(*)`)} AS hits FROM ${secrets} AS x GROUP BY token`
    const select = sql`SELECT c.token AS secret, c.hits AS hits, s.support AS support FROM (${counted}) AS c JOIN
      (${listed}) AS l ON l.token = c.token JOIN (${sizes}) AS s ON s.n = l.${classes}`
    return { select, names: [] as string[] }
  }

  function ofSets(secrets: Sql, size: number) {
    const { select: supports, names } = setsOfSize(dialect, held, size)
    const columns = names.map((name) => dialect.identifier(name))
    const shown = join(columns.map((column) => sql`p.${column} AS ${column}`))
    const same = allOf(columns.map((column) => sql`p.${column} = s.${column}`))
    const select = sql`SELECT ${shown}, p.secret AS secret, p.support AS hits, s.support AS support FROM
      (${setsOfSize(dialect, held, size, secrets).select}) AS p JOIN (${supports}) AS s ON ${same}`
    return { select, names }
  }
}

async function withClasses(
  table: Table,
  quasiIdentifiers: readonly string[],
  witnesses: readonly Witness[],
  run: EngineRun,
): Promise<Witness[]> {
  if (witnesses.length === 0) return []
  const labels = await labelsOfClasses(table, quasiIdentifiers, run)
  return witnesses.map(({ size, values }) => {
    const number = Number.parseInt(values['predicts'] ?? values['items'], 10)
    const plain = Object.entries(values).map(([name, text]) => [name, ` ${text}`.replaceAll(` ${number} `, ' ').trim()])
    const shown = quasiIdentifiers.map((name, i) => [name, labels.get(number)?.[i] ?? ''] as const)
    return { size, values: { ...Object.fromEntries(shown), ...Object.fromEntries(plain) } }
  })
}

/** Labels of each class in the quasi-identifiers, by its number. */
async function labelsOfClasses({ engine, source }: Table, quasiIdentifiers: readonly string[], run: EngineRun) {
  const { dialect } = engine
  const names = quasiIdentifiers.map((name) => dialect.identifier(name))
  const texts = names.map((name) => sql`${dialect.text(name)} AS ${name}`)
  const numbered = sql`SELECT ${classNumber(dialect, quasiIdentifiers)} AS n, ${join(texts)} FROM
    ${dialect.scan(source)}`
  const select = sql`SELECT DISTINCT ${dialect.integer(sql`n`)} AS class_number, ${join(names)} FROM (${numbered}) AS
    numbered`
  const classes = await engine.query(select, run)
  const columns = quasiIdentifiers.map((name) => classes.texts(name))
  return new Map(
    Array.from(classes.integers('class_number'), (number, row) => [number, columns.map((texts) => texts[row] ?? '')]),
  )
}
