/** Writes lines (AssemblyScript, SIMD): a code of each column selects a part of the line. See `line-writer.ts`. */

export let parts: i32 = 0
/**
 * Addresses of the codes and of the texts of each part, 4 bytes each. Texts are listed as address and length, 4 bytes
 * each. Rows with a negative code in the first column have no line.
 */
export let partsAt: usize = 0
export let firstAt: usize = 0
/** Address of the count of each line; 0 if all are 1. */
export let timesAt: usize = 0
/** Output buffer, with 16 spare bytes at the end. */
export let linesAt: usize = 0
export let linesEnd: usize = 0
export let longest: usize = 0
/** Bytes written to the buffer. */
export let filled: usize = 0

export function heapBase(): usize {
  return __heap_base
}

/** Fills the buffer from a row on; returns the first row that is left. */
export function write(from: i32, to: i32): i32 {
  let at = linesAt
  let row = from
  for (; row < to && at + longest <= linesEnd; row++) {
    if (load<i32>(firstAt + ((<usize>row) << 2)) < 0) continue
    const line = at
    at = compose(row, at)
    if (timesAt == 0) continue
    const times = <usize>load<u32>(timesAt + ((<usize>row) << 2))
    const length = at - line
    const fitting = min(times, (linesEnd - line) / length)
    for (let done: usize = 1; done < fitting; done <<= 1)
      memory.copy(line + done * length, line, min(done, fitting - done) * length)
    at = line + fitting * length
    if (fitting == times) continue
    store<u32>(timesAt + ((<usize>row) << 2), <u32>(times - fitting))
    break
  }
  filled = at - linesAt
  return row
}

@inline
function compose(row: i32, start: usize): usize {
  let at = start
  let part = partsAt
  for (let i = 0; i < parts; i++, part += 8) {
    const code = <usize>load<u32>((<usize>load<u32>(part)) + ((<usize>row) << 2))
    const entry = (<usize>load<u32>(part + 4)) + (code << 3)
    const text = <usize>load<u32>(entry)
    const length = <usize>load<u32>(entry + 4)
    // 16 bytes at a time; the excess is overwritten.
    for (let done: usize = 0; done < length; done += 16) v128.store(at + done, v128.load(text + done))
    at += length
  }
  return at
}
