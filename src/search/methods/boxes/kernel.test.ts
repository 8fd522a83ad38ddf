/** Compares the compiled kernel with plain TypeScript, to the last unit. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anySearchProblem } from '../../../../test/promises/search.ts'
import { someOf } from '../../../../test/thorough.ts'
import { randomFrom } from '../../../ground/random.ts'
import type { ClassList } from '../../classes/class-list.ts'
import { rowUnits } from '../../classes/row-units.ts'
import type { SearchProblem } from '../../search.ts'
import { boxGoal } from './box-goal.ts'
import { boxesData } from './boxes.ts'
import { SCALE } from './column-tables.ts'
import { type BoxesData, laneCount, openKernel } from './kernel.ts'

const K = 2

function makeData(problem: SearchProblem): BoxesData {
  const goal = boxGoal(problem, K)
  return boxesData(problem, goal, rowUnits(problem, goal.classPrices), K)
}

function anyClasses({ combinations, counts }: BoxesData, seed: number): ClassList {
  const random = randomFrom(seed)
  const classes = Array.from({ length: combinations }, () => random.integer(1 + combinations / 3))
  const order = [...classes.keys()].sort((a, b) => classes[a] - classes[b] || a - b)
  const starts = order.flatMap((unit, i) => (i === 0 || classes[unit] !== classes[order[i - 1]] ? [i] : []))
  return {
    starts: Int32Array.from([...starts, order.length]),
    combinations: Int32Array.from(order),
    rows: Int32Array.from(order, (unit) => counts[unit]),
  }
}

/** Adds up to ten columns that are lines; places are crowded at the low end, and some are equal. */
function addLines(data: BoxesData, seed: number): BoxesData {
  const random = randomFrom(seed)
  const lines = random.integer(11)
  const [before, first] = [data.codes.length / data.combinations, laneCount(data.tables.length)]
  const lanes = first + laneCount(lines)
  const codes = new Uint16Array(data.combinations * lanes)
  for (let unit = 0; unit < data.combinations; unit++) {
    codes.set(data.codes.subarray(unit * before, unit * before + data.tables.length), unit * lanes)
    for (let i = 0; i < lines; i++) codes[unit * lanes + first + i] = Math.floor(32_767.99 * random.uniform() ** 4)
  }
  const weights = Int16Array.from({ length: lines }, () => random.integer(32_768 / lines))
  return { ...data, codes, weights }
}

function hullLoss({ tables, weights, codes }: BoxesData, members: readonly number[]): number {
  const lanes = laneCount(tables.length) + laneCount(weights.length)
  const range = (lane: number): [number, number] => {
    const values = members.map((unit) => codes[unit * lanes + lane])
    return [Math.min(...values), Math.max(...values)]
  }
  const ofLines = weights.reduce((sum, weight, i) => {
    const [low, high] = range(laneCount(tables.length) + i)
    return sum + weight * (high - low)
  }, 0)
  return tables.reduce(
    (sum, { size, loss }, column) => {
      const [low, high] = range(column)
      return sum + loss[low * size + high]
    },
    Math.floor(ofLines / 2 ** 8),
  )
}

function listMembers({ starts, combinations }: ClassList): number[][] {
  return Array.from({ length: starts.length - 1 }, (_, c) => [...combinations.subarray(starts[c], starts[c + 1])])
}

const anyProblem = anySearchProblem({ columns: 10, codes: 5, fewestRows: 4, rows: 40 }, ['LM', 'CM', 'RM', 'DM'])

describe('the kernel of boxes', () => {
  test('measureCost(list) is what boxes lose and classes pay, added up in plain TypeScript', () =>
    fc.assert(
      fc.property(anyProblem, fc.nat(), (problem, seed) => {
        const data = addLines(makeData(problem), seed)
        const list = anyClasses(data, seed)
        const { starts, slot, rows, moments, numbers, terms } = data.tallies
        let [loss, paid] = [0, 0]
        for (const members of listMembers(list)) {
          const size = members.reduce((sum, unit) => sum + data.counts[unit], 0)
          loss += size * hullLoss(data, members)
          let charge = 0
          for (const { of, from, to, weight } of terms) {
            const counted = new Map<number, number>()
            for (const unit of members)
              for (let e = starts[unit]; e < starts[unit + 1]; e++)
                counted.set(slot[e], (counted.get(slot[e]) ?? 0) + rows[e])
            const most = Math.max(
              0,
              ...[...counted].flatMap(([slot, count]) => (slot >= from && slot < to ? [count] : [])),
            )
            const total = (which: 0 | 1) =>
              members.reduce((sum, unit) => sum + moments[(unit * numbers + from) * 2 + which], 0)
            if (of === 'square') charge += weight * size * size
            else if (of === 'minority') charge += weight * (size - most)
            else charge += weight * Math.max(0, total(1) - total(0) ** 2 / size)
          }
          paid += charge
        }
        const cost = openKernel(data).measureCost(list)
        expect(cost.loss).toBe(loss)
        expect(Math.abs(cost.paid - paid)).toBeLessThanOrEqual(list.starts.length)
      }),
      { numRuns: someOf(60) },
    ))

  test('leastLosses(units) is the pair with the k-th nearest row, rounded down', () =>
    fc.assert(
      fc.property(anyProblem, (problem) => {
        const data = makeData(problem)
        const step = SCALE / 2 ** 14
        const units = Array.from({ length: data.combinations }, (_, i) => i)
        const expected = units.map((unit) => {
          const near = units.flatMap(
            (other) => Array(data.counts[other]).fill(hullLoss(data, [unit, other])) as number[],
          )
          return Math.floor(near.sort((a, b) => a - b)[Math.min(K, near.length) - 1] / step) * step
        })
        const rows = data.counts.reduce((sum, count) => sum + count, 0)
        if (rows >= K) expect([...openKernel(data).leastLosses(Int32Array.from(units))]).toEqual(expected)
      }),
      { numRuns: someOf(40) },
    ))

  test(
    'divideClasses(list, seed, limit) puts every class into one block of at most the limit; improve keeps every ' +
      'row and k',
    () =>
      fc.assert(
        fc.property(anyProblem, fc.nat(), (problem, seed) => {
          const data = addLines(makeData(problem), seed)
          const kernel = openKernel(data)
          const list = kernel.cutTable()
          if (list === undefined) throw new Error('nothing was asked beyond k')
          const blocks = kernel.divideClasses(list, BigInt(seed), 3)
          expect(blocks.flatMap((block) => [...block]).sort((a, b) => a - b)).toEqual([
            ...Array(list.starts.length - 1).keys(),
          ])
          for (const block of blocks) expect(block.length).toBeLessThanOrEqual(3)
          const better = kernel.improve(list, BigInt(seed), { trials: 20, neighbours: 3, noise: 0.3, temperature: 0 })
          const rows = new Int32Array(data.combinations)
          better.combinations.forEach((unit, e) => {
            rows[unit] += better.rows[e]
          })
          expect([...rows]).toEqual([...data.counts])
          for (let c = 0; c < better.starts.length - 1; c++) {
            const size = better.rows
              .subarray(better.starts[c], better.starts[c + 1])
              .reduce((sum, rows) => sum + rows, 0)
            expect(size).toBeGreaterThanOrEqual(K)
          }
          const before = kernel.measureCost(list)
          const after = kernel.measureCost(better)
          expect(after.loss).toBe(better.loss)
          expect(after.loss + after.paid).toBeLessThanOrEqual(before.loss + before.paid)
        }),
        { numRuns: someOf(60) },
      ),
  )
})
