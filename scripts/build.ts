/**
 * Builds dist/: the library (tsc), the command line (rolldown) and the studio's pages (vite). One process, because each
 * tool start costs half a second; tsc runs beside it.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { build } from 'vite'
import { writeLicences } from './write-licences.ts'

const compiler = join('node_modules', 'typescript', 'bin', 'tsc')
const compiled = once(
  spawn(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { stdio: 'inherit' }),
  'exit',
) as Promise<[number]>
await import('./build-kernels.ts')
writeLicences()
const [status] = await compiled
if (status !== 0) process.exit(status)
await import('./remove-stale.ts')
await import('./bundle-command.ts')
await build()
