/** `halftone attack RELEASE --original DATA`: runs simulated attackers on a release. */
import type { Command } from '@commander-js/extra-typings'
import type { AttackResult } from '../../src/attack/attack.ts'
import type { AttackReport } from '../../src/attack/index.ts'
import { userError } from '../../src/ground/errors.ts'
import type { Estimate, Rate } from '../../src/ground/statistics/wilson.ts'
import { type Answer, answer } from '../command.ts'
import { facts, table, wrap } from '../print/text.ts'
import { addFileOptions, fileSource, readAsJob } from '../source-options.ts'
import { anyNumber, listOfNames, wholeNumber } from '../values.ts'

export function addAttack(program: Command): void {
  const command = program
    .command('attack')
    .description('attacks a release as outsiders would, and measures how often they succeed')
    .argument('<release>', 'the released table, by Halftone or by any other tool')
    .requiredOption('--original <file>', 'the data that the release was made from')
    .option('--control <file>', 'people of the same population who are not in the data')
    .option(
      '--known <columns>',
      'columns that attackers know (quasi-identifiers of the job, or all others)',
      listOfNames,
    )
    .option('--secret <columns>', 'columns that attackers want (sensitive and target columns of the job)', listOfNames)
    .option('--targets <number>', 'how many people are attacked', wholeNumber, 1000)
    .option('--seed <number>', 'seed of the targets and guesses', wholeNumber, 1)
    .option(
      '--k <number>',
      'fewest rows that must look alike (that of the job): a linkage above 1/k fails',
      wholeNumber,
    )
    .option('--fail <number>', 'exit with 1 where a residual risk is above this, such as 0.05', anyNumber)
    .option('--job <job>', 'the job of the release: roles, k, and the trees behind its labels')
  addFileOptions(command)
    .option('--json', 'print one JSON object instead of words')
    .addHelpText(
      'after',
      '\nExamples:\n  halftone attack out/release.csv --original people.csv --job job.yaml --control others.csv\n' +
        '  halftone attack synthetic.csv --original people.csv --known age,sex,zip --secret illness --fail 0.05',
    )
    .action((release, options) =>
      answer(options, async (signal): Promise<Answer> => {
        const [{ attackRelease }, { ofTable, readPlan }] = await Promise.all([
          import('../../src/attack/index.ts'),
          import('../../src/plan/read-plan.ts'),
        ])
        const noBaskets = userError(
          'together',
          '--job',
        )`attack reads tables, and ${options.job} is about baskets; use halftone risk with --m`
        const plan = options.job === undefined ? undefined : ofTable(readPlan(options.job), noBaskets)
        const beside = (file: string) => fileSource(file, options, plan?.source)
        const report = await attackRelease(
          {
            release: fileSource(release, options, await readAsJob(release, plan)),
            original: beside(options.original),
            control: options.control === undefined ? undefined : beside(options.control),
            known: options.known,
            secret: options.secret,
            job: plan,
            k: options.k,
            targets: options.targets,
            seed: options.seed,
            fail: options.fail,
          },
          { signal },
        )
        const failed = report.failures.length > 0
        return { record: { release, ...report, failed }, text: await words(report), exitCode: failed ? 1 : 0 }
      }),
    )
}

async function words(report: AttackReport): Promise<string> {
  const { formatCount, formatShare } = await import('../../src/ground/format.ts')
  const { rows, attacks, untried, failures } = report
  const range = ({ low, high }: Pick<Estimate, 'low' | 'high'>) => `[${formatShare(low)}, ${formatShare(high)}]`
  const rate = (measured: Rate | undefined) =>
    measured === undefined ? '–' : `${formatShare(measured.rate)} ${range(measured)}`
  const line = ({ attacker, form, success, control, naive, residual, worst, limit }: AttackResult) => [
    `${attacker}: ${form}`,
    rate(success),
    rate(control),
    formatShare(naive.rate),
    `${formatShare(residual.value)} ${range(residual)}`,
    worst === undefined ? '' : `${formatShare(worst)}${limit === undefined ? '' : ` of at most ${formatShare(limit)}`}`,
  ]
  const figures = attacks.flatMap(({ attacker, figures: values }) =>
    Object.entries(values).map(([name, value]) => [`${attacker}, ${name}`, formatShare(value)] as const),
  )
  const paragraph = (text: string) => wrap(text, 110, '  ')
  return [
    facts([
      ['known', report.known.join(', ')],
      ['secret', report.secret.length > 0 && report.secret.join(', ')],
      ['rows', `${formatCount(rows.release)} released, ${formatCount(rows.original)} original`],
      [
        'control',
        rows.control === undefined ? 'none: compared with naive guesses' : `${formatCount(rows.control)} rows`,
      ],
      ['targets', `${formatCount(report.targets)}, seed ${report.seed}`],
    ]),
    '',
    table([['attack', 'success', 'control', 'naive', 'residual risk', 'worst person'], ...attacks.map(line)]),
    ...(figures.length === 0 ? [] : ['', facts(figures)]),
    ...section('leaks', attacks.flatMap(({ leaks }) => leaks).map(paragraph)),
    ...section(
      'not tried',
      untried.map(({ attacker, reason }) => paragraph(`${attacker}: ${reason}`)),
    ),
    ...section('failed', failures.map(paragraph)),
    '',
    paragraph(
      'Intervals are of 95 %. These attackers were tried and no others: a low figure is evidence, not proof. ' +
        'docs/attacks.md explains each.',
    ),
  ].join('\n')
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...new Set(lines)]
}
