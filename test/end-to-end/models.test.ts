/** Models on sensitive columns from job to published file, counted by a plain counter of the test; and the best of Adult. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPlan } from '../../src/plan/read-plan.ts'
import { verifyRelease } from '../../src/tasks/verify.ts'
import { adult, adultColumns, adultFile, readAdult } from '../adult.ts'
import { needs } from '../needs.ts'
import { someOf } from '../thorough.ts'
import { inFolder, readRelease, runJob } from './workshop.ts'

const illnesses = ['asthma', 'cold', 'flu', 'ulcer']

type Counts = readonly number[]

/** Each model by its definition. */
const models: Readonly<Record<string, readonly [object, (counts: Counts, overall: Counts) => boolean]>> = {
  'l-diversity distinct': [
    { 'l-diversity': { column: 's', l: 3 } },
    (counts) => counts.filter((n) => n > 0).length >= 3,
  ],
  'l-diversity entropy': [
    { 'l-diversity': { column: 's', l: 2, kind: 'entropy' } },
    (counts) => -shares(counts).reduce((sum, q) => sum + (q === 0 ? 0 : q * Math.log(q)), 0) >= Math.log(2) - 1e-12,
  ],
  't-closeness': [
    { 't-closeness': { column: 's', t: 0.3 } },
    (counts, overall) =>
      shares(counts).reduce((sum, q, i) => sum + Math.abs(q - shares(overall)[i]), 0) / 2 <= 0.3 + 1e-12,
  ],
  'beta-likeness': [
    { 'beta-likeness': { column: 's', beta: 1.5, kind: 'basic' } },
    (counts, overall) => shares(counts).every((q, i) => q <= 2.5 * shares(overall)[i] + 1e-12),
  ],
  'alpha-k': [
    { 'alpha-k': { column: 's', alpha: 0.6, k: 2 } },
    (counts) => sum(counts) >= 2 && Math.max(...shares(counts)) <= 0.6 + 1e-12,
  ],
}

const sum = (counts: Counts): number => counts.reduce((total, count) => total + count, 0)
const shares = (counts: Counts): number[] => counts.map((count) => count / sum(counts))

function classesOf(rows: readonly Readonly<Record<string, string>>[]): Map<string, number[]> {
  const classes = new Map<string, number[]>()
  for (const row of rows) {
    if (row['a'] === '*' && row['b'] === '*') continue
    const key = `${row['a']}|${row['b']}`
    const counts = classes.get(key) ?? illnesses.map(() => 0)
    counts[illnesses.indexOf(row['s'])]++
    classes.set(key, counts)
  }
  return classes
}

const anyTable = fc.array(
  fc.record({ a: fc.integer({ min: 0, max: 7 }), b: fc.constantFrom('x', 'y', 'z'), s: fc.constantFrom(...illnesses) }),
  { minLength: 20, maxLength: 60 },
)

const searches = ['lattice', 'genetic', 'bottom-up', 'top-down', 'pareto']

describe.each(Object.entries(models))('%s in a job', (model, [privacy, holds]) => {
  it.each(searches)(
    'by %s: no class of the file breaks it, and a file altered by a row is broken with that class as witness',
    (name) =>
      fc.assert(
        fc.asyncProperty(anyTable, fc.constantFrom(0.3, 1), async (rows, limit) => {
          const job = {
            version: 1,
            data: { source: 'data.csv' },
            columns: {
              a: { role: 'quasi-identifier', type: 'numeric', levels: [2, 4] },
              b: { role: 'quasi-identifier', order: ['x', 'y', 'z'] },
              s: { role: 'sensitive' },
            },
            privacy: { k: 2, ends: 'exact', ...privacy, 'suppression-limit': limit },
            algorithm:
              name === 'genetic'
                ? { name, population: 20, iterations: 200 }
                : name === 'pareto'
                  ? { name, population: 20, evaluations: 200, suppression: true }
                  : name,
            output: { release: 'out/release.csv' },
          }
          const text = rows.map(({ a, b, s }) => `${a},${b},${s}`).join('\n')
          await inFolder({ 'data.csv': `a,b,s\n${text}\n`, 'job.yaml': JSON.stringify(job) }, async (folder) => {
            const result = await runJob(folder)
            if (result.outcome !== 'found' && result.release === undefined) return
            const released = readRelease(join(folder, 'out/release.csv'))
            const overall = illnesses.map((illness) => rows.filter(({ s }) => s === illness).length)
            for (const counts of classesOf(released).values()) {
              expect(sum(counts)).toBeGreaterThanOrEqual(2)
              expect(holds(counts, overall)).toBe(true)
            }
            await expectAlteredIsBroken(folder, holds)
          })
        }),
        // Other tables for every pair of model and search.
        { numRuns: someOf(3), seed: 1 + searches.indexOf(name) + searches.length * Object.keys(models).indexOf(model) },
      ),
  )
})

/** Rows of one class get one illness: if that breaks the model by the file's own shares, verification says so and names the class. */
async function expectAlteredIsBroken(
  folder: string,
  holds: (counts: Counts, overall: Counts) => boolean,
): Promise<void> {
  // Under another name, since a release that was changed beside its manifest is refused.
  const file = join(folder, 'out/altered.csv')
  const [header, ...lines] = readFileSync(join(folder, 'out/release.csv'), 'utf8').trim().split('\n')
  const first = lines.findIndex((line) => !line.startsWith('*,*') && !line.endsWith(',ulcer'))
  if (first < 0) return
  writeFileSync(file, `${[header, ...lines.with(first, lines[first].replace(/[a-z]+$/, 'ulcer'))].join('\n')}\n`)
  const altered = readRelease(file)
  const overall = illnesses.map((illness) => altered.filter((row) => row['s'] === illness).length)
  const broken = [...classesOf(altered)].filter(([, counts]) => sum(counts) < 2 || !holds(counts, overall))
  const plan = readPlan(join(folder, 'job.yaml'))
  const { verdict, checks } = await verifyRelease({ source: { source: file, base: '/' }, job: plan }, { threads: 1 })
  expect(verdict).toBe(broken.length === 0 ? 'holds' : 'broken')
  const named = checks.flatMap(({ witnesses }) => witnesses.map(({ values }) => `${values['a']}|${values['b']}`))
  expect(new Set(named)).toEqual(new Set(broken.map(([key]) => key)))
}

describe('Adult, seven quasi-identifiers, occupation sensitive, trees of ARX', needs(adult), () => {
  const quasiIdentifiers = ['age', 'workclass', 'education', 'marital-status', 'race', 'sex', 'native-country']
  const taxonomy = (column: string) => adultFile(`hierarchies/arx/adult_hierarchy_${column}.csv`)

  it.each([
    ['k = 5', {}, 0.159205, 3332],
    ['distinct l = 3', { 'l-diversity': { column: 'occupation', l: 3 } }, 0.169096, 2918],
    ['entropy l = 3', { 'l-diversity': { column: 'occupation', l: 3, kind: 'entropy' } }, 0.191182, 3642],
  ])(
    'lattice: %s',
    (_, privacy, loss, suppressed) => {
      const lines = readAdult().map((row) => adultColumns.map((column) => row[column]).join())
      const job = {
        version: 1,
        data: { source: 'adult.csv', unlisted: 'drop' },
        columns: {
          ...Object.fromEntries(
            quasiIdentifiers.map((column) => [column, { role: 'quasi-identifier', taxonomy: taxonomy(column) }]),
          ),
          occupation: { role: 'sensitive', taxonomy: taxonomy('occupation') },
        },
        privacy: { k: 5, ends: 'exact', ...privacy },
        algorithm: 'lattice',
        output: { release: 'out/release.csv' },
      }
      return inFolder(
        { 'adult.csv': `${adultColumns.join()}\n${lines.join('\n')}\n`, 'job.yaml': JSON.stringify(job) },
        async (folder) => {
          const result = await runJob(folder)
          expect(result.outcome).toBe('found')
          expect(result.metrics?.['LM']).toBeCloseTo(loss, 6)
          expect(result.suppressed).toBe(suppressed)
        },
      )
    },
    120_000,
  )
})
