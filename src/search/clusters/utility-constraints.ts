/**
 * Utility constraints (Loukides et al., COAT 2011): a partition of the items; only items of the same part may be
 * generalized together. Read from text (a part per line) or a tree level, or one part for all. Items in no constraint
 * may not be generalized.
 */
import { type Baskets, codedLines } from '../../baskets/baskets.ts'
import type { ItemGrouping } from '../../baskets/itemset-grouping.ts'
import { userError } from '../../ground/errors.ts'
import { numberIn } from '../../ground/maps.ts'
import type { Tree } from '../../hierarchy/hierarchy.ts'
import { leavesOfItems, type UtilityConstraints } from '../items-search.ts'

const wrongValue = userError('value', 'utility.constraints')

export function oneUtilityConstraint(baskets: Baskets): UtilityConstraints {
  return { description: 'one for all items', constraints: new Int32Array(baskets.items.length), count: 1 }
}

/** One constraint per line, items separated as in the data. Unknown items and overlaps are errors. */
export function utilityConstraintsFromText(text: string, baskets: Baskets, separator?: string): UtilityConstraints {
  const lineNumbers = new Int32Array(baskets.items.length).fill(-1)
  const lines = codedLines(text, baskets, separator, { what: 'utility constraints', path: 'utility.constraints' })
  for (const { index, codes } of lines) {
    for (const code of codes) {
      if (lineNumbers[code] >= 0 && lineNumbers[code] !== index)
        throw wrongValue`item "${baskets.items[code]}" stands in two utility constraints, lines ${lineNumbers[code] + 1}
          and ${index + 1}; they must not overlap: remove it from one`
      lineNumbers[code] = index
    }
  }
  if (lines.length === 0) throw wrongValue`the utility constraints are empty; give at least one line of items`
  const marks = Array.from(lineNumbers, (line, item) => (line >= 0 ? `line ${line}` : `item ${item}`))
  return numbered(`${lines.length} from a file`, marks)
}

/** One constraint per tree node at `depth` below the root; a leaf above that depth is alone. */
export function utilityConstraintsFromTree(tree: Tree, depth: number, baskets: Baskets): UtilityConstraints {
  if (!Number.isInteger(depth) || depth < 0)
    throw wrongValue`the depth of utility constraints must be a whole number of at least 0; got ${depth}`
  const depths = new Int32Array(tree.parent.length)
  for (let node = 1; node < depths.length; node++) depths[node] = depths[tree.parent[node]] + 1
  const nodes = leavesOfItems(tree, baskets.items, 'utility.constraints').map((leaf) => {
    let node = leaf
    while (depths[node] > depth) node = tree.parent[node]
    return node
  })
  return numbered(`tree nodes at depth ${depth}`, Array.from(nodes))
}

export function utilityViolation(
  constraints: UtilityConstraints,
  grouping: ItemGrouping,
): { readonly item: number; readonly other: number } | undefined {
  const firsts = new Int32Array(grouping.groups).fill(-1)
  for (let item = 0; item < grouping.groupOf.length; item++) {
    const group = grouping.groupOf[item]
    if (group < 0) continue
    if (firsts[group] < 0) firsts[group] = item
    else if (constraints.constraints[item] !== constraints.constraints[firsts[group]]) {
      return { item, other: firsts[group] }
    }
  }
  return undefined
}

function numbered(description: string, marks: readonly (string | number)[]): UtilityConstraints {
  const numbers = new Map<string | number, number>()
  const constraints = Int32Array.from(marks, (mark) => numberIn(numbers, mark))
  return { description, constraints, count: numbers.size }
}
