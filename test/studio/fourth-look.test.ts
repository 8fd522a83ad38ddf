/** Fourth look: values that are a blank, names from right to left, long names and narrow pages. One studio, small files. */
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromium } from '../browser.ts'
import { needs } from '../needs.ts'
import { chooseFromJobMenu, goTo, openJobFile } from './job-steps.ts'
import { openStudio, type StudioPage } from './studio-page.ts'

const lines = (head: string, line: (i: number) => string, count: number): string =>
  [head, ...Array.from({ length: count }, (_, i) => line(i)), ''].join('\n')

describe('a fourth look', needs(chromium), () => {
  let studio: StudioPage
  beforeAll(async () => {
    studio = await openStudio({
      files: {
        'blank.csv': lines('colour,age', (i) => `"${[' ', 'red', 'blue'][i % 3]}",${20 + (i % 7)}`, 90),
        'hebrew.csv': lines(
          'מין,Aufnahmedatum im Krankenhaus,age',
          (i) => `${['נקבה', 'זכר'][i % 2]},2024-01-0${1 + (i % 9)},${20 + (i % 9)}`,
          90,
        ),
        'stays.csv': lines(
          'birth,admission,sex',
          (i) => `19${30 + (i % 60)}-05-1${i % 9},2024-0${1 + (i % 6)}-15,${['f', 'm'][i % 2]}`,
          120,
        ),
        'told.csv': lines('age,sex,outcome', (i) => `${20 + (i % 40)},${['f', 'm'][i % 2]},${'ab'[i % 2]}`, 200),
        'told.yaml': [
          'version: 1',
          'data: { source: told.csv }',
          'columns:',
          '  age: { role: quasi-identifier, type: numeric }',
          '  sex: { role: quasi-identifier, type: category }',
          '  outcome: { role: target }',
          'privacy: { k: 5 }',
          'goal: classification',
          'algorithm: boxes',
          'output: { release: out/told.csv }',
          '',
        ].join('\n'),
        'job.yaml': [
          'version: 1',
          'data: { source: stays.csv }',
          'columns:',
          '  birth: { role: identifier }',
          '  admission: { role: identifier }',
          '  age: { role: quasi-identifier, derive: { years: [birth, admission] } }',
          '  season: { role: other, derive: { part: [admission, quarter] } }',
          '  sex: { role: quasi-identifier, type: category }',
          'privacy: { k: 5 }',
          'algorithm: boxes',
          'output: { release: out/release.csv }',
          '',
        ].join('\n'),
      },
    })
  })
  afterAll(() => studio?.close())
  const button = (name: string | RegExp): Locator => studio.page.getByRole('button', { name })
  const openFile = async (name: string, words: string) => {
    const { page } = studio
    const list = page.getByRole('list', { name: 'Files in the folder' })
    const discard = button('Discard the changes')
    if (!(await list.isVisible())) {
      await chooseFromJobMenu(page, 'New')
      await discard.or(list).first().waitFor()
      if (await discard.isVisible()) await discard.click()
    }
    await list.getByRole('button', { name }).click()
    await page.getByText(words).waitFor()
  }

  it('has no dead end for a value that is one blank', async () => {
    const { page } = studio
    await openFile('blank.csv', '90 rows, 2 columns')
    await button(/Role of colour/).click()
    await page.getByRole('option', { name: /^quasi-identifier/ }).click()
    await button(/^quasi-identifier Role of colour/).waitFor()
    await goTo(page, 'Run')
    await page.getByText('It promises').waitFor()
    await expect.poll(() => button('Start the run').isEnabled()).toBe(true)
    await button('Start the run').click()
    await page.getByRole('tab', { name: 'Result', selected: true }).waitFor()
    await page.getByText(/^Verified for k/).waitFor()
  })

  it('keeps names from right to left apart from their shares, and long names whole, on a screen and on a phone', async () => {
    const { page } = studio
    await goTo(page, 'Data')
    await openFile('hebrew.csv', '90 rows, 3 columns')
    const values = page.getByRole('row', { name: /Role of מין/ }).locator('.top-values > span')
    await values.first().waitFor()
    // The share stands after its value, in the direction of the page.
    for (const value of await values.all()) {
      const box = await value.locator('bdi').boundingBox()
      const whole = await value.boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan((whole?.x ?? 0) + (whole?.width ?? 0) - 8)
    }
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 })
      for (const step of ['Data', 'Hierarchies', 'Privacy and goal', 'Run', 'Result', 'Compare']) {
        await goTo(page, step)
        await page.locator('main h2').first().waitFor()
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), step).toBeLessThanOrEqual(0)
        expect(await studio.faults(), `${step} at ${width}`).toEqual([])
      }
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('shows the columns that a job derives, and counts their risk', async () => {
    const { page } = studio
    await goTo(page, 'Data')
    await openJobFile(page, 'job.yaml')
    await page.getByText('120 rows, 5 columns').waitFor()
    const age = page.getByRole('row', { name: /Role of age/ })
    await age.getByText('number, years from birth to admission').waitFor()
    await page
      .getByRole('row', { name: /Role of season/ })
      .getByText('quarter of admission')
      .waitFor()
    await page.getByText(/can be picked out by anyone who knows all 2 quasi-identifiers/).waitFor()
    await button('Derive a column').click()
    const window = page.getByRole('dialog', { name: 'Derive a column' })
    const choose = async (label: string, option: string) => {
      await window.getByRole('button', { name: new RegExp(`${label}$`) }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await window.getByRole('textbox', { name: 'Name' }).fill('weekday')
    await choose('Rule', 'A part of a date')
    await choose('Date', 'admission')
    await choose('Part', 'weekday')
    expect(await studio.faults()).toEqual([])
    await window.getByRole('button', { name: 'Add' }).click()
    await page
      .getByRole('row', { name: /Role of weekday/ })
      .getByText('weekday of admission')
      .waitFor()
    await goTo(page, 'Hierarchies')
    await page.getByRole('option', { name: 'age' }).click()
    await page.getByText(/Every value of the data has its place/).waitFor()
    await goTo(page, 'Run')
    await button('Start the run').click()
    await page.getByText(/^Verified for k = 5/).waitFor()
  })

  it('says of a release that holds what most people share with their class', async () => {
    const { page } = studio
    await goTo(page, 'Data')
    await openJobFile(page, 'told.yaml')
    await page.getByText('200 rows, 3 columns').waitFor()
    await goTo(page, 'Run')
    await button('Start the run').click()
    await page.getByText(/^Most people are in classes whose rows all have one value of outcome:/).waitFor()
  })

  it('complains of nothing', () => {
    expect(studio.complaints).toEqual([])
  })
})
