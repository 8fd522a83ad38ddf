/**
 * What every search promises whose decision is an output per combination: outputs of k rows or more, every row accounted for, no value
 * shown that is not the row's own unless it is shown as swapped, the same for a seed and for any number of threads, honest endings.
 */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UserError } from '../../src/ground/errors.ts'
import type { OptionValues } from '../../src/ground/options.ts'
import { requireKAnonymity } from '../../src/requirements/k-anonymity/k-anonymity.ts'
import type { ClassesSearchRecord, DecidedClasses } from '../../src/search/classes-search.ts'
import { allowedSuppression } from '../../src/search/evaluation.ts'
import type { SearchProblem } from '../../src/search/search.ts'
import { someOf } from '../thorough.ts'
import { anySearchProblem, quietRun } from './search.ts'

export function classesSearchPromises(record: ClassesSearchRecord, anyOptions: fc.Arbitrary<OptionValues>): void {
  const anyProblem = anySearchProblem({ columns: 3, codes: 4, fewestRows: 6, rows: 60 }, ['CM'])
  const search = (problem: SearchProblem, options: OptionValues, run = quietRun) => record.search(problem, options, run)

  describe(`${record.name} keeps the promises of a search that decides per class`, () => {
    test('every output has k rows or more, every row is in one or told as lost, and what is untrue is shown as swapped', () =>
      fc.assert(
        fc.asyncProperty(anyProblem, anyOptions, async (problem, options) => {
          const result = await search(problem, options)
          if (result.outcome === 'none-exists') {
            // Too many rows are left out; or some, but too few to stand as a group of their own where that is asked for.
            const enforced = problem.suppressedGroup === 'enforce' ? '|suppressed-group: enforce' : ''
            expect(result.reason).toMatch(new RegExp(`suppression-limit${enforced}`))
            return
          }
          if (result.outcome !== 'found') throw new Error(`a quiet run ended ${result.outcome}`)
          expectAccounted(problem, result)
          const { lostRows } = result
          const k = Math.max(...problem.requirements.map(({ minimumSize }) => minimumSize))
          if (problem.suppressedGroup === 'enforce') expect(lostRows === 0 || lostRows >= k).toBe(true)
        }),
        { numRuns: someOf(80) },
      ))

    test('gives the same result for the same seed, with one thread and with two', () =>
      fc.assert(
        fc.asyncProperty(anyProblem, anyOptions, fc.nat(1000), async (problem, options, seed) => {
          const first = await search(problem, options, { ...quietRun, seed })
          expect(await search(problem, options, { ...quietRun, seed, threads: 2 })).toEqual(first)
        }),
        { numRuns: someOf(20) },
      ))

    test('ends soon when the signal fires in the middle, and what it has then is whole', () =>
      fc.assert(
        fc.asyncProperty(anyProblem, async (problem) => {
          const controller = new AbortController()
          let time = 0
          // So late at every look at the clock that it rests wherever it can.
          const now = () => (time += 1000)
          setImmediate(() => controller.abort())
          const result = await search(problem, {}, { ...quietRun, now, signal: controller.signal })
          // One that is done before it could rest has its answer.
          if (!controller.signal.aborted) return
          expect(['cancelled', 'none-exists']).toContain(result.outcome)
          const best = result.outcome === 'cancelled' ? result.best : undefined
          if (best !== undefined) expectAccounted(problem, best)
        }),
        { numRuns: someOf(10) },
      ))

    test('ends when the signal has fired, and refuses k beyond the rows and requirements that it cannot keep', async () => {
      const [problem] = fc.sample(anyProblem, { numRuns: 1, seed: 1 })
      expect(await search(problem, {}, { ...quietRun, signal: AbortSignal.abort() })).toMatchObject({
        outcome: 'cancelled',
      })
      const k = problem.frequencies.rows + 1
      const tooLarge = { ...problem, requirements: [requireKAnonymity(k)] }
      await expect(async () => search(tooLarge, {})).rejects.toThrow(`k must be at most the number of rows, ${k - 1}`)
      const other = { ...requireKAnonymity(2), name: 'something-else', reads: 'counts' as const }
      await expect(async () => search({ ...problem, requirements: [other] }, {})).rejects.toThrow(UserError)
    })
  })
}

function expectAccounted(problem: SearchProblem, found: DecidedClasses): void {
  const { frequencies, requirements } = problem
  const { outputs, cells, moves, target, groupings } = found.decision
  const rowsOf = new Map<number, number>()
  let swapped = 0
  const seen = outputs.ranges.map(() => Array.from({ length: outputs.count }, () => new Set<number>()))
  for (let move = 0; move < moves.count; move++) {
    const [cell, output, rows] = [moves.cell[move], moves.output[move], moves.rows[move]]
    expect(rows).toBeGreaterThan(0)
    if (move > 0) expect(cell).toBeGreaterThanOrEqual(moves.cell[move - 1])
    rowsOf.set(output, (rowsOf.get(output) ?? 0) + rows)
    if (output < 0) continue
    const isUntrue = outputs.ranges.map(({ low, high }, column) => {
      if (low[output] < 0) return false
      const { codeGroups } = groupings[column]
      const group = cells.groups[column][cell]
      seen[column][output].add(group)
      return group < codeGroups[low[output]] || group > codeGroups[high[output]]
    })
    if (isUntrue.includes(true)) swapped += rows
  }
  const lost = rowsOf.get(-1) ?? 0
  expect(lost).toBe(found.lostRows)
  expect(lost).toBeLessThanOrEqual(allowedSuppression(problem))
  expect(swapped).toBe(found.swappedRows ?? 0)
  expect([...rowsOf.values()].reduce((sum, rows) => sum + rows, 0)).toBe(frequencies.rows)
  const k = Math.max(...requirements.map(({ minimumSize }) => minimumSize))
  const looks = new Set<string>()
  for (let output = 0; output < outputs.count; output++) {
    expect(rowsOf.get(output)).toBeGreaterThanOrEqual(k)
    looks.add(outputs.ranges.map(({ low, high }) => `${low[output]}-${high[output]}`).join())
    outputs.ranges.forEach(({ low, high }, column) => {
      expect(low[output] < 0).toBe(high[output] < 0)
      // The ends of a range are values that rows of the class have; a node of a tree is a name by itself.
      if (low[output] < 0 || problem.hierarchies[column].kind === 'tree' || (found.swappedRows ?? 0) > 0) return
      const { codeGroups } = groupings[column]
      expect(seen[column][output]).toContain(codeGroups[low[output]])
      expect(seen[column][output]).toContain(codeGroups[high[output]])
    })
  }
  expect(looks.size).toBe(outputs.count)
  expect(groupings.length).toBe(frequencies.columns.length)
  if (target !== undefined) expect(frequencies.targets.find(({ name }) => name === target)?.kind).toBe('categories')
}
