import { expect, test } from 'vitest'
import { randomFrom } from '../../ground/random.ts'
import { groupLabel, groupLoss } from '../hierarchy.ts'
import { resolveHierarchy } from '../resolve.ts'
import type { HierarchySpecification } from '../specification.ts'
import { numberBefore, publicBins, roundGrids } from './public-bins.ts'
import { readRange } from './range-label.ts'

function binned(values: readonly (number | string)[], counts: readonly number[], more: object = {}) {
  const specification = { kind: 'number', endpoints: 'all', people: 10, ...more } as HierarchySpecification
  const profile = { values: values.map(String), counts, missingCount: 0 }
  return resolveHierarchy('x', specification, profile, { missing: 'none' })
}

const ages = Array.from({ length: 74 }, (_, i) => 17 + i)

test('ages of many people get bins of two, open at both ends and merged where people are few', () => {
  const { hierarchy } = binned(
    ages,
    ages.map((age) => (age < 80 ? 100 : 1)),
  )
  expect(hierarchy.values.slice(0, 3)).toEqual(['≤ 19', '[20,21]', '[22,23]'])
  expect(hierarchy.values.at(-1)).toBe('≥ 80')
  expect(groupLabel(hierarchy, 1, 2)).toBe('[20,23]')
  expect(groupLabel(hierarchy, 0, hierarchy.values.length - 1)).toBe('*')
  // The width of what is printed, over that of the ages.
  expect(groupLoss(hierarchy, 1, 2)).toBeCloseTo(3 / 73)
  expect(groupLoss(hierarchy, 0, 0)).toBeCloseTo(2 / 73)
})

test('a search that takes any interval pairs neighbours from the first', () => {
  const counts = ages.map(() => 100)
  expect(binned(ages, counts, { pairs: true }).hierarchy.values.slice(0, 3)).toEqual(['≤ 18', '[19,20]', '[21,22]'])
})

test('a border between two values is the roundest number there, not the first value of a bin', () => {
  const { hierarchy } = binned([20, 21, 34, 37, 53, 54, 58], [90, 90, 1, 9, 90, 1, 9], { people: 10, pairs: true })
  expect(hierarchy.values).toEqual(['≤ 29', '[30,49]', '≥ 50'])
})

test('a value that most have does not make the grid so fine that borders are values of others', () => {
  const rest = Array.from({ length: 700 }, (_, i) => (1500 + i * 3) / 100)
  const { hierarchy } = binned([...rest, 45], [...rest.map(() => 1), 14_000], { people: 10, pairs: true })
  const ends = hierarchy.values.flatMap((label) => label.match(/[\d.]+/g) ?? []).map(Number)
  expect(ends.length).toBeGreaterThan(20)
  expect(ends.filter((end) => rest.includes(end) && !Number.isInteger(end * 2))).toEqual([])
})

test('decimals end before the next border, and a nearly unique number has a coarser grid', () => {
  const salaries = Array.from({ length: 1000 }, (_, i) => 20_000 + i * 37.25)
  const { hierarchy } = binned(
    salaries,
    salaries.map(() => 1),
  )
  expect(hierarchy.values[0]).toBe('< 20500')
  expect(hierarchy.values[1]).toBe('[20500,21000)')
  expect(readRange('[20500,21000)')).toMatchObject({ low: 20_500, high: 20_999.999999999996 })
})

test('endpoints and widths of the job are the grid; quantiles say how many people a bin has', () => {
  const counts = ages.map(() => 100)
  expect(binned(ages, counts, { endpoints: { list: [30, 31, 65] } }).hierarchy.values).toEqual([
    '≤ 29',
    '[30,64]',
    '≥ 65',
  ])
  expect(binned(ages, counts, { endpoints: { width: 10 } }).hierarchy.values.slice(0, 2)).toEqual(['≤ 19', '[20,29]'])
  expect(binned(ages, counts, { endpoints: { quantiles: 7 } }).hierarchy.values.slice(0, 2)).toEqual([
    '≤ 29',
    '[30,39]',
  ])
  expect(binned(ages, counts, { levels: [5, 10, 20] }).hierarchy.levels.map(({ name }) => name)).toEqual([
    'bins',
    'width 10',
    'width 20',
    'all',
  ])
})

test('a column of three values keeps them; one of fewer people than a bin needs says nothing', () => {
  expect(binned([0, 1, 2], [50, 20, 10]).hierarchy.values).toEqual(['≤ 0', '1', '≥ 2'])
  expect(binned([0, 1, 2], [50, 20, 9]).hierarchy.values).toEqual(['≤ 0', '≥ 1'])
  expect(binned([1, 2, 3, 4, 5], [1, 1, 1, 1, 1]).hierarchy.values).toEqual(['*'])
})

test('neighbours of an order are bins of two, named by their first and last value', () => {
  const order = ['none', 'school', 'college', 'bachelor', 'master', 'doctor']
  const { hierarchy, codes } = resolveHierarchy(
    'degree',
    { kind: 'order', order, people: 10 },
    { values: order, counts: [4, 30, 20, 20, 10, 2], missingCount: 0 },
    { missing: 'none' },
  )
  expect(hierarchy.values).toEqual(['[none,school]', '[college,bachelor]', '[master,doctor]'])
  expect([...codes]).toEqual([0, 0, 1, 1, 2, 2])
  expect(groupLabel(hierarchy, 1, 2)).toBe('[college,doctor]')
  expect(groupLabel(hierarchy, 0, 2)).toBe('*')
  expect(groupLoss(hierarchy, 1, 2)).toBeCloseTo(3 / 5)
})

test('over random columns every bin has people and values enough, and a label covers exactly its values', () => {
  const random = randomFrom(7)
  for (let round = 0; round < 400; round++) {
    const people = 2 + random.integer(20)
    const scale = 10 ** (random.integer(12) - 4) * (round % 50 === 0 ? 1e290 : 1)
    const drawn = Array.from({ length: 1 + random.integer(300) }, () => {
      const value = (random.uniform() - 0.3) ** 3 * 1000 * scale
      return round % 3 === 0 ? Math.round(value) : round % 3 === 1 ? Number(value.toPrecision(3)) : value
    })
    const values = [...new Set(drawn.map((value) => value + 0))].sort((a, b) => a - b)
    const counts = values.map(() => 1 + random.integer(round % 2 === 0 ? 3 : 40))
    const { hierarchy, codes } = binned(values, counts, { people, pairs: round % 4 === 0 })
    const bins = hierarchy.values.length
    const all = counts.reduce((a, b) => a + b, 0)
    for (let bin = 0; bin < bins; bin++) {
      const inside = values.flatMap((_, i) => (codes[i] === bin ? [i] : []))
      if (bins > 1) {
        expect(inside.reduce((sum, i) => sum + counts[i], 0)).toBeGreaterThanOrEqual(people)
        expect(inside.length).toBeGreaterThanOrEqual(values.length < 4 ? 1 : 2)
      } else expect(inside).toHaveLength(values.length)
    }
    const spans = [[0, bins - 1], ...Array.from({ length: 20 }, () => [random.integer(bins), random.integer(bins)])]
    for (const [a, b] of spans) {
      const [from, to] = [Math.min(a, b), Math.max(a, b)]
      const label = groupLabel(hierarchy, from, to)
      const range = label === '*' ? { low: -Infinity, high: Infinity } : readRange(label)
      const covered = values.filter((value) => range !== undefined && value >= range.low && value <= range.high)
      expect(covered).toEqual(values.filter((_, i) => codes[i] >= from && codes[i] <= to))
    }
    expect(all).toBeGreaterThan(0)
  }
})

/**
 * Nothing that follows from counts can ignore every single person: change all people of a table one by one, and any
 * table becomes any other. So this is the bound of what borders tell of a person, also of one who is suppressed later:
 * the cell of the value in a grid one step finer than the borders, and whether others have the value.
 */
test('a value that moves inside its cell moves no border, and no border is a value of the person', () => {
  const { integer: below, uniform: random } = randomFrom(7)
  let moved = 0
  for (let round = 0; round < 400; round++) {
    const people = 2 + below(5)
    const others = [0, 10_000, ...Array.from({ length: 20 + below(120) }, () => below(10_001) / [1, 4, 100][below(3)])]
    const bins = (hidden: number) => {
      const counts = new Map<number, number>()
      for (const value of [...others, hidden]) counts.set(value, (counts.get(value) ?? 0) + 1)
      const values = [...counts.keys()].sort((a, b) => a - b)
      const known = { values, counts: values.map((value) => counts.get(value) as number) }
      return publicBins(known, { people }, roundGrids(10_000), numberBefore)
    }
    const hidden = 1 + random() * 9998
    const { starts, grid } = bins(hidden)
    const { step } = grid as typeof grid & { readonly step: number }
    // The finest grid that was tried: after 5 and 2 comes 1 of the same power, after 1 comes 5 of the next.
    const width = 10 ** (Math.floor(Math.log10(step) + 1e-9) - (/^1/.test(step.toExponential()) ? 1 : 0))
    const first = Math.floor(hidden / width) * width
    const other = first + width * (0.01 + 0.98 * random())
    if (others.includes(hidden) || others.includes(other)) continue
    expect(bins(other).starts).toEqual(starts)
    expect([...starts].slice(1)).not.toContain(hidden)
    // Elsewhere it may move borders; each bin still has k people, of whom the hidden person is one at most.
    const elsewhere = bins(1 + random() * 9998)
    if (elsewhere.starts.join() !== starts.join()) moved++
    const sizes = new Int32Array(elsewhere.starts.length)
    for (const value of others) sizes[elsewhere.starts.findLastIndex((start) => start <= value)]++
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(people - 1)
  }
  expect(moved).toBeGreaterThan(0)
})
