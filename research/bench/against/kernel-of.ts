/** Runs the kernel bench of a checkout in a separate process; prints nanoseconds per evaluation as JSON. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const [checkout, milliseconds] = process.argv.slice(2)
const bench = pathToFileURL(join(checkout, 'research/bench/kernel/kernel.ts')).href
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
