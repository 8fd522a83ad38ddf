/** Opens the page of a study from disk in a real browser. Skipped, with a warning, if Chromium is missing. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromium, sharedBrowser } from '../../../test/browser.ts'
import { tableRows, webViewRows } from '../../../test/example-rows.ts'
import { needs } from '../../../test/needs.ts'
import { drawStudyReport } from './study-html.ts'
import { buildStudyReport } from './study-report.ts'
import { runName } from './study-row.ts'

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
        },
      ]),
    )
    const file = join(folder, 'study.html')
    writeFileSync(file, drawStudyReport(buildStudyReport(rows, { title: 'Both', version: '0.0.0', jobs })))
    browser = await sharedBrowser()
    page = await browser.newPage({ viewport: { width: 1200, height: 900 } })
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
