/**
 * Builds and runs the tests; type checks, unused code, format and lint run beside them and print only on failure.
 * Arguments go to Vitest.
 */
import { exec, spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'

const checks = ['tsc -p .', 'tsc -p studio/client', 'knip', 'biome check --error-on-warnings .']
const failed: string[] = []

async function check(command: string): Promise<boolean> {
  return new Promise((resolve) => {
    exec(command, { maxBuffer: 2 ** 26 }, (error, stdout, stderr) => {
      if (error) failed.push(`${command}\n${stdout}${stderr}`)
      resolve(!error)
    })
  })
}

async function checkOneByOne(): Promise<void> {
  for (let next = checks.shift(); next !== undefined; next = checks.shift()) await check(next)
}

async function buildAndTest(): Promise<void> {
  if (!(await check('tsx scripts/build.ts'))) return
  const vitest = join('node_modules', 'vitest', 'vitest.mjs')
  const tests = spawn(process.execPath, [vitest, 'run', ...process.argv.slice(2)], { stdio: 'inherit' })
  const [[status]] = await Promise.all([once(tests, 'exit'), checkOneByOne()])
  if (status !== 0) process.exitCode = 1
}

await Promise.all([buildAndTest(), ...Array.from({ length: Math.max(1, availableParallelism() - 1) }, checkOneByOne)])
for (const text of failed) console.error(text)
if (failed.length > 0) process.exitCode = 1
