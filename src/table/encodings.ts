/** The supported text encodings: three that an engine reads, and those that are converted first (WHATWG names). */
// biome-ignore format: a table
export const ENCODINGS = [
  'utf-8', 'utf-16', 'latin-1', 'windows-1250', 'windows-1251', 'windows-1252', 'windows-1253', 'windows-1254',
  'iso-8859-2', 'iso-8859-15', 'koi8-r', 'macintosh', 'shift-jis', 'euc-jp', 'euc-kr', 'gbk', 'big5',
] as const

export type Encoding = (typeof ENCODINGS)[number]

/** A release may also be UTF-8 with a byte order mark, by which Excel recognizes it. */
export const WRITTEN_ENCODINGS = [...ENCODINGS, 'utf-8-bom'] as const

export type WrittenEncoding = (typeof WRITTEN_ENCODINGS)[number]

export type PlainEncoding = 'utf-8' | 'utf-16' | 'latin-1'

export const isPlain = (encoding: Encoding): encoding is PlainEncoding =>
  encoding === 'utf-8' || encoding === 'utf-16' || encoding === 'latin-1'

/** Characters 80 to 9F: Node 20 decodes these bytes of windows-1252 as Latin-1 control characters. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

export function createDecoder(encoding: Encoding): (bytes: Uint8Array, more: boolean) => string {
  if (encoding === 'windows-1252')
    return (bytes) =>
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
        .toString('latin1')
        .replace(/[\u0080-\u009f]/g, (letter) => WINDOWS_1252[letter.charCodeAt(0) - 0x80])
  const decoder = new TextDecoder(encoding === 'latin-1' ? 'iso-8859-1' : encoding, { fatal: true })
  return (bytes, more) => decoder.decode(bytes, { stream: more })
}
