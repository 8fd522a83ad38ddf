/**
 * A real browser for end-to-end tests: Chromium, Chrome or Edge of this machine, found or installed. Where there is none and none can be
 * installed, tests that need it are skipped, and the closing lines of the run say so.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { type Browser, chromium as playwright } from 'playwright-core'
import type { Need } from './needs.ts'

/** The one without windows first: it costs a fifth less. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'msedge',
  'microsoft-edge',
]

/** Where macOS and Windows keep their applications. */
function usualPlaces(): string[] {
  const applications = ['/Applications', join(homedir(), 'Applications')]
  const programs = ['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData'].flatMap((name) => process.env[name] ?? [])
  return [
    ...['Google Chrome', 'Chromium', 'Microsoft Edge'].flatMap((name) =>
      applications.map((folder) => join(folder, `${name}.app`, 'Contents', 'MacOS', name)),
    ),
    ...[
      ['Google', 'Chrome', 'chrome.exe'],
      ['Chromium', 'chrome.exe'],
      ['Microsoft', 'Edge', 'msedge.exe'],
    ].flatMap((path) => programs.map((folder) => join(folder, ...path.slice(0, -1), 'Application', path.at(-1) ?? ''))),
  ]
}

/** The one that HALFTONE_CHROMIUM names and no other; else on the path, then in the usual places. */
function findChromium(): string | undefined {
  const named = process.env['HALFTONE_CHROMIUM']
  const endings = process.platform === 'win32' ? ['.exe'] : ['']
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.flatMap((name) => endings.map((ending) => join(folder, name + ending))))
  return (named ? [named] : [...onPath, ...usualPlaces()]).find((path) => existsSync(path))
}

/** On Debian and its kin, as root, the package manager has one. Called once before all tests, so that two files do not install at a time. */
export function prepareChromium(): void {
  const root = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (!root || process.env['HALFTONE_CHROMIUM'] || findChromium() !== undefined) return
  console.warn("No Chromium on this machine: installing Debian's for the tests of the studio …")
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const quiet = { stdio: 'ignore' as const, timeout: 300_000, env }
  try {
    execFileSync('apt-get', ['update'], quiet)
    execFileSync(
      'apt-get',
      ['install', '-y', '--no-install-recommends', 'chromium-headless-shell', 'fonts-dejavu-core'],
      quiet,
    )
  } catch (error) {
    console.warn(`Chromium could not be installed: ${(error as Error).message}`)
  }
}

const path = findChromium()

export const chromium: Need = {
  met: path !== undefined,
  missing: process.env['HALFTONE_CHROMIUM']
    ? `no browser at ${process.env['HALFTONE_CHROMIUM']}, which HALFTONE_CHROMIUM names`
    : 'no Chromium, Chrome or Edge; install one (apt install chromium, brew install --cask chromium, winget install Google.Chrome) or name one with HALFTONE_CHROMIUM',
}

let opened: Promise<Browser> | undefined

/** One for all files of a process, which ends with it; a test opens a context of its own and closes that. */
export function sharedBrowser(): Promise<Browser> {
  if (path === undefined) throw new Error(chromium.missing)
  // Without a GPU there is none to be stood in for by software.
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', '--disable-software-rasterizer']
  opened ??= playwright.launch({ executablePath: path, args })
  return opened
}
