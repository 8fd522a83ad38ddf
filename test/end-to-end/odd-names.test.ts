/** Names are data: what every object of the language has is a name like any other, in every place where a name can stand. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readColumnsRecodingFile } from '../../src/recoding/recoding.ts'
import { apply, countClasses, halftone, inFolder, readRelease, runJob } from './workshop.ts'

const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']

/** Eight people, no two alike in the column of that name. */
function tableWith(name: string): string {
  const lines = Array.from(
    { length: 8 },
    (_, i) => `Person${i},${20 + i},${i < 4 ? 'F' : 'M'},${i % 2 === 0 ? 'yes' : 'no'}`,
  )
  return `who,${name},sex,ill\n${lines.join('\n')}\n`
}

/** A key `__proto__` in an object literal would set the prototype; in a text it is a key. */
function jobWith(name: string, column: object, more: object = {}): string {
  const columns = [
    ['who', { role: 'identifier' }],
    [name, column],
    ['sex', { role: 'quasi-identifier', order: ['F', 'M'] }],
    ['ill', { role: 'target' }],
  ] as const
  const text = `{${columns.map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`).join(', ')}}`
  const rest = {
    version: 1,
    data: { source: 'people.csv' },
    privacy: { k: 2 },
    output: { release: 'out/release.csv' },
    ...more,
  }
  return `${JSON.stringify(rest).slice(0, -1)}, "columns": ${text}}`
}

describe('a column with the name of something that every object has', () => {
  for (const name of names) {
    for (const algorithm of ['lattice', 'genetic', 'bottom-up', 'top-down', 'kactus-2']) {
      it(`as a quasi-identifier is generalized: ${name}, ${algorithm}`, async () => {
        const numeric = { role: 'quasi-identifier', type: 'numeric' }
        const files = { 'people.csv': tableWith(name), 'job.yaml': jobWith(name, numeric, { algorithm, seed: 3 }) }
        await inFolder(files, async (folder) => {
          const result = await runJob(folder)
          expect(result.outcome).toBe('found')
          const rows = readRelease(join(folder, 'out/release.csv')).map((row) => new Map(Object.entries(row)))
          const seen = new Map<string, number>()
          for (const row of rows) {
            const key = JSON.stringify([row.get(name), row.get('sex')])
            if (key !== '["*","*"]') seen.set(key, (seen.get(key) ?? 0) + 1)
          }
          expect([...seen.values()].filter((size) => size < 2)).toEqual([])
          expect(rows[0]?.has('who')).toBe(false)
        })
      })
    }

    it(`as an identifier is never released: ${name}`, async () => {
      const files = { 'people.csv': tableWith(name), 'job.yaml': jobWith(name, { role: 'identifier' }) }
      await inFolder(files, async (folder) => {
        await runJob(folder)
        expect(readFileSync(join(folder, 'out/release.csv'), 'utf8').split('\n')[0]).toBe('sex,ill')
      })
    })

    it(`keeps its role when a recoding is applied, and breaks verify with its name: ${name}`, async () => {
      const numeric = { role: 'quasi-identifier', type: 'numeric' }
      const files = { 'people.csv': tableWith(name), 'job.yaml': jobWith(name, numeric) }
      await inFolder(files, async (folder) => {
        await runJob(folder)
        const result = await apply(folder, 'people.csv')
        expect(result.verification?.verdict).toBe('holds')
        const recoding = readColumnsRecodingFile(join(folder, 'new.recoding.json'))
        expect(recoding.kind === 'columns' && recoding.columns.map(({ column }) => column)).toContain(name)
        if (name !== '__proto__') return
        const checked = await halftone(folder, ['verify', 'people.csv', '--qi', `${name},sex`, '--k', '2', '--json'])
        expect(checked.code).toBe(1)
        expect(checked.stdout).toContain(`{"${name}":"20","sex":"F"}`)
      })
    })

    it(`is refused where a goal, an option or a key of that name is asked for: ${name}`, async () => {
      const numeric = { role: 'quasi-identifier', type: 'numeric' }
      await inFolder({ 'people.csv': tableWith('age') }, async (folder) => {
        for (const more of [
          { goal: name },
          { algorithm: name },
          { goal: { metric: name } },
          { algorithm: { name: 'lattice', levels: Object.fromEntries([[name, [0]]]) } },
          {
            algorithm: Object.fromEntries([
              ['name', 'lattice'],
              [name, 1],
            ]),
          },
          Object.fromEntries([[name, 1]]),
          {
            privacy: Object.fromEntries([
              ['k', 2],
              [name, 1],
            ]),
          },
        ]) {
          writeFileSync(join(folder, 'job.yaml'), jobWith('age', numeric, more))
          await expect(runJob(folder), JSON.stringify(more)).rejects.toMatchObject({ name: 'UserError' })
        }
      })
    })
  }
})

describe('values with the name of something that every object has', () => {
  it('are classes with costs, leaves and nodes of a taxonomy, and targets', async () => {
    const lines = names.flatMap((name, i) => [
      `${name},${i % 2 === 0 ? '__proto__' : 'toString'}`,
      `${name},constructor`,
    ])
    const half = (part: readonly string[], name: string) => ({ name, children: part.map((leaf) => ({ name: leaf })) })
    const tree = { name: 'all', children: [half(names.slice(0, 2), 'first'), half(names.slice(2), 'second')] }
    const costs = '{"__proto__": {"toString": 3}, "constructor": {"__proto__": 2}}'
    const job = `{"version":1,"data":{"source":"t.csv"},"columns":{"word":{"role":"quasi-identifier","taxonomy":"tree.json"},"kind":{"role":"target"}},"privacy":{"k":3},"goal":{"metric":"CM","costs":${costs}},"output":{"release":"out/release.csv","report":"out/report.html"}}`
    await inFolder(
      { 't.csv': `word,kind\n${lines.join('\n')}\n`, 'tree.json': JSON.stringify(tree), 'job.yaml': job },
      async (folder) => {
        const result = await runJob(folder)
        expect(result.metrics?.['CM']).toBeGreaterThan(0)
        const { sizes } = countClasses(readRelease(join(folder, 'out/release.csv')), ['word'])
        expect(Math.min(...sizes)).toBeGreaterThanOrEqual(3)
      },
    )
  })

  it('are items like any other', async () => {
    const baskets = names.flatMap((name, i) => [`${name} a`, `${name} ${names[(i + 1) % names.length]}`])
    const job = {
      version: 1,
      data: { source: 'b.txt', format: 'transactions' },
      columns: {},
      privacy: { km: { k: 3, m: 2 } },
      algorithm: 'apriori',
      output: { release: 'out/release.txt' },
    }
    await inFolder({ 'b.txt': `${baskets.join('\n')}\n`, 'job.yaml': JSON.stringify(job) }, async (folder) => {
      const result = await runJob(folder)
      expect(result.verification?.verdict).toBe('holds')
    })
  })
})
