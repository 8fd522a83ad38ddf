/** Runs a study file of a paper, in full or only the part of the grid for a quick run. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { StudyRow } from '../../src/report/study/study-row.ts'
import { planStudy } from '../../src/study/plan-study.ts'
import { run } from '../../src/study/run-job.ts'
import type { ExecuteRun } from '../../src/study/run-study.ts'
import { runStudy } from '../../src/study/run-study.ts'
import type { Study } from '../../src/study/study-schema.ts'
import { copyWithDataPaths } from '../../test/data.ts'
import { papersFolder, type Work } from './paper.ts'

export type PartOfGrid = NonNullable<Study['grid']>

export interface PaperStudy {
  readonly rows: readonly StudyRow[]
  /** The folder of a run: `runs/007`. */
  readonly runFolder: (row: StudyRow) => string
}

/** `paper` is the folder of the file. Keys of `grid` replace those of the file. */
export async function runPaperStudy(
  { room, size, threads, goesOn, say }: Work,
  paper: string,
  file: string,
  grid: PartOfGrid = {},
): Promise<PaperStudy> {
  // Job files keep their relative folders.
  const jobs = join(room, 'jobs')
  for (const folder of new Set([paper, 'adult'])) {
    mkdirSync(join(jobs, folder), { recursive: true })
    copyWithDataPaths(join(papersFolder, folder), join(jobs, folder))
  }
  const study = parse(readFileSync(join(papersFolder, paper, file), 'utf8')) as Study
  const name = file.replace('.study.yaml', '')
  const folder = join(room, size, name)
  // Start over, so that the time includes all runs.
  if (size !== 'full' || !goesOn) rmSync(folder, { recursive: true, force: true })
  const plan = planStudy({ ...study, grid: { ...study.grid, ...grid }, output: { folder } }, join(jobs, paper, file))
  let done = 0
  const { rows } = await runStudy(plan, {
    // A short run ends before a child process would have started.
    execute: size === 'full' && threads > 1 ? undefined : inThisProcess,
    threads: size === 'full' ? threads : 1,
    force: true,
    progress(progress) {
      if (progress.done > done && progress.done % 10 === 0) say(`  ${name}: ${progress.done} of ${progress.total}`)
      done = progress.done
    },
  })
  const failed = rows.find(({ outcome }) => outcome !== 'found')
  if (failed !== undefined) throw new Error(`${file}, run ${failed.run}: ${failed.outcome} ${failed.error ?? ''}`)
  return { rows, runFolder: ({ run }) => join(folder, 'runs', run) }
}

const inThisProcess: ExecuteRun = async (request, context) => ({
  result: await run(request, { ...context, keepBest: () => false }),
  peakMemory: 0,
})
