/**
 * Runs a method that evolves a front (`FrontMethod`), and improves it: more populations, an archive of all they scored,
 * and a local search around it. Descends from the point of choice to its best neighbour, then by
 * pairs of moves: near infeasibility a column can only become finer if another becomes coarser. Then expands the
 * neighbours of every archive point (Pareto local search; Paquete, Chiarandini, Stützle 2004) until the budget is used
 * up or nothing is new. Neighbours are scored in batches, so threads do not affect the result.
 */
import { type Random, randomStreams, shuffle } from '../../ground/random.ts'
import { chromosomeKey } from '../chromosome/chromosome.ts'
import type { FrontCourse, FrontMember, FrontMethod, FrontSpace } from '../method.ts'
import type { ConvergencePoint, SearchResult, SearchRun, SearchTask } from '../search.ts'
import { descend } from './descent.ts'
import { moved, movesFrom } from './moves.ts'

/** Bytes of chromosomes at once: wide columns try only a random sample of neighbours. */
const MOST_BYTES = 20_000_000
const PAIRS_AT_ONCE = 400

/** Two further populations than the method's own, then scores of moves, as a share of a population's. */
const POPULATIONS = 3
const MOVES = 0.6

export async function searchFront<Solution extends FrontMember>(
  method: FrontMethod<Solution>,
  isImproved: boolean,
  { problem, settings, run }: SearchTask,
): Promise<SearchResult> {
  const populations = isImproved ? POPULATIONS : 1
  const space = await method.openFront(problem, settings, run, populations)
  if ('outcome' in space) return space
  try {
    return await space.tell(await follow(space, populations, run))
  } finally {
    await space.close()
  }
}

/** Evolves the populations. The archive keeps all that they scored, or the paper's last population alone. */
async function follow<Solution extends FrontMember>(
  space: FrontSpace<Solution>,
  populations: number,
  run: SearchRun,
): Promise<FrontCourse> {
  const { archive, evaluations } = space
  const isImproved = populations > 1
  const streams = randomStreams(run.seed, populations + 1)
  const moves = isImproved ? Math.round(MOVES * evaluations) : 0
  const total = populations * evaluations + moves
  const convergence: ConvergencePoint[] = []
  let before = 0
  let generations = 0
  let distinct = 0

  /** `candidates`: the answer would be chosen from these if the search ended now. */
  function note(done: number, candidates: readonly Solution[], isEnd = false): void {
    const best = space.first(candidates)?.value
    if (best !== undefined && (isEnd || best !== convergence.at(-1)?.best)) convergence.push({ done, best, distinct })
    run.progress?.({ done, total, distinct, best })
  }

  for (let i = 0; i < populations && !run.signal?.aborted; i++) {
    const { population, done } = await space.evolve(streams[i], (scored, members, count) => {
      generations++
      distinct = new Set(members.map(({ bits }) => chromosomeKey(bits))).size
      if (isImproved) for (const solution of scored) archive.offer(solution)
      note(before + count, isImproved ? archive.members : [...archive.members, ...members])
    })
    before += done
    if (!isImproved) for (const member of population) archive.offer(member)
  }
  const localSearch =
    !isImproved || run.signal?.aborted
      ? 0
      : await searchAround(space, streams[populations], moves, (spent) => note(before + spent, archive.members))
  const chromosomes = before + localSearch
  note(chromosomes, archive.members, true)
  return { convergence, chromosomes, generations, localSearch, distinct }
}

/** Improves the best of the archive, then all of it, with at most `budget` scores. Returns the scores spent. */
async function searchAround<Solution extends FrontMember>(
  space: FrontSpace<Solution>,
  random: Random,
  budget: number,
  progress: (spent: number) => void,
): Promise<number> {
  const { layout, archive, compare } = space
  const first = space.first(archive.members)
  let spent = 0
  let stopped = false
  async function scored(chromosomes: readonly Uint8Array[]): Promise<readonly Solution[]> {
    const allowed = chromosomes.slice(0, budget - spent)
    spent += allowed.length
    const solutions = allowed.length === 0 ? undefined : await space.score(allowed)
    stopped = solutions === undefined
    if (solutions === undefined) return []
    for (const solution of solutions) archive.offer(solution)
    progress(spent)
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
