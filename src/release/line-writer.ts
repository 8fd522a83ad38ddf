/** Writes lines from numbers with a compiled kernel: texts are copied once, numbers batch by batch. */
import { type Global, startInstance } from '../ground/web-assembly.ts'

export interface NumberedLines {
  readonly numbers: Float64Array
  readonly times?: Float64Array
}

/** Texts of a part of the line, by a digit of the number; the first digit is the class. */
export interface Part {
  readonly digit: number
  readonly places: ArrayLike<number>
  readonly texts: string[]
}

type Settings =
  | 'digits'
  | 'parts'
  | 'digitsAt'
  | 'partsAt'
  | 'longest'
  | 'numbersAt'
  | 'timesAt'
  | 'linesAt'
  | 'linesEnd'

interface LineWriter extends Readonly<Record<Settings | 'filled', Global>> {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
  heapBase(): number
  write(from: number, to: number): number
}

/** Lines per kernel call, and bytes per write: pieces of 4 MB took a third longer. */
const BATCH = 1 << 16
const ROOM = 1 << 18

function packParts(parts: readonly Part[], digits: readonly number[], from: number) {
  let next = from
  const lists = parts.map(({ digit, places, texts }) => {
    const at = next
    next += digits[digit] * 8
    return { digit, places, texts: texts.map((text) => Buffer.from(text)), at }
  })
  const longest = lists.reduce(
    (sum, { texts }) => sum + texts.reduce((most, text) => Math.max(most, text.length), 0),
    0,
  )
  const fill = (buffer: ArrayBuffer): void => {
    const [bytes, words] = [new Uint8Array(buffer), new Uint32Array(buffer)]
    let to = next
    for (const { places, texts, at } of lists)
      texts.forEach((text, i) => {
        words.set([to, text.length], at / 4 + places[i] * 2)
        bytes.set(text, to)
        to += text.length
      })
  }
  const end = lists.reduce((sum, { texts }) => sum + texts.reduce((length, text) => length + text.length, 0), next)
  return { lists, longest, fill, end }
}

export interface LineMaker {
  add(lines: NumberedLines): Promise<void>
  end(): Promise<void>
}

/** Builds lines and passes them to `write` in pieces; builds one piece while the previous one is written. */
export function openLines(
  parts: readonly Part[],
  digits: readonly number[],
  write: (bytes: Uint8Array) => Promise<void>,
): LineMaker {
  const kernel = startInstance<LineWriter>(new URL('./line-writer.wasm', import.meta.url))
  const digitsAt = (kernel.heapBase() + 15) & ~15
  const partsAt = digitsAt + digits.length * 16
  const packed = packParts(parts, digits, partsAt + parts.length * 8)
  const numbersAt = (packed.end + 31) & ~15
  const timesAt = numbersAt + BATCH * 8
  const room = (ROOM + packed.longest + 31) & ~15
  const rooms = [timesAt + BATCH * 8, timesAt + BATCH * 8 + room]
  kernel.memory.grow(Math.ceil((rooms[1] + room) / 65_536))
  const { buffer } = kernel.memory
  packed.fill(buffer)
  const of = (digit: number) => digits.length - 1 - digit
  const radices = new BigUint64Array(buffer, digitsAt)
  digits.forEach((radix, digit) => {
    radices[of(digit) * 2] = BigInt(radix)
  })
  new Uint32Array(buffer, partsAt).set(packed.lists.flatMap(({ digit, at }) => [of(digit), at]))
  const set = (settings: Partial<Record<Settings, number>>): void => {
    for (const [name, value] of Object.entries(settings)) kernel[name as Settings].value = value
  }
  set({ digits: digits.length, parts: parts.length, digitsAt, partsAt, longest: packed.longest, numbersAt })
  let side = 0
  let writing = Promise.resolve()
  return {
    async add({ numbers, times }) {
      for (let from = 0; from < numbers.length; from += BATCH) {
        const batch = numbers.subarray(from, from + BATCH)
        new Float64Array(buffer, numbersAt).set(batch)
        if (times !== undefined) new Float64Array(buffer, timesAt).set(times.subarray(from, from + BATCH))
        for (let row = 0; row < batch.length; ) {
          const linesAt = rooms[side]
          set({ timesAt: times === undefined ? 0 : timesAt, linesAt, linesEnd: linesAt + room - 16 })
          row = kernel.write(row, batch.length)
          await writing
          writing = write(new Uint8Array(buffer, linesAt, kernel.filled.value))
          // The error surfaces where `writing` is awaited.
          writing.catch(() => {})
          side = 1 - side
        }
      }
    },
    end: () => writing,
  }
}
