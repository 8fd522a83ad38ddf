/** The first minutes with the studio, and what no other test touches: sample data, ways of reading, trees made on request, roles for many columns, the queue. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readJob } from '../../src/plan/job.ts'
import { chromium } from '../browser.ts'
import { needs } from '../needs.ts'
import { chooseFromJobMenu, goTo } from './job-steps.ts'
import { type StudioRuns, withRuns } from './start-run.ts'
import { openStudio } from './studio-page.ts'

/** Decimal commas, days first, and a text for what is missing. */
const german = `Ort;Alter;Einkommen;Datum\n${Array.from(
  { length: 40 },
  (_, i) =>
    `${['Bonn', 'Kiel', 'Ulm'][i % 3]};${i === 7 ? 'k. A.' : 20 + i};1.${100 + i},${10 + i};${10 + (i % 18)}.0${1 + (i % 9)}.199${i % 9}`,
).join('\n')}\n`
const headerless = Array.from({ length: 30 }, (_, i) => `${20 + i},Private,${i % 2 === 0 ? 'Male' : 'Female'}`).join(
  '\n',
)

describe('the first minutes', needs(chromium), () => {
  let studio: StudioRuns
  beforeAll(async () => {
    const page = await openStudio({ files: { 'umfrage.csv': german, 'people.data': `${headerless}\n` } })
    studio = withRuns(page, { version: 1 } as never)
  })
  afterAll(() => studio?.close())

  const button = (name: string | RegExp) => studio.page.getByRole('button', { name, exact: true })
  const close = async () => {
    await goTo(studio.page, 'Data')
    await button('Close').click()
    const discard = button('Discard the changes')
    await discard.or(studio.page.getByText('Drop a file anywhere')).first().waitFor()
    if (await discard.isVisible()) await discard.click()
    await studio.page.getByText('Drop a file anywhere').waitFor()
  }

  it('reads a file without names as rows, and numbers its columns', async () => {
    const { page } = studio
    await button('people.data').click()
    await page.getByText('30 rows, 3 columns').waitFor()
    await page.getByRole('columnheader', { name: /^column1/ }).waitFor()
    await close()
  })

  it('shows what the start of a file says of how it is written, and its first rows as they are read', async () => {
    const { page } = studio
    await button('umfrage.csv').click()
    await page.getByText('40 rows, 4 columns').waitFor()
    await button('How it is read …').click()
    const rows = page.getByRole('region', { name: 'The first rows, read so' })
    for (const chip of ['fields by semicolon', 'decimal comma in Einkommen', 'dates in Datum, such as 10.01.1990'])
      await rows.getByText(chip).waitFor()
    expect(await studio.faults()).toEqual([])
    // Another delimiter is seen at once: all of a line is one cell.
    await button(/Between two fields$/).click()
    await page.getByRole('option', { name: 'bar' }).click()
    await rows.getByRole('columnheader', { name: 'Ort;Alter;Einkommen;Datum' }).waitFor()
    await button(/Between two fields$/).click()
    await page.getByRole('option', { name: 'detected' }).click()
    await button(/Numbers have$/).click()
    await page.getByRole('option', { name: 'a comma' }).click()
    await page.getByLabel('Texts that mean missing').fill('?, k. A.')
    await rows.getByRole('columnheader', { name: 'Alter' }).waitFor()
    await button('Read it so').click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('cell', { name: '2.5%', exact: true }).waitFor()
    await chooseFromJobMenu(page, 'Show the command and YAML')
    const yaml = await page.getByRole('region', { name: 'job.yaml' }).locator('pre').textContent()
    const { data } = readJob(yaml ?? '', 'job.yaml')
    expect(data).toMatchObject({ decimal: ',', 'missing-values': ['?', 'k. A.', ''] })
    await page.keyboard.press('Escape')
    await close()
  })

  it('brings sample data with one click, and a role to many columns at once', async () => {
    const { page } = studio
    await button('Try Census').click()
    await page.getByText('5,000 rows, 14 columns').waitFor()
    for (const name of ['education', 'country'])
      await page.getByRole('checkbox', { name: `Choose ${name}` }).press('Space')
    await button(/Role of all chosen columns$/).click()
    await page.getByRole('option', { name: /^sensitive/ }).click()
    for (const name of ['education', 'country'])
      await button(new RegExp(`Role of ${name}$`))
        .filter({ hasText: 'sensitive' })
        .waitFor()
  })

  it('shows the tree of a column', async () => {
    const { page } = studio
    await button('Go on to Hierarchies').click()
    await page.getByRole('option', { name: /^occupation/ }).click()
    await page.getByRole('row', { name: /^White-collar/ }).waitFor()
    expect(await studio.faults()).toEqual([])
  })

  it('offers three methods in plain words, and takes a run that waits out of the queue', async () => {
    const { page } = studio
    await button('Go on to Privacy and goal').click()
    await button('Go on to Run').click()
    await page.getByRole('radio', { name: /^The plainest labels/ }).check({ force: true })
    await page.getByText('All methods · Lattice').waitFor()
    const job = readJob(readFileSync(join(studio.folder, 'sample-census', 'job.yaml'), 'utf8'), 'job.yaml')
    const algorithm = { name: 'genetic', population: 300, iterations: 50_000_000, patience: 0 }
    const long = { job: { ...job, algorithm }, base: 'sample-census', name: 'long.yaml', force: true }
    const { id } = await studio.ask<{ id: string }>('run', long)
    await goTo(page, 'Data')
    await goTo(page, 'Run')
    await button('Start after this run').click()
    await button('Take run 2 out').click()
    await page.getByText('Waiting for their turn').waitFor({ state: 'detached' })
    expect((await studio.ended('2')).status).toBe('cancelled')
    await button('Cancel the run').click()
    expect((await studio.ended(id)).status).toBe('cancelled')
    expect(studio.complaints).toEqual([])
  })
})
