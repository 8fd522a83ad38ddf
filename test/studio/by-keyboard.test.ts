/** The first steps by keyboard alone: a file is opened, a role set, a hierarchy looked at, k typed, a run started; focus is never lost. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromium } from '../browser.ts'
import { censusWithout } from '../census-without.ts'
import { needs } from '../needs.ts'
import { openStudio, type StudioPage } from './studio-page.ts'

const census = censusWithout('hours', { rows: 400, seed: 4 })

/** Ordinary columns, and one of items. */
const goods = ['tea', 'milk', 'bread', 'jam', 'rice', 'oil']
const mixed = `age,town,basket\n${Array.from(
  { length: 60 },
  (_, i) =>
    `${20 + (i % 30)},${['Bonn', 'Kiel'][i % 2]},${goods.filter((_, j) => (((i % 20) + 1) >> j) % 2 === 1).join(';')}`,
).join('\n')}\n`

/** What has the focus: its name, else its text. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { document } = globalThis as unknown as { document: { activeElement: Element | null } }
    interface Element {
      readonly tagName: string
      readonly textContent: string
      getAttribute(name: string): string | null
    }
    const element = document.activeElement
    if (element === null || element.tagName === 'BODY') return 'nothing'
    return (element.getAttribute('aria-label') ?? element.textContent).trim()
  })
}

async function tabTo(page: Page, wanted: RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    if (wanted.test(await focused(page))) return
  }
  throw new Error(`${wanted} is not reached by the Tab key`)
}

async function tabUntil(page: Page, wanted: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (await wanted.evaluate((own) => own.matches(':focus'))) return
    await page.keyboard.press('Tab')
  }
  throw new Error('it is not reached by the Tab key')
}

describe('the studio by keyboard alone', needs(chromium), () => {
  let studio: StudioPage
  beforeAll(async () => {
    studio = await openStudio({ files: { 'census.csv': census, 'mixed.csv': mixed } })
  })
  afterAll(() => studio?.close())

  it('goes from the list of files to a run', async () => {
    const { page } = studio
    await page.getByRole('list', { name: 'Files in the folder' }).waitFor()
    await tabTo(page, /^census.csv$/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'census.csv' }).waitFor()
    await expect.poll(() => focused(page)).toBe('census.csv')
    await page.getByRole('button', { name: 'Role of birth-date' }).waitFor()
    // What singles people out is counted in the background; before that, nothing is asked.
    await page
      .getByText(/alone \d/)
      .first()
      .waitFor()
    await tabTo(page, /^Role of birth-date/)
    await page.keyboard.press('Enter')
    await page.getByRole('listbox').waitFor()
    // Not by letters: on a busy machine they come too slowly to make one word.
    await expect.poll(() => focused(page)).not.toMatch(/^Role of|^nothing$/)
    for (let presses = 0; presses < 12 && !/^other/i.test(await focused(page)); presses++)
      await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toMatch(/^other/i)
    await page.keyboard.press('Enter')
    // Nearly every row has a day of its own: it is asked.
    await page.getByRole('dialog', { name: 'Release birth-date as it is?' }).waitFor()
    await tabTo(page, /^Release as it is$/)
    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page)).toMatch(/^Role of birth-date/)
    // A run would not publish it so: it is left out.
    await page.keyboard.press('Enter')
    await page.getByRole('listbox').waitFor()
    await expect.poll(() => focused(page)).not.toMatch(/^Role of|^nothing$/)
    await page.keyboard.press('Home')
    for (let presses = 0; presses < 12 && !/^identifier/i.test(await focused(page)); presses++)
      await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toMatch(/^identifier/i)
    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page)).toMatch(/^Role of birth-date/)
    await tabTo(page, /^Go on to Hierarchies$/)
    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page)).toBe('Hierarchies')
    await tabTo(page, /^age/)
    await page.keyboard.press('ArrowDown')
    await page
      .getByRole('option', { selected: true })
      .and(page.getByRole('option', { name: /^sex/ }))
      .waitFor()
    await page.getByRole('treegrid').waitFor()
    await tabTo(page, /^ANY/)
    await tabTo(page, /^Go on to Privacy and goal$/)
    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page)).toBe('Privacy and goal')
    await page.getByRole('textbox', { name: 'k', exact: true }).waitFor()
    await tabUntil(page, page.getByRole('textbox', { name: 'k', exact: true }))
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('7')
    await page.keyboard.press('Enter')
    await page.getByText('every released row looks like at least 6 other rows').waitFor()
    await tabTo(page, /^Go on to Run/)
    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page)).toBe('Run')
    await page.getByRole('button', { name: 'Start the run' }).waitFor()
    await tabTo(page, /^Start the run/)
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { name: 'Result', selected: true }).waitFor({ timeout: 60_000 })
    await expect.poll(() => focused(page)).toBe('Result')
    expect(studio.complaints).toEqual([])
  })

  it('builds a study, runs it and opens one of its runs', async () => {
    const { page } = studio
    await page.keyboard.press('ArrowRight')
    await page.getByRole('tab', { name: 'Compare', selected: true }).waitFor()
    const method = (name: string) => page.getByRole('checkbox', { name, exact: true })
    const chosen = page.getByRole('checkbox', { checked: true })
    await method('Lattice: the plainest labels').waitFor()
    // The job's method and another one.
    const names = await chosen.evaluateAll((boxes) =>
      boxes.map((box) => box.closest('label')?.textContent?.replace('✓', '') ?? ''),
    )
    expect(names).toHaveLength(2)
    const [other] = names.filter((name) => !name.startsWith('Lattice'))
    await tabUntil(page, method(other))
    await page.keyboard.press('Space')
    await expect.poll(() => method(other).isChecked()).toBe(false)
    expect(await chosen.count()).toBe(1)
    await tabUntil(page, page.getByLabel('Values of k'))
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('3, 5')
    await tabTo(page, /^Run 2 jobs$/)
    await page.keyboard.press('Enter')
    await page.getByText('Finished', { exact: true }).waitFor({ timeout: 60_000 })
    expect(studio.complaints).toEqual([])
  })

  it('takes a table with ordinary columns and items, and protects both together', async () => {
    const { page } = studio
    await page.getByRole('tab', { name: 'Compare' }).focus()
    await page.keyboard.press('Home')
    await page.getByRole('tab', { name: 'Data', selected: true }).waitFor()
    await tabTo(page, /^Close$/)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Discard the changes' }).waitFor()
    await tabTo(page, /^Discard the changes$/)
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Files in the folder' }).waitFor()
    await tabTo(page, /^mixed.csv$/)
    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page)).toBe('mixed.csv')
    await page.getByRole('heading', { name: 'Baskets' }).waitFor()
    const choose = async (role: RegExp) => {
      await tabTo(page, /^Role of basket/)
      await page.keyboard.press('Enter')
      await page.getByRole('listbox').waitFor()
      await expect.poll(() => focused(page)).not.toMatch(/^Role of|^nothing$/)
      await page.keyboard.press('Home')
      for (let presses = 0; presses < 12 && !role.test(await focused(page)); presses++)
        await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect.poll(() => focused(page)).toMatch(/^Role of basket/)
    }
    await choose(/^identifier/)
    await page.getByRole('heading', { name: 'Baskets' }).waitFor({ state: 'detached' })
    await choose(/^items/)
    await page.getByRole('heading', { name: 'Baskets' }).waitFor()
    expect(studio.complaints).toEqual([])
  })
})
