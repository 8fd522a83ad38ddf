/** `halftone demo`: a whole run on sample data. `npm start` runs it. */
import { basename, join, resolve } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import colors from 'picocolors'
import { anonymize } from '../../src/anonymize.ts'
import { readPlan } from '../../src/plan/read-plan.ts'
import { findSample } from '../../src/sample/index.ts'
import { answer } from '../command.ts'
import { progressLine, withLine } from '../print/progress.ts'
import { runSummary } from '../print/run-summary.ts'
import { shown } from '../print/text.ts'
import { defaultThreads, wholeNumber } from '../values.ts'

const HELP = `
Examples:
  halftone demo
  halftone demo --rows 3000 --output try`

export function addDemo(program: Command): void {
  program
    .command('demo')
    .description('makes a sample census, anonymizes it with k = 10 and verifies it')
    .option('--rows <number>', 'rows of the census', wholeNumber, 30_000)
    .option('--output <folder>', 'folder to write to', 'halftone-demo')
    .option('--json', 'print one JSON object instead of text')
    .addHelpText('after', HELP)
    .action((options) =>
      answer(options, async (signal) => {
        const folder = resolve(options.output)
        const census = findSample('census')
        if (!options.json)
          process.stderr.write(`Making a census of ${options.rows} invented people in ${shown(folder)} …\n`)
        // The demo may overwrite its folder.
        const files = await census.write(folder, { rows: options.rows }, { force: true, signal })
        const result = await withLine(progressLine(), (progress) =>
          anonymize(readPlan(files.job), { signal, force: true, threads: defaultThreads(), progress }),
        )
        const job = shown(files.job)
        const command = commandAsTyped(process.argv[1])
        const next = [
          `open ${shown(result.report ?? join(folder, 'out', 'report.html'))} in a browser: risk before and ` +
            'after, what each column became',
          `${command} verify ${shown(result.release ?? '')} --job ${job}     count the release again`,
          `${command} risk ${shown(files.data)} --job ${job}     how exposed the raw file was`,
          `${command} run ${job} --k 50 --force     ask for more`,
          `${command} studio ${job}     the whole path in your browser`,
          `${command} init your-file.csv     a job file for your own data`,
        ]
        const text = `${runSummary(result)}\n\n${colors.bold(
          'What to try next',
        )}\n${next.map((one) => `  ${one}`).join('\n')}`
        return { record: result, text, exitCode: result.release === undefined ? 1 : 0 }
      }),
    )
}

/** From a checkout without `npm link`, the command is a script. */
function commandAsTyped(script: string): string {
  return basename(script).toLowerCase() === 'halftone.js' ? `node ${shown(script)}` : 'halftone'
}
