/**
 * Binary tournament with the modified selection of Dewri et al. 2009, §5.2: of two feasible members, NSGA-II's crowded
 * comparison decides (lower rank, then less crowded); feasible beats infeasible; two infeasible ones compare by
 * violation, first objective, then crowding. Ties go to the first drawn.
 */
import type { Random } from '../../../ground/random.ts'

export interface Contestant {
  readonly objectives: ArrayLike<number>
  readonly violation: number
  rank: number
  crowding: number
}

export function tournament<T extends Contestant>(population: readonly T[], random: Random): T {
  const first = population[random.integer(population.length)]
  const second = population[random.integer(population.length)]
  return beats(second, first) ? second : first
}

export function beats(x: Contestant, y: Contestant): boolean {
  const feasible = x.violation <= 0
  if (feasible !== y.violation <= 0) return feasible
  if (feasible) return x.rank < y.rank || (x.rank === y.rank && x.crowding > y.crowding)
  if (x.violation !== y.violation) return x.violation < y.violation
  if (x.objectives[0] !== y.objectives[0]) return x.objectives[0] < y.objectives[0]
  return x.crowding > y.crowding
}
