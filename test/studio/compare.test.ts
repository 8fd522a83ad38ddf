/** The step Compare in a real browser: a grid is built, its report is shown, a run is opened as a result; the files are the command line's. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unbroken } from '../../src/ground/format.ts'
import { ruMap } from '../../src/report/study/ru-map.ts'
import { writeCensusSample } from '../../src/sample/index.ts'
import { readStudy } from '../../src/study/plan-study.ts'
import { runStudy } from '../../src/study/run-study.ts'
import { listChoices } from '../../src/study/study-map.ts'
import { chromium } from '../browser.ts'
import { needs } from '../needs.ts'
import { readStudyRows } from '../study-rows.ts'
import { openStudio, type StudioPage } from './studio-page.ts'

describe('the step Compare', needs(chromium), () => {
  let studio: StudioPage
  const sample = mkdtempSync(join(tmpdir(), 'halftone-compare-test-'))
  beforeAll(async () => {
    await writeCensusSample(sample, { rows: 500, seed: 1 }, { force: true })
    studio = await openStudio({ from: sample, first: 'job.yaml' })
  })
  afterAll(async () => {
    await studio?.close()
    rmSync(sample, { recursive: true, force: true })
  })
  const report = () => studio.page.frameLocator('iframe.study-report')
  const results = () => join(studio.folder, 'studies/census/results.csv')

  it('builds a grid, runs it, and shows its report', async () => {
    const { page } = studio
    await page
      .getByRole('heading', { name: /Columns|Rows|census/i })
      .first()
      .waitFor()
    await page.getByRole('tab', { name: 'Compare' }).click()
    await page.getByText('Lattice: the plainest labels').waitFor()
    await page.getByLabel('Name').fill('census')
    // Two that are quick: lattice is on already.
    await page
      .locator('label.check')
      .filter({ hasText: /genetic/i })
      .click()
    await page.locator('label.check', { hasText: /top-down/i }).click()
    await expect.poll(() => page.getByRole('checkbox', { name: /top-down/i }).isChecked()).toBe(true)
    await expect.poll(() => page.getByRole('checkbox', { name: /genetic/i }).isChecked()).toBe(false)
    await page.getByLabel('Values of k').fill('3, 5, 10')
    let requests = 0
    page.on('request', () => requests++)
    await page.getByRole('button', { name: /^Run \d+ jobs$/ }).click()
    await page.getByText('Finished', { exact: true }).waitFor({ timeout: 150_000 })
    // However much there is to tell, it comes by one stream.
    expect(requests).toBeLessThan(12)
    const rows = readStudyRows(results())
    expect(rows.map(({ algorithm, k }) => `${algorithm} ${k}`)).toEqual(
      ['lattice', 'top-down'].flatMap((name) => [3, 5, 10].map((k) => `${name} ${k}`)),
    )
    const drawn = () =>
      report()
        .locator('path.point')
        .evaluateAll((points) => [...new Set(points.map((point) => point.getAttribute('data-run')))].sort())
    await expect.poll(drawn).toEqual(
      ruMap(rows)
        .points.map(({ run }) => run)
        .sort(),
    )
    expect(await studio.faults()).toEqual([])
    await studio.picture('07-compare')
  })

  it('draws other axes as the core computes them', async () => {
    const { page } = studio
    await page.getByRole('button', { name: /Utility/ }).click()
    await page.getByRole('option', { name: /DM/ }).click()
    const [{ best }] = listChoices([ruMap(readStudyRows(results()), { utility: 'DM' })]).answers
    await report().getByText(unbroken(best)).waitFor()
  })

  it('opens a run as a result', async () => {
    const { page } = studio
    await page.getByRole('button', { name: /Run$/ }).click()
    await page.getByRole('option').first().click()
    expect(await studio.faults()).toEqual([])
    await page.getByRole('button', { name: 'Open as a result' }).click()
    await page.getByRole('tab', { name: 'Result', selected: true }).waitFor()
    const [{ run }] = readStudyRows(results())
    await expect
      .poll(() => existsSync(join(studio.folder, `studies/census/runs/${run}/release.csv`)), { timeout: 30_000 })
      .toBe(true)
  })

  it('writes a study that the command line finds finished, with nothing to repeat', async () => {
    const before = readFileSync(results(), 'utf8')
    const again = await runStudy(readStudy(join(studio.folder, 'studies/census.study.yaml')), {
      execute: () => Promise.reject(new Error('a run was repeated')),
    })
    expect(again.kept).toBe(again.runs)
    expect(readFileSync(results(), 'utf8')).toBe(before)
  })

  it('is as it was when the person comes back, in dark too, and has no serious fault', async () => {
    const { page } = studio
    await page.getByRole('tab', { name: 'Compare' }).click()
    await page.getByText('Finished', { exact: true }).waitFor()
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await studio.faults()).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
  })

  it('shows what a study has that was stopped before, at once, without running anything', async () => {
    writeFileSync(
      join(studio.folder, 'before.study.yaml'),
      'version: 1\njob: job.yaml\ngrid: { algorithm: [lattice], privacy.k: [3, 5, 10, 20] }\noutput: { folder: before }\n',
    )
    const abort = new AbortController()
    const { rows } = await runStudy(readStudy(join(studio.folder, 'before.study.yaml')), {
      signal: abort.signal,
      rows: (own) => own.length === 3 && abort.abort(),
    })
    const { page } = studio
    await page.getByRole('tab', { name: 'Data' }).click()
    await page.getByRole('tab', { name: 'Compare' }).click()
    await page.getByRole('button', { name: 'before.study.yaml' }).click()
    await page.getByText('3 of 4 runs').waitFor()
    const [{ best }] = listChoices([ruMap(rows)]).answers
    await report().getByText(unbroken(best)).waitFor()
    expect(existsSync(join(studio.folder, 'before/runs/4'))).toBe(false)
    expect(await studio.faults()).toEqual([])
  })

  it('complains of nothing and asks nobody else', () => {
    expect(studio.complaints).toEqual([])
    expect(studio.foreign).toEqual([])
  })
})
