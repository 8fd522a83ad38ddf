/** Nothing is lost: addresses, files that two people change, runs and releases that outlive the browser and the studio. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startStudio } from '../../studio/server/start.ts'
import { chromium } from '../browser.ts'
import { readRelease } from '../end-to-end/workshop.ts'
import { needs } from '../needs.ts'
import { chooseFromJobMenu, dropFile, goTo, openJobFile } from './job-steps.ts'
import { openStudioOnCensus, type StudioRuns } from './start-run.ts'

describe('the studio', needs(chromium), () => {
  let studio: StudioRuns
  beforeAll(async () => {
    studio = await openStudioOnCensus(400)
  })
  afterAll(() => studio?.close())
  const address = () => new URL(studio.page.url()).pathname.split('/').slice(2).join('/')
  const place = (path: string) => new URL(path, studio.page.url().replace(/^(http:\/\/[^/]+\/[^/]+\/).*/, '$1')).href
  const job = () => readFileSync(join(studio.folder, 'job.yaml'), 'utf8')
  const k = () => studio.page.getByRole('textbox', { name: 'k', exact: true })
  const typeK = async (text: string) => {
    await k().fill(text)
    await k().press('Enter')
    await studio.page.getByText('job.yaml · not saved').waitFor()
  }

  it('has an address and a title for every step, and follows back, forward, reload and links', async () => {
    const { page } = studio
    await openJobFile(page, 'job.yaml')
    await goTo(page, 'Privacy and goal')
    await goTo(page, 'Run')
    expect(address()).toBe('run')
    await expect.poll(() => page.title()).toBe('Run · job.yaml · Halftone studio')
    await page.goBack()
    await page.getByRole('tab', { name: 'Privacy and goal', selected: true }).waitFor()
    expect(address()).toBe('privacy')
    await page.goForward()
    await page.getByRole('tab', { name: 'Run', selected: true }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: 'Start the run' }).waitFor()
    const other = await page.context().newPage()
    await other.goto(place('compare'))
    await other.getByRole('tab', { name: 'Compare', selected: true }).waitFor()
    await other.goto(place('no/such/page'))
    await other.getByText('The studio has no page /no/such/page').waitFor()
    await other.close()
  })

  it('asks before it replaces a file that somebody else has changed', async () => {
    const { page } = studio
    await goTo(page, 'Privacy and goal')
    await typeK('8')
    const theirs = job().replace(/k: \d+\b/, 'k: 9')
    writeFileSync(join(studio.folder, 'job.yaml'), theirs)
    await chooseFromJobMenu(page, 'Save')
    const window = page.getByRole('dialog', { name: 'Save the job' })
    await window.getByText('job.yaml was changed by somebody else').waitFor()
    expect(await studio.faults()).toEqual([])
    expect(job()).toBe(theirs)
    await window.getByRole('button', { name: 'Replace it' }).click()
    await window.waitFor({ state: 'detached' })
    await page.getByText('saved as job.yaml').waitFor()
    expect(job()).toMatch(/k: 8\b/)
  })

  it('opens the window Save with the name to be typed over, and Enter saves', async () => {
    const { page } = studio
    await chooseFromJobMenu(page, 'Save as …')
    await page.getByRole('dialog').waitFor()
    await expect.poll(() => page.evaluate('document.activeElement?.value')).toBe('job.yaml')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('copy.yaml')
    await page.keyboard.press('Enter')
    await page.getByText('saved as copy.yaml').waitFor()
    await page.keyboard.press('Tab')
  })

  it('leaves nothing of the file before while another one is counted', async () => {
    const { page } = studio
    await goTo(page, 'Data')
    await page.locator('.raw-risk dl').waitFor()
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/risk', async (route) => {
      await released
      // The page may have asked anew meanwhile.
      await route.continue().catch(() => {})
    })
    await page.evaluate('document.activeElement.blur()')
    await dropFile(page, 'next.csv', `age,town\n${Array.from({ length: 40 }, (_, i) => `${i},Oslo`).join('\n')}\n`)
    await page.getByRole('heading', { name: 'next.csv' }).waitFor()
    await expect.poll(() => page.locator('.raw-risk').textContent()).toBe('')
    release()
    await page.unroute('**/risk')
    // Anyone who has lost the focus with the page before goes on from the name of the file.
    await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe('next.csv')
  })

  it('starts and keeps trees of wide columns and of names as long as a paragraph', async () => {
    const { page } = studio
    const name = 'Where were you born, and if not here, when did you come, '.repeat(6).trim()
    const rows = Array.from({ length: 6000 }, (_, i) => `word${(i * 7919) % 6000},${['north', 'south', 'east'][i % 3]}`)
    await dropFile(page, 'wide.csv', [`street,"${name}"`, ...rows, ''].join('\n'))
    await page.getByRole('heading', { name: 'wide.csv' }).waitFor()
    for (const column of ['street', name]) {
      await page.getByRole('button', { name: `Role of ${column}` }).click()
      await page.getByRole('option', { name: /^quasi-identifier/ }).click()
    }
    await goTo(page, 'Hierarchies')
    await page.getByRole('option', { name: /street/ }).click()
    await page.getByText('6,000').first().waitFor()
    await goTo(page, 'Run')
    await page.getByText('It promises').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(readdirSync(join(studio.folder, 'taxonomies')).filter((file) => file.startsWith('Where-were'))).toHaveLength(
      1,
    )
  })

  it('shows a run and its queue to anyone who opens the address again, and lets them stop both', async () => {
    const { page } = studio
    const long = {
      job: { ...studio.job, algorithm: { name: 'genetic', population: 300, iterations: 50_000_000, patience: 0 } },
      base: '',
      name: 'job.yaml',
      force: true,
    }
    const { id } = await studio.ask<{ id: string }>('run', long)
    const { id: next } = await studio.ask<{ id: string }>('run', { ...long, job: studio.job })
    const context = await page.context().browser()?.newContext()
    const again = await context?.newPage()
    if (again === undefined) throw new Error('no browser')
    again.setDefaultTimeout(120_000)
    await again.goto(studio.studio.url)
    await again.getByRole('button', { name: /^running/ }).click()
    await again.getByText('Its job is not open here').waitFor()
    await again.getByText(`Run ${next} · job.yaml`).waitFor()
    // How long the one at work still takes, and with it when the next begins.
    await again.getByText(/% · about .* left$/).waitFor()
    await again.getByText(/^The first of them begins in about /).waitFor()
    expect(await again.title()).toMatch(/^running/)
    await again.getByRole('button', { name: 'Cancel the run' }).click()
    // The next one has its turn, and is published.
    expect((await studio.ended(id)).status).toBe('cancelled')
    expect((await studio.ended(next)).status).toBe('published')
    await again.goto(place(`result/${next}/evidence`))
    await again.getByRole('tab', { name: 'Evidence', selected: true }).waitFor()
    await again.reload()
    await again.getByRole('tab', { name: 'Evidence', selected: true }).waitFor()
    expect(await again.title()).toContain(`Result of run ${next}`)
    await context?.close()
  })

  it('leaves a phone its screen', async () => {
    const { page } = studio
    await page.setViewportSize({ width: 390, height: 844 })
    await goTo(page, 'Result')
    await page
      .getByText(/Verified/)
      .first()
      .waitFor()
    expect((await page.locator('header.top').boundingBox())?.height).toBeLessThan(844 * 0.15)
    await page.evaluate('window.scrollTo(0, 600)')
    expect((await page.locator('header.top').boundingBox())?.y).toBeLessThan(-50)
    expect(await studio.faults()).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('has results and what they are judged by after it was started again, from their files alone', async () => {
    const { page, folder } = studio
    const next = await startStudio({ folder, threads: 2 })
    try {
      const again = await page.context().newPage()
      await again.goto(next.url)
      await goTo(again, 'Result')
      await again
        .getByText(/Verified/)
        .first()
        .waitFor()
      await goTo(again, 'Try')
      expect(new URL(again.url()).pathname).toMatch(/\/result\/e-[0-9a-f]{10}\/what-if$/)
      await again.getByRole('button', { name: /age.*Column$/ }).waitFor()
      await again.close()
    } finally {
      await next.close()
    }
  })

  it('says what a release cost, what its classes give away, who could use it, and prints it to be signed', async () => {
    const { page, folder } = studio
    await goTo(page, 'Result')
    await goTo(page, 'Summary')
    const cost = page.getByRole('list', { name: 'Detail that is kept, by column' })
    const manifest = JSON.parse(readFileSync(join(folder, 'out/private/release.manifest.json'), 'utf8'))
    await expect.poll(() => cost.getByRole('listitem').count()).toBe(manifest.judgement.detail.length)
    await goTo(page, 'Risk')
    // Counted by hand on the written file: classes whose rows all have one income.
    const names: string[] = manifest.columns.flatMap((own: { name: string; role: string }) =>
      own.role === 'quasi-identifier' ? [own.name] : [],
    )
    const classes = new Map<string, Set<string>>()
    for (const row of readRelease(join(folder, 'out/release.csv'))) {
      const key = names.map((name) => row[name]).join('|')
      if (/[^*|]/.test(key)) classes.set(key, (classes.get(key) ?? new Set()).add(row['income']))
    }
    const same = [...classes.values()].filter(({ size }) => size === 1).length
    const learned = page.getByRole('table', { name: 'What can be learned of each column' })
    const cells = learned.getByRole('row', { name: /^income/ }).getByRole('cell')
    await expect.poll(() => cells.nth(0).textContent()).toBe(String(classes.size))
    await expect.poll(() => cells.nth(1).textContent()).toMatch(same === 0 ? /^none$/ : new RegExp(`^${same} \\(`))
    const lab = page.getByRole('table', { name: 'Attackers and their success' })
    await lab.getByRole('row', { name: /linkage tightest class/ }).waitFor()
    await lab.getByRole('row', { name: /narrowing A1/ }).waitFor()
    expect(await studio.faults()).toEqual([])
    await goTo(page, 'Summary')
    const address = await page.getByRole('link', { name: 'Data sheet' }).getAttribute('href')
    const text = await (await fetch(address ?? '')).text()
    expect(text).toContain(manifest.output[0].sha256)
    expect(text).toContain('Approved for release by')
  })

  it('complains of nothing and asks nobody else', () => {
    expect(studio.complaints).toEqual([])
    expect(studio.foreign).toEqual([])
  })
})
