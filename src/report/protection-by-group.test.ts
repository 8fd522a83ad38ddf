import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { partitionOf } from '../../test/partitions.ts'
import { anyGroupedProblem } from '../../test/random-problems.ts'
import { t12 } from '../../test/t12.ts'
import type { ColumnsPartition } from '../frequency/classes.ts'
import { namedGroups } from './named-ranges.ts'
import { protectionByGroup } from './protection-by-group.ts'

const named = (partition: ColumnsPartition, labels: readonly (readonly string[])[]) =>
  labels.map((columnLabels, column) => namedGroups(partition, column, columnLabels))
const work = ['Self-emp', 'Gov', 'Private', 'Other']
const education = ['[1,3]', '[4,7]', '[8,16]']

describe('protectionByGroup(T12)', () => {
  test('has the classes of each value: four of State and Local, one alone without pay', () => {
    const partition = partitionOf(t12.frequencies, t12.groupings)
    const [, byEducation] = protectionByGroup(partition, {
      shown: named(partition, [work, education]),
      hierarchies: t12.hierarchies,
    })
    expect(byEducation.groups).toEqual([
      { label: '[1,3]', rows: 4, classes: 1, smallestClass: 4, medianClass: 4 },
      { label: '[4,7]', rows: 3, classes: 1, smallestClass: 3, medianClass: 3 },
      { label: '[8,16]', rows: 5, classes: 2, smallestClass: 1, medianClass: 4 },
    ])
  })

  test('does not name a group whose rows were all suppressed, and counts released rows alone', () => {
    const partition = partitionOf(t12.frequencies, t12.groupings, (size) => size < 3)
    const input = { shown: named(partition, [work, education]), hierarchies: t12.hierarchies }
    const [byWork, byEducation] = protectionByGroup(partition, input)
    expect(byWork.groups.length).toBe(3)
    expect(byWork.groups.map(({ label }) => label)).not.toContain(work[3])
    expect(byEducation.groups.map(({ rows }) => rows)).toEqual([4, 3, 4])
  })
})

test('protectionByGroup(partition): counted again from the rows, on random tables', () => {
  fc.assert(
    fc.property(
      anyGroupedProblem(),
      fc.integer({ min: 1, max: 5 }),
      ({ frequencies, groupings, hierarchies, rows }, k) => {
        const partition = partitionOf(frequencies, groupings, (size) => size < k)
        const labels = groupings.map(({ groups }) => Array.from({ length: groups }, (_, group) => `group ${group}`))
        const classKey = (codes: readonly number[]) =>
          codes.map((code, column) => groupings[column].codeGroups[code]).join()
        const classSizes = new Map<string, number>()
        for (const { codes } of rows) classSizes.set(classKey(codes), (classSizes.get(classKey(codes)) ?? 0) + 1)
        const protection = protectionByGroup(partition, { shown: named(partition, labels), hierarchies })
        groupings.forEach(({ codeGroups, groups }, column) => {
          const expected = Array.from({ length: groups }, (_, group) => {
            const keys = rows
              .filter(({ codes }) => codeGroups[codes[column]] === group)
              .map(({ codes }) => classKey(codes))
            const kept = keys.filter((key) => (classSizes.get(key) as number) >= k)
            const sizes = kept.map((key) => classSizes.get(key) as number).sort((a, b) => a - b)
            return {
              label: `group ${group}`,
              rows: kept.length,
              classes: new Set(kept).size,
              smallestClass: sizes[0],
              medianClass: sizes[Math.ceil(sizes.length / 2) - 1],
            }
          }).filter((group) => group.rows > 0)
          expect(protection[column].groups).toEqual(expected)
        })
      },
    ),
    { numRuns: 100 },
  )
})
