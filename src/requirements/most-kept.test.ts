import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyModels } from '../../test/promises/search.ts'
import { tableFromRows } from '../../test/small-tables.ts'
import { plainCounter } from '../frequency/kernel/plain-counter.ts'
import { finestGrouping } from '../hierarchy/grouping.ts'
import { mostRows } from './most-kept.ts'
import type { Requirement } from './requirement.ts'

const values = ['flu', 'cold', 'ulcer']

function tableOf(inside: readonly number[], others: readonly number[]) {
  const rows = [inside, others].flatMap((counts, code) =>
    counts.flatMap((count, value) => Array.from({ length: count }, () => ({ codes: [code], categories: [value] }))),
  )
  return tableFromRows([{ name: 'a', size: 2 }], rows, {
    categories: [{ name: 'illness', values }],
    sensitive: ['illness'],
  })
}

function holds(rule: Requirement, inside: readonly number[], all: readonly number[]): boolean {
  const table = tableOf(
    inside,
    all.map((count, value) => count - inside[value]),
  )
  const classes = plainCounter(table).count([finestGrouping(2)])
  const broken = new Uint8Array(2)
  rule.mark(classes, table, broken)
  return broken[classes.classIds[0]] === 0
}

describe('limitKept, fewestRows and fewestWith', () => {
  it(
    'no part of a class that holds is larger than what is said to be kept at most, and none smaller than the ' +
      'fewest, also of those with a combination',
    () =>
      fc.assert(
        fc.property(
          fc.tuple(fc.nat(4), fc.nat(4), fc.nat(4)).filter((counts) => counts.some((count) => count > 0)),
          fc.tuple(fc.nat(9), fc.nat(9), fc.nat(9)),
          anyModels,
          (inside, others, rules) => {
            const all = inside.map((count, value) => count + others[value])
            const size = inside.reduce((sum, count) => sum + count, 0)
            const table = tableOf(inside, others)
            for (const rule of rules.filter(({ mergedHolds }) => mergedHolds)) {
              const classes = plainCounter(table).count([finestGrouping(2)])
              const most = Float64Array.from(classes.sizes.subarray(0, classes.count))
              rule.limitKept?.(classes, table, most, Number.POSITIVE_INFINITY)
              const fewest = rule.fewestRows?.(table) ?? 1
              const fewestWith = rule.fewestWith?.(table)?.[0] ?? 1
              let largest = 0
              for (let a = 0; a <= inside[0]; a++)
                for (let b = 0; b <= inside[1]; b++)
                  for (let c = 0; c <= inside[2]; c++) {
                    if (a + b + c === 0 || !holds(rule, [a, b, c], all)) continue
                    largest = Math.max(largest, a + b + c)
                    expect(a + b + c).toBeGreaterThanOrEqual(fewest)
                    const hasAll = a === inside[0] && b === inside[1] && c === inside[2]
                    if (hasAll) expect(size).toBeGreaterThanOrEqual(fewestWith)
                  }
              expect(most[classes.classIds[0]]).toBeGreaterThanOrEqual(largest - 1e-9)
              expect(most[classes.classIds[0]]).toBeLessThanOrEqual(size)
            }
          },
        ),
        { numRuns: 60 },
      ),
  )

  it('by hand: of five flu and one cold, at most two rows have no value above half', () => {
    const of = mostRows(0.5, 0)
    expect(of(Int32Array.of(0, 1), Int32Array.of(5, 1), 2, 6)).toBeCloseTo(2, 9)
    expect(of(Int32Array.of(0, 1), Int32Array.of(3, 3), 2, 6)).toBe(6)
  })
})
