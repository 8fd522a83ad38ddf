/** The step Evaluate in a real browser: a release is judged, and the figures are those of the command line. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evaluateQueries } from '../../src/evaluate/evaluate-queries.ts'
import { DEFAULT_FOLDS, evaluateRelease } from '../../src/evaluate/evaluate-release.ts'
import { formatFigure } from '../../src/ground/format.ts'
import { readJob } from '../../src/plan/job.ts'
import type { TablePlan } from '../../src/plan/plan.ts'
import { readPlan } from '../../src/plan/read-plan.ts'
import { writeBasketsSample, writeCensusSample } from '../../src/sample/index.ts'
import { chromium } from '../browser.ts'
import { needs } from '../needs.ts'
import { openJobFile } from './job-steps.ts'
import { openStudio, type StudioPage } from './studio-page.ts'

/** Runs the job of the folder and waits for its release. */
async function release({ page, studio, folder }: StudioPage): Promise<void> {
  const job = readJob(readFileSync(join(folder, 'job.yaml'), 'utf8'), 'job.yaml')
  const api = async <T>(path: string, body?: unknown): Promise<T> => {
    const url = new URL(studio.url)
    const answer = await fetch(`${url.origin}/${url.searchParams.get('token')}/api/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(await answer.text())
    return (await answer.json()) as T
  }
  const { id } = await api<{ id: string }>('run', { job, base: '', name: 'job.yaml', force: true })
  await expect
    .poll(async () => (await api<{ status: string }>(`run/${id}`)).status, { timeout: 60_000 })
    .toBe('published')
  await page.getByRole('tab', { name: 'Evaluate' }).click()
  await page.getByRole('button', { name: 'Judge' }).waitFor()
}

describe('the step Evaluate', needs(chromium), () => {
  const samples = mkdtempSync(join(tmpdir(), 'halftone-evaluate-test-'))
  let census: StudioPage
  let baskets: StudioPage
  beforeAll(async () => {
    await writeCensusSample(join(samples, 'census'), { rows: 500, seed: 1 }, { force: true })
    await writeBasketsSample(join(samples, 'baskets'), { transactions: 400, items: 60, seed: 1 }, { force: true })
    census = await openStudio({ from: join(samples, 'census') })
    baskets = await openStudio({ from: join(samples, 'baskets') })
  })
  afterAll(async () => {
    await census?.close()
    await baskets?.close()
    rmSync(samples, { recursive: true, force: true })
  })

  it('says what is missing while there is no release', async () => {
    await census.page.getByRole('tab', { name: 'Evaluate' }).click()
    await census.page.getByText('A release is judged once there is one').waitFor()
    await openJobFile(census.page, 'job.yaml')
    await census.page.getByRole('tab', { name: 'Data' }).click()
  })

  it('judges a table by classifiers and queries, with the figures of the command line', async () => {
    const { page, folder } = census
    await release(census)
    for (const learner of ['Rule list', 'Logistic']) {
      await page.locator('label.check', { hasText: learner }).click()
    }
    const queries = [
      'age 30..50, sex = Female',
      'age 18..29, marital-status = Never-married',
      'education = Bachelor, sex = Male',
      'age 65..90, country = United-States',
    ].join('\n')
    await page.getByRole('textbox', { name: 'Queries' }).fill(queries)
    await page.setViewportSize({ width: 1280, height: 720 })
    const box = await page.getByRole('button', { name: 'Judge' }).boundingBox()
    expect(box?.y, 'in sight without scrolling').toBeLessThan(720)
    await page.getByRole('button', { name: 'Judge' }).click()
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.getByRole('heading', { name: 'Count queries' }).waitFor({ timeout: 120_000 })

    const job = readPlan(join(folder, 'job.yaml')) as TablePlan
    const file = { source: job.output.release, base: folder }
    const { learners, worst } = await evaluateRelease({
      job,
      release: file,
      learners: ['decision-tree'],
      folds: DEFAULT_FOLDS,
      seed: job.seed,
    })
    const row = page.getByRole('row', { name: /Decision tree/ })
    const cells = await row.getByRole('cell').allTextContents()
    const { original, release: released } = learners[0]
    expect(cells).toEqual([original.accuracy, released.accuracy, original.rocArea, released.rocArea].map(formatFigure))
    expect(await page.getByRole('row', { name: /Most frequent class/ }).textContent()).toContain(
      formatFigure(worst.accuracy),
    )
    const asked = await evaluateQueries({ job, release: file, workload: { file: 'queries', text: queries } })
    await expect.poll(() => page.locator('.tiles').textContent()).toContain(formatFigure(asked.metrics.ARE))
    expect(await census.faults()).toEqual([])
    await page.mouse.move(0, 0)
    await census.picture('08-evaluate')
  })

  it('judges only what still lies there: a release that a later run has replaced is neither offered nor judged', async () => {
    const { page, studio } = census
    await page.getByRole('tab', { name: 'Data' }).click()
    await release(census)
    await page.getByRole('button', { name: /Release$/ }).click()
    await expect
      .poll(() => page.getByRole('option').allInnerTexts())
      .toEqual([expect.stringMatching(/^2 · job\.yaml · lattice/)])
    await page.keyboard.press('Escape')
    const { origin, searchParams } = new URL(studio.url)
    const answer = await fetch(`${origin}/${searchParams.get('token')}/api/evaluate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ run: '1', learners: ['decision-tree'], folds: 2 }),
    })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('was replaced by run 2')
  })

  it('tells what is wrong with a query', async () => {
    const { page } = census
    await page.getByRole('textbox', { name: 'Queries' }).fill('agee 30..50')
    await page.getByRole('button', { name: 'Judge' }).click()
    await page.getByRole('alert').getByText(/agee/).waitFor({ timeout: 60_000 })
  })

  it('judges baskets by loss and queries', async () => {
    const { page } = baskets
    await release(baskets)
    await page.getByRole('button', { name: 'Judge' }).click()
    await page.getByRole('heading', { name: 'Baskets' }).waitFor({ timeout: 60_000 })
    await expect.poll(() => page.locator('.facts').textContent()).toContain('NCP')
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await baskets.faults()).toEqual([])
  })

  it('complains of nothing and asks nobody else', () => {
    for (const { complaints, foreign } of [census, baskets]) {
      expect(complaints).toEqual([])
      expect(foreign).toEqual([])
    }
  })
})
