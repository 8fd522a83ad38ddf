/** `halftone run JOB`: the whole path, with progress and a summary. */
import type { Command } from '@commander-js/extra-typings'
import type { Plan, RunResult } from '../../src/workbench.ts'
import { answer } from '../command.ts'
import { progressLine } from '../progress.ts'
import { summaryOf } from '../summary.ts'
import { defaultThreads, wholeNumber } from '../values.ts'

export function addRun(program: Command): void {
  program
    .command('run')
    .description('anonymizes what a job file describes: counts, searches, writes, counts again, publishes')
    .argument('<job>', 'the job file (YAML or JSON)')
    .option('--from-trail <file>', 'take the recoding for k from the trail of an earlier run instead of searching')
    .option(
      '--from-recoding <file>',
      'take the groups of a recoding file, perhaps edited by hand, instead of searching',
    )
    .option('--force', 'replace outputs that exist')
    .option('--k <number>', 'another k than the job file has', wholeNumber)
    .option('--seed <number>', 'another seed than the job file has', wholeNumber)
    .option('--time-limit <time>', 'how long the search may take, e.g. 60s or 5m; then the best so far is released')
    .option('--output <file>', 'another release file than the job file has; what goes with it is written beside it')
    .option('--threads <number>', 'cores to use (the result is the same with any number)', wholeNumber)
    .option('--memory <size>', 'memory for the engine, e.g. 4GB', '1GB')
    .option(
      '--strict',
      'end with code 3 when the verdict is amber: verified, but something in the release wants a look',
    )
    .option('--keep-best', 'on Ctrl-C during the search, publish the best release found so far')
    .option('--json', 'print one JSON object instead of words')
    .addHelpText(
      'after',
      '\nExamples:\n  halftone run job.yaml\n  halftone run job.yaml --k 25 --output k25.csv\n  halftone run job.yaml --k 50 --from-trail out/private/release.trail.json --output k50.csv\n  halftone run job.yaml --from-recoding mine.recoding.json --output mine.csv\n  halftone run job.yaml --json > result.json',
    )
    .action((job, options) =>
      answer(options, async (signal) => {
        const { anonymize, outputsBeside, readPlan } = await import('../../src/workbench.ts')
        const { resolve } = await import('node:path')
        const asked = readPlan(job, {
          k: options.k,
          seed: options.seed,
          timeLimit: options.timeLimit,
          release: options.output === undefined ? undefined : resolve(options.output),
        })
        // A report, queries and the like that the job has a place for are about the job's own release; those of another one stand beside that.
        const plan = await withoutSearching(
          options.output === undefined ? asked : { ...asked, output: outputsBeside(asked.output) },
          options,
        )
        const line = progressLine()
        let result: RunResult
        try {
          result = await anonymize(plan, {
            signal,
            memory: options.memory,
            force: options.force ?? false,
            keepBest: options.keepBest ?? false,
            progress: line.update,
            threads: options.threads ?? defaultThreads(),
          })
        } finally {
          line.clear()
        }
        return { record: result, text: await summaryOf(result), exitCode: exitCodeOf(result, options.strict ?? false) }
      }),
    )
}

/** A release in which nothing is left is no success; one with cautions is none for who asked to be strict. */
export function exitCodeOf({ release, judgement }: RunResult, strict: boolean): 0 | 1 | 3 {
  if (release === undefined) return 1
  return judgement?.verdict === 'no-information' || (strict && judgement?.verdict === 'amber') ? 3 : 0
}

/** The plan with a recoding that exists already, where one was named. */
async function withoutSearching(
  plan: Plan,
  { fromTrail, fromRecoding }: { readonly fromTrail?: string | undefined; readonly fromRecoding?: string | undefined },
): Promise<Plan> {
  const { planFromRecoding, planFromTrail, UserError } = await import('../../src/workbench.ts')
  if (fromTrail !== undefined && fromRecoding !== undefined)
    throw new UserError('--from-trail and --from-recoding both say what to release; keep one of them')
  if (fromTrail !== undefined) {
    if (plan.kind === 'items')
      throw new UserError('--from-trail is for jobs about tables; searches over items leave no trail: remove it')
    return planFromTrail(plan, fromTrail)
  }
  if (fromRecoding !== undefined) {
    if (plan.kind === 'items')
      throw new UserError(
        '--from-recoding is for jobs about tables; for baskets of items use halftone apply with the recoding',
      )
    return planFromRecoding(plan, fromRecoding)
  }
  return plan
}
