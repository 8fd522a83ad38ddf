/**
 * Measures what an attacker who finds a person's class learns: classes by the share of their most frequent value. Cost:
 * a pass over the file for the classes, and one per column.
 */
import type { EngineRun } from '../engines/engine.ts'
import { sql } from '../sql/dialect.ts'
import { type ClassesRequest, countClasses } from './counted-classes.ts'
import { type Countable, countedTable } from './read-once.ts'

export interface LearnedColumn {
  readonly column: string
  readonly classes: number
  readonly rows: number
  /** By the share of the most frequent value, in whole percent rounded down; 100 means a single value. */
  readonly shares: readonly { readonly percent: number; readonly classes: number; readonly rows: number }[]
}

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
      learned.push({ column, classes: sum('classes'), rows: sum('rows'), shares })
    }
    return learned
  } finally {
    await counted.drop()
  }
}
