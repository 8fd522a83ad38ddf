/** From a study to the release at the knee of its curve: npx tsx examples/study.ts FOLDER */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { chooseRelease, readStudy, releaseFromStudy, runStudy, writeCensusSample } from 'halftone'

const folder = process.argv[2] ?? 'example'
await writeCensusSample(folder, { rows: 1000, seed: 1 }, { force: true })
copyFileSync(join(import.meta.dirname, 'study.yaml'), join(folder, 'study.yaml'))
const plan = readStudy(join(folder, 'study.yaml'))
const { runs, report } = await runStudy(plan, { threads: 2 })
const { run, k, risk, utility } = chooseRelease(report?.maps ?? [], { by: 'knee' })
console.log(`${runs} runs; the knee is run ${run} at k ${k}: risk ${risk.toFixed(3)}, 1 − LM ${utility.toFixed(3)}`)
const released = await releaseFromStudy(plan, { run })
console.log(`${released.verification?.verdict}: ${released.release}`)
