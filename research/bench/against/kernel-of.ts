/** Runs the kernel bench of a checkout in a separate process; prints nanoseconds per evaluation as JSON. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [checkout, milliseconds] = process.argv.slice(2)
// Before there was research/, bench/ was at the top.
const folder = existsSync(join(checkout, 'research')) ? 'research/bench' : 'bench'
const bench = pathToFileURL(join(checkout, folder, 'kernel/kernel.ts')).href
const { benchKernel }: typeof import('../kernel/kernel.ts') = await import(bench)
const { rows } = benchKernel({ rounds: 1, milliseconds: Number(milliseconds) })
// The yardsticks are equal on both sides.
const entrants = rows.filter(({ entrant }) => !/C\+\+|naive/.test(entrant))
console.log(
  JSON.stringify(
    Object.fromEntries(
      entrants.map((row) => [`kernel: ${row.regime}, ${row.entrant}`, 1e9 / row.evaluationsPerSecond]),
    ),
  ),
)
