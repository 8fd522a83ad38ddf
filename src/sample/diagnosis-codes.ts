/** Invents diagnosis codes such as `C07.3`: chapter, two digits for the kind of illness, and a digit. */
import type { TaxonomyNode } from '../hierarchy/taxonomy/taxonomy.ts'

export interface CodeList {
  readonly names: readonly string[]
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

export function codeList(codes: number): CodeList {
  const kindCount = Math.round(codes / CODES_OF_A_KIND)
  const chapterCount = Math.min(LETTERS.length, Math.max(2, Math.round(Math.sqrt(kindCount))))
  const chapters = Array.from(LETTERS.slice(0, chapterCount))
  // Widths 3 to 9 around the mean of 6, in a fixed order; rounding their prefix sums gives exactly `codes`.
  const sums = [0]
  for (let kind = 0; kind < kindCount; kind++) sums.push(sums[kind] + 3 + ((kind * 5) % 7))
  const ends = sums.map((sum) => Math.round((sum * codes) / sums[kindCount]))
  const kinds = Array.from({ length: kindCount }, (_, kind): CodeKind => {
    const chapter = Math.floor((kind * chapterCount) / kindCount)
    const inChapter = kind - Math.ceil((chapter * kindCount) / chapterCount)
    const name = `${chapters[chapter]}${String(inChapter).padStart(2, '0')}`
    return { name, chapter, from: ends[kind], to: ends[kind + 1] }
  })
  const names = kinds.flatMap(({ name, from, to }) => Array.from({ length: to - from }, (_, i) => `${name}.${i}`))
  return { names, kinds, chapters }
}

export function codeTree({ names, kinds, chapters }: CodeList): TaxonomyNode {
  const kindNodes = (chapter: number) =>
    kinds
      .filter((kind) => kind.chapter === chapter)
      .map(({ name, from, to }) => ({ name, children: names.slice(from, to).map((code) => ({ name: code })) }))
  return { name: 'Any-diagnosis', children: chapters.map((name, chapter) => ({ name, children: kindNodes(chapter) })) }
}
