/** The attack lab on tables with known leaks. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { thorough } from '../../test/thorough.ts'
import { randomFrom, shuffle } from '../ground/random.ts'
import type { AttackReport, AttackResult } from '../report/attack-figures.ts'
import { openSource } from '../sources/open-source.ts'
import { withEngine } from '../sources/stamp.ts'
import { attackRelease, attackTables } from './index.ts'

const folder = mkdtempSync(join(tmpdir(), 'halftone-attack-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Rows = readonly (readonly string[])[]
const header = ['age', 'town', 'height', 'sex', 'illness']

/** Height and illness depend on the other columns; illness only a little. */
function people(count: number, seed: number): string[][] {
  const random = randomFrom(seed)
  return Array.from({ length: count }, () => {
    const age = 20 + random.integer(60)
    const sex = random.integer(2) === 0 ? 'f' : 'm'
    const height = 150 + (sex === 'm' ? 12 : 0) + random.integer(30)
    const ill = random.uniform() < age / 100 ? 'heart' : ['flu', 'none', 'none'][random.integer(3)]
    return [String(age), `town ${random.integer(25)}`, String(height), sex, ill]
  })
}

let files = 0
function write(rows: Rows, names: readonly string[] = header): { source: string; base: string } {
  const source = join(folder, `table${files++}.csv`)
  writeFileSync(
    source,
    `${[names, ...rows].map((row) => row.map((cell) => (/,/.test(cell) ? `"${cell}"` : cell)).join(',')).join('\n')}\n`,
  )
  return { source, base: folder }
}

const data = people(1200, 1)
const outside = people(1200, 2)
const [original, control] = [write(data), write(outside)]
const known = header.slice(0, 4)
const ask = { original, control, known, secret: ['illness'], targets: 400, seed: 1 }
const sorted = (rows: Rows): string[][] => rows.map((row) => [...row]).sort((a, b) => (a.join() < b.join() ? -1 : 1))

/** Age in tens, height and town suppressed: classes of dozens. */
const coarse = (row: readonly string[]): string[] => {
  const ten = Math.floor(Number(row[0]) / 10) * 10
  return [`[${ten},${ten + 9}]`, '*', '*', row[3], row[4]]
}

const pick = ({ attacks }: AttackReport, attacker: string, form = ''): AttackResult =>
  attacks.find((result) => result.attacker === attacker && result.form.includes(form)) as AttackResult
const leaks = ({ attacks }: AttackReport, attacker: string): string[] =>
  attacks.filter((result) => result.attacker === attacker).flatMap((result) => result.leaks)

describe('an original that is published as it is', () => {
  it('is linked, singled out and made linkable nearly always', async () => {
    const report = await attackRelease({ ...ask, release: write(data), fail: 0.05 })
    expect(pick(report, 'linkage', 'any').success.rate).toBeGreaterThan(0.95)
    expect(pick(report, 'linkage', 'tightest').success.rate).toBeGreaterThan(0.95)
    expect(pick(report, 'singling out', 'labels of a row').success.rate).toBeGreaterThan(0.95)
    expect(pick(report, 'inference', 'majority').success.rate).toBeGreaterThan(0.95)
    expect(report.failures.join()).toContain('residual risk')
    const unique = data.map((row, i) => [...row, `a${i}`, `b${i}`])
    const names = [...header, 'one', 'two']
    const twice = await attackRelease({
      ...ask,
      control: undefined,
      known: ['one', 'two', 'age'],
      original: write(unique, names),
      release: write(unique, names),
    })
    expect(pick(twice, 'linkability').success.rate).toBe(1)
  })
})

describe('columns that are shuffled independently', () => {
  it('leave no residual risk', async () => {
    const misses = new Map<string, number>()
    for (let seed = 1; seed <= 100; seed++) {
      const random = randomFrom(seed)
      const columns = header.map((_, i) =>
        shuffle(
          data.map((row) => row[i]),
          random,
        ),
      )
      const release = write(data.map((_, row) => columns.map((column) => column[row])))
      const report = await attackRelease({ ...ask, release, seed })
      for (const { attacker, form, residual } of report.attacks) {
        if (residual.low > 0 || residual.high < 0)
          misses.set(`${attacker} ${form}`, (misses.get(`${attacker} ${form}`) ?? 0) + 1)
      }
    }
    expect([...misses].filter(([, count]) => count > 10)).toEqual([])
  }, 300_000)
})

describe('planted leaks', { timeout: 300_000 }, () => {
  const safe = sorted(data.map(coarse))
  const each = async (
    make: () => Parameters<typeof attackRelease>[0],
    check: (report: AttackReport) => void,
    seeds = thorough ? 100 : 10,
    targets = 50,
  ) => {
    const request = make()
    await withEngine(request.original, {}, async (engine) => {
      const tables = {
        release: await openSource(request.release, engine),
        original: await openSource(request.original, engine),
        control: request.control && (await openSource(request.control, engine)),
      }
      for (let seed = 1; seed <= seeds; seed++)
        check(await attackTables(tables, { ...request, job: undefined, targets, seed }, {}))
    })
  }

  it('are not seen where there are none', async () => {
    await each(
      () => ({ ...ask, release: write(safe), k: 10 }),
      (report) => {
        expect(report.failures).toEqual([])
        expect(leaks(report, 'linkage')).toEqual([])
        expect(leaks(report, 'singling out')).toEqual([])
        expect(leaks(report, 'narrowing')).toEqual([])
        expect(pick(report, 'order').residual.low).toBeLessThan(0)
        expect(pick(report, 'singling out', 'labels of a row').success.rate).toBe(0)
        expect(pick(report, 'presence').residual.value).toBeLessThan(0.02)
      },
      5,
      400,
    )
  })

  it('are found: a unique column kept', async () => {
    const names = [...header, 'badge']
    const rows = data.map((row, i) => [...row, `badge ${i}`])
    const release = write(sorted(rows.map((row) => [...coarse(row), row[5]])), names)
    await each(
      () => ({ ...ask, control: undefined, original: write(rows, names), release }),
      (report) => {
        expect(pick(report, 'singling out', 'badge').residual.low).toBeGreaterThan(0.9)
        expect(leaks(report, 'singling out').join()).toContain('badge')
      },
    )
  })

  it('are found: a class of one', async () => {
    const old = data.map((row, i) => (i === 7 ? ['95', ...row.slice(1)] : row))
    await each(
      () => ({ ...ask, original: write(old), release: write(sorted(old.map(coarse))), k: 10 }),
      (report) => {
        expect(pick(report, 'linkage', 'tightest')).toMatchObject({ worst: 1, broken: [expect.any(String)] })
        expect(report.failures.join()).toContain('above the bound 0.1')
      },
    )
  })

  it('are found: a label with one value', async () => {
    const gap = data.map((row) => (Number(row[0]) >= 70 ? ['77', ...row.slice(1)] : row))
    await each(
      () => ({ ...ask, control: undefined, original: write(gap), release: write(sorted(gap.map(coarse))) }),
      (report) => {
        expect(leaks(report, 'narrowing').join()).toContain('age')
        expect(pick(report, 'narrowing', 'A1').figures['recovered age']).toBeGreaterThan(0)
      },
    )
  })

  it('are found: an order that follows the source', async () => {
    await each(
      () => ({ ...ask, release: write(data.map(coarse)) }),
      (report) => {
        expect(pick(report, 'order').success.rate).toBe(1)
        expect(pick(report, 'order').residual.low).toBeGreaterThan(0.5)
      },
    )
  })

  it('are found: a secret that is constant in a class', async () => {
    const same = data.map((row) => (Number(row[0]) >= 70 && row[3] === 'f' ? [...row.slice(0, 4), 'heart'] : row))
    await each(
      () => ({ ...ask, original: write(same), release: write(sorted(same.map(coarse))) }),
      (report) => expect(leaks(report, 'inference').join()).toMatch(/illness: \d+ released rows/),
    )
    const report = await attackRelease({ ...ask, release: write(safe) })
    expect(leaks(report, 'inference')).toEqual([])
  })

  it('are found: a row kept unrecoded', async () => {
    const rows = data.map((row, i) => (i === 11 ? row : coarse(row)))
    await each(
      () => ({ ...ask, release: write(sorted(rows)), k: 10 }),
      (report) => {
        expect(pick(report, 'linkage', 'tightest').worst).toBe(1)
        expect(report.failures.length).toBeGreaterThan(0)
      },
    )
  })
})

describe('figures', () => {
  it('are the same for the same seed, and others for another', async () => {
    const request = { ...ask, release: write(sorted(data.map(coarse))), targets: 100 }
    const first = await attackRelease(request)
    expect(await attackRelease(request)).toEqual(first)
    expect((await attackRelease({ ...request, seed: 2 })).attacks).not.toEqual(first.attacks)
  })

  it('count suppressed rows as a class: fewer than k of them break the bound', async () => {
    const few = data.filter((row) => Number(row[0]) >= 70).slice(0, 4)
    const rest = data.filter((row) => Number(row[0]) < 70)
    const report = await attackRelease({
      ...ask,
      original: write([...rest, ...few]),
      release: write(sorted([...rest.map(coarse), ...few.map((row) => ['*', '*', '*', '*', row[4]])])),
      k: 10,
    })
    expect(pick(report, 'linkage', 'tightest')).toMatchObject({ worst: 0.25, broken: [expect.any(String)] })
  })

  it('read labels by their shapes, and refuse a node without its tree', async () => {
    const shapes = data.map((row) => [
      Number(row[0]) >= 60 ? '≥ 60' : '< 60',
      `town ${row[1].slice(5, 6)}*`,
      Number(row[2]) > 170 ? '(170,200]' : '[150,170]',
      '{f,m}',
      row[4],
    ])
    const report = await attackRelease({ ...ask, release: write(sorted(shapes)) })
    expect(pick(report, 'presence').success.rate).toBe(1)
    expect(pick(report, 'linkage').success.rate).toBeLessThan(0.1)
    const nodes = write(data.map((row) => [row[0], 'north', ...row.slice(2)]))
    await expect(attackRelease({ ...ask, release: nodes })).rejects.toThrow(/column "town".*--job/)
  })

  it('have a tree that learns a secret from intervals, and nothing that only the release knows', async () => {
    const told = (row: readonly string[]) => [...row.slice(0, 4), Number(row[0]) >= 50 === (row[3] === 'f') ? 'a' : 'b']
    const report = await attackRelease({
      ...ask,
      original: write(data.map(told)),
      control: write(outside.map(told)),
      release: write(sorted(data.map((row) => coarse(told(row))))),
    })
    const tree = pick(report, 'inference', 'C4.5 tree')
    expect(tree.success.rate).toBeGreaterThan(0.97)
    expect(tree.naive.rate).toBeLessThan(0.6)
    expect(tree.residual.low).toBeLessThanOrEqual(0)
  })

  it('say which attackers could not be tried', async () => {
    const { untried } = await attackRelease({ ...ask, secret: undefined, control: undefined, release: original })
    expect(untried.map(({ attacker }) => attacker)).toEqual(expect.arrayContaining(['inference', 'presence']))
  })
})
