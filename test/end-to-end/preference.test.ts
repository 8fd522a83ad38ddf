/** `goal: preference` and the front of the pareto search, from the job file to the report. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { UserError } from '../../src/ground/errors.ts'
import type { FrontPoint } from '../../src/search/results.ts'
import { type Files, halftone, inFolder, parseCsv, readTablePlan, runJob } from './workshop.ts'

const people = Array.from({ length: 120 }, (_, i) => {
  const age = 20 + ((i * 7) % 45)
  const town = ['Aldea', 'Burgh', 'Città', 'Dorf', 'Eiland'][(i * i) % 5]
  return `${age},${town},${i % 3 === 0 ? 'yes' : 'no'}`
})

const job = (more: string): Files => ({
  'people.csv': `age,town,smokes\n${people.join('\n')}\n`,
  'towns.json': JSON.stringify({
    name: 'Anywhere',
    children: [
      { name: 'North', children: [{ name: 'Aldea' }, { name: 'Burgh' }, { name: 'Città' }] },
      { name: 'South', children: [{ name: 'Dorf' }, { name: 'Eiland' }] },
    ],
  }),
  'job.yaml': `version: 1
data: { source: people.csv }
columns:
  age:    { role: quasi-identifier, type: numeric, endpoints: { width: 5, origin: 1, low: 1, high: 100 } }
  town:   { role: quasi-identifier, taxonomy: towns.json, weight: 2 }
  smokes: { role: target }
privacy: { k: 5, ends: exact }
${more}
output: { release: out/release.csv, report: out/report.html }
`,
})

const preference = 'goal: preference\npreference: { NWP: 0.3, NECD: 0.2 }'
const pareto = (options: string) => `algorithm: { name: pareto, evaluations: 2000${options} }`

describe('goal: preference', () => {
  test('with pareto: nothing is suppressed, the result tells what became of the preference, any point can be released', () =>
    inFolder(job(`${preference}\n${pareto('')}`), async (folder) => {
      const result = await runJob(folder)
      expect(result).toMatchObject({ outcome: 'found', suppressed: 0, verification: { verdict: 'holds' } })
      const { preference: outcome, metrics = {}, smallestClass } = result
      expect(outcome).toMatchObject({
        wanted: { NWP: 0.3, NECD: 0.2 },
        reached: { NWP: metrics['NWP'], NECD: metrics['NECD'] },
        k: 5,
        effectiveK: smallestClass,
      })
      expect(outcome).toEqual(result.details?.['preference'])
      expect(outcome?.met).toBe(metrics['NWP'] <= 0.3 && metrics['NECD'] <= 0.2)

      const front = result.details?.front as FrontPoint[]
      const chosen = (result.details?.['chosen'] as number) - 1
      expect(front[chosen].endpoints.map((text) => text.length)).toEqual([19, 4])
      for (const point of front) expect(point.value).toBeGreaterThanOrEqual(result.value as number)
      const released = parseCsv(readFileSync(join(folder, 'out', 'release.csv'), 'utf8'))
      const sizes = new Map<string, number>()
      for (const { age, town } of released) sizes.set(`${age} ${town}`, (sizes.get(`${age} ${town}`) ?? 0) + 1)
      expect(Math.min(...sizes.values())).toBe(smallestClass)

      const page = readFileSync(join(folder, 'out', 'report.html'), 'utf8')
      expect(page).toContain('What else could have been released')
      expect(page).toContain(outcome?.met ? 'The preference' : 'not met, underachieved')

      const another = chosen + 1 === front.length ? 1 : front.length
      const text = readFileSync(join(folder, 'job.yaml'), 'utf8').replace(
        'evaluations: 2000',
        `evaluations: 2000, point: ${another}`,
      )
      await inFolder({ ...job(''), 'job.yaml': text }, async (other) => {
        const second = await runJob(other)
        expect(second.metrics?.['NWP']).toBe(front[another - 1].NWP)
        expect(second.smallestClass).toBe(front[another - 1].effectiveK)
      })
    }))

  test('with another algorithm: it minimises the achievement, and the result tells the same', () =>
    inFolder(job(`${preference}\nalgorithm: lattice`), async (folder) => {
      const { preference: outcome, value, metrics = {} } = await runJob(folder)
      expect(outcome?.reached).toEqual({ NWP: metrics['NWP'], NECD: metrics['NECD'] })
      // w = (1/0.3)/(1/0.3 + 1/0.2) = 0.4
      expect(value).toBeCloseTo(Math.max(0.4 * metrics['NWP'], 0.6 * metrics['NECD']), 5)
    }))

  test('on the command line: a line in the summary', () =>
    inFolder(job(`${preference}\n${pareto('')}`), async (folder) => {
      const { code, stdout } = await halftone(folder, ['run', 'job.yaml'])
      expect(code).toBe(0)
      expect(stdout).toMatch(/preference +(met|not met).*NWP .* of 0.3 accepted.*smallest class \d+, asked for 5/)
    }))

  test.each([
    ['goal: preference', /add preference: \{ NWP: 0.2, NECD: 1.0 \}/],
    [
      'goal: general\npreference: { NWP: 0.2, NECD: 1.0 }',
      /preference is for goal: preference, but the goal is "general"/,
    ],
    ['goal: preference\npreference: { NWP: 2, NECD: 1.0 }', /preference\.NWP/],
    ['goal: preference\npreference: { NWP: 0.2 }', /NECD/],
  ])('refuses %j', (more, message) =>
    inFolder(job(more), async (folder) => {
      expect(() => readTablePlan(join(folder, 'job.yaml'))).toThrow(UserError)
      expect(() => readTablePlan(join(folder, 'job.yaml'))).toThrow(message)
      expect(existsSync(join(folder, 'out'))).toBe(false)
    }),
  )
})

test('objectives: [LM, CM] with suppression: the front of any two metrics, and no value of a suppressed row in the report', () =>
  inFolder(job(pareto(', objectives: [LM, CM], suppression: true')), async (folder) => {
    // One person alone in a town of the taxonomy that nobody else has, at an age that nobody else has.
    const rare = readFileSync(join(folder, 'people.csv'), 'utf8').replace(/Eiland/g, 'Dorf')
    writeFileSync(join(folder, 'people.csv'), `${rare}99,Eiland,no\n`)
    const result = await runJob(folder)
    const front = result.details?.front as FrontPoint[]
    for (const { objectives } of front) expect(Object.keys(objectives)).toEqual(['LM', 'CM'])
    expect(result.metrics?.['LM']).toBe(Math.min(...front.map(({ value }) => value)))
    expect(result.verification?.verdict).toBe('holds')
    expect(result.suppressed).toBe(1)
    const page = readFileSync(join(folder, 'out', 'report.html'), 'utf8')
    const section = page.slice(page.indexOf('id="columns"'), page.indexOf('id="measures"'))
    expect(section).not.toContain('Eiland')
    expect(section.replace(/<[^>]*>/g, ' ')).not.toMatch(/(?<![\d.])99/)
  }))
