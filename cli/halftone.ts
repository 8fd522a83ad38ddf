#!/usr/bin/env node
/** Entry point of the command line. `--version` loads nothing else. */
import { fileURLToPath } from 'node:url'
import { diskFaults } from '../src/ground/disk.ts'
import { version } from '../src/ground/version.ts'
import { keepCompiled } from './keep-compiled.ts'

// A reader may close the pipe (`| head`); the work goes on.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return
  process.stderr.write(
    'halftone: standard output cannot be written ' +
      `(${error.code}); ${diskFaults.get(error.code ?? '') ?? 'write it somewhere else'}\n`,
  )
  process.exit(2)
})
const words = process.argv.slice(2)
if (words.length === 1 && (words[0] === '--version' || words[0] === '-V')) process.stdout.write(`${version}\n`)
else {
  const here = fileURLToPath(import.meta.url)
  if (here.endsWith('.js')) keepCompiled(fileURLToPath(new URL('.compiled', import.meta.url)))
  void start()
}

async function start(): Promise<void> {
  const { halftoneProgram } = await import('./halftone-program.ts')
  const { runProgram } = await import('./program.ts')
  await runProgram(await halftoneProgram(words), words)
}
