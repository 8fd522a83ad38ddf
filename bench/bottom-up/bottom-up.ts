/**
 * Bottom-up generalization on the enlarged Adult (Wang, Yu, Chakraborty 2004, Figure 4): time of the search in its three forms as the
 * scale grows, ρ = 3, K = 150. The paper took at most 730 s on a 2.4 GHz Pentium IV. Every variant runs in a fresh process, three
 * rounds in alternating order; the median is shown. All forms must end in the same trail.
 *
 *     npx tsx bench/bottom-up/bottom-up.ts [--scales 1,5,10,20,30] [--rounds 3] [--k 150]
 */
import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { findMetric } from '../../src/metrics/index.ts'
import { requireKAnonymity } from '../../src/requirements/k-anonymity/k-anonymity.ts'
import { searchBottomUp } from '../../src/search/bottom-up/bottom-up.ts'
import { haveData } from '../../test/data.ts'
import { equalSettings } from '../../test/small-tables.ts'
import { median } from '../median.ts'
import { enlargedAdult, sevenHierarchies } from './enlarged-adult.ts'

const forms = ['naive', 'index', 'pruning'] as const
const { values } = parseArgs({
  options: {
    scales: { type: 'string', default: '1,5,10,20,30' },
    rounds: { type: 'string', default: '3' },
    k: { type: 'string', default: '150' },
    one: { type: 'string' },
  },
})

interface Measured {
  readonly rows: number
  readonly vids: number
  readonly prepare: number
  readonly search: number
  readonly steps: number
  readonly trials: number
  readonly trail: string
}

if (!haveData('adult')) process.exit(0)
if (values.one === undefined) compare()
else {
  const [scale, form] = values.one.split(':')
  console.log(JSON.stringify(await measure(Number(scale), form)))
}

function compare(): void {
  console.log(`${new Date().toISOString().slice(0, 10)} · ${cpus()[0]?.model ?? 'unknown'} · Node ${process.version}`)
  console.log(`enlarged Adult, ρ = 3, K = ${values.k}; seconds; "prepare" reads the files, enlarges and counts\n`)
  console.log(
    '| σ | rows | vids | steps | prepare | naive | index | pruning | A_G index / pruning | µs per vid, pruning |',
  )
  console.log('|---|---|---|---|---|---|---|---|---|---|')
  for (const scale of values.scales.split(',').map(Number)) {
    const runs: Record<string, Measured[]> = { naive: [], index: [], pruning: [] }
    for (let round = 0; round < Number(values.rounds); round++) {
      for (const form of round % 2 === 0 ? forms : [...forms].reverse()) runs[form].push(inFreshProcess(scale, form))
    }
    const trails = new Set(Object.values(runs).flatMap((own) => own.map(({ trail }) => trail)))
    if (trails.size !== 1) throw new Error(`σ = ${scale}: the forms differ in their trails`)
    const seconds = (form: string) => median(runs[form].map(({ search }) => search))
    const { rows, vids, steps } = runs['pruning'][0]
    const cells = [
      scale,
      rows.toLocaleString('en'),
      vids.toLocaleString('en'),
      steps,
      median(runs['pruning'].map(({ prepare }) => prepare)).toFixed(2),
      ...forms.map((form) => seconds(form).toFixed(3)),
      `${runs['index'][0].trials} / ${runs['pruning'][0].trials}`,
      ((seconds('pruning') * 1e6) / vids).toFixed(2),
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
}

function inFreshProcess(scale: number, form: string): Measured {
  const file = fileURLToPath(import.meta.url)
  const child = spawnSync(process.execPath, [...process.execArgv, file, '--one', `${scale}:${form}`, '--k', values.k], {
    encoding: 'utf8',
  })
  if (child.status !== 0) throw new Error(child.stderr)
  return JSON.parse(child.stdout)
}

async function measure(scale: number, form: string): Promise<Measured> {
  const before = performance.now()
  const hierarchies = sevenHierarchies()
  const frequencies = enlargedAdult(hierarchies, { scale, novelty: 3, seed: 1 })
  const begin = performance.now()
  const k = Number(values.k)
  const result = await searchBottomUp.search(
    {
      frequencies,
      hierarchies,
      requirements: [requireKAnonymity(k)],
      suppressionLimit: 0,
      suppressedGroup: 'exempt',
      goal: {
        name: 'classification',
        terms: [{ metric: findMetric('CM'), settings: equalSettings(hierarchies, { k }), weight: 1 }],
      },
    },
    { form },
    { seed: 1, threads: 1, now: () => performance.now() },
  )
  const end = performance.now()
  if (result.outcome !== 'found') throw new Error(`${form}: ${result.outcome}`)
  const { trail } = result
  if (trail === undefined) throw new Error(`${form} leaves no trail`)
  const { trials } = result.details as { trials: number }
  const last = trail.points[trail.points.length - 1]
  if (last.anonymity < k) throw new Error(`${form}: anonymity ${last.anonymity} is below ${k}`)
  return {
    rows: frequencies.rows,
    vids: frequencies.combinations,
    prepare: (begin - before) / 1000,
    search: (end - begin) / 1000,
    steps: trail.points.length - 1,
    trials,
    trail: trail.points.map(({ step, anonymity }) => `${step?.column}:${step?.node}:${anonymity}`).join(' '),
  }
}
