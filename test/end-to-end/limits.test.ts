/** Every size has a limit that is refused with the number, soon; users' mistakes are shown as such, and without the values of rows. */
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { halftoneProcess, inFolder, listing, people, peopleFiles, peopleJob, runJob } from './workshop.ts'

/** Refused soon: what follows would take minutes. The bound leaves room for a slow or busy machine. */
async function refused(files: Readonly<Record<string, string>>, says: RegExp): Promise<void> {
  await inFolder({ ...peopleFiles, ...files }, async (folder) => {
    const before = listing(folder)
    const began = process.cpuUsage()
    await expect(runJob(folder)).rejects.toMatchObject({ name: 'UserError', message: expect.stringMatching(says) })
    const { user, system } = process.cpuUsage(began)
    expect((user + system) / 1e6).toBeLessThan(6)
    expect(listing(folder)).toEqual(before)
  })
}

const numeric = { role: 'quasi-identifier', type: 'numeric' }
const deep = (levels: number): string =>
  `${'{"name":"n","children":['.repeat(levels).replace(/"n"/g, () => `"n${Math.random()}"`)}{"name":"Oslo"}${']}'.repeat(levels)}`

describe('run refuses sizes that no computer would end with', () => {
  const cases: Readonly<Record<string, readonly [Readonly<Record<string, string>>, RegExp]>> = {
    'a prefix cell of 4,000 characters': [
      {
        'people.csv': `${people}Zoe,50,F,${'x'.repeat(4000)},low\n`,
        'job.yaml': peopleJob({ columns: { city: { role: 'quasi-identifier', type: 'prefix' } } }),
      },
      /4000 characters.*at most 100 levels/,
    ],
    'a tree of 10,000 levels': [{ 'city.json': deep(10_000) }, /more than 100 levels/],
    'a line of a taxonomy with 10,000 levels': [
      {
        'city.csv': `${Array.from({ length: 10_000 }, (_, i) => `n${i}`).join(';')}\n`,
        'job.yaml': peopleJob({ columns: { city: { role: 'quasi-identifier', taxonomy: 'city.csv' } } }),
      },
      /more than 100 levels/,
    ],
    'bins of width 1 up to 1e9': [
      { 'job.yaml': peopleJob({ columns: { age: { ...numeric, endpoints: { width: 1, low: 0, high: 1e9 } } } }) },
      /more than 100000 bins/,
    ],
    'a billion endpoints': [
      { 'job.yaml': peopleJob({ columns: { age: { ...numeric, endpoints: 1e9 } } }) },
      /at most 100000/,
    ],
    'a population of a billion': [
      { 'job.yaml': peopleJob({ algorithm: { name: 'genetic', population: 1e9 } }) },
      /from 2 to 200000; got 1000000000/,
    ],
    'a population of a billion, pareto': [
      { 'job.yaml': peopleJob({ algorithm: { name: 'pareto', population: 1e9 } }) },
      /from 2 to 20000; got 1000000000/,
    ],
    'a billion queries': [{ 'job.yaml': peopleJob({ utility: { workload: { count: 1e9 } } }) }, /at most 100000/],
    '200 quasi-identifiers with lattice': [
      {
        'people.csv': `${Array.from({ length: 200 }, (_, i) => `c${i}`).join(',')}\n${Array.from({ length: 12 }, (_, row) => Array.from({ length: 200 }, (_, i) => (row * i) % 7).join(',')).join('\n')}\n`,
        'job.yaml': JSON.stringify({
          version: 1,
          data: { source: 'people.csv' },
          columns: Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`c${i}`, numeric])),
          privacy: { k: 2 },
          algorithm: 'lattice',
          output: { release: 'out/release.csv' },
        }),
      },
      /200 quasi-identifiers make .* nodes/,
    ],
    'a job nested 10,000 deep': [{ 'job.yaml': `data: ${'['.repeat(10_000)}${']'.repeat(10_000)}\n` }, /job\.yaml/],
  }
  for (const [what, [files, says]] of Object.entries(cases)) it(what, () => refused(files, says))

  it('210,000 different prefixes', () =>
    refused(
      {
        'people.csv': `name,age,sex,city,income\n${Array.from({ length: 210_000 }, (_, i) => `x,20,F,${100_000 + i},low`).join('\n')}\n`,
        'job.yaml': peopleJob({ columns: { city: { role: 'quasi-identifier', type: 'prefix' } } }),
      },
      /210000 different values/,
    ))
})

describe('mistakes of the user are shown as such', () => {
  const cases: Readonly<Record<string, readonly [Readonly<Record<string, string>>, RegExp]>> = {
    'a delimiter that is the quote': [
      { 'job.yaml': peopleJob({ data: { delimiter: '"' } }) },
      /delimiter must differ from the quote/,
    ],
    'a delimiter that is a line end': [{ 'job.yaml': peopleJob({ data: { delimiter: '\n' } }) }, /no line end/],
    'two byte order marks': [{ 'people.csv': `\uFEFF\uFEFF${people}` }, /more than one byte order mark/],
    'a goal __proto__': [{ 'job.yaml': peopleJob({ goal: '__proto__' }) }, /goal must be/],
  }
  for (const [what, [files, says]] of Object.entries(cases)) it(what, () => refused(files, says))

  it('a folder for temporary files that is not there', async () => {
    await inFolder(peopleFiles, async (folder) => {
      const before = process.env['TMPDIR']
      process.env['TMPDIR'] = join(folder, 'nowhere')
      try {
        await expect(runJob(folder)).rejects.toMatchObject({
          name: 'UserError',
          message: expect.stringMatching(/TMPDIR/),
        })
      } finally {
        if (before === undefined) delete process.env['TMPDIR']
        else process.env['TMPDIR'] = before
      }
    })
  })

  it('standard output on a full disk', async () => {
    await inFolder(peopleFiles, async (folder) => {
      const ended = await halftoneProcess(folder, ['list', '--json'], '/dev/full')
      expect(ended.code).toBe(2)
      expect(ended.stderr).toMatch(/standard output cannot be written \(ENOSPC\)/)
      expect(ended.stderr).not.toMatch(/our fault/)
    })
  })

  it('errors name the place of a value, not the value', async () => {
    const secrets = ['Zanzibar', '12x7', 'yesterday']
    const columns = [
      { city: { role: 'quasi-identifier', taxonomy: 'city.json' } },
      { age: { role: 'quasi-identifier', type: 'numeric' } },
      { age: { role: 'quasi-identifier', type: 'date' } },
    ]
    const rows = ['Zoe,50,F,Zanzibar,low', 'Zoe,12x7,F,Oslo,low', 'Zoe,yesterday,F,Oslo,low']
    for (const [i, secret] of secrets.entries()) {
      await inFolder(
        { ...peopleFiles, 'people.csv': `${people}${rows[i]}\n`, 'job.yaml': peopleJob({ columns: columns[i] }) },
        async (folder) => {
          const error = await runJob(folder).then(
            () => undefined,
            (thrown: Error) => thrown,
          )
          expect(error?.name).toBe('UserError')
          expect(error?.message).not.toContain(secret)
        },
      )
    }
  })
})

describe('constraints about an item #', () => {
  it('are constraints, not remarks', async () => {
    const baskets = ['# a', 'a b', 'a b', 'b c', 'b c', 'c d', 'c d'].join('\n')
    const job = {
      version: 1,
      data: { source: 'b.txt', format: 'transactions' },
      columns: {},
      privacy: { k: 2, constraints: 'policy.txt' },
      algorithm: 'coat',
      output: { release: 'out/release.txt' },
    }
    await inFolder(
      { 'b.txt': `${baskets}\n`, 'policy.txt': '# a\n', 'job.yaml': JSON.stringify(job) },
      async (folder) => {
        const result = await runJob(folder)
        expect(result.verification?.checks.find(({ name }) => name === 'privacy-constraints')?.promise).toMatch(
          /one of 3 constraints/,
        )
      },
    )
  })
})
