/**
 * NSGA-II (Deb, Pratap, Agarwal, Meyarivan 2002) over bit strings: tournament, crossover and mutation, then parents and
 * children are merged, sorted into fronts and cut back by front and crowding. Scoring and repair are arguments. Cost:
 * evaluations × a score, and population² per generation for the sorting.
 */
import type { Random } from '../../../ground/random.ts'
import { chromosomeKey, mutate } from '../../chromosome/chromosome.ts'
import { type RankedPoint, sortFronts } from './dominance.ts'
import type { Solution } from './solution.ts'

export interface EvolutionSettings extends VariationRates {
  readonly population: number
  readonly evaluations: number
  /** Constrained domination; otherwise the objectives contain the constraint. */
  readonly constrained: boolean
  readonly distinct: boolean
}

export interface Evolution {
  score(chromosomes: readonly Uint8Array[]): Promise<Solution[] | undefined>
  repair(bits: Uint8Array): void
  generation(scored: readonly Solution[], population: readonly Member[], done: number): void
}

export interface Member extends Solution {
  rank: number
  crowding: number
}

export async function evolve(
  first: readonly Uint8Array[],
  settings: EvolutionSettings,
  random: Random,
  evolution: Evolution,
): Promise<{ readonly population: readonly Member[]; readonly done: number }> {
  const scored = await evolution.score(first)
  if (scored === undefined) return { population: [], done: 0 }
  let done = first.length
  let population = selectSurvivors(scored, settings)
  evolution.generation(scored, population, done)
  while (done + settings.population <= settings.evaluations) {
    const chromosomes: Uint8Array[] = []
    while (chromosomes.length < settings.population) {
      const [a, b] = [tournament(population, random), tournament(population, random)]
      for (const child of makeChildren(a.bits, b.bits, settings, random)) {
        evolution.repair(child)
        if (chromosomes.length < settings.population) chromosomes.push(child)
      }
    }
    const children = await evolution.score(chromosomes)
    if (children === undefined) break
    done += children.length
    population = selectSurvivors([...population, ...children], settings)
    evolution.generation(children, population, done)
  }
  return { population, done }
}

/** Whole fronts while they fit, then the least crowded of the next one. */
export function selectSurvivors(
  merged: readonly Solution[],
  { population, constrained, distinct }: Pick<EvolutionSettings, 'population' | 'constrained' | 'distinct'>,
): Member[] {
  const candidates = distinct ? withoutDoubles(merged) : merged
  const survivors: Member[] = []
  for (const [rank, front] of sortFronts(candidates, constrained).entries()) {
    const distances = crowdingDistances(front.map((index) => candidates[index].objectives))
    const members = front.map((index, i): Member => ({ ...candidates[index], rank, crowding: distances[i] }))
    if (survivors.length + members.length > population) {
      // Stable: equals keep the order of the merged population. Infinities are equal.
      members.sort((a, b) => (a.crowding === b.crowding ? 0 : b.crowding - a.crowding))
    }
    survivors.push(...members.slice(0, population - survivors.length))
    if (survivors.length === population) break
  }
  return survivors
}

function withoutDoubles(solutions: readonly Solution[]): Solution[] {
  const seen = new Set<string>()
  return solutions.filter(({ bits }) => {
    const before = seen.size
    seen.add(chromosomeKey(bits))
    return seen.size > before
  })
}

/** Crowding distance (Deb et al. 2002): the sum over objectives of the relative gap between neighbours. */
export function crowdingDistances(front: readonly ArrayLike<number>[]): Float64Array {
  const distances = new Float64Array(front.length)
  if (front.length === 0) return distances
  for (let objective = 0; objective < front[0].length; objective++) {
    const order = Array.from(front.keys()).sort((a, b) => front[a][objective] - front[b][objective] || a - b)
    const last = order.length - 1
    distances[order[0]] = Number.POSITIVE_INFINITY
    distances[order[last]] = Number.POSITIVE_INFINITY
    const range = front[order[last]][objective] - front[order[0]][objective]
    // All equal in this objective (or infinite): gaps carry no information.
    if (!(range > 0 && range < Number.POSITIVE_INFINITY)) continue
    for (let i = 1; i < last; i++) {
      distances[order[i]] += (front[order[i + 1]][objective] - front[order[i - 1]][objective]) / range
    }
  }
  return distances
}

interface VariationRates {
  readonly crossover: number
  readonly mutation: number
}

export function makeChildren(
  a: Uint8Array,
  b: Uint8Array,
  { crossover, mutation }: VariationRates,
  random: Random,
): [Uint8Array, Uint8Array] {
  const children: [Uint8Array, Uint8Array] = [a.slice(), b.slice()]
  if (a.length >= 2 && random.uniform() < crossover) {
    const cut = 1 + random.integer(a.length - 1)
    children[0].set(b.subarray(cut), cut)
    children[1].set(a.subarray(cut), cut)
  }
  for (const child of children) mutate(child, mutation, random)
  return children
}

/**
 * Binary tournament with the modified selection of Dewri et al. 2009, §5.2: of two feasible members, NSGA-II's crowded
 * comparison decides (lower rank, then less crowded); feasible beats infeasible; two infeasible ones compare by
 * violation, first objective, then crowding. Ties go to the first drawn.
 */
type Contestant = RankedPoint & Pick<Member, 'rank' | 'crowding'>

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
