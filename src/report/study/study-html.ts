/** Draws a study's report as one self-contained HTML file. Equal reports give equal bytes. */
import { formatCount, many, unbroken } from '../../ground/format.ts'
import { html, type Markup } from '../draw/markup.ts'
import { drawWholePage } from '../draw/page.ts'
import { studySections } from '../draw/study/sections.ts'
import { studyStyle } from '../draw/style.ts'
import { answerStudy } from './answer.ts'
import type { StudyReport } from './study-report.ts'

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
