/** The whole path in a real browser: a dropped file, its hierarchies, privacy, a run, a verified download; the job kept and reopened. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatCount } from '../../src/ground/format.ts'
import { readJob } from '../../src/plan/job.ts'
import type { RunResult } from '../../src/run.ts'
import type { Job } from '../../src/table/job-schema.ts'
import { chromium } from '../browser.ts'
import { halftone, listing } from '../end-to-end/workshop.ts'
import { needs } from '../needs.ts'
import { chooseFromJobMenu, dropFile, goTo, openJobFile } from './job-steps.ts'
import { openStudio, type StudioPage } from './studio-page.ts'

/** Three hundred people whom age, sex and town tell apart. */
const towns = ['Oslo', 'Bergen', 'Paris', 'Lyon', 'Nice']
const rows = Array.from({ length: 300 }, (_, i) => {
  const age = 20 + ((i * 37) % 50)
  return `Person ${i},${age},${i % 3 === 0 ? 'F' : 'M'},${towns[(i * 7) % 5]},${age > 45 ? 'high' : 'low'}`
})
const people = ['name,age,sex,town,income', ...rows, ''].join('\n')

describe('the whole path', needs(chromium), () => {
  let studio: StudioPage
  let release: Buffer
  let job: Job
  const file = (name: string) => join(studio.folder, name)
  beforeAll(async () => {
    studio = await openStudio()
  })
  afterAll(() => studio?.close())

  const start = () => studio.page.getByRole('button', { name: 'Start the run' }).click()
  const tile = (name: string) => studio.page.locator('.tiles div', { hasText: name }).locator('b').first().textContent()
  const command = async (...args: string[]): Promise<RunResult & { error?: string }> =>
    JSON.parse((await halftone(studio.folder, [...args, '--json'])).stdout)

  it('takes a dropped file and proposes roles and hierarchies', async () => {
    const { page } = studio
    await dropFile(page, 'people.csv', people)
    await page.getByText('300 rows, 5 columns').waitFor()
    expect(readFileSync(file('uploads/people.csv'), 'utf8')).toBe(people)
    await page.getByRole('button', { name: 'Role of income' }).click()
    await page.getByRole('option', { name: /^target/ }).click()
    await goTo(page, 'Hierarchies')
    await page.getByText('town').first().waitFor()
  })

  it('asks for privacy and a goal', async () => {
    const { page } = studio
    await goTo(page, 'Privacy and goal')
    const k = page.getByRole('textbox', { name: 'k', exact: true })
    await k.fill('7')
    await k.press('Enter')
    await page.getByText('every released row looks like at least 6 other rows').waitFor()
    await page.locator('label.radio', { hasText: 'classification' }).click()
  })

  it('saves the job, runs it, and shows the numbers of --json', async () => {
    const { page } = studio
    await chooseFromJobMenu(page, 'Save')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText(/saved as .*job\.yaml/).waitFor()
    const name = (await page.locator('.job-name').textContent()) as string
    job = readJob(readFileSync(file(name), 'utf8'), name)
    expect(job).toMatchObject({ privacy: { k: 7 }, goal: 'classification', columns: { income: { role: 'target' } } })
    await goTo(page, 'Run')
    await start()
    await page.getByRole('tab', { name: 'Result', selected: true }).waitFor()
    await page.getByText('Verified for k = 7').waitFor()
    const output = await releaseOf(name)
    release = readFileSync(output)
    const printed = await command('run', name, '--force')
    expect(readFileSync(output)).toEqual(release)
    expect(await tile('Rows in the release')).toBe(formatCount(printed.rows))
    expect(await tile('Suppressed rows')).toBe(formatCount(printed.suppressed as number))
    expect(await tile('Classes')).toBe(formatCount(printed.classes as number))
    expect(await tile('Smallest class')).toBe(formatCount(printed.smallestClass as number))
  })

  /** Where the job puts its release. */
  async function releaseOf(name: string): Promise<string> {
    const { job: own, base } = await opened(name)
    return join(studio.folder, base, own.output.release as string)
  }

  async function opened(name: string): Promise<{ job: Job; base: string }> {
    const base = name.includes('/') ? name.slice(0, name.lastIndexOf('/')) : ''
    return { job: readJob(readFileSync(file(name), 'utf8'), name), base }
  }

  it('gives the release away, which counts as promised', async () => {
    const { page } = studio
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download the release' }).click()
    const path = await (await download).path()
    expect(readFileSync(path)).toEqual(release)
    mkdirSync(file('taken'))
    writeFileSync(file('taken/release.csv'), release)
    const name = (await page.locator('.job-name').textContent()) as string
    expect(await command('verify', 'taken/release.csv', '--job', name)).toMatchObject({ verdict: 'holds' })
    expect(release.toString('utf8')).not.toContain('Person')
  })

  it('reopens the job, and it runs again with the same bytes', async () => {
    const { page } = studio
    const name = (await page.locator('.job-name').textContent()) as string
    await chooseFromJobMenu(page, 'New')
    await page.getByText('no job yet').waitFor()
    await page.getByRole('list', { name: 'Files in the folder' }).getByRole('button', { name, exact: true }).click()
    await page.getByText('300 rows, 5 columns').waitFor()
    await goTo(page, 'Run')
    await start()
    await page.getByRole('tab', { name: 'Result', selected: true }).waitFor()
    await page.getByText('Verified for k = 7').waitFor()
    expect(readFileSync((await releaseOf(name)).replace(/\.csv$/, '-2.csv'))).toEqual(release)
  })

  it('says what no tree covers, in the words of the command line, and releases nothing', async () => {
    const { page } = studio
    const name = (await page.locator('.job-name').textContent()) as string
    const { base } = await opened(name)
    const source = file('uploads/people.csv')
    renameSync(source, file('uploads/kept.csv'))
    writeFileSync(source, people.replace('Lyon', 'Atlantis'))
    writeFileSync(join(studio.folder, base, 'towns.json'), JSON.stringify(tree))
    await openJobFile(page, name)
    const own = await opened(name)
    const changed = {
      ...own.job,
      columns: { ...own.job.columns, town: { role: 'quasi-identifier', taxonomy: 'towns.json' } },
    }
    writeFileSync(
      file(join(base, 'towns.yaml')),
      JSON.stringify({ ...changed, output: { release: 'towns/release.csv' } }),
    )
    const uncovered = join(base, 'towns.yaml')
    await openJobFile(page, uncovered)
    await goTo(page, 'Run')
    await start()
    const told = page.locator('.notice.error .said')
    await told.waitFor()
    const { error } = await command('run', uncovered)
    expect(error).toContain('column "town": a value outside its taxonomy: "A…" (8 characters) in 1 row')
    expect(error).not.toContain('Atlantis')
    await expect.poll(() => told.textContent()).toBe(error)
    expect(existsSync(join(studio.folder, base, 'towns'))).toBe(false)
    rmSync(source)
    renameSync(file('uploads/kept.csv'), source)
  })

  it('says that a k is impossible, and releases nothing', async () => {
    const { page } = studio
    const withoutDraft = () => listing(studio.folder).filter((line) => !line.startsWith('.halftone-draft'))
    const before = withoutDraft()
    await goTo(page, 'Privacy and goal')
    const k = page.getByRole('textbox', { name: 'k', exact: true })
    await k.fill('301')
    await k.press('Enter')
    await page.getByText('every released row looks like at least 300 other rows').waitFor()
    await goTo(page, 'Run')
    await page.getByText('k must be at most the number of rows, 300; got 301').waitFor()
    expect(await page.getByRole('button', { name: 'Start the run' }).isDisabled()).toBe(true)
    expect(withoutDraft()).toEqual(before)
  })

  it('says what is wrong with a file, and keeps what is open', async () => {
    const { page } = studio
    await goTo(page, 'Data')
    const name = await page.locator('.job-name').textContent()
    await dropFile(page, 'empty.csv', '')
    await page.getByRole('button', { name: 'Discard the changes' }).click()
    await page.getByRole('alert').waitFor()
    await expect.poll(() => page.getByRole('alert').textContent()).toMatch(/empty/)
    await expect.poll(() => page.locator('.job-name').textContent()).toBe(name)
    expect(readdirSync(studio.folder).filter((own) => own.startsWith('.') && own !== '.halftone-draft.json')).toEqual(
      [],
    )
  })

  it('complains of nothing and asks nobody else', () => {
    expect(studio.complaints).toEqual([])
    expect(studio.foreign).toEqual([])
  })
})

const tree = {
  name: 'Europe',
  children: [
    { name: 'Norway', children: [{ name: 'Oslo' }, { name: 'Bergen' }] },
    { name: 'France', children: [{ name: 'Paris' }, { name: 'Lyon' }, { name: 'Nice' }] },
  ],
}
