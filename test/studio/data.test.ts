/** The step Data in a real browser: from a dropped file to roles and the risk of the raw file; bad files; baskets. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { formatCount, formatShare } from '../../src/ground/format.ts'
import { initJob } from '../../src/init/init.ts'
import { readJob } from '../../src/plan/job.ts'
import { sampleBaskets, sampleCensus } from '../../src/sample/index.ts'
import type { Job } from '../../src/table/job-schema.ts'
import { assessRisk } from '../../src/tasks/verify.ts'
import { chromium } from '../browser.ts'
import { needs } from '../needs.ts'
import { chooseFromJobMenu, dropFile, goTo } from './job-steps.ts'
import { openStudio, type StudioPage } from './studio-page.ts'

const census = [...sampleCensus({ rows: 3000, seed: 5, missing: 0.01 })].join('')
const baskets = [...sampleBaskets({ transactions: 800, items: 120, seed: 3 })].join('')

/** The value of a large figure by its name. */
function tile(page: Page, name: string) {
  return page
    .locator('.tiles > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator('b')
}

async function setRole(page: Page, column: string, role: string): Promise<void> {
  const option = page.getByRole('option', { name: new RegExp(`^${role}`) })
  // The list closes when figures that are counted beside it arrive; then it is opened again.
  await vi.waitFor(
    async () => {
      if ((await option.count()) === 0) await page.getByRole('button', { name: `Role of ${column}` }).click()
      await option.click({ timeout: 3000 })
    },
    { timeout: 30_000 },
  )
  // A column whose values are mostly its own is released as it is only after a question.
  const asIs = page.getByRole('button', { name: /^Release as/ })
  const has = page.getByRole('button', { name: `Role of ${column}` }).filter({ hasText: role })
  await asIs.or(has).first().waitFor()
  if (await asIs.isVisible()) await asIs.click()
}

/** The risk that the page shows, once it has counted. */
async function shownRisk(page: Page): Promise<Record<string, string>> {
  await page.locator('.raw-risk[aria-busy="false"] .tiles').waitFor()
  const shown: Record<string, string> = {}
  for (const name of ['Unique', 'At risk', 'Highest risk', 'Average risk'])
    shown[name] = (await tile(page, name).textContent()) ?? ''
  return shown
}

async function countedRisk(folder: string, file: string, quasiIdentifiers: string[]): Promise<Record<string, string>> {
  const source = { source: file, base: folder }
  const risk = await assessRisk({ source, quasiIdentifiers, missingValues: ['?', ''] })
  return {
    Unique: formatCount(risk.uniqueRows),
    'At risk': formatShare(risk.prosecutor.shareAtRisk),
    'Highest risk': formatShare(risk.prosecutor.highest),
    'Average risk': formatShare(risk.prosecutor.average),
  }
}

/** The job that `halftone init` writes for the same file in a folder of its own. */
async function jobByInit(folder: string, file: string): Promise<{ job: Job; reasons: string[] }> {
  const own = mkdtempSync(join(tmpdir(), 'halftone-init-'))
  try {
    const job = join(own, 'job.yaml')
    const { columns } = await initJob({ source: { source: file, base: folder }, job, force: false })
    return { job: readJob(readFileSync(job, 'utf8'), 'job.yaml'), reasons: columns.map(({ reason }) => reason) }
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

const quasiIdentifiersOf = (job: Job) =>
  Object.entries(job.columns).flatMap(([name, { role }]) => (role === 'quasi-identifier' ? [name] : []))

describe('the step Data', needs(chromium), () => {
  let studio: StudioPage
  beforeAll(async () => {
    studio = await openStudio({ files: { 'notes.txt': 'not much\n', 'baskets.txt': baskets } })
  })
  afterAll(() => studio?.close())

  it('takes a dropped CSV in: roles as halftone init proposes them, with their reasons', async () => {
    const { page, folder } = studio
    await dropFile(page, 'census.csv', census)
    await page.getByRole('heading', { name: 'census.csv' }).waitFor()
    expect(readFileSync(join(folder, 'uploads/census.csv'), 'utf8')).toBe(census)
    const { job, reasons } = await jobByInit(folder, 'uploads/census.csv')
    const table = page.getByRole('table')
    for (const [i, [name, { role }]] of Object.entries(job.columns).entries()) {
      const row = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name, exact: true }) })
      expect(await row.getByRole('button').first().textContent(), name).toContain(role)
      // The first sentence is in sight, the others on demand.
      const text = (await row.locator('.why-cell').textContent()) as string
      expect(text.replaceAll(' ', ''), name).toBe(reasons[i].replaceAll(' ', ''))
    }
    const ages = new Set(
      census
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => line.split(',')[2]),
    )
    const age = table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'age', exact: true }) })
    await age.getByRole('cell', { name: formatCount(ages.size), exact: true }).waitFor()
    const known = [...ages].filter((text) => text !== '' && text !== '?').map(Number)
    await table.getByRole('img', { name: `age: from ${Math.min(...known)} to ${Math.max(...known)}, most` }).waitFor()
    await table.getByRole('img', { name: /^birth-date: from 19\d\d-\d\d-\d\d to 20\d\d-\d\d-\d\d, most/ }).waitFor()
  })

  it('tells the risk of the raw file by the numbers of halftone risk, and anew when a role changes', async () => {
    const { page, folder } = studio
    const file = 'uploads/census.csv'
    const columns = quasiIdentifiersOf((await jobByInit(folder, file)).job)
    expect(await shownRisk(page)).toEqual(await countedRisk(folder, file, columns))
    await page.getByText('Everybody can be picked out').waitFor()
    // Away with the ring of the keyboard's focus.
    await page.getByRole('heading', { name: 'Columns' }).click()
    await studio.picture('01-data')
    const few = ['age', 'sex', 'race']
    for (const column of columns) if (!few.includes(column)) await setRole(page, column, 'other')
    expect(await shownRisk(page)).toEqual(await countedRisk(folder, file, few))
    await page.getByText(/1 in \d+ people can be picked out/).waitFor()
  })

  it('brings a hierarchy back with its role', async () => {
    const { page } = studio
    await setRole(page, 'postcode', 'quasi-identifier')
    await goTo(page, 'Hierarchies')
    await page.getByRole('option', { name: 'postcode prefix' }).waitFor()
    await goTo(page, 'Data')
    await setRole(page, 'income', 'quasi-identifier')
    await goTo(page, 'Hierarchies')
    await page.getByRole('option', { name: 'income tree' }).waitFor()
    await goTo(page, 'Data')
  })

  it('shows rows in a grid that keys move through', async () => {
    const { page } = studio
    const grid = page.getByRole('grid', { name: 'Rows of census.csv' })
    const lines = census.trimEnd().split('\n')
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe(String(lines.length))
    await grid.focus()
    await page.keyboard.press('Control+End')
    const last = page.locator('.row-grid-row [role="gridcell"].active')
    await expect.poll(() => last.textContent()).toBe(lines.at(-1)?.split(',').at(-1))
    await page.keyboard.press('Home')
    await expect.poll(() => last.textContent()).toBe(lines.at(-1)?.split(',')[0])
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('PageDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    const row = Number(await last.locator('..').getAttribute('aria-rowindex'))
    expect(row).toBeGreaterThan(10)
    await expect.poll(() => last.textContent()).toBe(lines[row - 1].split(',')[1])
  })

  it.each([
    ['empty.csv', '', /is empty/],
    ['ragged.csv', 'a,b\n1,2\n3\n', /line 3 has 1 fields?, but every line must have 2/],
    ['header.csv', 'a,b\n', /no rows/],
    ['picture.parquet', 'PNG and so on', /is not a Parquet file/],
    ['sheet.xlsx', 'PK\x03\x04 and so on', /sheet.xlsx is not a workbook that can be read/],
  ])('says what is wrong with %s, and opens nothing', async (name, text, sentence) => {
    const { page } = studio
    await dropFile(page, name, text)
    // The file may put the changed job away; anyone who goes on and meets a bad file has lost nothing.
    await page.getByRole('button', { name: 'Discard the changes' }).click()
    await page.getByRole('alert').filter({ hasText: sentence }).waitFor()
    await page.getByRole('heading', { name: 'census.csv' }).waitFor()
    await page.getByRole('button', { name: 'Put this message away' }).click()
  })

  it('keeps a second file of the same name beside the first', async () => {
    const { page, folder } = studio
    await dropFile(page, 'census.csv', 'age,sex\n1,F\n2,M\n3,F\n')
    await page.getByRole('button', { name: 'Stay here' }).click()
    await page.getByRole('heading', { name: 'census.csv' }).waitFor()
    await dropFile(page, 'census.csv', 'age,sex\n1,F\n2,M\n3,F\n')
    await page.getByRole('button', { name: 'Discard the changes' }).click()
    await page.getByRole('heading', { name: 'census-2.csv' }).waitFor()
    expect(readFileSync(join(folder, 'uploads/census.csv'), 'utf8')).toBe(census)
    expect(readdirSync(join(folder, 'uploads')).filter((name) => name.startsWith('.'))).toEqual([])
  })

  it('asks before changes that are in no file are put away', async () => {
    const { page } = studio
    await setRole(page, 'sex', 'other')
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('button', { name: 'Stay here' }).click()
    await page.getByRole('heading', { name: 'census-2.csv' }).waitFor()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('button', { name: 'Discard the changes' }).click()
    await page.getByText('Drop a file anywhere').waitFor()
  })

  it('opens baskets from the list: items, supports, and the risk of halftone risk', async () => {
    const { page, folder } = studio
    await page.getByRole('button', { name: 'baskets.txt', exact: true }).click()
    await page.getByText('800 baskets, one column of items').waitFor()
    await page.locator('.raw-risk[aria-busy="false"] .tiles').waitFor()
    const risk = await assessRisk({
      source: { source: 'baskets.txt', base: folder, format: 'transactions' },
      attacker: { m: 2, seed: 1, trials: 10_000 },
    })
    await expect.poll(() => tile(page, 'Fewest candidates').textContent()).toBe(formatCount(risk.supports.smallest))
    await expect.poll(() => tile(page, 'Highest risk').textContent()).toBe(formatShare(risk.supports.risk))
    await expect.poll(() => tile(page, 'Average risk').textContent()).toBe(formatShare(risk.attacker.success))
    await expect.poll(() => tile(page, 'Items').textContent()).toBe(formatCount(risk.tokens))
    await page.getByRole('img', { name: /^Supports: from \d+/ }).waitFor()
    await expect.poll(() => page.getByRole('columnheader', { name: 'items' }).count()).toBe(1)
  })

  it('reads a file in another way when it was opened wrong', async () => {
    const { page, folder } = studio
    writeFileSync(join(folder, 'latin.csv'), Buffer.from('München|31\nKöln|42\nKöln|43\nÜberlingen|42\n', 'latin1'))
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('button', { name: 'latin.csv', exact: true }).click()
    const choose = async (label: string, option: string) => {
      await page.getByRole('button', { name: label }).click()
      await page.getByRole('option', { name: option }).click()
    }
    // Its letters are known by its bytes; its first line was taken for the names of the columns.
    await page.getByText('3 rows, 2 columns').waitFor()
    await page.getByRole('button', { name: 'How it is read …' }).click()
    await page.getByText('is a row, and columns are named here').click()
    await page.getByLabel('Names of the columns').fill('town, age')
    expect(await studio.faults(), 'how it is read').toEqual([])
    await page.getByRole('button', { name: 'Read it so' }).click()
    await page.getByText('4 rows, 2 columns').waitFor()
    await page.getByRole('gridcell', { name: 'Überlingen' }).waitFor()
    await setRole(page, 'age', 'sensitive')
    // The same columns: what was said of them stays.
    await page.getByRole('button', { name: 'How it is read …' }).click()
    await choose('Between two fields', 'bar')
    await page.getByRole('button', { name: 'Read it so' }).click()
    await page.getByRole('button', { name: 'Role of age' }).filter({ hasText: 'sensitive' }).waitFor()
    await chooseFromJobMenu(page, 'Show the command and YAML')
    const yaml = await page.getByRole('region', { name: 'job.yaml' }).locator('pre').textContent()
    expect(readJob(yaml ?? '', 'job.yaml').data).toMatchObject({
      encoding: 'latin-1',
      header: ['town', 'age'],
      delimiter: '|',
    })
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('button', { name: 'Discard the changes' }).click()
  })

  it('says what stands between items, and whose rows are one basket', async () => {
    const { page, folder } = studio
    writeFileSync(join(folder, 'visits.csv'), 'who,seen\nann,"a;b;a c"\nann,d\nbob,a;b\ncid,"a c;b"\ndan,a;d\n')
    await page.getByRole('tab', { name: 'Hierarchies', exact: true }).click()
    await goTo(page, 'Data')
    await page.getByRole('button', { name: 'visits.csv', exact: true }).click()
    await page.getByRole('heading', { name: 'visits.csv' }).waitFor()
    await setRole(page, 'who', 'identifier')
    await setRole(page, 'seen', 'items')
    await page.getByLabel('Between two items').fill(';')
    await expect.poll(() => tile(page, 'Items').textContent()).toBe('4')
    await expect.poll(() => tile(page, 'Baskets').textContent()).toBe('5')
    await page.getByRole('button', { name: 'The items of one person are' }).click()
    await page.getByRole('option', { name: 'in all rows with the same who' }).click()
    await expect.poll(() => tile(page, 'Baskets').textContent()).toBe('4')
    await expect.poll(() => tile(page, 'Longest basket').textContent()).toBe('4')
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('button', { name: 'Discard the changes' }).click()
    await page.getByRole('button', { name: 'baskets.txt', exact: true }).click()
    await page.getByText('800 baskets, one column of items').waitFor()
    await page.locator('.raw-risk[aria-busy="false"] .tiles').waitFor()
  })

  it('has no serious accessibility fault in light and dark, open and closed', async () => {
    const { page } = studio
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await studio.faults(colorScheme), `baskets in ${colorScheme}`).toEqual([])
    }
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByText('Drop a file anywhere').waitFor()
    expect(await studio.faults(), 'nothing open').toEqual([])
    await page.getByRole('button', { name: 'uploads/census.csv', exact: true }).click()
    await page.locator('.raw-risk[aria-busy="false"] .tiles').waitFor()
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await studio.faults(colorScheme), `a table in ${colorScheme}`).toEqual([])
    }
  })

  it('complains of nothing and asks nobody else', () => {
    expect(studio.complaints).toEqual([])
    expect(studio.foreign).toEqual([])
  })
})

describe('a studio that takes small uploads only', needs(chromium), () => {
  let studio: StudioPage
  beforeAll(async () => {
    studio = await openStudio({
      largestUpload: 1000,
      files: { 'people.csv': 'age,sex\n1,F\n2,M\n3,F\n' },
      first: 'people.csv',
    })
  })
  afterAll(() => studio?.close())

  it('opens what it was started with', async () => {
    await studio.page.getByRole('heading', { name: 'people.csv' }).waitFor()
  })

  it('refuses a larger one with a sentence, also one that does not say its length; nothing is left behind', async () => {
    const { page, folder, studio: server } = studio
    await dropFile(page, 'census.csv', census)
    await page.getByRole('alert').filter({ hasText: 'census.csv is larger than 1,000 bytes' }).waitFor()
    expect(existsSync(join(folder, 'uploads'))).toBe(false)
    const { origin, searchParams } = new URL(server.url)
    const answer = await fetch(`${origin}/${searchParams.get('token')}/api/data/upload?name=census.csv`, {
      method: 'POST',
      body: new ReadableStream({
        start(controller) {
          controller.enqueue(Buffer.from(census))
          controller.close()
        },
      }),
      duplex: 'half',
    } as RequestInit)
    expect(answer.status).toBe(413)
    expect(existsSync(join(folder, 'uploads'))).toBe(false)
  })

  it('complains of nothing', () => {
    expect(studio.complaints).toEqual([])
  })
})
