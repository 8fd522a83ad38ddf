/** Computes which columns single people out with the quasi-identifiers. A new question cancels the previous one. */
import { singlingOut } from '../../../src/frequency/singling-out.ts'
import { UserError } from '../../../src/ground/errors.ts'
import { formatCount } from '../../../src/ground/format.ts'
import { requireColumn } from '../../../src/sources/table.ts'
import type { SinglingOutAnswer } from './api.ts'
import type { OpenedFile } from './opened-files.ts'

/** More cells would take too long to group. */
const MOST_CELLS = 10_000_000

const asking = new WeakMap<OpenedFile, AbortController>()

export async function findSinglingOut(file: OpenedFile, names: unknown, gone: AbortSignal): Promise<SinglingOutAnswer> {
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string'))
    throw new UserError('quasiIdentifiers must be a list of names', { rule: 'value' })
  for (const name of names) requireColumn(file.table.table, name, 'the job')
  const columns = file.table.columns.map(({ name }) => name)
  if (file.table.rows * columns.length > MOST_CELLS)
    return { reason: `not counted: the table has more than ${formatCount(MOST_CELLS)} cells` }
  asking.get(file)?.abort()
  const abort = new AbortController()
  asking.set(file, abort)
  const { engine, source } = file.table.table
  const signal = AbortSignal.any([abort.signal, gone, file.closed])
  const { missingValues, table } = file
  return singlingOut({ engine, source, missingValues, rows: table.rows }, columns, names, { signal })
}
