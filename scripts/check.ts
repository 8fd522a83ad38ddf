/**
 * Builds and runs the tests; type checks, unused code, format and lint run beside them and print only on failure.
 * Arguments go to Vitest. A few files that fail are run once more, one at a time: browsers and killed processes can miss
 * their moment beside other work. A file that passes only then is named at the end.
 */
import { exec, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'

const checks = ['tsc -p .', 'tsc -p studio/client', 'knip', 'biome check --error-on-warnings .']
const failed: string[] = []
/** More failed files than this are no accident of timing. */
const MOST_RETRIED = 3
const failedFiles = join('node_modules', '.cache', 'failed-tests.json')

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
  rmSync(failedFiles, { force: true })
  const [status] = await Promise.all([test(process.argv.slice(2)), checkOneByOne()])
  if (status === 0) return
  const files: string[] = existsSync(failedFiles) ? JSON.parse(readFileSync(failedFiles, 'utf8')) : []
  const isFew = files.length > 0 && files.length <= MOST_RETRIED
  if (isFew && (await test([...files, '--maxWorkers=1'])) === 0) {
    console.log(`Failed beside the others and passed alone: ${files.map((file) => relative('.', file)).join(', ')}`)
  } else process.exitCode = 1
}

async function test(words: readonly string[]): Promise<number | null> {
  const vitest = join('node_modules', 'vitest', 'vitest.mjs')
  const env = { ...process.env, HALFTONE_FAILED: failedFiles }
  const tests = spawn(process.execPath, [vitest, 'run', ...words], { stdio: 'inherit', env })
  const [status] = await once(tests, 'exit')
  return status
}

await Promise.all([buildAndTest(), ...Array.from({ length: Math.max(1, availableParallelism() - 1) }, checkOneByOne)])
for (const text of failed) console.error(text)
if (failed.length > 0) process.exitCode = 1
