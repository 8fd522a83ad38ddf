/** Uses the values that occur, in binary order, as the domain of searches that need no hierarchy. */
import type { ColumnProfile } from './doctor.ts'
import { orderHierarchy } from './order.ts'
import type { ResolvedHierarchy } from './resolve.ts'

export function plainCategories(column: string): (profile: ColumnProfile) => ResolvedHierarchy {
  return ({ values, missingCount }) => ({
    hierarchy: orderHierarchy(column, values, { missing: missingCount > 0 }),
    codes: Int32Array.from(values, (_, code) => code),
    findings: [],
  })
}
