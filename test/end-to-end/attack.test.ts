/** `halftone attack`: on the command line, and on Adult beside the figures that another program measured. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attackRelease } from '../../src/attack/index.ts'
import { randomFrom, shuffle } from '../../src/ground/random.ts'
import type { AttackResult } from '../../src/report/attack-figures.ts'
import { adultEducationRanks, adultFile, adultQuasiIdentifiers, readAdult } from '../adult.ts'
import { data } from '../data.ts'
import { needs } from '../needs.ts'
import { halftone, inFolder, peopleFiles, readTablePlan, runJob } from './workshop.ts'

describe('on the command line', () => {
  it('attacks a release by its job, and prints one object', async () => {
    await inFolder(peopleFiles, async (folder) => {
      await runJob(folder)
      const args = ['attack', 'out/release.csv', '--original', 'people.csv', '--job', 'job.yaml']
      const printed = await halftone(folder, [...args, '--json'])
      expect(printed.code).toBe(0)
      const { attacks, failed, known } = JSON.parse(printed.stdout)
      expect(failed).toBe(false)
      expect(known).toEqual(['age', 'sex', 'city'])
      expect(attacks[0]).toMatchObject({ attacker: 'linkage', broken: [] })
      const words = await halftone(folder, args)
      expect(words.stdout).toContain('a low figure is evidence, not proof')
      expect(words.stdout).not.toMatch(/anonymous/)
    })
  })

  it('fails where somebody is linked above 1/k, and where the residual risk is above --fail', async () => {
    await inFolder(peopleFiles, async (folder) => {
      const args = ['attack', 'people.csv', '--original', 'people.csv', '--known', 'age,sex,city']
      expect((await halftone(folder, args)).code).toBe(0)
      const linked = await halftone(folder, [...args, '--k', '2'])
      expect(linked.code).toBe(1)
      expect(linked.stdout).toContain('above the bound 0.5')
      expect((await halftone(folder, [...args, '--fail', '0.05'])).stdout).toContain('residual risk')
    })
  })

  it('refuses a column that is known and secret at once', async () => {
    await inFolder(peopleFiles, async (folder) => {
      const args = ['attack', 'people.csv', '--original', 'people.csv', '--known', 'age,city', '--secret', 'city']
      const refused = await halftone(folder, args)
      expect(refused.code).toBe(2)
      expect(refused.stderr).toContain('known and secret at once')
    })
  })
})

describe('in a job', () => {
  const rows = Array.from(
    { length: 400 },
    (_, i) => `p${i},${20 + ((i * 7) % 50)},${i % 3 ? 'f' : 'm'},${(i * 13) % 400}`,
  )
  const job = (attack: string) =>
    [
      'version: 1',
      'data: { source: people.csv }',
      'columns:',
      '  name: { role: pseudonym }',
      '  age: { role: quasi-identifier, type: numeric }',
      '  sex: { role: quasi-identifier, order: [f, m] }',
      '  badge: { role: sensitive }',
      'privacy: { k: 5 }',
      `attack: ${attack}`,
      'output: { release: out/release.csv, report: out/report.html }',
      '',
    ].join('\n')
  const files = (attack: string) => ({
    'people.csv': `${['name,age,sex,badge', ...rows].join('\n')}\n`,
    'job.yaml': job(attack),
  })

  it('sets rows aside that are not released, and reports', async () => {
    await inFolder(files('{ share: 0.2, targets: 100 }'), async (folder) => {
      expect((await halftone(folder, ['key'])).code).toBe(0)
      const { attack, release } = await runJob(folder)
      const { control = 0, original, release: released } = attack?.rows ?? { original: 0, release: 0 }
      expect(control + original).toBe(400)
      expect(control).toBeGreaterThan(50)
      expect(control).toBeLessThan(110)
      expect(released).toBe(original)
      const text = readFileSync(release as string, 'utf8')
      expect(text.trim().split('\n').length).toBe(original + 1)
      const manifest = JSON.parse(readFileSync(join(folder, 'out/release.manifest.json'), 'utf8'))
      expect(manifest.attack.attacks[0]).toMatchObject({ attacker: 'linkage', leaks: [] })
      const page = readFileSync(join(folder, 'out/report.html'), 'utf8')
      expect(page).toContain('set aside at random before the search')
      expect(page).toContain('<h2 id="attack-title">')
      await runJob(folder, { force: true })
      expect(readFileSync(release as string, 'utf8')).toBe(text)
      const printed = await halftone(folder, ['run', '--force'])
      expect(printed.stdout).toContain('set aside at random')
    })
  })

  it('publishes nothing where the residual risk is above fail', async () => {
    await inFolder(files('{ control: others.csv, fail: 0.05 }'), async (folder) => {
      expect((await halftone(folder, ['key'])).code).toBe(0)
      writeFileSync(join(folder, 'others.csv'), `name,age,sex,badge\n${rows.map((row) => `x${row}x`).join('\n')}\n`)
      const refused = await halftone(folder, ['run'])
      expect(refused.code).toBe(1)
      expect(refused.stdout).toMatch(/singling out \(a rare or extreme label of badge\): residual risk/)
      expect(existsSync(join(folder, 'out/release.csv'))).toBe(false)
    })
  })
})

describe('on Adult at k = 10, a tenth set aside', needs(data('adult')), () => {
  const folder = mkdtempSync(join(tmpdir(), 'halftone-attack-adult-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const names = [...adultQuasiIdentifiers, 'income'] as const

  beforeAll(() => {
    const rows = shuffle(readAdult(), randomFrom(7))
    const ranks = adultEducationRanks()
    const write = (file: string, some: typeof rows) => {
      const lines = some.map((row) => names.map((name) => (name === 'education' ? ranks[row[name]] : row[name])).join())
      writeFileSync(join(folder, file), `${[names.join(), ...lines].join('\n')}\n`)
    }
    write('control.csv', rows.slice(0, 3016))
    write('data.csv', rows.slice(3016))
  })

  async function attack(algorithm: string, limit: number): Promise<(attacker: string, form?: string) => AttackResult> {
    const column = (name: string) =>
      name === 'age' || name === 'education'
        ? `  ${name}: { role: quasi-identifier, type: numeric }`
        : `  ${name}: { role: quasi-identifier, taxonomy: '${adultFile(`taxonomies/${name}.json`)}' }`
    const job = [
      'version: 1',
      'data: { source: data.csv }',
      'columns:',
      ...adultQuasiIdentifiers.map(column),
      '  income: { role: target }',
      `privacy: { k: 10, suppression-limit: ${limit} }`,
      `algorithm: ${algorithm}`,
      `output: { release: ${algorithm}.csv }`,
      '',
    ]
    writeFileSync(join(folder, 'job.yaml'), job.join('\n'))
    await runJob(folder)
    const at = (file: string) => ({ source: join(folder, file), base: folder })
    const plan = readTablePlan(join(folder, 'job.yaml'))
    const { attacks, failures } = await attackRelease({
      release: at(`${algorithm}.csv`),
      original: at('data.csv'),
      control: at('control.csv'),
      job: plan,
      targets: 30_000,
      seed: 1,
    })
    expect(failures).toEqual([])
    return (attacker, form = '') =>
      attacks.find((own) => own.attacker === attacker && own.form.includes(form)) as AttackResult
  }

  const around = ({ low, high }: { low: number; high: number }, figure: number) => {
    expect(low).toBeLessThanOrEqual(figure)
    expect(high).toBeGreaterThanOrEqual(figure)
  }

  it('boxes', async () => {
    const of = await attack('boxes', 0)
    around(of('linkage', 'tightest').success, 0.087)
    expect(of('linkage', 'tightest').worst).toBeCloseTo(0.1, 10)
    expect(of('singling out', 'labels of a row').success.rate).toBe(0)
    // Two control groups of 3,016 people: each figure is uncertain by about 0.07.
    const { value, low } = of('inference').residual
    expect(Math.abs(value - 0.09)).toBeLessThan(Math.hypot(value - low, 0.07))
    around(of('presence').residual, 0.017)
    // Another release of another split: within a tenth.
    expect(Math.abs(of('narrowing', 'A1').success.rate / 0.052 - 1)).toBeLessThan(0.1)
    expect(Math.abs(of('narrowing', 'A1').figures['recovered age'] / 0.094 - 1)).toBeLessThan(0.1)
  }, 300_000)

  it('lattice', async () => {
    const of = await attack('lattice', 0.05)
    around(of('linkage', 'tightest').success, 0.007)
    expect(of('linkage', 'tightest').worst).toBeLessThanOrEqual(0.1)
    expect(of('inference').residual.low).toBeLessThanOrEqual(0.03)
    expect(of('presence').residual.low).toBeLessThanOrEqual(0.041)
    expect(of('narrowing', 'A1').success.rate).toBeLessThan(0.001)
  }, 300_000)
})
