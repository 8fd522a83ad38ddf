/**
 * Linkage of Adult by method and k: each line is one cell of the grid, with the mean over its runs and the worst person of all.
 *
 *     npx tsx research/bench/attack/linkage-grid.ts --rows 30162 --runs 14
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { attackAdult, attackedMethods, linkageFigures } from '../../../test/attack-adult.ts'

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '3000' }, runs: { type: 'string', default: '14' } },
})
const folder = mkdtempSync(join(tmpdir(), 'halftone-linkage-'))
let [runs, above] = [0, 0]
try {
  process.stdout.write('method,k,mean,worst person,bound,failures,CPU seconds\n')
  for (const method of attackedMethods)
    for (const k of [5, 10, 50]) {
      const start = process.cpuUsage()
      const reports = []
      for (let seed = 1; seed <= Number(values.runs); seed++)
        reports.push(await attackAdult(folder, { method, k, rows: Number(values.rows), seed }))
      const figures = reports.map(linkageFigures)
      const mean = figures.reduce((sum, one) => sum + one.mean, 0) / figures.length
      const worst = Math.max(...figures.map((one) => one.worst))
      const failures = reports.reduce((sum, one) => sum + one.failures.length, 0)
      runs += reports.length
      above += figures.filter((one) => one.worst > 1 / k + 1e-9).length
      const { user, system } = process.cpuUsage(start)
      const cells = [method, k, mean.toFixed(4), worst.toFixed(4), 1 / k, failures, ((user + system) / 1e6).toFixed(0)]
      process.stdout.write(`${cells.join()}\n`)
    }
  process.stdout.write(`# ${runs} runs, ${above} above 1/k\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
