/**
 * A grid of mistakes over a file of which every value is a mark that stands nowhere else: whatever is said of them, by an error, a warning, JUnit or
 * GitHub, holds no mark. Only the error that a command prints with `--show-values` may.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { summarize } from '../../cli/print/summary.ts'
import { githubLines, junitText } from '../../cli/print/verification-formats.ts'
import { UserError } from '../../src/ground/errors.ts'
import { initJob } from '../../src/init/init.ts'
import { filesBeside } from '../../src/plan/outputs-beside.ts'
import { readRecodingFile } from '../../src/recoding/read-recoding.ts'
import { makeRequirement } from '../../src/requirements/index.ts'
import { applyRecoding } from '../../src/tasks/apply.ts'
import { verifyRelease } from '../../src/tasks/verify.ts'
import { type Files, halftone, inFolder, runJob, writeFiles } from '../end-to-end/workshop.ts'

const MARK = /qz\w*vx/i
const TOWNS = Array.from({ length: 6 }, (_, i) => `Qztown${i}vx`)
const ROWS = 48

interface Cells {
  readonly name: string
  readonly town: string
  readonly age: string
  readonly born: string
}

function file(change: (cells: Cells, row: number) => Partial<Cells> = () => ({}), end = ''): string {
  const rows = Array.from({ length: ROWS }, (_, i) => {
    const cells = {
      name: `Qzname${i}vx`,
      town: TOWNS[i % 6],
      age: String(20 + (i % 30)),
      born: `19${40 + (i % 50)}-02-03`,
    }
    return Object.values({ ...cells, ...change(cells, i) }).join(',')
  })
  return `full_name,town,age,birth_date\n${rows.join('\n')}\n${end}`
}

const node = (name: string) => ({ name })
const job = (columns: object = {}, more: object = {}): string =>
  JSON.stringify({
    version: 1,
    data: { source: 'p.csv' },
    columns: {
      full_name: { role: 'identifier' },
      town: { role: 'quasi-identifier', taxonomy: 'towns.json' },
      age: { role: 'quasi-identifier', type: 'numeric' },
      birth_date: { role: 'quasi-identifier', type: 'date' },
      ...columns,
    },
    privacy: { k: 3 },
    output: { release: 'out/r.csv' },
    ...more,
  })
const tree = (towns: readonly string[]) => JSON.stringify({ name: 'any', children: towns.map(node) })
const right: Files = { 'p.csv': file(), 'towns.json': tree(TOWNS), 'job.yaml': job() }
const at = (place: number, wrong: Partial<Cells>) => file((_, row) => (row === place ? wrong : {}))

/** What is wrong, and with which files. */
const MISTAKES: Readonly<Record<string, Files>> = {
  'a value that the tree lacks': { 'p.csv': at(20, { town: 'Qznowherevx' }) },
  'half of the values are not in the tree': { 'towns.json': tree(TOWNS.slice(3)) },
  'a text among numbers': { 'p.csv': at(31, { age: 'Qzagevx' }) },
  'a text among dates': { 'p.csv': at(7, { born: 'Qzbornvx' }) },
  'dates of another format': {
    'job.yaml': job({ birth_date: { role: 'quasi-identifier', type: 'date', format: '%d.%m.%Y' } }),
  },
  'names as a number': { 'job.yaml': job({ full_name: { role: 'quasi-identifier', type: 'numeric' } }) },
  'names as dates': { 'job.yaml': job({ full_name: { role: 'quasi-identifier', type: 'date' } }) },
  'names as a numeric target': {
    'job.yaml': job({ full_name: { role: 'target', type: 'numeric' } }, { goal: 'regression' }),
  },
  'an order that lacks values': { 'job.yaml': job({ town: { role: 'quasi-identifier', order: TOWNS.slice(0, 2) } }) },
  'values that the domain excludes': {
    'job.yaml': job({ age: { role: 'quasi-identifier', type: 'numeric', domain: [0, 21] } }),
  },
  'missing values that may not be': { 'p.csv': at(3, { town: '?' }) },
  'a line with too many fields': { 'p.csv': file(undefined, 'Qzmorevx,Qzmorevx,3,1950-01-01,Qzmorevx\n') },
  'a line with too few fields': { 'p.csv': file(undefined, 'Qzlessvx\n') },
  'a quote that never ends': { 'p.csv': file(undefined, '"Qzopenvx,Qztown0vx,3,1950-01-01\n') },
  'bytes of another encoding': { 'p.csv': Buffer.from(at(9, { town: 'Qzkövx' }), 'latin1') },
  'a k that nothing meets': { 'job.yaml': job({}, { privacy: { k: 49 } }) },
  'a column that nobody named': { 'job.yaml': job({ full_name: undefined }) },
  'a child twice in a tree': { 'towns.json': tree([...TOWNS, TOWNS[0]]) },
}

const saidOf = async (work: () => Promise<unknown>): Promise<string> => {
  try {
    const result = (await work()) as { warnings?: readonly string[]; reason?: string } | undefined
    return [...(result?.warnings ?? []), result?.reason ?? ''].join('\n')
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return `${error.message} ${error.path} ${JSON.stringify(error)} ${inspect(error, { depth: 9 })}`
  }
}

describe('no value of the data stands in a message', () => {
  it.each(Object.entries(MISTAKES))('run: %s', (_, wrong) =>
    inFolder({ ...right, ...wrong }, async (folder) => {
      const said = await saidOf(() => runJob(folder))
      expect(said.trim()).not.toBe('')
      expect(said).not.toMatch(MARK)
    }),
  )

  it('apply: what is wrong with new data, and what is suppressed of it', () =>
    inFolder(right, async (folder) => {
      await runJob(folder)
      const recoding = join(folder, 'out/private/r.recoding.json')
      for (const [name, wrong] of Object.entries(MISTAKES)) {
        if (wrong['p.csv'] === undefined) continue
        writeFiles(folder, { 'new.csv': wrong['p.csv'] })
        for (const unseen of name === 'a value that the tree lacks'
          ? (['suppress', 'fail'] as const)
          : (['suppress'] as const)) {
          const said = await saidOf(async () => {
            const output = filesBeside(join(folder, 'new/release.csv'), ['recoding', 'fullManifest', 'manifest'])
            const source = { source: 'new.csv', base: folder }
            const request = { recoding: readRecodingFile(recoding), name: 'r.recoding.json', source, output, unseen }
            const result = await applyRecoding(request, { force: true })
            return { warnings: [...result.warnings, await summarize(result)] }
          })
          expect([name, said.trim()]).not.toEqual([name, ''])
          expect(said).not.toMatch(MARK)
        }
      }
    }))

  it('standard error of the command', () =>
    inFolder({ ...right, ...MISTAKES['half of the values are not in the tree'] }, async (folder) => {
      const { code, stdout, stderr } = await halftone(folder, ['run'])
      expect([code, stdout]).toEqual([2, ''])
      expect(stderr).toContain('town')
      expect(stderr).not.toMatch(MARK)
    }))

  it('init: its messages, roles and job file', () =>
    inFolder(right, async (folder) => {
      for (const content of ['a line with too many fields', 'a quote that never ends', 'a text among dates']) {
        writeFiles(folder, MISTAKES[content])
        const target = join(folder, 'new.yaml')
        const said = await saidOf(async () => {
          const { columns } = await initJob({ source: { source: 'p.csv', base: folder }, job: target, force: true })
          return { warnings: [...columns.map(({ reason }) => reason), readFileSync(target, 'utf8')] }
        })
        expect(said.trim()).not.toBe('')
        expect(said).not.toMatch(MARK)
      }
    }))

  it('verify: JUnit and annotations have counts alone', () =>
    inFolder(right, async (folder) => {
      const verification = await verifyRelease({
        source: { source: 'p.csv', base: folder },
        quasiIdentifiers: ['town', 'age'],
        requirements: [makeRequirement('k-anonymity', 40)],
      })
      expect(verification.verdict).toBe('broken')
      expect([junitText('p.csv', verification), ...githubLines('p.csv', verification)].join('\n')).not.toMatch(MARK)
    }))

  it.each(['a text among numbers', 'half of the values are not in the tree', 'names as a numeric target'])(
    '--show-values: the terminal shows them, JSON and the next command do not: %s',
    (mistake) =>
      inFolder({ ...right, ...MISTAKES[mistake] }, async (folder) => {
        const shown = await halftone(folder, ['run', '--show-values', '--json'])
        expect(shown.stderr).toMatch(MARK)
        expect(JSON.parse(shown.stdout).error).toContain('characters)')
        expect(shown.stdout).not.toMatch(MARK)
        expect((await halftone(folder, ['run'])).stderr).not.toMatch(MARK)
      }),
  )

  it('--show-values: apply names the values that the recoding does not know', () =>
    inFolder(right, async (folder) => {
      await runJob(folder)
      writeFiles(folder, { 'new.csv': at(20, { town: 'Qznowherevx' }) })
      const args = ['apply', 'out/private/r.recoding.json', 'new.csv', '--output', 'new/r.csv', '--unseen', 'fail']
      const [plain, shown] = [await halftone(folder, args), await halftone(folder, [...args, '--show-values'])]
      expect([plain.code, shown.code]).toEqual([2, 2])
      expect(plain.stderr).not.toMatch(MARK)
      expect(shown.stderr).toContain('"Qznowherevx" in 1 row')
    }))
})
