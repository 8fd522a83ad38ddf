/** `halftone risk FILE`: re-identification risk of any file. */
import type { Command } from '@commander-js/extra-typings'
import { readPlan } from '../../src/plan/read-plan.ts'
import { allFormats } from '../../src/sources/formats/index.ts'
import { addBasketOptions } from '../baskets-file.ts'
import { answer } from '../command.ts'
import { fileKind } from '../files.ts'
import { addModelOptions } from '../model-options.ts'
import { addFileOptions } from '../source-options.ts'
import { anyNumber, listOfNames, wholeNumber } from '../values.ts'

const HELP = `
Examples:
  halftone risk people.csv --qi age,sex,zip
  halftone risk out/release.csv --job job.yaml
  halftone risk sample.csv --qi age,sex --population register.csv
  halftone risk baskets.txt --format transactions --m 2 --k 5`

export function addRisk(program: Command): void {
  const command = program
    .command('risk')
    .description('measures how easily people in a file can be singled out')
    .argument('<file>', allFormats())
    .option('--job <job>', 'job file with the roles of the columns')
    .option('--qi <columns>', 'comma-separated quasi-identifiers', listOfNames)
    .option('--persons <column>', 'column that identifies the person: counts persons instead of rows')
    .option('--population <file>', 'a file of the population that contains these people')
    .option(
      '--population-size <number>',
      'size of the population: estimates how many people are unique in it',
      wholeNumber,
    )
    .option('--warn <number>', 'warn if the highest risk is above this', anyNumber)
    .option('--fail <number>', 'exit with 1 if the highest risk is above this, or a model is broken', anyNumber)
    .option('--witnesses <file>', 'write every class that breaks a model to a file: .csv or .json')
    .option('--threshold <number>', 'rows with a risk above this count as at risk', anyNumber, 0.2)
    .option('--m <number>', 'baskets: number of items that the attacker knows', wholeNumber)
    .option('--k <number>', 'baskets: also count the item sets that fewer baskets have', wholeNumber)
    .option('--trials <number>', 'baskets: number of people that the simulated attacker looks for', wholeNumber, 10_000)
    .option('--seed <number>', 'baskets: seed of the simulated attacker', wholeNumber, 1)
  addModelOptions(command as unknown as Command)
  addFileOptions(addBasketOptions(command))
    .option('--json', 'print one JSON object instead of text')
    .addHelpText('after', HELP)
    .action((file, options) =>
      answer(options, async (signal) => {
        const plan = options.job === undefined ? undefined : readPlan(options.job)
        return fileKind(plan, options).risk(file, options, plan, signal)
      }),
    )
}
