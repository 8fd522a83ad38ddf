/**
 * Local search, beyond the paper. Climbs from the solution of choice to its best neighbour, then by pairs of moves:
 * near infeasibility a column can only become finer if another becomes coarser. Then expands the neighbours of every
 * archive point (Pareto local search; Paquete, Chiarandini, Stützle 2004) until the budget is used up or nothing is
 * new. Neighbours are scored in batches, so threads do not affect the result.
 */
import { type Random, shuffle } from '../../../ground/random.ts'
import { chromosomeKey, type Layout } from '../../chromosome/chromosome.ts'
import { type Move, movesFrom } from '../../improve/moves.ts'
import { type Archive, compareChoice, firstChoice, type Solution } from './solution.ts'

export interface LocalSearch {
  readonly layout: Layout
  readonly archive: Archive
  score(chromosomes: readonly Uint8Array[]): Promise<Solution[] | undefined>
  progress(spent: number): void
  readonly random: Random
}

/** Bytes of chromosomes at once: wide columns try only a random sample of neighbours. */
const MOST_BYTES = 20_000_000
const PAIRS_AT_ONCE = 400

/** Improves the best of the archive, then all of it, with at most `budget` scores. Returns the scores spent. */
export async function searchLocally(search: LocalSearch, budget: number): Promise<number> {
  let spent = 0
  async function scored(chromosomes: readonly Uint8Array[]): Promise<Solution[] | undefined> {
    const allowed = chromosomes.slice(0, budget - spent)
    spent += allowed.length
    const solutions = allowed.length === 0 ? undefined : await search.score(allowed)
    if (solutions === undefined) return undefined
    for (const solution of solutions) search.archive.offer(solution)
    search.progress(spent)
    return solutions
  }
  const best = firstChoice(search.archive.members)
  if (best !== undefined) await climb(best, search, scored)
  await spread(search, scored)
  return spent
}

type ScoreSome = (chromosomes: readonly Uint8Array[]) => Promise<Solution[] | undefined>

async function climb(start: Solution, { layout, random }: LocalSearch, scored: ScoreSome): Promise<void> {
  let current = start
  for (;;) {
    const neighbours = await scored(listNeighbours(layout, current.bits, random))
    if (neighbours === undefined) return
    const better = findBetter(neighbours, current) ?? (await bestPair(layout, current, random, scored))
    if (better === undefined) return
    current = better
  }
}

async function bestPair(
  layout: Layout,
  current: Solution,
  random: Random,
  scored: ScoreSome,
): Promise<Solution | undefined> {
  const firsts = movesFrom(layout, current.bits)
  const seen = new Set<string>()
  let batch: Uint8Array[] = []
  for (const first of shuffle(firsts, random)) {
    const half = moved(current.bits, first)
    for (const bits of listNeighbours(layout, half, random)) {
      const before = seen.size
      seen.add(chromosomeKey(bits))
      if (seen.size > before) batch.push(bits)
    }
    if (batch.length < PAIRS_AT_ONCE) continue
    const pairs = await scored(batch)
    if (pairs === undefined) return undefined
    const better = findBetter(pairs, current)
    if (better !== undefined) return better
    batch = []
  }
  const pairs = batch.length === 0 ? undefined : await scored(batch)
  return pairs === undefined ? undefined : findBetter(pairs, current)
}

async function spread({ layout, archive, random }: LocalSearch, scored: ScoreSome): Promise<void> {
  const asked = new Set<string>()
  for (;;) {
    // Sorted, so that arrival order in the archive does not matter.
    const next = [...archive.members]
      .filter(({ bits }) => !asked.has(chromosomeKey(bits)))
      .sort((a, b) => a.objectives[0] - b.objectives[0] || compareChoice(a, b))[0]
    if (next === undefined) return
    asked.add(chromosomeKey(next.bits))
    const neighbours = listNeighbours(layout, next.bits, random)
    if (neighbours.length > 0 && (await scored(neighbours)) === undefined) return
  }
}

function listNeighbours(layout: Layout, bits: Uint8Array, random: Random): Uint8Array[] {
  const moves = movesFrom(layout, bits)
  const most = Math.max(50, Math.floor(MOST_BYTES / Math.max(1, bits.length)))
  const tried = moves.length <= most ? moves : shuffle(moves, random).slice(0, most)
  return tried.map((move) => moved(bits, move))
}

function moved(bits: Uint8Array, move: Move): Uint8Array {
  const copy = bits.slice()
  move(copy)
  return copy
}

function findBetter(solutions: readonly Solution[], than: Solution): Solution | undefined {
  let best: Solution | undefined
  for (const solution of solutions) {
    if (compareChoice(solution, best ?? than) < 0) best = solution
  }
  return best
}
