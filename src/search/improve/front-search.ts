/**
 * Local search around a front of several objectives. Descends from the point of choice to its best neighbour, then by
 * pairs of moves: near infeasibility a column can only become finer if another becomes coarser. Then expands the
 * neighbours of every archive point (Pareto local search; Paquete, Chiarandini, Stützle 2004) until the budget is used
 * up or nothing is new. Neighbours are scored in batches, so threads do not affect the result.
 */
import { shuffle } from '../../ground/random.ts'
import { chromosomeKey } from '../chromosome/chromosome.ts'
import type { Front, FrontMember, FrontSupport } from '../support.ts'
import { descend } from './descent.ts'
import { moved, movesFrom } from './moves.ts'

/** Bytes of chromosomes at once: wide columns try only a random sample of neighbours. */
const MOST_BYTES = 20_000_000
const PAIRS_AT_ONCE = 400

/** Two further populations, and moves worth 60 % of one. */
export const frontSupport: FrontSupport = { restarts: 2, moves: 0.6, search: searchFront }

async function searchFront<Solution extends FrontMember>(search: Front<Solution>, budget: number): Promise<number> {
  const { layout, archive, first, random, compare } = search
  let spent = 0
  let stopped = false
  async function scored(chromosomes: readonly Uint8Array[]): Promise<readonly Solution[]> {
    const allowed = chromosomes.slice(0, budget - spent)
    spent += allowed.length
    const solutions = allowed.length === 0 ? undefined : await search.score(allowed)
    stopped = solutions === undefined
    if (solutions === undefined) return []
    for (const solution of solutions) archive.offer(solution)
    search.progress(spent)
    return solutions
  }
  const listNeighbours = (bits: Uint8Array): Uint8Array[] => {
    const moves = movesFrom(layout, bits)
    const most = Math.max(50, Math.floor(MOST_BYTES / Math.max(1, bits.length)))
    const tried = moves.length <= most ? moves : shuffle(moves, random).slice(0, most)
    return tried.map((move) => moved(bits, move))
  }

  if (first !== undefined) {
    await descend<Solution, readonly Uint8Array[]>(first, {
      *neighbours(place) {
        const from = place()
        yield listNeighbours(from.bits)
        const seen = new Set<string>()
        let batch: Uint8Array[] = []
        for (const move of stopped || place() !== from ? [] : shuffle(movesFrom(layout, from.bits), random)) {
          for (const bits of listNeighbours(moved(from.bits, move))) {
            const before = seen.size
            seen.add(chromosomeKey(bits))
            if (seen.size > before) batch.push(bits)
          }
          if (batch.length < PAIRS_AT_ONCE) continue
          yield batch
          if (stopped || place() !== from) return
          batch = []
        }
        if (batch.length > 0) yield batch
      },
      async best(batch, place) {
        let best = place
        for (const solution of await scored(batch)) if (compare(solution, best) < 0) best = solution
        return best
      },
    })
  }
  const expanded = new Set<string>()
  for (stopped = false; !stopped; ) {
    // Sorted, so that arrival order in the archive does not matter.
    const next = archive.members
      .filter(({ bits }) => !expanded.has(chromosomeKey(bits)))
      .sort((a, b) => a.objectives[0] - b.objectives[0] || compare(a, b))[0]
    if (next === undefined) break
    expanded.add(chromosomeKey(next.bits))
    const neighbours = listNeighbours(next.bits)
    if (neighbours.length > 0) await scored(neighbours)
  }
  return spent
}
