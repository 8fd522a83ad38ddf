/**
 * Compares this checkout with an earlier one, step by step: `npm run bench -- against 7d55ce8`. Both run in fresh
 * processes in turn, in alternating order; the ratio is taken per round, then the median. Above 1 this checkout is
 * slower. For a quick look: `--rows 20000 --rounds 1 --milliseconds 20`.
 * The earlier checkout is a commit, checked out, installed and built (about 80 CPU seconds), or a built folder.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { processorOfChildren } from '../../papers/processor-seconds.ts'
import { inFolder, median, readNumbers } from '../measure.ts'
import type { Measured } from '../ratios.ts'

interface AgainstFigures {
  readonly before: string
  readonly rows: number
  /** Options given to both where their defaults differ. */
  readonly options: string
  readonly load: number
  readonly steps: readonly AgainstStep[]
}

interface AgainstStep {
  readonly step: string
  readonly ratio: number
  readonly rounds: readonly number[]
  /** CPU seconds (of a study also seconds), or nanoseconds per kernel evaluation, by round. */
  readonly before: readonly number[]
  readonly now: readonly number[]
}

interface AgainstSizes {
  readonly rows: number
  readonly rounds: number
  readonly milliseconds: number
}

type Figures = Readonly<Record<string, number>>

const here = fileURLToPath(new URL('../../../', import.meta.url))

export async function benchAgainst(words: readonly string[]): Promise<Measured> {
  const [before, ...sizes] = words.length > 0 ? words : ['HEAD~1', '--rows', '200000', '--rounds', '3']
  const { rows, rounds, milliseconds } = readNumbers(sizes, { rows: 1_000_000, rounds: 5, milliseconds: 150 })
  const load = loadavg()[0]
  return inFolder((scratch) => {
    const folder = join(scratch, 'before')
    try {
      const there = existsSync(before) ? resolve(before) : checkedOut(before, folder)
      const figures = { before, rows, load, ...compare(there, join(scratch, 'data'), { rows, rounds, milliseconds }) }
      const ratios = figures.steps.map(({ step, ratio, now }) => ({
        figure: step,
        measured: median(now).toPrecision(4),
        beside: `commit ${before}`,
        ratio,
      }))
      return { figures, text: againstText(figures), ratios }
    } finally {
      if (existsSync(folder)) execFileSync('git', ['worktree', 'remove', '--force', folder], { cwd: here })
    }
  })
}

/** Checks out and builds the commit. */
function checkedOut(commit: string, folder: string): string {
  execFileSync('git', ['worktree', 'add', '--detach', folder, commit], { cwd: here, stdio: 'ignore' })
  const [ours, theirs] = [here, folder].map((place) => readFileSync(join(place, 'package-lock.json'), 'utf8'))
  if (ours === theirs) symlinkSync(join(here, 'node_modules'), join(folder, 'node_modules'), 'junction')
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder, stdio: 'ignore' })
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  return folder
}

function compare(
  there: string,
  folder: string,
  { rows, rounds, milliseconds }: AgainstSizes,
): Pick<AgainstFigures, 'options' | 'steps'> {
  // The earlier checkout writes the data and jobs: this one must still read them.
  const sample = (name: string, count: number): string => {
    command(there, ['sample', 'census', '--rows', String(count), '--output', join(folder, name), '--json'])
    return join(folder, name, 'job.yaml')
  }
  const large = sample('large', rows)
  const small = sample('small', Math.max(2000, Math.round(rows / 100)))
  // Rows are sorted by default; a checkout without the key never sorts.
  const [inOrder, smallInOrder] = [large, small].map((job) => withOrder(job, 'source'))
  const knowsOrder = succeeds(there, ['run', smallInOrder, '--force', '--json'])
  // By default bottom-up now also tries a dozen larger k; the paper's preset climbs once.
  const climb = '{ name: bottom-up, preset: paper }'
  const knowsPreset = succeeds(there, ['run', withAlgorithm(small, climb), '--force', '--json'])
  const studyOfOnce = writeStudy(small, climb)
  const studyThere = knowsPreset ? studyOfOnce : writeStudy(small, 'bottom-up')
  const measures: ((checkout: string) => Figures)[] = [
    (checkout) => wholeJob(checkout, checkout === there && !knowsOrder ? large : inOrder),
    (checkout) => kernel(checkout, milliseconds),
    (checkout) => studied(checkout, checkout === there ? studyThere : studyOfOnce),
  ]
  const found = new Map<string, { before: number[]; now: number[] }>()
  for (let round = 0; round < rounds; round++) {
    for (const measure of measures) {
      const sides = [() => ['before', measure(there)] as const, () => ['now', measure(here)] as const]
      for (const [side, figures] of (round % 2 === 0 ? sides : sides.reverse()).map((run) => run()))
        for (const [step, figure] of Object.entries(figures)) {
          const times = found.get(step) ?? { before: [], now: [] }
          times[side].push(figure)
          found.set(step, times)
        }
    }
  }
  const steps = [...found].flatMap(([step, { before, now }]) => {
    // A step that only one of them has cannot be compared.
    if (before.length !== now.length) return []
    const ratios = now.map((figure, i) => figure / before[i])
    return [{ step, ratio: median(ratios), rounds: ratios, before, now }]
  })
  const only = (known: boolean) => (known ? '' : ' (the only one that the earlier one has)')
  const options = `order: source${only(knowsOrder)}; bottom-up in the study with preset: paper${only(knowsPreset)}`
  return { options, steps }
}

function writeStudy(job: string, climb: string): string {
  const file = join(dirname(job), `study-${climb.length}.yaml`)
  const algorithms = `[lattice, ${climb}, { name: genetic, iterations: 200 }]`
  writeFileSync(
    file,
    `version: 1\njob: job.yaml\ngrid:\n  algorithm: ${algorithms}\n  privacy.k: [5, 20]\noutput: { folder: out-study }\n`,
  )
  return file
}

function withAlgorithm(job: string, algorithm: string): string {
  const file = join(dirname(job), 'algorithm.yaml')
  writeFileSync(file, readFileSync(job, 'utf8').replace(/^algorithm:.*$/m, `algorithm: ${algorithm}`))
  return file
}

function withOrder(job: string, order: string): string {
  const file = join(dirname(job), `${order}.yaml`)
  writeFileSync(file, readFileSync(job, 'utf8').replace('output:\n', `output:\n  order: ${order}\n`))
  return file
}

function succeeds(checkout: string, words: readonly string[]): boolean {
  try {
    command(checkout, words)
    return true
  } catch {
    return false
  }
}

function wholeJob(checkout: string, job: string): Figures {
  const runner = fileURLToPath(new URL('job-of.ts', import.meta.url))
  const seconds = Object.entries(JSON.parse(script(checkout, [runner, checkout, job])) as Figures)
  const whole = seconds.reduce((sum, [, figure]) => sum + figure, 0)
  // What used to be measured after verification, for the report, is measured beside it now.
  const last = ['verify', 'describe', 'publish', 'end']
  const named = seconds.flatMap(([step, figure]) => (last.includes(step) ? [] : [[`job: ${step}`, figure] as const]))
  const ends = seconds.reduce((sum, [step, figure]) => sum + (last.includes(step) ? figure : 0), 0)
  return { 'job, whole': whole, ...Object.fromEntries(named), 'job: verify and publish': ends }
}

function kernel(checkout: string, milliseconds: number): Figures {
  const runner = fileURLToPath(new URL('kernel-of.ts', import.meta.url))
  return JSON.parse(script(checkout, [runner, checkout, String(milliseconds)])) as Figures
}

function studied(checkout: string, study: string): Figures {
  rmSync(join(dirname(study), 'out-study'), { recursive: true, force: true })
  const began = performance.now()
  const before = processorOfChildren()
  command(checkout, ['study', study, '--threads', '2', '--json'])
  const seconds = (performance.now() - began) / 1000
  const after = processorOfChildren()
  return after === undefined || before === undefined
    ? { 'study, seconds': seconds }
    : { 'study, seconds': seconds, 'study, processor': after - before }
}

function script(checkout: string, words: readonly string[]): string {
  return run(checkout, ['--import', 'tsx', ...words])
}

function command(checkout: string, words: readonly string[]): string {
  return run(checkout, [join(checkout, 'dist/cli/halftone.js'), ...words])
}

function run(checkout: string, words: readonly string[]): string {
  const child = spawnSync(process.execPath, words, { cwd: checkout, encoding: 'utf8', maxBuffer: 1 << 26 })
  if (child.status !== 0) throw new Error(`${words.join(' ')} failed in ${checkout}: ${child.stderr}${child.stdout}`)
  return child.stdout
}

function againstText({ before, rows, options, load, steps }: AgainstFigures): string {
  const line = ({ step, ratio, rounds, before: was, now }: AgainstStep) =>
    `  ${step.padEnd(40)}${median(was).toPrecision(4).padStart(10)} →${median(now).toPrecision(4).padStart(10)}   × ${ratio.toFixed(2)}   (${rounds.map((each) => each.toFixed(2)).join(', ')})`
  return [
    `against ${before}, ${rows} rows, ${options}; load at the start ${load.toFixed(1)}; above 1 this checkout is slower`,
    ...steps.map(line),
  ].join('\n')
}
