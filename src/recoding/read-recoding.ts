/** Reads a recoding file of any kind that can be applied to other data. */
import { type BoxesRecoding, readBoxesRecodingFile } from './boxes-recoding.ts'
import { type ItemsRecoding, readItemsRecodingFile } from './items.ts'
import { type ColumnsRecoding, readColumnsRecodingFile } from './recoding.ts'

export type Recoding = ColumnsRecoding | BoxesRecoding | ItemsRecoding

export function readRecodingFile(file: string): Recoding {
  return readItemsRecodingFile(file) ?? readBoxesRecodingFile(file) ?? readColumnsRecodingFile(file)
}
