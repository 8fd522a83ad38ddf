/** Summary of a run on a table, with the figures of `--json`. */
import colors from 'picocolors'
import { formatCount, formatFigure, formatShare, many, prose } from '../../src/ground/format.ts'
import { remedyLines } from '../../src/report/judge/judge-exposure.ts'
import { worthLines } from '../../src/report/judgement.ts'
import { historyInWords, preferenceInWords } from '../../src/report/words.ts'
import { allRequirements } from '../../src/requirements/index.ts'
import { kmAnonymity, SENSITIVE_ITEMS } from '../../src/requirements/items/km-anonymity.ts'
import type { RunResult } from '../../src/run.ts'
import type { ApplyResult } from '../../src/tasks/apply.ts'
import { verifiedLines } from '../check-words.ts'
import { attackText } from './attack-text.ts'
import { searchFacts } from './search-facts.ts'
import { fileFacts, riskFacts, timeFact } from './shared-facts.ts'
import { facts, wrap } from './text.ts'

export function runSummary(result: RunResult | ApplyResult): string {
  const warnings = result.warnings.map((warning) => `${colors.yellow('note')} ${warning}`)
  const fresh = 'fresh' in result ? result.fresh : undefined
  const listed = (values: Readonly<Record<string, number>>, names: readonly string[]) =>
    names.map((name) => `${name} ${formatFigure(values[name])}`).join(' · ')
  if (result.release === undefined) {
    const anew = fresh === undefined ? [] : [`a fresh search would give ${listed(fresh, Object.keys(fresh))}`]
    const remedies = remedyLines(result.judgement?.refusal?.remedies ?? []).map((line) => wrap(`  try ${line}`, 120))
    return [failure(result), ...remedies, ...anew, ...witnesses(result), ...warnings].join('\n')
  }

  const { verification, metrics = {}, risk, suppressed = 0, classes = 0, smallestClass = 0, combinations = 0 } = result
  const persons = verification?.persons
  const rows = [`${formatCount(result.rows)} read${persons === undefined ? '' : ` of ${many(persons, 'person')}`}`]
  if (result.missing > 0) rows.push(`${formatCount(result.missing)} left out (a value is missing)`)
  rows.push(`${formatCount(suppressed)} suppressed (${formatShare(suppressed / (result.rows - result.missing))})`)
  const names = Object.keys(metrics).filter((name) => risk === undefined || !(name in risk.after))
  const sharedNames = names.filter((name) => fresh !== undefined && name in fresh)
  return [
    ...verifiedLines(verification?.checks ?? [], [...allRequirements, kmAnonymity, { name: SENSITIVE_ITEMS }]),
    ...judgementLines(result.judgement),
    '',
    facts(
      {
        rows: rows.join(' · '),
        classes: prose`${formatCount(classes)}, the smallest of
          ${many(smallestClass, verification?.persons === undefined ? 'row' : 'person')}, from
          ${many(combinations, 'combination')}`,
        search: prose`${result.algorithm}: ${ending(result)}, ${many(result.evaluations, 'evaluation')}, ${result.goal}
          goal${Number.isFinite(result.value) ? ` ${formatFigure(result.value as number)}` : ''}`,
      },
      searchFacts(result),
      {
        history: result.history && historyInWords(result.history),
        preference: result.preference && preferenceInWords(result.preference),
        utility: listed(metrics, names),
        anew: fresh && `a fresh search would give ${listed(fresh, sharedNames)}`,
        people:
          result.populationUniques &&
          `${formatCount(Math.round(result.populationUniques.before.uniques))} → ` +
            `${formatCount(Math.round(result.populationUniques.after.uniques))} of ` +
            `${formatCount(result.populationUniques.after.people)} are the only ones of their kind, estimated ` +
            `(${result.populationUniques.after.estimator})`,
      },
      (result.attributes ?? []).map(
        ({ column, uniformClasses, uniformRows, largestShare }) =>
          [
            column,
            `${many(uniformClasses, 'class', 'classes')} of one value ` +
              `(${many(uniformRows, 'row')}), largest share of a value in a class ${formatShare(largestShare)}`,
          ] as const,
      ),
      mixedFacts(result),
      riskFacts(result),
      [timeFact(result)],
    ),
    ...(result.attack === undefined ? [] : ['', attackText(result.attack)]),
    '',
    facts(fileFacts(result)),
    ...(warnings.length > 0 ? ['', ...warnings] : []),
  ].join('\n')
}

/** The manifest and the report have the rest. */
const SHOWN = 5

function judgementLines(judgement: RunResult['judgement']): readonly string[] {
  if (judgement === undefined) return []
  const { verdict, cautions, accepted } = judgement
  return [
    ...(accepted === undefined
      ? []
      : [`${colors.yellow('accepted')}  ${accepted.accept.join(', ')}: ${accepted.reason}`]),
    ...(verdict === 'no-information' ? [`${colors.red('but')} nothing is left in it to be used`] : []),
    ...cautions
      .slice(0, SHOWN)
      .map(
        ({ message, remedy }) => `${colors.yellow('amber')}     ${message}${remedy === undefined ? '' : `: ${remedy}`}`,
      ),
    ...(cautions.length > SHOWN
      ? [`${colors.yellow('amber')}     and ${cautions.length - SHOWN} more: manifest and report have them all`]
      : []),
    ...worthLines(judgement).map(({ about, text }) => `${colors.dim(about.padEnd(6))}    ${text}`),
  ]
}

function mixedFacts({ mixed }: RunResult): [string, string][] {
  if (mixed === undefined) return []
  const { R, T, known, before, after, shares, lostPeople, lostSensitive, counts } = mixed
  const levels = shares.map(({ published, share }) => `${published} ${formatShare(share)}`).join(' · ')
  return [
    [
      'items',
      `${levels} · R ${formatFigure(R)} · T ${formatFigure(T)} · ${formatShare(lostPeople)} of people lose all`,
    ],
    [
      'counts',
      `by columns and an item: ARE ${formatFigure(counts.average)}, half of them off by ` +
        `${formatFigure(counts.median)} or less`,
    ],
    ...(lostSensitive === undefined
      ? []
      : [['sensitive items', `${formatShare(lostSensitive)} left out`] as [string, string]]),
    [
      'candidates',
      `below k for someone who knows ${known}: ` + `${formatShare(before.below)} → ${formatShare(after.below)}`,
    ],
  ]
}

function ending(result: RunResult): string {
  if (result.algorithm === 'apply') return 'the groups of the recoding'
  if (result.outcome === 'found') return result.optimal ? 'the best there is' : 'the best found'
  if (result.outcome === 'cancelled') return 'cancelled, the best until then'
  return `${result.details?.stopped ?? 'out of budget'}, the best until then`
}

function failure(result: RunResult): string {
  const why = {
    found: result.reason ?? 'verification failed',
    'none-exists': result.reason ?? 'no recoding meets what was asked',
    cancelled: 'cancelled',
    'out-of-budget': result.reason ?? 'the search ran out of its budget before it found an acceptable recoding',
  }[result.outcome]
  return wrap(`${colors.red('nothing was published')}: ${why}`, 120)
}

function witnesses(result: RunResult): string[] {
  return (result.verification?.checks ?? [])
    .filter((check) => !check.holds)
    .flatMap((check) => [
      `  ${check.name}: ${check.found}`,
      ...check.witnesses.map(
        ({ size, values }) => `    ${size} ${size === 1 ? 'row' : 'rows'}: ${Object.values(values).join(', ')}`,
      ),
    ])
}
