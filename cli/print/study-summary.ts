/** Summary of a study: curves with knee and best release, failures, files, next steps. */
import colors from 'picocolors'
import { formatCount, formatFigure, many, prose } from '../../src/ground/format.ts'
import type { RuMap } from '../../src/report/study/ru-map.ts'
import type { StudyResult } from '../../src/study/run-study.ts'
import { listChoices } from '../../src/study/study-map.ts'
import { facts, shown, table, wrap } from './text.ts'

const MOST_FAILED = 5
const WIDTH = 120

export function studySummary(
  { runs, kept, rows, files = {} }: Pick<StudyResult, 'runs' | 'kept' | 'rows'> & { readonly files?: object },
  maps: readonly RuMap[],
  study: string | undefined,
): string {
  const runRows = rows.filter(({ point }) => point === undefined)
  const failed = runRows.filter(({ outcome }) => outcome !== 'found')
  const head = [
    many(runs, 'run'),
    ...(kept > 0 ? [`${formatCount(kept)} kept from before`] : []),
    ...(failed.length > 0 ? [colors.yellow(`${formatCount(failed.length)} without a release`)] : []),
  ]
  return [
    head.join(', '),
    ...(maps.length === 0 ? [] : ['', answerText(listChoices(maps).answers)]),
    ...maps.flatMap((map) => ['', mapText(map)]),
    ...(failed.length > 0 ? ['', ...failedLines(failed)] : []),
    '',
    facts(
      Object.entries(files).flatMap(([name, file]) => (typeof file === 'string' ? [[name, shown(file)] as const] : [])),
    ),
    ...(study === undefined || maps.length === 0
      ? []
      : ['', facts({ release: `halftone study ${study} --release ${releaseWords(maps[0])}` })]),
  ].join('\n')
}

/** The recommended method and k, shown before all tables. */
function answerText(answers: ReturnType<typeof listChoices>['answers']): string {
  return answers
    .map(({ data, best, knee }) =>
      [
        ...(answers.length > 1 ? [colors.bold(data)] : []),
        ...[best, ...(knee === undefined ? [] : [knee])].map(inLines),
      ].join('\n'),
    )
    .join('\n\n')
}

/** Keeps `1 − LM` on one line. */
function inLines(words: string): string {
  return wrap(words.replaceAll(' − ', '\u00a0−\u00a0'), WIDTH).replaceAll('\u00a0', ' ')
}

/** Names only existing choices: a map may have no knee, and nothing below the ceiling. */
function releaseWords({ curves, best, points }: RuMap): string {
  const choices = [
    ...(curves.some(({ knees }) => knees.angle !== undefined) ? ['knee'] : []),
    ...(best === undefined ? [] : ['best']),
  ]
  if (choices.length === 0) return `${points[0]?.run ?? '1'}   (a run by its name)`
  return `${choices[0]}   (or ${[...choices.slice(1), 'a run by its name'].join(', or ')})`
}

function mapText({ data, risk, utility, ceiling, curves, points, best }: RuMap): string {
  const of = (run: string | undefined) => {
    const point = points.find((one) => one.run === run)
    if (point === undefined) return '–'
    return prose`${point.run}${point.k === undefined ? '' : ` (k ${point.k})`}: ${formatFigure(point.risk)},
      ${formatFigure(point.utility)}`
  }
  return [
    `${colors.bold(data)}  risk ${risk.label}, utility ${utility.label}; a run is shown with both`,
    '',
    table([
      ['search', 'runs', 'knee', `best at risk ${ceiling}`],
      ...curves.map((curve) => [
        curve.name,
        String(curve.vertices.reduce((sum, { runs }) => sum + runs.length, 0)),
        of(curve.knees.angle?.run),
        of(curve.best),
      ]),
      ['all', String(points.length), '', of(best)],
    ]),
  ].join('\n')
}

function failedLines(failed: StudyResult['rows']): string[] {
  const lines = failed
    .slice(0, MOST_FAILED)
    .map(({ run, outcome, error }) =>
      wrap(`${colors.yellow('note')} run ${run}: ${outcome}${error === undefined ? '' : `: ${error}`}`, WIDTH),
    )
  const more = failed.length - MOST_FAILED
  return [
    ...lines,
    ...(more > 0 ? [`     and ${more} more; results.csv has them all`] : []),
    ...(failed.some(({ outcome }) => outcome === 'failed') ? ['     --retry runs those that failed again'] : []),
  ]
}
