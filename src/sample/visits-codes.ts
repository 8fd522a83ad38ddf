/**
 * The diagnosis codes of the sample visits, all of our own making: a letter for the chapter, two digits for the kind of illness,
 * a full stop and a digit, as in `C07.3`. Three levels below the root: chapters, three-character codes, full codes. A kind has
 * about six codes. Depends on the number of codes alone.
 */
import { node, type TaxonomyNode } from './taxonomy.ts'

export interface CodeList {
  /** The full codes, ascending. */
  readonly names: readonly string[]
  /** Three-character codes with the full codes from `from` up to but excluding `to`; `chapter` counts from 0. */
  readonly kinds: readonly CodeKind[]
  readonly chapters: readonly string[]
}

export interface CodeKind {
  readonly name: string
  readonly chapter: number
  readonly from: number
  readonly to: number
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const CODES_OF_A_KIND = 6

export const FEWEST_CODES = 24
/** 26 letters × 100 kinds × 6 codes. */
export const MOST_CODES = LETTERS.length * 100 * CODES_OF_A_KIND

export function codeList(codes: number): CodeList {
  const kindCount = Math.round(codes / CODES_OF_A_KIND)
  const chapterCount = Math.min(LETTERS.length, Math.max(2, Math.round(Math.sqrt(kindCount))))
  const chapters = Array.from(LETTERS.slice(0, chapterCount))
  // Widths 3 to 9 around the mean of 6, in a fixed order; rounding their running sum makes them come to `codes` exactly.
  const width = (kind: number) => 3 + ((kind * 5) % 7)
  let total = 0
  for (let kind = 0; kind < kindCount; kind++) total += width(kind)
  const names: string[] = []
  const kinds: CodeKind[] = []
  let sum = 0
  for (let kind = 0; kind < kindCount; kind++) {
    const chapter = Math.floor((kind * chapterCount) / kindCount)
    const inChapter = kind - Math.ceil((chapter * kindCount) / chapterCount)
    const name = `${chapters[chapter]}${String(inChapter).padStart(2, '0')}`
    sum += width(kind)
    const from = names.length
    const to = Math.round((sum * codes) / total)
    for (let code = from; code < to; code++) names.push(`${name}.${code - from}`)
    kinds.push({ name, chapter, from, to })
  }
  return { names, kinds, chapters }
}

/** The tree as nested `name` and `children`, as a taxonomy file has it. */
export function visitsTree({ names, kinds, chapters }: CodeList): TaxonomyNode {
  return node(
    'Any-diagnosis',
    ...chapters.map((name, chapter) =>
      node(
        name,
        ...kinds
          .filter((kind) => kind.chapter === chapter)
          .map((kind) => node(kind.name, ...names.slice(kind.from, kind.to))),
      ),
    ),
  )
}
