/**
 * Texts encoded once as UTF-8 and copied many times: what makes sample rows cheap to write. A copy is a plain loop, which for
 * texts of a few bytes is faster than `TypedArray.set`.
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

/** Writes text `index` at `position` and returns the position after it. */
export function copyText(pool: BytePool, index: number, target: Uint8Array, position: number): number {
  const { bytes, start } = pool
  const end = start[index + 1]
  for (let from = start[index]; from < end; from++) target[position++] = bytes[from]
  return position
}

/** Writes `digits` decimal digits of a whole number below 2³¹, with leading zeros. */
export function writeDigits(value: number, digits: number, target: Uint8Array, position: number): number {
  for (let i = position + digits - 1; i >= position; i--) {
    const rest = (value / 10) | 0
    target[i] = 48 + value - rest * 10
    value = rest
  }
  return position + digits
}
