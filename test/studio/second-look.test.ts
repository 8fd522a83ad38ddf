/** What a result can be looked at by, beside its summary: columns before and after, another result. One page, one small table. */
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatCount, formatFigure } from '../../src/ground/format.ts'
import type { LearnedColumn } from '../../src/verification/learned-values.ts'
import type { ColumnBeforeAfter } from '../../studio/server/result/api.ts'
import type { RunState } from '../../studio/server/run/api.ts'
import { chromium } from '../browser.ts'
import { readRelease } from '../end-to-end/workshop.ts'
import { needs } from '../needs.ts'
import { openJobFile, openPart } from './job-steps.ts'
import { openStudioOnCensus, type StudioRuns } from './start-run.ts'

describe('a second look', needs(chromium), () => {
  let studio: StudioRuns
  let run: RunState
  beforeAll(async () => {
    studio = await openStudioOnCensus(600)
    await openJobFile(studio.page, 'job.yaml')
    run = await studio.run((job) => ({ ...job, algorithm: { name: 'lattice' } }))
    await tab('Result').click()
  })
  afterAll(() => studio?.close())

  const tab = (name: string): Locator => studio.page.getByRole('tab', { name, exact: true })

  it('counts columns before and after, alone and against each other, and says what still goes together', async () => {
    const { page, folder } = studio
    await page.getByText('Verified for k = 10').waitFor()
    await openPart(studio.page, 'Columns before and after')
    await page
      .getByRole('button', { name: /^Show / })
      .first()
      .click()
    await page.getByRole('heading', { name: 'What still goes together' }).waitFor()
    for (const name of ['Data', 'Release', 'Difference'])
      await page.getByRole('region', { name: new RegExp(`^${name}: `) }).waitFor()
    await studio.picture('10-before-after')
    expect(await studio.faults()).toEqual([])
    const release = readRelease(join(folder, 'out', 'release.csv'))
    const { bins, silentAfter } = await studio.ask<ColumnBeforeAfter>(`result/${run.id}/compared/one?column=sex`)
    const total = (side: 'before' | 'after') => bins.reduce((sum, bin) => sum + bin[side], 0)
    expect(total('before')).toBe(600)
    expect(total('after') + silentAfter).toBeCloseTo(release.length)
    expect(silentAfter).toBe(release.filter(({ sex }) => sex === '*').length)
    expect(studio.complaints).toEqual([])
  })

  it('draws a strip of all classes, filled where they are sure, and lays two results beside each other', async () => {
    const { page } = studio
    await tab('Summary').click()
    const said = page.getByRole('region', { name: 'What can be learned about income' })
    const pieces = said.locator('.heat span')
    await pieces.first().waitFor()
    const [{ shares }] = await studio.ask<LearnedColumn[]>(`result/${run.id}/learned`)
    const rows = shares.reduce((sum, own) => sum + own.rows, 0)
    const strip = (await said.locator('.heat').boundingBox()) as { width: number }
    const drawn = await pieces.evaluateAll((all) =>
      all.map((piece) => ({ width: piece.getBoundingClientRect().width, sure: piece.classList.contains('sure') })),
    )
    expect(drawn).toHaveLength(shares.length)
    shares.forEach(({ percent, rows: own }, i) => {
      expect(Math.abs(drawn[i].width - (own / rows) * strip.width)).toBeLessThan(shares.length + 1)
      expect(drawn[i].sure).toBe(percent >= 95)
    })
    // The slider says from where on a class counts as sure; a key moves it.
    const slider = said.page().getByRole('slider', { name: /Nearly the same/ })
    await slider.focus()
    await page.keyboard.press('Home')
    await said.getByText(/to at least 50%/).waitFor()
    await expect
      .poll(() => said.locator('.heat .sure').count())
      .toBe(shares.filter(({ percent }) => percent >= 50).length)

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
    expect(await line('LM')).toEqual([
      'LM',
      ...[run, other].map(({ result }) => formatFigure(result?.metrics?.['LM'] as number)),
    ])
    expect(await studio.faults()).toEqual([])
    expect(studio.complaints).toEqual([])
  })
})
