/** The step Run in a real browser: start, watch, keep the best, cancel, replace. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatCount } from '../../src/ground/format.ts'
import { chromium } from '../browser.ts'
import { halftone, listing, writeCensus } from '../end-to-end/workshop.ts'
import { needs } from '../needs.ts'
import { goTo, openJobFile } from './job-steps.ts'
import { openStudio, type StudioPage } from './studio-page.ts'

describe('the page Run', needs(chromium), () => {
  let studio: StudioPage
  let before: string[]
  beforeAll(async () => {
    studio = await openStudio()
    await writeCensus(studio.folder, 3000)
    const job = readFileSync(join(studio.folder, 'job.yaml'), 'utf8')
    const long = job.replace(
      /^algorithm:.*$/m,
      'algorithm: { name: genetic, preset: paper, population: 500, iterations: 20000000 }',
    )
    writeFileSync(join(studio.folder, 'long.yaml'), long)
    before = listing(studio.folder)
  })
  afterAll(() => studio?.close())

  const start = () => studio.page.getByRole('button', { name: 'Start the run' }).click()
  const searching = async () => {
    await studio.page.getByRole('button', { name: 'Keep the best so far', disabled: false }).waitFor()
    await studio.page.locator('.tiles div', { hasText: 'Best value' }).waitFor()
  }
  const done = async () => {
    const tile = studio.page.locator('.tiles div', { hasText: 'Done' }).locator('b')
    return Number(((await tile.textContent()) ?? '').replaceAll(',', ''))
  }

  it('says that there is no job yet', async () => {
    await goTo(studio.page, 'Run')
    await studio.page.getByText('There is no job yet').waitFor()
  })

  it('offers only algorithms for tables, with the options of their records', async () => {
    const { page } = studio
    await openJobFile(page, 'long.yaml')
    await page.getByText(/^All methods/).click()
    await page.getByRole('button', { name: /Algorithm$/ }).click()
    const names = (await page.getByRole('option').allInnerTexts()).join('\n')
    expect(names).toMatch(/^Lattice$/m)
    expect(names).toMatch(/^Bottom-up generalization \(bottom-up\)$/m)
    expect(names).not.toMatch(/apriori/i)
    expect(await studio.faults(), 'an open list').toEqual([])
    await page.keyboard.press('Escape')
    await page.getByText('Options', { exact: false }).first().click()
    await expect.poll(() => page.getByRole('textbox', { name: 'population' }).inputValue()).toBe('500')
  })

  it('keeps what is said beside a preset, also where it is the default; what is not said has no default then', async () => {
    const { page } = studio
    const islands = page.getByRole('textbox', { name: 'islands' })
    const improve = page.getByRole('button', { name: /improve$/ })
    await expect.poll(() => islands.inputValue()).toBe('')
    await expect.poll(() => improve.textContent()).toContain('Choose')
    await islands.fill('4')
    await islands.press('Enter')
    const options = page.locator('summary', { hasText: 'Options' })
    await expect
      .poll(() => options.textContent())
      .toContain('preset: "paper", population: 500, iterations: 20000000, islands: 4')
    await islands.fill('')
    await islands.press('Enter')
    await expect.poll(() => options.textContent()).not.toContain('islands')
    await options.click()
    await openJobFile(page, 'long.yaml')
  })

  it('makes progress', async () => {
    await start()
    await searching()
    const before = await done()
    await expect.poll(done, { timeout: 60_000 }).toBeGreaterThan(before)
    await studio.picture('04-run')
  })

  it('has no serious accessibility fault while a run goes on, in light and dark', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await studio.page.emulateMedia({ colorScheme })
      expect(await studio.faults(colorScheme), colorScheme).toEqual([])
    }
    await studio.page.emulateMedia({ colorScheme: 'light' })
  })

  it('cancels a run, and nothing of it is left', async () => {
    const { page } = studio
    await page.getByRole('button', { name: 'Cancel the run' }).click()
    await page.getByText('cancelled; nothing was written').waitFor()
    expect(listing(studio.folder)).toEqual(before)
  })

  it('keeps the best so far: it is published, verified, and the result is shown', async () => {
    const { page } = studio
    await start()
    await searching()
    await page.getByRole('button', { name: 'Keep the best so far' }).click()
    await page.getByRole('tab', { name: 'Result', selected: true }).waitFor()
    expect(existsSync(join(studio.folder, 'out/release.csv'))).toBe(true)
    const ended = await halftone(studio.folder, ['verify', 'out/release.csv', '--job', 'long.yaml', '--json'])
    expect(ended.code).toBe(0)
  })

  it('numbers files rather than replace those of another run, and shows the figures of --json', async () => {
    const { page } = studio
    await openJobFile(page, 'job.yaml')
    await goTo(page, 'Run')
    await start()
    await page.getByRole('tab', { name: 'Result', selected: true }).waitFor()
    const bytes = readFileSync(join(studio.folder, 'out/release-2.csv'))
    expect(existsSync(join(studio.folder, 'out/report-2.html'))).toBe(true)
    const { stdout } = await halftone(studio.folder, ['run', 'job.yaml', '--force', '--json'])
    expect(readFileSync(join(studio.folder, 'out/release.csv'))).toEqual(bytes)
    const result = JSON.parse(stdout)
    const tile = (name: string) => page.locator('.tiles div', { hasText: name }).locator('b').first().textContent()
    expect(await tile('Smallest class')).toBe(formatCount(result.smallestClass))
    expect(await tile('Suppressed rows')).toBe(formatCount(result.suppressed))
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download the release' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('release-2.csv')
    expect(readFileSync(await download.path())).toEqual(bytes)
  })

  it('says before the start why a job cannot run on this data, and leads to where it can be changed', async () => {
    const { page } = studio
    const job = readFileSync(join(studio.folder, 'job.yaml'), 'utf8')
    rmSync(join(studio.folder, 'out'), { recursive: true })
    writeFileSync(join(studio.folder, 'impossible.yaml'), job.replace(/^ {2}k: .*$/m, '  k: 5000'))
    await openJobFile(page, 'impossible.yaml')
    await goTo(page, 'Run')
    await page.getByText('k must be at most the number of rows, 3,000; got 5,000').waitFor()
    const ended = await halftone(studio.folder, ['run', 'impossible.yaml', '--json'])
    expect(JSON.parse(ended.stdout).error).toContain('k must be at most the number of rows, 3000; got 5000')
    expect(await page.getByRole('button', { name: 'Start the run' }).isDisabled()).toBe(true)
    expect(existsSync(join(studio.folder, 'out'))).toBe(false)
    await page.getByRole('button', { name: 'Go to Privacy and goal' }).click()
    await page.getByRole('tab', { name: 'Privacy and goal', selected: true }).waitFor()
  })

  it('complains of nothing and asks nobody else', () => {
    expect(studio.complaints).toEqual([])
    expect(studio.foreign).toEqual([])
  })
})
