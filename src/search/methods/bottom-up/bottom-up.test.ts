import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { adult, adultProblem } from '../../../../test/adult.ts'
import { needs } from '../../../../test/needs.ts'
import { naiveIndex } from '../../../../test/oracles/naive-index.ts'
import { searchPromises } from '../../../../test/promises/search.ts'
import { anyProblem, type RandomProblem } from '../../../../test/random-problems.ts'
import { equalSettings, tableFromRows, treeHierarchy } from '../../../../test/small-tables.ts'
import { someOf } from '../../../../test/thorough.ts'
import type { OptionValues } from '../../../ground/options.ts'
import { sameGrouping } from '../../../hierarchy/grouping.ts'
import { findMetric } from '../../../metrics/index.ts'
import { makeRequirement } from '../../../requirements/index.ts'
import { requireKAnonymity } from '../../../requirements/k-anonymity/k-anonymity.ts'
import { allowedSuppression, createEvaluator, wholeShare } from '../../evaluation.ts'
import { searchBottomUp, searchExhaustive } from '../../index.ts'
import { keepPace } from '../../pace.ts'
import type { Trail, TrailPoint } from '../../results.ts'
import type { FoundColumns, SearchProblem, SearchResult, SearchRun } from '../../search.ts'
import { categoryTargetFor, countColumns, findMeasure } from '../../trail/measures.ts'
import { groupingsAt, recodingFromTrail } from '../../trail/trail.ts'
import { climb } from './climb.ts'
import { readBottomUpOptions } from './options.ts'

const searchPaper = (problem: SearchProblem, options: OptionValues, run: SearchRun) =>
  searchBottomUp.search(problem, { preset: 'paper', ...options }, run)

searchPromises(searchBottomUp, { runs: 20 })
searchPromises(searchBottomUp, { runs: 40, options: { preset: 'paper' } })
searchPromises(searchBottomUp, { runs: 20, options: { suppression: 0.2, improve: 'moves' } })

const run = { seed: 1, threads: 1, now: () => performance.now() }
const forms = ['index', 'pruning'] as const

function pose(
  { frequencies, hierarchies }: Pick<RandomProblem, 'frequencies' | 'hierarchies'>,
  k: number,
  metric = 'CM',
  suppressionLimit = 1,
): SearchProblem {
  return {
    frequencies,
    hierarchies,
    requirements: [requireKAnonymity(k)],
    suppressionLimit,
    suppressedGroup: 'exempt',
    goal: {
      name: metric,
      terms: [{ metric: findMetric(metric), settings: equalSettings(hierarchies, { k }), weight: 1 }],
    },
  }
}

/** The climb that counts all combinations for every question. */
function climbNaively(problem: SearchProblem, given: OptionValues) {
  const options = readBottomUpOptions(given)
  const { suppression = 0 } = options
  const { frequencies } = problem
  const target = categoryTargetFor(problem)
  const allowance = Math.min(wholeShare(suppression, frequencies.rows), allowedSuppression(problem))
  const task = {
    problem,
    options,
    target,
    measure: findMeasure('the naive climb', options.metric, target),
    columns: countColumns(problem, target),
    allowance,
    evaluator: createEvaluator(problem),
    pace: keepPace(run),
    run,
  }
  return climb(task, (_, cuts) => naiveIndex(frequencies, target, cuts, allowance))
}

function readTrail(result: SearchResult): Trail {
  return result.trail as Trail
}

function stepNames(trail: Trail): (string | undefined)[] {
  return trail.points.slice(1).map(({ step }) => step?.node)
}

/** Examples 1 and 2 of the paper: 29 rows, nine vids. */
function paperExample(): Pick<RandomProblem, 'frequencies' | 'hierarchies'> {
  const hierarchies = [
    treeHierarchy('Relationship', {
      name: 'ANY1',
      children: [
        { name: 'e1', children: ['a1', 'b1'] },
        { name: 'f1', children: ['c1', 'd1'] },
      ],
    }),
    treeHierarchy('Race', {
      name: 'ANY2',
      children: [
        { name: 'e2', children: ['a2', 'b2'] },
        { name: 'f2', children: ['c2', 'd2'] },
      ],
    }),
    treeHierarchy('Workclass', {
      name: 'ANY3',
      children: ['a3', { name: 'g3', children: ['b3', { name: 'f3', children: ['c3', 'd3'] }] }, 'e3'],
    }),
  ]
  const vids: [string, number, number][] = [
    ['c1 b2 a3', 0, 4],
    ['c1 b2 c3', 0, 4],
    ['c1 b2 d3', 0, 3],
    ['c1 c2 a3', 2, 1],
    ['c1 c2 b3', 2, 2],
    ['d1 c2 b3', 4, 0],
    ['d1 c2 e3', 2, 0],
    ['d1 d2 b3', 2, 1],
    ['d1 d2 e3', 2, 0],
  ]
  const rows = vids.flatMap(([vid, yes, no]) => {
    const codes = vid.split(' ').map((value, column) => hierarchies[column].values.indexOf(value))
    return [...Array(yes).fill(0), ...Array(no).fill(1)].map((category) => ({ codes, categories: [category] }))
  })
  const sizes = hierarchies.map(({ column, values }) => ({ name: column, size: values.length }))
  return {
    hierarchies,
    frequencies: tableFromRows(sizes, rows, { categories: [{ name: 'class', values: ['Y', 'N'] }] }),
  }
}

describe.each(forms)("search(paper's Examples 1 and 2, form: %s)", (form) => {
  const searchFor = async (k: number) => (await searchPaper(pose(paperExample(), k), { form }, run)) as FoundColumns

  test('starts at A = 2 and reaches K = 3 by {c2, d2} → f2 alone', async () => {
    const result = await searchFor(3)
    const { points } = readTrail(result)
    expect(points).toHaveLength(2)
    expect(points[0]).toMatchObject({ anonymity: 2, classes: 9, suppressed: 0, figures: { LM: 0 } })
    expect(points[1].step).toMatchObject({ column: 'Race', node: 'f2', from: 2, to: 3, anonymity: 1 })
    expect(points[1].step?.information).toBeCloseTo(0.000805, 6)
    expect(points[1]).toMatchObject({ anonymity: 3, classes: 7 })
  })

  test('reaches K = 4 by f2, e1, e2, f3, ANY2 with five vids', async () => {
    const result = await searchFor(4)
    const { points } = readTrail(result)
    expect(stepNames(readTrail(result))).toEqual(['f2', 'e1', 'e2', 'f3', 'ANY2'])
    expect(points[5]).toMatchObject({ anonymity: 4, classes: 5 })
    expect(points[5].step?.information).toBeCloseTo(0.524808, 6)
  })

  test('goes to the top for K = 5, one vid of 29 rows', async () => {
    const result = await searchFor(5)
    const { points } = readTrail(result)
    expect(stepNames(readTrail(result))).toEqual(['f2', 'e1', 'e2', 'f3', 'ANY2', 'f1', 'ANY1', 'g3', 'ANY3'])
    expect(points[6].step?.information).toBeCloseTo(0.358103, 6)
    expect(points[8].step?.information).toBeCloseTo(0.474473, 6)
    expect(points[9].step?.information).toBeCloseTo(0.175652, 6)
    expect(points[9]).toMatchObject({ anonymity: 29, classes: 1, figures: { LM: 1 } })
  })
})

test(
  'search(form: pruning) computes A_G of candidates alone: 2, 8, 10 times in the example, for K = 3, 4, ' + '5',
  async () => {
    for (const [k, trials] of [
      [3, 2],
      [4, 8],
      [5, 10],
    ]) {
      const result = await searchPaper(pose(paperExample(), k), {}, run)
      expect(result.details?.['trials']).toBe(trials)
    }
  },
)

const anyOptions = fc.record({
  suppression: fc.constantFrom(0, 0, 0.1, 0.3),
  metric: fc.constantFrom('information', 'LM', 'entropy', 'majority'),
  'trail-to': fc.constantFrom('k', 'all'),
})

/** Compares decisions exactly, figures up to rounding. */
describe('search(sets of quasi-identifiers, each with a k of its own)', () => {
  const withSets = (problem: SearchProblem, ...sets: { columns: string[]; k: number }[]): SearchProblem => ({
    ...problem,
    requirements: sets.map((set) => makeRequirement('quasi-identifier-sets', set)),
  })

  test('generalizes Race for {Race}, k = 8 (d2 has 5 rows), and nothing that is in no set', async () => {
    const problem = withSets(pose(paperExample(), 2, 'CM', 0), { columns: ['Race'], k: 8 })
    expect(stepNames(readTrail(await searchPaper(problem, {}, run)))).toEqual(['f2'])
  })

  test('one set of all columns is the paper', async () => {
    const columns = ['Relationship', 'Race', 'Workclass']
    for (const k of [3, 4, 5]) {
      const problem = withSets(pose(paperExample(), k, 'CM', 0), { columns, k })
      const expected = readTrail(await searchPaper(pose(paperExample(), k, 'CM', 0), {}, run))
      expect(stepNames(readTrail(await searchPaper(problem, {}, run)))).toEqual(stepNames(expected))
    }
  })

  test('two sets hold at once, and each alone needs no more steps', async () => {
    const sets = [
      { columns: ['Relationship', 'Race'], k: 6 },
      { columns: ['Workclass'], k: 9 },
    ]
    const posed = pose(paperExample(), 2, 'CM', 0)
    const both = (await searchPaper(withSets(posed, ...sets), {}, run)) as FoundColumns
    expect(createEvaluator(withSets(posed, ...sets)).evaluate(both.groupings).partition.suppressedRows).toBe(0)
    for (const set of sets) {
      const alone = stepNames(readTrail(await searchPaper(withSets(posed, set), {}, run)))
      expect(alone.length).toBeLessThanOrEqual(stepNames(readTrail(both)).length)
    }
  })
})

function expectSameTrail(a: Trail, b: Trail): void {
  const decisions = ({ points }: Trail) => points.map(({ figures, ...rest }: TrailPoint) => rest)
  expect(decisions(a)).toEqual(decisions(b))
  a.points.forEach((point, i) => {
    expect(point.figures['LM']).toBeCloseTo(b.points[i].figures['LM'], 12)
    expect(point.figures['CM']).toBeCloseTo(b.points[i].figures['CM'], 12)
  })
}

test(
  'search(random problem) leaves the same trail in both forms and by counting all again, with every ' + 'option',
  async () => {
    await fc.assert(
      fc.asyncProperty(anyProblem(), fc.integer({ min: 2, max: 8 }), anyOptions, async (random, k, options) => {
        const naive = await climbNaively(pose(random, k), options)
        for (const form of forms) {
          const result = await searchPaper(pose(random, k), { ...options, form }, run)
          expectSameTrail(readTrail(result), naive.trail)
        }
      }),
      { numRuns: someOf(100) },
    )
  },
)

test(
  'search(random problem) is acceptable, within its own suppression, and every point of the trail is what it ' + 'says',
  async () => {
    await fc.assert(
      fc.asyncProperty(anyProblem(), fc.integer({ min: 2, max: 6 }), anyOptions, async (random, k, options) => {
        const problem = pose(random, k)
        const result = await searchPaper(problem, options, run)
        if (result.outcome !== 'found')
          throw new Error(`suppression-limit is 1, so something exists; got ${result.outcome}`)
        const evaluation = createEvaluator(problem).evaluate(result.groupings)
        expect(evaluation.value).toBe(result.value)
        const { rows } = random.frequencies
        if (rows >= k)
          expect(evaluation.partition.suppressedRows).toBeLessThanOrEqual(options.suppression * rows + 1e-9)
        const trail = readTrail(result)
        trail.points.forEach((point, i) => {
          const posed = pose(random, Math.max(1, Math.min(point.anonymity, k)))
          const { partition, value } = createEvaluator(posed).evaluate(groupingsAt(trail, i))
          expect(partition.suppressedRows).toBe(point.suppressed)
          expect(value).toBeCloseTo(point.figures['CM'], 12)
          const loss = findMetric('LM').compute(partition, posed.goal.terms[0].settings)
          expect(loss).toBeCloseTo(point.figures['LM'], 12)
          expect(partition.classes.count).toBe(point.classes)
        })
      }),
      { numRuns: someOf(40) },
    )
  },
)

test(
  'recodingFromTrail(trail to the top, k) is k-anonymous for every k, and the own k gives the recoding of the ' +
    'search',
  async () => {
    await fc.assert(
      fc.asyncProperty(anyProblem({ fewestRows: 8 }), fc.integer({ min: 2, max: 8 }), async (random, k) => {
        const result = (await searchPaper(pose(random, k), { 'trail-to': 'all' }, run)) as FoundColumns
        const trail = JSON.parse(JSON.stringify(readTrail(result))) as Trail
        for (let other = 1; other <= random.frequencies.rows; other++) {
          const read = recodingFromTrail(trail, other)!
          const { partition } = createEvaluator(pose(random, other)).evaluate(read.groupings)
          expect(partition.suppressedRows).toBe(0)
        }
        const answer = recodingFromTrail(trail, k)!
        expect(answer.groupings.every((grouping, column) => sameGrouping(grouping, result.groupings[column]))).toBe(
          true,
        )
        expect(recodingFromTrail(trail, random.frequencies.rows + 1)).toBeUndefined()
      }),
      { numRuns: someOf(20) },
    )
  },
)

test('search(improve: moves) repeats itself, is never worse than the climb, never beats exhaustive', async () => {
  const limits = { columns: 3, codes: 4, kinds: ['tree', 'number'] as const }
  await fc.assert(
    fc.asyncProperty(anyProblem(limits), fc.integer({ min: 2, max: 5 }), fc.nat(9), async (random, k, seed) => {
      const problem = pose(random, k)
      const options = { improve: 'moves', suppression: 0.2 }
      const once = (await searchPaper(problem, options, { ...run, seed })) as FoundColumns
      const twice = (await searchPaper(problem, options, { ...run, seed })) as FoundColumns
      const climb = (await searchPaper(problem, { suppression: 0.2 }, run)) as FoundColumns
      const best = (await searchExhaustive.search(problem, {}, run)) as FoundColumns
      expect(twice.value).toBe(once.value)
      expect(once.groupings.every((grouping, column) => sameGrouping(grouping, twice.groupings[column]))).toBe(true)
      expect(once.value).toBeLessThanOrEqual(climb.value)
      expect(once.value).toBeGreaterThanOrEqual(best.value - 1e-12)
    }),
    { numRuns: someOf(40) },
  )
})

test('search(fewer rows than k) has none where nothing may be suppressed', async () => {
  const random = paperExample()
  const result = await searchPaper(pose(random, 30, 'CM', 0), {}, run)
  expect(result.outcome).toBe('none-exists')
})

test('search(suppressed group enforced) leaves no suppressed group smaller than k', async () => {
  await fc.assert(
    fc.asyncProperty(anyProblem({ fewestRows: 6 }), async (random) => {
      const problem: SearchProblem = { ...pose(random, 3), suppressedGroup: 'enforce' }
      const result = (await searchPaper(problem, { suppression: 0.3 }, run)) as FoundColumns
      const { suppressedRows } = createEvaluator(problem).evaluate(result.groupings).partition
      expect(suppressedRows === 0 || suppressedRows >= 3).toBe(true)
      expect(suppressedRows).toBeLessThanOrEqual(0.3 * random.frequencies.rows + 1e-9)
    }),
    { numRuns: someOf(40) },
  )
})

test('search() stops when cancelled', async () => {
  const cancelled = new AbortController()
  cancelled.abort()
  const result = await searchPaper(pose(paperExample(), 5), {}, { ...run, signal: cancelled.signal })
  expect(result.outcome).toBe('cancelled')
})

test('search(information without a class column) names the remedy', async () => {
  const { hierarchies, frequencies } = paperExample()
  const problem = pose({ hierarchies, frequencies: { ...frequencies, targets: [] } }, 3, 'LM')
  await expect(searchPaper(problem, { metric: 'information' }, run)).rejects.toThrow(/role: target/)
  expect((await searchPaper(problem, {}, run)).outcome).toBe('found')
})

test(
  'search(node directly under the root with fewer than k rows) warns, and names neither the node nor its ' + 'rows',
  async () => {
    const result = await searchPaper(pose(paperExample(), 5), {}, run)
    expect(result.details?.['warnings']).toEqual([
      expect.stringMatching(
        /^column "Workclass": a node stands directly under the root with fewer than 5 rows; without/,
      ),
    ])
  },
)

describe('search(Adult)', needs(adult), () => {
  test('leaves the same trail in both forms and by counting all again, K = 10, 100, 500, seven trees', async () => {
    const { sevenHierarchies, enlargedAdult } = await import('../../../../test/enlarged-adult.ts')
    const seven = sevenHierarchies()
    const categorical = { hierarchies: seven, frequencies: enlargedAdult(seven, { scale: 1, novelty: 3, seed: 1 }) }
    expect(categorical.frequencies.combinations).toBe(7744)
    for (const k of [10, 100, 500]) {
      const naive = await climbNaively(pose(categorical, k), {})
      for (const form of forms) {
        expectSameTrail(readTrail(await searchPaper(pose(categorical, k), { form }, run)), naive.trail)
      }
    }
  })

  test.each([10, 250])(
    'keeps CM at or below 0.183 with preset: careful, k = %d, eight quasi-identifiers',
    async (k) => {
      const problem = pose(adultProblem(), k)
      const result = (await searchBottomUp.search(problem, { preset: 'careful' }, run)) as FoundColumns
      expect(result.value).toBeLessThanOrEqual(0.183)
      const { partition } = createEvaluator(problem).evaluate(result.groupings)
      expect(partition.suppressedRows).toBeLessThanOrEqual(0.01 * 30_162)
    },
  )
})
