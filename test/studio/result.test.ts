/** The result of a run in a real browser: the numbers are those of `--json`, the marks are right, the downloads are the bytes on disk. */
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { formatCount, formatFigure, formatShare, groupDigits } from '../../src/ground/format.ts'
import type { RunResult } from '../../src/run.ts'
import type { Job } from '../../src/table/job-schema.ts'
import type { RowWindow } from '../../studio/server/data/api.ts'
import type { PreviewFacts } from '../../studio/server/result/api.ts'
import type { RunState } from '../../studio/server/run/api.ts'
import { chromium } from '../browser.ts'
import { halftone, readRelease } from '../end-to-end/workshop.ts'
import { needs } from '../needs.ts'
import { openJobFile, openPart } from './job-steps.ts'
import { openStudioOnCensus, type StudioRuns } from './start-run.ts'

const identifiers = ['name', 'number', 'birth-date', 'hours', 'postcode']

describe('a release without cautions', needs(chromium), () => {
  it('is verified and green', async () => {
    const studio = await openStudioOnCensus(3000)
    try {
      const leftOut = ['hours', 'race', 'country', 'workclass', 'marital-status']
      const { result } = await studio.run((job) => ({
        ...job,
        columns: {
          ...job.columns,
          ...Object.fromEntries(leftOut.map((name) => [name, { role: 'identifier' as const }])),
        },
      }))
      expect(result?.judgement).toMatchObject({ verdict: 'green', cautions: [] })
      await studio.page.getByRole('tab', { name: 'Result', exact: true }).click()
      await studio.page.getByText('Verified for k = 10').waitFor()
      await studio.picture('05-result')
    } finally {
      await studio.close()
    }
  })
})

describe('the step Result', needs(chromium), () => {
  let studio: StudioRuns
  let first: RunState
  let printed: RunResult
  beforeAll(async () => {
    studio = await openStudioOnCensus(3000)
    await part('Result').click()
    await studio.page.getByText('There is no result yet.').waitFor()
    await openJobFile(studio.page, 'job.yaml')
    await part('Data').click()
    const { stdout } = await halftone(studio.folder, ['run', 'job.yaml', '--json'])
    printed = JSON.parse(stdout)
    first = await studio.run()
    await part('Result').click()
    await studio.page.getByText('Verified for k = 10').waitFor()
  })
  afterAll(() => studio?.close())

  const part = (name: string): Locator => studio.page.getByRole('tab', { name, exact: true })
  const tile = (name: string): Promise<string | null> =>
    studio.page.locator('.tiles div', { hasText: name }).locator('b').first().textContent()

  it('shows the figures that --json prints', async () => {
    const { page } = studio
    expect(await tile('Rows in the release')).toBe(formatCount(printed.rows))
    expect(await tile('Suppressed rows')).toBe(formatCount(printed.suppressed as number))
    expect(await tile('Classes')).toBe(formatCount(printed.classes as number))
    expect(await tile('Smallest class')).toBe(formatCount(printed.smallestClass as number))
    await page.getByText('What each risk means').click()
    const risks = page.getByRole('table', { name: 'Measures of risk' })
    const prosecutor = risks.getByRole('row', { name: /^Prosecutor/ })
    await prosecutor.waitFor()
    expect((await prosecutor.getByRole('cell').allInnerTexts()).slice(0, 2)).toEqual([
      formatShare(printed.risk?.before['prosecutor'] as number),
      formatShare(printed.risk?.after['prosecutor'] as number),
    ])

    await openPart(studio.page, 'Evidence')
    const measures = page.getByRole('table', { name: 'Measures of utility' })
    await measures.waitFor()
    const shown = await measures
      .locator('tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) => [
          row.querySelector('th')?.firstChild?.textContent?.trim(),
          row.querySelector('b')?.textContent,
        ]),
      )
    const { prosecutor: _p, journalist: _j, marketer: _m, uniques: _u, ...utility } = printed.metrics ?? {}
    expect(Object.fromEntries(shown)).toEqual(
      Object.fromEntries(Object.entries(utility).map(([name, value]) => [name, formatFigure(value)])),
    )

    await openPart(studio.page, 'Evidence')
    for (const { found } of printed.verification?.checks ?? [])
      await page.getByText(groupDigits(found), { exact: true }).waitFor()
  })

  it('marks the cells that differ from the source, and no others', async () => {
    const { page, folder } = studio
    await openPart(studio.page, 'Rows')
    const grid = page.getByRole('grid', { name: 'Rows after' })
    await grid.locator('mark').first().waitFor()
    await page.getByRole('grid', { name: 'Rows before' }).getByRole('gridcell').first().waitFor()
    const release = readRelease(join(folder, 'out', 'release.csv'))
    const labels = new Set(release.flatMap((row) => Object.entries(row).map(([column, text]) => `${column} ${text}`)))
    const data = readRelease(join(folder, 'census.csv'))
    const expectMarks = async () => {
      const seen = await cellsOf(grid)
      // The release is sorted by what its rows say; here its rows are in the order of the data.
      const before = new Map(
        (await cellsOf(page.getByRole('grid', { name: 'Rows before' }))).map(({ row, column, text }) => [
          `${row} ${column}`,
          text,
        ]),
      )
      expect(seen.length).toBeGreaterThan(40)
      for (const { row, column, text, marked } of seen) {
        expect(before.get(`${row} ${column}`), `row ${row} ${column}`).toBe(data[row][column])
        expect(labels.has(`${column} ${text}`), `row ${row} ${column}`).toBe(true)
        expect(marked, `row ${row} ${column}`).toBe(text !== data[row][column])
      }
      return seen
    }
    // A cell is marked once both sides have arrived.
    const whenArrived = () => vi.waitFor(expectMarks, { timeout: 20_000 })
    await whenArrived()
    await page.getByText(`Not released: ${identifiers.join(', ')}.`, { exact: false }).waitFor()
    // To the last row by keyboard; the other side follows.
    await grid.focus()
    await page.keyboard.press('Control+End')
    await grid.getByRole('rowheader', { name: formatCount(3000), exact: true }).waitFor()
    await page.getByRole('grid', { name: 'Rows before' }).getByRole('rowheader', { name: '3,000' }).waitFor()
    await expect.poll(() => grid.getByText('…', { exact: true }).count()).toBe(0)
    expect((await whenArrived()).at(-1)?.row).toBe(2999)
  })

  it('gives the bytes on disk', async () => {
    const { page } = studio
    await part('Summary').click()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download the release' }).click()
    expect(readFileSync(await (await download).path())).toEqual(readFileSync(first.result?.release as string))
    for (const [name, output] of [
      ['Recoding', 'recoding'],
      ['Manifest', 'manifest'],
      ['Report', 'report'],
    ] as const) {
      const address = await page.getByRole('link', { name, exact: true }).getAttribute('href')
      const answer = await page.request.get(address as string)
      expect(Buffer.compare(await answer.body(), readFileSync(first.result?.[output] as string)), name).toBe(0)
    }
  })

  it('counts the file on the disk again when asked, with the witnesses of halftone verify', async () => {
    const { page, folder } = studio
    await openPart(studio.page, 'Evidence')
    const checks = page.getByRole('table', { name: 'Checks', exact: true })
    const lefts = (cells: Locator) => cells.evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().left))
    expect(await lefts(checks.locator('tbody tr').first().locator('th, td'))).toEqual(
      await lefts(checks.locator('thead th')),
    )
    const count = async (verdict: string) => {
      await page.getByRole('button', { name: 'Count the file now' }).click()
      await page.getByText(verdict, { exact: false }).waitFor()
    }
    await count('The file on the disk keeps its promise')
    const release = first.result?.release as string
    const bytes = readFileSync(release, 'utf8')
    // Somebody has opened it and fixed a cell.
    writeFileSync(release, bytes.replace(/,Male,/, ',Man,'))
    await count('do not belong together')
    // Without its manifests it is a file like any other.
    const stem = basename(release, '.csv')
    const manifests = ['.', 'private'].map((place) => join(dirname(release), place, `${stem}.manifest.json`))
    for (const file of manifests) renameSync(file, `${file}.away`)
    await count('does not keep its promise')
    const { stdout, code } = await halftone(folder, ['verify', release, '--job', 'job.yaml', '--json'])
    expect(code).toBe(1)
    const { witnesses, found } = JSON.parse(stdout).checks[0]
    await checks.getByText(groupDigits(found), { exact: true }).waitFor()
    const seen = page.getByRole('table', { name: 'Classes that break k-anonymity' }).locator('tbody tr')
    await expect.poll(() => seen.count()).toBe(witnesses.length)
    expect(await seen.first().getByRole('cell').allInnerTexts()).toEqual([
      formatCount(witnesses[0].size),
      ...Object.values(witnesses[0].values as Record<string, string>),
    ])
    expect(await studio.faults()).toEqual([])
    writeFileSync(release, bytes)
    for (const file of manifests) renameSync(`${file}.away`, file)
    await count('The file on the disk keeps its promise')
  })

  it('has no accessibility fault in light and dark, nor has its report', async () => {
    const { page } = studio
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const name of ['Summary', 'Rows', 'Risk', 'What-if', 'Evidence']) {
        await openPart(page, name)
        expect(await studio.faults(colorScheme), `${name} in ${colorScheme}`).toEqual([])
      }
    }
    await page.emulateMedia({ colorScheme: 'light' })
    const report = await page.context().newPage()
    await report.goto(`file://${first.result?.report}`)
    for (const colorScheme of ['light', 'dark'] as const) {
      await report.emulateMedia({ colorScheme })
      expect(await studio.faults(colorScheme, report), `report in ${colorScheme}`).toEqual([])
    }
    await report.close()
  })

  it('keeps rows in step where rows are missing or suppressed', async () => {
    const { folder } = studio
    const [head, ...lines] = readFileSync(join(folder, 'census.csv'), 'utf8').trimEnd().split('\n')
    const age = head.split(',').indexOf('age')
    const holes = lines.map((line, i) => (i % 7 === 3 ? line.split(',').with(age, '?').join(',') : line))
    writeFileSync(join(folder, 'holes.csv'), [head, ...holes, ''].join('\n'))
    const change = (job: Job, suppressed: 'mask' | 'drop'): Job => ({
      ...job,
      data: { source: 'holes.csv', missing: 'drop' },
      privacy: { ...job.privacy, 'suppressed-rows': suppressed },
      output: { release: `out/${suppressed}.csv`, order: 'source' },
    })
    const masked = await studio.run((job) => change(job, 'mask'))
    const facts = await studio.ask<PreviewFacts>(`result/${masked.id}/preview`)
    expect(facts).toMatchObject({ inStep: true, rowsBefore: 3000, rowsAfter: 3000 - Math.ceil((3000 - 3) / 7) })
    const { rows } = await studio.ask<RowWindow>(`result/${masked.id}/rows?from=1000&count=300`)
    const same = ['income'].map((name) => facts.columns.indexOf(name))
    expect(rows).toHaveLength(300)
    for (const cells of rows)
      for (const column of same) expect(cells[facts.columns.length + column]).toBe(cells[column])

    const dropped = await studio.run((job) => change(job, 'drop'))
    const { result } = dropped
    const left = (result?.missing ?? 0) + (result?.suppressed ?? 0)
    expect(await studio.ask<PreviewFacts>(`result/${dropped.id}/preview`)).toMatchObject({
      inStep: true,
      rowsAfter: 3000 - left,
      note: `${left} rows of the data are not in the release, nor here.`,
    })
  })

  it('tells why there is no release and what would help, and finds earlier runs', async () => {
    const { page } = studio
    const none = await studio.run(
      (job) => ({ ...job, privacy: { k: 10, 'suppression-limit': 0 }, output: { release: 'out/none.csv' } }),
      { recoding: 'out/private/release.recoding.json' },
    )
    expect(none.status).toBe('nothing-published')
    const large = await studio.run((job) => ({ ...job, privacy: { k: 5000 }, output: { release: 'out/large.csv' } }))
    await part('Data').click()
    await part('Result').click()
    // The run whose parts were looked at stands in the address, and stays.
    await page.getByRole('button', { name: /Run$/ }).click()
    await page.getByRole('option', { name: new RegExp(`^${large.id} ·`) }).click()
    await page.getByText('The run failed: nothing was published').waitFor()
    await page
      .getByText('k must be at most the number of rows, 3000; got 5000: a class cannot have more rows than the table', {
        exact: true,
      })
      .waitFor()

    await page.getByRole('button', { name: /Run$/ }).click()
    await page.getByRole('option', { name: new RegExp(`^${none.id} ·`) }).click()
    await page.getByText('No release: none exists that meets what was asked').waitFor()
    await page.getByText(/No release by release\.recoding\.json/i).waitFor()
    expect(await studio.faults()).toEqual([])
    const { id } = await studio.ask<{ id: string }>('run', {
      job: {
        ...studio.job,
        algorithm: { name: 'genetic', iterations: 50_000_000, patience: 0 },
        output: { release: 'out/long.csv' },
      },
      base: '',
      name: 'job.yaml',
      force: true,
    })
    await studio.ask(`run/${id}/cancel`, {})
    expect((await studio.ended(id)).status).toBe('cancelled')
    await part('Data').click()
    await part('Result').click()
    await page.getByRole('button', { name: /Run$/ }).click()
    await page.getByRole('option', { name: new RegExp(`^${id} ·`) }).click()
    await page.getByText('Cancelled: nothing was published').waitFor()
    await page.getByRole('button', { name: 'Change what is asked' }).click()
    await expect.poll(() => part('Privacy and goal').getAttribute('aria-selected')).toBe('true')
  })

  it('complains of nothing and asks nobody else', () => {
    expect(studio.complaints).toEqual([])
    expect(studio.foreign).toEqual([])
  })
})

/** What a grid shows just now. */
async function cellsOf(
  grid: Locator,
): Promise<{ readonly row: number; readonly column: string; readonly text: string; readonly marked: boolean }[]> {
  const names = await grid
    .getByRole('columnheader')
    .evaluateAll((heads) =>
      heads.map((head) => [Number(head.getAttribute('aria-colindex')), head.querySelector('b')?.textContent ?? '']),
    )
  const name = new Map(names as [number, string][])
  const cells = await grid.getByRole('gridcell').evaluateAll((all) =>
    all.map((cell) => ({
      row: Number(cell.parentElement?.getAttribute('aria-rowindex')) - 2,
      column: Number(cell.getAttribute('aria-colindex')),
      text: cell.textContent ?? '',
      marked: cell.querySelector('mark') !== null,
    })),
  )
  return cells.map((cell) => ({ ...cell, column: name.get(cell.column) as string }))
}
