/** Releases that are read again: marked for spreadsheets, and in tidy form. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { halftone, inFolder, readRelease, runJob } from './workshop.ts'

const signs = ['-north', '=south', '+east', '@west']
const tree = JSON.stringify({
  name: '*',
  children: [
    { name: '-pole', children: signs.slice(0, 2).map((name) => ({ name })) },
    { name: '=side', children: signs.slice(2).map((name) => ({ name })) },
  ],
})

function files(table: string, columns: object, more: { readonly output?: object; readonly [key: string]: unknown }) {
  const job = {
    version: 1,
    data: { source: 'table.csv' },
    columns,
    privacy: { k: 3, ends: 'exact', 'suppression-limit': 0 },
    ...more,
    output: { release: 'out/release.csv', tidy: 'out/tidy.csv', ...more.output },
  }
  return { 'table.csv': table, 'tree.json': tree, 'job.yaml': JSON.stringify(job) }
}

/** Three rows of one side, two of each direction of the other. */
const sides = [...Array(3).fill(signs[0]), ...Array(3).fill(signs[1]), ...[2, 2, 3, 3].map((i) => signs[i])]
const columns = {
  side: { role: 'quasi-identifier', taxonomy: 'tree.json' },
  mood: { role: 'sensitive' },
  note: { role: 'other' },
}
const table = `side,mood,note\n${sides.map((side, i) => `${side},${['=glad', '-sad'][i % 2]},"\n=1+1"\n`).join('')}`
const safe = { 'spreadsheet-safe': true }

describe('output.spreadsheet-safe', () => {
  it('marks labels and parts of labels, and the tidy form says all of them', () =>
    inFolder(files(table, columns, { output: safe, algorithm: 'top-down' }), async (folder) => {
      await runJob(folder)
      const rows = readRelease(join(folder, 'out/tidy.csv'))
      const parts = new Set(rows.map(({ side_1, side_2 }) => `${side_1} ${side_2}`))
      expect([...parts].sort()).toEqual(["'-pole '-north", "'-pole '=south", "'=side "])
      expect(new Set(rows.map(({ mood }) => mood))).toEqual(new Set(["'=glad", "'-sad"]))
    }))

  it('marks a cell that begins with a line feed', () =>
    inFolder(files(table, columns, { output: safe, algorithm: 'top-down' }), async (folder) => {
      await runJob(folder)
      for (const name of ['release', 'tidy'])
        for (const { note } of readRelease(join(folder, `out/${name}.csv`))) expect(note).toBe("'\n=1+1")
    }))

  it('leaves a text that only looks marked, and a number, as they are', () => {
    const numbers = `side,mood,note\n${sides.map((side, i) => `${side},-${i % 2},'-5\n`).join('')}`
    return inFolder(files(numbers, columns, { output: safe }), async (folder) => {
      await runJob(folder)
      const rows = readRelease(join(folder, 'out/tidy.csv'))
      expect(new Set(rows.map(({ mood, note }) => `${mood} ${note}`))).toEqual(new Set(["-0 '-5", "-1 '-5"]))
    })
  })

  const models = { 't-closeness': { column: 'mood', t: 0.5 }, k: 3 }
  it.each([
    ['as a run counts it', {}],
    ['where persons are counted', { persons: { column: 'who' } }],
  ])('is verified against the values of the data, %s', (_, more) => {
    const people = table
      .replace(/^side/, 'who,side')
      .replace(/^[-=+@]/gm, (sign, at) => (at === 0 ? sign : `p${at},${sign}`))
    const job = { ...more, privacy: models, algorithm: 'lattice', output: safe }
    return inFolder(files(people, { who: { role: 'identifier' }, ...columns }, job), async (folder) => {
      const { outcome, verification } = await runJob(folder)
      expect([outcome, verification?.verdict]).toEqual(['found', 'holds'])
    })
  })

  it.each(['lattice', 'boxes'])('answers queries from the file: %s', (algorithm) =>
    inFolder(
      files(table, columns, { algorithm, output: safe, utility: { workload: { count: 10 } } }),
      async (folder) => {
        expect((await runJob(folder)).outcome).toBe('found')
        const { code, stderr } = await halftone(folder, ['evaluate', 'out/release.csv', '--job', 'job.yaml'])
        expect({ code, stderr }).toMatchObject({ code: 0 })
      },
    ),
  )
})

test.each([2 ** 31, 2 ** 53 - 100, -(2 ** 31) - 50])('the tidy form has whole numbers from %d on', (first) => {
  const ages = Array.from({ length: 12 }, (_, i) => first + i)
  const column = { age: { role: 'quasi-identifier', type: 'numeric' } }
  return inFolder(files(`age\n${ages.join('\n')}\n`, column, {}), async (folder) => {
    await runJob(folder)
    const released = readRelease(join(folder, 'out/release.csv')).map(({ age }) => age)
    const tidy = readRelease(join(folder, 'out/tidy.csv')).map(({ age_low, age_high }) => `[${age_low},${age_high}]`)
    expect(tidy).toEqual(released)
    expect(readFileSync(join(folder, 'out/tidy.csv'), 'utf8')).toContain(String(first))
  })
})
