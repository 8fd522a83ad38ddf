/** The page of connections in a real browser, without a server to ask: what is typed and kept, what is never shown, and what is wrong in words. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromium } from '../browser.ts'
import { needs } from '../needs.ts'
import { openStudio, type StudioPage } from './studio-page.ts'

describe('the page of connections', needs(chromium), () => {
  let studio: StudioPage
  beforeAll(async () => {
    studio = await openStudio()
  })
  afterAll(() => studio?.close())
  const button = (name: string) => studio.page.getByRole('button', { name, exact: true })
  const field = (name: string) => studio.page.getByLabel(name, { exact: true })

  it('has an address and a title, and takes a password out of what is typed', async () => {
    const { page } = studio
    await button('A table of a database …').click()
    await expect.poll(() => page.title()).toBe('Connections · Halftone studio')
    expect(page.url()).toMatch(/\/data\/connections$/)
    await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe('Connections')
    await field('Address').fill('postgres://ann:planted@127.0.0.1:1/clinic')
    await page.getByText('A password does not belong into the address').waitFor()
    await expect.poll(() => field('Address').inputValue()).toBe('postgres://ann@127.0.0.1:1/clinic')
    await page.getByRole('list', { name: 'Where credentials are looked for' }).getByText('PGPASSWORD').waitFor()
    await studio.picture('11-connections')
  })

  it('says in words that nobody answers, and keeps a connection by its name', async () => {
    const { page, folder } = studio
    await button('Test it and list tables').click()
    await page.getByRole('alert').filter({ hasText: 'is it running, and is the address right?' }).waitFor()
    await page.getByText('It lacks what to read there.').waitFor()
    await field('Table').fill('public.people')
    await field('Name to keep it under').fill('clinic <b>')
    await button('Keep it').click()
    await button('Open clinic <b> as data').waitFor()
    const kept = readFileSync(join(folder, 'connections.yaml'), 'utf8')
    expect(kept).toBe('clinic <b>:\n  source: postgres://ann@127.0.0.1:1/clinic\n  table: public.people\n')
    await page.reload()
    await button('Change clinic <b>').click()
    await expect.poll(() => field('Table').inputValue()).toBe('public.people')
    await button('Open clinic <b> as data').click()
    await page.getByRole('alert').filter({ hasText: 'does not answer' }).waitFor()
  })

  it('has no serious accessibility fault in light and dark, and goes back to the files', async () => {
    const { page } = studio
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await studio.faults(colorScheme), colorScheme).toEqual([])
    }
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await studio.faults('dark')).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await button('Remove clinic <b>').click()
    await page.getByText('There is none yet.').waitFor()
    await button('Back to files').click()
    await page.getByText('Drop a file anywhere').waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Connections' }).waitFor()
    expect(studio.complaints).toEqual([])
    expect(studio.foreign).toEqual([])
  })
})
