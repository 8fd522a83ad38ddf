import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyModels, anySearchProblem } from '../../../../test/promises/search.ts'
import { someOf } from '../../../../test/thorough.ts'
import { createEvaluator } from '../../evaluation.ts'
import { makeLadders, type Node, nodeGroupings } from '../../levels/ladder.ts'
import { openViews } from './view.ts'

function nodesBetween(low: Node, high: Node): number[][] {
  let nodes: number[][] = [[]]
  low.forEach((from, column) => {
    nodes = nodes.flatMap((node) =>
      Array.from({ length: high[column] - from + 1 }, (_, step) => [...node, from + step]),
    )
  })
  return nodes
}

const anyCase = (names: readonly string[]) =>
  fc
    .record({
      problem: anySearchProblem({ columns: 3, codes: 5 }, names),
      corners: fc.array(fc.tuple(fc.nat(99), fc.nat(99)), { minLength: 3, maxLength: 3 }),
    })
    .map(({ problem, corners }) => {
      const ladders = makeLadders(problem.hierarchies)
      const pairs = ladders.map(({ steps }, column) =>
        corners[column].map((corner) => corner % steps.length).sort((a, b) => a - b),
      )
      return { problem, ladders, low: pairs.map(([low]) => low), high: pairs.map(([, high]) => high) }
    })

describe('view.look(high).penalty and views.floor(low)', () => {
  for (const name of ['LM', 'NWP', 'entropy', 'suppression', 'CM', 'DM', 'RM', 'AECS', 'NECD']) {
    test(`together bound ${name} of every node in between`, () => {
      let tight = 0
      fc.assert(
        fc.property(anyCase([name]), ({ problem, ladders, low, high }) => {
          const views = openViews(problem, ladders)
          const { full } = views
          const evaluator = createEvaluator(problem)
          {
            const view = full
            const look = view.look(high)
            const top = evaluator.evaluate(nodeGroupings(ladders, high))
            expect(look.acceptable).toBe(top.acceptable)
            expect(look.suppressedRows).toBe(top.partition.suppressedRows)
            if (look.acceptable) expect(look.value).toBeCloseTo(top.value, 9)
            for (const finest of nodesBetween(low, high)) {
              for (const classFloor of [view.classFloor(low), view.classFloor(finest)]) {
                const bound = views.floor(finest, classFloor) + look.penalty
                for (const node of nodesBetween(finest, high)) {
                  const { value, acceptable } = evaluator.evaluate(nodeGroupings(ladders, node))
                  if (!acceptable) continue
                  expect(bound).toBeLessThanOrEqual(value + 1e-12)
                  if (bound > 0 && bound > value - 1e-9) tight++
                }
              }
            }
          }
        }),
        { numRuns: someOf(40) },
      )
      // The bound must be tight for at least one node.
      if (name !== 'AECS' && name !== 'NECD') expect(tight).toBeGreaterThan(0)
    })
  }

  test('views.rulesOut(low, high) means that no node from low to high is acceptable', () => {
    let ruledOut = 0
    fc.assert(
      fc.property(anyCase(['LM']), anyModels, ({ problem: drawn, ladders, low, high }, models) => {
        const requirements = [...drawn.requirements, ...models]
        const problem = { ...drawn, requirements, suppressionLimit: 0.1 }
        const views = openViews(problem, ladders)
        const evaluator = createEvaluator(problem)
        for (const from of nodesBetween(low, high)) {
          if (!views.rulesOut(from, high)) continue
          ruledOut++
          for (const node of nodesBetween(from, high))
            expect(evaluator.evaluate(nodeGroupings(ladders, node)).acceptable).toBe(false)
        }
      }),
      { numRuns: someOf(1000) },
    )
    expect(ruledOut).toBeGreaterThan(20)
  })

  test('falls, or stays, from each node to every coarser one', () =>
    fc.assert(
      fc.property(anyCase(['LM', 'entropy', 'CM', 'DM', 'RM']), ({ problem, ladders, low, high }) => {
        const { full } = openViews(problem, ladders)
        const finer = full.look(low)
        const coarser = full.look(high)
        expect(coarser.penalty).toBeGreaterThanOrEqual(0)
        expect(finer.penalty).toBeGreaterThanOrEqual(coarser.penalty - 1e-9)
      }),
      { numRuns: someOf(60) },
    ))
})
