/** Categories as they are: the values that occur, in binary order, for searches that need no hierarchy. */
import type { ColumnProfile } from './doctor.ts'
import { orderHierarchy } from './order.ts'
import type { ResolvedHierarchy } from './resolve.ts'

/** Makes the values of a column a domain. Missing values, where the rows that have them take part, are the last one. */
export function plainCategories(column: string): (profile: ColumnProfile) => ResolvedHierarchy {
  return ({ values, missingCount }) => ({
    hierarchy: orderHierarchy(column, values, { missing: missingCount > 0 }),
    codes: Int32Array.from(values, (_, code) => code),
    findings: [],
  })
}
