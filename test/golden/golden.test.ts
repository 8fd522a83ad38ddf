/**
 * The bytes of small jobs of every kind, by hash: a change that is meant to keep behaviour keeps them. Releases and recodings are one
 * promise, documents another; `HALFTONE_HASHES=1 npx vitest run test/golden` writes `hashes.json` anew, and the changelog says why.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { writeVisits } from '../../research/papers/loukides-2011/visits.ts'
import { anonymize } from '../../src/anonymize.ts'
import type { TablePlan } from '../../src/plan/plan.ts'
import { readPlan } from '../../src/plan/read-plan.ts'
import { readRecodingFile } from '../../src/recoding/read-recoding.ts'
import { samples } from '../../src/sample/index.ts'
import { applyRecoding } from '../../src/tasks/apply.ts'
import { planFromTrail } from '../../src/tasks/plan-from-file.ts'
import { type Need, needs } from '../needs.ts'
import { type GoldenJob, goldenJobs } from './jobs.ts'

/** Of a job: its outcome, the hashes of what is published as data, those of what describes it. */
interface Golden {
  readonly outcome: string
  readonly releases: Readonly<Record<string, string>>
  readonly documents: Readonly<Record<string, string>>
}

const hashes = join(import.meta.dirname, 'hashes.json')
const renew = process.env['HALFTONE_HASHES'] === '1'
const known: Readonly<Record<string, Golden>> = renew ? {} : JSON.parse(readFileSync(hashes, 'utf8'))
const seen: Record<string, Golden> = {}
let root: string

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'halftone-golden-'))
  await writeSample('census', 'census', { rows: 500, seed: 3 })
  await writeSample('census', 'holes', { rows: 300, seed: 4, missing: 0.03 })
  await writeSample('census', 'next', { rows: 350, seed: 5 })
  await writeSample('baskets', 'baskets', { transactions: 300, items: 24, seed: 3 })
  await writeSample('baskets', 'next-baskets', { transactions: 200, items: 24, seed: 5 })
  await writeVisits(join(root, 'visits'), { patients: 250, codes: 40, seed: 3 })
  const census = join(root, 'census')
  for (const name of ['holes', 'next'])
    writeFileSync(join(census, `${name}.csv`), readFileSync(join(root, name, 'census.csv')))
  writeFileSync(join(census, 'queries.txt'), 'age 30..39, sex = Female\nincome = >50K, age 20..59\nsex = Male\n')
  writeBaskets(join(root, 'baskets'), readFileSync(join(root, 'next-baskets', 'baskets.txt'), 'utf8'))
})

afterAll(() => {
  rmSync(root, { recursive: true, force: true })
  if (renew) writeFileSync(hashes, `${JSON.stringify(seen, null, 2)}\n`)
})

async function writeSample(name: string, folder: string, options: Readonly<Record<string, number>>): Promise<void> {
  await samples.find((sample) => sample.name === name)?.write(join(root, folder), options)
}

/** The baskets in the other forms that a job may read. */
function writeBaskets(folder: string, next: string): void {
  const lines = readFileSync(join(folder, 'baskets.txt'), 'utf8').trimEnd().split('\n')
  const towns = ['Oslo', 'Bergen', 'Lyon']
  const rows = lines.map((line, i) => `${i},${towns[i % 3]},${line.split(' ').join(';')}`)
  const pairs = lines.flatMap((line, i) => line.split(' ').map((item) => `${i},${item}`))
  writeFileSync(join(folder, 'cells.csv'), `person,town,items\n${rows.join('\n')}\n`)
  writeFileSync(join(folder, 'pairs.csv'), `person,items\n${pairs.join('\n')}\n`)
  writeFileSync(join(folder, 'holes.txt'), `${lines.map((line, i) => (i % 40 === 0 ? '' : line)).join('\n')}\n`)
  writeFileSync(join(folder, 'next.txt'), next)
}

/** Runs the job in its folder, and what comes after it; every file that it wrote lies in `out` then. */
async function run(
  { folder, job, trailTo, applyTo }: GoldenJob,
  order = 'source',
  linesFrom?: number,
): Promise<string> {
  const base = join(root, folder)
  rmSync(join(base, 'out'), { recursive: true, force: true })
  mkdirSync(join(base, 'out'))
  const file = join(base, 'golden.yaml')
  // In the order of the source, so that what is compared is what rows say and not how they are sorted.
  writeFileSync(file, JSON.stringify({ ...job, output: { ...job.output, order } }))
  const { outcome } = await anonymize(readPlan(file), { threads: 1, linesFrom })
  if (trailTo !== undefined) {
    const plan = readPlan(file, { k: trailTo, release: join(base, 'out', 'by-trail.csv') }) as TablePlan
    await anonymize(planFromTrail(plan, join(base, 'out', 'private/release.trail.json')), { threads: 1, force: true })
  }
  if (applyTo !== undefined) await apply(base, applyTo)
  return outcome
}

async function apply(base: string, data: string): Promise<void> {
  const applied = join(base, 'out', `applied.${data.replace(/^.*\./, '')}`)
  const request = {
    name: 'release.recoding.json',
    source: { source: data, base },
    output: {
      release: applied,
      recoding: join(base, 'out', 'applied.recoding.json'),
      manifest: join(base, 'out', 'applied.manifest.json'),
      report: join(base, 'out', 'applied.html'),
    },
    order: 'source',
    unseen: 'suppress',
  } as const
  const recoding = readRecodingFile(join(base, 'out', 'private/release.recoding.json'))
  await applyRecoding({ ...request, recoding }, { threads: 1 })
}

/** The hashes of the files below, by name. */
function hashesOf(folder: string): Pick<Golden, 'releases' | 'documents'> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const entries = files
    .map(
      ({ name, parentPath }) =>
        [relative(folder, join(parentPath, name)), hashOf(readFileSync(join(parentPath, name)))] as const,
    )
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const document = ([name]: readonly [string, string]) => /\.manifest\.json$|\.html$/.test(name)
  return {
    releases: Object.fromEntries(entries.filter((entry) => !document(entry))),
    documents: Object.fromEntries(entries.filter(document)),
  }
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 20)
}

const comparing: Need = { met: !renew, missing: 'hashes are written, not compared; leave out HALFTONE_HASHES' }

describe('the set of golden jobs', needs(comparing), () => {
  it('is the set that is known', () => expect(goldenJobs.map(({ title }) => title)).toEqual(Object.keys(known)))
})

describe('anonymize(job) of the golden set gives the same bytes', () => {
  it.each(goldenJobs.map((job) => [job.title, job] as const))('%s', async (title, job) => {
    seen[title] = { outcome: await run(job), ...hashesOf(join(root, job.folder, 'out')) }
    if (!renew) expect(seen[title]).toEqual(known[title])
  })
})

const [lattice] = goldenJobs
const classJobs = ['boxes', 'mondrian'].map((name): GoldenJob => {
  const algorithm = name === 'boxes' ? { name, rounds: 20 } : name
  return { ...lattice, title: name, job: { ...lattice.job, algorithm } }
})

describe('anonymize(job) gives the same bytes if lines/ reads, writes and counts', needs(comparing), () => {
  const files = async (job: GoldenJob, order: string, linesFrom: number) => {
    const outcome = await run(job, order, linesFrom)
    return { outcome, ...hashesOf(join(root, job.folder, 'out')) }
  }

  it.each(goldenJobs.map((job) => [job.title, job] as const))('%s', async (title, job) => {
    expect(await files(job, 'source', 0)).toEqual(known[title])
  })

  it.each([lattice, ...classJobs].map((job) => [job.title, job] as const))('%s, in both orders', async (_, job) => {
    for (const order of ['sorted', 'source'])
      expect(await files(job, order, 0)).toEqual(await files(job, order, Number.POSITIVE_INFINITY))
  })
})
