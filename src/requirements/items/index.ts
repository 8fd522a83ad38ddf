/** All requirements on item sets, by name. */
import type { ItemRequirementRecord } from './item-requirement.ts'
import { kmAnonymity } from './km-anonymity.ts'
import { privacyConstraints } from './privacy-constraints.ts'

export const itemRequirements: readonly ItemRequirementRecord[] = [kmAnonymity, privacyConstraints]
