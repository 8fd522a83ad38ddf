/** `halftone run JOB`: runs a job, with progress and a summary. */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import { anonymize } from '../../src/anonymize.ts'
import { prepareLocalEngine } from '../../src/engines/open-engine.ts'
import { userError } from '../../src/ground/errors.ts'
import { outputsBeside } from '../../src/plan/outputs-beside.ts'
import { ofTable, type Plan, readPlan } from '../../src/plan/read-plan.ts'
import { today } from '../../src/report/signing.ts'
import type { RunResult } from '../../src/run.ts'
import { dryRun } from '../../src/tasks/dry-run.ts'
import { planFromRecoding, planFromTrail } from '../../src/tasks/plan-from-file.ts'
import { type Answer, answer } from '../command.ts'
import type { ExitCode } from '../exit-codes.ts'
import { dryRunText } from '../print/dry-run-text.ts'
import { printRelease, STANDARD_OUTPUT } from '../print/printed-release.ts'
import { progressLine, withLine } from '../print/progress.ts'
import { summarize } from '../print/summary.ts'
import { defaultThreads, wholeNumber } from '../values.ts'

const notTogether = userError('together', '--from-trail')

const HELP = `
Examples:
  halftone run
  halftone run job.yaml
  halftone run job.yaml --dry-run
  halftone run job.yaml --k 25 --output k25.csv
  halftone run job.yaml --k 50 --from-trail out/private/release.trail.json --output k50.csv
  halftone run job.yaml --from-recoding mine.recoding.json --output mine.csv
  halftone run job.yaml --json > result.json`

export function addRun(program: Command): void {
  program
    .command('run')
    .description('runs a job: counts, searches, writes, verifies and publishes a release')
    .argument('[job]', 'the job file, YAML or JSON (default: job.yaml)')
    .option('--from-trail <file>', 'take the recoding for k from the trail of an earlier run instead of searching')
    .option(
      '--from-recoding <file>',
      'take the groups from a recoding file, which you may have edited, instead of searching',
    )
    .option('--dry-run', 'open and count the data, say what a run would do, and write nothing')
    .option('--force', 'replace existing outputs')
    .option('--k <number>', 'overrides k of the job', wholeNumber)
    .option('--seed <number>', 'overrides the seed of the job', wholeNumber)
    .option('--time-limit <time>', 'time for the search, such as 60s or 5m; then the best result so far is released')
    .option(
      '--output <file>',
      'overrides the release file of the job; - is standard output. The other files go beside it',
    )
    .option('--threads <number>', 'number of threads (the result does not depend on it)', wholeNumber)
    .option('--memory <size>', 'memory for the engine, such as 4GB', '1GB')
    .option('--strict', 'exit with 3 if the verdict is amber')
    .option('--show-values', 'show data values in error messages (default: masked)')
    .option('--keep-best', 'on Ctrl-C during the search, publish the best release found so far')
    .option('--json', 'print one JSON object instead of text')
    .addHelpText('after', HELP)
    .action((job, options) =>
      answer(options, async (signal) => {
        if (options.output !== STANDARD_OUTPUT)
          return runTo(options.output === undefined ? undefined : resolve(options.output))
        if (options.json || options.dryRun)
          throw userError('together', '--output')`--output - prints the release, and --json or --dry-run something else;
            keep one of them`
        return printRelease(runTo)

        async function runTo(output: string | undefined): Promise<Answer> {
          const resources = { memory: options.memory, threads: options.threads ?? defaultThreads() }
          // Errors of the resources or the engine are reported when it is opened: errors of the job come first.
          await prepareLocalEngine(resources).catch(() => {})
          const { k, seed, timeLimit, force = false, keepBest = false } = options
          const asked = readPlan(job ?? defaultJob(), { k, seed, timeLimit, release: output })
          // The job's reports and queries belong to the job's release; those of another release are written beside it.
          const plan = withoutSearching(
            output === undefined ? asked : { ...asked, output: outputsBeside(asked.output) },
            options,
          )
          if (options.dryRun) {
            const would = await dryRun(plan, { signal, ...resources })
            return { record: would, text: dryRunText(would, force) }
          }
          const result = await withLine(progressLine(), (progress) =>
            anonymize(plan, { signal, ...resources, date: today(), force, keepBest, progress }),
          )
          return { record: result, text: summarize(result), exitCode: exitCode(result, options.strict ?? false) }
        }
      }),
    )
}

function defaultJob(): string {
  if (existsSync('job.yaml')) return 'job.yaml'
  throw userError('file', 'job.yaml')`no job file was named, and there is no job.yaml here; name one (halftone run
    clinic/job.yaml), or write one with halftone init DATA`
}

/** An exposed release or one with nothing left is a failure; one with cautions is a failure only with `--strict`. */
export function exitCode({ release, judgement }: RunResult, strict: boolean): ExitCode {
  if (judgement?.verdict === 'exposed') return 3
  if (release === undefined) return 1
  return judgement?.verdict === 'no-information' || (strict && judgement?.verdict === 'amber') ? 3 : 0
}

function withoutSearching(
  plan: Plan,
  { fromTrail, fromRecoding }: { readonly fromTrail?: string | undefined; readonly fromRecoding?: string | undefined },
): Plan {
  if (fromTrail !== undefined && fromRecoding !== undefined)
    throw notTogether`--from-trail and --from-recoding both say what to release; keep one of them`
  if (fromTrail !== undefined) {
    const noTrail = notTogether`--from-trail is for jobs about tables; searches over items leave no trail: remove it`
    return planFromTrail(ofTable(plan, noTrail), fromTrail)
  }
  if (fromRecoding === undefined) return plan
  const noGroups = userError('together', '--from-recoding')`--from-recoding is for jobs about tables; for baskets of
    items use halftone apply with the recoding`
  return planFromRecoding(ofTable(plan, noGroups), fromRecoding)
}
