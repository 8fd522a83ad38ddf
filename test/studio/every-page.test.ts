/** Every page, light and dark, on a screen and on a phone: nothing overflows, no word is broken, axe finds nothing. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromium } from '../browser.ts'
import { needs } from '../needs.ts'
import { chooseFromJobMenu, goTo, openPart } from './job-steps.ts'
import { patientsFile } from './patients.ts'
import { openStudio, type StudioPage } from './studio-page.ts'

/** Runs in the page. Words are letters and digits, but digests; a name may break at its underscores, a path at its slashes. */
const LOOK = `(() => {
  const found = []
  const { scrollWidth } = document.documentElement
  if (scrollWidth > innerWidth) found.push('the page is ' + scrollWidth + ' wide')
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const element = text.parentElement
    if (element.closest('svg, script, style, .spoken') !== null || !element.checkVisibility()) continue
    // On a phone some tables of the report have their head in their cells.
    if (element.closest('thead')?.getBoundingClientRect().height < 2 || element.tagName === 'CODE') continue
    for (const word of text.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
      const range = document.createRange()
      range.setStart(text, word.index)
      range.setEnd(text, word.index + word[0].length)
      const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top / 6)))
      if (lines.size > 1) found.push('broken: ' + word[0] + ' in ' + element.className)
    }
  }
  return found
})()`

const WIDTHS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]

describe('every page in light and dark, 1280 and 390 wide', needs(chromium), () => {
  let studio: StudioPage
  beforeAll(async () => {
    studio = await openStudio({ files: { 'patienten.csv': patientsFile(300) } })
  })
  afterAll(() => studio?.close())

  const faultsOf = async (page: Page): Promise<string[]> => {
    const faults: string[] = []
    for (const size of WIDTHS) {
      await page.setViewportSize(size)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        // Charts are drawn anew for the width.
        await page.waitForTimeout(150)
        const seen = [...((await page.evaluate(LOOK)) as string[]), ...(await studio.faults(colorScheme, page))]
        faults.push(...seen.map((fault) => `${colorScheme}, ${size.width}: ${fault}`))
      }
    }
    await page.setViewportSize(WIDTHS[0])
    return faults
  }
  const settled = (page: Page) => expect.poll(() => page.locator('.skeleton').count(), { timeout: 120_000 }).toBe(0)
  const expectSound = async (what: string, page = studio.page) => {
    await settled(page)
    expect(await faultsOf(page), what).toEqual([])
  }

  it('the steps, and windows over them', async () => {
    const { page } = studio
    await expectSound('the start')
    await page.getByRole('button', { name: 'patienten.csv' }).click()
    await page.getByText('300 rows, 9 columns').waitFor()
    await expectSound('Data')
    await page.getByRole('button', { name: 'How it is read …' }).click()
    await expectSound('How it is read')
    await page.getByRole('button', { name: 'Close' }).last().click()
    await goTo(page, 'Hierarchies')
    for (const column of ['Geburtsdatum', 'Geschlecht', 'PLZ']) {
      await page.getByRole('option', { name: new RegExp(column) }).click()
      await expectSound(`the hierarchy of ${column}`)
    }
    await goTo(page, 'Privacy and goal')
    await expectSound('Privacy and goal')
    await goTo(page, 'Compare')
    await expectSound('Compare')
    await goTo(page, 'Run')
    for (const fold of await page.locator('main summary').all()) await fold.click()
    await expectSound('Run, all forms open')
    await chooseFromJobMenu(page, 'Show the command and YAML')
    await expectSound('the command')
    await page.keyboard.press('Escape')
  })

  it('every part of a result, and its report', async () => {
    const { page } = studio
    await page.getByRole('button', { name: 'Start the run' }).click()
    await page.getByRole('tab', { name: 'Result', selected: true }).waitFor()
    await page.getByText(/^Verified for k = 10/).waitFor()
    await expectSound('Summary')
    for (const part of ['Rows', 'Risk', 'What-if', 'Beside another', 'Evidence']) {
      await openPart(page, part)
      await expectSound(part)
    }
    const report = await page.context().newPage()
    await report.goto(`file://${join(studio.folder, 'out/report.html')}`)
    await report.getByText(/^Verified for k = 10/).waitFor()
    await expectSound('report.html', report)
    await report.close()
    expect(studio.complaints).toEqual([])
  })
})
