/**
 * Checks that each label of a written file belongs to its hierarchy and has no more rows than the data has under it.
 * Cost: a pass over the classes per column.
 */
import type { EngineRun } from '../engines/engine.ts'
import { masked } from '../ground/errors.ts'
import { SUPPRESSED_LABEL } from '../hierarchy/hierarchy.ts'
import { sql } from '../sql/dialect.ts'
import type { CountedClasses } from './counted-classes.ts'
import { type Check, plainCheck } from './verification.ts'

export interface LabelledColumn {
  readonly column: string
  /** Returns the rows of the data under a label; undefined if the hierarchy has no such label. */
  rowsUnder(label: string): number | undefined
}

const LEFT_OUT = '?'

export async function checkLabels(
  { engine, classesTable, rowsColumn }: CountedClasses,
  columns: readonly LabelledColumn[],
  run: EngineRun,
): Promise<Check> {
  const { dialect } = engine
  let wrong: string | undefined
  for (const { column, rowsUnder } of columns) {
    const label = sql`COALESCE(${dialect.identifier(column)}, '')`
    const rows = dialect.wholeNumber(sql`SUM(${dialect.identifier(rowsColumn)})`)
    const select = sql`SELECT ${label} AS label, ${rows} AS n FROM ${dialect.identifier(classesTable)} GROUP BY 1`
    const answer = await engine.query(select, run)
    const counts = answer.numbers('n')
    answer.texts('label').forEach((text, i) => {
      if (text === null || text === SUPPRESSED_LABEL || text === LEFT_OUT) return
      const most = rowsUnder(text)
      if (most === undefined) wrong ??= `column "${column}" has ${masked(text)}, which is no label of its hierarchy`
      else if (counts[i] > most)
        wrong ??= `column "${column}" has ${masked(text)} in ${counts[i]} rows, and the data has ${most} under it`
    })
  }
  return plainCheck('labels', 'every label is one of its hierarchy, and true of enough rows', wrong, 'all of them')
}
