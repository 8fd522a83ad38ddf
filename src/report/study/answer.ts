/** Answers "Which method, which k?" from a map, with and without a risk ceiling. */
import { namesInWords } from '../../ground/errors.ts'
import { formatCount, formatFigure, formatShare, prose } from '../../ground/format.ts'
import { ABOUT } from '../../table/about.ts'
import { kneeToRelease, type RuMap, type RuPoint } from './ru-map.ts'

/** `best` and, unless no curve has one, `knee`: the choices with and without a ceiling. */
export function answerStudy(map: RuMap) {
  const best = map.points.find(({ run }) => run === map.best)
  const knee = kneeInWords(map, best)
  const words = best === undefined ? noneInWords(map) : bestInWords(map, best)
  return { data: map.data, best: [...losslessInWords(map), words].join(' '), knee }
}

/** Lossless releases have no position on a 1/x axis and are better than all others. */
function losslessInWords({ left, ceiling, utility }: RuMap): string[] {
  const runs = left.filter(({ losslessRisk = Number.POSITIVE_INFINITY }) => losslessRisk <= ceiling)
  if (runs.length === 0) return []
  const [{ run }] = runs
  return [
    `Run ${run}${runs.length === 1 ? '' : ` and ${formatCount(runs.length - 1)} more`} lost nothing by ` +
      `${utility.name} and ${runs.length === 1 ? 'is' : 'are'} not on the map, where 1/0 has no place: look ` +
      'there first.',
  ]
}

function bestInWords(map: RuMap, best: RuPoint): string {
  const { ceiling, risk, utility, points, curves } = map
  const allowed = `a risk (${risk.name}) of at most ${formatFigure(ceiling)}`
  if (utility.turned === '1 − x' && best.utility <= 0)
    return prose`No release with ${allowed} keeps anything (${figures(map, best)}, of ${called(map, best)}). Try other
      methods, or accept more risk.`
  const only = points.filter((point) => point.risk <= ceiling).length === 1
  const equals = curves.filter((_, place) =>
    points.some((one) => one.curve === place && place !== best.curve && isEqual(one, best)),
  )
  return [
    `Take ${called(map, best)}: ` +
      `${only ? `it is the only release with ${allowed}` : `of all releases with ${allowed} it keeps the most`} ` +
      `(${figures(map, best)})${left(map, best)}.`,
    ...(equals.length === 0
      ? []
      : [
          `${namesInWords(equals.map(({ name }) => name))} ${equals.length === 1 ? 'comes' : 'come'} to the ` +
            'same figures.',
        ]),
  ].join(' ')
}

function noneInWords(map: RuMap): string {
  const { risk, ceiling, points, left: runs } = map
  if (points.length === 0) return `No run is on the map: of run ${runs[0]?.run}, ${runs[0]?.why}. Choose other axes.`
  const least = points.reduce((a, b) => (b.risk < a.risk ? b : a))
  return prose`No release has a risk (${risk.name}) of at most ${formatFigure(ceiling)}; the least is
    ${formatFigure(least.risk)}, of ${called(map, least)}. Try larger k, or accept more risk.`
}

function kneeInWords(map: RuMap, best: RuPoint | undefined): string | undefined {
  const knee = kneeToRelease(map)
  const point = map.points.find(({ run }) => run === knee?.run)
  if (point === undefined) return undefined
  if (point.run === best?.run) return 'It is a knee, too: beyond it, more utility costs much more risk.'
  if (point.dominated) return 'No knee is worth taking: another release is more useful than each at no more risk.'
  return prose`With no limit of risk in mind, take the knee, beyond which more utility costs much more risk:
    ${called(map, point)} (${figures(map, point)})${left(map, point)}.`
}

function isEqual(a: RuPoint, b: RuPoint): boolean {
  return a.risk === b.risk && a.utility === b.utility
}

function called({ curves }: RuMap, { curve, k, run }: RuPoint): string {
  return `${curves[curve].name}${k === undefined ? '' : ` at k ${formatCount(k)}`}, run ${run}`
}

function figures({ risk, utility }: RuMap, point: RuPoint): string {
  return `${utility.label} ${formatFigure(point.utility)}, ${risk.label} ${formatFigure(point.risk)}`
}

/** Mentions suppression, because figures such as ARE ignore suppressed rows. */
function left({ kind }: RuMap, { suppressedShare = 0 }: RuPoint): string {
  if (!(suppressedShare > 0)) return ''
  return `, with ${formatShare(suppressedShare)} of the ${ABOUT[kind].suppressed} suppressed`
}
