/** Refuses columns whose names begin with `halftone`, which statements use for their own. */
import type { SourceColumn } from '../engines/engine.ts'
import { userError } from '../ground/errors.ts'

export function requireForeignNames(columns: readonly Pick<SourceColumn, 'name'>[], source: string): void {
  const ours = columns.find(({ name }) => /^halftone[ _]/i.test(name))
  if (ours !== undefined)
    throw userError('value', 'data.source')`${source} has a column "${ours.name}": names that begin with "halftone " or
      "halftone_" are Halftone's; rename it`
}
