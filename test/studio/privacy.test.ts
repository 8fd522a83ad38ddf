/** The step Privacy and goal in a real browser: tables, then baskets with their lists of itemsets. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readJob } from '../../src/plan/job.ts'
import type { Job } from '../../src/table/job-schema.ts'
import { chromium } from '../browser.ts'
import { halftone, writeCensus, writeFiles } from '../end-to-end/workshop.ts'
import { needs } from '../needs.ts'
import { chooseFromJobMenu, goTo, openJobFile } from './job-steps.ts'
import { openStudio, type StudioPage } from './studio-page.ts'

const number = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** The whole line of a radio button: the button itself is drawn, not shown. */
const radio = (page: Page, name: string) => page.locator('label.radio', { hasText: name })

async function enter(page: Page, name: string, value: string): Promise<void> {
  await number(page, name).fill(value)
  await number(page, name).press('Enter')
}

async function expectNoFaults(studio: StudioPage): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await studio.page.emulateMedia({ colorScheme })
    expect(await studio.faults(colorScheme), colorScheme).toEqual([])
  }
  await studio.page.emulateMedia({ colorScheme: 'light' })
}

/** The job as the page has it: saved, and read. */
async function savedJob({ page, folder }: StudioPage, file: string): Promise<Job> {
  await chooseFromJobMenu(page, 'Save')
  await page.getByText(`saved as ${file}`).waitFor()
  await page.getByRole('button', { name: 'Put this message away' }).click()
  return readJob(readFileSync(join(folder, file), 'utf8'), file)
}

describe('the page Privacy and goal', needs(chromium), () => {
  let studio: StudioPage
  beforeAll(async () => {
    studio = await openStudio()
    await writeCensus(studio.folder, 1000)
    writeFiles(studio.folder, {
      'baskets.txt': 'tea milk\ntea sugar\ntea milk bread\nbread milk\ntea bread sugar\nmilk sugar\n',
      'baskets.yaml': `version: 1
data: { source: baskets.txt, format: transactions }
columns: {}
privacy: { km: { k: 2, m: 2 } }
output: { release: out/baskets.txt }
`,
    })
  })
  afterAll(() => studio?.close())

  it('warns of a sensitive column of which nothing is asked, and draws what a model leaves to its values', async () => {
    const { page } = studio
    const job = readFileSync(join(studio.folder, 'job.yaml'), 'utf8')
    writeFiles(studio.folder, {
      'open.yaml': job.replace('income:         { role: target }', 'income:         { role: sensitive }'),
      'asked.yaml': job
        .replace('income:         { role: target }', 'income:         { role: sensitive }')
        .replace('privacy:\n', 'privacy:\n  t-closeness: { column: income, t: 0.1 }\n'),
    })
    await openJobFile(page, 'open.yaml')
    await goTo(page, 'Privacy and goal')
    await page.getByText('income is sensitive and nothing is asked of it').waitFor()
    await openJobFile(page, 'asked.yaml')
    await goTo(page, 'Privacy and goal')
    await page.getByText(/most frequent values \(t-closeness\)/).waitFor()
    expect(await page.getByText('income is sensitive and nothing is asked of it').count()).toBe(0)
    await page.getByRole('columnheader', { name: 'A class, at most' }).waitFor()
    await studio.picture('03-privacy-sensitive')
  })

  it('tells what k means and what it costs, live', async () => {
    const { page } = studio
    await openJobFile(page, 'job.yaml')
    await goTo(page, 'Privacy and goal')
    await page.getByText('k = 10: every released row looks like at least 9 other rows').waitFor()
    await studio.picture('03-privacy')
    await enter(page, 'k', '25')
    await page.getByText('k = 25: every released row looks like at least 24 other rows').waitFor()
    await page.getByText('4%', { exact: true }).waitFor()
    await enter(page, 'Suppression limit', '2.5%')
    await page.getByText('At most 2.5% of the rows, 25 of 1,000, may be suppressed.').waitFor()
    expect((await savedJob(studio, 'job.yaml')).privacy).toEqual({
      k: 25,
      'suppression-limit': 0.025,
      'exposure-limit': 0.05,
    })
  })

  it('tells wrong settings in place, in the words of the command line', async () => {
    const { page, folder } = studio
    await enter(page, 'k', '1')
    const told = page.locator('.field-error')
    await told.waitFor()
    await expect.poll(() => told.textContent()).toBe('privacy.k must be a whole number of at least 2; got 1')
    const job = readFileSync(join(folder, 'job.yaml'), 'utf8')
    writeFiles(folder, { 'wrong.yaml': job.replace(/k: 25/, 'k: 1') })
    const { stderr } = await halftone(folder, ['run', 'wrong.yaml'])
    expect(stderr).toContain(await told.textContent())
    await expect.poll(() => number(page, 'k').getAttribute('aria-invalid')).toBe('true')
    await goTo(page, 'Run')
    await expect.poll(() => page.getByRole('button', { name: 'Start the run' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Go to Privacy and goal' }).click()
    await enter(page, 'k', '5')
    await told.waitFor({ state: 'detached' })
  })

  it('sets goals: a target, a point of preference, metrics with weights', async () => {
    const { page } = studio
    const choose = (name: string) => radio(page, name).click()
    await choose('classification')
    expect(await savedJob(studio, 'job.yaml')).toMatchObject({ goal: 'classification' })

    await choose('a balance of loss')
    await enter(page, 'NWP that is accepted', '0.35')
    await enter(page, 'NECD that is accepted', '0.6')
    expect(await savedJob(studio, 'job.yaml')).toMatchObject({
      goal: 'preference',
      preference: { NWP: 0.35, NECD: 0.6 },
    })
    await expectNoFaults(studio)

    await choose('metrics by name')
    await page.getByRole('button', { name: 'Add a metric' }).click()
    await enter(page, 'Weight of metric 2', '3')
    const job = await savedJob(studio, 'job.yaml')
    expect(job.goal).toEqual([{ metric: 'LM' }, { metric: 'pairwise', weight: 3 }])
    expect(job.preference).toBeUndefined()
    await page.getByRole('button', { name: 'Remove metric 2' }).click()
    expect((await savedJob(studio, 'job.yaml')).goal).toEqual({ metric: 'LM' })
  })

  it('weighs columns', async () => {
    const { page } = studio
    await goTo(page, 'Data')
    await page.getByRole('button', { name: 'More …: more settings of age' }).click()
    await enter(page, 'weight', '2.5')
    await page.getByRole('button', { name: 'Done' }).click()
    const job = await savedJob(studio, 'job.yaml')
    expect(job.columns['age']).toMatchObject({ weight: 2.5 })
    expect(job.columns['sex']).not.toHaveProperty('weight')
    await expectNoFaults(studio)
    await goTo(page, 'Privacy and goal')
  })

  it('asks how far counts are off, with queries that are drawn or written down', async () => {
    const { page, folder } = studio
    await radio(page, 'queries drawn at random').click()
    await enter(page, 'How many queries', '50')
    expect((await savedJob(studio, 'job.yaml')).utility).toEqual({ workload: { count: 50 } })
    writeFileSync(join(folder, 'asked.txt'), 'age 30..39\nage 20..59, sex = Female\n')
    await radio(page, 'queries from a file').click()
    await enter(page, 'File beside the job', 'asked.txt')
    await expectNoFaults(studio)
    expect((await savedJob(studio, 'job.yaml')).utility).toEqual({ workload: 'asked.txt' })
    const { stdout } = await halftone(folder, ['run', 'job.yaml', '--json'])
    expect(JSON.parse(stdout).metrics).toHaveProperty('ARE')
  })

  it('asks for k^m-anonymity of baskets, in words', async () => {
    const { page } = studio
    await openJobFile(page, 'baskets.yaml')
    await goTo(page, 'Privacy and goal')
    await page.getByText('Anyone who knows up to 2 items of a person finds at least 2 baskets').waitFor()
    await enter(page, 'm', '3')
    await page.getByText('Anyone who knows up to 3 items').waitFor()
    expect((await savedJob(studio, 'baskets.yaml')).privacy).toEqual({ km: { k: 2, m: 3 } })
    await expectNoFaults(studio)
  })

  it('takes lists of constraints, groups and queries from files beside the job', async () => {
    const { page, folder } = studio
    await radio(page, 'certain sets of items').click()
    expect((await savedJob(studio, 'baskets.yaml')).privacy).toEqual({ k: 2, constraints: { generate: 'all' } })
    await radio(page, 'listed in a file').first().click()
    await page
      .getByText(/policy\.txt/)
      .first()
      .waitFor()
    for (const [name, text] of [
      ['policy.txt', 'tea milk\n'],
      ['together.txt', 'bread milk sugar tea\n'],
      ['sold.txt', 'tea\n'],
    ])
      writeFileSync(join(folder, name), text)
    await radio(page, 'groups that are listed').click()
    const files = page.getByRole('textbox', { name: 'File beside the job' })
    await files.nth(1).fill('together.txt')
    await files.nth(1).press('Enter')
    await enter(page, 'Items per query', '1')
    await enter(page, 'How many queries', '')
    const job = await savedJob(studio, 'baskets.yaml')
    expect(job.privacy).toEqual({ k: 2, constraints: 'policy.txt' })
    expect(job.utility).toEqual({ constraints: 'together.txt', workload: { size: 1, count: 'all' } })
    await radio(page, 'listed in a file').last().click()
    await files.nth(2).fill('sold.txt')
    await files.nth(2).press('Enter')
    expect((await savedJob(studio, 'baskets.yaml')).utility?.workload).toBe('sold.txt')
    const ended = await halftone(folder, ['run', 'baskets.yaml', '--force', '--json'])
    expect(ended.stderr).toBe('')
    expect(existsSync(join(folder, 'out/baskets.txt'))).toBe(true)
    await expectNoFaults(studio)
  })

  it('complains of nothing and asks nobody else', () => {
    expect(studio.complaints).toEqual([])
    expect(studio.foreign).toEqual([])
  })
})
