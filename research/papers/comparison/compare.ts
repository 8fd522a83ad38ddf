/**
 * Runs the two studies of this folder and writes their figures into docs/comparison.md:
 *
 *     npm run compare
 *     npm run compare -- --times    only the table of CPU seconds
 *
 * One run at a time in this process, so that its CPU seconds can be measured. Needs Adult, German credit,
 * tic-tac-toe and BMS-WebView-2.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { parse } from 'yaml'
import { formatFigure } from '../../../src/ground/format.ts'
import { compareSearches } from '../../../src/report/study/comparison.ts'
import { testSearches } from '../../../src/report/study/significance.ts'
import type { StudyRow } from '../../../src/report/study/study-row.ts'
import { planStudy } from '../../../src/study/plan-study.ts'
import { run } from '../../../src/study/run-job.ts'
import { runStudy } from '../../../src/study/run-study.ts'
import type { Study } from '../../../src/study/study-schema.ts'
import { copyWithDataPaths, haveData } from '../../../test/data.ts'
import { papersFolder } from '../paper.ts'

const PAGE = join(papersFolder, '..', '..', 'docs', 'comparison.md')
const FIGURES = ['<!-- written by npm run compare -->', '<!-- end -->'] as const
const TIMES = ['<!-- written by npm run compare -- --times -->', '<!-- end of times -->'] as const
/** CPU seconds are those of this k. */
const TIMED_K = 10

const { values: options } = parseArgs({ options: { times: { type: 'boolean', default: false } } })

if (!['adult', 'german', 'tic-tac-toe', 'bms-webview-2'].every(haveData)) process.exit(2)
const room = mkdtempSync(join(tmpdir(), 'halftone-compare-'))
try {
  for (const folder of ['comparison', 'adult', 'loukides-2011']) {
    mkdirSync(join(room, folder))
    copyWithDataPaths(join(papersFolder, folder), join(room, folder))
  }
  const tables = await runHere('tables.study.yaml')
  const baskets = await runHere('baskets.study.yaml')
  // Without the setting that all rows of a part share, curves are named by their method alone.
  const part = (metric: string) =>
    tables.rows.flatMap((row) => {
      const { optimized, ...settings } = row.settings
      return optimized === metric ? [{ ...row, settings }] : []
    })
  if (!options.times)
    rewrite(FIGURES, [
      '### Least LM',
      describe(part('LM'), 'LM'),
      '### Least CM',
      describe(part('CM'), 'CM'),
      '### Baskets, ARE',
      describe(baskets.rows, 'ARE'),
    ])
  rewrite(TIMES, [timesTable(part('LM'), tables.seconds), timesTable(baskets.rows, baskets.seconds)])
} finally {
  rmSync(room, { recursive: true, force: true })
}

interface Compared {
  readonly rows: readonly StudyRow[]
  /** CPU seconds by name of the run. */
  readonly seconds: ReadonlyMap<string, number>
}

/** Replaces what is between two marks of the page. */
function rewrite([begin, end]: readonly [string, string], blocks: readonly string[]): void {
  const page = readFileSync(PAGE, 'utf8')
  const head = page.slice(0, page.indexOf(begin) + begin.length)
  writeFileSync(PAGE, `${head}\n\n${blocks.join('\n\n')}\n\n${page.slice(page.indexOf(end))}`)
}

async function runHere(file: string): Promise<Compared> {
  const path = join(room, 'comparison', file)
  const study = parse(readFileSync(path, 'utf8')) as Study
  const timed = { 'privacy.k': [TIMED_K], 'privacy.km.k': [TIMED_K], optimized: { LM: { goal: 'general' } } }
  const less = Object.fromEntries(Object.entries(timed).filter(([key]) => key in (study.grid ?? {})))
  const plan = planStudy(options.times ? { ...study, grid: { ...study.grid, ...less } } : study, path)
  const seconds = new Map<string, number>()
  const { rows } = await runStudy(plan, {
    threads: 1,
    force: true,
    async execute(request, context) {
      const before = process.cpuUsage()
      const result = await run(request, { ...context, keepBest: () => false })
      const { user, system } = process.cpuUsage(before)
      seconds.set(basename(dirname(request.jobFile)), (user + system) / 1e6)
      return { result, peakMemory: 0 }
    },
    progress: ({ done, total }) => process.stderr.write(`\r${file}: ${done} of ${total} `),
  })
  process.stderr.write('\n')
  for (const { run: name, error } of rows) if (error !== undefined) console.error(`${file}, run ${name}: ${error}`)
  return { rows, seconds }
}

function timesTable(rows: readonly StudyRow[], seconds: ReadonlyMap<string, number>): string {
  const timed = rows.filter(({ k }) => k === TIMED_K)
  const sets = [...new Set(timed.map(({ data }) => data))]
  const methods = [...new Set(timed.map(({ settings }) => String(settings['method'])))]
  const cell = (method: string, set: string) => {
    const run = timed.find(({ data, settings }) => data === set && settings['method'] === method)?.run
    return run === undefined ? '–' : (seconds.get(run)?.toFixed(1) ?? '–')
  }
  return [
    `| CPU seconds, k = ${TIMED_K} | ${sets.join(' | ')} |`,
    `| --- | ${sets.map(() => '---:').join(' | ')} |`,
    ...methods.map((method) => `| ${method} | ${sets.map((set) => cell(method, set)).join(' | ')} |`),
  ].join('\n')
}

function describe(rows: readonly StudyRow[], figure: string): string {
  const sets = compareSearches(rows).map(({ data, searches, metrics }) => {
    const { axis, curves, regions } = metrics.find((metric) => metric.axis.name === figure)!
    const ks = [...new Set(curves.flatMap(({ points }) => points.map(({ k }) => k)))].sort((a, b) => a - b)
    const valueAt = (search: string, k: number) =>
      curves.find((curve) => curve.search === search)?.points.find((point) => point.k === k)?.mean
    const best = ks.map((k) => Math.min(...searches.flatMap((search) => valueAt(search, k) ?? [])))
    const lines = searches.map((search) => {
      const cells = ks.map((k, i) => {
        const value = valueAt(search, k)
        const shown = value === undefined ? '–' : formatFigure(value)
        return value !== undefined && value <= best[i] * (1 + 1e-9) ? `**${shown}**` : shown
      })
      return `| ${search} | ${cells.join(' | ')} |`
    })
    const winners = regions.map(({ from, to, winners: names }) => {
      const range = from === to ? `k = ${from}` : `k = ${from} to ${to}`
      return `${range}: ${names.join(', ')}`
    })
    return [
      `| ${data}: ${axis.name} | ${ks.map((k) => `k = ${k}`).join(' | ')} |`,
      `| --- | ${ks.map(() => '---:').join(' | ')} |`,
      ...lines,
      '',
      `Best: ${winners.join('; ')}.`,
    ].join('\n')
  })
  const { tests, note } = testSearches(rows)
  const words = tests.find(({ metric }) => metric === figure)?.words ?? note
  return [...sets, words].join('\n\n')
}
