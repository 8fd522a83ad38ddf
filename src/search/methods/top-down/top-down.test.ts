import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { adult, adultProblem } from '../../../../test/adult.ts'
import { needs } from '../../../../test/needs.ts'
import { searchPromises } from '../../../../test/promises/search.ts'
import { anyProblem, type RandomProblem } from '../../../../test/random-problems.ts'
import { equalSettings, numberHierarchy, tableFromRows, treeHierarchy } from '../../../../test/small-tables.ts'
import { someOf } from '../../../../test/thorough.ts'
import { createCounter } from '../../../frequency/kernel/counter.ts'
import type { OptionValues } from '../../../ground/options.ts'
import { type Grouping, sameGrouping } from '../../../hierarchy/grouping.ts'
import type { Hierarchy } from '../../../hierarchy/hierarchy.ts'
import { findMetric } from '../../../metrics/index.ts'
import { makeRequirement } from '../../../requirements/index.ts'
import { requireKAnonymity } from '../../../requirements/k-anonymity/k-anonymity.ts'
import { createEvaluator } from '../../evaluation.ts'
import { searchExhaustive, searchTopDown } from '../../index.ts'
import type { Trail } from '../../results.ts'
import type { FoundColumns, SearchProblem, SearchResult, SearchRun } from '../../search.ts'
import { categoryTargetFor, countColumns, findMeasure } from '../../trail/measures.ts'
import { groupingsAt, recodingFromTrail } from '../../trail/trail.ts'
import { openDescent } from './descent.ts'

const searchPaper = (problem: SearchProblem, options: OptionValues, run: SearchRun) =>
  searchTopDown.search(problem, { preset: 'paper', ...options }, run)

searchPromises(searchTopDown, { runs: 20 })
searchPromises(searchTopDown, { runs: 40, options: { preset: 'paper' } })
// The suppressed rest is a range of values and need not be a tree node.
for (const disclose of ['ends', 'any']) {
  searchPromises(searchTopDown, { runs: 20, options: { refinement: 'tdr', disclose }, space: 'ranges' })
}

const run = { seed: 1, threads: 1, now: () => performance.now() }

function pose(
  { frequencies, hierarchies }: Pick<RandomProblem, 'frequencies' | 'hierarchies'>,
  k: number,
  suppressionLimit = 1,
): SearchProblem {
  return {
    frequencies,
    hierarchies,
    requirements: k > 1 ? [requireKAnonymity(k)] : [],
    suppressionLimit,
    suppressedGroup: 'exempt',
    goal: { name: 'CM', terms: [{ metric: findMetric('CM'), settings: equalSettings(hierarchies, { k }), weight: 1 }] },
  }
}

function readTrail(result: SearchResult): Trail {
  return result.trail as Trail
}

/** The 34 rows of the authors' running example. */
const people: [string, string, number, number, number][] = [
  ['9th', 'M', 30, 0, 3],
  ['10th', 'M', 32, 0, 4],
  ['11th', 'M', 35, 2, 3],
  ['12th', 'F', 37, 3, 1],
  ['Bachelors', 'F', 42, 4, 2],
  ['Bachelors', 'F', 44, 4, 0],
  ['Masters', 'M', 44, 4, 0],
  ['Masters', 'F', 44, 3, 0],
  ['Doctorate', 'F', 44, 1, 0],
]

const education = treeHierarchy('Education', {
  name: 'ANY_Edu',
  children: [
    {
      name: 'Secondary',
      children: [
        { name: 'Junior', children: ['9th', '10th'] },
        { name: 'Senior', children: ['11th', '12th'] },
      ],
    },
    { name: 'University', children: ['Bachelors', { name: 'Grad', children: ['Masters', 'Doctorate'] }] },
  ],
})
const flatEducation = treeHierarchy('Education', {
  name: 'ANY_Edu',
  children: ['10th', '11th', '12th', '9th', 'Bachelors', 'Doctorate', 'Masters'],
})
const sex = treeHierarchy('Sex', { name: 'ANY_Sex', children: ['F', 'M'] })
const hours = numberHierarchy('Hours', [30, 32, 35, 37, 42, 44])

function peopleIn(hierarchies: readonly Hierarchy[]): Pick<RandomProblem, 'frequencies' | 'hierarchies'> {
  const rows = people.flatMap(([school, gender, time, yes, no]) => {
    const values: Record<string, string> = { Education: school, Sex: gender, Hours: String(time) }
    const codes = hierarchies.map((hierarchy) => hierarchy.values.indexOf(values[hierarchy.column]))
    return [...Array(yes).fill(0), ...Array(no).fill(1)].map((category) => ({ codes, categories: [category] }))
  })
  const sizes = hierarchies.map(({ column, values }) => ({ name: column, size: values.length }))
  const frequencies = tableFromRows(sizes, rows, { categories: [{ name: 'class', values: ['Y', 'N'] }] })
  return { hierarchies, frequencies }
}

const twoSets = [
  { columns: ['Education', 'Sex'], k: 4 },
  { columns: ['Sex', 'Hours'], k: 11 },
]

const withSets = (problem: SearchProblem, sets: readonly { columns: string[]; k: number }[]): SearchProblem => ({
  ...problem,
  requirements: [...problem.requirements, ...sets.map((set) => makeRequirement('quasi-identifier-sets', set))],
})

describe('search(34 rows, two sets of quasi-identifiers)', () => {
  const example = peopleIn([education, sex, hours])

  test.each(['plus-one', 'ratio'])(
    'specializes Hours, ANY_Edu, Secondary, University, Senior with score: %s',
    async (score) => {
      const result = (await searchPaper(withSets(pose(example, 2), twoSets), { score }, run)) as FoundColumns
      const trail = readTrail(result)
      expect(trail.points.slice(1).map(({ step }) => step?.node)).toEqual([
        '[30,44]',
        'ANY_Edu',
        'Secondary',
        'University',
        'Senior',
      ])
      expect(trail.points[1].step).toMatchObject({ column: 'Hours', parts: [0, 3], anonymity: 22 })
      expect(trail.points[1].step?.information).toBeCloseTo(0.3584, 4)
      const classes = createCounter(example.frequencies).count(result.groupings)
      const histogram = Array.from({ length: classes.count }, (_, c) => {
        const [yes, no] = classes.histograms[0].slice(2 * c, 2 * c + 2)
        return `${yes}Y${no}N`
      })
      expect(histogram.sort()).toEqual(['0Y7N', '2Y3N', '3Y1N', '8Y0N', '8Y2N'])
    },
  )

  test('scores the start as worked out by hand', () => {
    const problem = pose(example, 1)
    const target = categoryTargetFor(problem)
    const open = (score: 'plus-one' | 'ratio') =>
      openDescent({
        frequencies: example.frequencies,
        columns: countColumns(problem, target),
        kinds: ['tree', 'tree', 'split'],
        measure: findMeasure('test', 'information', target),
        aboutTarget: true,
        sets: [
          { columns: [0, 1], k: 4 },
          { columns: [1, 2], k: 11 },
        ],
        constraints: [],
        options: { score, rule: 'paper' },
      }).scored()
    const [ofEducation, ofSex, ofHours] = open('plus-one')
    expect(ofEducation.refinement.gain).toBeCloseTo(0.2716, 4)
    expect(ofEducation.loss).toBe(18)
    expect(ofEducation.score).toBeCloseTo(0.0143, 4)
    expect(ofSex.refinement.gain).toBeCloseTo(0.1664, 4)
    expect(ofSex.loss).toBe(18)
    expect(ofHours.loss).toBe(22)
    expect(ofHours.score).toBeCloseTo(0.0156, 4)
    const [educationRatio, , hoursRatio] = open('ratio')
    expect(educationRatio.score).toBeCloseTo(0.0151, 4)
    expect(hoursRatio.score).toBeCloseTo(0.0163, 4)
  })

  test('one set with all columns, k = 4: nine steps, seven classes, smallest 4', async () => {
    const result = await searchPaper(pose(example, 4), {}, run)
    const trail = readTrail(result)
    const steps = trail.points.slice(1).map(({ step }) => `${step?.node} ${step?.parts?.[1]}`)
    expect(steps.map((step) => step.split(' ')[0])).toEqual([
      '[30,44]',
      '[37,44]',
      '[30,35]',
      'ANY_Edu',
      'Secondary',
      'ANY_Sex',
      'University',
      'Senior',
      '[37,42]',
    ])
    expect(trail.points[2].step?.parts).toEqual([3, 5])
    expect(trail.points[3].step?.parts).toEqual([0, 2])
    expect(trail.points[9].step?.parts).toEqual([3, 4])
    expect(trail.points[9]).toMatchObject({ classes: 7, anonymity: 4 })
  })

  test('a set that asks for more rows than there are has none', async () => {
    const result = await searchPaper(withSets(pose(example, 2), [{ columns: ['Sex'], k: 35 }]), {}, run)
    expect(result).toMatchObject({ outcome: 'none-exists', reason: expect.stringContaining('k = 35') })
  })

  test.each([[{ 'suppress-columns': 'Sex' }, /list of column names/]])(
    'refuses %j and says what to write',
    async (options, message) => {
      await expect(searchPaper(pose(example, 2), options, run)).rejects.toThrow(message)
    },
  )
})

describe('search(34 rows, refinement: tdr)', () => {
  const example = peopleIn([flatEducation, sex])

  test('first step: gain and anonymity of each value, 9th and Doctorate invalid', () => {
    const problem = pose(example, 4)
    const target = categoryTargetFor(problem)
    const descent = openDescent({
      frequencies: example.frequencies,
      columns: countColumns(problem, target),
      kinds: ['disclose-any', 'disclose-any'],
      measure: findMeasure('test', 'information', target),
      aboutTarget: true,
      sets: [{ columns: [0, 1], k: 4 }],
      constraints: [],
      options: { score: 'plus-one', rule: 'paper' },
    })
    const found = descent.scored().map(({ refinement, loss }) => {
      const { values } = example.hierarchies[refinement.value.column]
      return [values[refinement.disclosed!], Number(refinement.gain.toFixed(4)), 34 - loss]
    })
    expect(found).toEqual([
      ['10th', 0.1821, 4],
      ['11th', 0.0242, 5],
      ['12th', 0.0075, 4],
      ['Bachelors', 0.045, 10],
      ['Masters', 0.1664, 7],
      ['F', 0.1664, 16],
      ['M', 0.1664, 16],
    ])
  })

  test('disclose: any discloses F, 10th, 11th, Bachelors, 12th; the lone M stays', async () => {
    const result = (await searchPaper(pose(example, 4), { refinement: 'tdr', disclose: 'any' }, run)) as FoundColumns
    const steps = readTrail(result).points.slice(1)
    expect(steps.map(({ step }) => step?.node)).toEqual(['F', '10th', '11th', 'Bachelors', '12th'])
    const scores = steps.map(({ step }) => (step!.information / (step!.anonymity + 1)).toFixed(4))
    expect(scores).toEqual(['0.0088', '0.0140', '0.0569', '0.0043', '0.0004'])
    // 9th, Doctorate and Masters stay suppressed; Bachelors is between them and is merged.
    expect(Array.from(result.groupings[0].codeGroups)).toEqual([0, 1, 2, 3, 3, 3, 3])
  })

  test(
    'disclose: ends keeps the suppressed values a range, so that the release is exactly what was ' + 'decided',
    async () => {
      const problem = pose(example, 4)
      const result = (await searchPaper(problem, { refinement: 'tdr' }, run)) as FoundColumns
      const trail = readTrail(result)
      const free = new Set(trail.points.flatMap(({ step }) => (step?.column === 'Education' ? [step.from] : [])))
      const { codeGroups } = result.groupings[0]
      codeGroups.forEach((group, code) => {
        if (free.has(code)) expect(codeGroups.filter((other) => other === group)).toHaveLength(1)
      })
      expect(createEvaluator(problem).evaluate(result.groupings).partition.suppressedRows).toBe(0)
    },
  )
})

test('search(rule: program) refines values of one class wherever k allows, the paper never', async () => {
  const example = peopleIn([education, sex, hours])
  const nodes = async (rule: string) => {
    const result = await searchPaper(pose(example, 4), { rule }, run)
    return readTrail(result)
      .points.slice(1)
      .map(({ step }) => step!)
  }
  // [30,32]: seven rows, all N, of 3 and 4: refining breaks k = 4. Grad: eight rows, all Y, of 7 and 1.
  expect((await nodes('paper')).some(({ node }) => node === 'Grad' || node === 'Junior')).toBe(false)
  expect((await nodes('program')).length).toBeGreaterThan(0)
  const two = pose(example, 1)
  const program = await searchPaper(two, { rule: 'program' }, run)
  const paper = await searchPaper(two, { rule: 'paper' }, run)
  const names = (result: SearchResult) => readTrail(result).points.map(({ step }) => step?.node)
  expect(names(program)).toContain('Grad')
  expect(names(paper)).not.toContain('Grad')
})

const anyOptions = fc.record({
  refinement: fc.constantFrom('tds', 'tdr'),
  score: fc.constantFrom('plus-one', 'ratio'),
  rule: fc.constantFrom('paper', 'program'),
  metric: fc.constantFrom('information', 'LM', 'entropy', 'majority'),
  disclose: fc.constantFrom('ends', 'any'),
})

test(
  'search(random problem) never breaks k, repeats itself, and never beats exhaustive on trees and ' + 'numbers',
  async () => {
    const limits = { columns: 3, codes: 4 }
    await fc.assert(
      fc.asyncProperty(anyProblem(limits), fc.integer({ min: 2, max: 5 }), anyOptions, async (random, k, options) => {
        const problem = pose(random, k)
        const result = (await searchPaper(problem, options, run)) as FoundColumns
        expect(result.outcome).toBe('found')
        const evaluation = createEvaluator(problem).evaluate(result.groupings)
        expect(evaluation.value).toBe(result.value)
        if (random.frequencies.rows >= k) expect(evaluation.partition.suppressedRows).toBe(0)
        const again = (await searchPaper(problem, options, run)) as FoundColumns
        expect(sameAll(result.groupings, again.groupings)).toBe(true)
        if (options.refinement === 'tds') {
          const best = (await searchExhaustive.search(problem, {}, run)) as FoundColumns
          expect(result.value).toBeGreaterThanOrEqual(best.value - 1e-12)
        }
      }),
      { numRuns: someOf(80) },
    )
  },
)

test('search(random problem) leaves a trail of acceptable recodings whose last point is the result', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyProblem({ fewestRows: 6 }),
      fc.integer({ min: 2, max: 5 }),
      anyOptions,
      async (random, k, options) => {
        const result = (await searchPaper(pose(random, k), options, run)) as FoundColumns
        const trail = JSON.parse(JSON.stringify(readTrail(result))) as Trail
        trail.points.forEach((point, i) => {
          const { partition } = createEvaluator(pose(random, Math.max(2, k))).evaluate(groupingsAt(trail, i))
          expect(partition.smallestClass).toBe(point.anonymity)
          expect(point.anonymity).toBeGreaterThanOrEqual(k)
          const before = trail.points[i - 1]?.anonymity
          if (before !== undefined) expect(point.anonymity).toBeLessThanOrEqual(before)
          // Incremental counts agree with a recount if the release is exactly the decision.
          if (point.step && (options.refinement === 'tds' || options.disclose === 'ends'))
            expect(point.step.anonymity).toBe(before - point.anonymity)
        })
        expect(sameAll(groupingsAt(trail, trail.points.length - 1), result.groupings)).toBe(true)
        const coarser = recodingFromTrail(trail, trail.points[0].anonymity)!
        expect(trail.points[coarser.point].anonymity).toBe(trail.points[0].anonymity)
      },
    ),
    { numRuns: someOf(60) },
  )
})

test('search(random problem) finds nothing left to do: every further beneficial specialization breaks k', async () => {
  // An oracle that tries every child split by recounting, on trees only.
  await fc.assert(
    fc.asyncProperty(
      anyProblem({ kinds: ['tree'], fewestRows: 6 }),
      fc.integer({ min: 2, max: 5 }),
      async (random, k) => {
        const problem = pose(random, k)
        const result = (await searchPaper(problem, { rule: 'paper', metric: 'entropy' }, run)) as FoundColumns
        const evaluator = createEvaluator(problem)
        random.hierarchies.forEach(({ tree }, column) => {
          const { codeGroups } = result.groupings[column]
          tree!.children.forEach((children, node) => {
            const from = tree!.first[node]
            const to = tree!.last[node]
            const isGroup =
              codeGroups.indexOf(codeGroups[from]) === from &&
              codeGroups.lastIndexOf(codeGroups[from]) === to &&
              children.length > 1
            const rows = random.rows.filter((row) => row.codes[column] >= from && row.codes[column] <= to)
            if (!isGroup || rows.length === 0) return
            const finer: Grouping = {
              codeGroups: codeGroups.map((group, code) => {
                const child = children.findLastIndex((node) => tree!.first[node] <= code)
                return code < from ? group : code <= to ? group + child : group + children.length - 1
              }),
              groups: result.groupings[column].groups + children.length - 1,
            }
            const groupings = result.groupings.map((grouping, i) => (i === column ? finer : grouping))
            expect(evaluator.evaluate(groupings).partition.suppressedRows).toBeGreaterThan(0)
          })
        })
      },
    ),
    { numRuns: someOf(80) },
  )
})

function sameAll(a: readonly Grouping[], b: readonly Grouping[]): boolean {
  return a.every((grouping, column) => sameGrouping(grouping, b[column]))
}

test('search() stops when cancelled, with what it has', async () => {
  const cancelled = new AbortController()
  cancelled.abort()
  const result = await searchPaper(pose(peopleIn([education, sex, hours]), 4), {}, { ...run, signal: cancelled.signal })
  expect(result.outcome).toBe('cancelled')
})

describe('search(Adult, eight quasi-identifiers)', needs(adult), () => {
  test.each([10, 100, 500])('never breaks k = %d and leaves a valid trail', async (k) => {
    const problem = pose(adultProblem(), k, 0)
    const result = (await searchPaper(problem, {}, run)) as FoundColumns
    expect(result.outcome).toBe('found')
    const { partition } = createEvaluator(problem).evaluate(result.groupings)
    expect(partition.smallestClass).toBeGreaterThanOrEqual(k)
    expect(partition.suppressedRows).toBe(0)
    const { points } = readTrail(result)
    expect(points.every(({ anonymity }) => anonymity >= k)).toBe(true)
    expect(result.value).toBeLessThan(0.2489)
  })
})
