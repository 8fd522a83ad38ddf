import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyGroupedProblem } from '../../../../test/random-problems.ts'
import { tableFromRows } from '../../../../test/small-tables.ts'
import { createCounter } from '../../../frequency/kernel/counter.ts'
import { forEachGroup } from '../../../hierarchy/grouping.ts'
import { TeaIndex } from './tea-index.ts'

/** The classes as paths of labels with their rows, by walking up from every leaf of at most `largest` rows. */
function listClasses(index: TeaIndex, largest: number): Record<string, number> {
  const found: Record<string, number> = {}
  index.walkSmall(largest, (rows, leaf) => {
    const path: number[] = []
    for (let level = 0, node = leaf; level < index.levels; level++, node = index.parent[node])
      path.unshift(index.label[node])
    found[path.join(' ')] = rows
    return true
  })
  return found
}

// The paper's Figure 2: codes of a, b, c, d, e are 0 to 4.
const figure2 = tableFromRows(
  [
    { name: 'Relationship', size: 4 },
    { name: 'Race', size: 4 },
    { name: 'Workclass', size: 5 },
  ],
  [
    [2, 1, 0, 4],
    [2, 1, 2, 4],
    [2, 1, 3, 3],
    [2, 2, 0, 3],
    [2, 2, 1, 4],
    [3, 2, 1, 4],
    [3, 2, 4, 2],
    [3, 3, 1, 3],
    [3, 3, 4, 2],
  ].flatMap(([a, b, c, rows]) => Array.from({ length: rows }, () => ({ codes: [a, b, c] }))),
)

test('merge(Race, c2 and d2) relabels c1c2 and makes d1f2b3 = 7 and d1f2e3 = 4 (Example 2)', () => {
  const index = new TeaIndex(figure2, undefined, 0, 30)
  expect(index.anonymity(30)).toBe(2)
  index.merge(1, 2, 4)
  expect(listClasses(index, 29)).toEqual({
    '2 1 0': 4,
    '2 1 2': 4,
    '2 1 3': 3,
    '2 2 0': 3,
    '2 2 1': 4,
    '3 2 1': 7,
    '3 2 4': 4,
  })
  expect(index.anonymity(30)).toBe(3)
  expect(Array.from(index.classesOfSize.slice(0, 8))).toEqual([0, 0, 0, 2, 4, 0, 0, 1])
})

test('anonymityAfter() tells what merge() would bring and changes nothing', () => {
  const index = new TeaIndex(figure2, undefined, 0, 30)
  const before = listClasses(index, 29)
  const raceToF2 = { column: 1, id: 5, starts: Int32Array.of(2, 3), end: 4, loss: 0 }
  const relationshipToF1 = { column: 0, id: 4, starts: Int32Array.of(2, 3), end: 4, loss: 0 }
  expect(index.anonymityAfter(raceToF2, 30)).toBe(3)
  expect(index.anonymityAfter(relationshipToF1, 30)).toBe(2)
  expect(listClasses(index, 29)).toEqual(before)
  expect(index.anonymity(30)).toBe(2)
})

test('merge() of any groups, in any order of columns, leaves the classes that counting anew finds', () => {
  fc.assert(
    fc.property(anyGroupedProblem(), fc.boolean(), ({ frequencies, groupings }, backwards) => {
      const index = new TeaIndex(frequencies, undefined, 0, frequencies.rows + 1)
      const columns = groupings.map((_, column) => column)
      for (const column of backwards ? columns.reverse() : columns) {
        forEachGroup(groupings[column], (_, from, to) => {
          if (to > from) index.merge(column, from, to + 1)
        })
      }
      const classes = createCounter(frequencies).count(groupings)
      const counted: Record<string, number> = {}
      for (let c = 0; c < classes.count; c++) {
        const labels = groupings.map(({ codeGroups }, column) =>
          codeGroups.indexOf(codeGroups[frequencies.columns[column].codes[classes.representatives[c]]]),
        )
        counted[labels.join(' ')] = classes.sizes[c]
      }
      expect(listClasses(index, frequencies.rows)).toEqual(counted)
      expect(index.figures(1).classes).toBe(classes.count)
    }),
    { numRuns: 100 },
  )
})
