/** CPU time of child processes, which Node does not report. Benches may import papers, never the reverse. */
import { existsSync, readFileSync } from 'node:fs'

/** User and system seconds of all ended descendants (Linux: fields 16 and 17 of stat, in ticks of 10 ms). */
export function processorOfChildren(): number | undefined {
  if (!existsSync('/proc/self/stat')) return undefined
  const text = readFileSync('/proc/self/stat', 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13]) + Number(fields[14])) / 100
}
