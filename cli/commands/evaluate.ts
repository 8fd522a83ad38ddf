/** `halftone evaluate RELEASE --job JOB`: measures the utility of a release. */
import { type Command, Option } from '@commander-js/extra-typings'
import { userError } from '../../src/ground/errors.ts'
import { ESTIMATORS } from '../../src/metrics/items/item-metric.ts'
import { type Plan, planFacts, readPlan } from '../../src/plan/read-plan.ts'
import { readText } from '../../src/plan/shared-plan.ts'
import type { About } from '../../src/table/about.ts'
import { answer } from '../command.ts'
import { refuseExisting, writeNewFiles } from '../new-files.ts'
import { evaluateItems } from '../print/items-evaluation.ts'
import { type EvaluationAnswer, type EvaluationOptions, evaluateTable } from '../print/table-evaluation.ts'
import { addFileOptions } from '../source-options.ts'
import { listOfNames, parseFolds, wholeNumber } from '../values.ts'

const HELP = `
Examples:
  halftone evaluate out/release.csv --job job.yaml --test held-out.csv
  halftone evaluate out/release.csv --job job.yaml --workload queries.txt --learners none
  halftone evaluate out/release.txt --job job.yaml
  halftone evaluate out/release.txt --job job.yaml --workload queries.txt --json

The answers tell counts of the original data: show them only to people who may see those data.`

export function addEvaluate(program: Command): void {
  const command = program
    .command('evaluate')
    .description(
      'compares a release with its data: what classifiers learn from a table, the loss of baskets, and answers to ' +
        'count queries',
    )
    .argument('<release>', 'the release, as the job wrote it')
    .requiredOption('--job <job>', 'the job file of the release')
    .option('--recoding <file>', 'the recoding of the release (default: from the job)')
    .option('--original <file>', 'tables: the original data (default: from the job)')
    .option(
      '--test <file>',
      'tables: rows to test on that nothing was made from (the job is run anew in folds of the original when absent)',
    )
    .option('--learners <names>', 'tables: comma-separated learners, or none (default: all)', listOfNames)
    .option('--folds <number>', 'tables: folds of the cross-validation, or 5x2 (default: 5)', parseFolds)
    .option('--seed <number>', 'tables: seed of the folds (default: from the job)', wholeNumber)
    .option('--workload <file>', 'queries, one per line, or a saved workload (default: from the job)')
    .option('--save-workload <file>', 'save the queries, to ask them again')
    .addOption(
      new Option('--estimator <name>', 'baskets: how a count is estimated from generalized items').choices(ESTIMATORS),
    )
  addFileOptions(command)
    .option('--json', 'print one JSON object instead of text')
    .addHelpText('after', HELP)
    .action((release, options) =>
      answer(options, async (signal) => {
        const job = readPlan(options.job)
        const { about, strange, whose, evaluate } = EVALUATED[planFacts(job).about]
        const stray = strayOption(options, strange)
        if (stray !== undefined)
          throw userError('together', `--${stray}`)`--${stray} is for ${whose}, and ${options.job} is about ${about};
            leave it out`
        refuseExisting([options.saveWorkload])
        const { workload } = options
        const queries = workload === undefined ? undefined : readText(workload, workload, 'workload')
        const { files, ...found } = await evaluate(release, job, { ...options, queries }, signal)
        writeNewFiles(files)
        return found
      }),
    )
}

interface EvaluatedKind {
  /** The kind of data, and the options that apply only to the other kind. */
  readonly about: string
  readonly strange: readonly string[]
  readonly whose: string
  evaluate(release: string, job: Plan, options: EvaluationOptions, signal: AbortSignal): Promise<EvaluationAnswer>
}

const EVALUATED: Readonly<Record<About, EvaluatedKind>> = {
  columns: { about: 'a table', strange: ['estimator'], whose: 'baskets', evaluate: evaluateTable },
  items: {
    about: 'baskets',
    strange: ['original', 'test', 'learners', 'folds', 'seed'],
    whose: 'tables',
    evaluate: evaluateItems,
  },
}

function strayOption(options: object, names: readonly string[]): string | undefined {
  const given: Readonly<Record<string, unknown>> = { ...options }
  return names.find((name) => given[name] !== undefined)?.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}
