/** Draws what was asked and found: inputs, the end and progress of the search, alternatives, and how to repeat it. */
import { formatCount, formatFigure, formatShare, many } from '../../../ground/format.ts'
import type { Asked, Found, ItemsReport, Report, TrailChoice, TrailPicture } from '../../report.ts'
import { preferenceInWords } from '../../words.ts'
import { drawBestValue, drawDistinct } from '../charts/convergence.ts'
import { drawFront } from '../charts/front.ts'
import { drawTrail, INFORMATION, trailInWords, trailMetrics } from '../charts/trail.ts'
import type { Fact, Markup, Section } from '../markup.ts'
import { asWords, chart, facts, html, plainValue, scroll, trusted, visible } from '../markup.ts'

export function askedSection({ asked }: Report): Section {
  return drawAsked(asked, 'rows', 'Hierarchy', [{ name: 'Goal', value: asked.goal }])
}

export function itemsAskedSection({ asked, workload }: ItemsReport): Section {
  return drawAsked(asked, 'distinct items', 'Tree', [
    { name: 'Utility constraints', value: asked.utility },
    { name: 'Queries of ARE', value: workload },
  ])
}

function drawAsked(asked: Asked, unit: string, hierarchies: string, goal: readonly Fact[]): Section {
  const requirements = asked.requirements.map(({ name, promise }) => html`<div><b>${name}</b>: ${promise}</div>`)
  const entries: Fact[] = [
    { name: 'Data', value: asked.source },
    { name: 'Requirement', value: html`${requirements}` },
    { name: 'Suppression', value: `at most ${formatShare(asked.suppressionLimit)} of the ${unit}` },
    ...goal,
    { name: 'Algorithm', value: asked.algorithm },
    ...Object.entries(asked.options).map(([name, value]) => ({
      name: `Option: ${asWords(name)}`,
      value: plainValue(value, (number) => (Number.isInteger(number) ? formatCount(number) : String(number))),
    })),
    { name: 'Seed', value: String(asked.seed) },
  ]
  const columns = html`<table class="stacked"><caption>Columns and their roles</caption>
<thead><tr><th scope="col">Column</th><th scope="col">Role</th><th scope="col">${hierarchies}</th></tr></thead>
<tbody>${asked.columns.map(
    ({ name, role, hierarchy }) =>
      html`<tr><th scope="row">${name}</th><td><span
        class="role ${ROLES.has(role) ? role : 'other'}">${role}</span></td><td>${hierarchy === '' ? '–' : hierarchy}</td></tr>`,
  )}</tbody></table>`
  return { id: 'asked', contents: 'Asked', title: 'What was asked', body: html`${facts(entries)}${columns}` }
}

const ROLES = new Set(['identifier', 'quasi-identifier', 'sensitive', 'target', 'items', 'pseudonym', 'other'])

/** Drawn as charts, or options that the job asks for. */
const ELSEWHERE = ['front', 'preference', 'form', 'lift', 'partition']

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
      .filter(([name, detail]) => detail !== undefined && !ELSEWHERE.includes(name))
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
  return html`<figure><figcaption><h3>How it came there</h3><p>The goal’s value, lower is better: the line falls
    whenever the search meets something better, and lies flat where it no longer does.${
      counted &&
      ' Below it, how many different solutions the search had met until then; where that line lies flat, it met only ' +
        'solutions it knew.'
    }</p></figcaption>${chart((settings) => drawBestValue(points, settings))}${counted && chart((settings) => drawDistinct(points, settings))}</figure>`
}

const MOST_LINES = 60

export function frontSection({ front, asked }: Report): Section[] {
  if (front === undefined) return []
  const { x, y, points, chosen, wanted } = front
  const shown = points.map((point, i) => ({ ...point, place: i + 1 })).slice(0, MOST_LINES)
  const more = points.length - shown.length
  const suppresses = points.some((point) => point.suppressed > 0)
  const body = html`<p>The search found ${many(points.length, 'release')} of which none is better than another in
    everything. Each is a dot, with the rows of its smallest class beside it; the one that was released is marked${
      wanted !== undefined && ', and dashed lines stand at what is accepted, where that is near'
    }.</p>
<figure>${chart((settings) => drawFront(front, settings))}</figure>
<p>To release another one, run the same job with its number: <code>algorithm: { name: ${asked.algorithm}, point: …
}</code>.</p>
<details><summary>As a table</summary><div ${scroll('The points of the front')}><table><caption class="spoken">The
points of the front</caption>
<thead><tr><th scope="col" class="number">Point</th><th scope="col" class="number">${x}</th><th scope="col"
class="number">${y}</th><th scope="col" class="number">Value of the goal</th><th scope="col" class="number">Smallest
class</th><th scope="col" class="number">Classes</th>${
    suppresses && html`<th scope="col" class="number">Suppressed rows</th>`
  }</tr></thead>
<tbody>${shown.map(
    (point) =>
      html`<tr><th scope="row"
        class="number">${formatCount(point.place)}${point.place === chosen && ' (released)'}</th><td
        class="number">${formatFigure(point.x)}</td><td class="number">${formatFigure(point.y)}</td><td
        class="number">${formatFigure(point.value)}</td><td class="number">${formatCount(point.effectiveK)}</td><td
        class="number">${formatCount(point.classes)}</td>${
          suppresses && html`<td class="number">${formatCount(point.suppressed)}</td>`
        }</tr>`,
  )}</tbody></table></div>${more > 0 && html`<p class="note">and ${formatCount(more)} more.</p>`}</details>`
  return [{ id: 'front', contents: 'Trade-off', title: 'What else could have been released', body }]
}

export function trailSection(report: Report): Section | undefined {
  const { trail } = report
  if (trail === undefined || trail.points.length < 2) return undefined
  const measures = [...trailMetrics(trail), INFORMATION]
  const body = html`<p>${way(trail)}</p>
<figure>${measures.map((measure) => chart((settings) => drawTrail(trail, measure, settings)))}</figure>
${choices(trail)}`
  return { id: 'trail', contents: 'Trail', title: 'Anonymity against loss', body }
}

function way(trail: TrailPicture): string {
  const { release } = trail
  const place =
    release.point === undefined
      ? 'The ring marks the release, for which the search went on from its trail: below the line it loses less ' +
        'than the trail does.'
      : `The ring marks the release, the point after step ${formatCount(release.point)}.`
  return `${trailInWords(trail)} ${place}`
}

function choices(trail: TrailPicture): Markup {
  if (trail.choices.length === 0)
    return html`<p class="note">No other point of the trail can be released as the job asks.</p>`
  const metrics = trailMetrics(trail)
  return html`<p>Each point below can be released instead, without searching again. The command, typed in the folder of
    the job file, puts that release in the place of this one and counts it again as always; the trail stays, so that
    another can be picked afterwards. The figures are those that release would have.</p>
<table class="stacked"><caption>Points where the smallest class grows</caption>
<thead><tr><th scope="col">k, and groups in each column</th>${metrics.map(
    (name) => html`<th scope="col" class="number">${name}</th>`,
  )}<th scope="col" class="number">Suppressed rows</th><th scope="col">Command</th></tr></thead>
<tbody>${trail.choices.map((choice) => row(choice, metrics))}</tbody></table>`
}

function row(choice: TrailChoice, metrics: readonly string[]): Markup {
  const { k, figures, suppressed, groups, released, command } = choice
  return html`<tr><th scope="row">k = ${formatCount(k)}${
    released && html` <span class="mark good">✓ groups of this release</span>`
  }<small>${groups.map(({ column, groups: count }) => `${column} ${formatCount(count)}`).join(' · ')}</small></th>${metrics.map(
    (name) => html`<td class="number" data-label="${name}">${formatFigure(figures[name] ?? Number.NaN)}</td>`,
  )}<td class="number" data-label="Suppressed rows">${formatCount(suppressed)}</td><td><code>${command}</code></td></tr>`
}

export function repeatSection({ asked, version, trail }: Pick<Report, 'asked' | 'version' | 'trail'>): Section {
  const algorithm = JSON.stringify({ name: asked.algorithm, ...asked.options }, null, 2)
  const taken = trail?.release.command
  const lines = taken === undefined ? [`seed: ${asked.seed}`, ...`algorithm: ${algorithm}`.split('\n')] : [taken]
  const how =
    taken === undefined
      ? 'The search was run with this, as it stands in a job file:'
      : 'The recoding was not searched for but taken from the trail of an earlier run, in the folder of the job ' +
        'file, by'
  const body = html`<p>Halftone ${version} with the same job file, the same data and the same seed gives the same bytes,
    on any number of threads. ${how}</p>
<pre><code>${lines.map((line) => [visible(line), trusted('\n')])}</code></pre>
<p>The recoding beside the release is the decision itself: <code>halftone apply</code> applies it to other data, and
<code>halftone verify</code> counts any file again.</p>`
  return { id: 'repeat', contents: 'Repeat', title: 'How to repeat it', body }
}
