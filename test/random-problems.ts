/**
 * Random small problems for property tests: frequency tables of 1 to 4 columns of 1 to 6 codes with category and number targets,
 * hierarchies of all three kinds, and groupings that respect them. Everything is drawn as plain numbers and mapped, so that
 * fast-check shrinks well.
 *
 *     fc.assert(fc.property(anyGroupedProblem(), ({ frequencies, hierarchies, groupings }) => …))
 */
import fc from 'fast-check'
import type { FrequencyTable } from '../src/frequency/frequency-table.ts'
import { emptyGrouping, fillFromBits, type Grouping } from '../src/hierarchy/grouping.ts'
import type { Hierarchy } from '../src/hierarchy/hierarchy.ts'
import type { Row } from './small-tables.ts'
import { type Nested, numberHierarchy, orderHierarchy, tableFromRows, treeHierarchy } from './small-tables.ts'

export interface RandomProblem {
  readonly frequencies: FrequencyTable
  readonly hierarchies: readonly Hierarchy[]
  /** The rows the table was counted from. Targets: categories `class` (2 values), `illness` (3); numbers `income`. */
  readonly rows: readonly Row[]
}

export interface GroupedProblem extends RandomProblem {
  /** One valid grouping per column; a cut where the hierarchy is a tree. */
  readonly groupings: readonly Grouping[]
}

export interface ProblemLimits {
  /** Most columns, most codes of a column, fewest and most rows. */
  readonly columns: number
  readonly codes: number
  readonly fewestRows: number
  readonly rows: number
  readonly kinds: readonly Hierarchy['kind'][]
}

const USUAL: ProblemLimits = { columns: 4, codes: 6, fewestRows: 1, rows: 40, kinds: ['tree', 'number', 'order'] }

/** The names and values of the targets every random problem has. */
export const RANDOM_TARGETS = {
  categories: [
    { name: 'class', values: ['no', 'yes'] },
    { name: 'illness', values: ['flu', 'cold', 'ulcer'] },
  ],
  numbers: ['income'],
  sensitive: ['illness'],
} as const

export function anyProblem(limits: Partial<ProblemLimits> = {}): fc.Arbitrary<RandomProblem> {
  const { columns, codes, fewestRows, rows, kinds } = { ...USUAL, ...limits }
  const anyRow = fc.record({
    codes: fc.array(fc.nat(codes * 60 - 1), { minLength: columns, maxLength: columns }),
    categories: fc.tuple(fc.nat(1), fc.nat(2)),
    numbers: fc.tuple(fc.integer({ min: -4, max: 8 }).map((value) => value / 2)),
  })
  return fc
    .record({
      drawn: fc.array(anyHierarchy(codes, kinds), { minLength: 1, maxLength: columns }),
      rawRows: fc.array(anyRow, { minLength: fewestRows, maxLength: rows }),
    })
    .map(({ drawn, rawRows }) => {
      const hierarchies = drawn.map((hierarchy, i) => ({ ...hierarchy, column: `column${i}` }))
      const own = rawRows.map((row) => ({
        ...row,
        codes: hierarchies.map((hierarchy, column) => row.codes[column] % hierarchy.values.length),
      }))
      const sizes = hierarchies.map((hierarchy) => ({ name: hierarchy.column, size: hierarchy.values.length }))
      return { frequencies: tableFromRows(sizes, own, RANDOM_TARGETS), hierarchies, rows: own }
    })
}

export function anyGroupedProblem(limits: Partial<ProblemLimits> = {}): fc.Arbitrary<GroupedProblem> {
  return fc
    .record({ problem: anyProblem(limits), decisions: anyDecisions({ ...USUAL, ...limits }) })
    .map(({ problem, decisions }) => ({ ...problem, groupings: decideAll(problem.hierarchies, decisions) }))
}

/** A problem with two groupings per column, `coarser` the same as or coarser than `finer` everywhere. */
export function anyCoarsening(
  limits: Partial<ProblemLimits> = {},
): fc.Arbitrary<RandomProblem & { readonly finer: readonly Grouping[]; readonly coarser: readonly Grouping[] }> {
  const most = { ...USUAL, ...limits }
  return fc
    .record({ problem: anyProblem(limits), some: anyDecisions(most), others: anyDecisions(most) })
    .map(({ problem, some, others }) => {
      const both = some.map((bits, column) => bits.map((bit, i) => bit & others[column][i]))
      return {
        ...problem,
        finer: decideAll(problem.hierarchies, some),
        coarser: decideAll(problem.hierarchies, both),
      }
    })
}

/** Random valid groupings of given hierarchies. */
export function anyGroupings(hierarchies: readonly Hierarchy[]): fc.Arbitrary<Grouping[]> {
  const codes = Math.max(...hierarchies.map((hierarchy) => hierarchy.values.length))
  return anyDecisions({ columns: hierarchies.length, codes }).map((decisions) => decideAll(hierarchies, decisions))
}

/**
 * The grouping that decisions make: bit i separates codes i and i + 1 of an order; bit n opens node n of a tree, when the nodes
 * above it are open. Fewer bits set, coarser grouping.
 */
export function decideGrouping(hierarchy: Hierarchy, bits: readonly number[]): Grouping {
  const size = hierarchy.values.length
  const grouping = emptyGrouping(size)
  const { tree } = hierarchy
  if (tree === undefined) {
    fillFromBits(
      grouping,
      Uint8Array.from({ length: size - 1 }, (_, i) => bits[i] ?? 0),
    )
    return grouping
  }
  let group = 0
  const visit = (node: number): void => {
    if (tree.children[node].length > 0 && bits[node] === 1) for (const child of tree.children[node]) visit(child)
    else grouping.codeGroups.fill(group++, tree.first[node], tree.last[node] + 1)
  }
  visit(0)
  grouping.groups = group
  return grouping
}

function decideAll(hierarchies: readonly Hierarchy[], decisions: readonly (readonly number[])[]): Grouping[] {
  return hierarchies.map((hierarchy, column) => decideGrouping(hierarchy, decisions[column]))
}

function anyDecisions({ columns, codes }: Pick<ProblemLimits, 'columns' | 'codes'>): fc.Arbitrary<number[][]> {
  // A tree of n leaves without single children has fewer than 2n nodes.
  const length = codes * 2
  const bits = fc.array(fc.constantFrom(0, 1), { minLength: length, maxLength: length })
  return fc.array(bits, { minLength: columns, maxLength: columns })
}

/** A hierarchy with 1 to `codes` codes; its column is named by anyone who uses it. */
export function anyHierarchy(codes: number, kinds: readonly Hierarchy['kind'][]): fc.Arbitrary<Hierarchy> {
  const size = fc.integer({ min: 1, max: codes })
  const makers: Record<Hierarchy['kind'], fc.Arbitrary<Hierarchy>> = {
    tree: fc
      .record({ size, splits: fc.array(fc.nat(99), { minLength: codes * 2, maxLength: codes * 2 }) })
      .map(({ size, splits }) => treeHierarchy('', nestedOf(size, splits))),
    number: fc
      .record({
        steps: fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.nat(3)), { minLength: 1, maxLength: codes }),
        missing: fc.boolean(),
      })
      .map(({ steps, missing }) => numbersOf(missing && steps.length > 1 ? steps.slice(1) : steps, missing, codes)),
    order: size.map((n) =>
      orderHierarchy(
        '',
        Array.from({ length: n }, (_, code) => `rank${code}`),
      ),
    ),
  }
  return fc.oneof(...kinds.map((kind) => makers[kind]))
}

/** A random tree over `size` leaves: each node of two or more leaves splits into two to all of them. */
function nestedOf(size: number, splits: readonly number[]): Nested {
  let used = 0
  let leaves = 0
  let nodes = 0
  const build = (width: number): Nested => {
    if (width === 1) return `leaf${leaves++}`
    const name = `node${nodes++}`
    const children: Nested[] = []
    for (let left = width; left > 0; ) {
      const most = children.length === 0 ? width - 1 : left
      const taken = 1 + (splits[used++ % splits.length] % most)
      children.push(build(taken))
      left -= taken
    }
    return { name, children }
  }
  return build(size)
}

/** Numbers or bins from gaps and widths, sometimes with a last code for missing values. */
function numbersOf(steps: readonly (readonly number[])[], missing: boolean, codes: number): Hierarchy {
  const low: number[] = []
  const high: number[] = []
  for (const [gap, width] of steps) {
    low.push((high.at(-1) ?? 0) + gap)
    high.push(low.at(-1)! + (width === 3 ? 1 : 0))
  }
  return numberHierarchy('', low, { high, missing: missing && low.length < codes })
}
