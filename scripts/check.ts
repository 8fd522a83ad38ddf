/**
 * Builds, and checks all that is not a test: format and lint, types, unused code, the package as it would be published. As many at a time as
 * there are cores; what one of them prints is shown together, and only where it fails.
 */
import { exec } from 'node:child_process'
import { availableParallelism } from 'node:os'

// The longest first.
const waiting = [
  'tsx scripts/build.ts && tsx scripts/check-package.ts',
  'tsc -p .',
  'tsc -p studio/client',
  'knip',
  'biome check --error-on-warnings .',
]

async function work(): Promise<void> {
  for (let command = waiting.shift(); command !== undefined; command = waiting.shift()) {
    await new Promise<void>((resolve) => {
      exec(String(command), { maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
        if (error) {
          console.error(`${command}\n${stdout}${stderr}`)
          process.exitCode = 1
        }
        resolve()
      })
    })
  }
}

await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work))
