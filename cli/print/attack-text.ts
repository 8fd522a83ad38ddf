/** Prints the success of attackers, for `attack` and `run`. */
import { formatCount, formatShare } from '../../src/ground/format.ts'
import type { Estimate, Rate } from '../../src/ground/statistics/wilson.ts'
import type { AttackReport, AttackResult } from '../../src/report/attack-figures.ts'
import { facts, table, wrap } from './text.ts'

export function attackText(report: AttackReport): string {
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
  const notTried = untried.map(({ attacker, reason }) => paragraph(`${attacker}: ${reason}`))
  return [
    facts({
      known: report.known.join(', '),
      secret: report.secret.length > 0 && report.secret.join(', '),
      rows: `${formatCount(rows.release)} released, ${formatCount(rows.original)} original`,
      control:
        rows.control === undefined
          ? 'none: compared with naive guesses'
          : `${formatCount(rows.control)} ` +
            `rows${report.share === undefined ? '' : ', set aside at random before the search and not released'}`,
      targets: `${formatCount(report.targets)}, seed ${report.seed}`,
    }),
    '',
    table([['attack', 'success', 'control', 'naive', 'residual risk', 'worst person'], ...attacks.map(line)]),
    ...(figures.length === 0 ? [] : ['', facts(figures)]),
    ...section('leaks', attacks.flatMap(({ leaks }) => leaks).map(paragraph)),
    ...section('not tried', notTried),
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
