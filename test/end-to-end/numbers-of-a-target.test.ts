/** What Iyengar 2002 says of numbers besides intervals: endpoints that a target supervises (§4), and a representative of each interval (§2). */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApplyRequest, applyRecoding } from '../../src/index.ts'
import { supervisedEndpoints } from '../../src/learn/supervised-endpoints.ts'
import type { Recoding } from '../../src/recoding/read-recoding.ts'
import { anonymizeRows, type RowsJob } from '../../src/tasks/anonymize-rows.ts'

/** Ages 20 to 59, five of each; who is 35 or older says yes, and of those from 50 on every second one no. */
const people = Array.from({ length: 200 }, (_, i) => {
  const age = 20 + (i % 40)
  return { age, sex: i % 2 === 0 ? 'f' : 'm', answer: age >= 35 && !(age >= 50 && i >= 100) ? 'yes' : 'no' }
})
const job: RowsJob = {
  columns: {
    age: { role: 'quasi-identifier', type: 'numeric', endpoints: { target: 'answer' } },
    sex: { role: 'quasi-identifier', order: ['f', 'm'] },
    answer: { role: 'target' },
  },
  privacy: { k: 5, ends: 'exact' },
  algorithm: 'lattice',
}
const columns = (age: object): RowsJob['columns'] => ({ ...job.columns, age: { ...job.columns['age'], ...age } })
const agesOf = (rows: readonly Record<string, unknown>[] = []) =>
  [...new Set(rows.map((row) => String(row['age'])))].sort()

describe('endpoints: { target }', () => {
  it('are where the values of the target separate, and intervals end there alone', async () => {
    const { rows } = await anonymizeRows(people, job, { threads: 1 })
    expect(agesOf(rows)).toEqual(['[20,34]', '[35,49]', '[50,59]'])
  })

  it('are none where the numbers say nothing of the target', async () => {
    expect(supervisedEndpoints([1, 1, 2, 2], ['a', 'b', 'a', 'b'], [50, 50, 50, 50])).toEqual([])
    expect(supervisedEndpoints([3, 1, 2], ['b', 'a', 'a'], [50, 50, 50])).toEqual([3])
    const alike = people.map((row, i) => ({ ...row, answer: i % 3 === 0 ? 'yes' : 'no' }))
    expect(agesOf((await anonymizeRows(alike, job, { threads: 1 })).rows)).toEqual(['[20,59]'])
  })

  it('refuse a column that is no category target', async () => {
    const by = (target: string) => anonymizeRows(people, { ...job, columns: columns({ endpoints: { target } }) })
    await expect(by('sex')).rejects.toThrow(
      /supervised by "sex", which must be a column with role: target that is not numeric/,
    )
    await expect(by('answr')).rejects.toThrow(/did you mean "answer"/)
  })
})

describe('shows: median', () => {
  it('releases the median of the released values of each group, the lower of two, and keeps groups and figures', async () => {
    const plain = await anonymizeRows(people, job, { threads: 1 })
    const { rows, result } = await anonymizeRows(
      people,
      { ...job, columns: columns({ shows: 'median' }) },
      { threads: 1 },
    )
    // 35 to 49 has fifteen values of five rows each: 42; 20 to 34 likewise 27; 50 to 59 has ten: the lower of 54 and 55.
    expect(agesOf(rows)).toEqual(['27', '42', '54'])
    expect(result.metrics).toEqual(plain.result.metrics)
  })

  it('is of the values themselves where endpoints are all, and of released rows alone', async () => {
    // One man of 90: his class is too small, and 90 must not move the median of the oldest.
    const rows = [...people, { age: 90, sex: 'x', answer: 'no' }]
    const own = columns({ endpoints: [40], shows: 'median' })
    const sex = { role: 'quasi-identifier' as const, order: ['f', 'm', 'x'] }
    const release = await anonymizeRows(
      rows,
      { ...job, columns: { ...own, sex }, privacy: { k: 5, ends: 'exact', 'suppression-limit': 0.1 } },
      { threads: 1 },
    )
    const single = columns({ endpoints: 'all', shows: 'median' })
    const alone = await anonymizeRows(
      people,
      { ...job, columns: single, privacy: { k: 2, ends: 'exact' } },
      { threads: 1 },
    )
    expect(agesOf(release.rows).filter((age) => age !== '*')).toEqual(['29', '49'])
    expect(agesOf(alone.rows)).toEqual(Array.from({ length: 40 }, (_, i) => String(20 + i)))
  })

  it('is refused for columns that are not numeric, and in classes beside endpoints', async () => {
    const order = { ...job.columns, sex: { ...job.columns['sex'], shows: 'median' as const } }
    await expect(anonymizeRows(people, { ...job, columns: order })).rejects.toThrow(
      /"sex" shows the median, which needs type: numeric/,
    )
    const boxes: RowsJob = { ...job, columns: columns({ shows: 'median', endpoints: 'all' }), algorithm: 'mondrian' }
    await expect(anonymizeRows(people, boxes)).rejects.toThrow(
      /counted from the values of one release; remove endpoints/,
    )
  })

  describe('applied to other data', () => {
    let folder = ''
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'halftone-median-'))
    })
    afterAll(() => rmSync(folder, { recursive: true, force: true }))

    it('keeps the medians of the first release', async () => {
      const { recoding } = await anonymizeRows(
        people,
        { ...job, columns: columns({ shows: 'median' }) },
        { threads: 1 },
      )
      const older = people.map(({ age, sex, answer }) => [Math.min(59, age + 3), sex, answer].join())
      const [data, release] = ['new.csv', 'release.csv'].map((name) => join(folder, name))
      writeFileSync(data, ['age,sex,answer', ...older].join('\n'))
      const request: ApplyRequest = {
        recoding: recoding as Recoding,
        name: 'recoding',
        source: { source: data, base: folder },
        output: { release, manifest: `${release}.json`, recoding: `${release}.recoding.json` },
        unseen: 'fail',
        keep: ['answer'],
      }
      await applyRecoding(request, { threads: 1 })
      const [, ...lines] = readFileSync(release, 'utf8').trim().split('\n')
      expect([...new Set(lines.map((line) => line.split(',')[0]))].sort()).toEqual(['27', '42', '54'])
    })
  })
})
