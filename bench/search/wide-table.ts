/**
 * Wide tables like those that people bring: whole trees with columns from two values to tens of thousands, skewed, and columns that hang
 * together. Drawn from a seed, so that a figure can be had again anywhere.
 */
import { treeHierarchy } from '../../src/hierarchy/tree.ts'
import { type Random, randomFrom, shuffle } from '../../src/random/random.ts'
import type { SearchProblem } from '../../src/search/search.ts'
import { searchProblem } from '../../test/promises/search.ts'
import { tableFromRows } from '../../test/small-tables.ts'

export interface WideTable {
  readonly rows: number
  readonly columns: number
  /** Values of the widest column. */
  readonly widest: number
  readonly seed: number
}

type Node = { readonly name: string; readonly children?: readonly Node[] }

/**
 * The problem of a wide table with no limit to suppression. Columns come in families: the first of a family is drawn by itself, a few values
 * having most of the rows; the others follow from it but for some rows. The target has three values that depend on the first family.
 */
export function wideProblem({ rows, columns, widest, seed }: WideTable, metric: string, k: number): SearchProblem {
  const random = randomFrom(seed)
  const sizes = shuffle(
    Array.from({ length: columns }, (_, column) => sizeOf(column, columns, widest)),
    random,
  )
  const hierarchies = sizes.map((size, column) => treeHierarchy(`column${column}`, treeOf(`c${column}`, size, random)))
  const makers = sizes.map((size, column) => {
    const order = shuffle(
      Array.from({ length: size }, (_, code) => code),
      random,
    )
    const steepness = 1 + 5 * random.uniform() ** 2
    const draw = () => order[skewed(size, steepness, random)]
    const noise = random.uniform() ** 2 / 3
    const image = Int32Array.from({ length: sizes[column - (column % FAMILY)] }, draw)
    return (head: number) => (column % FAMILY === 0 || random.uniform() < noise ? draw() : image[head])
  })
  const drawn = Array.from({ length: rows }, () => {
    const codes: number[] = []
    for (const make of makers) codes.push(make(codes[codes.length - (codes.length % FAMILY)]))
    return { codes, categories: [random.uniform() < 0.7 ? codes[0] % 3 : random.integer(3)] }
  })
  const frequencies = tableFromRows(
    hierarchies.map(({ column, values }) => ({ name: column, size: values.length })),
    drawn,
    { categories: [{ name: 'target', values: ['a', 'b', 'c'] }] },
  )
  return searchProblem({ frequencies, hierarchies }, metric, k)
}

/** Columns that hang together. */
const FAMILY = 4

/** Mostly small columns, a few wide ones. */
function sizeOf(column: number, columns: number, widest: number): number {
  const place = columns === 1 ? 1 : column / (columns - 1)
  return Math.max(2, Math.round(2 * (widest / 2) ** (place ** 2)))
}

/** A whole tree of two to four levels: with few of them a node has hundreds of leaves, as places and codes of goods have. */
function treeOf(name: string, leaves: number, random: Random): Node {
  const depth = leaves <= 3 ? 1 : leaves < 40 ? 2 : 2 + random.integer(3)
  const grow = (own: string, count: number, levels: number): Node => {
    if (count === 1) return { name: own }
    if (levels === 1) return { name: own, children: Array.from({ length: count }, (_, i) => ({ name: `${own}.${i}` })) }
    const fan = Math.max(2, Math.min(count, Math.round(count ** (1 / levels) * (0.7 + 0.6 * random.uniform()))))
    const parts = Array.from(
      { length: fan },
      (_, i) => Math.floor(((i + 1) * count) / fan) - Math.floor((i * count) / fan),
    )
    return { name: own, children: parts.map((part, i) => grow(`${own}.${i}`, part, levels - 1)) }
  }
  return grow(name, leaves, depth)
}

/** Small numbers more often than large ones. */
function skewed(below: number, power: number, random: Random): number {
  return Math.floor(below * random.uniform() ** power)
}
