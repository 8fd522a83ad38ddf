/** Which process something belongs to, and whether that process still lives: a number alone is given to another process some day. */
import { readFileSync } from 'node:fs'

let own: string | undefined

/** A word without blanks for a file name: the process and, where the system tells it, when it began. */
export function processMark(pid: number = process.pid): string {
  if (pid !== process.pid) return markOf(pid)
  own ??= markOf(pid)
  return own
}

function markOf(pid: number): string {
  return `${pid}.${startOf(pid) ?? 0}`
}

/** Whether the process of a mark lives. One that we may not ask about does. */
export function isLiving(mark: string): boolean {
  const [pid, start] = mark.split('.').map(Number)
  if (!Number.isInteger(pid) || pid < 1) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  const now = startOf(pid)
  return now === undefined || start === 0 || now === start
}

/** Clock ticks from the start of the machine to that of the process; only Linux tells. */
function startOf(pid: number): number | undefined {
  try {
    // The name of the program, in brackets, may hold anything; fields are counted after it.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const start = Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[19])
    return Number.isFinite(start) ? start : undefined
  } catch {
    return undefined
  }
}
