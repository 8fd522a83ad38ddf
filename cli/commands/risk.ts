/** `halftone risk FILE`: re-identification risk of any file. */
import type { Command } from '@commander-js/extra-typings'
import { userError } from '../../src/errors.ts'
import type { RiskProfile } from '../../src/workbench.ts'
import { aboutBaskets, addBasketOptions, basketsFileOf, basketsRiskText } from '../baskets-file.ts'
import { checkWords } from '../check-words.ts'
import { answer } from '../command.ts'
import { modelFlags, requirementsOf } from '../model-options.ts'
import { addFileOptions, readAsJob, sourceOf } from '../source-options.ts'
import { facts, plural, table } from '../text.ts'
import { anyNumber, defaultThreads, listOfNames, wholeNumber } from '../values.ts'
import { MOST_WITNESSES, writeWitnesses } from '../witnesses-file.ts'

export function addRisk(program: Command): void {
  const command = program
    .command('risk')
    .description('tells how easily people in a file can be picked out')
    .argument('<file>', 'csv, tsv, parquet, json lines or transactions')
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
    .addHelpText(
      'after',
      '\nExamples:\n  halftone risk people.csv --qi age,sex,zip\n  halftone risk out/release.csv --job job.yaml\n  halftone risk sample.csv --qi age,sex --population register.parquet\n  halftone risk baskets.txt --format transactions --m 2 --k 5',
    )
    .action((file, options) =>
      answer(options, async (signal) => {
        const { assessRisk, formatCount, formatShare, readPlan, verifyRelease } = await import('../../src/workbench.ts')
        const plan = options.job === undefined ? undefined : readPlan(options.job)
        if (aboutBaskets(plan, options)) {
          const { k, m, seed, trials } = options
          const baskets = await basketsFileOf(file, options, plan)
          const found = await assessRisk({ ...baskets, attacker: { seed, trials, k, m } }, { signal })
          return { record: { file, ...found }, text: await basketsRiskText(found) }
        }
        const quasiIdentifiers =
          options.qi ??
          plan?.columns.filter((column) => column.role === 'quasi-identifier').map((column) => column.name)
        if (quasiIdentifiers === undefined)
          throw userError('present', '--qi')`risk needs to know the quasi-identifiers; give --qi a,b or --job JOB`
        if (options.threshold < 0 || options.threshold > 1)
          throw userError('value', '--threshold')`--threshold must be a number from 0 to 1; got ${options.threshold}`
        const profile = await assessRisk(
          {
            source: sourceOf(file, options, await readAsJob(file, plan)),
            quasiIdentifiers,
            persons: options.persons ?? plan?.persons,
            people: options.populationSize ?? plan?.people,
            missingValues: plan?.missingValues ?? ['?', ''],
            threshold: options.threshold,
            population: options.population === undefined ? undefined : sourceOf(options.population, options),
          },
          { signal, threads: defaultThreads() },
        )
        const requirements = await requirementsOf(options, options.persons ?? plan?.persons)
        const checks =
          requirements.length === 0
            ? []
            : (
                await verifyRelease(
                  {
                    source: sourceOf(file, options, await readAsJob(file, plan)),
                    quasiIdentifiers,
                    requirements,
                    persons: options.persons ?? plan?.persons,
                    population: options.population === undefined ? undefined : sourceOf(options.population, options),
                    mostWitnesses: options.witnesses === undefined ? undefined : MOST_WITNESSES,
                  },
                  { signal },
                )
              ).checks
        if (options.witnesses !== undefined) await writeWitnesses(options.witnesses, checks)
        const { highest } = profile.prosecutor
        const isAbove = (bound: number | undefined) => bound !== undefined && highest > bound
        const warning = isAbove(options.warn)
          ? `the highest risk, ${formatShare(highest)}, is above ${formatShare(options.warn as number)}`
          : undefined
        const failed = isAbove(options.fail) || (options.fail !== undefined && checks.some((check) => !check.holds))
        return {
          record: { file, quasiIdentifiers, ...profile, checks, warning, failed },
          text: [
            await riskText(profile, quasiIdentifiers),
            ...(checks.length === 0
              ? []
              : [
                  '',
                  facts(checks.map((own) => [own.name, `${own.holds ? '✓' : '✗'} ${checkWords(own, formatCount)}`])),
                ]),
            ...(warning === undefined ? [] : ['', `note ${warning}`]),
            ...(failed ? ['', 'failed: above what --fail allows'] : []),
          ].join('\n'),
          exitCode: failed ? 1 : 0,
        }
      }),
    )
}

async function riskText(profile: RiskProfile, quasiIdentifiers: readonly string[]): Promise<string> {
  const { formatCount, formatShare } = await import('../../src/workbench.ts')
  const { prosecutor, journalist, unit = 'row' } = profile
  const row = (name: string, figures: RiskProfile['prosecutor']) => [
    name,
    formatShare(figures.highest),
    formatShare(figures.average),
    `${formatCount(figures.rowsAtRisk)} (${formatShare(figures.shareAtRisk)})`,
  ]
  return [
    facts([
      ['quasi-identifiers', quasiIdentifiers.join(', ')],
      [
        `${unit}s`,
        `${formatCount(profile.rows)}${unit === 'row' ? '' : ', once in each class'}, of them ${formatCount(profile.suppressedRows)} suppressed`,
      ],
      [
        'classes',
        `${formatCount(profile.classes)}, the smallest of ${plural(profile.smallestClass, formatCount(profile.smallestClass), unit)}`,
      ],
      [
        'uniques',
        `${profile.uniqueRows === 1 ? `1 ${unit} is the only one` : `${formatCount(profile.uniqueRows)} ${unit}s are the only ones`} of ${profile.uniqueRows === 1 ? 'its' : 'their'} kind (${formatShare(profile.uniqueShare)})`,
      ],
      ...(profile.populationUniques === undefined
        ? []
        : ([
            [
              'population',
              `${formatCount(Math.round(profile.populationUniques.uniques))} of ${formatCount(profile.populationUniques.people)} people are the only ones of their kind, estimated (${profile.populationUniques.estimator})`,
            ],
          ] as const)),
    ]),
    '',
    table([
      ['risk', 'highest', 'average', `${unit}s above ${formatShare(profile.threshold)}`],
      row('prosecutor', prosecutor),
      row('journalist', journalist),
      ['marketer', '', formatShare(profile.marketer), ''],
    ]),
    '',
    '  prosecutor: knows the person is in the file; journalist: does not; marketer: matches everybody.',
  ].join('\n')
}
