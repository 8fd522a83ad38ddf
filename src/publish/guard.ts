/**
 * Removes the staged files of this process if it dies without a chance to do so: out of memory, or killed. A shell
 * waits for the end of a pipe that this process holds open. Without a shell (Windows), in the first moments, or if the
 * machine stops, the next run clears up.
 */
import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { sep } from 'node:path'
import { processMark } from '../ground/workers/living.ts'

export interface GuardedPaths {
  readonly files: readonly string[]
  /** Removed only if empty, the last first. */
  readonly folders: readonly string[]
}

/** A lock may belong to another process by now; temporary folders have the mark of ours in their names. */
const SCRIPT = `
read -r ended && exit
mark=$1 temporary=$2
shift 2
for path; do
  case $path in
    */) rmdir -- "$path" ;;
    *.lock) grep -qF "\\"$mark\\"" -- "$path" && rm -f -- "$path" ;;
    *) rm -f -- "$path" ;;
  esac
done
rm -rf -- "$temporary"/halftone-*-"$mark"-*
`

/** Starting a process takes milliseconds: better while rows are counted. A run that ends before needs no guard. */
const STARTS_AFTER = 50

/** Returns the function that ends the guard. */
export function guard({ files, folders }: GuardedPaths): () => void {
  if (process.platform === 'win32') return () => {}
  const paths = [...files, ...folders.toReversed().map((path) => path + sep)]
  let end = () => {}
  const start = setTimeout(() => {
    // A process group of its own gets no signal of the terminal.
    const shell = spawn('/bin/sh', ['-c', SCRIPT, 'halftone-guard', processMark(), tmpdir(), ...paths], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    shell.on('error', () => {})
    shell.stdin.on('error', () => {})
    shell.unref()
    end = () => shell.stdin.end('ended\n')
  }, STARTS_AFTER).unref()
  return () => {
    clearTimeout(start)
    end()
  }
}
