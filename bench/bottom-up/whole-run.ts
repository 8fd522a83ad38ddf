/**
 * Bottom-up generalization on the enlarged Adult as a job, the whole of it: the rows stand in a CSV file, are read and counted by the
 * engine, searched, recoded, written, read back and counted again. ρ = 3, K = 150, paper's rule; every run in a fresh process, the median
 * of all rounds. The paper's 730 s for 1,356,660 rows had the data in memory.
 *
 *     npx tsx bench/bottom-up/whole-run.ts [--scales 1,10,30] [--rounds 3] [--k 150]
 */
import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { anonymize, readPlan } from '../../src/workbench.ts'
import { adultFile } from '../../test/adult.ts'
import { haveData } from '../../test/data.ts'
import { median } from '../median.ts'
import { forEachRow, incomes, sevenColumns, sevenHierarchies } from './enlarged-adult.ts'

const { values } = parseArgs({
  options: {
    scales: { type: 'string', default: '1,10,30' },
    rounds: { type: 'string', default: '3' },
    k: { type: 'string', default: '150' },
    job: { type: 'string' },
  },
})

interface Measured {
  readonly rows: number
  readonly combinations: number
  readonly smallestClass: number
  readonly seconds: Readonly<Record<string, number>>
  /** Of the process, in megabytes. */
  readonly memory: number
}

if (!haveData('adult')) process.exit(0)
if (values.job === undefined) compare()
else console.log(JSON.stringify(await measure(values.job)))

function compare(): void {
  console.log(
    `${new Date().toISOString().slice(0, 10)} · ${cpus()[0]?.model ?? 'unknown'}, ${availableParallelism()} cores · Node ${process.version}`,
  )
  console.log(`enlarged Adult, ρ = 3, K = ${values.k}; seconds, median of ${values.rounds}; memory in MB\n`)
  console.log('| σ | rows | file | combinations | count | search | write | verify | publish | total | memory |')
  console.log('|---|---|---|---|---|---|---|---|---|---|---|')
  for (const scale of values.scales.split(',').map(Number)) {
    const folder = mkdtempSync(join(tmpdir(), 'halftone-whole-run-'))
    try {
      const job = writeJob(folder, scale)
      const runs = Array.from({ length: Number(values.rounds) }, () => inFreshProcess(job))
      const seconds = (step: string) => median(runs.map((run) => run.seconds[step])).toFixed(2)
      const [{ rows, combinations }] = runs
      const cells = [
        scale,
        rows.toLocaleString('en'),
        `${Math.round(statSync(join(folder, 'rows.csv')).size / 1e6)} MB`,
        combinations.toLocaleString('en'),
        ...['count', 'search', 'write', 'verify', 'publish', 'total'].map(seconds),
        Math.round(median(runs.map(({ memory }) => memory))),
      ]
      console.log(`| ${cells.join(' | ')} |`)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

/** The rows as CSV with a job beside them. */
function writeJob(folder: string, scale: number): string {
  const hierarchies = sevenHierarchies()
  // A cell with a comma or a quote would have to be quoted; Adult has none.
  const file = openSync(join(folder, 'rows.csv'), 'w')
  let lines = [[...sevenColumns, 'income'].join()]
  const flush = (): void => {
    writeSync(file, `${lines.join('\n')}\n`)
    lines = []
  }
  forEachRow(hierarchies, { scale, novelty: 3, seed: 1 }, (row, income) => {
    lines.push(`${row.map((code, column) => hierarchies[column].values[code]).join()},${incomes[income]}`)
    if (lines.length === 20_000) flush()
  })
  if (lines.length > 0) flush()
  closeSync(file)
  const quasiIdentifier = (column: string) => ({
    role: 'quasi-identifier',
    taxonomy: adultFile(`taxonomies/${column}.json`),
  })
  const job = {
    version: 1,
    data: { source: 'rows.csv' },
    columns: {
      ...Object.fromEntries(sevenColumns.map((column) => [column, quasiIdentifier(column)])),
      income: { role: 'target' },
    },
    privacy: { k: Number(values.k), 'suppression-limit': 0 },
    goal: 'classification',
    algorithm: { name: 'bottom-up' },
    output: { release: 'out/release.csv' },
  }
  writeFileSync(join(folder, 'job.yaml'), JSON.stringify(job))
  return join(folder, 'job.yaml')
}

function inFreshProcess(job: string): Measured {
  const file = fileURLToPath(import.meta.url)
  const child = spawnSync(process.execPath, [...process.execArgv, file, '--job', job], { encoding: 'utf8' })
  if (child.status !== 0) throw new Error(child.stderr)
  return JSON.parse(child.stdout)
}

async function measure(job: string): Promise<Measured> {
  const {
    rows,
    combinations = 0,
    smallestClass,
    seconds,
    verification,
    reason,
  } = await anonymize(readPlan(job), {
    force: true,
    threads: availableParallelism(),
  })
  if (verification?.verdict !== 'holds' || smallestClass === undefined) throw new Error(`not verified: ${reason}`)
  return { rows, combinations, smallestClass, seconds, memory: process.resourceUsage().maxRSS / 1024 }
}
