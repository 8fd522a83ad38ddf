/** Parts shared by the formats of delimited text. */
import type { Engine } from '../../engines/engine.ts'
import { isPlain, type PlainEncoding } from '../../table/encodings.ts'
import { detectCsvDialect, firstRecords, textAtStart } from '../csv-dialect.ts'
import { detectEncoding } from '../detect-encoding.ts'
import { engineFolder } from '../engine-folder.ts'
import { readStart } from '../first-bytes.ts'
import { looksHeaderless } from '../headerless.ts'
import type { SourceRequest } from '../open-source.ts'
import { textInUtf8 } from '../text-in-utf8.ts'
import { titleLines } from '../title-lines.ts'
import type { ReadFiles } from './format.ts'

export async function readDelimited(
  files: readonly string[],
  request: SourceRequest,
  engine: Engine,
): Promise<ReadFiles> {
  const readable = await readableText(files, request, engine)
  const { csv, warnings } = detectCsvDialect(readable.files, { ...request, encoding: readable.encoding })
  return { source: { kind: 'files', files: readable.files, format: 'csv', csv }, warnings }
}

export async function readableText(
  files: readonly string[],
  { encoding = 'utf-8' }: SourceRequest,
  engine: Engine,
): Promise<{ readonly files: readonly string[]; readonly encoding: PlainEncoding }> {
  if (isPlain(encoding)) return { files, encoding }
  const folder = engineFolder(engine)
  return { files: await Promise.all(files.map((file) => textInUtf8(file, encoding, folder))), encoding: 'utf-8' }
}

export function detectLayout(request: SourceRequest, file: string): SourceRequest {
  const encoding = request.encoding ?? detectEncoding(file)
  const decoded = encoding === undefined ? request : { ...request, encoding }
  if (encoding !== 'utf-16' && readStart(file, 1024).includes(0)) return decoded
  const skip = decoded.skip ?? titleLines(textAtStart(file, { encoding: encoding ?? 'utf-8', skip: 0 }))
  const below = skip === 0 ? decoded : { ...decoded, skip }
  if (!looksHeaderless(firstRecords(file, below))) return below
  // Without names, lines with fewer values are rows, not titles.
  return skip === 0 || looksHeaderless(firstRecords(file, decoded)) ? { ...decoded, header: false } : decoded
}
