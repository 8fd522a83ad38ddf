/**
 * `npm run bench`: the figures we promise, measured in one run each and written to bench/results/ with date, machine and runtime.
 * `npm run bench -- whole-job` runs one of them, `npm run bench -- against COMMIT` compares this checkout with an earlier one.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { againstText, benchAgainst } from './against/against.ts'
import { adultTable, benchKernel, kernelText } from './kernel/kernel.ts'
import { benchDefaults, defaultsText } from './search/defaults.ts'
import { benchWide, wideText } from './search/wide.ts'
import { benchSmall, smallText } from './small/small.ts'
import { benchStudy, studyText } from './study/study.ts'
import { benchWholeJob, wholeJobText } from './whole-job/whole-job.ts'

const benches: Readonly<Record<string, () => Promise<{ figures: object; text: string }>>> = {
  'whole-job': async () => {
    const figures = await benchWholeJob()
    return { figures, text: wholeJobText(figures) }
  },
  kernel: async () => {
    const random = benchKernel()
    const table = adultTable()
    if (table === undefined) return { figures: { random }, text: kernelText(random) }
    const adult = benchKernel({ table })
    return { figures: { random, adult }, text: `${kernelText(random)}\n${kernelText(adult)}` }
  },
  defaults: async () => {
    const rows = await benchDefaults()
    return { figures: { rows: rows ?? [] }, text: defaultsText(rows) }
  },
  wide: async () => {
    const rows = await benchWide()
    return { figures: { rows }, text: wideText(rows) }
  },
  small: async () => {
    const figures = benchSmall()
    return { figures, text: smallText(figures) }
  },
  study: async () => {
    const figures = benchStudy()
    return { figures: figures ?? {}, text: studyText(figures) }
  },
}

const asked = process.argv.slice(2)
if (asked[0] === 'against') {
  console.log(againstText(benchAgainst(asked.slice(1))))
  process.exit()
}
const unknown = asked.filter((name) => !(name in benches))
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
for (const name of asked.length > 0 ? asked : Object.keys(benches)) {
  const { figures, text } = await benches[name]()
  console.log(text)
  writeFileSync(`bench/results/${name}.json`, `${JSON.stringify({ bench: name, machine, ...figures }, null, 2)}\n`)
}
