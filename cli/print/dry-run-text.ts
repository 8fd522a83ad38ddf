/** Text of a dry run. */
import colors from 'picocolors'
import { formatCount, many } from '../../src/ground/format.ts'
import { OUTPUTS } from '../../src/plan/outputs.ts'
import type { DryRun } from '../../src/tasks/dry-run.ts'
import { duration } from './progress.ts'
import { facts, shown, table } from './text.ts'

export function dryRunText(would: DryRun, force: boolean): string {
  const { rows, missing, combinations, columns, outputs, forecast, workLimit, timeLimit } = would
  const large = (count: number, noun: string) =>
    count < 1e12 ? many(count, noun) : `${count.toExponential(1)} ${noun}s`
  const there = outputs.filter(({ exists }) => exists)
  return [
    `${colors.cyan('dry run')}   nothing is written`,
    '',
    table([
      ['column', 'role', 'values', 'becomes'],
      ...columns.map(({ name, role, values, becomes }) => [
        name,
        role,
        values === undefined ? '' : formatCount(values),
        becomes,
      ]),
    ]),
    '',
    facts(
      { data: `${would.source}: ${many(rows, would.unit)}, ${formatCount(missing)} left out` },
      would.requirements.map((promise) => ['promise', promise] as const),
      {
        search: `${would.algorithm}, goal ${would.goal}, seed ${would.seed}`,
        forecast:
          forecast &&
          `${large(combinations ?? 0, 'combination')}, ${formatCount(forecast.uniques)} of one row; ` +
            `${large(forecast.nodes, 'node')} of levels, ${duration(forecast.nodes * forecast.secondsPerNode)} at ` +
            'most to look at all of them',
        limits: limitsInWords(workLimit, timeLimit),
      },
    ),
    '',
    facts(
      outputs.map(({ name, file, public: open, exists }) => [
        OUTPUTS[name].title.toLowerCase(),
        `${shown(file)}${open ? '' : colors.dim(' (private)')}${exists ? colors.yellow(' exists') : ''}`,
      ]),
    ),
    ...(there.length > 0 && !force
      ? ['', `${colors.yellow('note')} files that exist are replaced only with --force`]
      : []),
    ...would.warnings.map((warning) => `${colors.yellow('note')} ${warning}`),
  ].join('\n')
}

function limitsInWords(work: number | undefined, seconds: number | undefined): string {
  if (work === undefined && seconds === undefined) return 'none: set limits.work, limits.time or --time-limit'
  const parts = [
    ...(work === undefined ? [] : [`${work} units of work, about ${duration(work)} of a slow core`]),
    ...(seconds === undefined ? [] : [duration(seconds)]),
  ]
  return parts.join('; at most ')
}
