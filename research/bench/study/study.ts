/**
 * Runs the study of research/papers/loukides-2011 on BMS-WebView-2 as a user would: the built command, 52 runs of four
 * curves with report and charts, and checks the results. Goal: two minutes on two cores.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse, stringify } from 'yaml'
import { copyWithDataPaths, haveData } from '../../../test/data.ts'
import { processorOfChildren } from '../../papers/processor-seconds.ts'
import { inFolder } from '../measure.ts'
import type { Measured } from '../ratios.ts'

interface StudyAnswer {
  readonly runs: number
  readonly outcomes: Readonly<Record<string, number>>
  readonly knees: readonly { readonly search: string; readonly method: string; readonly k: number }[]
  readonly best: readonly { readonly search: string; readonly k: number }[]
}

const GOAL = 120
const paper = fileURLToPath(new URL('../../papers/loukides-2011/', import.meta.url))
const command = fileURLToPath(new URL('../../../dist/cli/halftone.js', import.meta.url))

export async function benchStudy(): Promise<Measured> {
  if (!haveData('bms-webview-2')) return { figures: {}, text: 'study on BMS-WebView-2: skipped, no data' }
  return inFolder((folder) => {
    copyWithDataPaths(paper, folder)
    const study = parse(readFileSync(join(folder, 'bms-webview-2.study.yaml'), 'utf8'))
    const file = join(folder, 'study.yaml')
    writeFileSync(file, stringify({ ...study, output: { folder: join(folder, 'out') } }))
    // Load average at the start; above 0, other processes were running.
    const load = loadavg()[0]
    const before = processorOfChildren()
    const began = performance.now()
    const child = spawnSync(process.execPath, [command, 'study', file, '--threads', '2', '--json'], {
      encoding: 'utf8',
      maxBuffer: 1 << 26,
    })
    const seconds = (performance.now() - began) / 1000
    const after = processorOfChildren()
    if (child.status !== 0) throw new Error(`the study failed: ${child.stderr}${child.stdout}`)
    const summary = JSON.parse(readFileSync(join(folder, 'out', 'summary.json'), 'utf8')) as StudyAnswer
    check(summary)
    const { runs } = summary
    // Of all processes, if the system reports it.
    const processor = before === undefined || after === undefined ? undefined : after - before
    const used = processor === undefined ? '' : `, ${processor.toFixed(0)} s of processor time`
    const measured = `${seconds.toFixed(1)} s`
    return {
      figures: { runs, seconds, goal: GOAL, processor, load },
      text: `study on BMS-WebView-2, ${runs} runs, two at once\n  ${measured} (goal ${GOAL})${used}; load at the start ${load.toFixed(1)}`,
      ratios: [{ figure: `study, ${runs} runs`, measured, beside: `${GOAL} s`, ratio: seconds / GOAL, goal: 1 }],
    }
  })
}

/** A fast study with other results is worth nothing. */
function check({ runs, outcomes, knees, best }: StudyAnswer): void {
  const wrong = [
    ...(outcomes['found'] === runs ? [] : [`not all runs have a release: ${JSON.stringify(outcomes)}`]),
    ...knees
      .filter(({ k }) => k !== 10)
      .map(({ search, method, k }) => `the knee of ${search} by ${method} is at ${k}`),
    ...(knees.length === 6 ? [] : [`there are ${knees.length} knees, not 6`]),
    ...(best.some(({ search, k }) => search === 'pcta' && k === 5) ? [] : ['the best under 0.2 is not pcta at k = 5']),
  ]
  if (wrong.length > 0) throw new Error(`the study came out wrong: ${wrong.join('; ')}`)
}
