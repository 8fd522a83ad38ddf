/** The frame of the studio in a real browser: it opens, its steps are reached by keyboard, it asks nobody else for anything. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromium } from '../browser.ts'
import { needs } from '../needs.ts'
import { openStudio, type StudioPage } from './studio-page.ts'

describe('the studio', needs(chromium), () => {
  let studio: StudioPage
  beforeAll(async () => {
    studio = await openStudio()
  })
  afterAll(() => studio?.close())

  it('opens with its steps as tabs that the arrow keys move between', async () => {
    const { page } = studio
    await page.getByRole('tab', { name: 'Data' }).focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.getByRole('tab', { name: 'Hierarchies' }).getAttribute('aria-selected')).toBe('true')
    await expect.poll(() => page.getByRole('tab').count()).toBe(6)
  })

  it('has no serious accessibility fault in light and dark', async () => {
    const { page } = studio
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const name of ['Data', 'Hierarchies', 'Privacy and goal', 'Run', 'Result', 'Compare']) {
        await page.getByRole('tab', { name }).click()
        expect(await studio.faults(colorScheme), `${name} in ${colorScheme}`).toEqual([])
      }
    }
  })

  it('complains of nothing and asks nobody else', () => {
    expect(studio.complaints).toEqual([])
    expect(studio.foreign).toEqual([])
  })
})
