/** `halftone risk FILE`: re-identification risk of any file. */
import type { Command } from '@commander-js/extra-typings'
import { readPlan } from '../../src/plan/read-plan.ts'
import { allFormats } from '../../src/sources/formats/index.ts'
import { addBasketOptions } from '../baskets-file.ts'
import { answer } from '../command.ts'
import { fileKind } from '../files.ts'
import { helpText } from '../help.ts'
import { modelFlags } from '../model-options.ts'
import { addFileOptions } from '../source-options.ts'
import { anyNumber, listOfNames, wholeNumber } from '../values.ts'

export function addRisk(program: Command): void {
  const command = program
    .command('risk')
    .description('tells how easily people in a file can be picked out')
    .argument('<file>', allFormats())
    .option('--job <job>', 'the job file that says which columns are quasi-identifiers')
    .option('--qi <columns>', 'quasi-identifiers, separated by commas', listOfNames)
    .option('--persons <column>', 'the column that says whose row it is: counts persons instead of rows')
    .option('--population <file>', 'a file of the people among whom those of the file are')
    .option(
      '--population-size <number>',
      'how many people the rows were drawn from: estimates who is unique among them',
      wholeNumber,
    )
    .option('--warn <number>', 'warn where the highest risk is above this', anyNumber)
    .option('--fail <number>', 'exit with 1 where the highest risk is above this, or a model is broken', anyNumber)
    .option('--witnesses <file>', 'write every class that breaks a model to a file: .csv or .json')
    .option('--threshold <number>', 'risk above which a row counts as being at risk', anyNumber, 0.2)
    .option('--m <number>', 'of baskets: how many items the attacker knows', wholeNumber)
    .option('--k <number>', 'of baskets: also tell how many sets of items fewer baskets hold', wholeNumber)
    .option('--trials <number>', 'of baskets: how many people the simulated attacker looks for', wholeNumber, 10_000)
    .option('--seed <number>', 'of baskets: seed of the simulated attacker', wholeNumber, 1)
  for (const [flags, meaning, read] of modelFlags) command.option(flags, meaning, read)
  addFileOptions(addBasketOptions(command))
    .option('--json', 'print one JSON object instead of words')
    .addHelpText('after', helpText('risk'))
    .action((file, options) =>
      answer(options, async (signal) => {
        const plan = options.job === undefined ? undefined : readPlan(options.job)
        return fileKind(plan, options).risk(file, options, plan, signal)
      }),
    )
}
