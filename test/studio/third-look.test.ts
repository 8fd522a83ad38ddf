/** Third look: many columns, columns that nothing protects, models of sensitive columns, ends of runs, files that cannot be written. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { readJob } from '../../src/plan/job.ts'
import type { Job } from '../../src/table/job-schema.ts'
import { chromium } from '../browser.ts'
import { needs } from '../needs.ts'
import { chooseFromJobMenu, goTo } from './job-steps.ts'
import { patientsFile } from './patients.ts'
import { type StudioRuns, withRuns } from './start-run.ts'
import { openStudio, type StudioPage, type StudioPageOptions } from './studio-page.ts'

const lines = (head: string, line: (i: number) => string, count: number): string =>
  [head, ...Array.from({ length: count }, (_, i) => line(i)), ''].join('\n')

describe('a third look', needs(chromium), () => {
  let studio: StudioPage
  const open = async (options: StudioPageOptions): Promise<StudioPage> => {
    studio = await openStudio(options)
    return studio
  }
  const button = (name: string | RegExp): Locator => studio.page.getByRole('button', { name })
  afterEach(async () => {
    expect(studio.complaints).toEqual([])
    await studio.close()
  })
  afterAll(() => studio?.close())

  it('draws only the columns in sight of 300, finds one, and leaves no blank page below 60', async () => {
    const wide = (columns: number) =>
      lines(
        Array.from({ length: columns }, (_, c) => `c${c}`).join(','),
        (i) => Array.from({ length: columns }, (_, c) => (i * (c + 3)) % 7).join(','),
        40,
      )
    const { page } = await open({ files: { 'wide.csv': wide(300), 'sixty.csv': wide(60) }, first: 'wide.csv' })
    await page.getByText('40 rows, 300 columns').waitFor({ timeout: 180_000 })
    expect(await page.locator('.columns-table tbody tr').count()).toBeLessThan(60)
    await page.getByLabel('Find a column').fill('c277')
    await page.getByRole('rowheader', { name: 'c277' }).waitFor()
    expect(await page.locator('.columns-table tbody th').count()).toBe(1)
    expect(await studio.faults()).toEqual([])
    await chooseFromJobMenu(page, 'New')
    await page.getByRole('list', { name: 'Files in the folder' }).getByRole('button', { name: 'sixty.csv' }).click()
    await page.getByText('40 rows, 60 columns').waitFor()
    await page.getByRole('grid', { name: 'Rows of sixty.csv' }).waitFor()
    const height = await page.evaluate('document.documentElement.scrollHeight')
    const content = await page.evaluate(
      "scrollY + Math.max(...['.page', 'footer'].map((name) => document.querySelector(name).getBoundingClientRect().bottom))",
    )
    expect(Number(height)).toBeLessThan(Number(content) + 80)
  })

  it('does not call a table safe that another column tells apart, and refuses a k above the rows everywhere', async () => {
    const file = lines('sex,zip,note', (i) => `${['f', 'm'][i % 2]},${10_000 + (i % 2)},note ${i * 7919}`, 80)
    const { page } = await open({ files: { 'notes.csv': file }, first: 'notes.csv' })
    await page.getByText('80 rows, 3 columns').waitFor()
    await button(/Role of note/).click()
    await page.getByRole('option', { name: /^other/ }).click()
    await button('Release as it is').click()
    await page.getByText(/note is released as it is and alone tells 100% of the rows apart/).waitFor()
    expect(await page.locator('.risk-words b.nobody').count()).toBe(0)
    await page.getByText(/2 of 3 columns/).waitFor()
    await goTo(page, 'Privacy and goal')
    await page.getByRole('textbox', { name: 'k', exact: true }).fill('6000')
    await page.keyboard.press('Tab')
    await page.getByText(/k must be at most the number of rows, 80; got 6,000/).waitFor()
    await goTo(page, 'Run')
    await page.getByText(/k must be at most the number of rows/).waitFor()
    await expect.poll(() => button('Start the run').isDisabled()).toBe(true)
    await page.keyboard.press('Control+z')
    await expect.poll(() => button('Start the run').isEnabled()).toBe(true)
  })

  it('protects a sensitive column by one click, names it, and refuses more values than it has', async () => {
    const { page } = await open({ files: { 'patienten.csv': patientsFile(300) }, first: 'patienten.csv' })
    await page.getByText('300 rows, 9 columns').waitFor()
    await goTo(page, 'Privacy and goal')
    await button('Ask for l-diversity').first().click()
    await page.getByRole('button', { name: /Hauptdiagnose.*column/ }).waitFor()
    expect(await page.getByRole('textbox', { name: 'c', exact: true }).count()).toBe(0)
    // Each sensitive column has a form; a change of one leaves the other.
    const forms = page.getByRole('textbox', { name: 'l', exact: true })
    expect(await forms.count()).toBe(2)
    const l = forms.first()
    await l.fill('30')
    await page.keyboard.press('Tab')
    await page.getByText('l-diversity: l must be at most 12, the number of values of Hauptdiagnose; got 30').waitFor()
    expect(await forms.count()).toBe(2)
    expect(await studio.faults()).toEqual([])
    await l.fill('2')
    await page.keyboard.press('Tab')
    await goTo(page, 'Run')
    await button('Start the run').click()
    await page.getByText(/^Verified for k = 10 and l-diversity/).waitFor()
    // Another job: the title of its run says what differs, in words.
    await goTo(page, 'Privacy and goal')
    await l.fill('3')
    await page.keyboard.press('Tab')
    await goTo(page, 'Run')
    await button('Start the run').click()
    await expect.poll(() => page.url()).toMatch(/result\/2/)
    const title = await page.getByRole('button', { name: /^2 · .* Run$/ }).textContent()
    expect(title).toContain('l-diversity of Hauptdiagnose (l = 3)')
    expect(title).not.toContain('requirements')
  })

  it('tells the end of a run on every page, moves nobody, and keeps the tie to the job file', async () => {
    const file = lines('sex,zip,age', (i) => `${['f', 'm'][i % 2]},${10_000 + (i % 20)},${20 + (i % 40)}`, 200)
    const { page, folder } = await open({ files: { 'people.csv': file }, first: 'people.csv' })
    await page.getByText('200 rows, 3 columns').waitFor()
    await chooseFromJobMenu(page, 'Save as …')
    await button('Save').last().click()
    await page.getByText(/saved as/).waitFor()
    const name = (await page.locator('.job-name').textContent()) as string
    const job = readJob(readFileSync(join(folder, name), 'utf8'), name)
    const runs: StudioRuns = withRuns(studio, job)
    await runs.run(() => job, { force: false })
    await goTo(page, 'Result')
    await page.getByText(/^Verified for k/).waitFor()
    await goTo(page, 'Run')
    await button('Start the run').click()
    await goTo(page, 'Result')
    await runs.ended('2')
    await page.getByText(/^Run 2 of .* is published and counted again/).waitFor()
    expect(page.url()).toMatch(/result\/1/)
    expect(existsSync(join(folder, job.output.release?.replace('.csv', '-2.csv') ?? ''))).toBe(true)
    await button('See the result').click()
    await expect.poll(() => page.url()).toMatch(/result\/2/)
    // Another browser knows nothing of the job.
    const { origin, searchParams } = new URL(studio.studio.url)
    const context = await page.context().browser()?.newContext()
    const other = await context?.newPage()
    await other?.goto(`${origin}/${searchParams.get('token')}/run`)
    await other?.getByRole('button', { name: 'Open its job' }).click()
    await expect.poll(() => other?.locator('.job-name').textContent()).toContain(name)
    await context?.close()
  })

  it('says what is wrong with the disk in the words of the command line, and does not blame the job', async () => {
    const { page } = await open({
      files: {
        'people.csv': lines('sex,age', (i) => `${['f', 'm', 'd'][i % 3]},${20 + (i % 9)}`, 60),
        taxonomies: 'a file in the place of a folder',
      },
      first: 'people.csv',
    })
    await page.getByText('60 rows, 2 columns').waitFor()
    await goTo(page, 'Run')
    await page
      .getByText(/a file is where a folder is needed/)
      .first()
      .waitFor()
    expect(await page.getByText(/our fault/).count()).toBe(0)
  })

  it('tries changes of an amber release, takes one by a click that leads to green, and undoes it', async () => {
    const file = lines(
      'age,sex,zip,town',
      (i) => `${20 + (i % 40)},${['f', 'm'][i % 2]},${10_000 + (i % 10)},${i % 97 === 0 ? `place ${i}` : 'Ulm'}`,
      300,
    )
    const { page } = await open({ files: { 'towns.csv': file }, first: 'towns.csv' })
    await page.getByText('300 rows, 4 columns').waitFor()
    await button(/Role of town/).click()
    await page.getByRole('option', { name: /^other/ }).click()
    await goTo(page, 'Run')
    await button('Start the run').click()
    await page.getByRole('tab', { name: 'Result', selected: true }).waitFor({ timeout: 120_000 })
    await page.getByText(/^Verified for k = .*, but/).waitFor()
    const offers = page.getByRole('list', { name: 'Changes that were tried' })
    const green = offers.getByRole('listitem').filter({ hasText: 'green' }).first()
    await green.waitFor({ timeout: 120_000 })
    expect(await green.textContent()).toMatch(/keeps [\d.]+% of the detail of all columns \(now [\d.]+%\)/)
    expect(await studio.faults()).toEqual([])
    await green.getByRole('button').click()
    await page.getByText(/^Taken: /).waitFor()
    await page.getByText(/^Verified for k = \d+$/).waitFor({ timeout: 120_000 })
    await page.keyboard.press('Control+z')
    await goTo(page, 'Data')
    await button(/^other Role of town/).waitFor()
  })

  it('has a form for every key of the job, and says which are set', async () => {
    const file = lines('id,age,sex', (i) => `p${i % 60},${20 + (i % 9)},${['f', 'm'][i % 2]}`, 120)
    const { page } = await open({ files: { 'people.csv': file }, first: 'people.csv' })
    await page.getByText('120 rows, 3 columns').waitFor()
    await button(/Role of id/).click()
    await page.getByRole('option', { name: /^identifier/ }).click()
    await page.getByRole('radio', { name: /^persons by id/ }).check({ force: true })
    await goTo(page, 'Run')
    for (const title of [
      'Purpose, population and seed',
      'More about the data',
      'Persons with several rows column id',
      'Rule book, suppressed rows and exposure limit',
      'Exposure that a person accepts',
      'Releases over time (ledger)',
      'Attackers before publishing',
      'Limits of the search',
      'Files and their form',
    ])
      await page.locator('summary').filter({ hasText: title }).waitFor()
    await page.locator('summary').filter({ hasText: 'Purpose, population and seed' }).click()
    await page.getByRole('textbox', { name: 'purpose', exact: true }).fill('for the council')
    await page.locator('summary').filter({ hasText: 'Files and their form' }).click()
    await button(/line-end/).click()
    await page.getByRole('option', { name: 'crlf' }).click()
    await chooseFromJobMenu(page, 'Show the command and YAML')
    const yaml = page.getByRole('dialog')
    await yaml.getByText(/purpose: for the council/).waitFor()
    await yaml.getByText(/line-end: crlf/).waitFor()
    await yaml.getByText(/persons:/).waitFor()
  })

  it('goes on with an unsaved job after the studio was killed, step by step', async () => {
    const { page, folder } = await open({
      files: { 'people.csv': lines('sex,age', (i) => `${['f', 'm'][i % 2]},${20 + (i % 9)}`, 60) },
      first: 'people.csv',
    })
    await page.getByText('60 rows, 2 columns').waitFor()
    await button(/Role of age/).click()
    await page.getByRole('option', { name: /^identifier/ }).click()
    await expect.poll(() => existsSync(join(folder, '.halftone-draft.json'))).toBe(true)
    const draft = readFileSync(join(folder, '.halftone-draft.json'), 'utf8')
    await studio.close()
    const again = await open({
      files: {
        'people.csv': lines('sex,age', (i) => `${['f', 'm'][i % 2]},${20 + (i % 9)}`, 60),
        '.halftone-draft.json': draft,
      },
    })
    await again.page.getByText(/A job about people.csv was not saved/).waitFor()
    await button('Go on with it').click()
    await button(/identifier Role of age/).waitFor()
    await again.page.keyboard.press('Control+z')
    await button(/quasi-identifier Role of age/).waitFor()
    const job = (await withRuns(again, {} as Job).ask<{ draft: { steps: { now: { job: Job } } } }>('job/draft')).draft
    expect(job.steps.now.job.columns['age'].role).toBe('identifier')
  })
})
