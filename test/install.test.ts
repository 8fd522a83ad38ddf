/** What a newcomer's first command installs: the lock names every platform's packages, and `npm start` and `npm test` keep to the lock. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

interface Entry {
  readonly version: string
  readonly integrity?: string
  readonly resolved?: string
  readonly optional?: boolean
  readonly link?: boolean
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const lock: Record<string, Entry> = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages

/** Where Node finds a package from another: beside it, or in a node_modules further up. */
function entryOf(from: string, name: string): Entry | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    const entry = lock[folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`]
    if (entry !== undefined || folder === '') return entry
  }
}

describe('package-lock.json', () => {
  it('has an entry for every dependency of every package, of all platforms', () => {
    const missing = Object.entries(lock).flatMap(([path, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((name) => entryOf(path, name) === undefined)
        .map((name) => `${name} of ${path || 'the project'}`),
    )
    expect(missing).toEqual([])
  })

  it.each([
    ['darwin', 'arm64'],
    ['darwin', 'x64'],
    ['linux', 'arm64'],
    ['linux', 'x64'],
    ['win32', 'x64'],
  ])('has DuckDB, Biome, esbuild, Rolldown and oxc for %s %s', (os, cpu) => {
    const own = Object.entries(lock).filter(([, entry]) => entry.os?.includes(os) && entry.cpu?.includes(cpu))
    const scopes = new Set(own.map(([path]) => dirname(path.replace(/^.*node_modules\//, ''))))
    expect([...scopes].sort()).toEqual(
      expect.arrayContaining(['@biomejs', '@duckdb', '@esbuild', '@oxc-parser', '@oxc-resolver', '@rolldown']),
    )
  })

  it('names each package by its contents and from no registry in particular', () => {
    const workspaces: readonly string[] = JSON.parse(readFileSync('package.json', 'utf8')).workspaces
    const links = Object.values(lock).flatMap(({ link, resolved }) => (link ? [resolved] : []))
    expect(links).toEqual(workspaces)
    const entries = Object.entries(lock).filter(
      ([path, { link }]) => path !== '' && !link && !workspaces.includes(path),
    )
    expect(entries.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([])
    const foreign = ({ resolved }: Entry) =>
      resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/')
    expect(entries.filter(([, entry]) => foreign(entry)).map(([path]) => path)).toEqual([])
  })

  it('and package.json give every package an exact version', () => {
    const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })) {
      // `npm:other@1.2.3` is another package under this name.
      expect(lock[`node_modules/${name}`].version).toBe(String(version).replace(/^npm:.*@/, ''))
    }
  })
})

describe('scripts/install.mjs', () => {
  const room = mkdtempSync(join(tmpdir(), 'halftone-install-'))
  afterAll(() => rmSync(room, { recursive: true, force: true }))

  const here = { os: [process.platform], cpu: [process.arch] }
  const other = { os: ['aix'], cpu: ['ppc64'] }
  const packages = {
    '': {},
    'node_modules/tool': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/tool-here': { version: '1.0.0', integrity: 'sha512-b', optional: true, ...here },
    'node_modules/tool-aix': { version: '1.0.0', integrity: 'sha512-c', optional: true, ...other },
  }
  const { '': _, 'node_modules/tool-aix': aix, ...installed } = packages

  /** What is asked of npm, in a folder with these packages installed. */
  function asked(there: object | undefined): string {
    const folder = mkdtempSync(join(room, 'project-'))
    const npm = join(folder, 'npm.js')
    writeFileSync(npm, "console.log('npm', ...process.argv.slice(2))")
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages }))
    if (there !== undefined) {
      mkdirSync(join(folder, 'node_modules'))
      writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: there }))
    }
    const env = { ...process.env, npm_execpath: npm }
    const script = join(import.meta.dirname, '..', 'scripts', 'install.mjs')
    return spawnSync(process.execPath, [script], { cwd: folder, env, encoding: 'utf8' }).stdout
  }

  it('does nothing where node_modules is that of the lock', () => {
    expect(asked(installed)).toBe('')
  })

  it.each<[string, object | undefined]>([
    ['there is no node_modules', undefined],
    ['node_modules/tool is not there', { ...installed, 'node_modules/tool': undefined }],
    ['node_modules/tool-here is not there', { ...installed, 'node_modules/tool-here': undefined }],
    ['node_modules/tool is stale', { ...installed, 'node_modules/tool': { version: '1.0.1', integrity: 'sha512-z' } }],
    ['node_modules/tool-aix is for another platform', { ...installed, 'node_modules/tool-aix': aix }],
    ['node_modules/more is not in the lock', { ...installed, 'node_modules/more': { version: '1.0.0' } }],
  ])('runs npm ci where %s', (reason, there) => {
    expect(asked(there)).toContain(`${reason} …\nnpm ci`)
  })
})
