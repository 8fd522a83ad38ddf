/**
 * Reproduces the experiments of the papers:
 *
 *     npm run papers all, in full: writes results.json and pages
 *     npm run papers -- wang-2004 --only figure-3 one paper, one figure
 *     npm run papers -- --quick some points of each, compared with the committed results
 *     npm run papers -- --pages only the pages, from the committed results
 * `--data FOLDER` is the data folder, `--fetch` downloads missing data, `--threads` sets the threads, `--continue`
 * continues stopped studies. Exit code 1 if a quick run differs from the committed results, 2 if nothing requested
 * could run.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findData } from './find-data.ts'
import { claimsTables, writePages } from './page.ts'
import {
  differences,
  type Experiment,
  type Found,
  type Published,
  paperNames,
  papersFolder,
  type Results,
  readPaper,
  type Work,
} from './paper.ts'
import { processorOfChildren } from './processor-seconds.ts'
import { judgeClaims, judgeFigure } from './verdict.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    pages: { type: 'boolean', default: false },
    fetch: { type: 'boolean', default: false },
    continue: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    data: { type: 'string' },
    threads: { type: 'string' },
  },
})

const unknown = positionals.find((name) => !paperNames.some((known) => known === name))
if (unknown !== undefined) refuse(`there is no paper "${unknown}"; there are ${paperNames.join(', ')}`)
const asked = positionals.length > 0 ? positionals : paperNames
if (options.data !== undefined && !options.fetch && !existsSync(options.data))
  refuse(
    `--data ${options.data}: there is no such folder; name the one that has adult/, german/ and so on, or add --fetch`,
  )
const threads = Number(options.threads ?? availableParallelism())
let wrong = 0
let made = 0
let skipped = 0
let processors = 0
const began = performance.now()

if (!options.pages) {
  const data = await findData({ folder: options.data, fetch: options.fetch, say: (line) => console.error(line) })
  // test/data.ts reads it when the experiments are loaded.
  process.env['HALFTONE_DATA'] = data.folder
  await refuseUnknownExperiments()
  for (const name of asked) await runPaper(name, data.present)
}
const papers = await Promise.all(paperNames.map(readPaper))
if (!options.quick) writePages(papers)
console.log(claimsTables(papers).join('\n'))
if (!options.pages) {
  const minutes = (seconds: number) => (seconds / 60).toFixed(1)
  const end = options.quick ? (wrong === 0 ? ', all as committed' : `, ${wrong} figures are not as committed`) : ''
  console.log(
    `${made} experiment${made === 1 ? '' : 's'} in ${minutes((performance.now() - began) / 1000)} minutes by the clock, ${minutes(processors)} of one processor, ${skipped} skipped for want of data${end}`,
  )
}
// A named experiment that could not run is a failure.
process.exitCode = wrong > 0 ? 1 : options.only !== undefined && made === 0 && !options.pages ? 2 : 0

function refuse(reason: string): never {
  console.error(reason)
  process.exit(2)
}

async function refuseUnknownExperiments(): Promise<void> {
  const papers = await Promise.all(asked.map(readPaper))
  const known = [...new Set(papers.flatMap(({ experiments }) => experiments.map(({ id }) => id)))]
  const nothing = options.only?.find((id) => !known.includes(id))
  if (nothing !== undefined) refuse(`there is no "${nothing}" in ${asked.join(', ')}; there are ${known.join(', ')}`)
}

async function runPaper(name: string, present: ReadonlySet<string>): Promise<void> {
  const paper = await readPaper(name)
  const results: Record<string, Found> = { ...paper.results }
  const shared = new Map<string, Promise<unknown>>()
  const room = join(papersFolder, name, 'out')
  mkdirSync(room, { recursive: true })
  const size = options.quick ? 'quick' : 'full'
  const work: Work = {
    size,
    threads,
    room,
    goesOn: options.continue,
    once<T>(key: string, make: () => Promise<T>): Promise<T> {
      if (!shared.has(key)) shared.set(key, make())
      return shared.get(key) as Promise<T>
    },
    say: (line) => console.error(line),
  }
  const wanted = ({ id, sizes = ['full'] }: Experiment) => sizes.includes(size) && (options.only?.includes(id) ?? true)
  for (const experiment of paper.experiments.filter(wanted)) {
    const { id, needs, tolerance, timed } = experiment
    const lacking = needs.filter((set) => !present.has(set))
    if (lacking.length > 0) {
      skipped++
      console.error(
        `${name} ${id}: skipped, without ${lacking.join(', ')} (research/papers/data.yaml says where to get it)`,
      )
      continue
    }
    if (options.quick && results[id] === undefined) {
      console.log(`${name} ${id}: there are no committed results to compare with`)
      continue
    }
    const before = processorSeconds()
    const found = await experiment.run(work)
    const seconds = Number((processorSeconds() - before).toFixed(1))
    made++
    processors += seconds
    if (options.quick) {
      const lines = timed ? [] : differences(found, results[id], tolerance)
      wrong += lines.length
      console.log(`${name} ${id}: ${lines.length === 0 ? 'as committed' : 'DIFFERS'} (${seconds.toFixed(0)} s)`)
      for (const line of lines) console.log(`  ${line}`)
    } else {
      results[id] = { ...found, seconds }
      writeFileSync(join(papersFolder, name, 'results.json'), resultsText(results))
      console.log(`${name} ${id}: ${findOutcome(experiment, paper.published, results)} (${seconds.toFixed(0)} s)`)
    }
  }
}

function findOutcome(experiment: Experiment, { figures }: Published, results: Results): string {
  const found = results[experiment.id]
  if ('compare' in experiment) return experiment.compare(found, results).because
  const figure = figures.find(({ id }) => id === experiment.id)
  const judgement = experiment.judge(found, results)
  const verdict = figure === undefined ? '' : `${judgeFigure(figure, judgeClaims(figure, judgement))}; `
  return `${verdict}${judgement.ours}`
}

/** Of this process and its ended children. */
function processorSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6 + (processorOfChildren() ?? 0)
}

/** Numbers to ten digits, points on one line. */
function resultsText(results: Readonly<Record<string, Found>>): string {
  const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toPrecision(10)) : value)
  const text = JSON.stringify(results, rounded, 2)
  return `${text.replace(/\[\s+([^[\]{}]*?)\s+\]/g, (_, inner: string) => `[${inner.replace(/\s+/g, ' ')}]`)}\n`
}
