/** Tables for the boxes bench: Adult with the trees of ARX and free ages, and the sample census. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openEngine } from '../../../src/engines/open-engine.ts'
import { countRows } from '../../../src/kinds/table/count-rows.ts'
import { poseProblem } from '../../../src/kinds/table/pose-problem.ts'
import { makeTablePlan } from '../../../src/plan/table-plan.ts'
import { writeCensusSample } from '../../../src/sample/index.ts'
import type { SearchProblem } from '../../../src/search/search.ts'
import { openSource } from '../../../src/sources/open-source.ts'
import { adultColumns, adultFile, adultQuasiIdentifiers, readAdult } from '../../../test/adult.ts'
import { haveData } from '../../../test/data.ts'

type Job = Parameters<typeof makeTablePlan>[0]

type Ends = 'public' | 'exact'

const CENSUS_TREES = ['sex', 'race', 'marital-status', 'education', 'workclass', 'occupation', 'country']

/** Adult's complete rows; undefined without the data. */
export async function adultProblem(
  folder: string,
  k: number,
  ends: Ends = 'exact',
): Promise<SearchProblem | undefined> {
  if (!haveData('adult')) return undefined
  const rows = readAdult().map((row) => adultColumns.map((name) => row[name]).join())
  writeFileSync(join(folder, 'adult.csv'), `${adultColumns.join()}\n${rows.join('\n')}\n`)
  const columns = adultQuasiIdentifiers.map((name) => [
    name,
    name === 'age' ? { type: 'numeric' } : { taxonomy: adultFile(`hierarchies/arx/adult_hierarchy_${name}.csv`) },
  ])
  return poseTable(folder, 'adult.csv', Object.fromEntries(columns), { k, ends })
}

export async function censusProblem(folder: string, rows: number, k: number, wide = false): Promise<SearchProblem> {
  await writeCensusSample(folder, { rows, seed: 1 })
  const trees = CENSUS_TREES.map((name) => [name, { taxonomy: `taxonomies/${name}.json` }])
  const columns = { age: { type: 'numeric' }, ...Object.fromEntries(trees) }
  const more = { hours: { type: 'numeric' }, postcode: { type: 'prefix' } }
  return poseTable(folder, 'census.csv', wide ? { ...columns, ...more } : columns, { k, ends: 'exact' })
}

/** Poses a job on a file whose columns are all quasi-identifiers. */
async function poseTable(
  folder: string,
  source: string,
  columns: Readonly<Record<string, object>>,
  // The intervals of the peer end at values.
  privacy: { readonly k: number; readonly ends: Ends },
): Promise<SearchProblem> {
  const named = Object.entries(columns).map(([name, column]) => [name, { role: 'quasi-identifier', ...column }])
  const job = {
    version: 1,
    data: { source, unlisted: 'drop' },
    columns: Object.fromEntries(named),
    privacy,
    goal: 'general',
    algorithm: 'boxes',
    output: { release: 'out/release.csv' },
  } as Job
  const plan = makeTablePlan(job, folder, 'the bench')
  const engine = await openEngine(plan.source)
  try {
    return poseProblem(plan, await countRows(plan, await openSource(plan.source, engine), {}))
  } finally {
    await engine.close()
  }
}
