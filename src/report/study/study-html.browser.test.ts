/** Opens the page of a study from disk in a real browser. Skipped, with a warning, if Chromium is missing. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromium, sharedBrowser } from '../../../test/browser.ts'
import { tableRows, webViewRows } from '../../../test/example-rows.ts'
import { needs } from '../../../test/needs.ts'
import type { RunRecoding } from './run-recoding.ts'
import { drawStudyReport } from './study-html.ts'
import { buildStudyReport } from './study-report.ts'
import type { StudyRow } from './study-row.ts'
import { runName } from './study-settings.ts'

function makeRecoding({ run, kind }: StudyRow): RunRecoding {
  const shown = Array.from({ length: 60 }, (_, i) => ({ label: `(${run},${i},${'9'.repeat(i)})`, values: 2 + i }))
  return kind === 'items'
    ? { kind, items: 5000, suppressed: 3, alone: 100, groups: 900, shown }
    : { kind, columns: [{ column: 'age', values: 70, groups: 5, shown: shown.slice(0, 4) }] }
}

describe('the study page in a browser', needs(chromium), () => {
  let browser: Browser
  let page: Page
  let folder: string
  const complaints: string[] = []

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'halftone-study-page-'))
    const rows = [...webViewRows, ...tableRows]
    const jobs = Object.fromEntries(
      rows.map((row) => [
        runName(row),
        {
          job: `seed: ${row.seed}\n# <b>${row.algorithm}</b>\n`,
          command: `halftone run ${row.run}`,
          groups: makeRecoding(row),
        },
      ]),
    )
    const file = join(folder, 'study.html')
    writeFileSync(file, await drawStudyReport(buildStudyReport(rows, { title: 'Both', version: '0.0.0', jobs })))
    browser = await sharedBrowser()
    page = await browser.newPage({ viewport: { width: 1200, height: 900 }, acceptDownloads: true })
    page.on('console', (message) => complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('request', (request) => {
      if (!/^(file|data|blob):/.test(request.url())) complaints.push(`asks for ${request.url()}`)
    })
    await page.goto(pathToFileURL(file).href)
  })

  afterAll(async () => {
    await page?.context().close()
    rmSync(folder, { recursive: true, force: true })
  })

  const map = () => page.locator('figure[data-map="1"] .wide')
  const point = (run: string) => map().locator(`.point[data-run="${run}"]`)
  const readDownload = async (download: Promise<{ path(): Promise<string> }>) => readFile(await (await download).path())

  it('shows the run under the mouse and under the focus', async () => {
    await point('016').hover()
    expect(await page.locator('.tip > *').allTextContents()).toEqual([
      'pcta merge=progress',
      'k 5 · seed 1 · run 016',
      'smallest support 5',
      'smallest-support 0.2',
      '1/ARE 0.07896',
    ])
    await point('016').focus()
    await page.keyboard.press('ArrowRight')
    expect(await page.locator('.tip').textContent()).not.toContain('run 016')
  })

  it('opens the job of a run by click and by Enter, as text', async () => {
    await point('016').click()
    const panel = page.locator('dialog[open]')
    expect(await panel.textContent()).toContain('halftone run 016')
    expect(await panel.textContent()).toContain('# <b>pcta</b>')
    expect(await panel.locator('.labels li').first().textContent()).toBe('(016,0,)2')
    expect(await panel.locator('.labels .rest').textContent()).toMatch(/^and 8\d\d more groups, see the file$/)
    // Nothing overflows, however long a label is; a new panel starts scrolled to its top.
    expect(
      await panel.evaluate(
        'document.querySelector("dialog").scrollWidth <= document.querySelector("dialog").clientWidth',
      ),
    ).toBe(true)
    await page.evaluate('document.querySelector("dialog").scrollTop = 400')
    await page.keyboard.press('Escape')
    await point('005').focus()
    await page.keyboard.press('Enter')
    expect(await panel.textContent()).toContain('halftone run 005')
    expect(await page.evaluate('document.querySelector("dialog").scrollTop')).toBe(0)
    await panel.locator('.close').click()
    expect(await page.locator('dialog[open]').count()).toBe(0)
  })

  it('draws other axes where the data say', async () => {
    const before = await point('013').getAttribute('transform')
    const wideFigure = page.locator('figure[data-map="1"]')
    await wideFigure
      .locator('select[data-axis="utility"]')
      .selectOption({ label: '1 − NCP: Normalized certainty penalty' })
    expect(await map().locator('.x-title').textContent()).toBe('Utility: 1 − NCP (normalized certainty penalty) →')
    expect(await point('013').getAttribute('transform')).not.toBe(before)
    await wideFigure.locator('select[data-axis="utility"]').selectOption({ label: '1/ARE: Average relative error' })
    expect(await point('013').getAttribute('transform')).toBe(before)
    await wideFigure.locator('[data-axis="logUtility"]').check()
    expect(await map().locator('.x-ticks .tick text').allTextContents()).toContain('0.001')
    await wideFigure.locator('[data-axis="logUtility"]').uncheck()
    expect(await point('013').getAttribute('transform')).toBe(before)
  })

  it('turns searches off in every picture of their data', async () => {
    await map().locator('[data-toggle="2"]').click()
    expect(await map().locator('.point[data-curve="2"]').first().isVisible()).toBe(false)
    expect(await page.locator('[data-name="curve-BMS-WebView-2-ARE"] g[data-curve="2"]').isVisible()).toBe(false)
    expect(await page.locator('figure[data-map="0"] .wide .point[data-curve="2"]').first().isVisible()).toBe(true)
    await map().locator('[data-toggle="2"]').press('Enter')
    expect(await map().locator('.point[data-curve="2"]').first().isVisible()).toBe(true)
  })

  it('saves each picture as SVG, PNG and CSV', async () => {
    const figure = page.locator('figure[data-map="1"]')
    const saved = async (kind: string) => {
      const download = page.waitForEvent('download')
      await figure.locator(`[data-file="${kind}"]`).click()
      return readDownload(download)
    }
    const svg = (await saved('svg')).toString()
    expect(svg.startsWith('<svg xmlns="http://www.w3.org/2000/svg"')).toBe(true)
    expect(svg).not.toContain('var(')
    const csv = (await saved('csv')).toString()
    expect(csv.split('\n')[0]).toBe(
      'run,search,k,seed,smallest,suppressed,smallest-support,1/ARE,dominated,front,best,knee',
    )
    expect(csv.trimEnd().split('\n')).toHaveLength(31)
    const curve = page.waitForEvent('download')
    await page.locator('[data-name="curve-people-LM"] [data-file="csv"]').click()
    expect((await readDownload(curve)).toString()).toContain('search,k,LM mean,least,largest,repeats\ngenetic,5,')
    const png = await saved('png')
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    expect(png.readUInt32BE(16)).toBe(2160)
  })

  it('has nothing that axe objects to, in light and dark', async () => {
    const context = await browser.newContext({ bypassCSP: true })
    const other = await context.newPage()
    await other.goto(page.url())
    await other.evaluate(axe.source)
    for (const colorScheme of ['light', 'dark'] as const) {
      await other.emulateMedia({ colorScheme })
      const found = await other.evaluate(
        "axe.run({ exclude: ['#jobs details:nth-of-type(n+3)', '#runs tr:nth-child(n+3)'] }, { resultTypes: " +
          "['violations'] }).then(({ violations }) => violations.map(({ id }) => id))",
      )
      expect(found, colorScheme).toEqual([])
    }
    await context.close()
  })

  it('has asked for nothing and complained of nothing', () => {
    expect(complaints).toEqual([])
  })
})
