/** Opens the report from disk in a real browser. Skipped, with a warning, if Chromium is missing. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromium, sharedBrowser } from '../../test/browser.ts'
import { exampleReport } from '../../test/example-report.ts'
import { needs } from '../../test/needs.ts'
import { drawReport } from './html.ts'

const point = (place: number) => ({
  x: 0.3 + place / 50,
  y: 0.4 / place,
  value: 0.4,
  effectiveK: 5 * place,
  suppressed: 0,
  classes: 9,
})
const box = { rows: 12, loss: 0.2, shown: [{ column: 'age', label: '[17,20]' }] }
const report = {
  ...exampleReport,
  front: { x: 'NWP', y: 'NECD', points: Array.from({ length: 20 }, (_, i) => point(i + 1)), chosen: 3 },
  boxes: {
    x: { column: 'age', numeric: true, low: 17, high: 90 },
    y: { column: 'education', numeric: false, low: 0, high: 16 },
    boxes: [{ x1: 17, x2: 30, y1: 2, y2: 5, rows: 12, label: 'a box' }],
    more: 0,
    others: [],
    widest: box,
    narrowest: box,
    detail: [{ column: 'age', rows: 3, share: 0.1 }],
  },
}

describe('the report in a browser', needs(chromium), () => {
  let page: Page
  const folder = mkdtempSync(join(tmpdir(), 'halftone-report-'))
  beforeAll(async () => {
    const file = join(folder, 'report.html')
    writeFileSync(file, drawReport(report))
    const context = await (await sharedBrowser()).newContext({ bypassCSP: true })
    page = await context.newPage()
    await page.goto(pathToFileURL(file).href)
    await page.evaluate(axe.source)
    await page.evaluate("for (const own of document.querySelectorAll('details')) own.open = true")
  })
  afterAll(async () => {
    await page?.context().close()
    rmSync(folder, { recursive: true })
  })

  it.each([390, 1200])('has nothing that axe objects to, %d pixels wide', async (width) => {
    await page.setViewportSize({ width, height: 900 })
    const found = await page.evaluate(
      "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => " +
        '[id, nodes[0].html]))',
    )
    expect(found).toEqual([])
  })

  it.each([360, 600, 700, 800, 1200])('has no text in a chart below 12 pixels, %d pixels wide', async (width) => {
    await page.setViewportSize({ width, height: 900 })
    const sizes = (await page.evaluate(
      "[...document.querySelectorAll('.plot text')].filter((own) => own.checkVisibility()).map((own) => " +
        'parseFloat(getComputedStyle(own).fontSize) * own.getScreenCTM().a)',
    )) as number[]
    expect(sizes.length).toBeGreaterThan(50)
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(11.99)
  })
})
