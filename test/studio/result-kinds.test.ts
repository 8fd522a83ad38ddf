/** Results of every kind of search: another point of a trail or a front is released from the page; baskets have a page of their own. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatCount, formatFigure, groupDigits } from '../../src/ground/format.ts'
import { readJob } from '../../src/plan/job.ts'
import { samples } from '../../src/sample/index.ts'
import type { LearnedColumn } from '../../src/verification/attribute-risk.ts'
import { chromium } from '../browser.ts'
import { writeCensus } from '../end-to-end/workshop.ts'
import { needs } from '../needs.ts'
import { openJobFile, openPart } from './job-steps.ts'
import { type StudioRuns, withRuns } from './start-run.ts'
import { openStudio } from './studio-page.ts'

describe('the result of', needs(chromium), () => {
  let studio: StudioRuns
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'halftone-kinds-'))
    try {
      await writeCensus(folder, 600)
      const baskets = samples.find(({ name }) => name === 'baskets')
      await baskets?.write(join(folder, 'shop'), { transactions: 300, items: 40 }, { force: true })
      const clinic = samples.find(({ name }) => name === 'clinic')
      await clinic?.write(join(folder, 'clinic'), { patients: 400 }, { force: true })
      const job = readJob(readFileSync(join(folder, 'job.yaml'), 'utf8'), 'job.yaml')
      studio = withRuns(await openStudio({ from: folder }), job)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
  afterAll(() => studio?.close())

  const tab = (name: string): Locator => studio.page.getByRole('tab', { name, exact: true })
  const show = async () => {
    await tab('Data').click()
    await tab('Result').click()
  }
  const pick = async (id: string) => {
    await studio.page.getByRole('button', { name: /Run$/ }).click()
    await studio.page.getByRole('option', { name: new RegExp(`^${id} ·`) }).click()
  }

  const releaseAnother = async (title: string) => {
    await studio.page.getByRole('button', { name: /Another release$/ }).click()
    await studio.page.getByRole('option', { name: new RegExp(`^${title}( |$)`) }).click()
    await studio.page.getByRole('button', { name: 'Release it', exact: true }).click()
  }

  it('bottom-up: the release for another k comes from the trail, without a search', async () => {
    const { page } = studio
    // Without suppression: a trail with figures that a suppressed person decides is not drawn.
    const first = await studio.run((job) => ({
      ...job,
      privacy: { ...job.privacy, 'suppression-limit': 0 },
      algorithm: { name: 'bottom-up', preset: 'paper' },
    }))
    await show()
    await openPart(studio.page, 'Other releases')
    await page.getByRole('img', { name: /^LM along the trail/ }).waitFor()
    const choice = first.report?.trail?.choices.find(({ released }) => !released)
    if (choice === undefined) throw new Error('the trail has one point only')
    await releaseAnother(`k = ${formatCount(choice.k)}`)
    const second = await studio.ended(String(Number(first.id) + 1))
    expect(second).toMatchObject({ status: 'published', result: { verification: { verdict: 'holds' } } })
    expect(second.result).toMatchObject({ suppressed: choice.suppressed, classes: choice.classes })
    expect(second.result?.metrics?.['LM']).toBe(choice.figures['LM'])
    await tab('Summary').click()
    await page.getByText(`Verified for k = ${formatCount(choice.k)}`).waitFor()

    await pick(first.id)
    await page.getByText(`The files of this run were replaced by run ${second.id}.`, { exact: false }).waitFor()
    expect(await studio.faults()).toEqual([])
    await openPart(studio.page, 'Rows')
    await page.getByText(`the release of run ${first.id} was replaced by run ${second.id}`, { exact: false }).waitFor()
  })

  it('pareto: another point of the front is released by its number', async () => {
    const { page } = studio
    const first = await studio.run((job) => ({
      ...job,
      privacy: { ...job.privacy, 'suppression-limit': 0 },
      algorithm: { name: 'pareto', population: 40, evaluations: 800 },
      output: { release: 'out/front.csv' },
    }))
    await show()
    await pick(first.id)
    await openPart(studio.page, 'Other releases')
    await page.getByRole('img', { name: /points by/ }).waitFor()
    const front = first.report?.front
    const other = front?.chosen === 2 ? 1 : 2
    expect(await studio.faults()).toEqual([])
    await releaseAnother(`Point ${other}`)
    const second = await studio.ended(String(Number(first.id) + 1))
    expect(second.result).toMatchObject({
      suppressed: front?.points[other - 1].suppressed,
      classes: front?.points[other - 1].classes,
      value: front?.points[other - 1].value,
    })
    expect(second.report?.front?.chosen).toBe(other)
  })

  it('boxes: what-if asks for another k by a short search, and what is good goes into the job', async () => {
    const { page } = studio
    const run = await studio.run((job) => ({
      ...job,
      algorithm: { name: 'boxes', rounds: 15 },
      output: { release: 'out/boxes.csv' },
    }))
    await openJobFile(page, 'job.yaml')
    await show()
    await pick(run.id)
    await openPart(studio.page, 'What-if')
    const figures = page.getByRole('table', { name: 'The job as it is, and the question' })
    const classes = figures.getByRole('row').filter({ hasText: 'Classes' })
    await classes.getByText(formatCount(run.result?.classes ?? 0), { exact: true }).waitFor()
    const k = page.getByRole('textbox', { name: 'k, the smallest class' })
    await k.fill('40')
    await k.press('Tab')
    await page.getByRole('button', { name: 'Try it' }).click()
    const smallest = figures.getByRole('row').filter({ hasText: 'Smallest class' }).getByRole('cell').last()
    await expect.poll(async () => Number(await smallest.innerText()), { timeout: 30_000 }).toBeGreaterThanOrEqual(40)
    expect(await studio.faults()).toEqual([])
    await page.getByRole('button', { name: 'Take it into the job' }).click()
    await tab('Privacy and goal').click()
    await expect.poll(() => page.getByRole('textbox', { name: 'k', exact: true }).inputValue()).toBe('40')
  })

  it('a search that may suppress everything: nothing is called kept that is not there', async () => {
    const { page } = studio
    const levels = Object.fromEntries(
      Object.entries(studio.job.columns).flatMap(([name, { role }]) =>
        role === 'quasi-identifier' ? [[name, [0]]] : [],
      ),
    )
    const run = await studio.run((job) => ({
      ...job,
      privacy: { k: 300, 'suppression-limit': 1 },
      algorithm: { name: 'lattice', levels },
      output: { release: 'out/empty.csv' },
    }))
    expect(run.result).toMatchObject({ suppressed: 600, classes: 0 })
    await show()
    await pick(run.id)
    await page.getByText('Verified, but empty').waitFor()
    await openPart(studio.page, 'Rows')
    await page.getByRole('grid', { name: 'Rows after' }).locator('mark').first().waitFor()
    await openPart(studio.page, 'What-if')
    await page.getByText('600 rows suppressed, at most 600 may be', { exact: false }).waitFor()
  })

  it('baskets: tokens, supports and checks', async () => {
    const { page, folder } = studio
    const job = readJob(readFileSync(join(folder, 'shop', 'job.yaml'), 'utf8'), 'job.yaml')
    const run = await studio.run(() => job, { base: 'shop' })
    await show()
    await pick(run.id)
    await page.getByText('Verified for k = 5').waitFor()
    const { baskets, metrics, verification } = run.result ?? {}
    await page.getByRole('heading', { name: 'What it cost' }).waitFor()
    await page.getByText(/of all entries in baskets still name their item/).waitFor()
    const tile = page.locator('.tiles div', { hasText: 'Different tokens' }).locator('b')
    await expect.poll(() => tile.textContent()).toBe(formatCount(baskets?.tokens as number))
    await page.getByRole('table', { name: 'Sets of items by the baskets that fit' }).waitFor()
    await openPart(studio.page, 'Rows')
    await page.getByRole('grid', { name: 'Rows after' }).locator('mark').first().waitFor()
    await tab('Items').click()
    await page.getByRole('table', { name: 'Generalized items' }).waitFor()
    await openPart(studio.page, 'Evidence')
    await page
      .getByRole('row', { name: /^NCP/ })
      .getByText(formatFigure(metrics?.['NCP'] as number))
      .waitFor()
    // Baskets have no cuts to move.
    expect(await tab('What-if').count()).toBe(0)
    await openPart(studio.page, 'Evidence')
    for (const { found } of verification?.checks ?? [])
      await page.getByText(groupDigits(found), { exact: true }).waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const name of ['Summary', 'Items', 'Evidence']) {
        await tab(name).click()
        expect(await studio.faults(colorScheme), `${name} in ${colorScheme}`).toEqual([])
      }
    }

    // A basket that is gone is shown.
    const release = run.result?.release as string
    const bytes = readFileSync(release, 'utf8')
    writeFileSync(release, bytes.slice(bytes.indexOf('\n') + 1))
    await page.getByRole('button', { name: 'Count the file now' }).click()
    await page.getByText('do not belong together', { exact: false }).waitFor()
    writeFileSync(release, bytes)
    await page.getByRole('button', { name: 'Count the file now' }).click()
    await page.getByText('The file on the disk keeps its promise', { exact: false }).waitFor()
  })

  it('a table with baskets: its job, candidates left, losses, rows, checks and every part without a fault', async () => {
    const { page, folder } = studio
    const text = readFileSync(join(folder, 'clinic', 'job.yaml'), 'utf8')
    const run = await studio.run(() => readJob(text, 'job.yaml'), { base: 'clinic' })
    expect(run).toMatchObject({ status: 'published', result: { verification: { verdict: 'holds' } } })
    await show()
    await pick(run.id)
    await page.getByText('Verified for k = 5').waitFor()
    const said = page.getByRole('region', { name: 'What columns and items say together' })
    await said.getByRole('table', { name: /^Candidates left for someone who knows the quasi-identifiers/ }).waitFor()
    await said
      .getByText(formatFigure(run.result?.mixed?.T as number), { exact: true })
      .first()
      .waitFor()
    for (const name of ['Rows', 'Risk', 'What-if', 'Beside another', 'Evidence', 'Summary']) {
      await openPart(page, name)
      expect(await page.getByRole('alert').allTextContents(), name).toEqual([])
      expect(await studio.faults(), name).toEqual([])
    }
    await openPart(page, 'Evidence')
    for (const { found } of run.result?.verification?.checks ?? [])
      await page.getByText(groupDigits(found), { exact: true }).first().waitFor()
    await openJobFile(page, 'clinic/job.yaml')
    for (const name of ['Data', 'Hierarchies', 'Privacy and goal', 'Run']) {
      await tab(name).click()
      expect(await page.getByRole('alert').allTextContents(), name).toEqual([])
      expect(await studio.faults(), name).toEqual([])
    }
  })

  it('counts the classes that are nearly sure, and lays two results beside each other', async () => {
    const { page } = studio
    const run = await studio.run((job) => ({ ...job, algorithm: 'lattice', output: { release: 'out/one.csv' } }))
    await show()
    await pick(run.id)
    await openPart(page, 'Risk')
    const [{ shares }] = await studio.ask<LearnedColumn[]>(`result/${run.id}/learned`)
    const sure = shares.filter(({ percent }) => percent >= 80).reduce((sum, own) => sum + own.classes, 0)
    const learned = page.getByRole('table', { name: 'What can be learned of each column' })
    const cells = learned.getByRole('row', { name: /^income/ }).getByRole('cell')
    await expect.poll(() => cells.last().textContent()).toMatch(sure === 0 ? /^none$/ : new RegExp(`^${sure} \\(`))

    const other = await studio.run((job) => ({
      ...job,
      privacy: { k: 25 },
      algorithm: { name: 'lattice' },
      output: { release: 'out/other.csv' },
    }))
    await openPart(studio.page, 'Beside another')
    await page.getByRole('button', { name: /The other result$/ }).click()
    await page.getByRole('option', { name: new RegExp(`^${other.id} ·`) }).click()
    const both = page.getByRole('table', { name: 'Both results, figure by figure' })
    const line = (name: string) =>
      both
        .getByRole('row', { name: new RegExp(`^${name}`) })
        .getByRole('cell')
        .allInnerTexts()
        .then((texts) => texts.map((text) => text.replace(/ ◂\s*better/, '')))
    await both.waitFor()
    await page
      .getByRole('table', { name: 'What differs in the two jobs' })
      .getByRole('row', { name: 'k 10 25' })
      .waitFor()
    expect(await line('Asked for')).toEqual(['Asked for', 'k = 10', 'k = 25'])
    expect(await line('Smallest class')).toEqual([
      'Smallest class',
      formatCount(run.result?.smallestClass as number),
      formatCount(other.result?.smallestClass as number),
    ])
    expect(await line('General loss')).toEqual([
      'General loss (LM)',
      ...[run, other].map(({ result }) => formatFigure(result?.metrics?.['LM'] as number)),
    ])
    expect(await studio.faults()).toEqual([])
  })

  it('complains of nothing and asks nobody else', () => {
    expect(studio.complaints).toEqual([])
    expect(studio.foreign).toEqual([])
  })
})
