/** The tables that boxes are measured on: Adult with the trees of ARX and free ages, and the sample census. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { openEngine } from '../../src/engines/open-engine.ts'
import { countRows } from '../../src/kinds/columns/count-rows.ts'
import { poseProblem } from '../../src/kinds/columns/pose-problem.ts'
import { makeTablePlan } from '../../src/plan.ts'
import { writeCensusSample } from '../../src/sample/index.ts'
import type { SearchProblem } from '../../src/search/search.ts'
import { openSource } from '../../src/sources/open-source.ts'

type Job = Parameters<typeof makeTablePlan>[0]

const ADULT = resolve('../shared/data/adult')
const ADULT_NAMES =
  'age,workclass,fnlwgt,education,education-num,marital-status,occupation,relationship,race,sex,capital-gain,capital-loss,hours,native-country,income'
const ADULT_COLUMNS = ['age', 'workclass', 'education', 'marital-status', 'occupation', 'race', 'sex', 'native-country']
const CENSUS_COLUMNS = ['age', 'sex', 'race', 'marital-status', 'education', 'workclass', 'occupation', 'country']

/** Adult's complete rows; undefined where the data is not here. `sensitive` is a column that is no quasi-identifier then. */
export async function adultProblem(
  folder: string,
  k: number,
  { sensitive, privacy = {}, goal = 'general' }: { sensitive?: string; privacy?: object; goal?: Job['goal'] } = {},
): Promise<SearchProblem | undefined> {
  if (!existsSync(ADULT)) return undefined
  mkdirSync(folder, { recursive: true })
  const rows = readFileSync(join(ADULT, 'adult.data'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.includes('?'))
    .map((line) => line.replaceAll(', ', ','))
  writeFileSync(join(folder, 'adult.csv'), `${ADULT_NAMES}\n${rows.join('\n')}\n`)
  const columns = ADULT_COLUMNS.filter((name) => name !== sensitive).map((name) => [
    name,
    {
      role: 'quasi-identifier',
      ...(name === 'age'
        ? { type: 'numeric' }
        : { taxonomy: join(ADULT, `hierarchies/arx/adult_hierarchy_${name}.csv`) }),
    },
  ])
  return poseTable(folder, {
    version: 1,
    data: { source: 'adult.csv', unlisted: 'drop' },
    columns: {
      ...Object.fromEntries(columns),
      income: { role: 'target' },
      ...(sensitive === undefined ? {} : { [sensitive]: { role: 'sensitive' } }),
    },
    privacy: { k, ...privacy },
    goal,
    algorithm: 'boxes',
    output: { release: 'out/release.csv' },
  } as Job)
}

export async function censusProblem(folder: string, rows: number, k: number, wide = false): Promise<SearchProblem> {
  mkdirSync(folder, { recursive: true })
  if (!existsSync(join(folder, 'census.csv'))) await writeCensusSample(folder, { rows, seed: 1 })
  const columns = [
    ...CENSUS_COLUMNS.map((name) => [
      name,
      {
        role: 'quasi-identifier',
        ...(name === 'age' ? { type: 'numeric' } : { taxonomy: `taxonomies/${name}.json` }),
      },
    ]),
    ...(wide
      ? [
          ['hours', { role: 'quasi-identifier', type: 'numeric' }],
          ['postcode', { role: 'quasi-identifier', type: 'prefix' }],
        ]
      : []),
  ]
  return poseTable(folder, {
    version: 1,
    data: { source: 'census.csv', unlisted: 'drop' },
    columns: Object.fromEntries(columns),
    privacy: { k },
    goal: 'general',
    algorithm: 'boxes',
    output: { release: 'out/release.csv' },
  } as Job)
}

/** The problem of a job on files in a folder. */
export async function poseTable(folder: string, job: Job): Promise<SearchProblem> {
  const plan = makeTablePlan(job, folder, 'the bench')
  const engine = await openEngine(plan.source)
  try {
    return poseProblem(plan, await countRows(plan, await openSource(plan.source, engine), {}))
  } finally {
    await engine.close()
  }
}
