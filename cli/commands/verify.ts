/** `halftone verify FILE`: verifies any file, also one that Halftone did not write. */
import { writeFile } from 'node:fs/promises'
import { type Command, Option } from '@commander-js/extra-typings'
import colors from 'picocolors'
import { userError } from '../../src/ground/errors.ts'
import { formatCount, many, prose } from '../../src/ground/format.ts'
import { readPlan } from '../../src/plan/read-plan.ts'
import { allFormats } from '../../src/sources/formats/index.ts'
import { verifyRelease } from '../../src/tasks/verify.ts'
import { countedUnit, type Verification } from '../../src/verification/verification.ts'
import { addBasketOptions } from '../baskets-file.ts'
import { checkWords } from '../check-words.ts'
import { type Answer, answer } from '../command.ts'
import { exitCodesText } from '../exit-codes.ts'
import { fileKind } from '../files.ts'
import { addModelOptions } from '../model-options.ts'
import { facts } from '../print/text.ts'
import { githubLines, junitText } from '../print/verification-formats.ts'
import { addFileOptions } from '../source-options.ts'
import { listOfNames, wholeNumber } from '../values.ts'
import { writeWitnesses } from '../witnesses-file.ts'

const HELP = `
Examples:
  halftone verify out/release.csv --job job.yaml
  halftone verify anything.csv --qi age,sex,zip --k 5
  halftone verify anything.csv --qi age,zip --k 5 --l-diversity diagnosis=3,kind=entropy
  halftone verify anything.csv --qi age,sex,zip --lkc diagnosis=0.5,l=2,k=10
  halftone verify anything.csv --qi age,sex,zip --quasi-identifier-sets 11,columns=sex+zip
  halftone verify anything.csv --qi age,zip --k-map 10,population=67000000
  halftone verify february.csv --against january.csv --qi age,zip --k 5
  halftone verify out/release.txt --format transactions --k 5 --m 2
  halftone verify anything.csv --qi age,zip --items codes --k 5 --m 2
  halftone verify anything.csv --qi age,zip --items codes --k 5 --m 2 --sensitive B20,F10 --h 0.5
  halftone verify out/release.csv --job job.yaml --junit verify.xml`

export function addVerify(program: Command): void {
  const command = program
    .command('verify')
    .description('counts a file again and says whether it keeps its promises; shows witnesses if not')
    .argument('<file>', `the file to check: ${allFormats()}`)
    .option('--job <job>', 'job file with the requirements')
    .option('--qi <columns>', 'comma-separated quasi-identifiers', listOfNames)
    .option('--k <number>', 'smallest class allowed', wholeNumber)
    .option('--persons <column>', 'column that identifies the person: counts persons instead of rows')
    .option('--population <file>', 'a register of the population, for --k-map and --delta-presence')
    .option('--against <file>', 'an earlier release of the same people: says what the difference reveals')
    .option('--m <number>', 'baskets: number of items that an attacker may know', wholeNumber)
    .addOption(
      new Option('--over <facts>', 'with --qi and --items: attackers know any m facts, columns or items').choices([
        'columns-and-items',
      ]),
    )
    .option('--sensitive <items>', 'with --qi and --items: items that other items must not predict', listOfNames)
    .option('--h <number>', 'largest confidence about a sensitive item (default: 0.5)', Number)
    .option('--witnesses <file>', 'write every class that breaks a promise to a file: .csv or .json')
    .option('--strict', 'also require that suppressed rows (* everywhere) are none or at least k')
  addModelOptions(command as unknown as Command)
  addFileOptions(addBasketOptions(command))
    .option('--junit <file>', 'also write the checks as JUnit XML, for CI servers')
    .option('--github', 'also print annotations for GitHub Actions on standard error (default: on GitHub)')
    .option('--json', 'print one JSON object instead of text')
    .addHelpText('after', HELP)
    .addHelpText('after', `\n${exitCodesText([0, 1, 2])}`)
    .action((file, options) =>
      answer(options, async (signal) => {
        const { k } = options
        const job = options.job === undefined ? undefined : readPlan(options.job, k === undefined ? {} : { k })
        const kind = fileKind(job, options)
        const verification = await verifyRelease(await kind.verifyRequest(file, options, job), { signal })
        if (options.witnesses !== undefined) await writeWitnesses(options.witnesses, verification.checks)
        return await toAnswer(file, options, verification)
      }),
    )
}

/** A requirement on zero rows holds trivially: refuse an empty file, as `run` does. */
async function toAnswer(file: string, options: WatchedOptions, verification: Verification): Promise<Answer> {
  if (verification.rows === 0)
    throw userError('data', file)`${file} has no ${countedUnit(verification)}s; there is nothing to verify: name the
      file that was released`
  await tellMachines(file, options, verification)
  return {
    record: { file, ...verification },
    text: verificationText(verification),
    exitCode: verification.verdict === 'holds' ? 0 : 1,
  }
}

interface WatchedOptions {
  readonly junit?: string | undefined
  readonly github?: boolean | undefined
}

async function tellMachines(file: string, { junit, github }: WatchedOptions, verification: Verification) {
  if (junit !== undefined) await writeFile(junit, junitText(file, verification))
  if (github ?? process.env['GITHUB_ACTIONS'] === 'true')
    for (const line of githubLines(file, verification)) process.stderr.write(`${line}\n`)
}

/** The value that a requirement blames, with its share in the class and in all rows. */
function blamedText(blamed: Verification['checks'][number]['witnesses'][number]['blamed']): string {
  if (blamed === undefined) return ''
  const percent = (share: number) => `${Number((100 * share).toPrecision(3))} %`
  return prose`; ${blamed.column} = ${blamed.value} has ${percent(blamed.share)} of it, ${percent(blamed.overall)} of
    all rows`
}

function verificationText(verification: Verification): string {
  const { verdict, rows, suppressedRows, classes, smallestClass, checks, items, persons } = verification
  const noun = countedUnit(verification)
  const ofPersons = persons === undefined ? '' : ` of ${many(persons, 'person')}`
  const counted = (count: number) => many(count, noun)
  return [
    verdict === 'holds' ? colors.green('holds') : colors.red('broken'),
    '',
    facts(
      items === undefined
        ? {
            rows: `${formatCount(rows)}${ofPersons}, of them ${formatCount(suppressedRows)} suppressed`,
            classes: `${formatCount(classes)}, the smallest of ${counted(smallestClass)}`,
          }
        : {
            baskets: prose`${formatCount(rows)}, of them ${formatCount(suppressedRows)} without items;
              ${many(items.tokens, 'different item')}`,
            sets: `${formatCount(classes)} of items, the rarest in ${counted(smallestClass)}`,
          },
      checks.map(
        (check) => [check.name, `${check.holds ? colors.green('✓') : colors.red('✗')} ${checkWords(check)}`] as const,
      ),
    ),
    ...checks.flatMap((check) =>
      check.witnesses.slice(0, 10).map(
        ({ size, values, blamed }) =>
          `    ${`${counted(size)}:`.padEnd(noun.length + 4)} ${Object.entries(values)
            .map(([name, value]) => `${name} = ${value === '' ? '(missing)' : value}`)
            .join(', ')}${blamedText(blamed)}`,
      ),
    ),
  ].join('\n')
}
