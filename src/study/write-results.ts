/**
 * What a finished study leaves in its folder, published all at once: the rows, the times apart from them (they differ from machine to machine),
 * both together for other programs, the summary, the report, and its pictures with the numbers behind them.
 */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openStaging } from '../release/staging.ts'
import type { StudyRow } from '../report/study/study-row.ts'
import { version } from '../version.ts'
import type { StudyPlan } from './plan-study.ts'
import { csvText, rowTable } from './row-table.ts'
import { choicesOf, mapsOf } from './study-map.ts'
import { writeParquet } from './write-parquet.ts'

export interface StudyFiles {
  readonly results: string
  readonly times: string
  readonly parquet: string
  readonly summary: string
}

const names = {
  results: 'results.csv',
  times: 'times.csv',
  parquet: 'results.parquet',
  summary: 'summary.json',
} as const

/** While runs are missing there are no results. */
export async function removeResults({ folder }: StudyPlan): Promise<void> {
  for (const name of Object.values(names)) await rm(join(folder, name), { force: true })
}

export async function writeResults(plan: StudyPlan, rows: readonly StudyRow[]): Promise<StudyFiles> {
  const files = Object.fromEntries(
    Object.entries(names).map(([key, name]) => [key, join(plan.folder, name)]),
  ) as unknown as StudyFiles
  const staging = await openStaging(Object.values(files), { force: true })
  try {
    const results = rowTable(rows)
    const times = timesCsv(rows)
    const staged = { results: staging.path(files.results), times: staging.path(files.times) }
    await writeFile(staged.results, csvText(results.head, results.lines))
    await writeFile(staged.times, times.text)
    await writeParquet(
      { file: staged.results, columns: results.head },
      { file: staged.times, columns: times.head },
      staging.path(files.parquet),
    )
    await writeFile(staging.path(files.summary), `${JSON.stringify(summaryOf(plan, rows), null, 2)}\n`)
    await staging.publish()
  } finally {
    await staging.discard()
  }
  return files
}

/** Seconds by step in the order of the path, total and memory last. */
function timesCsv(rows: readonly StudyRow[]): { readonly head: readonly string[]; readonly text: string } {
  const steps = [...new Set(rows.flatMap(({ measured }) => Object.keys(measured?.seconds ?? {})))].filter(
    (step) => step !== 'total',
  )
  const head = ['run', ...steps.map((step) => `seconds ${step}`), 'seconds total', 'memory']
  const lines = rows.flatMap(({ run, measured }) =>
    measured === undefined
      ? []
      : [[run, ...[...steps, 'total'].map((step) => measured.seconds[step]?.toFixed(3)), measured.memory]],
  )
  return { head, text: csvText(head, lines) }
}

function summaryOf({ name, title, runs, map }: StudyPlan, rows: readonly StudyRow[]): object {
  const own = rows.filter(({ point }) => point === undefined)
  const outcomes: Record<string, number> = {}
  for (const { outcome } of own) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  return {
    halftone: 'study summary',
    version: 1,
    study: name,
    title,
    versions: { halftone: version },
    runs: runs.length,
    rows: rows.length,
    outcomes,
    ...choicesOf(mapsOf(rows, map)),
    failed: own
      .filter(({ outcome }) => outcome !== 'found')
      .map(({ run, settings, outcome, error }) => ({
        run,
        settings,
        outcome,
        ...(error === undefined ? {} : { error }),
      })),
  }
}
