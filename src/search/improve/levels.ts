/** Iterated local search over levels (Lourenço, Martin and Stützle 2003), good even on lattices of 10^20 nodes. */
import { type Random, shuffle } from '../../ground/random.ts'
import type { Node } from '../levels/ladder.ts'
import { descend, type Neighbourhood } from './descent.ts'

export interface Standing {
  readonly excess: number
  readonly value: number
}

export interface LevelSearch {
  readonly tops: readonly number[]
  readonly start: Node
  readonly evaluations: number
  readonly random: Random
  look(node: Node): Standing
  improved?(node: Node, standing: Standing): void
  goOn(): Promise<boolean> | boolean
}

const MOST_ENDS = 8
const THROWN = [2, 3, 4]

/** Returns the best node, and the distinct local optima, best first. */
export async function searchLevels(task: LevelSearch) {
  const { tops, random } = task
  const known = new Map<string, Standing>()
  const columns = tops.map((_, column) => column).filter((column) => tops[column] > 0)
  let stopped = false

  async function look(node: Node): Promise<Standing> {
    const key = node.join()
    let standing = known.get(key)
    if (standing === undefined) {
      standing = { ...task.look(node) }
      known.set(key, standing)
      if (known.size >= task.evaluations || !(await task.goOn())) stopped = true
      if (isBetter(standing, best.standing)) {
        best = { node, standing }
        task.improved?.(node, standing)
      }
    }
    return standing
  }

  const neighbourhood: Neighbourhood<Place, Node> = {
    *neighbours(place) {
      const from = place()
      if (stopped) return
      for (const column of shuffle(columns.slice(), random))
        for (let step = 0; step <= tops[column] && !stopped; step++) yield place().node.with(column, step)
      if (stopped || place() !== from) return
      // The first improving node that is coarser in one column and finer in another.
      const pairs = columns.flatMap((up) => columns.flatMap((down) => (up === down ? [] : [[up, down]])))
      for (const [up, down] of shuffle(pairs, random)) {
        if (stopped || place() !== from) return
        const { node } = from
        if (node[up] < tops[up] && node[down] > 0) yield node.with(up, node[up] + 1).with(down, node[down] - 1)
      }
    },
    async best(node, place) {
      const standing = await look(node)
      return isBetter(standing, place.standing) ? { node, standing } : place
    },
  }
  const descendFrom = async (node: Node) => descend({ node, standing: await look(node) }, neighbourhood)

  let best: Place = { node: task.start, standing: { excess: Infinity, value: Infinity } }
  let home = await descendFrom(task.start)
  let ends = [home]
  const rounds = columns.length < 2 ? 0 : Number.POSITIVE_INFINITY
  for (let round = 0, idle = 0; round < rounds && !stopped; round++) {
    const before = known.size
    const node = [...home.node]
    const thrown = Math.min(columns.length, THROWN[round % THROWN.length])
    for (const column of shuffle(columns.slice(), random).slice(0, thrown))
      node[column] = random.integer(tops[column] + 1)
    const end = await descendFrom(node)
    ends = withEnd(ends, end)
    if (!isBetter(home.standing, end.standing)) home = end
    idle = known.size === before ? idle + 1 : 0
    if (idle > 100) break
  }
  return { ...best, evaluations: known.size, ends: ends.map((end) => end.node) }
}

interface Place {
  readonly node: Node
  readonly standing: Standing
}

export function isBetter(a: Standing, b: Standing): boolean {
  return a.excess < b.excess || (a.excess === b.excess && a.value < b.value)
}

function withEnd(ends: readonly Place[], end: Place): Place[] {
  const key = end.node.join()
  if (ends.some(({ node }) => node.join() === key)) return [...ends]
  return [...ends, end].sort((a, b) => (isBetter(a.standing, b.standing) ? -1 : 1)).slice(0, MOST_ENDS)
}
