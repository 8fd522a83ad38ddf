/**
 * Counts the texts of each column of a plain delimited file without the engine, with the kernel that reads tuples. Of a
 * column with very many texts it counts those that a hash draws, and given ones. Cost: a pass over the bytes.
 */
import { statSync } from 'node:fs'
import type { EngineRun } from '../engines/engine.ts'
import type { CountTexts } from '../frequency/profile-rows.ts'
import { type Range, readPieces } from './plain-lines.ts'
import { cutFile, type LinesForm, MOST_TEXTS, openReader, readForm, readLines, type TupleReader } from './read-plain.ts'
import { LINES_FROM, type LinesSwitch } from './read-tuples.ts'

export const countTexts: CountTexts = async (source, columns, missing, oneIn, run: EngineRun & LinesSwitch = {}) => {
  const { linesFrom = LINES_FROM, signal } = run
  if (source.kind !== 'files' || source.files.length !== 1) return undefined
  const names = columns.map(({ name }) => name)
  const asked = readForm(source, { columns: [], keep: names, missingValues: [] })
  if (asked === undefined || !(statSync(asked.file).size >= linesFrom)) return undefined
  const form = { ...asked, missing: [...new Set(['', ...missing])] }
  const [range] = cutFile(form, Number.POSITIVE_INFINITY) ?? []
  const reader = range && openReader(form)
  if (reader === undefined) return undefined
  const { kernel, setText, findPlace, readTexts } = reader
  const drawn = columns.map(({ frequent }, cell) => {
    if (frequent === undefined) return []
    kernel.drawTexts(cell, oneIn)
    const flags = frequent.map((text) => kernel.isDrawn(cell, setText(text) ?? 0) !== 0)
    kernel.drawTexts(cell, 1)
    const isKnown = frequent.every((text) => findPlace(cell, text) >= 0)
    kernel.drawTexts(cell, oneIn)
    return isKnown ? flags : undefined
  })
  if (drawn.includes(undefined)) return undefined
  const counts = columns.map(() => new Float64Array(MOST_TEXTS))
  let rows = 0
  const isRead = await readKept(form, range, kernel, signal, (places) => {
    counts.forEach((sums, cell) => void countPlaces(places[cell], sums))
    rows += places[0].length
  })
  if (!isRead) return undefined
  const first = form.missing.length
  const found = columns.map((_, cell) => {
    const texts = readTexts(cell)
    const missingRows = counts[cell].subarray(0, first).reduce((sum, count) => sum + count, 0)
    const known = { texts: texts.slice(first), counts: counts[cell].subarray(first, texts.length) }
    return { ...known, missing: missingRows, drawn: drawn[cell] ?? [] }
  })
  const isWrong = ({ texts }: { readonly texts: readonly string[] }, cell: number): boolean =>
    // The last place means not drawn, and a byte order mark inside the file is not text.
    (columns[cell].frequent !== undefined && first + texts.length === MOST_TEXTS) ||
    texts.some((text) => text.startsWith('\ufeff'))
  return found.some(isWrong) ? undefined : { rows, columns: found }
}

function countPlaces(places: Uint16Array, sums: Float64Array): void {
  for (let i = 0; i < places.length; i++) sums[places[i]]++
}

/** Reads all lines; `visit` gets the places of kept cells, in blocks. False if the text is not supported. */
function readKept(
  { file, cells }: LinesForm,
  range: Range,
  kernel: TupleReader,
  signal: AbortSignal | undefined,
  visit: (places: readonly Uint16Array[]) => void,
): Promise<boolean> {
  const { memory, rowsRead } = kernel
  const visitKept = () =>
    visit(cells.map((_, cell) => new Uint16Array(memory.buffer, kernel.addressOfKept(cell), rowsRead.value)))
  return readPieces(file, range, kernel, (piece) => readLines(kernel, piece, visitKept), signal)
}
