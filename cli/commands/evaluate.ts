/** `halftone evaluate RELEASE --job JOB`: what a release is still good for. */
import { type Command, Option } from '@commander-js/extra-typings'
import { UserError, userError } from '../../src/errors.ts'
import type { BasketsEvaluation, QueryAnswer } from '../../src/workbench.ts'
import { answer } from '../command.ts'
import { addFileOptions, sourceOf } from '../source-options.ts'
import { facts, plural, table } from '../text.ts'
import { foldsOf, listOfNames, wholeNumber } from '../values.ts'

const MOST_QUERIES = 15

export function addEvaluate(program: Command): void {
  const command = program
    .command('evaluate')
    .description(
      'compares a release with its data: by what classifiers learn from a table, by loss of baskets, and by the answers to count queries',
    )
    .argument('<release>', 'the release, as the job wrote it')
    .requiredOption('--job <job>', 'the job file that it was made by')
    .option('--recoding <file>', 'the recoding of the release (that of the job when absent)')
    .option('--original <file>', 'tables: the data of the release (that of the job when absent)')
    .option(
      '--test <file>',
      'tables: rows to test on that nothing was made from (the job is run anew in folds of the original when absent)',
    )
    .option(
      '--as-released',
      'tables: judge the release itself by rows that it was made from; a search may look better than it is',
    )
    .option('--learners <names>', 'tables: learners, separated by commas, or none (all when absent)', listOfNames)
    .option('--folds <number>', 'tables: parts of the cross-validation, or 5x2 (default 5)', foldsOf)
    .option('--seed <number>', 'tables: chance of the folds (that of the job when absent)', wholeNumber)
    .option('--plot <file>', 'tables: draw the accuracies to an .svg or .html file')
    .option('--workload <file>', 'queries, a line each, or a saved workload (those of the job when absent)')
    .option('--save-workload <file>', 'save the queries, for asking them again')
    .addOption(
      new Option('--estimator <name>', 'baskets: how a count is estimated from generalized items').choices([
        'uniform-nonempty',
        'half',
      ] as const),
    )
  addFileOptions(command)
    .option('--json', 'print one JSON object instead of words')
    .addHelpText(
      'after',
      '\nExamples:\n  halftone evaluate out/release.csv --job job.yaml --test held-out.csv --plot accuracy.svg\n  halftone evaluate out/release.csv --job job.yaml --workload queries.txt --learners none\n  halftone evaluate out/release.txt --job job.yaml\n  halftone evaluate out/release.txt --job job.yaml --workload queries.txt --json\n\nThe answers tell counts of the original data: they are for whoever may see that, not for publishing.',
    )
    .action((release, options) =>
      answer(options, async (signal) => {
        const { evaluateBaskets, planFacts, readPlan, readItemsRecodingFile, readText } = await import(
          '../../src/workbench.ts'
        )
        const { refuseExisting, writeNewFiles } = await import('../new-files.ts')
        const job = readPlan(options.job)
        const { about, strange, whose } = STRANGE[planFacts(job).about]
        const stray = strayOption(options, strange)
        if (stray !== undefined)
          throw userError(
            'together',
            `--${stray}`,
          )`--${stray} is for ${whose}, and ${options.job} is about ${about}; leave it out`
        refuseExisting([options.plot, options.saveWorkload])
        if (job.kind !== 'items') {
          const { evaluateTable } = await import('../table-evaluation.ts')
          const workload =
            options.workload === undefined ? undefined : readText(options.workload, options.workload, 'workload')
          if (options.saveWorkload !== undefined && workload === undefined && job.workload === undefined)
            throw new UserError('--save-workload has no queries to save; add utility.workload to the job', {
              path: '--save-workload',
              rule: 'together',
            })
          const { files, ...answer } = await evaluateTable(release, job, { ...options, queries: workload }, signal)
          writeNewFiles(files)
          return answer
        }
        const recodingFile = options.recoding ?? job.output.recoding
        const recoding = readItemsRecodingFile(recodingFile)
        if (recoding === undefined) {
          throw new UserError(
            `there is no recoding of items at ${recodingFile}; give the .recoding.json of this release with --recoding FILE`,
            { path: '--recoding', rule: 'file' },
          )
        }
        const { saved, ...evaluation } = await evaluateBaskets(
          {
            job,
            release: sourceOf(release, options),
            recoding,
            workload:
              options.workload === undefined ? undefined : readText(options.workload, options.workload, 'workload'),
            estimator: options.estimator,
          },
          { signal },
        )
        if (options.saveWorkload !== undefined && saved !== undefined)
          writeNewFiles([{ file: options.saveWorkload, text: `${JSON.stringify(saved, null, 2)}\n` }])
        return { record: { release, ...evaluation }, text: await evaluationText(evaluation) }
      }),
    )
}

/** What a job is about, and the options that are about something else. */
const STRANGE = {
  columns: { about: 'a table', strange: ['estimator'], whose: 'baskets' },
  items: {
    about: 'baskets',
    strange: ['original', 'test', 'asReleased', 'learners', 'folds', 'seed', 'plot'],
    whose: 'tables',
  },
} as const

/** An option that says nothing about such a job. */
function strayOption(options: object, names: readonly string[]): string | undefined {
  const given: Readonly<Record<string, unknown>> = { ...options }
  return names.find((name) => given[name] !== undefined)?.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

async function evaluationText(evaluation: Omit<BasketsEvaluation, 'saved'>): Promise<string> {
  const { formatCount, formatFigure } = await import('../../src/workbench.ts')
  const { metrics, queries, workload } = evaluation
  const worst = (answers: readonly QueryAnswer[]) =>
    [...answers].sort((a, b) => b.relativeError - a.relativeError).slice(0, MOST_QUERIES)
  const rows = (answers: readonly QueryAnswer[]) => [
    ['items', 'in the data', 'estimated', 'relative error'],
    ...worst(answers).map(({ items, actual, estimated, relativeError }) => [
      items.join(' '),
      formatCount(actual),
      formatFigure(estimated),
      formatFigure(relativeError),
    ]),
  ]
  return [
    facts([
      [
        'baskets',
        `${formatCount(evaluation.baskets)}; ${plural(evaluation.items, formatCount(evaluation.items), 'item')} as ${formatCount(evaluation.tokens)}`,
      ],
      ...Object.entries(metrics).map(([name, value]) => [name, formatFigure(value)] as const),
      [
        'workload',
        workload === undefined
          ? 'none: no basket has two items'
          : `${plural(queries.length, formatCount(queries.length), 'query', 'queries')}: ${workload}`,
      ],
      ['estimator', evaluation.estimator],
    ]),
    ...(queries.length === 0 ? [] : ['', 'The queries furthest off:', '', table(rows(queries))]),
    '',
    'The items whose counts are furthest off:',
    '',
    table(rows(evaluation.itemFrequencies)),
    '',
    'All of them: --json. They tell counts of the data, so they are not for publishing.',
  ].join('\n')
}
