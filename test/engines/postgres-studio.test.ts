/** The studio on a table of a real PostgreSQL, by keyboard alone: the job of init, a run, its result. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresLibrary } from '../../src/engines/postgres/postgres-engine.ts'
import { chromium } from '../browser.ts'
import { censusWithout } from '../census-without.ts'
import { halftone } from '../end-to-end/workshop.ts'
import { needs } from '../needs.ts'
import { openJobFile, openPart } from '../studio/job-steps.ts'
import { openStudio, type StudioPage } from '../studio/studio-page.ts'
import { loadTable, postgres, postgresAddress } from './postgres.ts'

const ROWS = 1500

describe('the studio on a real PostgreSQL', needs(postgres, chromium), () => {
  let studio: StudioPage
  beforeAll(async () => {
    const { pg } = await postgresLibrary()
    const client = new pg.Client({ connectionString: postgresAddress })
    await client.connect()
    const census = censusWithout('hours', { rows: ROWS, seed: 4 })
    const key = { columns: 'line integer PRIMARY KEY, ', valuesOf: (line: number) => `${line},` }
    await loadTable(client, 'studio.people of <b>', census, key)
    await client.end()
    studio = await openStudio()
    const table = 'public."studio.people of <b>"'
    const { code, stderr } = await halftone(studio.folder, ['init', postgresAddress, '--table', table])
    expect(code, stderr).toBe(0)
  })
  afterAll(() => studio?.close())

  const press = async (name: RegExp) => {
    const { page } = studio
    const wanted = page.getByRole('button', { name }).first()
    await wanted.and(page.locator(':enabled')).waitFor()
    await wanted.focus()
    await page.keyboard.press('Enter')
  }

  it('opens a job about a table, shows its first rows, and counts the rest where it is', async () => {
    const { page } = studio
    await openJobFile(page, 'job.yaml')
    await page.getByText(`1,500 rows, 14 columns`).waitFor()
    await page.getByText('these are the first 1,000 of its rows').waitFor()
    await page.getByRole('button', { name: 'Role of birth-date' }).waitFor()
    await page.locator('.raw-risk dl').waitFor()
    expect(await studio.faults()).toEqual([])
  })

  it('runs the job there and shows the result', async () => {
    const { page } = studio
    await page.getByRole('tab', { name: 'Data' }).focus()
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight')
    const plain = page.getByRole('radio', { name: /^The plainest labels/ })
    await plain.focus()
    await page.keyboard.press('Space')
    await page.getByText('All methods · Lattice').waitFor()
    await press(/^Start the run$/)
    await page.getByRole('tab', { name: 'Result', selected: true }).waitFor()
    await page
      .getByText(/^Verified for k = 10/)
      .first()
      .waitFor()
    await openPart(page, 'Rows')
    await page.getByText(/The data stay in their database: these are the rows of the release\./).waitFor()
    await openPart(page, 'What-if')
    await page.getByText('✓ Can be released').waitFor()
    expect(await studio.faults()).toEqual([])
    expect(studio.complaints).toEqual([])
    expect(studio.foreign).toEqual([])
  })
})
