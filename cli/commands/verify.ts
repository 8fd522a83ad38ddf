/** `halftone verify FILE`: counts any file again, also one that Halftone did not write. */
import type { Command } from '@commander-js/extra-typings'
import colors from 'picocolors'
import type { Plan, Verification, VerifyRequest } from '../../src/index.ts'
import { aboutBaskets, addBasketOptions, basketsFileOf } from '../baskets-file.ts'
import { answer } from '../command.ts'
import { addFileOptions, readAsJob, sourceOf } from '../source-options.ts'
import { facts } from '../text.ts'
import { listOfNames, wholeNumber } from '../values.ts'

export function addVerify(program: Command): void {
  const command = program
    .command('verify')
    .description('counts a file again and says whether it keeps its promise, with witnesses where it does not')
    .argument('<file>', 'the file to check: csv, tsv, parquet, json lines or transactions')
    .option('--job <job>', 'the job file that says what must hold')
    .option('--qi <columns>', 'quasi-identifiers, separated by commas', listOfNames)
    .option('--k <number>', 'the fewest rows that may look alike', wholeNumber)
    .option('--m <number>', 'of baskets: how many items an attacker may know', wholeNumber)
    .option('--strict', 'suppressed rows (* everywhere) must be k or none, too')
  addFileOptions(addBasketOptions(command))
    .option('--json', 'print one JSON object instead of words')
    .addHelpText(
      'after',
      '\nExamples:\n  halftone verify out/release.csv --job job.yaml\n  halftone verify anything.parquet --qi age,sex,zip --k 5\n  halftone verify out/release.txt --format transactions --k 5 --m 2\n\nExit codes: 0 holds, 1 broken, 2 wrong use.',
    )
    .action((file, options) =>
      answer(options, async (signal) => {
        const { makeRequirement, openDuckDB, openSource, readAnyPlan, UserError, verifyBaskets, verifyRelease } =
          await import('../../src/index.ts')
        const plan =
          options.job === undefined
            ? undefined
            : readAnyPlan(options.job, options.k === undefined ? {} : { k: options.k })
        if (plan?.kind === 'items' || (plan === undefined && aboutBaskets(options))) {
          const { k, m = 2 } = options
          if (k !== undefined && k < 2) throw new UserError(`--k must be a whole number of at least 2; got ${k}`)
          if (m < 1) throw new UserError(`--m must be a whole number of at least 1; got ${m}`)
          const verification = await verifyBaskets(
            await basketsFileOf(file, options, plan),
            k === undefined ? undefined : { k, m },
            { signal },
          )
          return {
            record: { file, ...verification },
            text: verificationText(verification),
            exitCode: verification.verdict === 'holds' ? 0 : 1,
          }
        }
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
          const verification = await verifyRelease(
            await openSource(sourceOf(file, options, await readAsJob(file, plan)), engine),
            request,
            {
              signal,
            },
          )
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
  const { verdict, rows, suppressedRows, classes, smallestClass, checks, items } = verification
  const noun = items === undefined ? 'row' : 'basket'
  return [
    verdict === 'holds' ? colors.green('holds') : colors.red('broken'),
    '',
    facts([
      ...(items === undefined
        ? ([
            ['rows', `${rows}, of them ${suppressedRows} suppressed`],
            ['classes', `${classes}, the smallest of ${smallestClass} rows`],
          ] as const)
        : ([
            ['baskets', `${rows}, of them ${suppressedRows} without items; ${items.tokens} different items`],
            ['sets', `${classes} of items, the rarest in ${smallestClass} baskets`],
          ] as const)),
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
          `    ${size === 1 ? `1 ${noun}: ` : `${size} ${noun}s:`} ${Object.entries(values)
            .map(([name, value]) => `${name} = ${value === '' ? '(missing)' : value}`)
            .join(', ')}`,
      ),
    ),
  ].join('\n')
}
