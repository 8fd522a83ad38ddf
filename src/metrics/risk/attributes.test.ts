import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { partitionOf } from '../../../test/partitions.ts'
import { anyGroupedProblem } from '../../../test/random-problems.ts'
import { attributeRisks } from './attributes.ts'

describe('attributeRisks(partition)', () => {
  it('are what counting the rows of each kept class says', () =>
    fc.assert(
      fc.property(anyGroupedProblem(), ({ frequencies, groupings, rows }) => {
        const partition = partitionOf(frequencies, groupings, (size) => size < 2)
        const signature = (codes: readonly number[]) => codes.map((code, c) => groupings[c].codeGroups[code]).join()
        const classes = [...new Set(rows.map((row) => signature(row.codes)))]
          .map((name) => rows.filter((row) => signature(row.codes) === name))
          .filter((members) => members.length >= 2)
        if (classes.length === 0) {
          expect(attributeRisks(partition)).toEqual([])
          return
        }
        const shares = (members: typeof rows) =>
          [0, 1, 2].map((value) => members.filter((row) => row.categories?.[1] === value).length / members.length)
        const all = shares(rows)
        const uniform = classes.filter((members) => shares(members).includes(1))
        const [found] = attributeRisks(partition)
        expect(found).toMatchObject({
          column: 'illness',
          values: all.filter((share) => share > 0).length,
          uniformClasses: uniform.length,
          uniformRows: uniform.flat().length,
          distinct: Math.min(...classes.map((members) => shares(members).filter((share) => share > 0).length)),
        })
        expect(found.largestShare).toBeCloseTo(Math.max(...classes.flatMap(shares)), 12)
        const distances = classes.map(
          (members) => shares(members).reduce((sum, q, i) => sum + Math.abs(q - all[i]), 0) / 2,
        )
        expect(found.distance).toBeCloseTo(Math.max(...distances), 12)
        const gains = classes.flatMap((members) => shares(members).map((q, i) => (q === 0 ? 0 : (q - all[i]) / all[i])))
        expect(found.gain).toBeCloseTo(Math.max(0, ...gains), 12)
        const mixed = classes.map((members) =>
          Math.exp(-shares(members).reduce((sum, q) => sum + (q === 0 ? 0 : q * Math.log(q)), 0)),
        )
        expect(found.entropy).toBeCloseTo(Math.min(...mixed), 12)
      }),
      { numRuns: 80 },
    ))
})
