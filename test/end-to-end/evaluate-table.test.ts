/** `halftone evaluate` on tables: what learners make of a release. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { anonymize } from '../../src/anonymize.ts'
import { evaluateRelease, type ReleaseEvaluation } from '../../src/evaluate/evaluate-release.ts'
import { randomFrom, seedFor } from '../../src/ground/random.ts'
import { stratifiedFolds } from '../../src/learn/evaluation/folds.ts'
import { readLabels } from '../../src/recoding/value-labels.ts'
import { halftone, readRelease, readTablePlan, runJob } from './workshop.ts'

const folder = mkdtempSync(join(tmpdir(), 'halftone-evaluate-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const towns = ['Aachen', 'Bonn', 'Düren', 'Essen']
const header = 'age,town,buys'

function people(rows: number, seed: number): string[][] {
  const random = randomFrom(seed)
  return Array.from({ length: rows }, () => {
    const age = 20 + random.integer(40)
    const town = towns[random.integer(4)]
    const score = (age > 40 ? 1 : 0) + (town < 'C' ? 1 : 0) + 0.6 * random.uniform()
    return [String(age), town, score > 1.2 ? 'yes' : 'no']
  })
}

const textOf = (rows: readonly (readonly string[])[]) => `${[header, ...rows.map((row) => row.join(','))].join('\n')}\n`

const original = people(600, 4)
writeFileSync(join(folder, 'people.csv'), textOf(original))
writeFileSync(join(folder, 'test.csv'), textOf(people(400, 5)))
writeFileSync(
  join(folder, 'town.json'),
  JSON.stringify({
    name: 'any',
    children: [
      { name: 'west', children: [{ name: 'Aachen' }, { name: 'Bonn' }] },
      { name: 'north', children: [{ name: 'Düren' }, { name: 'Essen' }] },
    ],
  }),
)
writeFileSync(
  join(folder, 'job.yaml'),
  `version: 1
data: { source: people.csv }
columns:
  age: { role: quasi-identifier, type: numeric }
  town: { role: quasi-identifier, taxonomy: town.json }
  buys: { role: target }
privacy: { k: 20, ends: exact, suppression-limit: 0 }
goal: classification
algorithm: bottom-up
output: { release: release.csv, order: source }
`,
)
const plan = readTablePlan(join(folder, 'job.yaml'))
const at = (file: string) => ({ source: join(folder, file), base: folder })
const learners = ['decision-tree', 'naive-bayes']

async function evaluate(release: string, more: object = {}): Promise<ReleaseEvaluation> {
  return evaluateRelease({ job: plan, release: at(release), learners, folds: 5, seed: 1, ...more })
}

/** A recoding that shows every value as it is. */
function writeIdentity(): string {
  const ages = [...new Set(original.map((row) => Number(row[0])))].sort((a, b) => a - b)
  const file = join(folder, 'identity.json')
  writeFileSync(
    file,
    JSON.stringify({
      halftone: 'recoding',
      version: 1,
      kind: 'columns',
      columns: [
        { column: 'age', type: 'numeric', groups: ages.map((age) => ({ label: String(age), from: age, to: age })) },
        { column: 'town', type: 'order', groups: towns.map((town) => ({ label: town, values: [town] })) },
      ],
    }),
  )
  return file
}

describe('evaluateRelease', () => {
  it('finds a release that changed nothing as good as the original', async () => {
    writeFileSync(join(folder, 'same.csv'), textOf(original))
    const recoding = writeIdentity()
    const { learners: found, worst } = await evaluate('same.csv', { recoding, test: at('test.csv') })
    for (const { original: before, release } of found) {
      expect(release).toEqual(before)
      expect(before.accuracy).toBeGreaterThan(worst.accuracy + 0.1)
    }
  })

  it('finds a release that says nothing no better than the most frequent class', async () => {
    writeFileSync(join(folder, 'nothing.csv'), textOf(original.map((row) => ['?', '?', row[2]])))
    const { learners: found, worst } = await evaluate('nothing.csv', {
      recoding: writeIdentity(),
      test: at('test.csv'),
    })
    for (const { release } of found) expect(release.accuracy).toBeCloseTo(worst.accuracy, 12)
  })

  it('leaves rows without a class out of both', async () => {
    const gaps = original.map((row, i) => (i % 7 === 0 ? [row[0], row[1], '?'] : row))
    writeFileSync(join(folder, 'gaps.csv'), textOf(gaps))
    const more = { original: at('gaps.csv'), recoding: writeIdentity(), test: at('test.csv') }
    const found = await evaluate('gaps.csv', more)
    expect(found).toMatchObject({ rows: { original: 514, release: 514 } })
    for (const { original: before, release } of found.learners) expect(release).toEqual(before)
  })

  it('runs the job anew on the training rows of each fold, and tests on rows that it never saw', async () => {
    await runJob(folder, { force: true })
    const found = await evaluate('release.csv', { folds: 3 })
    expect(found).toMatchObject({ testedOn: 'folds', folds: 3, rows: { original: 600, release: 600 } })
    expect(found.foldsWithoutRelease).toBeUndefined()
    // The same by files: a job of the training rows alone, and the others as a test file.
    const classes = [...new Set(original.map((row) => row[2]))]
    const codes = Int32Array.from(original, (row) => classes.indexOf(row[2]))
    const jobText = readFileSync(join(folder, 'job.yaml'), 'utf8')
    const byFiles: ReleaseEvaluation[] = []
    for (const { train, test } of stratifiedFolds(codes, 3, seedFor(1, 'folds'))) {
      const rowsOf = (numbers: Int32Array) => textOf(Array.from(numbers, (row) => original[row]))
      writeFileSync(join(folder, 'fold.csv'), rowsOf(train))
      writeFileSync(join(folder, 'fold-test.csv'), rowsOf(test))
      writeFileSync(
        join(folder, 'fold.yaml'),
        jobText.replace('people.csv', 'fold.csv').replace('release: release.csv', 'release: fold-release.csv'),
      )
      const job = readTablePlan(join(folder, 'fold.yaml'))
      await anonymize(job, { force: true })
      byFiles.push(await evaluate('fold-release.csv', { job, test: at('fold-test.csv') }))
    }
    const mean = (of: (one: ReleaseEvaluation) => number) => byFiles.reduce((sum, one) => sum + of(one), 0) / 3
    expect(found.worst.accuracy).toBeCloseTo(
      mean(({ worst }) => worst.accuracy),
      12,
    )
    found.learners.forEach((learner, i) => {
      expect(learner.original.accuracy).toBeCloseTo(
        mean(({ learners: own }) => own[i].original.accuracy),
        12,
      )
      expect(learner.release.logLoss).toBeCloseTo(
        mean(({ learners: own }) => own[i].release.logLoss),
        12,
      )
      expect(learner.release.accuracy).toBeGreaterThan(found.worst.accuracy + 0.05)
    })
  })

  it('counts folds without a release as the worst, and says how many', async () => {
    const strict = {
      ...plan,
      asked: plan.asked && {
        ...plan.asked,
        job: { ...plan.asked.job, privacy: { k: 450, ends: 'exact', 'suppression-limit': 0 } },
      },
    }
    const found = await evaluate('release.csv', { job: strict, folds: 3 })
    expect(found.foldsWithoutRelease).toBe(3)
    for (const { release } of found.learners) expect(release).toEqual(found.worst)
  })

  it('brings rows into the terms of a release just as the release did', async () => {
    const result = await runJob(folder, { force: true })
    expect(result.suppressed).toBe(0)
    const labels = readLabels(join(folder, 'private/release.recoding.json'))
    const release = readRelease(join(folder, 'release.csv'))
    expect(release.map((row) => [row['age'], row['town']])).toEqual(
      original.map(([age, town]) => [labels.get('age')?.(age), labels.get('town')?.(town)]),
    )
  })

  it('halftone evaluate prints one JSON object', async () => {
    await runJob(folder, { force: true })
    const args = ['evaluate', 'release.csv', '--job', 'job.yaml', '--test', 'test.csv', '--learners', 'decision-tree']
    const { code, stdout } = await halftone(folder, [...args, '--json'])
    expect(code).toBe(0)
    const answer = JSON.parse(stdout)
    expect(answer).toMatchObject({ target: 'buys', testedOn: 'test-file', rows: { test: 400 } })
    expect(answer.learners[0].original.accuracy).toBeGreaterThan(answer.worst.accuracy)
    const wrong = await halftone(folder, [
      'evaluate',
      'release.csv',
      '--job',
      'job.yaml',
      '--learners',
      'decision-three',
    ])
    expect(wrong.code).toBe(2)
    expect(wrong.stderr).toContain('did you mean "decision-tree"')
  })
})
