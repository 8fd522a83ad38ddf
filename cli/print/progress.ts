/** Progress: on a terminal one rewritten line, in logs lines for slow steps only. A forecast precedes the search. */
import colors from 'picocolors'
import { prose } from '../../src/ground/format.ts'
import { STEP_NAMES } from '../../src/report/words.ts'
import type { RunProgress, Step } from '../../src/run.ts'
import type { Forecast } from '../../src/search/search.ts'

export interface ProgressLine<Progress = RunProgress> {
  readonly update: (progress: Progress) => void
  readonly clear: () => void
}

/** Shows the progress of work in a line, which is cleared however the work ends. */
export async function withLine<Progress, Result>(
  { update, clear }: ProgressLine<Progress>,
  work: (progress: (progress: Progress) => void) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(update)
  } finally {
    clear()
  }
}

/** In logs: milliseconds before a step gets a line, and between further lines. */
const FIRST_LINE = 2000
const NEXT_LINE = 10_000

export function progressLine(
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr,
  now: () => number = () => performance.now(),
): ProgressLine {
  const terminal = stream.isTTY
  let step: Step | undefined
  let began = 0
  let drawn = 0
  let next = 0
  let limit: number | undefined
  const clear = () => void (terminal && stream.write('\r\x1b[2K'))
  return {
    update(progress) {
      if (progress.step !== step) {
        step = progress.step
        began = now()
        drawn = 0
        next = began + FIRST_LINE
        limit = undefined
      }
      const { forecast } = progress.search ?? {}
      if (forecast !== undefined) {
        limit = forecast.limit
        const words = forecastInWords(forecast)
        if (words === undefined) return
        clear()
        stream.write(`${words}\n`)
        return
      }
      if (terminal) {
        if (now() - drawn < 100 && drawn > 0) return
        drawn = now()
        stream.write(`\r\x1b[2K${describe(progress, now() - began, limit)}`)
      } else if (now() >= next) {
        next = now() + NEXT_LINE
        stream.write(`${describe(progress, now() - began, limit, false)}\n`)
      }
    },
    clear,
  }
}

/** No forecast for searches below this many seconds or, if unknown, this many codes. */
const WORTH_SAYING = 1
const LARGE = 20_000

/** `searching 1,240 combinations of 15 columns, 4.3e+9 recodings by levels: about 40 min at most, 60 s are allowed` */
export function forecastInWords({ combinations, columns, space, seconds, limit }: Forecast): string | undefined {
  const short = seconds === undefined ? combinations * columns < LARGE : seconds < WORTH_SAYING
  if (short || (seconds === undefined && limit === undefined)) return undefined
  const among = space < 1e6 ? space.toLocaleString('en') : space.toExponential(1)
  const long =
    seconds === undefined
      ? []
      : [seconds > 360_000 ? 'trying all would take days' : `about ${duration(seconds)} at most`]
  const allowed = limit === undefined ? [] : [`${duration(limit)} are allowed, then the best so far is taken`]
  const times = [...long, ...allowed].join('; ')
  return prose`searching ${combinations.toLocaleString('en')} combinations of ${columns} columns, ${among} recodings by
    levels${times === '' ? '' : `: ${times}`}`
}

/** `limit`: the seconds that are allowed; what is left is never said to be more. */
function describe(
  { step, share, search }: RunProgress,
  elapsed: number,
  limit = Number.POSITIVE_INFINITY,
  drawn = true,
): string {
  const parts = [drawn ? colors.cyan(STEP_NAMES[step]) : STEP_NAMES[step]]
  if (share !== undefined && share > 0) {
    const width = 24
    const filled = Math.round(share * width)
    const bar = drawn ? `${'█'.repeat(filled)}${colors.dim('░'.repeat(width - filled))} ` : ''
    parts.push(`${bar}${Math.floor(share * 100)}%`)
    // The first moments predict nothing.
    if (elapsed > 500 && share < 1) {
      const seconds = (elapsed * (1 - share)) / share / 1000
      const allowed = limit - elapsed / 1000
      const left = `about ${duration(allowed > 0 ? Math.min(seconds, allowed) : seconds)} left`
      parts.push(drawn ? colors.dim(left) : left)
    }
  } else if (!drawn) parts.push(`for ${duration(elapsed / 1000)}`)
  if (search?.best !== undefined) parts.push(`best ${search.best.toPrecision(5)}`)
  if (search?.distinct) parts.push(`${search.distinct.toLocaleString('en')} solutions seen`)
  return parts.join(drawn ? '  ' : ', ')
}

/** `4 s`, `3 min`, `2 h 10 min`. */
export function duration(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
