import { createHash } from 'node:crypto'
import { parseHTML } from 'linkedom'
import { describe, expect, it } from 'vitest'
import { tableRows, webViewRows } from '../../../test/example-rows.ts'
import { drawMetricCurves } from '../draw/study/metric-curves.ts'
import { drawRuMap } from '../draw/study/ru-map.ts'
import { answerStudy } from './answer.ts'
import { compareSearches } from './comparison.ts'
import { kneeToRelease, ruMap } from './ru-map.ts'
import { drawStudyReport } from './study-html.ts'
import { csvLine, studyPictures } from './study-pictures.ts'
import { buildStudyReport } from './study-report.ts'
import { runName, type StudyRow } from './study-row.ts'

const settings = { title: 'A study', version: '0.0.0' }
const makeJobs = (rows: readonly StudyRow[], job = 'version: 1\n') =>
  Object.fromEntries(
    rows.map((row) => [runName(row), { job, recoding: 'out/r.json', command: `halftone run ${row.run}` }]),
  )
const parsePage = (text: string) => parseHTML(text).document
const all = (page: ReturnType<typeof parsePage>, selector: string) => [...page.querySelectorAll(selector)]

/** Names that would be markup, scripts or formulas if they were not escaped. */
const NASTY = `</script><img src=x onerror=alert(1)>"'&=cmd|\u202e`
const nastyRows: readonly StudyRow[] = tableRows.map((row) => ({
  ...row,
  data: NASTY,
  settings: { ...row.settings, algorithm: `${row.algorithm} ${NASTY}` },
  error: row.error && NASTY,
}))

describe('buildStudyReport(rows, settings)', () => {
  it('is plain data that does not depend on the clock or the order of rows', () => {
    const timed = tableRows.map((row, i) => ({ ...row, measured: { seconds: { total: i }, memory: 1 } }))
    const report = buildStudyReport(tableRows, settings)
    expect(buildStudyReport(timed.toReversed(), settings)).toEqual(report)
    expect(JSON.parse(JSON.stringify(report))).toEqual(report)
  })

  it('refuses an axis that no data set has, and takes the usual one where only another has it', () => {
    expect(() => buildStudyReport(tableRows, { ...settings, utility: 'AER' })).toThrow('there is no utility "AER"')
    const both = buildStudyReport([...tableRows, ...webViewRows], { ...settings, utility: 'LM' })
    expect(both.maps.map((map) => map.utility.name)).toEqual(['LM', 'ARE'])
  })

  it('has no map where nothing was released', () => {
    const failed = tableRows.filter(({ outcome }) => outcome !== 'found')
    expect(buildStudyReport(failed, settings).maps).toEqual([])
    expect(buildStudyReport([], settings).rows).toEqual([])
  })
})

describe('drawStudyReport(report)', () => {
  it('gives the same bytes for the same rows', async () => {
    const report = buildStudyReport(tableRows, { ...settings, jobs: makeJobs(tableRows) })
    const again = buildStudyReport(tableRows.toReversed(), { ...settings, jobs: makeJobs(tableRows) })
    expect(drawStudyReport(again)).toBe(drawStudyReport(report))
  })

  it('does not say the name of a figure twice', async () => {
    const learned = tableRows.map((row) => ({
      ...row,
      metrics: { ...row.metrics, 'accuracy C4.5': 1 - row.metrics['LM'] },
    }))
    const page = parsePage(drawStudyReport(buildStudyReport(learned, { ...settings, utility: 'accuracy' })))
    expect(page.querySelector('.x-title')?.textContent).toBe('Utility: accuracy C4.5 →')
  })

  it('allows its one style by its hash, and nothing else', async () => {
    const page = parsePage(drawStudyReport(buildStudyReport(tableRows, settings)))
    const policy = page.querySelector('meta[http-equiv="Content-Security-Policy"]')?.getAttribute('content') ?? ''
    const hash = (text: string) => createHash('sha256').update(text).digest('base64')
    expect(all(page, 'script')).toEqual([])
    expect(all(page, 'style')).toHaveLength(1)
    expect(policy).not.toContain('script-src')
    expect(policy).toContain(`style-src 'sha256-${hash(all(page, 'style')[0].textContent)}'`)
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    expect(all(page, '[style],[onclick],[onload],[src]')).toEqual([])
  })

  it('has everything: choice, map, winners, errors, jobs, formulas', async () => {
    const page = parsePage(drawStudyReport(buildStudyReport(tableRows, { ...settings, jobs: makeJobs(tableRows) })))
    const text = (selector: string) => page.querySelector(selector)?.textContent ?? ''

    expect(text('#choice')).toContain('Knee by Kneedle')
    const map = ruMap(tableRows)
    expect(text('header').replaceAll('\u00a0', ' ')).toContain(answerStudy(map).best)
    expect(text('#choice .note')).toContain(
      `--release best writes run ${map.best}. --release knee writes run ${kneeToRelease(map)?.run}:`,
    )
    expect(all(page, '#maps .wide .point')).toHaveLength(28)
    expect(text('#comparison')).toContain('pareto: k 5')
    expect(text('#significance')).toContain('LM over 12 blocks')
    expect(text('#failed')).toContain('column "<b>zip</b>" is not in people.csv')
    for (const row of tableRows) {
      const job = page.getElementById(`job-${runName(row)}`)?.textContent ?? ''
      expect(job.includes('To write its release')).toBe(row.outcome === 'found')
    }
    expect(all(page, '#runs tbody tr')).toHaveLength(tableRows.length)
    expect(text('#job-25\\.3')).toContain('version: 1')
    expect(text('#reading')).toContain('1 / smallest released class')
    const ids = all(page, '[id]').map((element) => element.id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const table of all(page, 'table')) expect(table.querySelector('caption')?.textContent).not.toBe('')
    for (const link of all(page, 'a[href^="#"]')) expect(ids).toContain(link.getAttribute('href')?.slice(1))
    for (const svg of all(page, 'svg.plot')) expect(svg.getAttribute('aria-label')?.length).toBeGreaterThan(20)
  })

  it('takes whatever users write as text', async () => {
    const jobs = makeJobs(nastyRows, `${NASTY}\n${NASTY}`)
    const text = drawStudyReport(buildStudyReport(nastyRows, { ...settings, title: NASTY, jobs }))
    const page = parsePage(text)
    expect(all(page, 'img, iframe, object')).toEqual([])
    expect(text).not.toContain('<script')
    expect(text).not.toContain('<img')
    expect(text).not.toContain('\u202e<')
    expect(page.querySelector('h1')?.textContent).toContain('</script><img src=x')
  })

  it('holds studies in which nothing was released', async () => {
    const failed = tableRows.filter(({ outcome }) => outcome !== 'found')
    const page = parsePage(drawStudyReport(buildStudyReport(failed, settings)))
    expect(page.querySelector('#failed')?.textContent).toContain('none exists')
    expect(page.querySelector('#maps')).toBeNull()
  })
})

describe('studyPictures(report)', () => {
  it('gives SVG files that stand alone, and the points of each as CSV', async () => {
    const pictures = studyPictures(buildStudyReport(webViewRows, settings))
    expect(pictures.map(({ name }) => name)).toEqual([
      'map-BMS-WebView-2',
      'curve-BMS-WebView-2-NCP',
      'curve-BMS-WebView-2-ARE',
      'curve-BMS-WebView-2-smallest-support',
      'curve-BMS-WebView-2-attacker',
    ])
    for (const { svg, csv } of pictures) {
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/)
      expect(svg).toContain('font-family="')
      expect(svg).not.toContain('var(')
      expect(csv.trimEnd().split('\n')).toHaveLength(31)
    }
    const lines = pictures[0].csv.split('\n')
    expect(lines[0]).toBe('run,search,k,seed,smallest,suppressed,smallest-support,1/ARE,dominated,front,best,knee')
    expect(lines[5]).toBe(`005,coat,10,1,10,,0.1,${1 / 19.494},1,0,0,angle kneedle`)
  })

  it('gives names that are files anywhere, one each, and cells that are no formulas', async () => {
    const rows = [...nastyRows, ...nastyRows.map((row) => ({ ...row, run: `9${row.run}`, data: `${NASTY}/` }))]
    const names = studyPictures(buildStudyReport(rows, settings)).map(({ name }) => name)
    for (const name of names) expect(name).toMatch(/^[\p{L}\p{N}.-]+$/u)
    expect(new Set(names).size).toBe(names.length)
    expect(csvLine(['=1+1', 'a,"b"', -2, undefined])).toBe(`'=1+1,"a,""b""",-2,`)
  })
})

describe('drawRuMap and drawMetricCurves', () => {
  it('draw every run once, knees and best, and stay within the picture', () => {
    const svg = drawRuMap(ruMap(webViewRows), { width: 720 })
    expect(svg.match(/data-run=/g)).toHaveLength(webViewRows.length)
    expect(svg.match(/class="knee (angle|kneedle)"(?![^>]*display)/g)).toHaveLength(4)
    expect(svg).toContain('best: pcta merge=progress, k 5')
    for (const [, x, y] of svg.matchAll(/class="point[^>]*translate\(([\d.-]+) ([\d.-]+)\)/g)) {
      expect(Number(x)).toBeGreaterThanOrEqual(58)
      expect(Number(x)).toBeLessThanOrEqual(698.05)
      expect(Number(y)).toBeGreaterThanOrEqual(38)
      expect(Number(y)).toBeLessThanOrEqual(398.05)
    }
  })

  it('tell searches apart by shape and dash, not by colour alone', () => {
    const svg = drawRuMap(ruMap(webViewRows), { width: 720 })
    const dashes = [...svg.matchAll(/class="curve"[^>]*>/g)].map(
      ([part]) => /dasharray="([^"]*)"/.exec(part)?.[1] ?? '',
    )
    const shapes = [...svg.matchAll(/class="point[^>]* data-curve="(\d)"[^>]* d="([^"]*)"/g)]
    expect(new Set(dashes).size).toBe(3)
    expect(new Map(shapes.map(([, curve, shape]) => [shape, curve])).size).toBe(3)
  })

  it('draw a bar where repeats differ, and a logarithmic axis where searches are magnitudes apart', () => {
    const loss = compareSearches(tableRows)[0].metrics[0]
    expect(drawMetricCurves(loss, { width: 350 })).toContain('over 3 repeats')
    const error = compareSearches(webViewRows)[0].metrics.find(({ axis }) => axis.name === 'ARE')
    expect(drawMetricCurves(error!, { width: 350 })).toContain('ARE, logarithmic (↓ is better)')
  })

  it('take a map of one run, and one without any', () => {
    expect(drawRuMap(ruMap(webViewRows.slice(0, 1)), { width: 350 })).not.toMatch(/NaN|Infinity/)
    const perfect = webViewRows.slice(0, 2).map((row) => ({ ...row, metrics: { ARE: 0 } }))
    expect(drawRuMap(ruMap(perfect), { width: 350 })).not.toMatch(/NaN|Infinity/)
  })
})
