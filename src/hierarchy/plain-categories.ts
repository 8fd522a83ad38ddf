/**
 * Uses the values that occur, in binary order, as a domain without groups: an order for searches that need no
 * hierarchy, and for boxes a tree of one level, so that each class keeps the value or hides it.
 */
import type { ColumnProfile } from './doctor.ts'
import { type ResolvedHierarchy, SUPPRESSED_LABEL } from './hierarchy.ts'
import { orderHierarchy } from './order.ts'
import { rootBeside } from './taxonomy/taxonomy.ts'
import { treeHierarchy } from './tree.ts'

export function plainCategories(column: string, hides: boolean): (profile: ColumnProfile) => ResolvedHierarchy {
  return ({ values, missingCount }) => ({
    hierarchy: (hides ? hiddenOrKept : orderHierarchy)(column, values, { missing: missingCount > 0 }),
    codes: Int32Array.from(values, (_, code) => code),
    findings: [],
  })
}

function hiddenOrKept(column: string, values: readonly string[], options: { readonly missing: boolean }) {
  const name = values.includes(SUPPRESSED_LABEL) ? rootBeside(new Set(values)) : SUPPRESSED_LABEL
  return {
    ...treeHierarchy(column, { name, children: values.map((value) => ({ name: value })) }, options),
    plain: true as const,
  }
}
