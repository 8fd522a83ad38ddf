/**
 * Iyengar 2002, §6, figures 11 and 12: a recoding found on one table applied to another. Adult's training rows are searched, the
 * recoding is applied to the test rows with the same k, and the loss is compared with a fresh search on the test rows.
 *
 *     npx tsx papers/iyengar-2002/reuse.ts            (needs Adult: test/data.ts)
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { anonymize, applyRecoding, readPlan, readRecodingFile } from '../../src/workbench.ts'
import { dataPath, haveData } from '../../test/data.ts'

const adult = dataPath('adult')
if (!haveData('adult')) {
  process.exit(0)
}

const names =
  'age workclass fnlwgt education education-num marital-status occupation relationship race sex capital-gain capital-loss hours-per-week native-country income'
const order =
  'Doctorate Prof-school Masters Bachelors Assoc-voc Assoc-acdm Some-college HS-grad 12th 11th 10th 9th 7th-8th 5th-6th 1st-4th Preschool'
const trees = ['workclass', 'marital-status', 'occupation', 'race', 'sex', 'native-country']

function jobText(goal: string, k: number): string {
  const tree = (column: string) => [
    column,
    { role: 'quasi-identifier', taxonomy: join(adult, 'taxonomies', `${column}.json`) },
  ]
  return JSON.stringify({
    version: 1,
    data: {
      source: join(adult, 'adult.data'),
      format: 'csv',
      header: names.split(' '),
      missing: 'drop',
      unlisted: 'drop',
    },
    columns: {
      age: { role: 'quasi-identifier', type: 'numeric' },
      education: { role: 'quasi-identifier', order: order.split(' ') },
      ...Object.fromEntries(trees.map(tree)),
      income: { role: 'target' },
    },
    privacy: { k },
    goal,
    algorithm: { name: 'genetic' },
    output: { release: 'train.csv' },
  })
}

const folder = mkdtempSync(join(tmpdir(), 'halftone-reuse-'))
try {
  console.log(
    '| k | goal | train | reused on test | suppressed | fresh on test |\n| --- | --- | --- | --- | --- | --- |',
  )
  for (const [goal, metric] of [
    ['general', 'LM'],
    ['classification', 'CM'],
  ]) {
    for (const k of [10, 25, 50, 100, 250]) {
      const job = join(folder, 'job.json')
      writeFileSync(job, jobText(goal, k))
      const plan = readPlan(job)
      const train = await anonymize(plan, { force: true, threads: 2 })
      const reused = await applyRecoding(
        {
          recoding: readRecodingFile(train.recoding as string),
          name: 'train.recoding.json',
          source: { ...plan.source, source: join(adult, 'adult.test'), skip: 1 },
          output: {
            release: join(folder, 'test.csv'),
            recoding: join(folder, 'test.recoding.json'),
            manifest: join(folder, 'test.manifest.json'),
          },
          unseen: 'suppress',
          job: plan,
          compare: true,
        },
        { force: true, threads: 2 },
      )
      const figure = (value: number | undefined) => (value ?? Number.NaN).toFixed(4)
      const rows = reused.rows - reused.missing
      console.log(
        `| ${k} | ${metric} | ${figure(train.metrics?.[metric])} | ${figure(reused.metrics?.[metric])} | ${(((reused.suppressed ?? 0) / rows) * 100).toFixed(1)} % | ${figure(reused.fresh?.[metric])} |`,
      )
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
