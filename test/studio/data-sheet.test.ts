/** The data sheet, opened from the disk without the studio: it counts the release that is given to it. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromium, sharedBrowser } from '../browser.ts'
import { needs } from '../needs.ts'
import { goTo } from './job-steps.ts'
import { openStudioOnCensus, type StudioRuns } from './start-run.ts'

describe('the data sheet', needs(chromium), () => {
  let studio: StudioRuns
  beforeAll(async () => {
    studio = await openStudioOnCensus(400)
  })
  afterAll(() => studio?.close())

  it('counts digest and classes of the release, and tells a changed file', async () => {
    const run = await studio.run()
    const { release = '', verification, suppressed } = run.result ?? {}
    await goTo(studio.page, 'Result')
    const waiting = studio.page.waitForEvent('download')
    await studio.page.getByRole('link', { name: 'Data sheet' }).click()
    const sheet = join(studio.folder, 'sheet.html')
    await (await waiting).saveAs(sheet)
    expect(readFileSync(sheet, 'utf8')).not.toContain(studio.folder)

    const context = await (await sharedBrowser()).newContext()
    try {
      const page = await context.newPage()
      const complaints: string[] = []
      const requests: string[] = []
      page.on('console', (message) => complaints.push(message.text()))
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('request', (request) => requests.push(request.url()))
      await page.goto(pathToFileURL(sheet).href)
      const checked = page.getByRole('status')
      await page.getByLabel('The release').setInputFiles(release)
      await checked.getByText(/^✓ sha256 [0-9a-f]{64}: the file that was verified$/).waitFor()
      const { classes, smallestClass } = run.result ?? {}
      await checked.getByText(`400 rows, ${classes} classes, ${suppressed} rows suppressed`).waitFor()
      await checked.getByText(`✓ The smallest class has ${smallestClass} rows; k = ${run.report?.asked.k}`).waitFor()
      expect(verification?.smallestClass).toBe(smallestClass)

      // One cell of one row: its class is alone, and the bytes are others.
      const [head, first, ...rest] = readFileSync(release, 'utf8').split('\n')
      const cells = first.split(',')
      cells[head.split(',').indexOf('sex')] = 'Martian'
      const altered = join(studio.folder, 'altered.csv')
      writeFileSync(altered, [head, cells.join(','), ...rest].join('\n'))
      await page.getByLabel('The release').setInputFiles(altered)
      await checked.getByText(/^✗ sha256 [0-9a-f]{64}: not the file that was verified/).waitFor()
      await checked.getByText('✗ The smallest class has 1 row;').waitFor()
      expect(complaints).toEqual([])
      expect(requests.filter((url) => !url.startsWith('file:') && !url.startsWith('data:'))).toEqual([])
    } finally {
      await context.close()
    }
  })
})
