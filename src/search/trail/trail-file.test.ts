import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anySearchProblem, quietRun } from '../../../test/promises/search.ts'
import { orderHierarchy, treeHierarchy } from '../../../test/small-tables.ts'
import { someOf } from '../../../test/thorough.ts'
import { sameGrouping } from '../../hierarchy/grouping.ts'
import { requireKAnonymity } from '../../requirements/k-anonymity/k-anonymity.ts'
import { searchBottomUp, searchTopDown } from '../index.ts'
import type { Trail } from '../results.ts'
import { recodingFromTrail, searchFromTrail } from './trail.ts'
import { readTrail, type TrailDocument, trailDocument, trailOn, trailText } from './trail-file.ts'

const searches = [
  { record: searchBottomUp, options: { 'trail-to': 'all' } },
  { record: searchBottomUp, options: { 'trail-to': 'all', suppression: 0.2 } },
  { record: searchTopDown, options: {} },
  { record: searchTopDown, options: { refinement: 'tdr', disclose: 'any' } },
]
const anyTask = fc.record({
  problem: anySearchProblem({ columns: 3, codes: 5, rows: 24 }, ['CM', 'LM'], [0, 0.3, 1]),
  search: fc.constantFrom(...searches),
})

test(
  'trailOn(readTrail(trailText(trail))) is the trail again, for both searches and all kinds of ' + 'columns',
  async () => {
    await fc.assert(
      fc.asyncProperty(anyTask, async ({ problem, search: { record, options } }) => {
        const result = await record.search(problem, options, quietRun)
        const trail = result.trail as Trail
        const text = trailText(trailDocument(trail, problem.hierarchies, options))
        expect(trailOn(readTrail(text, 'a.trail.json'), problem.hierarchies, 'a.trail.json')).toEqual(trail)
        expect(JSON.parse(text)).toMatchObject({ halftone: 'trail', version: 1, options })
      }),
      { numRuns: someOf(150) },
    )
  },
)

test(
  'searchFromTrail(trail) is acceptable for every k, and the trail’s own answer where sizes are all that is ' + 'asked',
  async () => {
    await fc.assert(
      fc.asyncProperty(anyTask, fc.integer({ min: 1, max: 12 }), async ({ problem, search }, k) => {
        const searched = await search.record.search(problem, search.options, quietRun)
        const trail = searched.trail as Trail
        const document = trailDocument(trail, problem.hierarchies, {})
        const other = { ...problem, requirements: [requireKAnonymity(k)] }
        const answer = recodingFromTrail(trail, k)
        const taken = searchFromTrail(document, 'a.trail.json').search(other, {}, quietRun)
        if (answer === undefined) {
          await expect(taken).rejects.toThrow(/no point of a.trail.json reaches k = /)
          return
        }
        const result = await taken
        if (result.outcome !== 'found') {
          expect(result.outcome).toBe('none-exists')
          expect(problem.suppressedGroup === 'enforce' || trail.allowance > 0 || problem.suppressionLimit < 1).toBe(
            true,
          )
          return
        }
        // Counts in the plainest way, from the combinations.
        const { columns, counts, rows } = problem.frequencies
        const classes = new Map<string, number>()
        counts.forEach((count, i) => {
          const key = columns.map(({ codes }, c) => result.groupings[c].codeGroups[codes[i]]).join()
          classes.set(key, (classes.get(key) ?? 0) + count)
        })
        const small = [...classes.values()].filter((size) => size < k).reduce((sum, size) => sum + size, 0)
        expect(small).toBeLessThanOrEqual(Math.min(trail.allowance, problem.suppressionLimit * rows + 1e-9))
        if (problem.suppressedGroup === 'exempt' && problem.suppressionLimit === 1) {
          expect(result.groupings.every((grouping, c) => sameGrouping(grouping, answer.groupings[c]))).toBe(true)
        }
      }),
      { numRuns: someOf(150) },
    )
  },
)

describe('a trail file that does not fit', () => {
  const cities = treeHierarchy('city', {
    name: 'Europe',
    children: [
      { name: 'Norway', children: ['Oslo', 'Bergen'] },
      { name: 'France', children: ['Paris', 'Lyon'] },
    ],
  })
  const sexes = orderHierarchy('sex', ['F', 'M'])
  const trail: Trail = {
    search: 'bottom-up',
    allowance: 0,
    columns: [
      { column: 'city', size: 4, starts: [0, 1, 2, 3] },
      { column: 'sex', size: 2, starts: [0, 1] },
    ],
    points: [
      { anonymity: 1, information: 0, figures: { LM: 0 }, suppressed: 0, classes: 4 },
      {
        step: { column: 'city', node: 'Norway', from: 0, to: 1, information: 0.5, anonymity: 1 },
        anonymity: 2,
        information: 0.5,
        figures: { LM: 0.2 },
        suppressed: 0,
        classes: 2,
      },
    ],
  }
  const document = trailDocument(trail, [cities, sexes], {})
  const refused = (trail: TrailDocument, ...hierarchies: Parameters<typeof trailOn>[1]) =>
    expect(() => trailOn(trail, hierarchies, 'old.trail.json'))

  test('names values, not codes, and finds columns by name in any order', () => {
    expect(document.points[1].step).toMatchObject({ column: 'city', node: 'Norway', from: 'Oslo', to: 'Bergen' })
    expect(trailOn(document, [sexes, cities], '').columns.map(({ column }) => column)).toEqual(['sex', 'city'])
  })

  test('trailOn(other columns) names both', () => {
    refused(document, cities).toThrow(
      'old.trail.json does not fit the job: its columns are city, sex, the quasi-identifiers of the job are ' +
        'city; search anew',
    )
    refused(document, cities, { ...sexes, column: 'age' }).toThrow(/are city, age/)
  })

  test('trailOn(other values) names the column and no value', () => {
    const more = orderHierarchy('sex', ['F', 'M', 'X'])
    refused(document, cities, more).toThrow(/column "sex", which has 3 values, the trail 2:/)
    const renamed = orderHierarchy('sex', ['f', 'm'])
    refused(document, cities, renamed).toThrow(/the same number of values, 2, but not the same ones/)
  })

  test('trailOn(other tree over the same leaves) names the column', () => {
    const flat = treeHierarchy('city', { name: 'Europe', children: ['Oslo', 'Bergen', 'Paris', 'Lyon'] })
    refused(document, flat, sexes).toThrow(/does not fit the hierarchy of column "city"/)
  })

  test('trailOn(step with an unknown value) asks whether it was edited', () => {
    const text = trailText(document).replace('"to":"Bergen"', '"to":"Rome"')
    refused(readTrail(text, ''), cities, sexes).toThrow(/a step speaks of a value that column "city" does not have/)
  })

  test('readTrail(something else) says what is missing', () => {
    expect(() => readTrail('{', 'x')).toThrow(/x is not JSON/)
    expect(() => readTrail('{"halftone":"recoding"}', 'x')).toThrow(/x is not a trail/)
    expect(() => readTrail('{"halftone":"trail","version":2}', 'x')).toThrow(/version 2; this Halftone reads version 1/)
    expect(() => readTrail('{"halftone":"trail","version":1}', 'x')).toThrow(/was it edited/)
    const { points, ...rest } = document
    expect(() => readTrail(JSON.stringify({ ...rest, points: [{}] }), 'x')).toThrow(/was it edited/)
    expect(() => readTrail(JSON.stringify({ ...rest, points: [null] }), 'x')).toThrow(/was it edited/)
    expect(readTrail(JSON.stringify({ ...rest, points }), 'x')).toEqual(document)
  })
})
