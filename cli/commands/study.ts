/** `halftone study STUDY`: runs a grid of jobs, draws the R-U map, and can write a release from it. */
import { resolve } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import { UserError, userError } from '../../src/ground/errors.ts'
import { shellWord } from '../../src/ground/names.ts'
import type { RunResult } from '../../src/run.ts'
import { readStudy, type StudyPlan } from '../../src/study/plan-study.ts'
import { chooseRelease, type ReleaseChoice, releaseFromStudy } from '../../src/study/release-from-study.ts'
import { runStudy, type StudyResult } from '../../src/study/run-study.ts'
import { listChoices } from '../../src/study/study-map.ts'
import { type Answer, answer } from '../command.ts'
import { progressLine, withLine } from '../print/progress.ts'
import { studyLine } from '../print/study-progress.ts'
import { studySummary } from '../print/study-summary.ts'
import { summarize } from '../print/summary.ts'
import { shown } from '../print/text.ts'
import { anyNumber, defaultThreads, wholeNumber } from '../values.ts'

interface StudyOptions extends Omit<ReleaseChoice, 'by'> {
  readonly release?: string | undefined
  readonly output?: string | undefined
  readonly threads?: number | undefined
  readonly memory: string
  readonly force?: boolean | undefined
  readonly retry?: boolean | undefined
}

const HELP = `
Examples:
  halftone study study.yaml
  halftone study study.yaml --release knee
  halftone study study.yaml --release best --risk 0.1 --output release.csv

A study that was stopped goes on where it was: runs that have ended are kept and never repeated.`

export function addStudy(program: Command): void {
  program
    .command('study')
    .description('runs a job many times with different settings, and maps risk against utility')
    .argument('<study>', 'the study file (YAML or JSON)')
    .option('--release <which>', 'also write a release: knee, best, or the name of a run')
    .option('--risk <number>', 'highest acceptable risk (default: from the study, or 0.2)', anyNumber)
    .option('--search <name>', 'with --release: the knee or best of this curve')
    .option('--data <name>', 'with --release: the data set, if the study has several')
    .option('--output <file>', 'with --release: the release file')
    .option('--threads <number>', 'number of runs at once (the result does not depend on it)', wholeNumber)
    .option('--memory <size>', 'memory for the engine of each run, such as 4GB', '1GB')
    .option('--retry', 'repeat failed runs')
    .option('--force', 'write into a folder that has other files, and replace existing outputs')
    .option('--json', 'print one JSON object instead of text')
    .addHelpText('after', HELP)
    .action((study, options) => answer(options, (signal) => work(study, options, signal)))
}

async function work(study: string, options: StudyOptions, signal: AbortSignal): Promise<Answer> {
  checkOptions(options)
  const read = readStudy(study)
  checkNames(read, options)
  const plan = options.risk === undefined ? read : { ...read, map: { ...read.map, ceiling: options.risk } }
  const { threads = defaultThreads(), memory, force = false, retry = false } = options
  const result = await withLine(studyLine(), (progress) =>
    runStudy(plan, { signal, threads, memory, force, retry, progress }),
  )
  return result.outcome === 'cancelled' ? cancelled(result) : tell(plan, study, result, options, signal)
}

function checkOptions(options: StudyOptions): void {
  const { release, risk } = options
  if (release === undefined) {
    const stray = (['search', 'data', 'output'] as const).find((name) => options[name] !== undefined)
    if (stray !== undefined)
      throw userError('together', `--${stray}`)`--${stray} goes with --release; add --release knee or --release best`
  }
  if (risk !== undefined && !(risk > 0 && risk <= 1))
    throw new UserError(`--risk must be a number above 0 and at most 1; got ${risk}`, { path: '--risk', rule: 'value' })
}

/** Rejects unknown names before hours of running. */
function checkNames({ runs }: StudyPlan, { release, data }: StudyOptions): void {
  const names = [...new Set(runs.map((run) => run.data))]
  if (data !== undefined && !names.includes(data))
    throw userError('known', '--data')`the study has no data set "${data}"; it is about
      ${names.map((name) => `"${name}"`).join(', ')}`
  if (release === undefined || release === 'knee' || release === 'best') return
  if (!runs.some(({ run }) => run === release.replace(/\.\d+$/, '')))
    throw userError('known', '--release')`--release must be knee, best, or one of the runs ${runs[0].run} to
      ${runs.at(-1)?.run}; got "${release}"`
}

function cancelled({ rows, runs, folder }: StudyResult): Answer {
  const done = rows.filter(({ point }) => point === undefined).length
  const text =
    `cancelled; ${done} of ${runs} runs are kept in ` + `${shown(folder)}, and the same command goes on from there`
  return { record: { outcome: 'cancelled', rows: rows.length, runs, folder }, text, exitCode: 1 }
}

async function tell(
  plan: StudyPlan,
  study: string,
  result: StudyResult,
  options: StudyOptions,
  signal: AbortSignal,
): Promise<Answer> {
  const { folder, rows, runs, kept, files } = result
  const maps = result.report?.maps ?? []
  const outcomes: Record<string, number> = {}
  for (const { outcome, point } of rows) if (point === undefined) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  const record = { rows: rows.length, ...listChoices(maps), folder, runs, kept, outcomes, ...files }
  // With several data sets, a release needs `--data`.
  const of = maps.length > 1 ? ` --data ${shellWord(maps[0].data)}` : ''
  const text = studySummary(
    { ...result, files: files ?? {} },
    maps,
    options.release === undefined ? `${shellWord(study)}${of}` : undefined,
  )
  if (options.release === undefined) return { record, text, exitCode: maps.length === 0 ? 1 : 0 }
  const chosen = chooseRelease(maps, {
    by: options.release,
    data: options.data,
    search: options.search,
    risk: options.risk,
  })
  const released = await release(plan, chosen.run, options, signal)
  const which = `run ${chosen.run} (${chosen.search}${chosen.k === undefined ? '' : `, k ${chosen.k}`})`
  return {
    record: { ...record, chosen, release: released },
    text: `${text}\n\nReleasing ${which}:\n\n${summarize(released)}`,
    exitCode: released.release === undefined ? 1 : 0,
  }
}

async function release(plan: StudyPlan, run: string, options: StudyOptions, signal: AbortSignal): Promise<RunResult> {
  const { threads = defaultThreads(), memory, force = false } = options
  const output = options.output === undefined ? undefined : resolve(options.output)
  return withLine(progressLine(), (progress) =>
    releaseFromStudy(plan, { run }, { signal, threads, memory, force, progress, output }),
  )
}
