/** Identifies a process by a mark, and checks whether it is alive. A process id alone may be reused. */
import { readFileSync } from 'node:fs'

let cachedMark: string | undefined

export function processMark(pid: number = process.pid): string {
  if (pid !== process.pid) return makeMark(pid)
  cachedMark ??= makeMark(pid)
  return cachedMark
}

function makeMark(pid: number): string {
  return `${pid}.${readStart(pid) ?? 0}`
}

export function isLiving(mark: string): boolean {
  const [pid, start] = mark.split('.').map(Number)
  if (!Number.isInteger(pid) || pid < 1) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  const now = readStart(pid)
  return now === undefined || start === 0 || now === start
}

/** In clock ticks since boot; Linux only. */
function readStart(pid: number): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const start = Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[19])
    return Number.isFinite(start) ? start : undefined
  } catch {
    return undefined
  }
}
