/** What becomes of the work when the page is loaded anew, when another tab is busy, and when the studio is gone. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromium } from '../browser.ts'
import { needs } from '../needs.ts'
import { dropFile, goTo } from './job-steps.ts'
import { openStudio, type StudioPage } from './studio-page.ts'

const towns = ['Oslo', 'Paris', 'Nice']
const rows = Array.from({ length: 120 }, (_, i) => `${20 + (i % 40)},${i % 2 === 0 ? 'F' : 'M'},${towns[i % 3]}`)
const people = ['age,sex,town', ...rows, ''].join('\n')

describe('a page that is loaded anew', needs(chromium), () => {
  let studio: StudioPage
  beforeAll(async () => {
    studio = await openStudio()
  })
  afterAll(() => studio?.close())
  const k = () => studio.page.getByRole('textbox', { name: 'k', exact: true })

  it('has the job, the data, and trees that no file has yet', async () => {
    const { page } = studio
    await dropFile(page, 'people.csv', people)
    await page.getByText('120 rows, 3 columns').waitFor()
    await goTo(page, 'Privacy and goal')
    await k().fill('7')
    await k().press('Enter')
    await page.getByText('looks like at least 6 other rows').waitFor()
    await goTo(page, 'Hierarchies')
    await page.getByText('town').first().click()
    await page.getByRole('row', { name: /Paris/ }).waitFor()
    for (const town of ['Paris', 'Nice'])
      await page
        .getByRole('row', { name: new RegExp(town) })
        .locator('label')
        .first()
        .click()
    await page.getByRole('button', { name: 'Group …', exact: true }).click()
    await page.getByLabel('Name of the group').fill('France')
    await page.getByLabel('Name of the group').press('Enter')
    await page.getByText('1 tree is not saved yet').waitFor()
    await page.reload()
    await page.getByRole('tab', { name: 'Hierarchies', selected: true }).waitFor()
    await page.getByText('1 tree is not saved yet').waitFor()
    await page.getByRole('row', { name: /France/ }).waitFor()
    await expect.poll(() => page.locator('.job-name').textContent()).toBe('new job · not saved')
    await goTo(page, 'Privacy and goal')
    await expect.poll(() => k().inputValue()).toBe('7')
  })

  it('shows the run that was looked at', async () => {
    const { page } = studio
    await goTo(page, 'Run')
    await page.getByRole('button', { name: 'Start the run' }).click()
    await page.getByRole('tab', { name: 'Result', selected: true }).waitFor()
    await page.getByText('Verified for k = 7').waitFor()
    await page.reload()
    await page.getByText('Verified for k = 7').waitFor()
  })

  it('opens its data again, with the roles as they are, when another tab has taken the room', async () => {
    const { page } = studio
    await goTo(page, 'Data')
    await page.getByRole('button', { name: 'Role of sex' }).click()
    await page.getByRole('option', { name: /^other/ }).click()
    const other = await page.context().newPage()
    await other.goto(studio.studio.url)
    for (const name of ['a', 'b', 'c', 'd']) {
      await dropFile(other, `${name}.csv`, people)
      await other.getByRole('heading', { name: `${name}.csv` }).waitFor()
    }
    await expect.poll(() => page.locator('.job-name').textContent()).toBe('new job · not saved')
    await other.close()
    await goTo(page, 'Run')
    await goTo(page, 'Data')
    await page.getByRole('gridcell', { name: 'Paris' }).first().waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    await expect.poll(() => page.getByRole('button', { name: 'Role of sex' }).textContent()).toContain('other')
  })

  it('complains of nothing and asks nobody else', () => {
    expect(studio.complaints).toEqual([])
    expect(studio.foreign).toEqual([])
  })

  it('says that the studio is gone, on every page', async () => {
    const { page } = studio
    await goTo(page, 'Privacy and goal')
    await k().waitFor()
    await studio.studio.close()
    const told = page.getByRole('alert').filter({ hasText: 'the studio does not answer' }).first()
    await told.waitFor()
    // Nothing can be changed that could not be kept.
    for (const part of ['main', 'footer'])
      await expect.poll(() => page.locator(part).evaluate((element) => element.hasAttribute('inert'))).toBe(true)
    await goTo(page, 'Compare')
    await page.getByText('This page could not be loaded').waitFor()
    await goTo(page, 'Data')
    await told.waitFor()
  })
})
