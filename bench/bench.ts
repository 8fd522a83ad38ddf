/**
 * `npm run bench`: the figures we promise, measured in one run each and written to bench/results/ with date, machine and runtime, and at the end a table
 * of their ratios to the floor, to the commit before and, where its jar is named (bench/peer/peer.ts), to the peer.
 * `npm run bench -- whole-job` runs one of them, `npm run bench -- against COMMIT` compares this checkout with an earlier one.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { againstRatios, againstText, benchAgainst } from './against/against.ts'
import { benchGenetic, geneticText } from './genetic/nine.ts'
import { adultTable, benchKernel, kernelRatios, kernelText } from './kernel/kernel.ts'
import { benchPeer, peerRatios, peerText } from './peer/peer.ts'
import { type Ratio, ratiosText } from './ratios.ts'
import { benchDefaults, defaultsRatios, defaultsText } from './search/defaults.ts'
import { benchStop, benchStopItems, stopText } from './search/stop.ts'
import { benchWide, wideRatios, wideText } from './search/wide.ts'
import { benchSmall, smallRatios, smallText } from './small/small.ts'
import { benchStudy, studyRatios, studyText } from './study/study.ts'
import { benchWholeJob, wholeJobRatios, wholeJobText } from './whole-job/whole-job.ts'

interface Measured {
  readonly figures: object
  readonly text: string
  readonly ratios: readonly Ratio[]
}

const benches: Readonly<Record<string, () => Promise<Measured>>> = {
  'whole-job': async () => {
    const figures = await benchWholeJob()
    return { figures, text: wholeJobText(figures), ratios: wholeJobRatios(figures) }
  },
  kernel: async () => {
    const random = benchKernel()
    const table = adultTable()
    const adult = table && benchKernel({ table })
    const all = [random, ...(adult === undefined ? [] : [adult])]
    return { figures: { random, adult }, text: all.map(kernelText).join('\n'), ratios: all.flatMap(kernelRatios) }
  },
  defaults: async () => {
    const rows = await benchDefaults()
    return { figures: { rows }, text: defaultsText(rows), ratios: defaultsRatios(rows) }
  },
  genetic: async () => {
    const rows = await benchGenetic()
    return { figures: { rows: rows ?? [] }, text: geneticText(rows), ratios: [] }
  },
  stop: async () => {
    const rows = [...(await benchStop()), ...(await benchStopItems())]
    return { figures: { rows }, text: stopText(rows), ratios: [] }
  },
  wide: async () => {
    const rows = await benchWide()
    return { figures: { rows }, text: wideText(rows), ratios: wideRatios(rows) }
  },
  small: async () => {
    const figures = benchSmall()
    return { figures, text: smallText(figures), ratios: smallRatios(figures) }
  },
  study: async () => {
    const figures = benchStudy()
    return { figures: figures ?? {}, text: studyText(figures), ratios: studyRatios(figures) }
  },
  peer: async () => {
    const rows = await benchPeer()
    return { figures: { rows: rows ?? [] }, text: peerText(rows), ratios: peerRatios(rows) }
  },
  against: async () => {
    const [first, ...words] = asked
    const figures = benchAgainst(first === 'against' ? words : ['HEAD~1', '--rows', '200000', '--rounds', '3'])
    return { figures, text: againstText(figures), ratios: againstRatios(figures) }
  },
}

const asked = process.argv.slice(2)
const names = asked[0] === 'against' ? ['against'] : asked.length > 0 ? asked : Object.keys(benches)
const unknown = names.filter((name) => !(name in benches))
if (unknown.length > 0)
  throw new Error(`there is no bench ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}`)
const machine = {
  date: new Date().toISOString().slice(0, 10),
  node: process.version,
  processor: cpus()[0]?.model,
  cores: cpus().length,
  memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
}
mkdirSync('bench/results', { recursive: true })
const ratios: Ratio[] = []
for (const name of names) {
  const { figures, text, ratios: own } = await benches[name]()
  console.log(text)
  ratios.push(...own)
  // What depends on which commit it is measured against, or on a jar that is not ours, is no result of this checkout.
  if (name !== 'against' && name !== 'peer')
    writeFileSync(`bench/results/${name}.json`, `${JSON.stringify({ bench: name, machine, ...figures }, null, 2)}\n`)
}
console.log(`\n${ratiosText(ratios)}`)
