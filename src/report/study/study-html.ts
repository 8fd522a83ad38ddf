/** Draws a study's report as one self-contained HTML file without a script. Equal reports give equal bytes. */
import { formatCount, formatFigure, many, unbroken } from '../../ground/format.ts'
import { groupBy } from '../../ground/maps.ts'
import { ABOUT } from '../../table/about.ts'
import { chart, html, type Markup, type Section, scroll, trusted } from '../draw/markup.ts'
import { drawWholePage } from '../draw/page.ts'
import { searchSign } from '../draw/plot.ts'
import { drawCriticalDifference } from '../draw/study/critical-difference.ts'
import { drawMetricCurves } from '../draw/study/metric-curves.ts'
import { drawRuMap } from '../draw/study/ru-map.ts'
import { studyStyle } from '../draw/style.ts'
import { answerStudy } from './answer.ts'
import { listAxes } from './axes.ts'
import type { Comparison, MetricComparison } from './comparison.ts'
import { curveName, smallestSize } from './curves.ts'
import { kneeToRelease, type RuMap } from './ru-map.ts'
import { drawnMetrics } from './study-pictures.ts'
import type { StudyReport } from './study-report.ts'
import { runName, type StudyRow } from './study-row.ts'

export function drawStudyReport(report: StudyReport): string {
  const { title, version } = report
  return drawWholePage({
    brand: 'Halftone study',
    title,
    version,
    style: studyStyle(),
    summary: drawSummary(report),
    sections: studySections(report),
  })
}

function drawSummary({ rows, maps }: StudyReport): Markup {
  const found = rows.filter(({ outcome }) => outcome === 'found')
  const runs = new Set(rows.map(({ run }) => run)).size
  const points = rows.filter(({ point }) => point !== undefined).length
  const searches = new Set(maps.flatMap(({ curves }) => curves.map(({ name }) => name))).size
  const tile = (name: string, value: string, more: string) =>
    html`<div><dt>${name}</dt><dd><b>${value}</b><small>${more}</small></dd></div>`
  return html`${maps.map(answerStudy).map(
    ({ data, best, knee }) =>
      html`<div class="answer">${maps.length > 1 && html`<h2>${data}</h2>`}<p>${unbroken(best)}</p>${knee !== undefined && html`<p class="note">${unbroken(knee)}</p>`}</div>
`,
  )}<dl class="tiles">${tile('Runs', formatCount(runs), points === 0 ? 'one row each' : `and ${many(points, 'point')} of fronts`)}${tile('Releases', formatCount(found.length), 'found')}${tile(
    'Without',
    formatCount(rows.length - found.length),
    'a release',
  )}${tile('Searches', formatCount(searches), `on ${many(maps.length, 'data set')}`)}</dl>`
}

const CURVE_WIDTH = 320

export function studySections(report: StudyReport): Section[] {
  return [
    ...choiceSection(report),
    ...mapsSection(report),
    ...comparisonSection(report),
    ...significanceSection(report),
    ...failedSection(report),
    runsSection(report),
    ...jobsSection(report),
    readingSection(report),
  ]
}

function choiceSection({ maps, jobs }: StudyReport): Section[] {
  if (maps.length === 0) return []
  const body = maps.map((map) => {
    const { risk, utility, ceiling, curves, best, knees, points } = map
    const cell = (run: string | undefined, k?: number) => {
      const point = points.find((one) => one.run === run)
      if (point === undefined) return html`<td>–</td>`
      const shown = k ?? point.k
      return html`<td><b>${shown === undefined ? 'Run' : `k ${formatCount(shown)}`}</b>
        ${runLink(point.run, jobs)}<small>${risk.label} ${formatFigure(point.risk)}</small><small>${utility.label}
        ${formatFigure(point.utility)}</small></td>`
    }
    const line = (name: Markup, of: Pick<RuMap, 'best' | 'knees'>) =>
      html`<tr><th scope="row">${name}</th>${cell(of.best)}${cell(of.knees.angle?.run, of.knees.angle?.k)}${cell(of.knees.kneedle?.run, of.knees.kneedle?.k)}</tr>`
    const chosen = points.find(({ run }) => run === best)
    const all = html`All searches<small>${
      chosen === undefined ? 'none is under the ' + 'ceiling' : `best: ${curves[chosen.curve].name}`
    }; knees of the front</small>`
    return html`<div ${scroll(`${map.data}: candidates by ${risk.label} and ${utility.label}`)}><table
      class="choice"><caption>${map.data}: candidates by ${risk.label} and ${utility.label}</caption>
<thead><tr><th scope="col">Search</th><th scope="col">Best at a risk of at most ${formatFigure(ceiling)}</th><th
scope="col">Knee by angle</th><th scope="col">Knee by Kneedle</th></tr></thead>
<tbody>${line(all, { best, knees })}${curves.map(
      (curve, place) =>
        curve.vertices.length > 0 &&
        line(
          html`<svg class="swatch" viewBox="0 -7 30 14" aria-hidden="true"
    focusable="false">${searchSign(place, 'page')}</svg>${curve.name}`,
          curve,
        ),
    )}</tbody></table></div>${releaseNote(map, jobs)}`
  })
  return [
    {
      id: 'choice',
      contents: 'What to release',
      title: 'What to release',
      body: html`<p>With a risk that is acceptable in mind, take the best release under it. Without one, take a knee:
        beyond it, more utility costs much more risk.</p>
${body}`,
    },
  ]
}

function releaseNote(map: RuMap, jobs: StudyReport['jobs']): Markup | false {
  const { best } = map
  const knee = kneeToRelease(map)
  const hasJob = (run: string | undefined) => run !== undefined && run in jobs
  if (!hasJob(best) && !hasJob(knee?.run)) return false
  return html`<p class="note">${hasJob(best) && html`<code>--release best</code> writes run ${best}. `}${
    knee !== undefined &&
    html`<code>--release knee</code> writes run ${knee.run}: of the searches' knees by angle that no run beats, the one
      of most utility.`
  }</p>`
}

function runLink(run: string, jobs: StudyReport['jobs']): Markup {
  return run in jobs
    ? html`<a class="run" href="#job-${run}">run ${run}</a>`
    : html`<span class="run">run ${run}</span>`
}

function mapsSection({ maps }: StudyReport): Section[] {
  if (maps.length === 0) return []
  const figures = maps.map((map) => {
    const repeats = map.curves.some(
      ({ vertices, fromFront }) => !fromFront && vertices.some(({ runs }) => runs.length > 1),
    )
    const left = map.left.length
    return html`<figure>
${maps.length > 1 && html`<h3>${map.data}</h3>`}${chart((settings) => drawRuMap(map, settings))}
<figcaption><p>Each point is a run; further right is more useful, further down less risky. ${
      repeats &&
      'Runs that differ in their seed only are points of their own, and the line goes through the means of risk and ' +
        'utility at each k. '
    }Knees are looked for among the points of a curve that no other point of it beats.${
      left > 0 && ` ${many(left, 'run')} without these figures ${left === 1 ? 'is' : 'are'} not on the map.`
    }</p></figcaption></figure>`
  })
  return [{ id: 'maps', contents: 'Risk and utility', title: 'Risk against utility', body: html`${figures}` }]
}

function comparisonSection({ comparisons }: StudyReport): Section[] {
  const there = comparisons.filter((one) => drawnMetrics(one).length > 0 && one.searches.length > 0)
  if (there.length === 0) return []
  const body = there.map((comparison) => {
    const metrics = drawnMetrics(comparison)
    const same = comparison.metrics.length - metrics.length
    return html`${winnersTable(comparison, metrics)}${
      same > 0 &&
      html`<p class="note">Not drawn, being the same for all runs: ${comparison.metrics
        .filter((metric) => !metrics.includes(metric))
        .map(({ axis }) => axis.name)
        .join(', ')}.</p>`
    }<div class="curves-grid">${metrics.map(
      (metric) => html`<figure>${trusted(drawMetricCurves(metric, { width: CURVE_WIDTH, colours: 'page' }))}</figure>`,
    )}</div>`
  })
  return [
    {
      id: 'comparison',
      contents: 'Comparison',
      title: 'Searches over k',
      body: html`<p>Which search is best in which range of k, for every figure. Lines go through the means over repeats;
        bars reach from the least to the largest. A front stands for its best point.</p>
${body}`,
    },
  ]
}

function winnersTable(comparison: Comparison, metrics: readonly MetricComparison[]): Markup {
  const range = (from: number, to: number) => `${formatCount(from)}${from === to ? '' : ` to ${formatCount(to)}`}`
  const means = (metric: MetricComparison) =>
    metric.curves
      .flatMap(({ search, meanOverK }) => (meanOverK === undefined ? [] : [{ search, meanOverK }]))
      .sort((a, b) => (metric.axis.better === 'lower' ? 1 : -1) * (a.meanOverK - b.meanOverK))
  const winners = (metric: MetricComparison) =>
    Array.from(
      groupBy(metric.regions, (region) => region.winners.join('\n')).values(),
      (regions) =>
        html`<div><b>${regions[0].winners.join(', ')}</b>${regions[0].winners.length > 1 && ' (tie)'}: k
          ${regions.map(({ from, to }) => range(from, to)).join(', ')}</div>`,
    )
  const shared = metrics.map((metric) => metric.shared.join())
  const areas = metrics.some((metric) => means(metric).length > 0)
  return html`<div ${scroll(`${comparison.data}: the best search by range of k`)}><table><caption>${comparison.data}:
    the best search by range of k</caption>
<thead><tr><th scope="col">Figure</th><th scope="col">Best</th><th scope="col">Mean over k, best first</th></tr></thead>
<tbody>${metrics.map(
    (metric) =>
      html`<tr><th scope="row">${metric.axis.name}<small>${metric.axis.better} is
        better</small></th><td>${winners(metric)}</td><td>${means(metric).map(
          ({ search, meanOverK }) => html`<div>${search}: ${formatFigure(meanOverK)}</div>`,
        )}${new Set(shared).size > 1 && means(metric).length > 0 && html`<small>over k ${metric.shared.map(formatCount).join(', ')}</small>`}</td></tr>`,
  )}</tbody></table></div>${
    areas &&
    html`<p class="note">The mean over k is the area under the curve divided by the range of k${
      new Set(shared).size === 1 && `, here over k ${metrics[0].shared.map(formatCount).join(', ')}`
    }. Searches with figures at fewer than half of the k have none.</p>`
  }`
}

function significanceSection({ significance }: StudyReport): Section[] {
  const { tests, note } = significance
  const body = html`<p class="note">${note}</p>${
    tests.length > 0 && html`<ul>${tests.map(({ words }) => html`<li>${words}</li>`)}</ul>`
  }${tests
    .filter(({ differ, diagram }) => differ && diagram.methods.length > 2)
    .map(
      ({ metric, diagram }) =>
        html`<figure class="cd"><figcaption><h3>${metric}: mean
          ranks</h3></figcaption>${trusted(drawCriticalDifference(diagram))}</figure>`,
    )}`
  return [{ id: 'significance', contents: 'Beyond chance?', title: 'Is it more than chance?', body }]
}

function failedSection({ rows }: StudyReport): Section[] {
  const failed = rows.filter(({ outcome }) => outcome !== 'found')
  if (failed.length === 0) return []
  const body = html`<div ${scroll('Runs without a release')}><table><caption class="spoken">Runs without a
    release</caption>
<thead><tr><th scope="col">Run</th><th scope="col">Search</th><th scope="col" class="number">k</th><th
scope="col">Ended</th><th scope="col">Why</th></tr></thead>
<tbody>${failed.map(
    (row) =>
      html`<tr><th scope="row">${runName(row)}</th><td>${curveName(row)}</td><td
        class="number">${row.k === undefined ? '–' : formatCount(row.k)}</td><td
        class="mark bad">${outcomeInWords(row)}</td><td>${row.error ?? '–'}</td></tr>`,
  )}</tbody></table></div>`
  return [{ id: 'failed', contents: 'Without a release', title: 'Runs without a release', body }]
}

function outcomeInWords({ outcome, optimal }: StudyRow): string {
  if (outcome !== 'found') return outcome.replaceAll('-', ' ')
  return optimal === true ? 'found, optimal' : 'found'
}

function runsSection({ rows, maps, jobs }: StudyReport): Section {
  const several = new Set(rows.map(({ data }) => data)).size > 1
  const figures = new Map(
    maps.flatMap(({ points, risk, utility }) =>
      points.map((point) => [point.run, { ...point, labels: `${risk.label}, ${utility.label}` }] as const),
    ),
  )
  const count = (value: number | undefined) => (value === undefined ? '–' : formatCount(value))
  const suppressed = rows.some((row) => row.suppressed !== undefined)
  const smallest = [...new Set(rows.map(({ kind }) => ABOUT[kind].smallest))].join(' or ')
  const [first] = maps
  const same = maps.every(({ risk, utility }) => risk.name === first.risk.name && utility.name === first.utility.name)
  const body = html`<div ${scroll('All runs')}><table><caption class="spoken">All runs</caption>
<thead><tr><th scope="col">Run</th>${several && html`<th scope="col">Data</th>`}<th scope="col">Search</th><th
scope="col" class="number">k</th><th scope="col" class="number">Seed</th><th scope="col">Ended</th><th scope="col"
class="number">${first !== undefined && same ? first.risk.label : 'Risk'}</th><th scope="col"
class="number">${first !== undefined && same ? first.utility.label : 'Utility'}</th><th scope="col"
class="number">${smallest.replace(/^./, (first) => first.toUpperCase())}</th>${suppressed && html`<th scope="col" class="number">Suppressed</th>`}</tr></thead>
<tbody>${rows.map((row) => {
    const run = runName(row)
    const point = figures.get(run)
    return html`<tr${row.outcome !== 'found' && html` class="failed"`}><th
      scope="row">${run in jobs ? html`<a href="#job-${run}">${run}</a>` : run}</th>${several && html`<td>${row.data}</td>`}<td class="search">${curveName(row)}</td><td class="number">${count(row.k)}</td><td class="number">${String(row.seed)}</td><td>${outcomeInWords(row)}</td><td class="number">${point ? formatFigure(point.risk) : '–'}</td><td class="number">${point ? formatFigure(point.utility) : '–'}</td><td class="number">${count(smallestSize(row))}</td>${suppressed && html`<td class="number">${count(row.suppressed)}</td>`}</tr>`
  })}</tbody></table></div>`
  return { id: 'runs', contents: 'All runs', title: 'All runs', body }
}

function jobsSection({ rows, jobs }: StudyReport): Section[] {
  const withJob = rows.filter((row) => runName(row) in jobs)
  if (withJob.length === 0) return []
  const body = withJob.map((row) => {
    const run = runName(row)
    const { job, recoding, command } = jobs[run]
    const name = `${curveName(row)}${row.k === undefined ? '' : `, k ${formatCount(row.k)}`}`
    return html`<details><summary>Run ${run}: ${name}</summary><div class="job" id="job-${run}"><h3>Run ${run}:
      ${name}</h3>${
        row.error !== undefined && html`<p class="mark bad">${row.error}</p>`
      }${row.outcome === 'found' && html`<p>To write its release:</p><pre>${lines(command)}</pre>`}${
        recoding !== undefined && html`<p>Its recoding: <code>${recoding}</code></p>`
      }${
        row.point !== undefined && html`<p>Its recoding is written with its release.</p>`
      }<p>Its job:</p><pre>${lines(job)}</pre></div></details>
`
  })
  return [{ id: 'jobs', contents: 'Jobs', title: 'Each run again', body: html`${body}` }]
}

function lines(text: string): Markup[] {
  const all = text.replace(/\n$/, '').split('\n')
  return all.flatMap((line, i) => [html`${line}`, trusted(i < all.length - 1 ? '\n' : '')])
}

function readingSection({ rows }: StudyReport): Section {
  const sets = [...new Set(rows.map(({ data }) => data))].map((data) => rows.filter((row) => row.data === data))
  const listed = (['risk', 'utility'] as const).flatMap((family) => sets.flatMap((some) => listAxes(some, family)))
  const axes = new Map(listed.map((axis) => [axis.name, axis]))
  const body = html`<p>A loss is turned for a map, so that further right is more useful: 1 − x for a loss from 0 to 1,
    1/x for one without bound, −x for a logarithm.</p>
<div ${scroll('Figures and their formulas')}><table><caption class="spoken">Figures and their formulas</caption>
<thead><tr><th scope="col">Figure</th><th scope="col">On a map</th><th scope="col">Formula and how to read
it</th></tr></thead>
<tbody>${[...axes.values()].map(
    ({ name, title, label, formula, reading, family }) =>
      html`<tr><th scope="row">${name}<small>${title}</small></th><td>${label}, as
        ${family}</td><td><code>${formula}</code><small>${reading}</small></td></tr>`,
  )}</tbody></table></div>
<p>Knees are found on the points of a curve that no other of its points beats, with both axes scaled to 0 and 1: by
<b>angle</b>, the sharpest corner among the five largest changes of risk (after Zhao, Hautamäki and Fränti 2008), and by
<b>Kneedle</b> (Satopää et al. 2011), the point farthest below the straight line between the ends.</p>`
  return { id: 'reading', contents: 'How to read it', title: 'How to read it', body }
}
