/** Reads a recoding file of any kind that can be applied to other data. */
import { type BoxesRecoding, readBoxesRecodingFile } from './boxes-recoding.ts'
import { type ItemsRecoding, readItemsRecodingFile } from './items.ts'
import { type ColumnsRecoding, readColumnsRecodingFile } from './recoding.ts'

export type Recoding = ColumnsRecoding | BoxesRecoding | ItemsRecoding

const files = new WeakMap<Recoding, string>()

export function readRecodingFile(file: string): Recoding {
  const recoding = readItemsRecodingFile(file) ?? readBoxesRecodingFile(file) ?? readColumnsRecodingFile(file)
  files.set(recoding, file)
  return recoding
}

/** Returns the file that the recoding was read from, if any. Other files of the same run are beside it. */
export function fileOfRecoding(recoding: Recoding): string | undefined {
  return files.get(recoding)
}
