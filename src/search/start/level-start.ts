/**
 * Good nodes of a lattice: a greedy descent from the coarsest one, then an iterated local search over levels
 * (`../improve/levels.ts`) from the best. Cost: some looks per column and step; each local search is bounded.
 */
import { descend } from '../improve/descent.ts'
import { searchLevels } from '../improve/levels.ts'
import type { Node } from '../levels/ladder.ts'
import type { LevelSpace, LevelStart } from '../method.ts'

/** Looks per column after which a local search over levels gains little. */
export const LOOKS_PER_COLUMN = 30

export function openLevelStart(space: LevelSpace): LevelStart {
  const { tops, random, look } = space
  let evaluations = LOOKS_PER_COLUMN * tops.length
  return {
    descend: () => descendFromTop(space),
    async improve() {
      let goesOn = true
      await searchLevels({
        tops,
        start: space.best() ?? tops,
        evaluations,
        random,
        look(node) {
          const { acceptable, value, suppressedRows } = look(node)
          return { excess: acceptable ? 0 : suppressedRows, value }
        },
        goOn: async () => (goesOn = await space.goOn()),
      })
      evaluations *= 2
      return goesOn
    },
  }
}

interface Place {
  readonly node: Node
  readonly value: number
}

async function descendFromTop({ tops, look, spared, isPriced, goOn }: LevelSpace): Promise<boolean> {
  const top: Place = { node: tops, value: look(tops).value }
  if (top.value === Number.POSITIVE_INFINITY) return true
  let goesOn = true
  await descend<Place, readonly Node[]>(top, {
    *neighbours(place) {
      const { node } = place()
      if (goesOn) yield node.flatMap((step, column) => (step === 0 ? [] : [node.with(column, step - 1)]))
    },
    async best(finerNodes, place) {
      const next = finerNodes.map((node) => ({ node, saved: spared(place.node, node) }))
      let best = place
      for (const { node, saved } of next.sort((a, b) => b.saved - a.saved)) {
        // No step gains more than it saves in prices. Goals without prices take the first improving step.
        if (best !== place && (!isPriced || place.value - saved >= best.value)) break
        const { acceptable, value } = look(node)
        if (acceptable && value < best.value) best = { node, value }
        goesOn = await goOn()
        if (!goesOn) return place
      }
      return best
    },
  })
  return goesOn
}
