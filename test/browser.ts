/**
 * A real browser for end-to-end tests: the system's Chromium, found or installed. Where there is none and none can be installed, tests
 * say so loudly and are skipped.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'msedge']
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** Where a Chromium is: named by HALFTONE_CHROMIUM, on the path, in the usual places. */
function findChromium(): string | undefined {
  const named = process.env['HALFTONE_CHROMIUM']
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
  return [...(named === undefined ? [] : [named]), ...onPath, ...places].find((path) => existsSync(path))
}

/** On Debian and its kin, as root, the package manager has one. */
function installChromium(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined
  console.warn("No Chromium on this machine: installing Debian's for the tests of the studio …")
  const quiet = { stdio: 'ignore' as const, env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  try {
    execFileSync('apt-get', ['update'], quiet)
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'], quiet)
  } catch (error) {
    console.warn(`Chromium could not be installed: ${(error as Error).message}`)
  }
  return findChromium()
}

/** Installs where needed; called once before all tests (see vitest.config.ts), so that two files do not install at a time. */
export function prepareChromium(): void {
  const path = findChromium() ?? installChromium()
  if (path === undefined) {
    console.warn(
      '\n*** NO BROWSER: install Chromium or set HALFTONE_CHROMIUM. The end-to-end tests of the studio are NOT run. ***\n',
    )
  }
}

export const chromiumPath = findChromium()

export async function openBrowser(): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error('there is no Chromium; see test/browser.ts')
  return chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
}
