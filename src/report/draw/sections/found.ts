/** Draws the result of the search, how it ended and its progress. */
import { formatCount, formatFigure } from '../../../ground/format.ts'
import type { ItemsReport } from '../../items-report.ts'
import { preferenceInWords } from '../../preference-words.ts'
import type { Found, Report } from '../../report.ts'
import { drawBestValue, drawDistinct } from '../charts/convergence.ts'
import { asWords, html } from '../markup.ts'
import { chart, type Fact, facts, plainValue } from '../parts.ts'
import type { Section } from './section.ts'

const DRAWN = ['front', 'preference']

export function foundSection(report: Report): Section {
  const body = html`${facts(foundFacts(report))}${convergence(report)}`
  return { id: 'found', contents: 'Found', title: 'What was found', body }
}

export function itemsFoundSection({ asked, found }: ItemsReport): Section {
  const outcome =
    found.outcome === 'found' ? 'Found: what the algorithm came to, not proven to be the best possible' : undefined
  const entries = searchFacts(found, { outcome, value: asked.goal, evaluations: 'Candidates looked at' })
  return { id: 'found', contents: 'Found', title: 'What was found', body: facts(entries) }
}

export function foundFacts({ found, asked, preference }: Report): Fact[] {
  const names = { value: `Value of the goal (${asked.goal})`, evaluations: 'Recodings evaluated' }
  return searchFacts(
    found,
    names,
    preference === undefined ? [] : [{ name: 'The preference', value: preferenceInWords(preference) }],
  )
}

function searchFacts(
  found: Found,
  names: { readonly outcome?: string | undefined; readonly value: string; readonly evaluations: string },
  more: readonly Fact[] = [],
): Fact[] {
  const { value, evaluations } = found
  return [
    { name: 'Outcome', value: names.outcome ?? outcomeInWords(found) },
    ...(value === undefined ? [] : [{ name: names.value, value: formatFigure(value) }]),
    ...(evaluations === undefined ? [] : [{ name: names.evaluations, value: formatCount(evaluations) }]),
    ...more,
    ...Object.entries(found.details)
      .filter(([name, detail]) => detail !== undefined && !DRAWN.includes(name))
      .map(([name, detail]) => ({ name: asWords(name), value: plainValue(detail, formatFigure) })),
  ]
}

function outcomeInWords(found: Found): string {
  switch (found.outcome) {
    case 'found':
      return found.optimal
        ? 'Found, and proven to be the best that this algorithm can express'
        : 'Found: the best that was seen, not proven to be the best possible'
    case 'none-exists':
      return 'No recoding meets what was asked'
    case 'cancelled':
      return 'Stopped by request; this is the best found until then'
    case 'out-of-budget':
      return found.stopped === 'time limit'
        ? 'Stopped by its time limit; this is the best found until then, and another run may find another'
        : 'Stopped when its budget was used up; this is the best found until then'
    default:
      return found.outcome
  }
}

function convergence(report: Report) {
  const points = report.found.convergence
  if (points.length < 2) return false
  const counted = points.filter((point) => point.distinct !== undefined).length >= 2
  return html`<figure><figcaption><h3>How it came there</h3><p>The goal’s value, lower is better: the line falls whenever the search meets something better, and lies flat where it no longer does.${
    counted &&
    ' Below it, how many different solutions the search had met until then; where that line lies flat, it met only solutions it knew.'
  }</p></figcaption>${chart((settings) => drawBestValue(points, settings))}${counted && chart((settings) => drawDistinct(points, settings))}</figure>`
}
