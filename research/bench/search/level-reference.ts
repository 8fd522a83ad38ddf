/**
 * Two plain searches over levels, as stand-ins for a peer: a textbook genetic search (one level per column as gene;
 * elites, crossover, mutation, generations) and hill climbing with restarts. Both run until their time is over.
 */
import { randomFrom } from '../../../src/ground/random.ts'
import { createEvaluator } from '../../../src/search/evaluation.ts'
import type { SearchProblem } from '../../../src/search/search.ts'

/** Called with each better value. */
type Improved = (value: number) => void

/** Runs until `isOver`. */
export type LevelReference = (problem: SearchProblem, seed: number, isOver: () => boolean, improved: Improved) => void

const MEMBERS = 100
const ELITES = 20
const MUTATION = 0.05

interface Member {
  readonly node: readonly number[]
  readonly value: number
}

export const geneticOverLevels: LevelReference = (problem, seed, isOver, improved) => {
  const random = randomFrom(seed)
  const look = openLook(problem, improved)
  const sizes = problem.hierarchies.map(({ levels }) => levels.length)
  const member = (node: readonly number[]): Member => ({ node, value: look(node) })
  const anywhere = () => sizes.map((size) => random.integer(size))
  let members = [member(sizes.map((size) => size - 1))]
  while (members.length < MEMBERS && !isOver()) members.push(member(anywhere()))
  while (!isOver()) {
    members.sort((a, b) => a.value - b.value)
    const next = members.slice(0, ELITES)
    while (next.length < MEMBERS && !isOver()) {
      const mother = members[random.integer(2 * ELITES)] ?? members[0]
      const father = members[random.integer(2 * ELITES)] ?? members[0]
      next.push(
        member(
          sizes.map((size, column) => {
            if (random.uniform() < MUTATION) return random.integer(size)
            return (random.uniform() < 0.5 ? mother : father).node[column]
          }),
        ),
      )
    }
    members = next
  }
}

/** Climbs one column at a time, first from full generalization, then from anywhere near the best. */
export const climbingOverLevels: LevelReference = (problem, seed, isOver, improved) => {
  const random = randomFrom(seed)
  const look = openLook(problem, improved)
  const sizes = problem.hierarchies.map(({ levels }) => levels.length)
  const climb = (from: readonly number[]): Member => {
    let place: Member = { node: from, value: look(from) }
    for (let before = Number.POSITIVE_INFINITY; place.value < before && !isOver(); ) {
      before = place.value
      for (let column = 0; column < sizes.length; column++) {
        for (let level = 0; level < sizes[column] && !isOver(); level++) {
          const node = place.node.with(column, level)
          const value = look(node)
          if (value < place.value) place = { node, value }
        }
      }
    }
    return place
  }
  let home = climb(sizes.map((size) => size - 1))
  while (!isOver()) {
    const thrown = home.node.map((level, column) =>
      random.uniform() < 3 / sizes.length ? random.integer(sizes[column]) : level,
    )
    const end = climb(thrown)
    if (end.value <= home.value) home = end
  }
}

/** Memoized value of a node; infinite if not acceptable. */
function openLook(problem: SearchProblem, improved: Improved): (node: readonly number[]) => number {
  const evaluator = createEvaluator(problem)
  const known = new Map<string, number>()
  let best = Number.POSITIVE_INFINITY
  return (node) => {
    const key = node.join()
    let value = known.get(key)
    if (value === undefined) {
      const evaluation = evaluator.evaluate(
        problem.hierarchies.map(({ levels }, column) => levels[node[column]].grouping),
      )
      value = evaluation.acceptable ? evaluation.value : Number.POSITIVE_INFINITY
      known.set(key, value)
      if (value < best) improved((best = value))
    }
    return value
  }
}
