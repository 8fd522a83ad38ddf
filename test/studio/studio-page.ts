/**
 * The studio in a real browser, for end-to-end tests: a server on a folder of its own, a page in Chromium, an ear for anything that
 * goes wrong in the page, and screenshots for the manual.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import { type Studio, startStudio } from '../../studio/server/start.ts'
import { sharedBrowser } from '../browser.ts'

export interface StudioPage {
  readonly folder: string
  readonly studio: Studio
  readonly page: Page
  /** Everything the page complained of; a test ends by expecting none. */
  readonly complaints: string[]
  /** Addresses outside of the studio that the page asked for. */
  readonly foreign: string[]
  /** A picture for the manual: docs/studio/NAME.png, where it is not there yet or HALFTONE_PICTURES is set. */
  picture(name: string): Promise<void>
  /**
   * Faults that axe finds on the page as it is; of a page in the dark that is judged in light too only those of
   * colours, since all else is the same.
   */
  faults(colorScheme?: 'light' | 'dark', other?: Page): Promise<string[]>
  close(): Promise<void>
}

export interface StudioPageOptions {
  /** Files to begin with: text by name. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>
  /** A folder whose files to begin with. */
  readonly from?: string
  readonly first?: string
  readonly dark?: boolean
  readonly largestUpload?: number
}

export async function openStudio(options: StudioPageOptions = {}): Promise<StudioPage> {
  const folder = mkdtempSync(join(tmpdir(), 'halftone-studio-test-'))
  if (options.from !== undefined) cpSync(options.from, folder, { recursive: true })
  for (const [name, text] of Object.entries(options.files ?? {})) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const studio = await startStudio({
    folder,
    threads: 2,
    first: options.first,
    largestUpload: options.largestUpload,
  })
  const browser = await sharedBrowser()
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    colorScheme: options.dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    acceptDownloads: true,
  })
  // Thirty seconds are not always enough on a machine with other work.
  context.setDefaultTimeout(120_000)
  const page = await context.newPage()
  const complaints: string[] = []
  const foreign: string[] = []
  page.on('console', (message) => {
    // A refused request is asked to the person; the browser's own line about it is no fault of the page.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    const url = request.url()
    if (!url.startsWith(new URL(studio.url).origin) && !/^(data|blob):/.test(url)) foreign.push(url)
  })
  await page.goto(studio.url)
  await page.getByRole('tab', { name: 'Data' }).waitFor()
  return {
    folder,
    studio,
    page,
    complaints,
    foreign,
    async picture(name) {
      // Pictures differ from one machine to the next: they are made anew only when asked for.
      if (existsSync(`docs/studio/${name}.png`) && !process.env['HALFTONE_PICTURES']) return
      mkdirSync('docs/studio', { recursive: true })
      await page.evaluate('window.scrollTo(0, 0)')
      // The footer names the folder, which is a temporary one here.
      await page.locator('footer', { hasText: folder }).evaluateAll((footers, path) => {
        for (const footer of footers)
          for (const part of footer.childNodes)
            if (part.textContent?.includes(path)) part.textContent = part.textContent.replace(path, '~/census')
      }, folder)
      await page.screenshot({ path: `docs/studio/${name}.png` })
    },
    faults: (colorScheme, other = page) => axeFaults(other, colorScheme === 'dark'),
    async close() {
      await context.close()
      await studio.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function axeFaults(page: Page, coloursAlone: boolean): Promise<string[]> {
  // Evaluated by the browser's own means: the page's policy lets no other script in.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource())
  const found = await page.evaluate(async (colours) => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } }
    // What is said aloud must be what is seen; axe asks this only when asked to.
    const rules = colours
      ? { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } }
      : { rules: { 'label-content-name-mismatch': { enabled: true } } }
    // Without a description of every element that passes.
    return (await axe.run({ ...rules, resultTypes: ['violations'] })).violations
  }, coloursAlone)
  return found.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map((node) => node.html.slice(0, 160)).join(' | ')})`,
  )
}

interface Violation {
  readonly id: string
  readonly help: string
  readonly nodes: readonly { readonly html: string }[]
}

function axeSource(): string {
  return (createRequire(import.meta.url)('axe-core') as { source: string }).source
}
