/**
 * Generates wide tables of three kinds from a seed: `families` (whole trees, columns of two to tens of thousands of
 * values, skewed, correlated in groups of four), `types` (rows belong to a few dozen types of people that differ in
 * every column: numbers, orders, flat categories, trees) and `survey` (answers explained by a few latent traits, beside
 * a place, a date of birth and a profession).
 */

import { type Random, randomFrom, shuffle } from '../../../src/ground/random.ts'
import type { Hierarchy } from '../../../src/hierarchy/hierarchy.ts'
import { numberHierarchyFromBins } from '../../../src/hierarchy/number.ts'
import { orderHierarchy } from '../../../src/hierarchy/order.ts'
import { treeHierarchy } from '../../../src/hierarchy/tree.ts'
import type { SearchProblem } from '../../../src/search/search.ts'
import { searchProblem } from '../../../test/promises/search.ts'
import { type Row, tableFromRows } from '../../../test/small-tables.ts'

interface WideTable {
  readonly hierarchies: readonly Hierarchy[]
  readonly rows: readonly Row[]
}

export interface WideShape {
  readonly make?: keyof typeof MAKES
  readonly rows: number
  readonly columns: number
  /** `families` only: number of values of the widest column. */
  readonly widest?: number
  readonly seed: number
}

type Make = (shape: WideShape, random: Random) => WideTable

export const MAKES = { families, types, survey } satisfies Readonly<Record<string, Make>>

/** A problem without a suppression limit. The target has three values. */
export function wideProblem(shape: WideShape, metric: string, k: number): SearchProblem {
  const { hierarchies, rows } = MAKES[shape.make ?? 'families'](shape, randomFrom(shape.seed))
  const frequencies = tableFromRows(
    hierarchies.map(({ column, values }) => ({ name: column, size: values.length })),
    rows,
    { categories: [{ name: 'target', values: ['a', 'b', 'c'] }] },
  )
  return searchProblem({ frequencies, hierarchies }, metric, k)
}

type Node = { readonly name: string; readonly children?: readonly Node[] }

/**
 * Columns come in families: the first is drawn with a skew; the others follow from it except in some rows. The target
 * depends on the first family.
 */
function families({ rows, columns, widest = 22_723 }: WideShape, random: Random): WideTable {
  const sizes = shuffle(
    Array.from({ length: columns }, (_, column) => columnSize(column, columns, widest)),
    random,
  )
  const hierarchies = sizes.map((size, column) =>
    treeHierarchy(`column${column}`, growTree(`c${column}`, size, random)),
  )
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
  return { hierarchies, rows: drawn }
}

const TYPES = 40

/**
 * Each row belongs to a type, some far more frequent; in each column a type has a centre, around which its rows are.
 */
function types({ rows, columns }: WideShape, random: Random): WideTable {
  const hierarchies = Array.from({ length: columns }, (_, column): Hierarchy => {
    const name = `column${column}`
    switch (column % 4) {
      case 0:
        return numbers(name, 20 + random.integer(400), 1 + random.integer(25))
      case 1:
        return flat(name, 2 + random.integer(30))
      case 2:
        return orderHierarchy(name, nameValues(name, 3 + random.integer(12)))
      default:
        return treeHierarchy(name, growTree(name, 10 + Math.floor(8000 * random.uniform() ** 4), random))
    }
  })
  const places = hierarchies.map(({ values }) => Array.from({ length: TYPES }, () => random.integer(values.length)))
  const breadth = hierarchies.map(() => 0.02 + 0.2 * random.uniform() ** 2)
  return {
    hierarchies,
    rows: Array.from({ length: rows }, () => {
      const type = skewed(TYPES, 2.5, random)
      return {
        codes: hierarchies.map(({ values }, column) => {
          const place = places[column][type] + normal(random) * breadth[column] * values.length
          return random.uniform() < 0.05 ? random.integer(values.length) : within(Math.round(place), values.length)
        }),
        categories: [random.uniform() < 0.6 ? type % 3 : random.integer(3)],
      }
    }),
  }
}

/** Latent traits behind the answers. */
const INCLINATIONS = 3

/**
 * A place with 20,000 leaves, a date of birth and a profession; all other columns are answers of 2 to 11 kinds, mostly
 * the common one.
 */
function survey({ rows, columns }: WideShape, random: Random): WideTable {
  const hierarchies = Array.from({ length: columns }, (_, column): Hierarchy => {
    const name = `column${column}`
    if (column === 0) return treeHierarchy(name, growTree(name, 20_000, random))
    if (column === 1) return numbers(name, 25_000, 1)
    if (column === 2) return treeHierarchy(name, growTree(name, 420, random))
    const answers = 2 + random.integer(10)
    return column % 2 === 0 ? flat(name, answers) : orderHierarchy(name, nameValues(name, answers))
  })
  const loadings = hierarchies.map(() => Array.from({ length: INCLINATIONS }, () => normal(random) * 0.8))
  const usual = hierarchies.map(() => 0.5 + 2.5 * random.uniform())
  return {
    hierarchies,
    rows: Array.from({ length: rows }, () => {
      const inclined = Array.from({ length: INCLINATIONS }, () => normal(random))
      return {
        codes: hierarchies.map(({ values }, column) => {
          const pull = loadings[column].reduce((sum, loading, i) => sum + loading * inclined[i], normal(random))
          // Maps a normal number to 0..1, skewed to the first answers.
          const share = (1 / (1 + Math.exp(-pull))) ** usual[column]
          return within(Math.floor(share * values.length), values.length)
        }),
        categories: [within(Math.floor(1.5 + inclined[0] / 2 + normal(random) / 2), 3)],
      }
    }),
  }
}

function numbers(column: string, count: number, step: number): Hierarchy {
  const values = Float64Array.from({ length: count }, (_, i) => i * step)
  return numberHierarchyFromBins(column, values, values)
}

function flat(column: string, count: number): Hierarchy {
  return treeHierarchy(column, { name: column, children: nameValues(column, count).map((name) => ({ name })) })
}

function nameValues(column: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${column}.${i}`)
}

function within(code: number, size: number): number {
  return Math.min(size - 1, Math.max(0, code))
}

/** Box-Muller. */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.uniform())) * Math.cos(2 * Math.PI * random.uniform())
}

/** Columns per correlated group. */
const FAMILY = 4

/** Mostly small columns, a few wide ones. */
function columnSize(column: number, columns: number, widest: number): number {
  const place = columns === 1 ? 1 : column / (columns - 1)
  return Math.max(2, Math.round(2 * (widest / 2) ** (place ** 2)))
}

/**
 * A whole tree of two to four levels; with few levels a node has hundreds of leaves, as places and product codes have.
 */
function growTree(name: string, leaves: number, random: Random): Node {
  const depth = leaves <= 3 ? 1 : leaves < 40 ? 2 : 2 + random.integer(3)
  const grow = (label: string, count: number, levels: number): Node => {
    if (count === 1) return { name: label }
    if (levels === 1)
      return { name: label, children: Array.from({ length: count }, (_, i) => ({ name: `${label}.${i}` })) }
    const fan = Math.max(2, Math.min(count, Math.round(count ** (1 / levels) * (0.7 + 0.6 * random.uniform()))))
    const parts = Array.from(
      { length: fan },
      (_, i) => Math.floor(((i + 1) * count) / fan) - Math.floor((i * count) / fan),
    )
    return { name: label, children: parts.map((part, i) => grow(`${label}.${i}`, part, levels - 1)) }
  }
  return grow(name, leaves, depth)
}

/** Small numbers more often than large ones. */
function skewed(below: number, power: number, random: Random): number {
  return Math.floor(below * random.uniform() ** power)
}
