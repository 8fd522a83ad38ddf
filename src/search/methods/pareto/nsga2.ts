/**
 * NSGA-II (Deb, Pratap, Agarwal, Meyarivan 2002) over bit strings: tournament, crossover and mutation, then parents and
 * children are merged, sorted into fronts and cut back by front and crowding. Scoring and repair are arguments. Cost:
 * evaluations × a score, and population² per generation for the sorting.
 */
import type { Random } from '../../../ground/random.ts'
import { chromosomeKey } from '../../chromosome/chromosome.ts'
import { crowdingDistances } from './crowding.ts'
import { sortFronts } from './dominance.ts'
import type { Solution } from './solution.ts'
import { tournament } from './tournament.ts'
import { makeChildren, type VariationRates } from './variation.ts'

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
