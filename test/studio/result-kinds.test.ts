/** Results of every kind of search: another point of a trail or a front is released from the page; baskets have a page of their own. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatCount, formatFigure, readJob } from '../../src/index.ts'
import { samples } from '../../src/sample/index.ts'
import { chromiumPath } from '../browser.ts'
import { writeCensus } from '../end-to-end/workshop.ts'
import { type StudioRuns, withRuns } from './start-run.ts'
import { openStudio } from './studio-page.ts'

describe.skipIf(chromiumPath === undefined)('the result of', () => {
  let studio: StudioRuns
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'halftone-kinds-'))
    try {
      await writeCensus(folder, 600)
      const baskets = samples.find(({ name }) => name === 'baskets')
      await baskets?.write(join(folder, 'shop'), { transactions: 300, items: 40 }, { force: true })
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

  it('bottom-up: the release for another k comes from the trail, without a search', async () => {
    const { page } = studio
    const first = await studio.run((job) => ({ ...job, algorithm: 'bottom-up' }))
    await show()
    await tab('Other releases').click()
    await page.getByRole('img', { name: /along the trail/ }).waitFor()
    const choice = first.report?.trail?.choices.find(({ released }) => !released)
    if (choice === undefined) throw new Error('the trail has one point only')
    await page.getByRole('button', { name: `Release with k = ${formatCount(choice.k)}`, exact: true }).click()
    const second = await studio.ended(String(Number(first.id) + 1))
    expect(second).toMatchObject({ status: 'published', result: { verification: { verdict: 'holds' } } })
    expect(second.result).toMatchObject({ suppressed: choice.suppressed, classes: choice.classes })
    expect(second.result?.metrics?.['LM']).toBe(choice.LM)
    await tab('Summary').click()
    await page.getByText(`Verified for k = ${formatCount(choice.k)}`).waitFor()

    await pick(first.id)
    await page.getByText(`The files of this run were replaced by run ${second.id}.`, { exact: false }).waitFor()
    expect(await studio.faults()).toEqual([])
    await tab('Rows before and after').click()
    await page.getByText(`the release of run ${first.id} was replaced by run ${second.id}`, { exact: false }).waitFor()
  })

  it('pareto: another point of the front is released by its number', async () => {
    const { page } = studio
    const first = await studio.run((job) => ({
      ...job,
      algorithm: { name: 'pareto', population: 40, evaluations: 800 },
      output: { release: 'out/front.csv' },
    }))
    await show()
    await pick(first.id)
    await tab('Other releases').click()
    await page.getByRole('img', { name: /points by/ }).waitFor()
    const front = first.report?.front
    const other = front?.chosen === 2 ? 1 : 2
    expect(await studio.faults()).toEqual([])
    await page.getByRole('button', { name: `Release it: point ${other}`, exact: true }).click()
    const second = await studio.ended(String(Number(first.id) + 1))
    expect(second.result).toMatchObject({
      suppressed: front?.points[other - 1].suppressed,
      classes: front?.points[other - 1].classes,
      value: front?.points[other - 1].value,
    })
    expect(second.report?.front?.chosen).toBe(other)
  })

  it('baskets: tokens, supports and checks', async () => {
    const { page, folder } = studio
    const job = readJob(readFileSync(join(folder, 'shop', 'job.yaml'), 'utf8'), 'job.yaml')
    const run = await studio.run(() => job, { base: 'shop' })
    await show()
    await pick(run.id)
    await page.getByText('Verified for k = 5').waitFor()
    const { baskets, metrics, verification } = run.result ?? {}
    const tile = page.locator('.tiles div', { hasText: 'Different tokens' }).locator('b')
    expect(await tile.textContent()).toBe(formatCount(baskets?.tokens as number))
    await page
      .getByRole('row', { name: /^NCP/ })
      .getByText(formatFigure(metrics?.['NCP'] as number))
      .waitFor()
    for (const { found } of verification?.checks ?? []) await page.getByText(found, { exact: true }).waitFor()
    await page.getByRole('table', { name: 'Sets of items by the baskets that fit' }).waitFor()
    await page.getByRole('grid', { name: 'Rows after' }).locator('mark').first().waitFor()
    await page.getByText('What-if is for tables', { exact: false }).waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await studio.faults(), colorScheme).toEqual([])
    }
  })

  it('complains of nothing and asks nobody else', () => {
    expect(studio.complaints).toEqual([])
    expect(studio.foreign).toEqual([])
  })
})
