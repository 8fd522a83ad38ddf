/**
 * Limits the size and depth of objects in a JSON file: the engine keeps each in memory several times, and recurses per
 * bracket until its stack overflows. Cost: a step per byte; with one object per line, only for the ends of each window.
 */

/** Maximum bytes of an object (or of text between two), and maximum nesting. */
const LARGEST_OBJECT = 2 << 20
const DEEPEST_OBJECT = 1000

const WINDOW = 1 << 13

const BOUNDARIES = ['}\n{', '}\r\n{'].map((text) => Buffer.from(text))
const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d]

export function objectMeter(largest = LARGEST_OBJECT): (chunk: Buffer) => string | undefined {
  let [depth, outside] = [0, 0]
  let [quoted, escaped, begun] = [false, false, false]
  let length = 0
  const read = (bytes: Buffer): string | undefined => {
    for (const byte of bytes) {
      if (++length > largest) return 'an object of more than 2 MiB, or none for as long'
      if (escaped) escaped = false
      else if (quoted) {
        if (byte === BACKSLASH) escaped = true
        else if (byte === QUOTE) quoted = false
      } else if (byte === QUOTE) quoted = true
      else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        if (!begun && byte === OPEN_BRACKET) outside = 1
        begun = true
        if (++depth > DEEPEST_OBJECT) return `an object of more than ${DEEPEST_OBJECT} brackets inside each other`
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        depth--
        if (depth <= outside) length = 0
      }
    }
    return undefined
  }
  const readWindow = (bytes: Buffer): string | undefined => {
    const found = BOUNDARIES.find((boundary) => bytes.includes(boundary))
    if (found === undefined) return read(bytes)
    const fault = read(bytes.subarray(0, bytes.indexOf(found) + 1))
    if (fault !== undefined) return fault
    ;[depth, outside, quoted, escaped, length] = [0, 0, false, false, 0]
    return read(bytes.subarray(bytes.lastIndexOf(found) + found.length - 1))
  }
  return (chunk) => {
    for (let from = 0; from < chunk.length; from += WINDOW) {
      const fault = readWindow(chunk.subarray(from, from + WINDOW))
      if (fault !== undefined) return fault
    }
    return undefined
  }
}
