/**
 * Runs the job on the training rows of each fold and judges it on the held-out rows (Kisilevich et al. 2008, §4): a
 * search may fit the target row by row. Cost: one run of the job per fold, with all rows in memory.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { anonymize } from '../anonymize.ts'
import type { EngineRun } from '../engines/engine.ts'
import { InternalError, throwIfCancelled, UserError } from '../ground/errors.ts'
import { openScratch } from '../ground/workers/scratch-folder.ts'
import type { Fold } from '../learn/evaluation/folds.ts'
import { OUTPUT_NAMES } from '../plan/outputs.ts'
import type { TablePlan } from '../plan/plan.ts'
import { makePlan } from '../plan/read-plan.ts'
import { releaseForm } from '../release/write-release.ts'
import type { SourceRequest } from '../sources/table.ts'

export interface WholeRows {
  readonly names: readonly string[]
  readonly rows: readonly (readonly (string | null)[])[]
}

/** Passes the release of a fold's training rows to `judge` (undefined if there is none), then removes it. */
export async function withFoldRelease<T>(
  job: TablePlan,
  { names, rows }: WholeRows,
  { train }: Fold,
  run: EngineRun,
  judge: (made: { readonly release: SourceRequest; readonly recoding: string } | undefined) => Promise<T>,
): Promise<T> {
  throwIfCancelled(run.signal)
  const folder = await openScratch('rows')
  try {
    const file = join(folder.path, 'training-rows')
    const lines = Array.from(
      train,
      (row) => `${JSON.stringify(Object.fromEntries(names.map((name, i) => [name, rows[row][i]])))}\n`,
    )
    await writeFile(file, lines.join(''), { mode: 0o600 })
    const plan = trainingPlan(job, file, join(folder.path, 'release.csv'))
    const { release, recoding } = await makeRelease(plan, run)
    const made =
      release === undefined || recoding === undefined
        ? undefined
        : { release: { ...releaseForm(plan), source: release, base: folder.path }, recoding }
    return await judge(made)
  } finally {
    await folder.remove()
  }
}

/** If the training rows cannot satisfy the job, for example fewer than k, the fold has no release. */
async function makeRelease(plan: TablePlan, { signal }: EngineRun): Promise<{ release?: string; recoding?: string }> {
  try {
    return await anonymize(plan, { signal })
  } catch (error) {
    if (error instanceof UserError && error.rule === 'data') return {}
    throw error
  }
}

function trainingPlan(job: TablePlan, file: string, release: string): TablePlan {
  if (job.asked === undefined)
    throw new InternalError('a plan without the job that it was made of cannot be run on folds')
  const { job: asked, base } = job.asked
  const form = Object.entries(asked.output).filter(([name]) => !OUTPUT_NAMES.some((output) => output === name))
  const elsewhere = makePlan({ ...asked, output: { ...Object.fromEntries(form), release } }, base, job.name)
  return {
    ...(elsewhere as TablePlan),
    source: { source: file, format: 'json', base, ours: true },
    fromTrail: undefined,
  }
}
