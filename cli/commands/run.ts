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
import { helpText } from '../help.ts'
import { dryRunText } from '../print/dry-run-text.ts'
import { printRelease, STANDARD_OUTPUT } from '../print/printed-release.ts'
import { progressLine, withLine } from '../print/progress.ts'
import { summarize } from '../print/summary.ts'
import { defaultThreads, wholeNumber } from '../values.ts'

const notTogether = userError('together', '--from-trail')

export function addRun(program: Command): void {
  program
    .command('run')
    .description('anonymizes what a job file describes: counts, searches, writes, counts again, publishes')
    .argument('[job]', 'the job file (YAML or JSON); job.yaml of this folder when absent')
    .option('--from-trail <file>', 'take the recoding for k from the trail of an earlier run instead of searching')
    .option(
      '--from-recoding <file>',
      'take the groups of a recoding file, perhaps edited by hand, instead of searching',
    )
    .option('--dry-run', 'open and count the data, say what would be done and written, and write nothing')
    .option('--force', 'replace outputs that exist')
    .option('--k <number>', 'another k than the job file has', wholeNumber)
    .option('--seed <number>', 'another seed than the job file has', wholeNumber)
    .option('--time-limit <time>', 'how long the search may take, e.g. 60s or 5m; then the best so far is released')
    .option(
      '--output <file>',
      'another release file than the job file has, or - for standard output; what goes with it is written beside it',
    )
    .option('--threads <number>', 'cores to use (the result is the same with any number)', wholeNumber)
    .option('--memory <size>', 'memory for the engine, e.g. 4GB', '1GB')
    .option(
      '--strict',
      'end with code 3 when the verdict is amber: verified, but something in the release wants a look',
    )
    .option('--show-values', 'show values of the data in the printed error, which are masked otherwise')
    .option('--keep-best', 'on Ctrl-C during the search, publish the best release found so far')
    .option('--json', 'print one JSON object instead of words')
    .addHelpText('after', helpText('run'))
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
