/**
 * Squared error over variance, in percent, of releases whose classes show means, beside MDAV's: boxes, mondrian, and
 * the cuts of mondrian alone. Counted on the released file, row by row beside the data.
 *
 *     npx tsx research/bench/boxes/means.ts [k …] 3, 5 and 10 without one
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv } from 'node:process'
import { anonymize } from '../../../src/anonymize.ts'
import { readPlan } from '../../../src/plan/read-plan.ts'
import { mdav, microaggregationTables, type Rows, squares, standardized } from '../../../test/microaggregation.ts'
import { inFolder, line, machineLine } from '../measure.ts'

/** SSE/SST of a release, both standardized by the data. */
async function measureError(folder: string, rows: Rows, k: number, algorithm: object): Promise<number> {
  const names = rows[0].map((_, j) => `c${j}`)
  const column = { role: 'quasi-identifier', type: 'numeric', shows: 'mean' }
  const job = {
    version: 1,
    data: { source: 'rows.csv' },
    columns: Object.fromEntries(names.map((name) => [name, column])),
    privacy: { k },
    algorithm,
    output: { release: 'release.csv', order: 'source' },
  }
  writeFileSync(join(folder, 'rows.csv'), [names, ...rows].map((row) => `${row.join()}\n`).join(''))
  writeFileSync(join(folder, 'job.yaml'), JSON.stringify(job))
  await anonymize(readPlan(join(folder, 'job.yaml')))
  const [, ...lines] = readFileSync(join(folder, 'release.csv'), 'utf8').trim().split('\n')
  const released = lines.map((text) => text.split(',').map(Number))
  const together = new Map<string, number>()
  for (const text of lines) together.set(text, (together.get(text) ?? 0) + 1)
  const smallest = Math.min(...together.values())
  if (lines.length !== rows.length || !(smallest >= k)) throw new Error(`${lines.length} rows, ${smallest} alike`)
  const scale = names.map((_, j) => squares(rows.map((row) => [row[j]])))
  const error = rows.reduce(
    (sum, row, i) =>
      sum + row.reduce((part, value, j) => part + (scale[j] > 0 ? (value - released[i][j]) ** 2 / scale[j] : 0), 0),
    0,
  )
  return error / scale.filter((one) => one > 0).length
}

const percent = (share: number): string => (100 * share).toFixed(2)
const ks = argv.length > 2 ? argv.slice(2).map(Number) : [3, 5, 10]
console.log(machineLine())
console.log(line(['table', 'k', 'MDAV', 'boxes', 'mondrian', 'mondrian, cuts']))
for (const { name, read } of microaggregationTables) {
  const rows = read()
  const scaled = standardized(rows)
  for (const k of ks) {
    const known = mdav(scaled, k).reduce((sum, some) => sum + squares(some), 0) / squares(scaled)
    const errors: string[] = []
    for (const algorithm of [{ name: 'boxes' }, { name: 'mondrian' }, { name: 'mondrian', improve: 'none' }])
      errors.push(percent(await inFolder((folder) => measureError(folder, rows, k, algorithm))))
    console.log(line([name, String(k), percent(known), ...errors]))
  }
}
