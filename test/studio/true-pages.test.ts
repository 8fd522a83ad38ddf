/** What the pages say of a file that is not written as a program would write it: dates, decimal commas, changed files. */
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Job } from '../../src/table/job-schema.ts'
import type { DataProfile, OpenAnswer, ProposeAnswer } from '../../studio/server/data/api.ts'
import type { RunState } from '../../studio/server/run/api.ts'
import { chromium } from '../browser.ts'
import { needs } from '../needs.ts'
import { goTo, openPart } from './job-steps.ts'
import { patientsFile } from './patients.ts'
import { type StudioRuns, withRuns } from './start-run.ts'
import { openStudio } from './studio-page.ts'

describe('a file of a German hospital', needs(chromium), () => {
  let studio: StudioRuns
  let run: RunState
  let data: OpenAnswer
  beforeAll(async () => {
    const page = await openStudio({ files: { 'patienten.csv': patientsFile(900) }, first: 'patienten.csv' })
    studio = withRuns(page, {} as Job)
    data = await studio.ask<OpenAnswer>('data/open', { path: 'patienten.csv' })
    const { job } = await studio.ask<ProposeAnswer>(`data/${data.id}/propose`, {})
    expect(job.data).toMatchObject({ encoding: 'latin-1', decimal: ',', 'missing-values': ['?', '', 'k.A.'] })
    const limits = { work: 5 }
    await studio.page.getByRole('heading', { name: 'patienten.csv' }).waitFor()
    run = await studio.run(() => ({ ...job, limits, columns: { ...job.columns, Geschlecht: { role: 'other' } } }))
    expect(run.error?.error ?? run.result?.reason).toBeUndefined()
  })
  afterAll(() => studio?.close())

  const tab = (name: string): Locator => studio.page.getByRole('tab', { name, exact: true })

  it('reads amounts with a comma as numbers, postcodes as texts and k.A. as missing', async () => {
    const { columns } = await studio.ask<DataProfile>(`data/${data.id}/profile`)
    const facts = Object.fromEntries(columns.map((column) => [column.name, column]))
    expect(facts['Kosten (EUR)']).toMatchObject({ type: 'number', decimal: ',' })
    expect(facts['Kosten (EUR)'].missing).toBeGreaterThan(0)
    expect(facts['Kosten (EUR)'].histogram?.bins.reduce((sum, bin) => sum + bin.count, 0)).toBe(
      900 - facts['Kosten (EUR)'].missing,
    )
    expect(facts['PLZ']).toMatchObject({ type: 'text' })
    expect(facts['Geburtsdatum']).toMatchObject({ type: 'date' })
    await studio.page.getByText('number, decimal comma').waitFor()
  })

  it('proposes intervals for such amounts, and the doctor reads them as the run does', async () => {
    const { page } = studio
    await page.getByRole('button', { name: /Role of Kosten/ }).click()
    await page.getByRole('option', { name: /^quasi-identifier/ }).click()
    await goTo(page, 'Hierarchies')
    await page.getByRole('option', { name: 'Kosten (EUR)' }).click()
    await page.getByText(/Every value of the data has its place/).waitFor()
    expect(await page.getByText(/must hold numbers only/).count()).toBe(0)
    await page.keyboard.press('Control+z')
    await page.getByRole('option', { name: 'Kosten (EUR)' }).waitFor({ state: 'detached' })
  })

  it('counts what a column of dd.mm.yyyy keeps', async () => {
    const { page } = studio
    await page.getByRole('option', { name: 'Geburtsdatum' }).click()
    await page.getByText('the hierarchy is sound').waitFor()
    await page.locator('.ladder li').filter({ hasText: 'decade' }).waitFor()
    const lines = readFileSync(join(studio.folder, 'out/patienten-release.csv'), 'latin1').trim().split('\r\n')
    const place = lines[0].split(';').indexOf('Geburtsdatum')
    const silent = lines.slice(1).filter((line) => ['*', '?'].includes(line.split(';')[place])).length
    expect(lines).toHaveLength(901)
    expect(silent).toBeLessThan(900)
  })

  it('says at once that a release was changed, and offers it no longer', async () => {
    const { page } = studio
    await goTo(page, 'Result')
    await page.getByText(/^Verified for k = 10/).waitFor()
    await page.getByRole('link', { name: 'Download the release' }).waitFor()
    const file = join(studio.folder, 'out/patienten-release.csv')
    const before = readFileSync(file)
    writeFileSync(file, before.toString('latin1').replace('AOK', 'XOK'), 'latin1')
    await page.reload()
    await page.getByText('Changed since it was verified').waitFor()
    expect(await page.getByText(/^Verified for k = 10/).count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Download the release' }).count()).toBe(0)
    await openPart(studio.page, 'Evidence')
    await page.getByText(/was changed after it was counted/).waitFor()
    expect(await studio.faults()).toEqual([])
    writeFileSync(file, before)
    await page.reload()
    await tab('Summary').click()
    await page.getByText(/^Verified for k = 10/).waitFor()
  })

  it('says that the data were changed on the disk, before a run and beside its result', async () => {
    const { page, folder } = studio
    await goTo(page, 'Run')
    const line = readFileSync(join(folder, 'patienten.csv'), 'latin1').split('\r\n')[1]
    appendFileSync(join(folder, 'patienten.csv'), `${line}\r\n${line}\r\n`, 'latin1')
    await page.getByRole('button', { name: 'Start the run' }).click()
    await page.getByRole('heading', { name: 'The data were changed on the disk' }).waitFor()
    await page.keyboard.press('Escape')
    await goTo(page, 'Result')
    await page.getByText(/patienten.csv was changed after this run/).waitFor()
    await page.getByRole('button', { name: 'Read it again' }).click()
    await goTo(page, 'Data')
    await page.getByText('902 rows, 9 columns').waitFor()
    expect(await page.getByRole('button', { name: 'Read it again' }).count()).toBe(0)
    expect(studio.complaints).toEqual([])
  })
})
