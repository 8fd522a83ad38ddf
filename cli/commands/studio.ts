/** `halftone studio [FILE|JOB]`: opens the local web page. */
import { spawn } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import type { Command } from '@commander-js/extra-typings'
import { UserError } from '../../src/ground/errors.ts'
import { answer } from '../command.ts'
import { byteSize, defaultThreads, wholeNumber } from '../values.ts'

const HELP = `
It reads and writes files in the folder it is started in, in the one that is named, or in that of the file.
Ctrl-C ends it.

Examples:
  halftone studio
  halftone studio people.csv
  halftone studio data/
  halftone studio job.yaml --no-open`

export function addStudio(program: Command): void {
  program
    .command('studio')
    .description('opens the studio in your browser; nothing leaves this machine')
    .argument('[file]', 'a data file, a job file, or a folder to work in')
    .option('--no-open', 'print the address instead of opening a browser')
    .option('--port <number>', 'port (default: a free one)', wholeNumber)
    .option('--threads <number>', 'number of threads', wholeNumber)
    .option('--memory <size>', 'memory for an engine, such as 4GB', '1GB')
    .option('--largest-upload <size>', 'largest file that can be dropped on the page, such as 4GB', byteSize)
    .option('--json', 'print one JSON object instead of text')
    .addHelpText('after', HELP)
    .action((file, options) =>
      answer(options, async (signal) => {
        const { startStudio } = await import('../../studio/server/start.ts')
        if (file !== undefined && !existsSync(file))
          throw new UserError(`no such file: "${file}" (looked for ${resolve(file)})`, { path: file, rule: 'file' })
        const isFolder = file === undefined || statSync(file).isDirectory()
        const studio = await startStudio({
          folder: isFolder ? resolve(file ?? '.') : dirname(resolve(file)),
          first: isFolder ? undefined : basename(file),
          threads: options.threads ?? defaultThreads(),
          memory: options.memory,
          largestUpload: options.largestUpload,
          port: options.port,
        })
        const record = { url: studio.url }
        // Runs until Ctrl-C.
        process.stdout.write(
          options.json ? `${JSON.stringify(record)}\n` : `The studio is open at ${studio.url}\nCtrl-C ends it.\n`,
        )
        if (options.open) await openBrowser(studio.url)
        await new Promise<void>((resolve) => {
          if (signal.aborted) resolve()
          else signal.addEventListener('abort', () => resolve())
        })
        await studio.close()
        return { record, text: '', silent: true }
      }),
    )
}

/** On failure the user can still copy the address. */
async function openBrowser(url: string): Promise<void> {
  const opens: Readonly<Record<string, readonly string[]>> = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] }
  const [command, ...words] = opens[process.platform] ?? ['xdg-open']
  const child = spawn(command, [...words, url], { stdio: 'ignore', detached: true })
  child.on('error', () => process.stderr.write('No browser could be opened; copy the address into one.\n'))
  child.unref()
}
