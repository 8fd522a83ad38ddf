/**
 * Writes lines from numbers (AssemblyScript, SIMD): each mixed-radix digit selects a text of a part of the line.
 * `line-writer.ts` passes texts and numbers.
 */

export let digits: i32 = 0
export let parts: i32 = 0
/** Radix and value of each digit, 8 bytes each; the last digit first. */
export let digitsAt: usize = 0
/** Digit and list of each part, 4 bytes each. A list has the address and length of each text, 4 bytes each. */
export let partsAt: usize = 0
export let numbersAt: usize = 0
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
    const line = at
    at = compose(<u64>load<f64>(numbersAt + ((<usize>row) << 3)), at)
    if (timesAt == 0) continue
    const times = <usize>load<f64>(timesAt + ((<usize>row) << 3))
    const length = at - line
    const fitting = min(times, (linesEnd - line) / length)
    for (let done: usize = 1; done < fitting; done <<= 1)
      memory.copy(line + done * length, line, min(done, fitting - done) * length)
    at = line + fitting * length
    if (fitting == times) continue
    store<f64>(timesAt + ((<usize>row) << 3), <f64>(times - fitting))
    break
  }
  filled = at - linesAt
  return row
}

function compose(number: u64, at: usize): usize {
  let digit = digitsAt
  for (let i = 0; i < digits; i++, digit += 16) {
    const radix = load<u64>(digit)
    const rest = number / radix
    store<u64>(digit + 8, number - rest * radix)
    number = rest
  }
  let part = partsAt
  for (let i = 0; i < parts; i++, part += 8) {
    const value = <usize>load<u64>(digitsAt + ((<usize>load<u32>(part)) << 4) + 8)
    const entry = (<usize>load<u32>(part + 4)) + (value << 3)
    const text = <usize>load<u32>(entry)
    const length = <usize>load<u32>(entry + 4)
    // 16 bytes at a time; the excess is overwritten.
    for (let done: usize = 0; done < length; done += 16) v128.store(at + done, v128.load(text + done))
    at += length
  }
  return at
}
