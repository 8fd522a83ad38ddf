/** Runs a random job and has the independent checker look at what was published. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { anonymize } from '../../src/anonymize.ts'
import { readPlan } from '../../src/read-plan.ts'
import { faultsOf } from './checker.ts'
import { type RandomJob, tableText } from './random-job.ts'

export interface Tried {
  readonly outcome: string
  readonly faults: readonly string[]
}

export async function tryJob({ table, files, job }: RandomJob): Promise<Tried> {
  const folder = mkdtempSync(join(tmpdir(), 'halftone-fuzz-'))
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    mkdirSync(join(folder, 'out'))
    const result = await anonymize(readPlan(join(folder, 'job.yaml')), { threads: 1 }).catch((error: Error) => error)
    const left = readdirSync(join(folder, 'out'), { recursive: true, encoding: 'utf8' })
    const hidden = left.filter((name) => /(^|\/)\./.test(name)).map((name) => `${name} was left`)
    if (result instanceof Error) {
      const fault = result.name === 'UserError' ? [] : [`${result.name}: ${result.stack}`]
      return { outcome: result.name, faults: [...fault, ...hidden, ...left.map((name) => `${name} was left`)] }
    }
    if (!existsSync(join(folder, 'out/release.csv')))
      return { outcome: result.outcome, faults: left.map((name) => `${name} was left`) }
    const read = (name: string) => readFileSync(join(folder, 'out', name), 'utf8')
    const faults = faultsOf(table, {
      ...job,
      release: read('release.csv'),
      public: [read('release.manifest.json'), read('report.html')],
    })
    return { outcome: result.outcome, faults: [...faults, ...hidden] }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A smaller table with a fault, as far as leaving rows out leads. */
export async function shrink(failing: RandomJob): Promise<RandomJob> {
  let best = failing
  for (let step = best.table.rows.length >> 1; step >= 1; step >>= 1) {
    for (let from = 0; from < best.table.rows.length; from += step) {
      const rows = best.table.rows
        .filter((_, i) => i < from || i >= from + step)
        .map((cells, i) =>
          cells.map((cell, place) => (best.table.columns[place].kind === 'row-number' ? String(i) : cell)),
        )
      const smaller = withRows(best, rows)
      if (rows.length >= 4 && (await tryJob(smaller)).faults.length > 0) {
        best = smaller
        from -= step
      }
    }
  }
  return best
}

function withRows(job: RandomJob, rows: readonly (readonly string[])[]): RandomJob {
  const { columns } = job.table
  return { ...job, table: { columns, rows }, files: { ...job.files, 'table.csv': tableText(columns, rows) } }
}
