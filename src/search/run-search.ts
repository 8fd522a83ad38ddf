/**
 * A search in three parts: start → method → improve. A method is its paper's algorithm; `start` gives it recodings to
 * begin or compare with; `improve` makes its result better for the goal. `start: none, improve: none` is the paper
 * alone. Greedy methods (`attempts`) are tried with several options and larger k before the best is improved; members
 * of a population are improved between epochs (`islands/`), and a front of several objectives as a whole.
 */
import { pairsInWords } from '../ground/format.ts'
import { type OptionRecord, type OptionValues, readOptions } from '../ground/options.ts'
import type { ClassesResult, ClassesSearchRecord, FoundClasses } from './classes-search.ts'
import { tryAttempts } from './improve/attempts.ts'
import { searchFront } from './improve/front-search.ts'
import { improveByMoves } from './improve/moves-descent.ts'
import { polish } from './improve/polish.ts'
import { evolveOnIslands } from './islands/evolve.ts'
import type { ItemSearchRecord } from './items-search.ts'
import type { BreedingMethod, FrontMethod, MethodRecord, SearchMethod } from './method.ts'
import type { SearchProblem, SearchRecord, SearchResult, SearchRun, SearchTask, Stages } from './search.ts'
import { solutionIn } from './search.ts'
import { openLevelStart } from './start/level-start.ts'
import { type BoundedLattice, boundedLattice } from './start/seeding.ts'

const STARTS: Readonly<Record<Stages['start'], string>> = {
  none: 'begins from nothing',
  levels: 'begins with a local search over one level per column',
  lattice: 'levels, and the best full-domain recoding that lattice finds with bounded effort',
}

const IMPROVES: Readonly<Record<Stages['improve'], string>> = {
  none: 'leaves the result of the method as it is',
  moves: 'single moves (split a group, merge some) for the goal while they help',
  columns: 'each column gets its best grouping, for the goal and within suppression-limit, until none gains',
  'columns+bound': 'columns, and a lower bound that says how much could still be gained',
  rounds: 'if classes show numbers, up to 60 rounds of boxes destroy and repair near classes',
}

function stageOption(name: string, choices: readonly string[], meanings: Readonly<Record<string, string>>) {
  const meaning = choices.map((one) => `${one}: ${meanings[one]}`).join('; ')
  return { name, type: 'choice' as const, choices, default: choices[0], meaning }
}

function stageOptions({ starts, improves, presets }: MethodRecord): OptionRecord[] {
  return [
    ...(starts.length > 1 ? [stageOption('start', starts, STARTS)] : []),
    ...(improves.length > 1 ? [stageOption('improve', improves, IMPROVES)] : []),
    presetOption('start: none and improve: none, the method alone', presets),
  ]
}

function presetOption(paper: string, presets: MethodRecord['presets'] = {}): OptionRecord {
  const aliases = Object.entries(presets).map(([name, values]) => `; ${name}: ${pairsInWords(values, ': ')}`)
  return {
    name: 'preset',
    type: 'choice',
    choices: ['best', 'paper', ...Object.keys(presets)],
    default: 'best',
    meaning: `best: the defaults; paper: ${paper}${aliases.join('')}; other options come before it`,
  }
}

/** Makes a search of a method for classes and an improvement, which `improve: none` leaves out. */
export function improvedBy(
  method: ClassesSearchRecord,
  improve: 'rounds',
  improvement: (problem: SearchProblem, found: FoundClasses, run: SearchRun) => Promise<ClassesResult>,
): ClassesSearchRecord {
  const stage = stageOption('improve', [improve, 'none'], IMPROVES)
  return {
    ...method,
    options: [stage, ...method.options],
    stages: (given) => ({ start: 'none', improve: given['improve'] === 'none' ? 'none' : improve }),
    async search(problem, { improve: asked = improve, ...settings }, run) {
      const result = await method.search(problem, settings, run)
      if (result.outcome !== 'found' || asked === 'none' || run.signal?.aborted) return result
      return improvement(problem, result, run)
    },
  }
}

/** Classes and items: `preset: paper` gives their search the options of its paper. */
export function withPreset<Own extends ClassesSearchRecord | ItemSearchRecord>(
  record: Own,
  paper: OptionValues = {},
): Own {
  const options = [presetOption(pairsInWords(paper, ': ') || 'the same'), ...record.options]
  const search = record.search as (problem: unknown, options: OptionValues, run: SearchRun) => unknown
  const settingsOf = (given: OptionValues): OptionValues => {
    const { preset } = readOptions(`algorithm ${record.name}`, options, given)
    const { preset: _, ...settings } = { ...(preset === 'paper' ? paper : {}), ...given }
    return settings
  }
  return {
    ...record,
    options,
    stages: (given) => record.stages?.(settingsOf(given)) ?? { start: 'none', improve: 'none' },
    search: (problem: unknown, given: OptionValues, run: SearchRun) => search(problem, settingsOf(given), run),
  }
}

/** Makes a search of a method: its default start and improvement, and options to choose others. */
export function composeSearch(method: SearchMethod | BreedingMethod | FrontMethod): SearchRecord {
  const { starts, improves, presets, attempts, cuts, moveSpace, ...record } = method
  const options = [...stageOptions(method), ...method.options]
  return {
    ...record,
    options,
    stages: (given) => readStages(method, options, given).stages,
    async search(problem, given, run) {
      const { stages, settings } = readStages(method, options, given)
      const task = { problem, settings, run }
      if ('openIsland' in method) return evolveOnIslands(method, stages, task)
      if ('openFront' in method) return searchFront(method, stages.improve !== 'none', task)
      return runStages(method, stages, task)
    },
  }
}

/** The job's value, then its preset's, then the default. The method reads its own options. */
function readStages(method: MethodRecord, options: readonly OptionRecord[], given: OptionValues) {
  // Checks the given options first, so that an error is about the user's input.
  const { preset } = readOptions(`algorithm ${method.name}`, options, given)
  const paper = { start: 'none', improve: 'none' }
  const presets: Readonly<Record<string, OptionValues>> = { ...method.presets, paper }
  const { preset: _, start, improve, ...settings } = { ...presets[preset as string], ...given }
  const stages = { start: start ?? method.starts[0], improve: improve ?? method.improves[0] } as Stages
  return { stages, settings }
}

async function runStages(
  method: SearchMethod,
  { start, improve }: Stages,
  { problem, settings, run }: SearchTask,
): Promise<SearchResult> {
  const levels = start === 'levels' ? openLevelStart : undefined
  const search = (asked: SearchProblem, more: OptionValues, quiet: SearchRun) =>
    method.search(asked, { ...settings, ...more }, quiet, levels)
  if (method.attempts !== undefined && improve === 'columns') {
    return tryAttempts({
      problem,
      run,
      variants: method.attempts(problem, settings),
      polished: method.cuts?.(settings) ?? true,
      beside: start === 'lattice',
      attempt: (asked, variant) => search(asked, variant, { ...run, progress: undefined }),
    })
  }
  const result = await search(problem, {}, run)
  if (start !== 'lattice' || run.signal?.aborted) return improved(method, improve, { problem, settings, run }, result)
  const begun = await boundedLattice(problem, run)
  return improved(method, improve, { problem, settings, run }, chooseBetter(result, begun))
}

function chooseBetter(result: SearchResult, begun: BoundedLattice): SearchResult {
  const evaluations = result.evaluations + begun.evaluations
  const value = solutionIn(result)?.value ?? Number.POSITIVE_INFINITY
  if (begun.best === undefined || begun.best.value >= value) return { ...result, evaluations }
  const { trail, details } = result
  return { outcome: 'found', optimal: false, ...begun.best, evaluations, trail, details }
}

async function improved(
  { cuts, moveSpace }: SearchMethod,
  improve: Stages['improve'],
  { problem, settings, run }: SearchTask,
  result: SearchResult,
): Promise<SearchResult> {
  const before = solutionIn(result)
  const isPossible = improve === 'moves' || (improve !== 'none' && (cuts?.(settings) ?? true))
  if (before === undefined || !isPossible || run.signal?.aborted) return result
  const better =
    improve === 'moves'
      ? await improveByMoves(problem, before.groupings, run, moveSpace?.(problem, settings))
      : await polish(problem, before.groupings, run)
  const { groupings, value } = better.value < before.value ? better : before
  const evaluations = result.evaluations + better.evaluations
  const details = { ...result.details, improvement: { before: before.value, after: value } }
  if (run.signal?.aborted) return { ...result, outcome: 'cancelled', best: { groupings, value }, evaluations, details }
  if (result.outcome !== 'found') return { ...result, best: { groupings, value }, evaluations, details } as SearchResult
  return { ...result, optimal: result.optimal && value === before.value, groupings, value, evaluations, details }
}
