import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomFrom } from '../../../ground/random.ts'
import { dominates, sortFronts } from './dominance.ts'
import { beats, crowdingDistances, evolve, makeChildren, selectSurvivors } from './nsga2.ts'
import { createArchive, type Solution } from './solution.ts'

/** Few different values, so that ties and duplicates are common. */
const anyPoints = (objectives: number) =>
  fc.array(
    fc.record({
      objectives: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: objectives, maxLength: objectives }),
      violation: fc.integer({ min: -2, max: 3 }),
    }),
    { minLength: 1, maxLength: 25 },
  )
const anyProblem = fc.constantFrom(2, 3).chain(anyPoints)

/** Fronts by repeatedly removing the non-dominated points. */
function naiveFronts(points: readonly { objectives: number[]; violation: number }[], constrained: boolean): number[][] {
  const better = (a: (typeof points)[number], b: (typeof points)[number]): boolean => {
    if (constrained && (a.violation > 0 || b.violation > 0)) {
      if (a.violation <= 0) return true
      return b.violation > 0 && a.violation < b.violation
    }
    return a.objectives.every((value, i) => value <= b.objectives[i]) && a.objectives.join() !== b.objectives.join()
  }
  const fronts: number[][] = []
  let left = points.map((_, i) => i)
  while (left.length > 0) {
    const front = left.filter((i) => !left.some((j) => better(points[j], points[i])))
    fronts.push(front)
    left = left.filter((i) => !front.includes(i))
  }
  return fronts
}

describe('sortFronts(points)', () => {
  test('equals taking away what nothing left dominates', () => {
    fc.assert(
      fc.property(anyProblem, fc.boolean(), (points, constrained) => {
        expect(sortFronts(points, constrained)).toEqual(naiveFronts(points, constrained))
      }),
      { numRuns: 300 },
    )
  })
})

describe('crowdingDistances(front)', () => {
  test(
    'equals the gap between the neighbours of each point, in the range of each objective, equals in the front’s ' +
      'order',
    () => {
      fc.assert(
        fc.property(anyProblem, (points) => {
          const front = points.map(({ objectives }) => objectives)
          /** How many points precede this one in an objective. */
          const findPlace = (point: number, objective: number) =>
            front.filter((other, i) => {
              const difference = other[objective] - front[point][objective]
              return difference < 0 || (difference === 0 && i < point)
            }).length
          const naive = front.map((_, point) =>
            front[0].reduce((sum, _, objective) => {
              const place = findPlace(point, objective)
              if (place === 0 || place === front.length - 1) return Number.POSITIVE_INFINITY
              const values = front.map((other) => other[objective])
              const range = Math.max(...values) - Math.min(...values)
              const at = (wanted: number) => values.find((_, i) => findPlace(i, objective) === wanted) as number
              return range === 0 ? sum : sum + (at(place + 1) - at(place - 1)) / range
            }, 0),
          )
          for (const [i, distance] of crowdingDistances(front).entries()) expect(distance).toBeCloseTo(naive[i], 9)
        }),
        { numRuns: 200 },
      )
    },
  )

  test('is infinite at the ends and 0 between equals', () => {
    expect([
      ...crowdingDistances([
        [1, 3],
        [2, 2],
        [2, 2],
        [2, 2],
        [3, 1],
      ]),
    ]).toEqual([Number.POSITIVE_INFINITY, 1, 0, 1, Number.POSITIVE_INFINITY])
    expect([...crowdingDistances([])]).toEqual([])
  })
})

describe('beats(x, y): the modified selection', () => {
  const point = (violation: number, first: number, rank: number, crowding: number) => ({
    objectives: [first, violation],
    violation,
    rank,
    crowding,
  })
  test.each([
    ['both feasible: lower rank', point(0, 9, 0, 1), point(-5, 1, 1, 9)],
    ['both feasible, same rank: more alone', point(0, 9, 1, 2), point(-5, 1, 1, 1)],
    ['one feasible: that one', point(0, 9, 7, 0), point(1, 1, 0, 9)],
    ['both infeasible: nearer to feasible', point(1, 9, 7, 0), point(2, 1, 0, 9)],
    ['as near: smaller first objective', point(2, 1, 7, 0), point(2, 2, 0, 9)],
    ['that equal too: more alone, whatever the rank', point(2, 2, 7, 9), point(2, 2, 0, 1)],
  ])('%s', (_, winner, loser) => {
    expect(beats(winner, loser)).toBe(true)
    expect(beats(loser, winner)).toBe(false)
  })
  test('nothing tells equals apart', () => {
    expect(beats(point(2, 2, 1, 1), point(2, 2, 0, 1))).toBe(false)
  })
})

test(
  'makeChildren(a, b): every bit of a child is a parent’s where nothing mutates, and both children together ' +
    'hold both parents',
  () => {
    const anyPair = fc.integer({ min: 1, max: 12 }).chain((length) => {
      const bits = fc.array(fc.constantFrom(0, 1), { minLength: length, maxLength: length })
      return fc.tuple(bits, bits, fc.integer())
    })
    fc.assert(
      fc.property(anyPair, ([a, b, seed]) => {
        const [x, y] = makeChildren(
          Uint8Array.from(a),
          Uint8Array.from(b),
          { crossover: 1, mutation: 0 },
          randomFrom(seed),
        )
        for (const [i, bit] of a.entries()) expect([x[i], y[i]].sort()).toEqual([bit, b[i]].sort())
        // One cut: from some position on the first child is b.
        const cut = [...x.keys()].find(
          (i) => x.slice(0, i).every((bit, j) => bit === a[j]) && x.slice(i).join('') === b.slice(i).join(''),
        )
        expect(a.length === 1 || cut !== undefined || x.join('') === a.join('')).toBe(true)
      }),
    )
  },
)

/** Ones in the first half against zeros in the second: every split of the two is on the front. */
const toy = (bits: Uint8Array): Solution => {
  const half = bits.length / 2
  const first = bits.slice(0, half).reduce((sum, bit) => sum + bit, 0)
  const second = bits.slice(half).reduce((sum, bit) => sum + bit, 0)
  const objectives = Float64Array.of(first + Math.abs(first + second - half), second + Math.abs(first + second - half))
  return { bits, objectives, value: objectives[0], deviation: 0, violation: 0 }
}

test(
  'evolve: keeps the population’s size, never loses the best of an objective, finds the whole front of a ' + 'toy',
  async () => {
    const sizes: number[] = []
    const ends: number[] = []
    const random = randomFrom(1)
    const first = Array.from({ length: 20 }, () => Uint8Array.from({ length: 12 }, () => random.integer(2)))
    const { population } = await evolve(
      first,
      { population: 20, evaluations: 10_000, crossover: 0.8, mutation: 0.1, constrained: false, distinct: true },
      random,
      {
        score: async (chromosomes) => chromosomes.map(toy),
        repair: () => {},
        generation(_, members) {
          sizes.push(members.length)
          ends.push(Math.min(...members.map(({ objectives }) => objectives[0])))
        },
      },
    )
    expect(sizes).toEqual(Array(500).fill(20))
    for (const [i, best] of ends.entries()) expect(best).toBeLessThanOrEqual(ends[Math.max(0, i - 1)])
    const front = new Set(population.filter(({ rank }) => rank === 0).map(({ objectives }) => objectives.join()))
    expect([...front].sort()).toEqual(['0,6', '1,5', '2,4', '3,3', '4,2', '5,1', '6,0'])
  },
)

test('selectSurvivors: whole fronts first, then the most alone of the next, doubles left out when asked', () => {
  const solutions = [
    [0, 4],
    [4, 0],
    [1, 3],
    [2, 2],
    [3, 3],
  ].map((objectives, i): Solution => {
    return { ...toy(Uint8Array.of(i & 1, (i >> 1) & 1, i >> 2, 0)), objectives: Float64Array.from(objectives) }
  })
  const kept = selectSurvivors(solutions, { population: 3, constrained: false, distinct: true })
  // Between the ends, (2, 2) is less crowded: its neighbours are (1, 3) and (4, 0).
  expect(kept.map(({ objectives }) => objectives.join())).toEqual(['0,4', '4,0', '2,2'])
  const doubled = [...solutions.slice(0, 2), ...solutions.slice(0, 2)]
  expect(selectSurvivors(doubled, { population: 4, constrained: false, distinct: true }).length).toBe(2)
  expect(selectSurvivors(doubled, { population: 4, constrained: false, distinct: false }).length).toBe(4)
})

test('createArchive: what a plain pass over everything offered would keep, in any order', () => {
  fc.assert(
    fc.property(anyPoints(2), (points) => {
      const solutions = points.map(
        (point, i): Solution => ({
          ...toy(Uint8Array.from({ length: 6 }, (_, bit) => (i >> bit) & 1)),
          objectives: Float64Array.from(point.objectives),
          violation: point.violation,
        }),
      )
      const feasible = solutions.filter(({ violation }) => violation <= 0)
      const front = feasible.filter((one) => !feasible.some((other) => dominates(other.objectives, one.objectives)))
      const contents = [solutions, [...solutions].reverse()].map((order) => {
        const archive = createArchive()
        for (const solution of order) archive.offer(solution)
        return archive.members.map(({ bits }) => bits.join('')).sort()
      })
      expect(contents[0]).toEqual(contents[1])
      expect(contents[0].length).toBe(new Set(front.map(({ objectives }) => objectives.join())).size)
    }),
  )
})
