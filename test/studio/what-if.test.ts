/** What-if in a real browser: cuts are changed by mouse and by keyboard, and what the page says of them is what their release has. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatCount, formatFigure } from '../../src/ground/format.ts'
import type { RunResult } from '../../src/run.ts'
import type { RunState } from '../../studio/server/run/api.ts'
import { chromium } from '../browser.ts'
import { countClasses, halftone, readRelease } from '../end-to-end/workshop.ts'
import { needs } from '../needs.ts'
import { openJobFile, openPart } from './job-steps.ts'
import { openStudioOnCensus, type StudioRuns } from './start-run.ts'

const columns = ['age', 'sex', 'race', 'marital-status', 'education', 'workclass', 'occupation', 'country']

describe('what-if', needs(chromium), () => {
  let studio: StudioRuns
  let first: RunState
  beforeAll(async () => {
    studio = await openStudioOnCensus(3000)
    const file = join(studio.folder, 'job.yaml')
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^privacy:$/m, 'privacy:\n  ends: exact'))
    first = await studio.run((job) => ({
      ...job,
      privacy: { ...job.privacy, ends: 'exact' },
      algorithm: { name: 'top-down' },
    }))
    await openJobFile(studio.page, 'job.yaml')
    await tab('Result').click()
    await openPart(studio.page, 'What-if')
    await studio.page.getByText('✓ Can be released').waitFor()
  })
  afterAll(() => studio?.close())

  const tab = (name: string): Locator => studio.page.getByRole('tab', { name, exact: true })
  const button = (name: string): Locator => studio.page.getByRole('button', { name, exact: true })
  const choose = async (column: string): Promise<void> => {
    await studio.page.getByRole('button', { name: /Column$/ }).click()
    await studio.page.getByRole('option', { name: new RegExp(`^${column}`) }).click()
  }
  const joinAll = async (column: string): Promise<void> => {
    await choose(column)
    await studio.page.getByRole('button', { name: /Set to a level/ }).click()
    await studio.page.getByRole('option', { name: / 1 group$/ }).click()
  }
  /** The names of the groups, once the answer is there. */
  const groups = async (column: string): Promise<string[]> => {
    await studio.page.locator('.what-if [aria-busy="false"]').waitFor()
    const table = studio.page.getByRole('table', { name: `Groups of ${column} and their rows` })
    return table.locator('tbody td:first-child').allTextContents()
  }
  const addEndpoint = async (number: string): Promise<void> => {
    await studio.page.getByRole('textbox', { name: 'A group begins at' }).fill(number)
    await button('Add endpoint').click()
  }
  /** Now, in the release, and the difference, once the answer is there. */
  const figures = async (): Promise<Map<string, string[]>> => {
    await studio.page.locator('.what-if [aria-busy="false"]').waitFor()
    const rows = await studio.page
      .getByRole('table', { name: 'Figures of these cuts and of the release' })
      .locator('tbody tr')
      .evaluateAll((all) =>
        all.map((row) => [
          row.querySelector('th')?.firstChild?.textContent ?? '',
          ...[...row.querySelectorAll('td')].map((cell) => cell.textContent ?? ''),
        ]),
      )
    return new Map(rows.map(([name, ...cells]) => [name, cells]))
  }
  const expectFigures = async ({ suppressed, smallestClass, classes, metrics, value }: RunResult) => {
    const shown = await figures()
    expect(shown.get('Suppressed rows')?.[0]).toBe(formatCount(suppressed as number))
    expect(shown.get('Smallest class released')?.[0]).toBe(formatCount(smallestClass as number))
    expect(shown.get('Classes')?.[0]).toBe(formatCount(classes as number))
    expect(shown.get('LM')?.[0]).toBe(formatFigure(metrics?.['LM'] as number))
    expect(shown.get('CM')?.[0]).toBe(formatFigure(metrics?.['CM'] as number))
    expect(shown.get('Goal')?.[0]).toBe(formatFigure(value as number))
  }

  it('begins with the release and its figures', async () => {
    await expectFigures(first.result as RunResult)
    expect([...(await figures()).values()].map(([, , difference]) => difference)).toEqual(
      Array.from({ length: 8 }, () => '–'),
    )
    await expect.poll(() => button('Keep as release …').isDisabled()).toBe(true)
  })

  it('splits and joins the groups of a tree by keyboard, with a way back and forth', async () => {
    const { page } = studio
    await joinAll('race')
    await expect.poll(() => groups('race')).toHaveLength(1)
    const [whole] = await groups('race')
    const before = await figures()
    await button(`split: ${whole}`).focus()
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await groups('race')).length).toBeGreaterThan(1)
    await expect.poll(async () => (await figures()).get('LM')?.[0]).not.toBe(before.get('LM')?.[0])
    const after = await figures()
    expect(after.get('LM')?.[1]).toBe(before.get('LM')?.[1])
    expect(after.get('LM')?.[2]).toMatch(/^([+−]0\.\d+(better|worse)|–)$/)
    const parts = await groups('race')
    await page.keyboard.press('Control+z')
    await expect.poll(() => groups('race')).toEqual([whole])
    await expect.poll(figures).toEqual(before)
    await button('Redo').click()
    await expect.poll(figures).toEqual(after)
    await button(`join: ${parts[1]}`).click()
    await expect.poll(() => groups('race')).toEqual([whole])
    await button('Undo').click()
    await expect.poll(() => groups('race')).toEqual(parts)
    await button('Reset').click()
    await expect.poll(() => button('Reset').isDisabled()).toBe(true)
  })

  it('adds, splits and joins groups of numbers', async () => {
    await choose('age')
    const released = await groups('age')
    await joinAll('age')
    await expect.poll(() => groups('age')).toEqual(['[17,90]'])
    await addEndpoint('40')
    await expect.poll(() => groups('age')).toEqual(['[17,39]', '[40,90]'])
    await button('split: [40,90]').click()
    await expect.poll(async () => (await groups('age')).length).toBe(3)
    await button('join: [17,39]').click()
    await expect.poll(async () => (await groups('age')).length).toBe(2)
    await button('Undo').click()
    await button('Undo').click()
    await expect.poll(() => groups('age')).toEqual(['[17,39]', '[40,90]'])
    await button('Reset').click()
    await expect.poll(() => groups('age')).toEqual(released)
  })

  it('has what can be done with the cuts in sight on a small screen', async () => {
    const { page } = studio
    await page.setViewportSize({ width: 1280, height: 720 })
    const box = await button('Keep as release …').boundingBox()
    expect((box?.y ?? 720) + (box?.height ?? 0)).toBeLessThan(720)
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('says when cuts cannot be released, and does not keep them', async () => {
    const { page } = studio
    for (const column of ['age', 'country']) {
      await choose(column)
      await page.getByRole('button', { name: /Set to a level/ }).click()
      await page.getByRole('option').first().click()
    }
    await page.getByText('✗ Cannot be released').waitFor()
    await expect.poll(() => button('Keep as release …').isDisabled()).toBe(true)
    await button('Reset').click()
  })

  it('has no serious accessibility fault in light and dark', async () => {
    const { page } = studio
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const column of ['age', 'race']) {
        await choose(column)
        expect(await studio.faults(colorScheme), `${column} in ${colorScheme}`).toEqual([])
      }
    }
    await page.emulateMedia({ colorScheme: 'light' })
  })

  it('keeps what was made by hand as the release: verified, with the figures it had foretold', async () => {
    const { page, folder } = studio
    // Whatever the search has found, these can be released.
    for (const column of ['sex', 'race', 'country', 'occupation', 'workclass']) await joinAll(column)
    await joinAll('age')
    for (const age of ['30', '40', '50', '60']) await addEndpoint(age)
    await page.getByRole('row', { name: /^\[60,90\]/ }).waitFor()
    await page.getByText('✓ Can be released').waitFor()
    await studio.picture('06-what-if')
    const foretold = await figures()
    await button('Keep as release …').click()
    const command = await page.locator('pre code').textContent()
    expect(command).toBe('halftone run job.yaml --from-recoding out/private/by-hand.recoding.json --force')
    expect(await studio.faults()).toEqual([])
    await button('Write and release').click()
    const kept = await studio.ended(String(Number(first.id) + 1))
    expect(kept).toMatchObject({ status: 'published', result: { verification: { verdict: 'holds' } } })
    // It lists values of the table, so it lies where only its owner looks.
    expect(statSync(join(folder, 'out', 'private', 'by-hand.recoding.json')).mode & 0o777).toBe(0o600)
    expect(existsSync(join(folder, 'out', 'by-hand.recoding.json'))).toBe(false)
    await page.getByRole('button', { name: /by hand.* Run$/ }).waitFor()

    // What was kept is a release like any other: the verdict first, and the focus where the keyboard goes on.
    await page.getByText('Verified for k = 10').waitFor()
    await expect.poll(() => page.locator(':focus').textContent()).toBe('Summary')

    // Its cuts are where they were put.
    await openPart(studio.page, 'What-if')
    await page.getByText('✓ Can be released').waitFor()
    await expectFigures(kept.result as RunResult)
    for (const name of ['Suppressed rows', 'Smallest class released', 'Classes', 'LM', 'CM', 'Goal'])
      expect((await figures()).get(name)?.[0], name).toBe(foretold.get(name)?.[0])

    // Counted by somebody who knows nothing of Halftone.
    const { sizes, suppressed } = countClasses(readRelease(join(folder, 'out', 'release.csv')), columns)
    expect(sizes[0]).toBe(kept.result?.smallestClass)
    expect(sizes.length).toBe(kept.result?.classes)
    expect(suppressed).toBe(kept.result?.suppressed)

    // The command that was shown gives the same bytes.
    const bytes = readFileSync(join(folder, 'out', 'release.csv'))
    const { code, stderr } = await halftone(folder, (command as string).split(' ').slice(1))
    expect(code, stderr).toBe(0)
    expect(Buffer.compare(readFileSync(join(folder, 'out', 'release.csv')), bytes)).toBe(0)
  })

  it('is not for recodings without cuts, and says why', async () => {
    const { page } = studio
    await studio.run((job) => ({ ...job, algorithm: 'kactus-2', output: { release: 'out/kactus.csv' } }))
    await tab('Data').click()
    await tab('Result').click()
    await page.getByRole('button', { name: /Run$/ }).click()
    await page.getByRole('option', { name: /kactus-2/ }).click()
    await openPart(studio.page, 'What-if')
    await page.getByText(/kactus-2 decides for each combination of values by itself/).waitFor()
  })

  it('complains of nothing and asks nobody else', () => {
    expect(studio.complaints).toEqual([])
    expect(studio.foreign).toEqual([])
  })
})
