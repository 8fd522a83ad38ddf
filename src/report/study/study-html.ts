/** Draws a study's report as one self-contained HTML file. Equal reports give equal bytes. */

import { formatCount, many, unbroken } from '../../ground/format.ts'
import { html, type Markup, trusted } from '../draw/markup.ts'
import { drawWholePage } from '../draw/page.ts'
import { lightColours } from '../draw/plot/palette.ts'
import { mapData, type PageData } from '../draw/study/data.ts'
import { studyScript } from '../draw/study/script.ts'
import { curveKey, studySections } from '../draw/study/sections.ts'
import { studyStyle } from '../draw/style.ts'
import { answerStudy } from './answer.ts'
import { drawnMetrics, metricCsv } from './study-pictures.ts'
import type { StudyReport } from './study-report.ts'

export async function drawStudyReport(report: StudyReport): Promise<string> {
  const { title, version } = report
  return drawWholePage({
    brand: 'Halftone study',
    title,
    version,
    style: studyStyle(),
    summary: drawSummary(report),
    sections: studySections(report),
    script: {
      text: studyScript(),
      before: html`<dialog id="run-panel" aria-label="A run"><button type="button" class="close">Close</button><div class="content"></div></dialog>
<script type="application/json" id="study-data">${trusted(pageData(report))}</script>
`,
    },
  })
}

/** JSON in which nothing can end the element that holds it. */
function pageData({ rows, maps, settings, comparisons }: StudyReport): string {
  const data: PageData = {
    colours: lightColours(),
    maps: maps.map((map) => mapData(rows, map, settings)),
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
