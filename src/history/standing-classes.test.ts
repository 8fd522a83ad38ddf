/**
 * Releases over time, counted again by a program that knows nothing of the decisions: only who was shown in which class
 * when.
 */
import { describe, expect, it } from 'vitest'
import { randomFrom } from '../ground/random.ts'
import type { Box } from './people.ts'
import { nextRelease, type StandingRules } from './standing-classes.ts'

const K = 5

interface Shown {
  readonly label: string
  readonly value: number
}

/** The people of each release by their number. */
type Releases = readonly ReadonlyMap<number, Shown>[]

/** People who share fewer than K whole histories, at any release. */
function lonelyPeople(releases: Releases): number {
  let lonely = 0
  for (let last = 1; last <= releases.length; last++)
    for (const person of releases[last - 1].keys()) {
      const labels = releases.slice(0, last).map((release) => release.get(person)?.label)
      const others = [...releases[last - 1].keys()].filter((other) =>
        labels.every((label, r) => label === undefined || releases[r].get(other)?.label === label),
      )
      if (others.length < K) lonely++
    }
  return lonely
}

/** Classes that 1 to K − 1 people come into, go from or change their values in between two releases. */
function smallSteps(releases: Releases): number {
  let small = 0
  for (let r = 1; r < releases.length; r++) {
    const counts = new Map<string, number>()
    const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)
    for (const person of new Set([...releases[r - 1].keys(), ...releases[r].keys()])) {
      const [before, after] = [releases[r - 1].get(person), releases[r].get(person)]
      if (before?.label !== after?.label) {
        if (before !== undefined) count(`went ${before.label}`)
        if (after !== undefined) count(`came ${after.label}`)
      } else if (before?.value !== after?.value) count(`changed ${after?.label}`)
    }
    for (const people of counts.values()) if (people < K) small++
  }
  return small
}

interface World {
  readonly months: number
  readonly people: number
  readonly churn: number
  readonly moves: number
  readonly erasures: number
}

/** Lets people come, go, move and be erased, and returns what each release shows, and who waited how long. */
async function live(seed: number, world: World, rules: Partial<StandingRules> = {}) {
  const stream = randomFrom(seed)
  const random = () => stream.uniform()
  const draw = (below: number) => Math.floor(random() * below)
  const codes: [number[], number[]] = [[], []]
  const values: number[] = []
  const isPresent: number[] = []
  const isErased: number[] = []
  const add = () => {
    codes[0].push(draw(30))
    codes[1].push(draw(4))
    values.push(0)
    isErased.push(0)
    isPresent.push(1)
  }
  let state: { classes: Int32Array; since: Int32Array; waited: Int32Array; boxes: readonly Box[] } | undefined
  const pasts = new Map<string, number>()
  let past: number[] = []
  let shownValues: number[] = []
  const releases: Map<number, Shown>[] = []
  const waiting: { share: number; longest: number }[] = []
  for (let month = 1; month <= world.months; month++) {
    if (month === 1) for (let i = 0; i < world.people; i++) add()
    else
      for (let person = 0, count = codes[0].length; person < count; person++) {
        if (isPresent[person] === 0 && random() < world.churn / 10 && isErased[person] === 0) isPresent[person] = 1
        if (isPresent[person] === 0) continue
        if (random() < world.churn) {
          isPresent[person] = 0
          add()
        } else if (random() < world.moves) codes[0][person] = draw(30)
        else if (random() < 0.05) values[person]++
        if (random() < world.erasures / world.people) isErased[person] = 1
      }
    const count = codes[0].length
    const known = (array: ArrayLike<number> | undefined, rest: number) =>
      Int32Array.from({ length: count }, (_, i) => array?.[i] ?? rest)
    const before = known(state?.classes, -1)
    const next = await nextRelease(
      {
        count,
        codes,
        present: Uint8Array.from(isPresent),
        classes: before,
        since: known(state?.since, 0),
        waited: known(state?.waited, 0),
        past: known(past, -1),
        changed: Uint8Array.from(values, (value, i) => Number(before[i] >= 0 && value !== shownValues[i])),
        erased: Uint8Array.from(isErased),
      },
      state?.boxes ?? [],
      {
        k: K,
        release: month,
        classSize: 4 * K,
        waitingLimit: 0.1,
        waitAtMost: 4,
        leavers: 'stay',
        accepts: (group) => group.length === 0 || group.length >= K,
        loss: (box) => (box[0][1] - box[0][0]) / 29 + (box[1][1] - box[1][0]) / 3,
        search: async (people, size) => cutInTwo(people, size, codes),
        ...rules,
      },
    )
    past = Array.from(known(past, -1))
    for (const person of next.gone) {
      const key = [past[person], before[person], state?.since[person], month].join()
      past[person] = pasts.get(key) ?? pasts.set(key, pasts.size).size - 1
    }
    shownValues = values.map((value, i) => (next.updated[i] === 1 ? value : shownValues[i]))
    state = next
    releases.push(
      new Map(
        [...next.classes].flatMap((to, i) =>
          to < 0 ? [] : [[i, { label: JSON.stringify(next.boxes[to]), value: shownValues[i] }] as const],
        ),
      ),
    )
    const waits = [...next.classes.keys()].filter((i) => isPresent[i] === 1 && next.classes[i] < 0 && past[i] < 0)
    const longest = Math.max(0, ...waits.filter((i) => isErased[i] === 0).map((i) => next.waited[i]))
    waiting.push({ share: waits.length / isPresent.reduce((sum, flag) => sum + flag, 0), longest })
  }
  return { releases, waiting }
}

/** Halves people at the median of the wider column as long as both halves are large enough. */
function cutInTwo(
  people: readonly number[],
  size: number,
  codes: readonly (readonly number[])[],
): { box: Box; people: readonly number[] }[] {
  const box = codes.map((columnCodes): [number, number] => {
    const some = people.map((person) => columnCodes[person])
    return [Math.min(...some), Math.max(...some)]
  })
  const column = box[0][1] - box[0][0] >= 3 * (box[1][1] - box[1][0]) ? 0 : 1
  const sorted = people.toSorted((a, b) => codes[column][a] - codes[column][b] || a - b)
  const half = sorted.length >> 1
  if (half < size) return [{ box, people }]
  return [...cutInTwo(sorted.slice(0, half), size, codes), ...cutInTwo(sorted.slice(half), size, codes)]
}

describe('standing classes', () => {
  it.each([1, 2, 3, 4, 5, 6])('nobody is below k and no step is small, seed %i', async (seed) => {
    const world = { months: 14, people: 500, churn: 0.08, moves: 0.03, erasures: seed % 2 }
    const { releases, waiting } = await live(seed, world)
    expect(lonelyPeople(releases)).toBe(0)
    expect(smallSteps(releases)).toBe(0)
    expect(Math.max(...waiting.map(({ longest }) => longest))).toBeLessThanOrEqual(4)
    expect(Math.max(...waiting.map(({ share }) => share))).toBeLessThanOrEqual(0.1)
    expect(releases[13].size).toBeGreaterThan(300)
  })

  it('the recount finds rows that go at once', async () => {
    const world = { months: 5, people: 500, churn: 0.08, moves: 0, erasures: 0 }
    expect(smallSteps((await live(1, world, { leavers: 'go' })).releases)).toBeGreaterThan(10)
  })

  it('the recount finds newcomers who do not wait', async () => {
    const world = { months: 5, people: 500, churn: 0.08, moves: 0, erasures: 0 }
    expect(smallSteps((await live(1, world, { accepts: () => true })).releases)).toBeGreaterThan(10)
  })

  it('the recount finds people who share one class, but not both', () => {
    const release = (label: (person: number) => string) =>
      new Map(Array.from({ length: 12 }, (_, person) => [person, { label: label(person), value: 0 }]))
    const halves = release((person) => (person < 6 ? 'a' : 'b'))
    expect(lonelyPeople([halves, halves])).toBe(0)
    expect(lonelyPeople([halves, release((person) => (person % 2 === 0 ? 'c' : 'd'))])).toBe(12)
  })
})
