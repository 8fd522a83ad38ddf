/** Writes lines from codes with a compiled kernel: texts are copied once, codes batch by batch. */
import { type Global, startInstance } from '../ground/web-assembly.ts'

/** Codes by column; a row with a negative first code has no line. */
export interface CodedLines {
  readonly columns: readonly ArrayLike<number>[]
  readonly times?: ArrayLike<number>
}

/** The text of a part of the line by the code of a column. */
export interface Part {
  readonly column: number
  readonly texts: readonly string[]
}

type Settings = 'parts' | 'partsAt' | 'firstAt' | 'longest' | 'timesAt' | 'linesAt' | 'linesEnd'

interface LineWriter extends Readonly<Record<Settings | 'filled', Global>> {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
  heapBase(): number
  write(from: number, to: number): number
}

/** Lines per kernel call, and bytes per write: pieces of 4 MB took a third longer. */
export const LINES_AT_ONCE = 1 << 16
const ROOM = 1 << 18

export interface LineMaker {
  /** Adds at most `LINES_AT_ONCE` lines. */
  add(lines: CodedLines, count: number): Promise<void>
  end(): Promise<void>
}

/** Builds lines and passes them to `write` in pieces; builds one piece while the previous one is written. */
export function openLines(
  parts: readonly Part[],
  columns: number,
  write: (bytes: Uint8Array) => Promise<void>,
): LineMaker {
  const kernel = startInstance<LineWriter>(new URL('./line-writer.wasm', import.meta.url))
  const partsAt = (kernel.heapBase() + 15) & ~15
  // Encoded together: thousands of small buffers take as long as writing a million lines.
  const lists = parts.map(({ texts }) => ({
    bytes: Buffer.from(texts.join('')),
    lengths: texts.map((text) => Buffer.byteLength(text)),
  }))
  const longest = lists.reduce(
    (sum, { lengths }) => sum + lengths.reduce((most, length) => Math.max(most, length), 0),
    0,
  )
  const bytes = lists.reduce((sum, { bytes, lengths }) => sum + bytes.length + 8 * lengths.length, 0)
  const listsAt = partsAt + parts.length * 8
  const codesAt = (listsAt + bytes + 31) & ~15
  const timesAt = codesAt + columns * LINES_AT_ONCE * 4
  const room = (ROOM + longest + 31) & ~15
  const rooms = [timesAt + LINES_AT_ONCE * 4, timesAt + LINES_AT_ONCE * 4 + room]
  if (kernel.memory.grow(Math.ceil((rooms[1] + room) / 65_536)) < 0) throw new RangeError('texts exceed the memory')
  const { buffer } = kernel.memory
  const [memory, words] = [new Uint8Array(buffer), new Uint32Array(buffer)]
  const codes = (column: number, count: number) => new Int32Array(buffer, codesAt + column * LINES_AT_ONCE * 4, count)
  let list = listsAt
  let at = listsAt + lists.reduce((sum, { lengths }) => sum + lengths.length * 8, 0)
  lists.forEach(({ bytes, lengths }, part) => {
    words.set([codes(parts[part].column, 0).byteOffset, list], partsAt / 4 + part * 2)
    memory.set(bytes, at)
    for (const length of lengths) {
      words[list / 4] = at
      words[list / 4 + 1] = length
      list += 8
      at += length
    }
  })
  const set = (settings: Partial<Record<Settings, number>>): void => {
    for (const [name, value] of Object.entries(settings)) kernel[name as Settings].value = value
  }
  set({ parts: parts.length, partsAt, firstAt: codesAt, longest })
  let side = 0
  let writing = Promise.resolve()
  return {
    async add(lines, count) {
      lines.columns.forEach((values, column) => void codes(column, count).set(values))
      if (lines.times !== undefined) new Uint32Array(buffer, timesAt, count).set(lines.times)
      for (let row = 0; row < count; ) {
        const linesAt = rooms[side]
        set({ timesAt: lines.times === undefined ? 0 : timesAt, linesAt, linesEnd: linesAt + room - 16 })
        row = kernel.write(row, count)
        await writing
        writing = write(new Uint8Array(buffer, linesAt, kernel.filled.value))
        // The error surfaces where `writing` is awaited.
        writing.catch(() => {})
        side = 1 - side
      }
    },
    end: () => writing,
  }
}
