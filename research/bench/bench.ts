/**
 * `npm run bench`: measures the figures we promise and writes them to research/bench/results/ with date, machine and
 * runtime, then prints their ratios to the floor, the previous commit and the peer (if research/bench/peer/peer.ts
 * finds its jar). `npm run bench -- whole-job` runs one bench; with options (`--rows 500000 --rounds 1`) nothing is
 * written.
 */
import { writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { benchAgainst } from './against/against.ts'
import { benchCliffs } from './cliffs/cliffs.ts'
import { benchGenetic } from './genetic/genetic.ts'
import { benchKernels } from './kernel/kernel.ts'
import { benchPeer } from './peer/peer.ts'
import { type Measured, type Ratio, ratiosText } from './ratios.ts'
import { benchDefaults } from './search/defaults.ts'
import { benchStop } from './search/stop.ts'
import { benchWide } from './search/wide.ts'
import { benchSmall } from './small/small.ts'
import { benchStudy } from './study/study.ts'
import { benchWholeJob } from './whole-job/whole-job.ts'

const benches: Readonly<Record<string, (words: readonly string[]) => Promise<Measured>>> = {
  'whole-job': benchWholeJob,
  cliffs: benchCliffs,
  kernel: benchKernels,
  defaults: benchDefaults,
  genetic: benchGenetic,
  stop: benchStop,
  wide: benchWide,
  small: benchSmall,
  study: benchStudy,
  peer: benchPeer,
  against: benchAgainst,
}

const asked = process.argv.slice(2)
const [first, ...words] = asked
const named = asked.filter((word) => word in benches)
if (first !== undefined && !(first in benches))
  throw new Error(`there is no bench ${first}; there are ${Object.keys(benches).join(', ')}`)
const isWhole = named.length === asked.length && first !== 'against'
const machine = {
  date: new Date().toISOString().slice(0, 10),
  node: process.version,
  processor: cpus()[0]?.model,
  cores: cpus().length,
  memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
}
const ratios: Ratio[] = []
for (const name of first === undefined ? Object.keys(benches) : isWhole ? named : [first]) {
  const { figures, text, ratios: benchRatios = [] } = await benches[name](isWhole ? [] : words)
  console.log(text)
  ratios.push(...benchRatios)
  // Results that depend on another commit or jar are not results of this checkout.
  if (isWhole && name !== 'against' && name !== 'peer')
    writeFileSync(
      `research/bench/results/${name}.json`,
      `${JSON.stringify({ bench: name, machine, ...figures }, null, 2)}\n`,
    )
}
console.log(`\n${ratiosText(ratios)}`)
