/**
 * Local recoding: each class has its own box, the smallest ranges that cover its rows; boxes of different classes may
 * overlap. Starts from Mondrian cuts. Every cut, growing box, donor and, if needed, receiver is checked against the
 * requirements (`kernel/weigh.as.ts`). Rounds of destroy and repair follow: a class and some neighbours are pooled and
 * rebuilt as dense boxes, grown from a random row by the widening with the least noisy loss per row gained, until they
 * cover k rows; single rows move if that helps. Worse pools survive with a falling probability (annealing). Each round
 * divides the classes into blocks by random pivots. Blocks have their own seeds and are joined in order, so threads do
 * not affect the result. Cost: four pools per class and round; a pool costs its rows × the widenings. Memory: some 60
 * bytes per combination and thread.
 */
import { prose } from '../../../ground/format.ts'
import type { OptionValues } from '../../../ground/options.ts'
import { openPool, type Pool, siblingModule } from '../../../ground/workers/pool.ts'
import { showsNumber } from '../../../hierarchy/hierarchy.ts'
import type { CellLoss } from '../../classes/cell-goal.ts'
import {
  type ClassList,
  decideClasses,
  hullLoss,
  inUnits,
  joinLists,
  listClasses,
  pickClasses,
} from '../../classes/class-list.ts'
import { sizeOfClasses } from '../../classes/class-problem.ts'
import { checkRule, type RowUnits, rowUnits } from '../../classes/row-units.ts'
import type { ClassesResult, ClassesSearchRecord, FoundClasses } from '../../classes-search.ts'
import { noneExistsReason } from '../../ends.ts'
import { keepPace, type Pace } from '../../pace.ts'
import type { ConvergencePoint, SearchDetails, SearchProblem, SearchRun } from '../../search.ts'
import { SLOWNESS } from '../../work.ts'
import { type BlockTask, open } from './block-job.ts'
import { type BoxGoal, boxGoal, numberPoints } from './box-goal.ts'
import { type ColumnLine, columnLine, columnTables, MOST_CODES, SCALE } from './column-tables.ts'
import { type BlockResult, type BoxesData, type BoxesKernel, laneCount, openKernel } from './kernel.ts'
import { bestInLine, nearestClasses } from './nearest-classes.ts'
import type { BoxesOptions, RoundPlan } from './options.ts'
import { boxesOptions, improvingRounds, readBoxesOptions, roundPlan, roundSeconds, warmth } from './options.ts'

export const searchBoxes: ClassesSearchRecord = {
  kind: 'classes',
  name: 'boxes',
  title: 'Boxes',
  summary: prose`Gives each class its own box, the smallest ranges that cover its rows: loses far less than any
    recoding per column. The price: labels of one column overlap ([20,29] beside [25,31]), so analysts must count by
    ranges, not by labels.`,
  source: 'Halftone; local recoding as in LeFevre et al. 2006 and Xu et al. 2006, by large neighbourhood search',
  options: boxesOptions,
  intervals: true,
  withoutHierarchies: false,
  search: (problem, given, run) => searchFrom(problem, given, run),
}

async function searchFrom(
  problem: SearchProblem,
  given: OptionValues,
  run: SearchRun,
  start?: ClassList,
): Promise<ClassesResult> {
  const k = sizeOfClasses('boxes', problem)
  const goal = boxGoal(problem, k)
  for (const rule of problem.requirements) if (rule.reads !== 'sizes') checkRule('boxes', rule)
  const units = rowUnits(problem, goal.classPrices)
  const options = readBoxesOptions(given, k, units.count)
  if (run.signal?.aborted) return { outcome: 'cancelled', evaluations: 0 }
  const pace = keepPace(run)
  const data = boxesData(problem, goal, units, k)
  await pace.rest()
  const pool = await openPool<BoxesData, BlockTask, BlockResult | undefined>({
    job: open,
    module: siblingModule('./block-job', import.meta.url),
    data,
    threads: threadsFor(data, options, run.threads),
    signal: run.signal,
    now: run.now,
  })
  try {
    return await searchWith({ problem, goal, units, data, options, start: start && inUnits(start, units) }, pool, run)
  } finally {
    await pool.close()
  }
}

/** Improves classes of whole combinations that show numbers, such as those of Mondrian; never makes them worse. */
export async function improveByRounds(
  problem: SearchProblem,
  found: FoundClasses,
  run: SearchRun,
): Promise<ClassesResult> {
  const paysForNumbers = problem.goal.terms.some(({ metric }) => metric.sums !== 'cells' && metric.cellWeights)
  if (!paysForNumbers || !problem.hierarchies.some(showsNumber) || run.work?.left() === 0) return found
  const rounds = improvingRounds(sizeOfClasses('boxes', problem), problem.frequencies.combinations)
  const better = await searchFrom(problem, { rounds }, run, listClasses(found.decision))
  return {
    ...better,
    evaluations: found.evaluations + better.evaluations,
    details: { ...better.details, cuts: found.evaluations },
  }
}

export function boxesData(
  { frequencies, hierarchies }: SearchProblem,
  goal: Pick<BoxGoal, 'columns'>,
  { count, combination, rows, tallies, persons }: RowUnits,
  k: number,
): BoxesData {
  const { columns, counts } = frequencies
  const places = columns.map(({ size }, c) => columnLine(hierarchies[c], size, goal.columns[c]))
  // One large line pays for the second kind of vectors; then all lines use it.
  const isLine = columns.some(({ size }, c) => places[c] !== undefined && size > MOST_CODES)
    ? (c: number) => places[c] !== undefined
    : () => false
  const tables = columns.flatMap((column, c) =>
    isLine(c) ? [] : [columnTables(hierarchies[c], column, counts, goal.columns[c])],
  )
  const lines = places.filter((line, c): line is ColumnLine => line !== undefined && isLine(c))
  const lanes = laneCount(tables.length) + laneCount(lines.length)
  const codes = new Uint16Array(count * lanes)
  let [table, line] = [0, laneCount(tables.length)]
  columns.forEach((column, c) => {
    const lane = isLine(c) ? line++ : table++
    const { searchCodes } = isLine(c) ? lines[lane - laneCount(tables.length)] : tables[lane]
    for (let u = 0; u < count; u++) codes[u * lanes + lane] = searchCodes[column.codes[combination[u]]]
  })
  const weights = Int16Array.from(lines, ({ weight }) => weight)
  return { k, combinations: count, tables, weights, codes, counts: rows, tallies, persons }
}

/** Below some tenths of a second, starting a thread costs more than it saves. */
function threadsFor(data: BoxesData, { rounds }: BoxesOptions, threads: number): number {
  return (rounds + 1) * secondsPerRound(data) < 0.5 ? 1 : threads
}

function secondsPerRound({ k, combinations, tables, weights }: BoxesData): number {
  // A line takes about half the time of a table.
  return roundSeconds(k, combinations, tables.length + weights.length / 2)
}

const MOST_IN_BLOCK = 96
/** Small tables are still cut into some blocks, to give several threads work. */
const FEWEST_BLOCKS = 4
const FEWEST_IN_BLOCK = 8
const POOLS = 4
const SAMPLED = 256
/** Up to this many combinations the bound is exact, and means may begin with MDAV; above, the bound is an estimate. */
const MOST_BOUNDED = 4096
const AT_ONCE = 32
const MOST_POINTS = 200

interface Solution {
  readonly list: ClassList
  readonly loss: number
  readonly paid: number
}

interface Work {
  readonly problem: SearchProblem
  readonly goal: BoxGoal
  readonly units: RowUnits
  readonly data: BoxesData
  readonly options: BoxesOptions
  /** Whole classes to begin with, in place of cuts. */
  readonly start?: ClassList | undefined
}

async function searchWith(
  work: Work,
  pool: Pool<BlockTask, BlockResult | undefined>,
  run: SearchRun,
): Promise<ClassesResult> {
  const { problem, goal, units, data, options, start } = work
  const { rounds } = options
  const pace = keepPace(run)
  const kernel = openKernel(data)
  await pace.rest()
  const convergence: ConvergencePoint[] = []
  let evaluations = 0
  let done = 0
  let best: Solution | undefined
  const { unguided } = goal
  const { frequencies, hierarchies } = problem
  // The kernel prices segments of large domains; the release shows the values.
  const isExact = frequencies.columns.every(({ size }) => size <= MOST_CODES)
  const exactLoss = (list: ClassList, losses: readonly CellLoss[]) =>
    SCALE * hullLoss(list, frequencies, hierarchies, units, losses)
  const meter = isExact && unguided ? openKernel(boxesData(problem, { columns: unguided }, units, data.k)) : undefined
  const measureLoss = ({ list, loss }: Solution) =>
    unguided === undefined ? loss : (meter?.measureCost(list).loss ?? exactLoss(list, unguided))
  const measureValue = (solution: Solution) => goal.value(measureLoss(solution), solution.paid)
  const withExactLoss = (solution: Solution) =>
    isExact ? solution : { ...solution, loss: exactLoss(solution.list, goal.columns) }

  async function compute(tasks: readonly BlockTask[]): Promise<Solution | undefined> {
    const results = await pool.map(tasks)
    if (run.signal?.aborted) return undefined
    const blocks = results as readonly BlockResult[]
    for (const { trials } of blocks) evaluations += trials
    return withExactLoss({
      list: joinLists(blocks),
      loss: blocks.reduce((sum, { loss }) => sum + loss, 0),
      paid: blocks.reduce((sum, { paid }) => sum + paid, 0),
    })
  }
  function note(solution: Solution): void {
    if (best === undefined || totalCost(solution) < totalCost(best)) best = solution
    const value = measureValue(best)
    run.progress?.({ done, total: rounds, best: value })
    if (done === rounds || done % Math.ceil(rounds / MOST_POINTS) === 0) convergence.push({ done, best: value })
  }

  const cuts = start ?? kernel.cutTable()
  if (cuts === undefined) {
    return { outcome: 'none-exists', reason: noneExistsReason(problem, 'local recoding'), evaluations }
  }
  const starts = [cuts, ...nearestStart(work)].map((list) => withExactLoss({ list, ...kernel.measureCost(list) }))
  const first = start === undefined ? cheapest(starts, totalCost) : starts[0]
  let now: Solution | undefined = first
  const roundWork = SLOWNESS * secondsPerRound(data)
  const firstCost = totalCost(first)
  note(first)
  await pace.rest()
  // Computed now, so that a search stopped later has it, too. Segments cost more than the values in them: no bound.
  const bound = goal.readsRanges && unguided === undefined && isExact ? await lowerBound(kernel, data, pace) : undefined
  while (now !== undefined && done < rounds) {
    // It has cooled down when the work is done. A deadline has no say: a slow machine must give the same bytes.
    const left = run.work === undefined ? rounds : Math.ceil(run.work.left() / roundWork)
    const within = Math.min(rounds, done + left)
    const plan = roundPlan(data.k, within)
    const temperature = ((plan.temperature * firstCost) / classCount(first.list)) * warmth(done, within)
    done++
    const seed = mixed(BigInt(run.seed >>> 0)) ^ mixed((BigInt(done) << 32n) | 1n)
    now = await compute(roundTasks(kernel, now.list, seed, { ...plan, temperature }))
    if (now !== undefined) note(now)
    run.work?.spend(roundWork)
    run.work?.check()
  }
  const settled = best as unknown as Solution
  const chosen = start === undefined ? settled : cheapest([settled, ...starts], measureValue)
  const details = {
    rounds: done,
    pools: evaluations,
    classes: classCount(chosen.list),
    ...(bound && boundDetails(goal.value(bound.loss, 0), measureValue(chosen), bound.sampled)),
  }
  const base = { evaluations, details, convergence }
  const decided = { decision: decideClasses(chosen.list, frequencies, hierarchies, units), lostRows: 0 }
  if (now === undefined) return { outcome: 'cancelled', best: decided, ...base }
  return { outcome: 'found', optimal: false, ...decided, ...base }
}

/**
 * The classes of MDAV, or in one column the best, if all columns show numbers and classes are asked for k rows alone.
 */
function nearestStart({ problem, goal, units, data: { k } }: Work): ClassList[] {
  const { count, combination, rows, persons, tallies } = units
  if (k < 2 || persons !== undefined || tallies.asked !== undefined) return []
  const points = numberPoints(problem, goal, combination)
  if (points?.length === 1) return [bestInLine(points[0], rows, k)]
  return points === undefined || count > MOST_BOUNDED ? [] : [nearestClasses(points, rows, k)]
}

function roundTasks(kernel: BoxesKernel, list: ClassList, seed: bigint, plan: RoundPlan): BlockTask[] {
  const limit = Math.max(FEWEST_IN_BLOCK, Math.min(MOST_IN_BLOCK, Math.ceil(classCount(list) / FEWEST_BLOCKS)))
  // Largest first, so that no thread starts a large block when the others are done.
  const blocks = kernel.divideClasses(list, seed, limit).sort((a, b) => b.length - a.length)
  return blocks.map((chosen, block) => ({
    list: pickClasses(list, chosen),
    seed: seed ^ mixed(BigInt(block + 1)),
    round: { ...plan, trials: chosen.length * POOLS },
  }))
}

function cheapest(solutions: readonly Solution[], costOf: (solution: Solution) => number): Solution {
  return solutions.reduce((best, one) => (costOf(one) < costOf(best) ? one : best))
}

function totalCost({ loss, paid }: Pick<Solution, 'loss' | 'paid'>): number {
  return loss + paid
}

function classCount({ starts }: ClassList): number {
  return starts.length - 1
}

/** Lower bound from an evenly spread sample: a row loses at least as much as the pair with its k-th nearest row. */
async function lowerBound(kernel: BoxesKernel, data: BoxesData, pace: Pace) {
  const { combinations, counts } = data
  const rows = counts.reduce((sum, count) => sum + count, 0)
  if (combinations <= MOST_BOUNDED) {
    const all = Int32Array.from({ length: combinations }, (_, i) => i)
    const losses = await leastLosses(kernel, all, pace)
    return losses && { loss: losses.reduce((sum, loss, i) => sum + loss * counts[i], 0), sampled: false }
  }
  const sample = new Int32Array(SAMPLED)
  let before = 0
  for (let combination = 0, taken = 0; combination < combinations; combination++) {
    before += counts[combination]
    while (taken < SAMPLED && ((taken + 0.5) * rows) / SAMPLED < before) sample[taken++] = combination
  }
  const losses = await leastLosses(kernel, sample, pace)
  return losses && { loss: (losses.reduce((sum, loss) => sum + loss, 0) / SAMPLED) * rows, sampled: true }
}

async function leastLosses(kernel: BoxesKernel, sample: Int32Array, pace: Pace): Promise<number[] | undefined> {
  const losses: number[] = []
  for (let from = 0; from < sample.length; from += AT_ONCE) {
    losses.push(...kernel.leastLosses(sample.subarray(from, from + AT_ONCE)))
    if (pace.due() && !(await pace.rest())) return undefined
  }
  return losses
}

/** Losses are rounded to integers, each by less than a millionth. The gap is the value's distance above the bound. */
function boundDetails(bound: number, value: number, sampled: boolean): SearchDetails {
  return sampled
    ? { 'lower bound, estimated': bound, 'gap, estimated': value - bound }
    : { lowerBound: bound - 1e-6, gap: value - bound + 1e-6 }
}

/** Steele, Lea and Flood's splitmix. */
function mixed(value: bigint): bigint {
  let z = BigInt.asUintN(64, (value + 1n) * 0x9e3779b97f4a7c15n)
  z = BigInt.asUintN(64, (z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n)
  z = BigInt.asUintN(64, (z ^ (z >> 27n)) * 0x94d049bb133111ebn)
  return z ^ (z >> 31n)
}
