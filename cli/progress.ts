/**
 * Progress on a terminal: one line, rewritten: the step, how far it is, and about how long it will still take. Elsewhere silence, so
 * that logs and pipes stay clean.
 */
import colors from 'picocolors'
import type { RunProgress, Step } from '../src/workbench.ts'

const names: Record<Step, string> = {
  open: 'opening the source',
  count: 'counting combinations',
  search: 'searching',
  write: 'writing the release',
  verify: 'counting the release again',
  publish: 'publishing',
}

export interface ProgressLine {
  readonly update: (progress: RunProgress) => void
  /** Removes the line. */
  readonly clear: () => void
}

export function progressLine(
  stream: NodeJS.WriteStream = process.stderr,
  now: () => number = () => performance.now(),
): ProgressLine {
  if (!stream.isTTY) return { update: () => {}, clear: () => {} }
  let step: Step | undefined
  let began = 0
  let drawn = 0
  return {
    update(progress) {
      if (progress.step !== step) {
        step = progress.step
        began = now()
        drawn = 0
      }
      if (now() - drawn < 100 && drawn > 0) return
      drawn = now()
      stream.write(`\r\x1b[2K${describe(progress, now() - began)}`)
    },
    clear: () => void stream.write('\r\x1b[2K'),
  }
}

function describe({ step, share, search }: RunProgress, elapsed: number): string {
  const parts = [colors.cyan(names[step])]
  if (share !== undefined && share > 0) {
    const width = 24
    const filled = Math.round(share * width)
    parts.push(`${'█'.repeat(filled)}${colors.dim('░'.repeat(width - filled))} ${Math.floor(share * 100)}%`)
    // The first moments say nothing about the rest.
    if (elapsed > 500 && share < 1)
      parts.push(colors.dim(`about ${duration((elapsed * (1 - share)) / share / 1000)} left`))
  }
  if (search?.best !== undefined) parts.push(`best ${search.best.toPrecision(5)}`)
  if (search?.distinct !== undefined) parts.push(`${search.distinct} distinct`)
  return parts.join('  ')
}

/** `4 s`, `3 min`, `2 h 10 min`. */
export function duration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
