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

/** Where a recoding was read from; undefined for one that a program made. What lies beside that file is of the same run, or one of both was changed. */
export function fileOfRecoding(recoding: Recoding): string | undefined {
  return files.get(recoding)
}
