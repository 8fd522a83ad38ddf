/** Parses durations in job files and on the command line. */
import { userError } from '../ground/errors.ts'

const SECONDS: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600 }

export function readDuration(text: string | number, path: string): number {
  const [, amount, unit] = /^(\d+(?:\.\d+)?)\s*([smh]?)$/.exec(String(text).trim()) ?? []
  const seconds = Number(amount) * (SECONDS[unit ?? ''] ?? Number.NaN)
  if (seconds > 0 && Number.isFinite(seconds)) return seconds
  const wrongValue = userError('value', path)
  throw wrongValue`${path} must be a duration above 0 in seconds, minutes or hours; got ${JSON.stringify(text)}; write
    60s, 5m or 2h`
}
