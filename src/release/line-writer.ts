/** Lines from numbers, by a compiled kernel (`line-writer.as.ts`): texts are laid into its memory once, numbers batch by batch. */
import { startInstance } from '../frequency/web-assembly.ts'

/** Numbers of rows, and how often each is there where they may be put together. */
export interface NumberedLines {
  readonly numbers: Float64Array
  readonly times?: Float64Array
}

/** Texts of a part of the line, by a digit of the number: that of the class is the first. Of classes there are texts where they occur. */
export interface Part {
  readonly digit: number
  readonly places: ArrayLike<number>
  readonly texts: string[]
}

interface LineWriter {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number }
  heapBase(): number
  open(digits: number, parts: number, digitsAt: number, partsAt: number, longest: number): void
  place(numbersAt: number, timesAt: number, linesAt: number, linesEnd: number): void
  write(from: number, to: number): number
  bytes(): number
}

/** Lines that are handed to the kernel at once, and bytes that are written at once. */
const BATCH = 1 << 16
const ROOM = 4 << 20

/** Texts with the addresses that they will have, and the length of the longest line. */
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
  const end = lists.reduce((sum, { texts }) => sum + texts.reduce((own, text) => own + text.length, 0), next)
  return { lists, longest, fill, end }
}

/** Puts the lines together piece by piece, and gives each piece to `visit`. */
export async function makeLines(
  parts: readonly Part[],
  digits: readonly number[],
  { numbers, times }: NumberedLines,
  visit: (bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  const kernel = startInstance<LineWriter>(new URL('./line-writer.wasm', import.meta.url))
  const digitsAt = (kernel.heapBase() + 15) & ~15
  const partsAt = digitsAt + digits.length * 16
  const packed = packParts(parts, digits, partsAt + parts.length * 8)
  const numbersAt = (packed.end + 31) & ~15
  const timesAt = numbersAt + BATCH * 8
  const linesAt = timesAt + BATCH * 8
  const linesEnd = linesAt + ROOM + packed.longest
  kernel.memory.grow(Math.ceil((linesEnd + 16) / 65_536))
  const { buffer } = kernel.memory
  packed.fill(buffer)
  // The last digit is the first one that is divided off.
  const of = (digit: number) => digits.length - 1 - digit
  const radices = new BigUint64Array(buffer, digitsAt)
  digits.forEach((radix, digit) => {
    radices[of(digit) * 2] = BigInt(radix)
  })
  new Uint32Array(buffer, partsAt).set(packed.lists.flatMap(({ digit, at }) => [of(digit), at]))
  kernel.open(digits.length, parts.length, digitsAt, partsAt, packed.longest)
  kernel.place(numbersAt, times === undefined ? 0 : timesAt, linesAt, linesEnd)
  for (let from = 0; from < numbers.length; from += BATCH) {
    const batch = numbers.subarray(from, from + BATCH)
    new Float64Array(buffer, numbersAt).set(batch)
    if (times !== undefined) new Float64Array(buffer, timesAt).set(times.subarray(from, from + BATCH))
    for (let row = 0; row < batch.length; ) {
      row = kernel.write(row, batch.length)
      await visit(new Uint8Array(buffer, linesAt, kernel.bytes()))
    }
  }
}
