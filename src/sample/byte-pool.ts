/**
 * Rows of a sample as bytes. Texts are encoded once as UTF-8 and copied many times: what makes sample rows cheap to write. A copy is a plain loop,
 * which for texts of a few bytes is faster than `TypedArray.set`. O(1) memory: chunks are handed on as they fill.
 */

export interface BytePool {
  readonly bytes: Uint8Array
  /** Text i lies at start[i] up to but excluding start[i + 1]. */
  readonly start: Int32Array
  /** Bytes of the longest text. */
  readonly longest: number
}

export function bytePool(texts: readonly string[]): BytePool {
  const start = new Int32Array(texts.length + 1)
  let longest = 0
  texts.forEach((text, i) => {
    const length = Buffer.byteLength(text)
    start[i + 1] = start[i] + length
    longest = Math.max(longest, length)
  })
  return { bytes: Uint8Array.from(Buffer.from(texts.join(''))), start, longest }
}

const CHUNK_BYTES = 1 << 18

/** Writes one thing after the other into a chunk. */
export class ChunkWriter {
  chunk = new Uint8Array(CHUNK_BYTES)
  at = 0

  text({ bytes, start }: BytePool, index: number): void {
    const end = start[index + 1]
    for (let from = start[index]; from < end; from++) this.chunk[this.at++] = bytes[from]
  }

  /** Decimal digits of a whole number below 2³¹, with leading zeros. */
  digits(value: number, digits: number): void {
    for (let i = this.at + digits - 1; i >= this.at; i--) {
      const rest = (value / 10) | 0
      this.chunk[i] = 48 + value - rest * 10
      value = rest
    }
    this.at += digits
  }

  byte(byte: number): void {
    this.chunk[this.at++] = byte
  }
}

interface ChunkedRows {
  readonly rows: number
  /** Bytes of the longest row. */
  readonly longest: number
  readonly head?: string
  /** Called with the number of rows made so far, before a chunk is handed on. */
  readonly progress?: ((rows: number) => void) | undefined
}

/** A chunk ends with a whole row. */
export function* chunksOf(
  { rows, longest, head = '', progress }: ChunkedRows,
  writeRow: (write: ChunkWriter, row: number) => void,
): Generator<Uint8Array> {
  const write = new ChunkWriter()
  write.at = Buffer.from(write.chunk.buffer).write(head)
  for (let row = 0; row < rows; row++) {
    if (write.at > CHUNK_BYTES - longest) {
      progress?.(row)
      yield write.chunk.subarray(0, write.at)
      write.chunk = new Uint8Array(CHUNK_BYTES)
      write.at = 0
    }
    writeRow(write, row)
  }
  progress?.(rows)
  yield write.chunk.subarray(0, write.at)
}
