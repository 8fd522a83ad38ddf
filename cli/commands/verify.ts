/** `halftone verify FILE`: counts any file again, also one that Halftone did not write. */
import type { Command } from '@commander-js/extra-typings'
import colors from 'picocolors'
import type { Plan, Verification, VerifyRequest } from '../../src/index.ts'
import { answer } from '../command.ts'
import { delimiterFlag, headerFlag, sourceOf } from '../source-options.ts'
import { facts } from '../text.ts'
import { listOfNames, wholeNumber } from '../values.ts'

export function addVerify(program: Command): void {
  program
    .command('verify')
    .description('counts a file again and says whether it keeps its promise, with witnesses where it does not')
    .argument('<file>', 'the file to check: csv, tsv, parquet or json lines')
    .option('--job <job>', 'the job file that says what must hold')
    .option('--qi <columns>', 'quasi-identifiers, separated by commas', listOfNames)
    .option('--k <number>', 'the fewest rows that may look alike', wholeNumber)
    .option('--strict', 'suppressed rows (* everywhere) must be k or none, too')
    .option(...delimiterFlag)
    .option(...headerFlag)
    .option('--json', 'print one JSON object instead of words')
    .addHelpText(
      'after',
      '\nExamples:\n  halftone verify out/release.csv --job job.yaml\n  halftone verify anything.parquet --qi age,sex,zip --k 5\n\nExit codes: 0 holds, 1 broken, 2 wrong use.',
    )
    .action((file, options) =>
      answer(options, async (signal) => {
        const { makeRequirement, openDuckDB, openSource, readPlan, UserError, verifyRelease } = await import(
          '../../src/index.ts'
        )
        const plan =
          options.job === undefined ? undefined : readPlan(options.job, options.k === undefined ? {} : { k: options.k })
        if (plan === undefined && (options.qi === undefined || options.k === undefined)) {
          throw new UserError('verify needs to know what must hold; give --job JOB, or --qi a,b and --k 10')
        }
        const request: VerifyRequest = {
          quasiIdentifiers: options.qi ?? quasiIdentifiersOf(plan as Plan),
          requirements: plan?.requirements ?? [makeRequirement('k-anonymity', options.k)],
          suppressedGroup: options.strict ? 'enforce' : (plan?.suppressedGroup ?? 'exempt'),
          ...(plan === undefined
            ? {}
            : {
                withoutColumns: plan.columns
                  .filter((column) => column.role === 'identifier')
                  .map((column) => column.name),
              }),
        }
        const engine = await openDuckDB()
        try {
          const verification = await verifyRelease(await openSource(sourceOf(file, options), engine), request, {
            signal,
          })
          return {
            record: { file, ...verification },
            text: verificationText(verification),
            exitCode: verification.verdict === 'holds' ? 0 : 1,
          }
        } finally {
          await engine.close()
        }
      }),
    )
}

function quasiIdentifiersOf(plan: Plan): string[] {
  return plan.columns.filter((column) => column.role === 'quasi-identifier').map((column) => column.name)
}

function verificationText(verification: Verification): string {
  const { verdict, rows, suppressedRows, classes, smallestClass, checks } = verification
  return [
    verdict === 'holds' ? colors.green('holds') : colors.red('broken'),
    '',
    facts([
      ['rows', `${rows}, of them ${suppressedRows} suppressed`],
      ['classes', `${classes}, the smallest of ${smallestClass} rows`],
      ...checks.map(
        (check) =>
          [
            check.name,
            `${check.holds ? colors.green('✓') : colors.red('✗')} ${check.promise}: ${check.found}`,
          ] as const,
      ),
    ]),
    ...checks.flatMap((check) =>
      check.witnesses.map(
        ({ size, values }) =>
          `    ${size === 1 ? '1 row: ' : `${size} rows:`} ${Object.entries(values)
            .map(([name, value]) => `${name} = ${value === '' ? '(missing)' : value}`)
            .join(', ')}`,
      ),
    ),
  ].join('\n')
}
