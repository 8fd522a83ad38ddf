/**
 * A study's report as one HTML file that stands alone: pictures, tables and one script, no request to anywhere, and a policy that allows the one style and the one script by
 * their hashes and nothing else. The same report gives the same bytes.
 */
import { createHash } from 'node:crypto'
import { html, type Markup, plural, shortened, trusted, visible } from '../draw/markup.ts'
import { drawSection } from '../draw/sections/section.ts'
import { mapData } from '../draw/study-data.ts'
import { lightColours } from '../draw/study-palette.ts'
import { STUDY_SCRIPT } from '../draw/study-script.ts'
import { curveKey, MAP_WIDTHS, studySections } from '../draw/study-sections.ts'
import { STUDY_STYLE } from '../draw/study-style.ts'
import { formatCount, formatFigure } from '../format.ts'
import { drawnMetrics, metricCsv } from './study-pictures.ts'
import type { StudyReport } from './study-report.ts'

/** The whole page, as text to be written in UTF-8. */
export async function drawStudyReport(report: StudyReport): Promise<string> {
  const sections = studySections(report)
  const title = shortened(visible(report.title), 200)
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Halftone ${report.version}">
<title>${title} · Halftone study</title>
<link rel="icon" href="data:,">
<style>${trusted(STUDY_STYLE)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the report</a>
<div class="page">
<header>
<p class="brand">Halftone study</p>
<h1>${title}</h1>
${drawSummary(report)}
</header>
<nav aria-label="Contents"><ul>${sections.map(({ id, contents }) => html`<li><a href="#${id}">${contents}</a></li>`)}</ul></nav>
<main id="main">
${sections.map(drawSection)}</main>
<footer>Made by Halftone ${report.version}. This file needs no network and holds no raw rows.</footer>
</div>
<dialog id="run-panel" aria-label="A run"><button type="button" class="close">Close</button><div class="content"></div></dialog>
<script type="application/json" id="study-data">${trusted(pageData(report))}</script>
<script>${trusted(STUDY_SCRIPT)}</script>
</body>
</html>
`.markup
}

function policy(): string {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  return `default-src 'none'; style-src ${hash(STUDY_STYLE)}; script-src ${hash(STUDY_SCRIPT)}; img-src data:; base-uri 'none'; form-action 'none'`
}

/** JSON in which nothing can end the element that holds it. */
function pageData({ rows, maps, settings, comparisons }: StudyReport): string {
  const data = {
    colours: lightColours(),
    maps: maps.map((map) => mapData(rows, map, settings, MAP_WIDTHS)),
    csv: Object.fromEntries(
      comparisons.flatMap((comparison) =>
        drawnMetrics(comparison).map((metric) => [curveKey(comparison, metric), metricCsv(metric)]),
      ),
    ),
  }
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function drawSummary({ rows, maps }: StudyReport): Markup {
  const found = rows.filter(({ outcome }) => outcome === 'found')
  const searches = new Set(maps.flatMap(({ curves }) => curves.map(({ name }) => name))).size
  const [map] = maps
  const best = map?.points.find(({ run }) => run === map.best)
  const tile = (name: string, value: string, more: string) =>
    html`<div><dt>${name}</dt><dd><b>${value}</b><small>${more}</small></dd></div>`
  const words =
    maps.length !== 1
      ? undefined
      : best === undefined
        ? html`<p>No run has a risk of at most ${formatFigure(map.ceiling)}.</p>`
        : html`<p>At a risk of at most ${formatFigure(map.ceiling)}, <b>${map.curves[best.curve].name}</b>${best.k !== undefined && ` at k ${formatCount(best.k)}`} keeps most: ${map.utility.label} is ${formatFigure(best.utility)}, ${map.risk.label} ${formatFigure(best.risk)}.</p>`
  return html`<dl class="tiles">${tile('Runs', formatCount(new Set(rows.map(({ run }) => run)).size), plural(rows.length, formatCount(rows.length), 'row'))}${tile('Releases', formatCount(found.length), 'found')}${tile(
    'Without',
    formatCount(rows.length - found.length),
    'a release',
  )}${tile('Searches', formatCount(searches), plural(maps.length, formatCount(maps.length), 'data set'))}</dl>${words}`
}
