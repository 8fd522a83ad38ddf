/**
 * Rows per second of the sample generators, on one core and without a disk.
 *
 *     npx tsx research/bench/sample.ts [rows]
 * Goal: 200,000 census rows per second of CPU time; shows three rounds each.
 */
import { sampleBaskets } from '../../src/sample/baskets.ts'
import { sampleCensus } from '../../src/sample/census.ts'
import { cpuClock, machineLine } from './measure.ts'

const rows = Number(process.argv[2] ?? 2_000_000)

const entrants: readonly { readonly name: string; readonly chunks: () => Iterable<string> }[] = [
  { name: 'census', chunks: () => sampleCensus({ rows, seed: 1 }) },
  { name: 'census, 5 % missing', chunks: () => sampleCensus({ rows, seed: 1, missing: 0.05 }) },
  { name: 'baskets, 10000 items', chunks: () => sampleBaskets({ transactions: rows, items: 10_000, seed: 1 }) },
]

console.log(`${machineLine()} · ${rows} rows`)
for (const { name, chunks } of entrants) {
  const rounds = Array.from({ length: 3 }, () => round(chunks()))
  const speeds = rounds.map(({ seconds }) => Math.round(rows / seconds).toLocaleString('en'))
  const { bytes, memory } = rounds[rounds.length - 1]
  console.log(
    `${name.padEnd(22)} ${speeds.join('  ')} rows/s, ${(bytes / rows).toFixed(1)} bytes a row, ${memory} MB resident`,
  )
}

function round(chunks: Iterable<string>): { seconds: number; bytes: number; memory: number } {
  const elapsed = cpuClock()
  let bytes = 0
  for (const chunk of chunks) bytes += Buffer.byteLength(chunk)
  return { seconds: elapsed(), bytes, memory: Math.round(process.memoryUsage().rss / 1e6) }
}
