/** Rows of the data beside what became of them, for every method: the same person, whatever the order of the release. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Job } from '../../src/table/job-schema.ts'
import type { RowWindow } from '../../studio/server/data/api.ts'
import type { PreviewFacts } from '../../studio/server/result/api.ts'
import { chromium } from '../browser.ts'
import { needs } from '../needs.ts'
import { goTo, openPart } from './job-steps.ts'
import { openStudioOnCensus, type StudioRuns, withRuns } from './start-run.ts'
import { openStudio } from './studio-page.ts'

describe('rows side by side', needs(chromium), () => {
  let studio: StudioRuns
  let data: Readonly<Record<string, string>>[]
  beforeAll(async () => {
    studio = await openStudioOnCensus(400)
    data = readRows('census.csv')
  })
  afterAll(() => studio?.close())

  function readRows(file: string): Readonly<Record<string, string>>[] {
    const [head, ...lines] = readFileSync(join(studio.folder, file), 'utf8').trimEnd().split('\n')
    return lines.map((line) => {
      const cells = line.match(/("[^"]*"|[^,]*)(,|$)/g)?.map((cell) => cell.replace(/,$/, '').replace(/^"|"$/g, ''))
      return Object.fromEntries(head.split(',').map((name, i) => [name, cells?.[i] ?? '']))
    })
  }

  const methods: readonly [string, (job: Job) => Job][] = [
    ['boxes', (job) => ({ ...job, algorithm: { name: 'boxes', rounds: 5 } })],
    ['mondrian', (job) => ({ ...job, algorithm: 'mondrian' })],
    ['kactus-2', (job) => ({ ...job, algorithm: 'kactus-2' })],
    ['lattice', (job) => ({ ...job, algorithm: 'lattice' })],
    ['lattice, suppressed rows dropped', (job) => dropped({ ...job, algorithm: 'lattice' })],
    ['bottom-up', (job) => ({ ...job, algorithm: 'bottom-up' })],
  ]
  const dropped = (job: Job): Job => ({ ...job, privacy: { ...job.privacy, 'suppressed-rows': 'drop' } })

  it.each(methods)('%s: every row of the release is beside its source row', async (title, change) => {
    const release = `out/${title.replaceAll(/\W+/g, '-')}.csv`
    const run = await studio.run((job) => change({ ...job, output: { release } }))
    expect(run.status).toBe('published')
    const facts = await studio.ask<PreviewFacts>(`result/${run.id}/preview`)
    const written = readRows(release)
    expect(facts).toMatchObject({ inStep: true, rowsAfter: written.length })
    const { rows, places } = await studio.ask<RowWindow>(`result/${run.id}/rows?from=0&count=500`)
    expect(rows).toHaveLength(written.length)
    const { columns } = facts
    const text = (cells: readonly (string | null)[]) => JSON.stringify(cells.map((cell) => cell ?? ''))
    const released = rows.map((cells) => cells.slice(0, columns.length))
    expect(released.map(text).sort()).toEqual(written.map((row) => text(columns.map((name) => row[name]))).sort())
    const kept = columns.filter((name) => !['quasi-identifier'].includes(studio.job.columns[name]?.role ?? ''))
    rows.forEach((cells, i) => {
      const raw = cells.slice(columns.length)
      if (places.length === data.length) expect(text(raw)).toBe(text(columns.map((name) => data[places[i]][name])))
      for (const name of kept) expect(cells[columns.indexOf(name)]).toBe(raw[columns.indexOf(name)])
      const [age, own] = [cells[columns.indexOf('age')] ?? '', Number(raw[columns.indexOf('age')])]
      // A tree that swaps rows shows a value that is not theirs; the others tell the truth of every row.
      if (title !== 'kactus-2') expect(isTrue(age, own), `${own} in ${age}`).toBe(true)
    })
  })

  /** Whether a label covers a number. */
  function isTrue(label: string, number: number): boolean {
    if (label === '*') return true
    const numbers = (label.match(/\d+/g) ?? []).map(Number)
    if (label.startsWith('≤')) return number <= numbers[0]
    if (label.startsWith('≥')) return number >= numbers[0]
    return number >= numbers[0] && number <= (numbers[1] ?? numbers[0])
  }

  it('marks, sorts and filters both sides together, with a lens at the pointer', async () => {
    const { page } = studio
    await goTo(page, 'Result')
    await page.getByRole('button', { name: /Run$/ }).click()
    await page.getByRole('option', { name: /^1 ·/ }).click()
    await openPart(page, 'Rows')
    const [before, after] = ['before', 'after'].map((side) => page.getByRole('grid', { name: `Rows ${side}` }))
    await after.locator('mark').first().waitFor()
    const first = (column: string, grid: typeof before) =>
      grid.getByRole('row').nth(1).locator(`[aria-colindex="${column}"]`)
    const at = await before.getByRole('columnheader', { name: 'age' }).getAttribute('aria-colindex')
    await before.getByRole('columnheader', { name: 'age' }).click()
    const ages = data.map(({ age }) => Number(age)).sort((a, b) => a - b)
    await expect.poll(() => first(at as string, before).textContent()).toBe(String(ages[0]))
    await before.getByRole('columnheader', { name: 'age' }).click()
    await expect.poll(() => first(at as string, before).textContent()).toBe(String(ages.at(-1)))
    await first(at as string, before).hover()
    const label = await first(at as string, after).textContent()
    await page.locator('.lens', { hasText: `${ages.at(-1)} → ${label}` }).waitFor()
    expect(await after.locator('.pointed').count()).toBe(1)
    const fits = data.filter((row) => row['income'] === '>50K').length
    await page.getByLabel('Rows with').fill('>50k')
    await page.getByText(`${fits} rows`, { exact: true }).waitFor()
    await expect.poll(() => after.getAttribute('aria-rowcount')).toBe(String(fits + 1))
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await studio.faults(colorScheme)).toEqual([])
    }
  })

  it('picks a person: attackers find the row in the data, and at most one of k in the release', async () => {
    const { page } = studio
    const recoded = Object.keys(studio.job.columns).filter(
      (name) => studio.job.columns[name].role === 'quasi-identifier',
    )
    const key = (row: (typeof data)[number]) => recoded.map((name) => row[name]).join()
    const alone = data.findIndex((row) => data.filter((other) => key(other) === key(row)).length === 1)
    await openPart(page, 'Risk')
    await page.getByRole('textbox', { name: 'Somebody you know' }).fill(String(data[alone]['number']))
    await page
      .getByRole('list', { name: /^Rows with/ })
      .getByRole('button', { name: new RegExp(`^${alone + 1} · `) })
      .click()
    await page.getByText('In the data 1 row has these values: the person is found.').waitFor()
    const linked = page.getByRole('row', { name: /^linkage: tightest class/ }).getByRole('cell')
    const [, before, after] = await linked.allInnerTexts()
    expect(before).toBe('100%')
    const k = studio.job.privacy?.['k'] as number
    expect(Number(after.replace('%', ''))).toBeGreaterThan(0)
    expect(Number(after.replace('%', ''))).toBeLessThanOrEqual(100 / k)
    expect(await studio.faults()).toEqual([])
  })

  it('lays an earlier release beside its data by running its job again, and refuses another result', async () => {
    const later = withRuns(await openStudio({ from: studio.folder }), studio.job)
    try {
      const runs =
        await later.ask<readonly { readonly id: string; readonly result: { readonly release: string } }[]>(
          'run/earlier',
        )
      const { id, result } = runs.find((run) => run.result.release.endsWith('boxes.csv')) as (typeof runs)[number]
      const preview = () => later.ask<PreviewFacts>(`result/${id}/preview`)
      expect(await preview()).toMatchObject({ inStep: false, canPair: true })
      expect(await later.ask(`result/${id}/pair`, {})).toEqual({})
      expect(await preview()).toMatchObject({ inStep: true, canPair: false, rowsAfter: 400 })
      const other = runs.find((run) => run.result.release.endsWith('mondrian.csv')) as (typeof runs)[number]
      writeFileSync(other.result.release, readFileSync(result.release))
      const { error } = await later.ask<{ readonly error: string }>(`result/${other.id}/pair`, {})
      expect(error).toMatch(/gives another release now/)
    } finally {
      await later.close()
    }
  })

  it('complains of nothing and asks nobody else', () => {
    expect([...studio.complaints, ...studio.foreign]).toEqual([])
  })
})
