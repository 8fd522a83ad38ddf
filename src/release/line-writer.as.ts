/**
 * Lines of rows that are numbers (AssemblyScript, SIMD). A number has digits by mixed radix, a digit says which text of a list stands in a part
 * of the line; a line may be there several times. `line-writer.ts` hands texts and numbers in.
 */

export let digits: i32 = 0
export let parts: i32 = 0
/** Radix and value of each digit, two numbers of 8 bytes; the last digit first. */
export let digitsAt: usize = 0
/** The digit and the list of each part, two numbers of 4 bytes. A list has the address and the length of each text, likewise. */
export let partsAt: usize = 0
export let numbersAt: usize = 0
/** How often each line is there; 0 where all are once. */
export let timesAt: usize = 0
/** The room for lines; behind its end there is some for 16 bytes more. */
export let linesAt: usize = 0
export let linesEnd: usize = 0
export let longest: usize = 0
/** Bytes of the room that were filled. */
export let filled: usize = 0

export function heapBase(): usize {
  return __heap_base
}

/** Fills the room for lines, from a row on; answers with the first row that is left. */
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
    const own = <usize>load<u64>(digitsAt + ((<usize>load<u32>(part)) << 4) + 8)
    const entry = (<usize>load<u32>(part + 4)) + (own << 3)
    const text = <usize>load<u32>(entry)
    const length = <usize>load<u32>(entry + 4)
    // Sixteen bytes at a time; what is too much is written over.
    for (let done: usize = 0; done < length; done += 16) v128.store(at + done, v128.load(text + done))
    at += length
  }
  return at
}
