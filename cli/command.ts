/**
 * What all commands share: `--json`, exit codes, Ctrl-C, and how errors are told. A command is a function that answers with a record;
 * here it is printed as JSON or in words.
 */
import colors from 'picocolors'

export interface CommonOptions {
  readonly json?: boolean | undefined
}

export interface Answer {
  /** The one JSON object of `--json`. */
  readonly record: object
  /** The same in words, for people. */
  readonly text: string
  /** 0 well, 1 not as promised, 3 verified with cautions where `--strict` asks for none. */
  readonly exitCode?: 0 | 1 | 3
  /** It has printed what there was to say. */
  readonly silent?: boolean
}

/** Runs a command to its end: prints its answer, or its error, and sets the exit code. */
export async function answer(options: CommonOptions, work: (signal: AbortSignal) => Promise<Answer>): Promise<void> {
  const abort = new AbortController()
  const onInterrupt = (): void => {
    // The second time the person means it.
    if (abort.signal.aborted) process.exit(130)
    abort.abort()
  }
  process.on('SIGINT', onInterrupt)
  process.on('SIGTERM', onInterrupt)
  process.on('SIGHUP', onInterrupt)
  try {
    const { record, text, exitCode = 0, silent = false } = await work(abort.signal)
    if (!silent) process.stdout.write(options.json ? `${JSON.stringify(record)}\n` : `${text}\n`)
    process.exitCode = abort.signal.aborted && exitCode !== 0 ? 130 : exitCode
  } catch (error) {
    tellError(options, error)
  } finally {
    process.off('SIGINT', onInterrupt)
    process.off('SIGTERM', onInterrupt)
    process.off('SIGHUP', onInterrupt)
  }
}

/** What the system says of files, and what a person can do about it. */
export const diskFaults: ReadonlyMap<string, string> = new Map([
  ['ENOSPC', 'the disk is full; nothing was published: make room, or write to another disk'],
  ['EDQUOT', 'the disk is full (quota); nothing was published: make room, or write to another disk'],
  ['EFBIG', 'a file would be larger than the system allows; nothing was published: raise the limit (ulimit -f)'],
  ['EROFS', 'the disk can only be read; nothing was published: write to another disk'],
  ['EACCES', 'it may not be read or written; nothing was published: ask for the right, or choose another place'],
  ['EPERM', 'it may not be read or written; nothing was published: ask for the right, or choose another place'],
  ['EIO', 'the disk failed; nothing was published: see whether it is sound'],
  ['EMFILE', 'too many files are open; nothing was published: raise the limit (ulimit -n)'],
])

function tellError({ json }: CommonOptions, error: unknown): void {
  const { name, message, stack } = error as Error
  const kinds: Record<string, { code: number; text: string }> = {
    UserError: { code: 2, text: message },
    CancelledError: { code: 130, text: 'cancelled; nothing was written' },
  }
  const { code = '', path, rule } = error as NodeJS.ErrnoException & { rule?: string }
  const fault = diskFaults.get(code)
  if (fault !== undefined) kinds[name] = { code: 2, text: `${path === undefined ? '' : `${path}: `}${fault}` }
  const kind = kinds[name] ?? { code: 1, text: `this is our fault, not yours: ${stack ?? message}` }
  if (json) process.stdout.write(`${JSON.stringify({ error: kind.text, kind: name, path, rule })}\n`)
  process.stderr.write(`${colors.red('halftone:')} ${kind.text}\n`)
  process.exitCode = kind.code
}
