/** The command on a job, as users run it: from the start of Node to its end. Started by cliffs.ts. */
import { wholeProcessor } from './measured.ts'

const [job] = process.argv.slice(2)
process.argv.splice(1, Number.POSITIVE_INFINITY, 'halftone', 'run', job, '--force')
process.on('exit', () => console.log(`\n${JSON.stringify({ whole: wholeProcessor() })}`))
// The computed name makes a missing build a runtime error, not one of the type check.
await import(new URL('../../../dist/cli/halftone.js', import.meta.url).href)
