/** The folder of a local engine, for files that are rewritten before it reads them. */
import type { Engine } from '../engines/engine.ts'
import { userError } from '../ground/errors.ts'

const wrongFile = userError('file', 'data.source')

export function engineFolder(engine: Engine): string {
  if (engine.folder === undefined)
    throw wrongFile`workbooks, standard input and files in this encoding are read on this machine, not by
      ${engine.version}; give a file that it can read`
  return engine.folder
}
