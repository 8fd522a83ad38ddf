/** Pseudonyms on the whole path, for every kind of data: the same people under the same names, and the key in no file and no message. */
import { createHmac } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anonymize } from '../src/anonymize.ts'
import { filesBeside } from '../src/plan/outputs-beside.ts'
import { makePlan } from '../src/plan/read-plan.ts'
import { readRecodingFile } from '../src/recoding/read-recoding.ts'
import type { RunResult } from '../src/run.ts'
import type { Job } from '../src/table/job-schema.ts'
import { applyRecoding } from '../src/tasks/apply.ts'
import { verifyRelease } from '../src/tasks/verify.ts'

/** A key that would be seen. */
const planted = 'c0ffee11d15ea5e5badc0de0feedfacec0ffee22d15ea5e6badc0de1feedfacf'
const person = (i: number) => `Person ${1000 + (i % 60)}`
const pseudonymOf = (text: string, length = 16) =>
  createHmac('sha256', createHmac('sha256', Buffer.from(planted, 'hex')).update('halftone pseudonym ').digest())
    .update(text)
    .digest('hex')
    .slice(0, length)

let base: string
const said: string[] = []
beforeAll(() => {
  base = mkdtempSync(join(tmpdir(), 'halftone-pseudonyms-'))
  writeFileSync(join(base, 'halftone.key'), `${planted}\n`, { mode: 0o600 })
  const rows = Array.from({ length: 180 }, (_, i) => i)
  const table = (name: string, head: string, line: (i: number) => string) =>
    writeFileSync(join(base, name), `${head}\n${rows.map(line).join('\n')}\n`)
  table(
    'people.csv',
    'id,age,seen,ward',
    (i) => `${person(i)},${20 + (i % 9)},2024-03-${String(1 + (i % 28)).padStart(2, '0')},W${i % 3}`,
  )
  table('cells.csv', 'patient,bought', (i) => `${person(i)},${['tea', 'milk', 'salt'][i % 3]} bread`)
  table('pairs.csv', 'patient,item', (i) => `${person(i)},${['tea', 'milk', 'salt'][Math.floor(i / 60)]}`)
})
afterAll(() => rmSync(base, { recursive: true }))

const jobOf = (source: string, columns: Job['columns'], privacy: Job['privacy'], more: Partial<Job> = {}): Job => ({
  version: 1,
  data: { source },
  columns,
  privacy,
  output: { release: `out/${source}`, report: `out/${source}.html` },
  ...more,
})
const people = (more: Partial<Job> = {}): Job =>
  jobOf(
    'people.csv',
    {
      id: { role: 'pseudonym' },
      age: { role: 'quasi-identifier', type: 'numeric' },
      seen: { role: 'other', shift: { by: 'id', days: 30 } },
      ward: { role: 'sensitive' },
    },
    { k: 3 },
    more,
  )

async function run(job: Job): Promise<RunResult> {
  try {
    const result = await anonymize(makePlan(job, base, 'job.yaml'), { force: true, threads: 1 })
    said.push(JSON.stringify(result))
    return result
  } catch (error) {
    said.push(String((error as Error).stack))
    throw error
  }
}

const column = (file: string, place: number) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',')[place])

describe('role: pseudonym', () => {
  it('columns: the release has the keyed names and no identifier; the verdict is amber and says why', async () => {
    const { release = '', judgement, verification } = await run(people())
    expect(new Set(column(release, 0))).toEqual(new Set(Array.from({ length: 60 }, (_, i) => pseudonymOf(person(i)))))
    expect(verification?.checks.find(({ name }) => name === 'pseudonyms')).toMatchObject({ holds: true })
    expect(judgement?.verdict).toBe('amber')
    expect(judgement?.cautions.find(({ kind }) => kind === 'pseudonym')?.message).toBe(
      'id is a pseudonym, an identifier for anyone who holds its key, and 180 rows can be put together as those of people who have several',
    )
    const html = readFileSync(join(base, 'out/people.csv.html'), 'utf8')
    expect(html.includes('The column id is a pseudonym: an identifier for anyone who holds its key')).toBe(true)
    const dates = new Set(column(release, 2))
    expect([...dates].some((date) => date.startsWith('2024-02') || date.startsWith('2024-04'))).toBe(true)
  })

  it('classes: the same names by a search that decides per class', async () => {
    const { release = '' } = await run(people({ algorithm: 'mondrian', output: { release: 'out/classes.csv' } }))
    expect(new Set(column(release, 0))).toEqual(new Set(Array.from({ length: 60 }, (_, i) => pseudonymOf(person(i)))))
  })

  it('items: another table of the folder has the same names, in a column or as the names of its baskets', async () => {
    const cells = jobOf(
      'cells.csv',
      { patient: { role: 'pseudonym' }, bought: { role: 'items' } },
      { km: { k: 3, m: 2 } },
    )
    const first = await run(cells)
    expect(column(first.release ?? '', 0)).toContain(pseudonymOf(person(7)))
    expect(first.warnings.join()).toContain('patient is a pseudonym, an identifier for anyone who holds its key')
    const pairs = await run(
      jobOf(
        'pairs.csv',
        { patient: { role: 'pseudonym' }, item: { role: 'items', per: 'patient' } },
        { km: { k: 3, m: 2 } },
      ),
    )
    const baskets = column(pairs.release ?? '', 0)
    expect(baskets.length).toBe(180)
    expect(new Set(baskets)).toEqual(new Set(Array.from({ length: 60 }, (_, i) => pseudonymOf(person(i)))))
    expect(baskets).toEqual([...baskets].sort())
  })

  it('apply: the same names with the same key; without it, or with another, nothing is written', async () => {
    const { recoding = '', release = '' } = await run(people())
    const request = {
      recoding: readRecodingFile(recoding),
      name: 'people.recoding.json',
      source: { source: 'people.csv', base },
      output: filesBeside(join(base, 'out', 'applied.csv'), ['recoding', 'manifest']),
      unseen: 'suppress',
    } as const
    const other = join(base, 'other.key')
    writeFileSync(other, `${'ab'.repeat(32)}\n`, { mode: 0o600 })
    await expect(applyRecoding(request)).rejects.toThrow(/"id" needs the key .* --key FILE/)
    await expect(applyRecoding({ ...request, key: other })).rejects.toThrow(/another key than that of the earlier/)
    await expect(applyRecoding({ ...request, key: other, keep: ['id'] })).rejects.toThrow(/--keep would release it as/)
    expect(existsSync(request.output.release)).toBe(false)
    await applyRecoding({ ...request, key: join(base, 'halftone.key') })
    expect(readFileSync(request.output.release, 'utf8')).toBe(readFileSync(release, 'utf8'))
    const job = makePlan(people(), base, 'job.yaml')
    await applyRecoding({
      ...request,
      job,
      output: filesBeside(join(base, 'out', 'again.csv'), ['recoding', 'manifest']),
    })
    expect(readFileSync(join(base, 'out', 'again.csv'), 'utf8')).toBe(readFileSync(release, 'utf8'))
  })

  it('verify: a release with an identifier among the pseudonyms is broken', async () => {
    const { release = '' } = await run(people())
    const leaking = join(base, 'leaking.csv')
    writeFileSync(leaking, readFileSync(release, 'utf8').replace(pseudonymOf(person(7)), person(7)))
    const job = makePlan(people(), base, 'job.yaml')
    expect((await verifyRelease({ source: { source: release, base }, job })).verdict).toBe('holds')
    const { verdict, checks } = await verifyRelease({ source: { source: leaking, base }, job })
    expect(verdict).toBe('broken')
    expect(checks.find(({ holds }) => !holds)).toMatchObject({
      name: 'pseudonyms',
      found: '1 rows hold something else',
    })
  })

  it.each<[string, Partial<Record<string, Job['columns'][string]>>, RegExp]>([
    [
      'an unknown format',
      { id: { role: 'pseudonym', format: 'word' } },
      /hex, digits, words; got "word"; did you mean "words"/,
    ],
    ['a length', { id: { role: 'pseudonym', format: 'digits', length: 30 } }, /may have 4 to 18 digits; got 30/],
    [
      'a short one',
      { id: { role: 'pseudonym', length: 4, key: 'none.key' } },
      /"none.key", and there is none; make a new one/,
    ],
    ['a key elsewhere', { ward: { role: 'sensitive', key: 'a.key' } }, /"ward" has key, which only a pseudonym has/],
    [
      'a shifted quasi-identifier',
      { seen: { role: 'quasi-identifier', type: 'date', shift: { by: 'id', days: 30 } } },
      /"seen" cannot have shift: a quasi-identifier is made coarser/,
    ],
    ['a shift by nobody', { seen: { role: 'other', shift: { by: 'idd', days: 30 } } }, /did you mean "id"/],
  ])('refuses %s', async (_, columns, message) => {
    const job = people({ output: { release: 'out/refused.csv' } })
    await expect(run({ ...job, columns: { ...job.columns, ...columns } as Job['columns'] })).rejects.toThrow(message)
    expect(existsSync(join(base, 'out/refused.csv'))).toBe(false)
  })

  it('the key is in no output, manifest, report, answer or error, and its file is never an output', async () => {
    await expect(run(people({ output: { release: 'out/x.csv', report: 'halftone.key' } }))).rejects.toThrow(
      /halftone.key/,
    )
    expect(readFileSync(join(base, 'halftone.key'), 'utf8')).toBe(`${planted}\n`)
    const files = readdirSync(join(base, 'out'), { recursive: true, encoding: 'utf8' })
      .map((name) => join(base, 'out', name))
      .filter((file) => statSync(file).isFile())
    expect(files.length).toBeGreaterThan(15)
    const key = Buffer.from(planted, 'hex')
    const derived = ['pseudonym ', 'shift '].map((purpose) =>
      createHmac('sha256', key).update(`halftone ${purpose}`).digest(),
    )
    const forms = [key, ...derived].flatMap((bytes) => [
      bytes.toString('hex').slice(0, 24),
      bytes.toString('base64').slice(0, 16),
    ])
    for (const text of [...said, ...files.map((file) => readFileSync(file, 'latin1'))])
      for (const form of forms) expect(text.toLowerCase().includes(form.toLowerCase())).toBe(false)
  })
})
