/**
 * Writes `dist/licences.txt`: all installed packages with versions, licences and licence texts, because the bundled
 * command line contains their code. Refuses a package without a permissive licence, or with an install script.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface LockedPackage {
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
  /** A folder of this repository. */
  readonly link?: boolean
  readonly hasInstallScript?: boolean
}

const permissive = [
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'MPL-2.0',
  'CC0-1.0',
  'Unlicense',
  'BlueOak-1.0.0',
]

/** All packages of the lock file except this one, its workspaces and development ones. */
export function productionPackages(lock: string): (readonly [name: string, LockedPackage])[] {
  const { packages } = JSON.parse(lock) as { packages: Readonly<Record<string, LockedPackage>> }
  return Object.entries(packages)
    .filter(([path, { dev = false, link = false }]) => path.startsWith('node_modules/') && !dev && !link)
    .map(([path, entry]) => [path.replace(/^.*node_modules\//, ''), entry] as const)
}

export function findFaults(packages: readonly (readonly [string, LockedPackage])[]): string[] {
  return packages.flatMap(([name, { license, hasInstallScript = false }]) => [
    ...(hasInstallScript ? [`${name} runs a script when it is installed`] : []),
    ...(isPermissive(license)
      ? []
      : [`${name} has the licence ${license ?? 'none'}, which is not among ${permissive.join(', ')}`]),
  ])
}

/** `MIT`, or a choice that includes a permissive one: `(MIT OR GPL-3.0)`. */
function isPermissive(license = ''): boolean {
  const words = license.replace(/[()]/g, '').split(/\s+OR\s+/)
  return words.some((word) => word.split(/\s+AND\s+/).every((licence) => permissive.includes(licence)))
}

export function licenceText(packages: readonly (readonly [string, LockedPackage])[]): string {
  const lines = packages.map(([name, { version, license }]) => `${name} ${version ?? ''} ${license ?? ''}`)
  return `${[...new Set(lines)].sort().join('\n')}\n`
}

/** Only packages installed here: those of other platforms are not bundled. */
function licenceTexts(packages: readonly (readonly [string, LockedPackage])[]): string {
  const names = [...new Set(packages.map(([name]) => name))]
    .sort()
    .filter((name) => existsSync(join('node_modules', name)))
  const texts = names.flatMap((name) => {
    const folder = join('node_modules', name)
    const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name))
    return file === undefined ? [] : [`\n## ${name}\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`]
  })
  return texts.join('')
}

export function writeLicences(): void {
  const packages = productionPackages(readFileSync('package-lock.json', 'utf8'))
  const faults = findFaults(packages)
  if (faults.length > 0) throw new Error(faults.join('\n'))
  mkdirSync('dist', { recursive: true })
  writeFileSync('dist/licences.txt', licenceText(packages) + licenceTexts(packages))
}
