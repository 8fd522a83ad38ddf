/**
 * What the folder of a paper holds: `published.json`, the paper's own figures with the place where each stands; `experiments.ts`, which makes
 * them again; `results.json`, what the last full run came to; and `README.md` with its pictures, written from these (page.ts), so that no
 * figure on a page is typed by hand.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OptionValues } from '../../src/ground/options.ts'
import type { StudyRow } from '../../src/report/study/study-row.ts'
import type { FoundColumns, SearchProblem, SearchRecord } from '../../src/search/search.ts'

/** Points of a curve, by ascending x. */
export interface Series {
  readonly name: string
  readonly points: readonly (readonly [x: number, y: number])[]
}

/**
 * One thing that a paper says of a figure, so that a run can agree with it or not. The verdict on a figure follows from its claims and the
 * results alone.
 */
export interface Claim {
  readonly id: string
  readonly says: string
  /** The number, or the ends of the range, that is printed. Absent where the claim holds or does not. */
  readonly printed?: number | readonly [number, number]
  /** How far beyond it a run may lie: a number, or as far as our own repeats lie from each other. */
  readonly tolerance?: number | 'spread'
  /** Where the tolerance comes from. */
  readonly by?: string
  /** Which side of what is printed is an improvement. */
  readonly better?: 'lower' | 'higher'
  /** The experiment whose runs show the reason where ours is another. */
  readonly reason?: string
}

export interface PublishedFigure {
  /** `figure-6`, `table-2`, `text-1`. */
  readonly id: string
  readonly title: string
  /** Where in the paper. */
  readonly where: string
  /** What the paper gives, in short; for the gallery. */
  readonly says: string
  readonly claims: readonly Claim[]
  readonly axes?: { readonly x: string; readonly y: string; readonly logarithmic?: boolean }
  /** Values that the paper prints. */
  readonly series?: readonly Series[]
  /** Ranges that the paper prints for a curve whose points it only draws. */
  readonly ranges?: readonly {
    readonly name: string
    readonly x: readonly [number, number]
    readonly y: readonly [number, number]
  }[]
}

/** A place that can be read in two ways. Both are tried: the experiment of the same name has the outcome of each. */
export interface Reading {
  readonly id: string
  readonly where: string
  readonly question: string
  readonly taken: string
  readonly other: string
}

export interface Published {
  readonly title: string
  readonly authors: readonly string[]
  readonly year: number
  readonly venue: string
  readonly doi?: string
  readonly bibtex: readonly string[]
  /** What to know before reading the page. */
  readonly about: string
  readonly figures: readonly PublishedFigure[]
  readonly readings: readonly Reading[]
}

/** What an experiment came to. Everything but `seconds` depends on data and seeds alone, unless the experiment measures time. */
export interface Found {
  readonly series: readonly Series[]
  readonly facts: Readonly<Record<string, number | string>>
  readonly seeds: readonly number[]
  /** Of processors, children with them: half of it by the clock where two cores are quiet and the runs are many. */
  readonly seconds: number
}

/** What a run of it makes. */
export type Made = Omit<Found, 'seconds'>

export type Verdict = 'met' | 'better' | 'differs'

/** What a claim is compared with: a number, the ends of a range, a mean of repeats with twice their standard deviation, or whether it holds. */
export type Measured = number | readonly [number, number] | { readonly mean: number; readonly spread: number } | boolean

export interface Judgement {
  /** In short; for the gallery. */
  readonly ours: string
  /** How far runs with other seeds lie from each other, in short; wherever there are seeds. */
  readonly spread?: string | undefined
  /** Two sentences on differences and their reasons. */
  readonly because: string
  /** By the id of the claim; every claim of the figure has one. */
  readonly measured: Readonly<Record<string, Measured>>
}

/** What the two ways of a reading come to. */
export interface ReadingOutcome {
  readonly because: string
  /** How far each way is from what the paper prints; absent where it prints nothing that could decide. */
  readonly distances?: { readonly taken: number; readonly other: number; readonly unit: string }
}

/** `full` makes the whole figure, `quick` some of its points in seconds, `test` what the test suite can pay for. */
export type Size = 'full' | 'quick' | 'test'

export interface Work {
  readonly size: Size
  readonly threads: number
  /** A folder for files that may be thrown away. */
  readonly room: string
  /** Studies that were stopped go on; their minutes are then those of the rest. */
  readonly goesOn?: boolean
  /** What several experiments share is made once. */
  readonly once: <T>(name: string, make: () => Promise<T>) => Promise<T>
  readonly say: (line: string) => void
}

export type Results = Readonly<Record<string, Found>>

interface Runs {
  /** Of the figure, or of the reading. */
  readonly id: string
  /** Data sets by their name in data.yaml. */
  readonly needs: readonly string[]
  /** How far a quick run may be from the committed results, relative to them; a millionth when absent. */
  readonly tolerance?: number
  /** Its figures are times: a quick run is not compared with those of another machine. */
  readonly timed?: true
  /** Only in full when absent. */
  readonly sizes?: readonly Size[]
  readonly run: (work: Work) => Promise<Made>
}

/** Of a figure or table. `results` are those of all experiments of the paper. */
export interface FigureExperiment extends Runs {
  readonly judge: (found: Found, results: Results) => Judgement
}

/** Of a reading. */
export interface ReadingExperiment extends Runs {
  readonly compare: (found: Found, results: Results) => ReadingOutcome
}

export type Experiment = FigureExperiment | ReadingExperiment

export interface Paper {
  readonly name: string
  readonly published: Published
  readonly results: Results
  readonly experiments: readonly Experiment[]
}

export const papersFolder: string = import.meta.dirname

export const paperNames = ['iyengar-2002', 'wang-2004', 'dewri-2009', 'loukides-2011', 'kisilevich-2008'] as const

export async function readPaper(name: string): Promise<Paper> {
  const { experiments } = (await import(`./${name}/experiments.ts`)) as { experiments: readonly Experiment[] }
  return { name, published: readJson(name, 'published.json'), results: readJson(name, 'results.json'), experiments }
}

function readJson<T>(name: string, file: string): T {
  return JSON.parse(readFileSync(join(papersFolder, name, file), 'utf8')) as T
}

/** Points and facts of a quick run that are not those of the committed results, in words. */
export function differences(quick: Made, committed: Found | undefined, tolerance = 1e-6): string[] {
  if (committed === undefined) return ['there are no committed results: run it in full first']
  const far = (a: number, b: number) => !(Math.abs(a - b) <= tolerance * Math.max(Math.abs(b), 1e-9))
  const lines: string[] = []
  for (const { name, points } of quick.series) {
    const own = committed.series.find((series) => series.name === name)
    for (const [x, y] of points) {
      const expected = own?.points.find(([at]) => at === x)?.[1]
      if (expected === undefined) lines.push(`${name} at ${x}: ${y}, of which the committed results know nothing`)
      else if (far(y, expected)) lines.push(`${name} at ${x}: ${y}, committed ${expected}`)
    }
  }
  for (const [name, value] of Object.entries(quick.facts)) {
    const expected = committed.facts[name]
    const same = typeof value === 'number' && typeof expected === 'number' ? !far(value, expected) : value === expected
    if (!same) lines.push(`${name}: ${value}, committed ${expected}`)
  }
  return lines
}

/** The value of a series at x. */
export function at(found: Pick<Found, 'series'>, name: string, x: number): number {
  const y = found.series.find((series) => series.name === name)?.points.find(([own]) => own === x)?.[1]
  if (y === undefined) throw new Error(`no ${name} at ${x}`)
  return y
}

/** All values of a series. */
export function valuesOf(found: Pick<Found, 'series'>, name: string): number[] {
  const series = found.series.find((own) => own.name === name)
  if (series === undefined) throw new Error(`no series ${name}`)
  return series.points.map(([, y]) => y)
}

export function rangeOf(values: readonly number[]): readonly [number, number] {
  return [Math.min(...values), Math.max(...values)]
}

export function fixed(values: readonly number[], digits: number, between = ', '): string {
  return values.map((value) => value.toFixed(digits)).join(between)
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Numbers of a fact that lists one for each seed or repeat. */
export function listed({ facts }: Pick<Found, 'facts'>, name: string): number[] {
  return String(facts[name]).split(' ').map(Number)
}

/** The setting of a run of a study, in words. */
export function settingOf({ settings }: StudyRow, key: string): string {
  return String(settings[key])
}

/** Runs a search that nobody stops. */
export async function searched(
  search: SearchRecord,
  problem: SearchProblem,
  options: OptionValues,
  { seed = 1, threads = 1 }: { readonly seed?: number; readonly threads?: number } = {},
): Promise<FoundColumns> {
  const result = await search.search(problem, options, { seed, threads, now: () => performance.now() })
  if (result.outcome === 'found') return result
  throw new Error(`${search.name} ended as ${result.outcome}`)
}
