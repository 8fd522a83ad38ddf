/**
 * A million rows of 15 columns in the studio: the file opens, any place of it is shown at once with the right cells, and the page never
 * holds all rows. HALFTONE_BIG_ROWS takes another number.
 */
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatCount } from '../../src/ground/format.ts'
import { sampleCensus } from '../../src/sample/index.ts'
import { chromium } from '../browser.ts'
import { needs } from '../needs.ts'
import { openStudio, type StudioPage } from './studio-page.ts'

/** The engine may be busy with something else for a moment. */
const patient = { timeout: 60_000 }

const rows = Number(process.env['HALFTONE_BIG_ROWS'] ?? 1_000_000)

/** People of a census, again and again, with a last column that numbers the rows from 0: quick to write, and every line is known. */
const [header, ...people] = [...sampleCensus({ rows: Math.min(rows, 50_000), seed: 11 })].join('').trimEnd().split('\n')
const lineOf = (row: number) => `${people[row % people.length]},${row}`

function writeBigFile(path: string): void {
  const file = openSync(path, 'w')
  writeSync(file, `${header},row\n`)
  for (let from = 0; from < rows; from += people.length) {
    const count = Math.min(people.length, rows - from)
    writeSync(file, `${Array.from({ length: count }, (_, i) => lineOf(from + i)).join('\n')}\n`)
  }
  closeSync(file)
}

const job = `version: 1
data: { source: big.csv }
columns:
  age: { role: quasi-identifier, type: numeric }
  sex: { role: quasi-identifier, order: [Female, Male] }
  postcode: { role: quasi-identifier, type: prefix }
privacy: { k: 5 }
output: { release: out/release.csv }
`

/** What the grid shows: row numbers with the cells of the columns in sight. */
function shownRows(page: Page): Promise<{ index: number; cells: Record<number, string> }[]> {
  return page.locator('.row-grid-row').evaluateAll((elements) =>
    elements.map((element) => {
      const own = element as unknown as {
        getAttribute(name: string): string
        querySelectorAll(selector: string): Iterable<{ getAttribute(name: string): string; textContent: string }>
      }
      const cells: Record<number, string> = {}
      for (const cell of own.querySelectorAll('[role="gridcell"]'))
        cells[Number(cell.getAttribute('aria-colindex')) - 2] = cell.textContent
      return { index: Number(own.getAttribute('aria-rowindex')) - 2, cells }
    }),
  )
}

const isThere = (cells: Record<number, string>) => Object.values(cells).every((text) => text !== '…')

describe(`a file of ${rows} rows and 15 columns`, needs(chromium), () => {
  let studio: StudioPage
  const folder = mkdtempSync(join(tmpdir(), 'halftone-big-'))
  beforeAll(async () => {
    writeBigFile(join(folder, 'big.csv'))
    writeFileSync(join(folder, 'job.yaml'), job)
    studio = await openStudio({ from: folder, first: 'job.yaml' })
  })
  afterAll(async () => {
    await studio?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Every row in sight has the cells of its line; few rows are in the page. */
  async function expectRight(page: Page, wanted: number): Promise<void> {
    await expect
      .poll(async () => (await shownRows(page)).some(({ index, cells }) => index === wanted && isThere(cells)), patient)
      .toBe(true)
    const shown = await shownRows(page)
    expect(shown.length).toBeLessThan(40)
    for (const { index, cells } of shown) {
      const line = lineOf(index).split(',')
      for (const [column, text] of Object.entries(cells)) if (text !== '…') expect(text).toBe(line[Number(column)])
    }
  }

  it('opens with its first rows', async () => {
    const { page } = studio
    const grid = page.getByRole('grid', { name: 'Rows of big.csv' })
    await grid.waitFor({ timeout: 120_000 })
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe(String(rows + 1))
    await expect.poll(() => grid.getAttribute('aria-colcount')).toBe('16')
    await grid.scrollIntoViewIfNeeded()
    await expectRight(page, 0)
  })

  it('shows the end, the middle, and any place that the bar is dragged to', async () => {
    const { page } = studio
    const grid = page.getByRole('grid', { name: 'Rows of big.csv' })
    await grid.focus()
    await page.keyboard.press('Control+End')
    await expectRight(page, rows - 1)
    const bar = (share: number) =>
      grid.evaluate((element, part) => {
        const own = element as unknown as { scrollTop: number; scrollHeight: number; clientHeight: number }
        own.scrollTop = (own.scrollHeight - own.clientHeight) * part
      }, share)
    for (const share of [0.5, 0.123, 0.9, 0]) {
      await bar(share)
      // The row at the top: its share of the way, give or take what one pixel of the bar stands for.
      const near = Math.round((rows - 13) * share)
      await expect
        .poll(
          async () => (await shownRows(page)).some(({ index, cells }) => Math.abs(index - near) < 30 && isThere(cells)),
          patient,
        )
        .toBe(true)
      const [first] = await shownRows(page)
      await expectRight(page, first.index + 6)
    }
  })

  it('moves by a few rows with the wheel, wherever it is', async () => {
    const { page } = studio
    const grid = page.getByRole('grid', { name: 'Rows of big.csv' })
    await grid.evaluate((element) => {
      const own = element as unknown as { scrollTop: number; scrollHeight: number; clientHeight: number }
      own.scrollTop = (own.scrollHeight - own.clientHeight) / 3
    })
    const third = Math.round((rows - 13) / 3)
    await expect.poll(async () => Math.abs((await shownRows(page))[0].index - third), patient).toBeLessThan(30)
    const [before] = await shownRows(page)
    await grid.hover()
    await page.mouse.wheel(0, 280)
    await expect.poll(async () => (await shownRows(page))[0].index - before.index, patient).toBe(10)
    await expectRight(page, before.index + 16)
  })

  it('stays responsive while columns are profiled and the risk is counted; nothing is complained of', async () => {
    const { page } = studio
    await page.locator('.raw-risk[aria-busy="false"] .tiles').waitFor({ timeout: 120_000 })
    await page.getByRole('img', { name: /^age: from/ }).waitFor()
    // Counted anew, with the figures of before still there to be read.
    await page.getByRole('button', { name: 'Role of sex' }).click()
    await page.getByRole('option', { name: /^other/ }).click()
    await page.getByText(`Counting how many of ${formatCount(rows)} rows look alike in 2 columns`).waitFor()
    expect(await studio.faults()).toEqual([])
    await page.locator('.raw-risk[aria-busy="false"] .tiles').waitFor({ timeout: 120_000 })
    expect(studio.complaints).toEqual([])
    expect(studio.foreign).toEqual([])
  })
})
