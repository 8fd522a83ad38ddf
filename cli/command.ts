/** Shared by all commands: `--json`, exit codes, Ctrl-C, errors. A command's record is printed as JSON or text. */
import colors from 'picocolors'
import { diskFaults } from '../src/ground/disk.ts'
import { ERROR_CODES, type Fault, faultCode, withValues } from '../src/ground/errors.ts'
import type { ExitCode } from './exit-codes.ts'
import { printable } from './print/text.ts'

export interface CommonOptions {
  readonly json?: boolean | undefined
  /** Print the data values that `--json` masks in errors. */
  readonly showValues?: boolean | undefined
}

export interface Answer {
  readonly record: object
  readonly text: string
  readonly exitCode?: ExitCode
  /** The command has already printed its output. */
  readonly silent?: boolean
}

export async function answer(options: CommonOptions, work: (signal: AbortSignal) => Promise<Answer>): Promise<void> {
  const abort = new AbortController()
  const onInterrupt = (): void => {
    // A second Ctrl-C ends the process at once.
    if (abort.signal.aborted) process.exit(130)
    abort.abort()
  }
  process.on('SIGINT', onInterrupt)
  process.on('SIGTERM', onInterrupt)
  process.on('SIGHUP', onInterrupt)
  try {
    const { record, text, exitCode = 0, silent = false } = await work(abort.signal)
    const seen = process.stdout.isTTY ? printable(text) : text
    if (!silent) process.stdout.write(options.json ? `${JSON.stringify(record)}\n` : `${seen}\n`)
    process.exitCode = abort.signal.aborted && exitCode !== 0 ? 130 : exitCode
  } catch (error) {
    tellError(options, error)
  } finally {
    process.off('SIGINT', onInterrupt)
    process.off('SIGTERM', onInterrupt)
    process.off('SIGHUP', onInterrupt)
  }
}

interface PrintedError {
  readonly exit: ExitCode
  readonly code: string
  /** Lines, each with its code if there are several. */
  readonly lines: readonly (readonly [text: string, code: string])[]
}

function printedError(error: unknown, showValues = false): PrintedError {
  const { name, message, stack } = error as Error
  const { code = '', path, faults = [] } = error as NodeJS.ErrnoException & { readonly faults?: readonly Fault[] }
  const one = (exit: ExitCode, code: string, text: string): PrintedError => ({ exit, code, lines: [[text, code]] })
  const refusal = diskFaults.get(code)
  if (refusal !== undefined) return one(2, ERROR_CODES.disk.code, `${path === undefined ? '' : `${path}: `}${refusal}`)
  if (name === 'CancelledError') return one(130, ERROR_CODES.cancelled.code, 'cancelled; nothing was written')
  if (name !== 'UserError')
    return one(1, ERROR_CODES.internal.code, `this is our fault, not yours: ${stack ?? message}`)
  const lines = faults.map((fault) => {
    const text = showValues ? withValues(fault) : fault.message
    return [fault.place === undefined ? text : `${fault.place} ${text}`, faultCode(fault)] as const
  })
  return { exit: 2, code: faultCode(faults[0]), lines: lines.length > 0 ? lines : [[message, faultCode(undefined)]] }
}

function tellError({ json, showValues }: CommonOptions, error: unknown): void {
  const { exit, code, lines } = printedError(error, showValues)
  const { name, path, rule } = error as NodeJS.ErrnoException & { rule?: string }
  const text = printedError(error)
    .lines.map(([line]) => line)
    .join('\n')
  if (json) process.stdout.write(`${JSON.stringify({ error: text, kind: name, code, path, rule })}\n`)
  const marked = lines.map(([line, code]) => `${line} ${colors.dim(`[${code}]`)}`).join('\n')
  process.stderr.write(`${colors.red('halftone:')} ${printable(marked)}\n`)
  process.exitCode = exit
}
