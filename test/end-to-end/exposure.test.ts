/** Exposure is counted over people, limited, and accepted by name; printed remedies have the printed effect. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exitCode } from '../../cli/commands/run.ts'
import { anonymize } from '../../src/anonymize.ts'
import { randomFrom } from '../../src/ground/random.ts'
import { filesBeside } from '../../src/plan/outputs-beside.ts'
import { type Plan, readPlan } from '../../src/plan/read-plan.ts'
import { readRecodingFile } from '../../src/recoding/read-recoding.ts'
import { type JobSetting, withSetting } from '../../src/report/advice.ts'
import type { RunResult } from '../../src/run.ts'
import type { Job } from '../../src/table/job-schema.ts'
import { applyRecoding } from '../../src/tasks/apply.ts'
import { inFolder, runJob } from './workshop.ts'

type Settings = Pick<Job, 'columns'> & Partial<Pick<Job, 'persons' | 'exposure'>> & { privacy?: object; data?: object }

const jobText = ({ privacy, data, ...rest }: Settings): string =>
  JSON.stringify({
    version: 1,
    data: { source: 'people.csv', ...data },
    privacy: { k: 3, 'exposure-limit': 0.05, ...privacy },
    algorithm: 'lattice',
    output: { release: 'release.csv', report: 'report.html' },
    ...rest,
  })

const run = (csv: string, settings: Settings, look: (result: RunResult, folder: string) => void = () => {}) =>
  inFolder({ 'people.csv': csv, 'job.yaml': jobText(settings) }, async (folder) => {
    const result = await runJob(folder)
    look(result, folder)
    return result
  })

const age = { role: 'quasi-identifier', type: 'numeric' } as const
const amounts = `id,age,costs,ward\n${Array.from({ length: 60 }, (_, i) => `p${i},${20 + (i % 10)},${1000 + i * 7},${i % 3}`).join('\n')}\n`
const roles: Job['columns'] = { id: { role: 'identifier' }, age, costs: { role: 'other' }, ward: { role: 'other' } }

describe('exact amounts that everybody has for himself', () => {
  it('are not published beyond the limit: exit 3, no file, and remedies with what they leave', async () => {
    await run(amounts, { columns: roles }, (result, folder) => {
      expect([result.judgement?.verdict, exitCode(result, false)]).toEqual(['exposed', 3])
      expect(result.reason).toContain('60 rows (100%)')
      expect(existsSync(join(folder, 'release.csv'))).toBe(false)
      expect(result.judgement?.refusal?.remedies.map(({ exposed }) => exposed)).toEqual([0, 0, 1])
    })
  })

  it('are amber without a limit, and when a person accepts them by name, which report and manifest say', async () => {
    const open = await run(amounts, { columns: roles, privacy: { 'exposure-limit': undefined } })
    expect([open.judgement?.verdict, open.release === undefined]).toEqual(['amber', false])
    const exposure = { accept: ['costs'], reason: 'the auditors need exact sums' }
    await run(amounts, { columns: roles, exposure }, (result, folder) => {
      expect([result.judgement?.verdict, exitCode(result, false)]).toEqual(['amber', 0])
      for (const file of ['report.html', 'release.manifest.json'])
        expect(readFileSync(join(folder, file), 'utf8')).toContain('the auditors need exact sums')
    })
  })

  it('count as a fingerprint in a sensitive column too', async () => {
    const columns = { ...roles, costs: { role: 'sensitive' as const }, ward: { role: 'identifier' as const } }
    const { judgement } = await run(amounts, { columns })
    expect(judgement?.verdict).toBe('exposed')
    expect(judgement?.exposed?.people).toBe(0)
  })

  it('nor does an old recoding publish them, applied with the job', async () => {
    const files = { 'people.csv': amounts, 'job.yaml': jobText({ columns: roles }) }
    await inFolder(files, async (folder) => {
      const job = readPlan(join(folder, 'job.yaml'))
      await anonymize({ ...job, exposureLimit: undefined } as Plan, { threads: 1 })
      const name = job.output.recoding as string
      const output = filesBeside(join(folder, 'later.csv'), ['recoding', 'manifest'])
      const request = {
        recoding: readRecodingFile(name),
        name,
        source: job.source,
        output,
        job,
        unseen: 'fail',
      } as const
      const { judgement, release } = await applyRecoding(request)
      expect([judgement?.verdict, release, existsSync(join(folder, 'later.csv'))]).toEqual([
        'exposed',
        undefined,
        false,
      ])
    })
  })

  it('cannot be accepted where they are not released', async () => {
    const exposure = { accept: ['id'], reason: 'why not' }
    await expect(run(amounts, { columns: roles, exposure })).rejects.toThrow(/"id", whose role is identifier/)
  })
})

it('a column that singles out nobody alone does so together with the recoded ones', async () => {
  const rows = Array.from({ length: 36 }, (_, i) => `${20 + 10 * Math.floor(i / 6)},${i % 6}`)
  const columns: Job['columns'] = { age: { ...age, ends: 'exact', levels: [10] }, answer: { role: 'other' } }
  const { judgement } = await run(`age,answer\n${rows.join('\n')}\n`, { columns })
  expect(judgement?.exposure[0].alone).toBe(0)
  expect([judgement?.verdict, judgement?.exposed?.people]).toEqual(['exposed', 36])
})

it('persons are counted, not their rows', async () => {
  // Each of 12 persons has three rows with a device of their own: no row is unique, and everybody is.
  const rows = Array.from({ length: 36 }, (_, i) => `p${i % 12},${20 + (i % 2)},d${i % 12}`)
  const columns: Job['columns'] = { who: { role: 'identifier' }, age, device: { role: 'other' } }
  const csv = `who,age,device\n${rows.join('\n')}\n`
  const asRows = await run(csv, { columns, privacy: { 'suppression-limit': 0 } })
  expect([asRows.judgement?.verdict, asRows.judgement?.exposed?.people]).toEqual(['green', 0])
  const asPersons = await run(csv, { columns, persons: { column: 'who' }, privacy: { 'suppression-limit': 0 } })
  expect([asPersons.judgement?.verdict, asPersons.judgement?.exposed]).toEqual([
    'exposed',
    { people: 12, of: 12, limit: 0.05 },
  ])
})

/** Texts, amounts and dates of a number. */
const written: readonly ((n: number) => string)[] = [
  (n) => `v${n}`,
  (n) => (n * 17.25).toFixed(2),
  (n) => `20${10 + (n % 12)}-0${1 + (n % 9)}-${10 + (n % 18)}`,
]

it('every remedy is accepted when followed and leaves what it said', async () => {
  const table = fc.record({
    rows: fc.integer({ min: 20, max: 60 }),
    values: fc.array(fc.integer({ min: 1, max: 80 }), { minLength: 1, maxLength: 3 }),
    roles: fc.array(fc.constantFrom('other' as const, 'sensitive' as const), { minLength: 3, maxLength: 3 }),
    limit: fc.constantFrom(0, 0.05, 0.3),
    seed: fc.integer({ min: 1, max: 1000 }),
    kinds: fc.array(fc.constantFrom(...written), { minLength: 3, maxLength: 3 }),
  })
  let [followed, coarsened] = [0, 0]
  await fc.assert(
    fc.asyncProperty(table, async ({ rows, values, roles: drawn, limit, seed, kinds }) => {
      const lines = Array.from({ length: rows }, (_, i) =>
        [20 + ((i * seed) % 17), ...values.map((most, c) => `${kinds[c](((i * (seed + c) + c) % most) + 1)}`)].join(
          ',',
        ),
      )
      const csv = `age,${values.map((_, c) => `c${c}`).join(',')}\n${lines.join('\n')}\n`
      const columns: Job['columns'] = {
        age,
        ...Object.fromEntries(values.map((_, c) => [`c${c}`, { role: drawn[c] }])),
      }
      const settings = { columns, privacy: { 'exposure-limit': limit } }
      const { judgement } = await run(csv, settings)
      for (const { set, accept, exposed, fingerprint, text } of judgement?.refusal?.remedies ?? []) {
        followed++
        if (/share|keep/.test(text)) coarsened++
        const changed =
          set === undefined
            ? { ...settings, exposure: { accept: [...(accept ?? [])], reason: 'agreed' } }
            : { ...settings, columns: withSetting({ columns } as Job, set).columns }
        const { judgement: after, release, people = 0 } = await released(csv, changed)
        expect([release === undefined, after?.verdict === 'exposed']).toEqual([false, false])
        expect((after?.exposed?.people ?? 0) / people).toBeCloseTo(exposed)
        const largest = Math.max(0, ...(after?.exposure ?? []).map(({ alone }) => alone))
        expect(largest / people).toBeCloseTo(fingerprint)
      }
    }),
    { numRuns: 30, seed: 33 },
  )
  expect(followed).toBeGreaterThan(40)
  expect(coarsened).toBeGreaterThan(3)
})

describe('coarse columns are offered a larger share or step, with what a plain count says it leaves', () => {
  const random = randomFrom(7)
  const amount = () => (900 * random.uniform()).toFixed(2)
  const rows = Array.from({ length: 200 }, (_, i) => `${20 + (i % 8)},ill ${random.integer(9)},${amount()},${amount()}`)
  const csv = `age,illness,costs,fee\n${rows.join('\n')}\n`
  const illness = { role: 'sensitive' } as const
  const shared = { role: 'sensitive', share: 4 } as const
  const gone = { role: 'identifier' } as const

  const countUnique = async (settings: Settings) => {
    let unique = 0
    const { judgement } = await run(csv, settings, (_, folder) => {
      const seen = new Map<string, number>()
      for (const line of readFileSync(join(folder, 'release.csv'), 'utf8').trim().split('\n').slice(1)) {
        const cells = line.replace(/^("[^"]*"|[^,]*),/, '')
        seen.set(cells, (seen.get(cells) ?? 0) + 1)
      }
      unique = [...seen.values()].filter((count) => count === 1).length
    })
    return { judgement, unique }
  }

  it.each<[string, Job['columns'], RegExp]>([
    ['one', { age, illness, costs: shared, fee: gone }, /^columns.costs: \{ role: sensitive, share: \d+ \} \(/],
    [
      'two',
      { age, illness: gone, costs: shared, fee: shared },
      /^columns.costs: .*, and columns.fee: .* share: \d+ \} \(/,
    ],
    [
      'rounded',
      { age, illness, costs: { role: 'sensitive', round: 25, top: 800 }, fee: gone },
      /^columns.costs: \{ role: sensitive, round: \d+, top: 800 \} \(/,
    ],
  ])('%s', async (_, columns, pattern) => {
    const before = await countUnique({ columns })
    const advice = (before.judgement?.cautions ?? []).flatMap((caution) => caution.advice ?? [])
    const offered = advice.find(({ text }) => pattern.test(text))
    const [, from, to] = /\((\d+) → (\d+) rows singled out by these/.exec(offered?.text ?? '') ?? []
    expect(Number(from)).toBe(before.unique)
    expect(Number(to)).toBeLessThanOrEqual(before.unique / 2)
    const after = await countUnique({ columns: withSetting({ columns } as Job, offered?.set as JobSetting).columns })
    expect(after.unique).toBe(Number(to))
  })
})

const released = async (csv: string, settings: Settings) => {
  const result = await run(csv, settings)
  return { ...result, people: result.judgement?.exposed?.of }
}

describe('masked rows', () => {
  const tail = (few: number) =>
    `age,diagnosis\n${[...Array(60).keys()].map((i) => `${20 + (i % 4)},d${i % 2}`).join('\n')}\n${[...Array(few).keys()].map((i) => `${60 + i * 9},d${i % 2}`).join('\n')}\n`
  const columns: Job['columns'] = { age: { ...age, ends: 'exact', endpoints: 'all' }, diagnosis: { role: 'other' } }

  it('are none or at least k, unless the job exempts them', async () => {
    for (const [few, group, masked] of [
      [2, undefined, 0],
      [2, 'exempt', 2],
      [4, undefined, 4],
    ] as const) {
      const privacy = { 'suppressed-group': group, 'suppression-limit': 0.1, 'exposure-limit': undefined }
      await run(tail(few), { columns, privacy }, (result, folder) => {
        expect(result.suppressed).toBe(few)
        const lines = readFileSync(join(folder, 'release.csv'), 'utf8').split('\n')
        expect(lines.filter((line) => line.startsWith('*,')).length).toBe(masked)
        expect(result.warnings.some((one) => one.includes('left out instead of kept'))).toBe(masked === 0)
      })
    }
  })
})

it('540 people, lattice, k = 10, limit 0.015: whoever is in no shown class is one of none or at least ten', async () => {
  let lost = 0
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const random = randomFrom(seed)
    // A few people are much older; with exact ends it is cheaper to suppress them than to widen everybody's interval.
    const rows = Array.from({ length: 540 }, (_, i) => [
      i % 90 < 1 ? 60 + random.integer(40) : 20 + (i % 5),
      `d${i % 4}`,
    ])
    const columns: Job['columns'] = { age: { ...age, ends: 'exact', endpoints: 'all' }, diagnosis: { role: 'other' } }
    const privacy = { k: 10, 'suppression-limit': 0.015, 'exposure-limit': undefined }
    await run(`age,diagnosis\n${rows.map(String).join('\n')}\n`, { columns, privacy }, ({ suppressed = 0 }, folder) => {
      lost += suppressed
      const lines = readFileSync(join(folder, 'release.csv'), 'utf8').split('\n')
      const masked = lines.filter((line) => line.startsWith('*,')).length
      expect(masked === 0 || masked >= 10).toBe(true)
    })
  }
  expect(lost).toBeGreaterThan(0)
})

it('a release whose only column about people is left out is no information', async () => {
  const rows = Array.from({ length: 60 }, (_, i) => `p${i},${20 + (i % 5)},d${i % 4}`)
  const csv = `name,age,diagnosis\n${rows.join('\n')}\n`
  const left: Job['columns'] = { name: { role: 'identifier' }, age, diagnosis: { role: 'identifier' } }
  const { judgement } = await run(csv, { columns: left })
  expect(judgement?.verdict).toBe('no-information')
  expect(judgement?.leftOut?.map(({ column }) => column)).toEqual(['name', 'diagnosis'])
  const [{ advice }] = judgement?.cautions ?? []
  const followed = withSetting({ columns: left } as Job, advice?.[0].set as JobSetting)
  expect((await run(csv, followed)).judgement?.verdict).toBe('green')
})

it('exact ends of intervals count as exposure: beyond the limit nothing is published, unless accepted by name', () => {
  const ages = Array.from({ length: 60 }, (_, i) => 20 + i)
  const job = (ends: string, more = '') =>
    `version: 1
data: { source: ages.csv }
columns: { age: { role: quasi-identifier, type: numeric, ends: ${ends} } }
privacy: { k: 5, exposure-limit: 0.05 }
algorithm: boxes
output: { release: out/release.csv }
${more}`
  const verdictFor = (text: string) =>
    inFolder({ 'ages.csv': `age\n${ages.join('\n')}\n`, 'job.yaml': text }, async (folder) => {
      const { judgement, release } = await runJob(folder)
      return [judgement?.verdict, release !== undefined]
    })
  return Promise.all([
    expect(verdictFor(job('exact'))).resolves.toEqual(['exposed', false]),
    expect(verdictFor(job('exact', 'exposure: { accept: [age], reason: a test }'))).resolves.toEqual(['amber', true]),
    expect(verdictFor(job('public'))).resolves.toEqual(['green', true]),
  ])
})

it('a release with some answers of a survey is not empty, though others are left out', async () => {
  const rows = Array.from({ length: 60 }, (_, i) => `${20 + (i % 5)},${i % 3},${i % 4}`)
  const scale = { role: 'quasi-identifier', type: 'numeric' } as const
  for (const question of ['q1', 'How often do you buy country music']) {
    const columns: Job['columns'] = { age, [question]: scale, q2: { role: 'identifier' } }
    const { judgement } = await run(`age,${question},q2\n${rows.join('\n')}\n`, { columns })
    expect(judgement?.verdict).toBe('green')
  }
})
