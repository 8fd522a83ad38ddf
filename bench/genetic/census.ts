/**
 * Genetic beside lattice on the sample census, where the lattice is too large to look at every node: 9 quasi-identifiers with the
 * postcode, and all 11 with dates and hours too.
 *
 *     npx tsx bench/genetic/census.ts [rows] [seed,…] [9|11] [genetic's options as JSON]
 *
 * Each row is a job: the nodes of its lattice, value and evaluations of both searches, genetic's lower bound. Seconds are of
 * CPU over two threads, and of lattice on one.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { argv } from 'node:process'
import type { OptionValues } from '../../src/options.ts'
import { writeCensusSample } from '../../src/sample/index.ts'
import { searchGenetic } from '../../src/search/genetic/genetic.ts'
import { searchLattice } from '../../src/search/lattice/lattice.ts'
import type { SearchProblem, SearchRecord } from '../../src/search/search.ts'
import { poseTable } from '../boxes/problems.ts'

/** The columns in the order of the file: crossover exchanges neighbours, so that the order matters a little. */
const COLUMNS: Readonly<Record<string, { readonly type?: string; readonly taxonomy?: string }>> = {
  age: { type: 'numeric' },
  'birth-date': { type: 'date' },
  ...Object.fromEntries(
    ['sex', 'race', 'marital-status', 'education', 'workclass', 'occupation'].map((name) => [name, tree(name)]),
  ),
  hours: { type: 'numeric' },
  country: tree('country'),
  postcode: { type: 'prefix' },
}
const SPACES: Readonly<Record<string, readonly string[]>> = {
  '9 columns': Object.keys(COLUMNS).filter((name) => name !== 'birth-date' && name !== 'hours'),
  '11 columns': Object.keys(COLUMNS),
}
const KS = [5, 10, 50]
const LIMITS = [0.05, 1]

const [rows = '3000', seeds = '1', only = '', options = '{}'] = argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'halftone-bench-'))
try {
  await writeCensusSample(folder, { rows: Number(rows), seed: 1 })
  console.log(`${new Date().toISOString()} · ${cpus()[0].model}, ${cpus().length} cores · Node ${process.version}`)
  console.log('| columns | limit | k | nodes | lattice | evaluations | s | genetic | evaluations | s | bound |')
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |')
  for (const [name, columns] of Object.entries(SPACES)) {
    if (!name.startsWith(only)) continue
    for (const limit of LIMITS) for (const k of KS) await compare(name, limit, k, await poseCensus(columns, limit, k))
  }
} finally {
  rmSync(folder, { recursive: true })
}

async function compare(name: string, limit: number, k: number, problem: SearchProblem): Promise<void> {
  const nodes = problem.hierarchies.reduce((product, { levels }) => product * levels.length, 1)
  const lattice = await measure(searchLattice, problem, {}, 1)
  for (const seed of seeds.split(',').map(Number)) {
    const genetic = await measure(searchGenetic, problem, JSON.parse(options) as OptionValues, seed)
    const cells = [name, limit, k, nodes, lattice.value, lattice.evaluations, lattice.seconds]
    console.log(`| ${[...cells, genetic.value, genetic.evaluations, genetic.seconds, genetic.bound].join(' | ')} |`)
  }
}

async function measure(search: SearchRecord, problem: SearchProblem, given: OptionValues, seed: number) {
  const before = process.cpuUsage()
  const result = await search.search(problem, given, { seed, threads: 2, now: () => performance.now() })
  const { user, system } = process.cpuUsage(before)
  return {
    value: result.outcome === 'found' ? result.value.toFixed(4) : result.outcome,
    evaluations: result.evaluations,
    seconds: ((user + system) / 1e6).toFixed(1),
    bound: (result.details?.['lowerBound'] as number | undefined)?.toFixed(4) ?? '–',
  }
}

async function poseCensus(columns: readonly string[], limit: number, k: number): Promise<SearchProblem> {
  const job = {
    version: 1,
    data: { source: 'census.csv', unlisted: 'drop' },
    columns: Object.fromEntries(columns.map((name) => [name, { role: 'quasi-identifier', ...COLUMNS[name] }])),
    privacy: { k, 'suppression-limit': limit },
    goal: 'general',
    algorithm: { name: 'lattice' },
    output: { release: 'out/release.csv' },
  } as Parameters<typeof poseTable>[1]
  return poseTable(folder, job)
}

function tree(name: string) {
  return { taxonomy: `taxonomies/${name}.json` }
}
