#!/usr/bin/env node
/** Where the command line begins. */
import { diskFaults } from './command.ts'
import { halftoneProgram } from './halftone-program.ts'
import { runProgram } from './program.ts'

// Whoever reads may stop reading (`| head`); the work goes on, and nothing is wrong.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') return
  process.stderr.write(
    `halftone: standard output cannot be written (${error.code}); ${diskFaults.get(error.code ?? '') ?? 'write it somewhere else'}\n`,
  )
  process.exit(2)
})
await runProgram(halftoneProgram(), process.argv.slice(2))
