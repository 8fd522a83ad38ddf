/** Progress of a study on a terminal, in one rewritten line. */
import colors from 'picocolors'
import type { StudyProgress } from '../../src/study/run-study.ts'
import { duration, type ProgressLine } from './progress.ts'

export function studyLine(
  stream: NodeJS.WriteStream = process.stderr,
  now: () => number = () => performance.now(),
): ProgressLine<StudyProgress> {
  if (!stream.isTTY) return { update: () => {}, clear: () => {} }
  let drawn = Number.NEGATIVE_INFINITY
  return {
    update(progress) {
      if (now() - drawn < 100 && progress.done < progress.total) return
      drawn = now()
      stream.write(`\r\x1b[2K${describeStudy(progress, stream.columns ?? 100)}`)
    },
    clear: () => void stream.write('\r\x1b[2K'),
  }
}

/** The line, at most `width` characters. */
export function describeStudy(progress: StudyProgress, width: number): string {
  const { done, total, kept, failed, running, secondsLeft } = progress
  const bar = 20
  const filled = total === 0 ? bar : Math.floor((bar * done) / total)
  const counts = [
    `${done} of ${total} runs`,
    ...(kept > 0 ? [`${kept} kept`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ]
  const left = secondsLeft === undefined || done === total ? [] : [`about ${duration(secondsLeft)} left`]
  const plain = [`${'█'.repeat(filled)}${'░'.repeat(bar - filled)}`, counts.join(', '), ...left].join('  ')
  const words = running
    .map(({ run, settings, progress: runProgress }) =>
      [run, ...Object.values(settings), ...(runProgress === undefined ? [] : [runProgress.step])].join(' '),
    )
    .join(' · ')
  const room = width - plain.length - 3
  const shortened = words.length > room ? `${words.slice(0, Math.max(0, room - 1))}…` : words
  return room < 10 || words === '' ? plain : `${plain}  ${colors.dim(shortened)}`
}
