/** Detects the encoding of a text file that is not UTF-8. Only for proposals: a job states its encoding. */
import { createDecoder, type Encoding } from '../table/encodings.ts'
import { readStart } from './first-bytes.ts'

const LOOKED_AT = 1 << 24
const COMPARED = 1 << 18
/** Share of characters that must be common in an encoding; text in other encodings rarely reaches it. */
const NEARLY_ALL = 0.95

export function detectEncoding(file: string): Encoding | undefined {
  const bytes = readStart(file, LOOKED_AT)
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return 'utf-16'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return undefined
  } catch {
    if (bytes.includes(0)) return undefined
    const first = bytes.findIndex((byte) => byte >= 0x80)
    const some = bytes.subarray(Math.max(0, first - 1), first + COMPARED)
    return ofPairs(some) ?? cyrillic(some) ?? latin(some)
  }
}

type Usual = (first: number, second: number) => boolean

const within = (byte: number, low: number, high: number): boolean => byte >= low && byte <= high

/** Two-byte encodings with their common characters: kana and frequent ideographs. */
const PAIRS: readonly (readonly [Encoding, Usual])[] = [
  [
    'shift-jis',
    (first, second) => (within(first, 0x81, 0x83) || within(first, 0x88, 0x97)) && within(second, 0x40, 0xfc),
  ],
  ['euc-kr', (first, second) => within(first, 0xb0, 0xc8) && second >= 0xa1],
  ['gbk', (first, second) => (within(first, 0xb0, 0xd7) || within(first, 0xa1, 0xa3)) && second >= 0xa1],
  ['euc-jp', (first, second) => (within(first, 0xb0, 0xcf) || within(first, 0xa1, 0xa5)) && second >= 0xa1],
  ['big5', (first, second) => within(first, 0xa1, 0xc6) && (within(second, 0x40, 0x7e) || second >= 0xa1)],
]

function ofPairs(bytes: Uint8Array): Encoding | undefined {
  const usual = PAIRS.map(() => 0)
  let pairs = 0
  let kana = 0
  for (let i = 0; i + 1 < bytes.length; i++) {
    if (bytes[i] < 0x80) continue
    pairs++
    const [first, second] = [bytes[i], bytes[i + 1]]
    if (within(first, 0xa4, 0xa5) && second >= 0xa1) kana++
    for (const [at, [, isUsual]] of PAIRS.entries()) if (isUsual(first, second)) usual[at]++
    i++
  }
  const found = PAIRS.find(
    ([name], at) => usual[at] >= pairs * NEARLY_ALL && !(name === 'gbk' && kana > pairs * (1 - NEARLY_ALL)),
  )
  return found?.[0]
}

/** Words of non-ASCII letters, mostly lower case, which occupy one half of the upper bytes. */
function cyrillic(bytes: Uint8Array): Encoding | undefined {
  const high = bytes.filter((byte) => byte >= 0x80)
  const beside = bytes.filter((byte, i) => byte >= 0xc0 && (bytes[i + 1] ?? 0) >= 0xc0).length
  if (beside < high.length / 2) return undefined
  const upper = high.filter((byte) => byte >= 0xe0).length
  return upper >= high.length / 2 ? 'windows-1251' : 'koi8-r'
}

/** Western European, unless bytes such as ³ and ¿ occur inside words: those are Central European letters. */
function latin(bytes: Uint8Array): Encoding {
  const candidates = (['windows-1252', 'windows-1250', 'iso-8859-2'] as const).map((encoding) => {
    const text = createDecoder(encoding)(bytes, true)
    return { encoding, inWords: text.match(/(?<=\p{L})[^\p{ASCII}\p{L}](?=\p{L})/gu)?.length ?? 0 }
  })
  const [{ encoding }] = candidates.sort((a, b) => a.inWords - b.inWords)
  return encoding === 'windows-1252' && !bytes.some((byte) => within(byte, 0x80, 0x9f)) ? 'latin-1' : encoding
}
