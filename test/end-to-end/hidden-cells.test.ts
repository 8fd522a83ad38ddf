/** Categories that boxes keep or hide cell by cell, against every way to divide the rows. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { randomFrom } from '../../src/ground/random.ts'
import { someOf } from '../thorough.ts'
import { halftone, inFolder, readRelease, runJob } from './workshop.ts'

type Rows = readonly (readonly string[])[]

/** The fewest hidden cells, by weight: over all partitions into classes of at least k rows, `*` being a value. */
function fewestHidden(rows: Rows, k: number, weights: readonly number[]): number {
  const most = 2 ** rows.length - 1
  const known = new Map<number, number>([[0, 0]])
  const members = (set: number) => rows.filter((_, i) => set & (1 << i))
  const price = (set: number) => {
    const chosen = members(set)
    return weights.reduce(
      (sum, weight, c) => sum + (chosen.some((row) => row[c] !== chosen[0][c]) ? weight * chosen.length : 0),
      0,
    )
  }
  const best = (left: number): number => {
    const before = known.get(left)
    if (before !== undefined) return before
    const first = left & -left
    let least = Number.POSITIVE_INFINITY
    for (let others = left ^ first; ; others = (others - 1) & (left ^ first)) {
      const size = members(others).length + 1
      // A class of 2k rows or more can be divided, which hides no more cells.
      if (size >= k && size < 2 * k) least = Math.min(least, price(others | first) + best(left ^ others ^ first))
      if (others === 0) break
    }
    known.set(left, least)
    return least
  }
  return best(most)
}

const names = (columns: number) => Array.from({ length: columns }, (_, c) => `c${c}`)

const job = (weights: readonly number[], k: number) =>
  JSON.stringify({
    version: 1,
    data: { source: 'rows.csv', missing: 'category' },
    columns: {
      id: { role: 'other' },
      ...Object.fromEntries(
        weights.map((weight, c) => [`c${c}`, { role: 'quasi-identifier', type: 'category', weight }]),
      ),
    },
    privacy: { k },
    exposure: { accept: ['id'], reason: 'a number to find rows again' },
    algorithm: 'boxes',
    output: { release: 'out/release.csv' },
  })

const csv = (rows: Rows) => `id,${names(rows[0].length)}\n${rows.map((row, i) => [i, ...row].join(',')).join('\n')}\n`

/** Runs the job, checks that the release is true and its classes have k rows, and returns the hidden cells by weight. */
async function hide(folder: string, rows: Rows, k: number, weights: readonly number[]) {
  writeFileSync(join(folder, 'rows.csv'), csv(rows))
  writeFileSync(join(folder, 'job.yaml'), job(weights, k))
  const result = await runJob(folder, { force: true })
  expect(result.verification?.verdict).toBe('holds')
  const released = readRelease(join(folder, 'out/release.csv'))
  const cells = released.map((row) => names(weights.length).map((name) => row[name]))
  const sizes = new Map<string, number>()
  for (const row of cells) sizes.set(row.join(), (sizes.get(row.join()) ?? 0) + 1)
  expect(Math.min(...sizes.values())).toBeGreaterThanOrEqual(k)
  released.forEach((row, i) => {
    for (const [c, shown] of cells[i].entries())
      expect(['*', 'ANY', rows[Number(row['id'])][c] || '(missing)']).toContain(shown)
  })
  const all = rows[0].map((_, c) => (rows.some((row) => row[c] === '*') ? ['ANY'] : ['*', 'ANY']))
  const hidden = all.map((labels, c) => cells.filter((row) => labels.includes(row[c])).length)
  expect(result.metrics?.['hidden-cells']).toBe(hidden.reduce((sum, count) => sum + count))
  return hidden.reduce((sum, count, c) => sum + count * weights[c], 0)
}

it('hides as few cells as any partition of small random tables, by weight', async () => {
  const random = randomFrom(34)
  await inFolder({}, async (folder) => {
    for (let round = 0; round < someOf(10); round++) {
      const k = 2 + random.integer(2)
      const weights = Array.from({ length: 2 + random.integer(3) }, () => 1 + random.integer(3))
      const rows = Array.from({ length: 2 * k + random.integer(7) }, () =>
        weights.map(() => ['x', 'y', '*', ''][random.integer(4)]),
      )
      expect(await hide(folder, rows, k, weights)).toBe(fewestHidden(rows, k, weights))
    }
  })
})

it('hides one cell of each of k rows where that suffices, in the column with the smaller weight', async () => {
  const rows = ['ax', 'ax', 'ax', 'ay', 'bx', 'bx'].map((row) => [...row])
  await inFolder({}, async (folder) => {
    expect(await hide(folder, rows, 2, [1, 1])).toBe(2)
    const crossed = ['ax', 'ax', 'ax', 'ay', 'by', 'by', 'by'].map((row) => [...row])
    expect(await hide(folder, crossed, 2, [1, 5])).toBe(2)
    expect(await hide(folder, crossed, 2, [5, 1])).toBe(2)
    const again = await halftone(folder, [
      'apply',
      'out/private/release.recoding.json',
      'rows.csv',
      '--output',
      'new.csv',
    ])
    expect([again.code, again.stderr]).toEqual([0, expect.not.stringContaining('error')])
    expect(readRelease(join(folder, 'new.csv'))).toHaveLength(7)
    expect((await halftone(folder, ['verify', 'out/release.csv', '--job', 'job.yaml'])).code).toBe(0)
  })
})
