/** Products of the steps of a table with baskets. */
import type { MixedPlan } from '../../plan/plan.ts'
import type { ShownClasses } from '../../release/write-classes.ts'
import type { DecidedMixed, MixedProblem } from '../../search/methods/mixed/mixed.ts'
import type { ClassesStations } from '../classes/classes.ts'
import type { CountedMixed } from './count-mixed.ts'

export interface MixedStations extends ClassesStations {
  readonly plan: MixedPlan
  readonly counted: CountedMixed
  readonly problem: MixedProblem
  readonly found: DecidedMixed
  readonly written: WrittenMixed
}

export interface WrittenMixed extends ShownClasses {
  /** The names of the tokens of each class, by the leaves of the tree; undefined for items that are left out. */
  readonly tokens: readonly (readonly (string | undefined)[])[]
}
