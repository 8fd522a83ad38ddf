/**
 * Item searches on BMS-WebView-2 (k² for k = 2 … 100, and m = 3), on 88,162 sample baskets of 16,470 items, as many as
 * the data set Retail has, and on a million sample baskets of 10,000 items. Each
 * run is a fresh process, verified by `verification/`, with time, peak memory and loss. Goals: BMS k² under 5 s and 500
 * MiB; a million under 60 s.
 *
 *   npx tsx research/bench/transactions/transactions.ts [bms|cubes|shop|million]
 * We wish to thank Blue Martini Software for contributing the KDD Cup 2000 data.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { releaseItems } from '../../../src/baskets/itemset-release.ts'
import { balancedTree } from '../../../src/hierarchy/tree.ts'
import { certaintyPenaltyOfItems } from '../../../src/metrics/items/certainty-penalty.ts'
import { searchApriori } from '../../../src/search/methods/apriori/apriori.ts'
import { searchCoat } from '../../../src/search/methods/coat/coat.ts'
import { searchPcta } from '../../../src/search/methods/pcta/pcta.ts'
import { bmsWebView2 } from '../../../test/baskets/examples.ts'
import { found, publish, searchItems } from '../../../test/baskets/golden.ts'
import { haveData } from '../../../test/data.ts'
import { verifyItemsets } from '../../../test/plain-itemsets.ts'
import { machineLine, timed } from '../measure.ts'
import { sampleBaskets } from './sample-baskets.ts'

const entrants = {
  apriori: { record: searchApriori, options: {} },
  'apriori-set': { record: searchApriori, options: { lift: 'set' } },
  'apriori-vertical': { record: searchApriori, options: { partition: 'vertical' } },
  'apriori-local': { record: searchApriori, options: { partition: 'local' } },
  coat: { record: searchCoat, options: {} },
  'pcta-literal': { record: searchPcta, options: { merge: 'literal' } },
  'pcta-progress': { record: searchPcta, options: { merge: 'progress' } },
} as const

const grids: Record<string, { data: string; ks: readonly number[]; m: number }> = {
  bms: { data: 'bms', ks: [2, 5, 10, 25, 50, 100], m: 2 },
  cubes: { data: 'bms', ks: [2, 5, 50], m: 3 },
  shop: { data: 'shop', ks: [5], m: 2 },
  million: { data: 'million', ks: [5], m: 2 },
}

interface Row {
  readonly search: string
  readonly k: number
  readonly m: number
  readonly seconds: number
  /** CPU time of the search. */
  readonly cpuSeconds: number
  /** Peak resident memory until the search ended, and before it began. */
  readonly peakMiB: number
  readonly dataMiB: number
  readonly ncp: number
  readonly holds: boolean
}

async function main([command = 'bms', ...rest]: string[]): Promise<void> {
  if (command === 'one') {
    const [data, search, k, m] = rest
    console.log(JSON.stringify(await measure(data, search as keyof typeof entrants, Number(k), Number(m))))
    return
  }
  const grid = grids[command]
  if (grid === undefined) throw new Error(`no such grid: ${command}; there are ${Object.keys(grids).join(', ')}`)
  console.log(`${machineLine()} · ${command}`)
  for (const k of grid.ks) {
    for (const search of Object.keys(entrants)) {
      const file = fileURLToPath(import.meta.url)
      const words = ['--import', 'tsx', file, 'one', grid.data, search, `${k}`, `${grid.m}`]
      const child = spawnSync(process.execPath, words, { encoding: 'utf8' })
      if (child.status !== 0) {
        console.log(`${search} k=${k} failed: ${child.stderr.trim().split('\n').slice(-3).join(' ')}`)
        continue
      }
      const row = JSON.parse(child.stdout) as Row
      console.log(
        `${search.padEnd(17)} k=${String(k).padEnd(4)} m=${row.m}  ${row.seconds.toFixed(2).padStart(6)} s  cpu ${row.cpuSeconds.toFixed(2).padStart(6)} s  ${row.peakMiB.toFixed(0).padStart(5)} MiB (data ${row.dataMiB.toFixed(0)})  NCP ${row.ncp.toFixed(5)}  ${row.holds ? 'holds' : 'BROKEN'}`,
      )
    }
  }
}

async function measure(data: string, search: keyof typeof entrants, k: number, m: number): Promise<Row> {
  if (data === 'bms' && !haveData('bms-webview-2')) process.exit(0)
  const baskets =
    data === 'bms'
      ? bmsWebView2()
      : data === 'shop'
        ? sampleBaskets(88_162, 16_470, 10, 1)
        : sampleBaskets(1_000_000, 10_000, 8, 1)
  const { record, options } = entrants[search]
  const tree = record.needsTree ? balancedTree(baskets.items) : undefined
  const dataMiB = peak()
  const { result, seconds, cpuSeconds } = await timed(async () =>
    found(await searchItems(record, baskets, k, options, { m, tree })),
  )
  const peakMiB = peak()
  const ncp = certaintyPenaltyOfItems(releaseItems(baskets, result.groupings))
  const { holds } = verifyItemsets(publish(baskets, result), { k, m })
  return { search, k, m, seconds, cpuSeconds, peakMiB, dataMiB, ncp, holds }
}

function peak(): number {
  return process.resourceUsage().maxRSS / 1024
}

await main(process.argv.slice(2))
