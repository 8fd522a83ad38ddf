/** `halftone attack RELEASE --original DATA`: runs simulated attackers on a release. */
import type { Command } from '@commander-js/extra-typings'
import { attackRelease } from '../../src/attack/index.ts'
import { readPlan } from '../../src/plan/read-plan.ts'
import { type Answer, answer } from '../command.ts'
import { attackText } from '../print/attack-text.ts'
import { addFileOptions, fileSource, readAsJob } from '../source-options.ts'
import { anyNumber, listOfNames, wholeNumber } from '../values.ts'

const HELP = `
Examples:
  halftone attack out/release.csv --original people.csv --job job.yaml --control others.csv
  halftone attack synthetic.csv --original people.csv --known age,sex,zip --secret illness --fail 0.05`

export function addAttack(program: Command): void {
  const command = program
    .command('attack')
    .description('simulates attackers on a release and measures how often they succeed')
    .argument('<release>', 'the released table, made by Halftone or any other tool')
    .requiredOption('--original <file>', 'the data that the release was made from')
    .option('--control <file>', 'people of the same population who are not in the data')
    .option(
      '--known <columns>',
      'columns that attackers know (quasi-identifiers of the job, or all others)',
      listOfNames,
    )
    .option('--secret <columns>', 'columns that attackers want (sensitive and target columns of the job)', listOfNames)
    .option('--targets <number>', 'number of people to attack', wholeNumber, 1000)
    .option('--seed <number>', 'seed of the targets and guesses', wholeNumber, 1)
    .option('--k <number>', 'smallest class allowed (default: k of the job); linkage above 1/k fails', wholeNumber)
    .option('--m <number>', 'baskets: number of items that attackers know (default: m of the job, or 2)', wholeNumber)
    .option('--fail <number>', 'exit with 1 if a residual risk is above this, such as 0.05', anyNumber)
    .option('--job <job>', 'the job of the release: roles, k, and the trees behind its labels')
  addFileOptions(command)
    .option('--json', 'print one JSON object instead of text')
    .addHelpText('after', HELP)
    .action((release, options) =>
      answer(options, async (signal): Promise<Answer> => {
        const plan = options.job === undefined ? undefined : readPlan(options.job)
        const beside = (file: string) => fileSource(file, options, plan?.source)
        const files = {
          release: fileSource(release, options, readAsJob(release, plan)),
          original: beside(options.original),
          control: options.control === undefined ? undefined : beside(options.control),
        }
        const { known, secret, k, m, targets, seed, fail } = options
        const asked = { known, secret, job: plan, k, m, targets, seed, fail }
        const report = await attackRelease({ ...files, ...asked }, { signal })
        const failed = report.failures.length > 0
        return { record: { release, ...report, failed }, text: attackText(report), exitCode: failed ? 1 : 0 }
      }),
    )
}
