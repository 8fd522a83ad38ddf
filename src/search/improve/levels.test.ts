import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomFrom } from '../../ground/random.ts'
import type { Node } from '../levels/ladder.ts'
import { type LevelSearch, type Standing, searchLevels } from './levels.ts'

/** Draws a value for every node from a seed: no slope to follow. */
function anyLandscape(): fc.Arbitrary<{ tops: number[]; look: (node: Node) => Standing }> {
  return fc
    .record({ tops: fc.array(fc.nat(3), { minLength: 1, maxLength: 4 }), seed: fc.nat() })
    .map(({ tops, seed }) => ({
      tops,
      look(node) {
        const random = randomFrom(node.reduce((sum, step) => sum * 5 + step, seed))
        return { excess: random.integer(2), value: random.uniform() }
      },
    }))
}

const run = (task: Pick<LevelSearch, 'tops' | 'look'>, more: Partial<LevelSearch> = {}) =>
  searchLevels({ start: task.tops, evaluations: 5000, random: randomFrom(1), goOn: () => true, ...task, ...more })

test('searchLevels(small lattice) finds the best of all nodes, none looked at twice', () =>
  fc.assert(
    fc.asyncProperty(anyLandscape(), async ({ tops, look }) => {
      const seen = new Set<string>()
      const found = await run({
        tops,
        look(node) {
          expect(seen.has(node.join())).toBe(false)
          seen.add(node.join())
          return look(node)
        },
      })
      let nodes: number[][] = [[]]
      for (const top of tops)
        nodes = nodes.flatMap((node) => Array.from({ length: top + 1 }, (_, step) => [...node, step]))
      const least = Math.min(...nodes.map((node) => look(node).excess))
      const values = nodes.map(look).filter(({ excess }) => excess === least)
      expect(found.standing.excess).toBe(least)
      expect(found.standing.value).toBe(Math.min(...values.map(({ value }) => value)))
      expect(found.evaluations).toBe(seen.size)
      expect(found.ends[0]).toEqual(found.node)
    }),
    { numRuns: 40 },
  ))

test('searchLevels(evaluations) takes no more looks than that, and tells each improvement', () =>
  fc.assert(
    fc.asyncProperty(anyLandscape(), fc.integer({ min: 1, max: 20 }), async ({ tops, look }, evaluations) => {
      const values: number[] = []
      const improved = (_: Node, { excess, value }: Standing) => void values.push(excess + value)
      const found = await run({ tops, look }, { evaluations, improved })
      expect(found.evaluations).toBeLessThanOrEqual(evaluations)
      expect(values.at(-1)).toBe(found.standing.excess + found.standing.value)
      for (let i = 1; i < values.length; i++) expect(values[i]).toBeLessThan(values[i - 1])
    }),
  ))

test('searchLevels(goOn says no) ends at once with what it has', async () => {
  let looks = 0
  const look = () => ({ excess: 0, value: -looks++ })
  const found = await run({ tops: [5, 5, 5], look }, { goOn: () => looks < 3 })
  expect(found.evaluations).toBe(3)
  expect(found.standing.value).toBe(-2)
})
