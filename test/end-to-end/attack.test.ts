/** `halftone attack`: on the command line, and on Adult beside the figures that another program measured. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anonymize } from '../../src/anonymize.ts'
import { attackRelease } from '../../src/attack/index.ts'
import { randomFrom, shuffle } from '../../src/ground/random.ts'
import type { AttackResult } from '../../src/report/attack-figures.ts'
import { adultEducationRanks, adultFile, adultQuasiIdentifiers, readAdult } from '../adult.ts'
import { attackAdult, attackedMethods, linkageFigures } from '../attack-adult.ts'
import { data } from '../data.ts'
import { needs } from '../needs.ts'
import { thorough } from '../thorough.ts'
import { halftone, inFolder, peopleFiles, readRelease, readTablePlan, runJob } from './workshop.ts'

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

describe('a release in which every row has a mean of its class beside its labels', () => {
  it('is linked by its labels, and its labels are counted however many there are', async () => {
    const random = randomFrom(4)
    const rows = Array.from(
      { length: 1500 },
      () => `${random.integer(5000)},${random.integer(5000)},${random.uniform()}`,
    )
    const job = [
      'version: 1',
      'data: { source: people.csv }',
      'columns:',
      '  height: { role: quasi-identifier, type: numeric }',
      '  income: { role: quasi-identifier, type: numeric }',
      '  costs: { role: sensitive, share: 5 }',
      'privacy: { k: 3 }',
      'algorithm: mondrian',
      'output: { release: out/release.csv }',
    ]
    const files = { 'people.csv': `height,income,costs\n${rows.join('\n')}\n`, 'job.yaml': `${job.join('\n')}\n` }
    await inFolder(files, async (folder) => {
      const result = await runJob(folder)
      const release = readRelease(join(folder, 'out/release.csv'))
      for (const { column, labels } of result.judgement?.detail ?? []) {
        expect(labels).toBe(new Set(release.map((row) => row[column])).size)
        expect(labels).toBeGreaterThan(201)
      }
      const args = ['attack', 'out/release.csv', '--original', 'people.csv', '--job', 'job.yaml', '--json']
      const { attacks } = JSON.parse((await halftone(folder, args)).stdout) as { attacks: AttackResult[] }
      const linked = attacks.filter(({ attacker }) => attacker === 'linkage')
      // No mean is anybody's value, and still one of three to five rows is the person's.
      for (const { success } of linked) expect(success.rate).toBeGreaterThan(0.15)
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

describe('printed ends of intervals', () => {
  const dates = (seed: number) => {
    const random = randomFrom(seed)
    const two = (number: number) => String(number).padStart(2, '0')
    return Array.from({ length: 300 }, (_, i) => {
      const birth = `${1950 + random.integer(50)}-${two(1 + random.integer(12))}-${two(1 + random.integer(28))}`
      return [i % 17 === 3 ? '' : 1000 + random.integer(900) * 7, birth, random.integer(2) === 0 ? 'f' : 'm'].join()
    })
  }
  const job = (privacy: string, algorithm: string) =>
    [
      'version: 1',
      'data: { source: people.csv, missing: drop }',
      'columns:',
      '  income: { role: quasi-identifier, type: numeric }',
      '  birth: { role: quasi-identifier, type: date }',
      '  sex: { role: quasi-identifier, order: [f, m] }',
      `privacy: { ${privacy}, suppression-limit: 0.05, exposure-limit: 1 }`,
      `algorithm: { name: ${algorithm} }`,
      'output: { release: out/release.csv }',
      '',
    ].join('\n')
  const args = ['attack', 'out/release.csv', '--original', 'people.csv', '--job', 'job.yaml', '--json']
  const tried = async (seed: number, privacy: string, algorithm: string, plant = (text: string) => text) => {
    const files = {
      'people.csv': `income,birth,sex\n${dates(seed).join('\n')}\n`,
      'job.yaml': job(privacy, algorithm),
    }
    return inFolder(files, async (folder) => {
      await runJob(folder)
      const file = join(folder, 'out/release.csv')
      const text = readFileSync(file, 'utf8')
      writeFileSync(file, plant(text))
      const { code, stdout } = await halftone(folder, args)
      const report = JSON.parse(stdout)
      const ends = (report.attacks as AttackResult[]).flatMap(({ leaks }) => leaks.filter((leak) => /ends/.test(leak)))
      return { code, failures: report.failures.join(), leaks: ends, text }
    })
  }

  it.each([
    [1, 'boxes'],
    [2, 'lattice'],
    [3, 'mondrian'],
  ] as const)('on public borders are of nobody, seed %i', async (seed, algorithm) => {
    expect(await tried(seed, 'k: 5', algorithm)).toMatchObject({ code: 0, failures: '', leaks: [] })
  })

  it('that are values of a few people fail, and are only said where the job asks for exact ends', async () => {
    const exact = await tried(1, 'k: 5, ends: exact', 'boxes')
    expect(exact).toMatchObject({ code: 0, failures: '' })
    expect(exact.leaks.join()).toMatch(/income: \d+ printed ends are exact values of fewer than 5 people/)
    // The release with exact ends as if it kept the promise of public ones.
    const planted = await tried(1, 'k: 5', 'boxes', () => exact.text)
    expect(planted.code).toBe(1)
    expect(planted.failures).toMatch(/income: \d+ printed ends are exact values .* a bug in Halftone/)
  })
})

describe('baskets', () => {
  const codes = ['A1', 'A2', 'A3', 'B1', 'B2', 'C1', 'C2', 'C3']
  const tree = {
    name: 'ANY',
    children: ['A', 'B', 'C'].map((name) => ({
      name,
      children: codes.filter((code) => code.startsWith(name)).map((code) => ({ name: code })),
    })),
  }
  const people = (count: number, seed: number) => {
    const random = randomFrom(seed)
    return Array.from({ length: count }, () => {
      const age = 20 + random.integer(50)
      const items = codes.filter((_, code) => random.integer(10) < (age > 45 === code > 3 ? 4 : 1))
      return { age, sex: random.integer(2) === 0 ? 'F' : 'M', items }
    })
  }
  const lines = (some: ReturnType<typeof people>) => some.map(({ items }) => `${items.join(' ')}\n`).join('')
  const table = (some: ReturnType<typeof people>) =>
    `age,sex,codes\n${some.map(({ age, sex, items }) => `${age},${sex},${items.join(' ')}\n`).join('')}`
  const withItems = people(60, 1).filter(({ items }) => items.length > 0)
  const others = people(400, 2).filter(({ items }) => items.length > 0)
  const job = {
    version: 1,
    data: { source: 'people.txt', format: 'transactions' },
    columns: { codes: { role: 'items', taxonomy: 'codes.json' } },
    privacy: { km: { k: 4, m: 2 } },
    output: { release: 'out/release.txt' },
  }
  const files = {
    'people.txt': lines(withItems),
    'others.txt': lines(others),
    'people.csv': table(people(300, 1)),
    'others.csv': table(people(300, 2)),
    'codes.json': JSON.stringify(tree),
    'job.yaml': JSON.stringify(job),
    'mixed.yaml': JSON.stringify({
      version: 1,
      data: { source: 'people.csv' },
      columns: {
        age: { role: 'quasi-identifier', type: 'numeric' },
        sex: { role: 'quasi-identifier', order: ['F', 'M'] },
        codes: { role: 'items', taxonomy: 'codes.json' },
      },
      privacy: { k: 4, km: { m: 2 } },
      attack: { control: 'others.csv', targets: 200 },
      output: { release: 'out/mixed.csv' },
    }),
  }
  const attack = async (folder: string, release: string, ...more: string[]) => {
    const args = ['attack', release, '--original', 'people.txt', '--job', 'job.yaml', '--targets', '250', ...more]
    const { code, stdout } = await halftone(folder, [...args, '--json'])
    const { attacks, failures } = JSON.parse(stdout)
    expect(attacks).toHaveLength(1)
    return { code, failures, ...(attacks[0] as AttackResult) }
  }

  it('are linked by m items at most with chance 1/k after a run, and nearly as the original says without', async () => {
    await inFolder(files, async (folder) => {
      await runJob(folder)
      const released = await attack(folder, 'out/release.txt', '--control', 'others.txt')
      expect(released).toMatchObject({ code: 0, attacker: 'baskets', limit: 0.25, failures: [] })
      expect(released.worst).toBeGreaterThan(0)
      expect(released.worst).toBeLessThanOrEqual(0.25)
      expect(released.control?.trials).toBe(250)
      const raw = await attack(folder, 'people.txt')
      const risk = JSON.parse((await halftone(folder, ['risk', 'people.txt', '--job', 'job.yaml', '--json'])).stdout)
      expect(risk.attacker.success).toBeGreaterThan(raw.success.low)
      expect(risk.attacker.success).toBeLessThan(raw.success.high)
      expect(raw.success.rate).toBeGreaterThan(released.success.rate)
    })
  })

  it('of one person alone break the bound', async () => {
    await inFolder({ ...files, 'people.txt': `${lines(withItems)}Y Z\n` }, async (folder) => {
      const { worst, code, failures } = await attack(folder, 'people.txt', '--k', '4', '--targets', '9999')
      expect([worst, code]).toEqual([1, 1])
      expect(failures.join()).toContain('above the bound 0.25')
    })
  })

  it('beside columns are attacked with both, in a job', async () => {
    await inFolder(files, async (folder) => {
      const { attack: report } = await anonymize(readTablePlan(join(folder, 'mixed.yaml')), { threads: 1 })
      const [basket] = report?.attacks.filter(({ attacker }) => attacker === 'baskets') ?? []
      expect(basket).toMatchObject({ form: 'columns and 2 items', limit: 0.25, broken: [] })
      expect(basket.worst).toBeLessThanOrEqual(0.25)
      const linked = report?.attacks.find(({ attacker }) => attacker === 'linkage') as AttackResult
      expect(linked.success.rate).toBeGreaterThan(0)
      expect(basket.success.rate).toBeGreaterThan(linked.success.rate)
      // The original as its own release: two items and the columns point at a row of few.
      const release = { source: join(folder, 'people.csv'), base: folder }
      const plan = readTablePlan(join(folder, 'mixed.yaml'))
      const raw = await attackRelease({ release, original: release, job: plan, targets: 200, seed: 1 })
      const found = raw.attacks.find(({ attacker }) => attacker === 'baskets') as AttackResult
      expect(found.worst).toBe(1)
      expect(raw.failures.join()).toContain('baskets (columns and 2 items): a person is found with chance 1.0000')
    })
  })
})

describe('linkage of Adult', needs(data('adult')), () => {
  // research/bench/attack/linkage-grid.ts makes 210 runs.
  it.each(attackedMethods)('is at most 1/k for everybody: %s', async (method) => {
    await inFolder({}, async (folder) => {
      for (const k of [5, 10, 50]) {
        const report = await attackAdult(folder, { method, k, rows: 500, seed: k })
        const { mean, worst } = linkageFigures(report)
        expect(worst).toBeLessThanOrEqual(1 / k + 1e-9)
        expect(mean).toBeGreaterThan(0)
        expect(report.failures).toEqual([])
      }
    })
  })
})

describe('a table built to be attacked', () => {
  // Clusters of ten people who share their illness, and in each column one of them is at each end.
  const rows = Array.from({ length: 400 }, (_, i) => {
    const [cluster, place] = [Math.floor(i / 10), i % 10]
    return [1000 * cluster + place, 50_000 - 1000 * cluster + ((place * 7) % 10), `illness ${cluster % 8}`].join()
  })
  const job = (ends: string) =>
    [
      'version: 1',
      'data: { source: people.csv }',
      'columns:',
      '  income: { role: quasi-identifier, type: numeric }',
      '  rent: { role: quasi-identifier, type: numeric }',
      '  illness: { role: sensitive }',
      `privacy: { k: 10, ends: ${ends} }`,
      'algorithm: { name: boxes, rounds: 5 }',
      'output: { release: out/release.csv }',
      '',
    ].join('\n')
  const tried = (ends: string) =>
    inFolder({ 'people.csv': `income,rent,illness\n${rows.join('\n')}\n`, 'job.yaml': job(ends) }, async (folder) => {
      const { release } = await runJob(folder)
      const at = (source: string) => ({ source, base: folder })
      const plan = readTablePlan(join(folder, 'job.yaml'))
      const request = { release: at(release as string), original: at(join(folder, 'people.csv')), job: plan }
      const { attacks, failures } = await attackRelease({ ...request, targets: 400, seed: 1 })
      const rate = (attacker: string, form: string) =>
        attacks.find((one) => one.attacker === attacker && one.form.includes(form))?.success.rate
      return {
        failures,
        linkage: rate('linkage', 'tightest'),
        inference: rate('inference', 'majority'),
        recovered: rate('narrowing', 'A1'),
        labels: rate('singling out', 'labels of a row'),
      }
    })

  it('gives secrets and, with exact ends, values away; the exact promises hold all the same', async () => {
    // docs/attacks.md prints these figures.
    expect(await tried('exact')).toEqual({
      failures: [],
      linkage: expect.closeTo(0.1, 9),
      inference: 1,
      recovered: 0.2,
      labels: 0,
    })
    const open = await tried('public')
    expect(open).toMatchObject({ failures: [], recovered: 0, labels: 0 })
    expect(open.linkage).toBeLessThanOrEqual(0.1 + 1e-9)
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

  async function attack(
    algorithm: string,
    limit: number,
    ends = 'exact',
  ): Promise<(attacker: string, form?: string) => AttackResult> {
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
      `privacy: { k: 10, ends: ${ends}, suppression-limit: ${limit} }`,
      `algorithm: ${algorithm}`,
      `output: { release: ${algorithm}.csv }`,
      '',
    ]
    writeFileSync(join(folder, 'job.yaml'), job.join('\n'))
    await runJob(folder, { force: true })
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

  if (thorough)
    it('boxes with public ends', async () => {
      const of = await attack('boxes', 0, 'public')
      expect(of('narrowing', 'A1').success.rate).toBeLessThanOrEqual(0.001)
      expect(of('narrowing', 'A1').figures['recovered age']).toBe(0)
      expect(of('presence').residual.low).toBeLessThanOrEqual(0.02)
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

describe('one number per class', () => {
  // Amounts are all different and dense, so that most means are, by chance, the amount of one person.
  const rows = Array.from({ length: 400 }, (_, i) => [20 + ((i * 7) % 50), 1000 + ((i * 149) % 400)].join())
  const singledOut = (amount: object) => {
    const columns = { age: { role: 'quasi-identifier', type: 'numeric' }, amount }
    const job = { version: 1, data: { source: 'people.csv' }, columns, privacy: { k: 5 } }
    const algorithm = { name: 'boxes', rounds: 5 }
    const rest = { exposure: { accept: ['amount'], reason: 'a test' }, algorithm, output: { release: 'out/r.csv' } }
    const files = { 'people.csv': `age,amount\n${rows.join('\n')}\n`, 'job.yaml': JSON.stringify({ ...job, ...rest }) }
    return inFolder(files, async (folder) => {
      const { release } = await runJob(folder)
      const at = (source: string) => ({ source, base: folder })
      const plan = readTablePlan(join(folder, 'job.yaml'))
      const request = { release: at(release as string), original: at(join(folder, 'people.csv')), job: plan }
      const { attacks } = await attackRelease({ ...request, known: ['age'], targets: 50, seed: 1 })
      const found = attacks.find(({ form }) => /of amount$/.test(form))
      return { leaks: attacks.flatMap(({ leaks }) => leaks).join(), residual: found?.residual }
    })
  }
  const quasi = { role: 'quasi-identifier', type: 'numeric' }

  it.each([
    ['of a quasi-identifier', { ...quasi, shows: 'mean' }],
    ['that people share', { role: 'sensitive', share: 5 }],
  ])('a mean %s singles nobody out beyond chance', async (_, amount) => {
    const { leaks, residual } = await singledOut(amount)
    expect(leaks).not.toContain('amount')
    expect(residual?.low ?? 0).toBeLessThanOrEqual(0.05)
  })

  it('a median is the value of a person', async () => {
    expect((await singledOut({ role: 'sensitive', share: 5, shows: 'median' })).leaks).toContain('amount: ')
  })
})
