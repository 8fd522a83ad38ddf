/** The package as a user gets it: packed by npm, installed into an empty project. Used by test/published.test.ts and scripts/test-nodes.ts. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Tarball {
  readonly file: string
  /** Bytes, packed. */
  readonly size: number
  readonly paths: readonly string[]
}

/** Packs what was built; the build itself is not repeated. */
export function pack(folder: string): Tarball {
  if (!existsSync('dist/cli/halftone.js')) throw new Error('the package is not built; run npm run build, or npm test')
  const answer = JSON.parse(npm('.', 'pack', '--json', '--ignore-scripts', '--pack-destination', folder))
  const [{ filename, size, files }] = answer as [{ filename: string; size: number; files: { path: string }[] }]
  return { file: join(folder, filename), size, paths: files.map(({ path }) => path) }
}

/** An empty project with the package in it; answers where its command is. */
export function installInProject(project: string, tarball: Tarball): string {
  mkdirSync(project, { recursive: true })
  writeFileSync(join(project, 'package.json'), '{ "private": true }\n')
  npm(project, 'install', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts', tarball.file)
  return join(project, 'node_modules', 'halftone', 'dist', 'cli', 'halftone.js')
}

/** What npm prints; its own script is run by this Node, since `npm` is a batch file on Windows, which cannot be started without a shell. */
export function npm(cwd: string, ...words: readonly string[]): string {
  const script = process.env['npm_execpath']
  const [command, first] = script?.endsWith('.js') ? [process.execPath, [script]] : ['npm', []]
  const shell = command === 'npm' && process.platform === 'win32'
  return execFileSync(command, [...first, ...words], {
    cwd,
    encoding: 'utf8',
    shell,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
