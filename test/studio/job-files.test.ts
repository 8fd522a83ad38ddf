/** Job files in a real browser: a job made in the studio runs on the command line with the same bytes, and the other way round. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readJob } from '../../src/plan/job.ts'
import { chromium } from '../browser.ts'
import { halftone, peopleFiles, writeFiles } from '../end-to-end/workshop.ts'
import { needs } from '../needs.ts'
import { chooseFromJobMenu, goTo, openJobFile } from './job-steps.ts'
import { openStudio, type StudioPage } from './studio-page.ts'

const commented = `# The release of this spring.
version: 1
data: { source: people.csv }
columns:
  name: { role: identifier } # never released
  age: { role: quasi-identifier, type: numeric }
  sex: { role: quasi-identifier, order: [F, M] }
  city: { role: quasi-identifier, taxonomy: city.json }
  income: { role: target }
privacy:
  k: 2 # agreed with the board
output: { release: out/release.csv }
`

describe('job files', needs(chromium), () => {
  let studio: StudioPage
  const file = (name: string) => join(studio.folder, name)
  const read = (name: string) => readFileSync(file(name), 'utf8')
  beforeAll(async () => {
    studio = await openStudio()
    writeFiles(studio.folder, { ...peopleFiles, 'job.yaml': commented })
  })
  afterAll(() => studio?.close())

  const run = async () => {
    await goTo(studio.page, 'Run')
    await studio.page.getByRole('button', { name: 'Start the run' }).click()
    await studio.page.getByRole('tab', { name: 'Result', selected: true }).waitFor()
  }

  it('opens one from the list, and says which it is', async () => {
    const { page } = studio
    await page.getByText('no job yet').waitFor()
    await chooseFromJobMenu(page, 'Open …')
    await page.getByRole('dialog').getByRole('button', { name: 'job.yaml', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => page.locator('.job-name').textContent()).toBe('job.yaml')
  })

  it('gives the same bytes in the studio and on the command line', async () => {
    await run()
    const bytes = readFileSync(file('out/release.csv'))
    rmSync(file('out'), { recursive: true })
    expect((await halftone(studio.folder, ['run', 'job.yaml'])).code).toBe(0)
    expect(readFileSync(file('out/release.csv'))).toEqual(bytes)
    rmSync(file('out'), { recursive: true })
  })

  it('saves before it opens another one, where that is wanted', async () => {
    const { page } = studio
    await goTo(page, 'Privacy and goal')
    const k = page.getByRole('textbox', { name: 'k', exact: true })
    const type = async (text: string) => {
      await k.fill(text)
      await k.press('Enter')
      await page.getByText('job.yaml · not saved').waitFor()
    }
    await type('4')
    await chooseFromJobMenu(page, 'Open …')
    await page.getByText('job.yaml does not have the changes yet.').waitFor()
    await page.getByRole('button', { name: 'Save and go on' }).click()
    await page.getByRole('heading', { name: 'Open a job' }).waitFor()
    expect(read('job.yaml')).toBe(commented.replace('k: 2', 'k: 4'))
    await page.getByRole('button', { name: 'Cancel' }).click()
    await type('2')
    await chooseFromJobMenu(page, 'Save')
    await expect.poll(() => read('job.yaml')).toBe(commented)
  })

  it('saves a change with the comments of the file, and the command line runs it with the same bytes', async () => {
    const { page } = studio
    await goTo(page, 'Privacy and goal')
    const k = page.getByRole('textbox', { name: 'k', exact: true })
    await k.fill('3')
    await k.press('Enter')
    await page.getByText('job.yaml · not saved').waitFor()
    await page.getByText('every released row looks like at least 2 other rows').waitFor()
    await chooseFromJobMenu(page, 'Save')
    await page.getByText('saved as job.yaml').waitFor()
    expect(read('job.yaml')).toBe(commented.replace('k: 2', 'k: 3'))
    await run()
    const bytes = readFileSync(file('out/release.csv'))
    rmSync(file('out'), { recursive: true })
    expect((await halftone(studio.folder, ['run', 'job.yaml'])).code).toBe(0)
    expect(readFileSync(file('out/release.csv'))).toEqual(bytes)
  })

  it('shows the command that does the same, and the file, to be copied', async () => {
    const { page } = studio
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await chooseFromJobMenu(page, 'Show the command and YAML')
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByRole('region', { name: 'The command' }).locator('pre').textContent()).toBe(
      'halftone run job.yaml',
    )
    await expect
      .poll(() => dialog.getByRole('region', { name: 'job.yaml' }).locator('pre').textContent())
      .toBe(read('job.yaml'))
    await dialog.getByRole('button', { name: 'Copy The command' }).click()
    await dialog.getByRole('button', { name: 'Copied The command' }).waitFor()
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('halftone run job.yaml')
    expect(await studio.faults()).toEqual([])
    await page.keyboard.press('Escape')
  })

  it('saves under another name and in another folder, asks before it replaces, and opens it again', async () => {
    const { page } = studio
    await chooseFromJobMenu(page, 'Save as …')
    await page.getByLabel('File', { exact: true }).fill('jobs/spring.yaml')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('saved as jobs/spring.yaml').waitFor()
    expect(readJob(read('jobs/spring.yaml'), 'spring.yaml')).toMatchObject({
      data: { source: '../people.csv' },
      privacy: { k: 3 },
      output: { release: '../out/release.csv' },
    })
    const bytes = readFileSync(file('out/release.csv'))
    expect((await halftone(studio.folder, ['run', 'jobs/spring.yaml', '--force'])).code).toBe(0)
    expect(readFileSync(file('out/release.csv'))).toEqual(bytes)

    await chooseFromJobMenu(page, 'Save as …')
    await page.getByLabel('File', { exact: true }).fill('job.yaml')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('job.yaml exists already').waitFor()
    expect(await studio.faults()).toEqual([])
    await page.getByRole('button', { name: 'Cancel' }).click()

    await chooseFromJobMenu(page, 'New')
    await page.getByText('no job yet').waitFor()
    await openJobFile(page, 'jobs/spring.yaml')
    await expect.poll(() => page.locator('.job-name').textContent()).toBe('jobs/spring.yaml')
  })

  it('says what is wrong with a file, in the words of the command line', async () => {
    const { page } = studio
    writeFiles(studio.folder, { 'bad.yaml': commented.replace('k: 2', 'k: none') })
    await chooseFromJobMenu(page, 'Open …')
    await page.getByLabel('Job file', { exact: true }).fill('bad.yaml')
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    const told = page.getByRole('dialog').getByRole('alert').locator('.said')
    const { stderr } = await halftone(studio.folder, ['run', 'bad.yaml'])
    expect(stderr).toContain((await told.textContent()) ?? 'nothing')
    await page.getByLabel('Job file', { exact: true }).fill('../outside.yaml')
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.getByText(/lies outside the folder/).waitFor()
    await page.keyboard.press('Escape')
    expect(existsSync(file('../outside.yaml'))).toBe(false)
  })

  it('complains of nothing and asks nobody else', () => {
    expect(studio.complaints).toEqual([])
    expect(studio.foreign).toEqual([])
  })
})
