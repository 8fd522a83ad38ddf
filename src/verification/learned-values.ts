/**
 * What whoever finds the class of a person learns from it, counted on the written file: classes by the share of their most frequent value, for
 * each column that is released as it is. A class whose rows all say the same gives it away, one in which 95 % do gives it away nearly.
 *
 * Cost: a pass over the file for the classes, and one for each column.
 */
import type { EngineRun } from '../engines/engine.ts'
import type { Table } from '../sources/open-source.ts'
import { sql } from '../sql/dialect.ts'
import { type ClassesRequest, countClasses } from './counted-classes.ts'
import { isSuppressed } from './verify-rows.ts'

export interface LearnedColumn {
  readonly column: string
  /** Classes that are released, and their rows. */
  readonly classes: number
  readonly rows: number
  /** Classes by the share of their most frequent value, in whole percent rounded down, ascending; 100 is one value alone. */
  readonly shares: readonly { readonly percent: number; readonly classes: number; readonly rows: number }[]
}

export async function measureLearned(
  release: Table,
  { quasiIdentifiers, columns, missingValues }: Pick<ClassesRequest, 'quasiIdentifiers' | 'columns' | 'missingValues'>,
  run: EngineRun = {},
): Promise<LearnedColumn[]> {
  const { engine } = release
  const { dialect } = engine
  const counted = await countClasses(
    release,
    {
      quasiIdentifiers,
      columns,
      missingValues,
      overall: new Map(),
      dataRows: undefined,
      isSuppressed: (names) => isSuppressed(dialect, names),
      exempt: true,
    },
    run,
  )
  try {
    const learned: LearnedColumn[] = []
    for (const column of columns) {
      const largest = sql`SELECT class, MIN(size) AS size, COUNT(*) AS found, MAX(amount) * 100 AS most FROM ${counted.file.values(column)} AS v GROUP BY class`
      const percent = sql`CASE WHEN found = 1 THEN 100 ELSE LEAST(99, FLOOR(most * 1e0 / size)) END`
      const figures = await engine.query(
        sql`SELECT ${dialect.wholeNumber(percent)} AS percent, ${dialect.wholeNumber(sql`COUNT(*)`)} AS classes, ${dialect.wholeNumber(sql`SUM(size)`)} AS people FROM (${largest}) AS of_classes GROUP BY 1 ORDER BY 1`,
        run,
      )
      const [classes, rows] = [figures.numbers('classes'), figures.numbers('people')]
      const shares = Array.from(figures.numbers('percent'), (own, i) => ({
        percent: own,
        classes: classes[i],
        rows: rows[i],
      }))
      const sum = (name: 'classes' | 'rows') => shares.reduce((total, own) => total + own[name], 0)
      learned.push({ column, classes: sum('classes'), rows: sum('rows'), shares })
    }
    return learned
  } finally {
    await counted.drop()
  }
}
