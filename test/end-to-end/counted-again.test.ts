/** The guarantee, counted by a plain counter of the test on the written file, for random tables and for Adult. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { adult, adultColumns, adultFile, adultQuasiIdentifiers, readAdult } from '../adult.ts'
import { needs } from '../needs.ts'
import { someOf } from '../thorough.ts'
import { countClasses, inFolder, readRelease, runJob } from './workshop.ts'

const tree = {
  name: 'Any',
  children: [
    { name: 'Fruit', children: [{ name: 'Apple' }, { name: 'Pear' }] },
    { name: 'Root', children: [{ name: 'Carrot' }, { name: 'Beet' }, { name: 'Radish' }] },
    { name: 'Bread' },
  ],
}
const parents: Readonly<Record<string, string>> = {
  Apple: 'Fruit',
  Pear: 'Fruit',
  Carrot: 'Root',
  Beet: 'Root',
  Radish: 'Root',
  Bread: 'Bread',
}
const sizes = ['XS', 'S', 'M', 'L', 'XL']

/** Columns of each kind: how values are made, what the job says, whether a label covers a value. */
const kinds = {
  number: {
    values: fc.integer({ min: -30, max: 90 }).map(String),
    settings: { type: 'numeric' },
    covers: (label: string, value: string) => {
      const [low, high] = /^\[(.+),(.+)\]$/.exec(label)?.slice(1) ?? [label, label]
      return Number(low) <= Number(value) && Number(value) <= Number(high)
    },
  },
  bins: {
    values: fc.integer({ min: 0, max: 99 }).map((value) => (value / 10).toFixed(1)),
    settings: { type: 'numeric', endpoints: { width: 2, origin: 0.5 } },
    covers: (label: string, value: string) => kinds.number.covers(label, value),
  },
  tree: {
    values: fc.constantFrom(...Object.keys(parents)),
    settings: { taxonomy: 'tree.json' },
    covers: (label: string, value: string) => [value, parents[value], 'Any'].includes(label),
  },
  order: {
    values: fc.constantFrom(...sizes),
    settings: { order: sizes, levels: [2, 4] },
    covers: (label: string, value: string) => {
      const [low, high] = /^\[(.+),(.+)\]$/.exec(label)?.slice(1) ?? [label, label]
      return sizes.indexOf(low) <= sizes.indexOf(value) && sizes.indexOf(value) <= sizes.indexOf(high)
    },
  },
  prefix: {
    values: fc.integer({ min: 100, max: 139 }).map(String),
    settings: { type: 'prefix' },
    covers: (label: string, value: string) =>
      label === '*' || [...label].every((letter, i) => letter === '*' || letter === value[i]),
  },
  date: {
    values: fc
      .integer({ min: 0, max: 900 })
      .map((day) => new Date(Date.UTC(2009, 0, 1 + day)).toISOString().slice(0, 10)),
    settings: { type: 'date' },
    covers: (label: string, value: string) => {
      const quarter = `${value.slice(0, 4)}-Q${Math.ceil(Number(value.slice(5, 7)) / 3)}`
      return [value, value.slice(0, 7), quarter, value.slice(0, 4), `${value.slice(0, 3)}0s`, '*'].includes(label)
    },
  },
} as const
type Kind = keyof typeof kinds

const tables = fc
  .uniqueArray(fc.constantFrom(...(Object.keys(kinds) as Kind[])), { minLength: 1, maxLength: 3 })
  .chain((columns) =>
    fc.record({
      columns: fc.constant(columns),
      rows: fc.array(fc.tuple(...columns.map((kind) => kinds[kind].values)), { minLength: 8, maxLength: 40 }),
      k: fc.integer({ min: 2, max: 6 }),
      onSuppressed: fc.constantFrom('mask', 'drop'),
      group: fc.constantFrom('exempt', 'enforce'),
      limit: fc.constantFrom(0, 0.2, 1),
    }),
  )

describe('the release of a random table', () => {
  it('has no class below k, covers every value, keeps every row in its place', async () => {
    await fc.assert(
      fc.asyncProperty(tables, async ({ columns, rows, k, onSuppressed, group, limit }) => {
        const job = {
          version: 1,
          data: { source: 'p.csv' },
          columns: {
            ...Object.fromEntries(columns.map((kind) => [kind, { role: 'quasi-identifier', ...kinds[kind].settings }])),
            n: { role: 'other' },
          },
          privacy: {
            k,
            ends: 'exact',
            'suppressed-rows': onSuppressed,
            'suppressed-group': group,
            'suppression-limit': limit,
          },
          output: { release: 'release.csv', order: 'source' },
        }
        const text = [[...columns, 'n'], ...rows.map((row, n) => [...row, n])].map((line) => line.join(',')).join('\n')
        await inFolder(
          { 'p.csv': `${text}\n`, 'job.yaml': JSON.stringify(job), 'tree.json': JSON.stringify(tree) },
          async (folder) => {
            const result = await runJob(folder)
            expect(result.outcome).toBe('found')
            const suppressed = result.suppressed as number
            const released = readRelease(join(folder, 'release.csv'))
            expect(released.length).toBe(rows.length - (onSuppressed === 'drop' ? suppressed : 0))
            expect(suppressed).toBeLessThanOrEqual(limit * rows.length)
            if (group === 'enforce')
              expect(suppressed === 0 || suppressed >= k || suppressed === rows.length).toBe(true)

            const counted = countClasses(released, columns)
            expect(counted.sizes.every((size) => size >= k)).toBe(true)
            // A class whose labels are all the root's * cannot be distinguished from suppressed rows in the file.
            if (counted.suppressed === (onSuppressed === 'drop' ? 0 : suppressed)) {
              expect(result).toMatchObject({ classes: counted.sizes.length, smallestClass: counted.sizes[0] ?? 0 })
            }
            let last = -1
            for (const row of released) {
              const place = Number(row['n'])
              expect(place).toBeGreaterThan(last)
              last = place
              if (columns.every((kind) => row[kind] === '*')) continue
              columns.forEach((kind, c) => {
                expect([row[kind], rows[place][c], kinds[kind].covers(row[kind], rows[place][c])]).toEqual([
                  row[kind],
                  rows[place][c],
                  true,
                ])
              })
            }
          },
        )
      }),
      { numRuns: someOf(14), seed: 20 },
    )
  })
})

describe('the release of Adult', needs(adult), () => {
  const job = (k: number) => ({
    version: 1,
    data: { source: adultFile('adult.data'), header: adultColumns, delimiter: ', ', missing: 'drop', unlisted: 'keep' },
    columns: {
      ...Object.fromEntries(
        adultQuasiIdentifiers.map((column) => [
          column,
          column === 'age'
            ? { role: 'quasi-identifier', type: 'numeric' }
            : { role: 'quasi-identifier', taxonomy: adultFile(`taxonomies/${column}.json`) },
        ]),
      ),
      income: { role: 'target' },
    },
    privacy: { k, ends: 'exact' },
    algorithm: { name: 'lattice' },
    output: { release: 'release.csv', order: 'source' },
  })

  it.each([10, 100])('k = %i: 30,162 rows, 18,109 combinations, no class below k', async (k) => {
    await inFolder({ 'job.yaml': JSON.stringify(job(k)) }, async (folder) => {
      const result = await runJob(folder)
      expect(result).toMatchObject({
        outcome: 'found',
        optimal: true,
        rows: 32_561,
        missing: 2_399,
        combinations: 18_109,
      })
      const released = readRelease(join(folder, 'release.csv'))
      const counted = countClasses(released, adultQuasiIdentifiers)
      expect(counted.sizes[0]).toBeGreaterThanOrEqual(k)
      expect(result).toMatchObject({
        suppressed: counted.suppressed,
        classes: counted.sizes.length,
        smallestClass: counted.sizes[0],
        verification: { verdict: 'holds', rows: 30_162 },
      })
      // Every other column, row by row, as in the source.
      const raw = readAdult()
      expect(released.length).toBe(raw.length)
      const others = adultColumns.filter((column) => !(adultQuasiIdentifiers as readonly string[]).includes(column))
      const wrong = released.findIndex((row, i) => others.some((column) => row[column] !== raw[i][column]))
      expect(wrong).toBe(-1)
      // LM of the file, by its own labels: what the run says.
      expect(lossOf(released, raw)).toBeCloseTo((result.metrics as Record<string, number>)['LM'], 10)
    })
  })

  /** The mean loss over all quasi-identifier cells, from labels and taxonomy files alone; a suppressed cell loses all. */
  function lossOf(released: readonly Record<string, string>[], raw: readonly Record<string, string>[]): number {
    const ages = raw.map((row) => Number(row['age']))
    const span = ages.reduce((a, b) => Math.max(a, b)) - ages.reduce((a, b) => Math.min(a, b))
    let sum = 0
    for (const column of adultQuasiIdentifiers) {
      if (column === 'age') {
        // Extents of the groups by the ages of their rows; the rows suppressed at these k do not change them.
        const groups = new Map<string, { low: number; high: number }>()
        released.forEach((row, i) => {
          const own = groups.get(row['age']) ?? { low: ages[i], high: ages[i] }
          groups.set(row['age'], { low: Math.min(own.low, ages[i]), high: Math.max(own.high, ages[i]) })
        })
        for (const row of released) {
          const group = groups.get(row['age']) as { low: number; high: number }
          sum += row['age'] === '*' ? 1 : (group.high - group.low) / span
        }
        continue
      }
      const leaves = leavesByName(JSON.parse(readFileSync(adultFile(`taxonomies/${column}.json`), 'utf8')))
      const all = Math.max(...leaves.values())
      for (const row of released) sum += row[column] === '*' ? 1 : ((leaves.get(row[column]) as number) - 1) / (all - 1)
    }
    return sum / (released.length * adultQuasiIdentifiers.length)
  }
})

interface Node {
  readonly name: string
  readonly children?: readonly Node[]
}

function leavesByName(root: Node): Map<string, number> {
  const leaves = new Map<string, number>()
  const count = ({ name, children = [] }: Node): number => {
    const own = children.length === 0 ? 1 : children.reduce((sum, child) => sum + count(child), 0)
    leaves.set(name, own)
    return own
  }
  count(root)
  return leaves
}
