/**
 * Measures what an attacker who finds a person's class learns: classes by the share of their most frequent value. Cost:
 * a pass over the file for the classes, and one per column.
 */
import type { EngineRun } from '../engines/engine.ts'
import { join, sql } from '../sql/dialect.ts'
import { type ClassesRequest, type CountedClasses, countClasses } from './counted-classes.ts'
import { type Countable, countedTable } from './read-once.ts'

export interface LearnedColumn {
  readonly column: string
  readonly classes: number
  readonly rows: number
  /** The most frequent values with their shares, over all rows including suppressed ones. */
  readonly values: readonly { readonly value: string; readonly share: number }[]
  /** The classes whose values are farthest from those of all rows (½ Σ |q − p|), farthest first. */
  readonly farthest: readonly LearnedClass[]
  /** By the share of the most frequent value, in whole percent rounded down; 100 means a single value. */
  readonly shares: readonly { readonly percent: number; readonly classes: number; readonly rows: number }[]
}

export interface LearnedClass {
  readonly rows: number
  readonly distance: number
  readonly shown: Readonly<Record<string, string>>
  /** Shares of the column's `values` in their order, then of all others. */
  readonly shares: readonly number[]
}

const MOST_VALUES = 8
const MOST_CLASSES = 20

export async function measureLearned(
  release: Countable,
  { quasiIdentifiers, columns, missingValues }: Pick<ClassesRequest, 'quasiIdentifiers' | 'columns' | 'missingValues'>,
  run: EngineRun = {},
): Promise<LearnedColumn[]> {
  const { engine } = countedTable(release)
  const { dialect } = engine
  const counted = await countClasses(release, { quasiIdentifiers, columns, missingValues, exempt: true }, run)
  try {
    const learned: LearnedColumn[] = []
    for (const column of columns) {
      const largest = sql`SELECT class, MIN(size) AS size, COUNT(*) AS found, MAX(amount) * 100 AS most FROM ${counted.file.values(column)} AS v GROUP BY class`
      const percent = sql`CASE WHEN found = 1 THEN 100 ELSE LEAST(99, FLOOR(most * 1e0 / size)) END`
      const selectFigures = sql`SELECT ${dialect.wholeNumber(percent)} AS percent, ${dialect.wholeNumber(sql`COUNT(*)`)} AS classes, ${dialect.wholeNumber(sql`SUM(size)`)} AS people FROM (${largest}) AS of_classes GROUP BY 1 ORDER BY 1`
      const figures = await engine.query(selectFigures, run)
      const [classes, rows] = [figures.numbers('classes'), figures.numbers('people')]
      const shares = Array.from(figures.numbers('percent'), (percent, i) => ({
        percent,
        classes: classes[i],
        rows: rows[i],
      }))
      const sum = (name: 'classes' | 'rows') => shares.reduce((total, share) => total + share[name], 0)
      const distributions = await measureDistributions(counted, column, run)
      learned.push({ column, classes: sum('classes'), rows: sum('rows'), ...distributions, shares })
    }
    return learned
  } finally {
    await counted.drop()
  }
}

async function measureDistributions(
  { engine, file, names, quasiIdentifiers, classesTable, classColumn, sizeColumn }: CountedClasses,
  column: string,
  run: EngineRun,
): Promise<Pick<LearnedColumn, 'values' | 'farthest'>> {
  const { dialect } = engine
  const selectAll = sql`SELECT value, share * 1e0 AS share FROM ${file.domain(column)} AS d ORDER BY share DESC, ${dialect.ordered(sql`value`)} LIMIT ${MOST_VALUES}`
  const all = await engine.query(selectAll, run)
  const shares = all.numbers('share')
  const values = all.texts('value').map((value, i) => ({ value: value as string, share: shares[i] }))
  const [number, size] = [dialect.identifier(classColumn), dialect.identifier(sizeColumn)]
  const shareName = (i: number) => dialect.identifier(`halftone share ${i}`)
  const distance = sql`SUM(CASE WHEN v.share > d.share THEN v.share - d.share ELSE 0 END) * 1e0`
  const figures = values.map(
    ({ value }, i) =>
      sql`SUM(CASE WHEN v.value = ${dialect.literal(value)} THEN v.share ELSE 0 END) * 1e0 AS ${shareName(i)}`,
  )
  const ofClasses = sql`SELECT v.class AS class, ${join([sql`${distance} AS distance`, ...figures])} FROM ${file.values(column)} AS v JOIN ${file.domain(column)} AS d ON d.value = v.value GROUP BY v.class`
  const selectFar = sql`SELECT ${join([sql`c.*`, sql`own.distance AS ${dialect.identifier('halftone distance')}`, ...values.map((_, i) => shareName(i))])} FROM ${dialect.identifier(classesTable)} AS c JOIN (${ofClasses}) AS own ON own.class = c.${number} ORDER BY ${join([sql`own.distance DESC`, sql`c.${size} DESC`, ...names.map((name) => sql`c.${name}`)])} LIMIT ${MOST_CLASSES}`
  const far = await engine.query(selectFar, run)
  const shown = quasiIdentifiers.map((name) => [name, far.texts(name)] as const)
  const parts = values.map((_, i) => far.numbers(`halftone share ${i}`))
  const distances = far.numbers('halftone distance')
  const farthest = Array.from(far.numbers(sizeColumn), (rows, c) => {
    const counts = parts.map((part) => part[c])
    const rest = Math.max(0, 1 - counts.reduce((sum, share) => sum + share, 0))
    return {
      rows,
      distance: distances[c],
      shown: Object.fromEntries(shown.map(([name, texts]) => [name, texts[c] ?? ''])),
      shares: [...counts, rest],
    }
  })
  return { values, farthest }
}
