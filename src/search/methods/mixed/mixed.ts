/**
 * (k, k^m)-anonymity for tables with baskets (Poulis, Loukides, Gkoulalas-Divanis, Skiadopoulos: Anonymizing data with
 * relational and transaction attributes, ECML PKDD 2013): classes of at least k rows, and inside each class every set
 * of up to m published items that occurs is in at least k of its baskets.
 *
 * The table is cut into a tree of boxes; every node is a class with a vocabulary of its own. `prune` (default) chooses
 * the best nodes for each weight of R (loss of the columns) against T (loss of the items), then merges classes by their
 * true gain. `R`, `T` and `RT` are the merges of the paper, from the finest boxes.
 */
import { userError } from '../../../ground/errors.ts'
import { prose } from '../../../ground/format.ts'
import { type OptionRecord, option, readOptions } from '../../../ground/options.ts'
import { decideClasses, joinLists } from '../../classes/class-list.ts'
import { sizeOfClasses } from '../../classes/class-problem.ts'
import { boxLossBy } from '../../classes/hull-cuts.ts'
import { partJudge } from '../../classes/part-judge.ts'
import type { ClassesResult, ClassesSearchRecord, DecidedClasses } from '../../classes-search.ts'
import { noneExistsReason } from '../../ends.ts'
import { allSearches, groupsColumns } from '../../index.ts'
import { itemSearches } from '../../items-index.ts'
import { keepPace } from '../../pace.ts'
import { withPreset } from '../../run-search.ts'
import type { SearchProblem, SearchRun } from '../../search.ts'
import { frontOfAll, MOST_DIVIDED } from './all-divisions.ts'
import { cellLosses, growBoxTree } from './box-tree.ts'
import type { ItemTask } from './class-bits.ts'
import { bestFacts, decideFacts } from './facts.ts'
import type { Vocabulary } from './item-vocabulary.ts'
import { mergeByGain, mergeByPaper } from './merges.ts'
import { type ClassMaker, classMaker, type Losses, lossesOf, type MixedClass, type MixedTask } from './mixed-classes.ts'
import { sharedVocabulary } from './one-vocabulary.ts'
import { kneeOf, type Pruning, pruner } from './prune.ts'
import { type SensitiveNodes, withoutSensitive } from './sensitive-items.ts'
import { growTreeOver, tableClasses } from './table-classes.ts'

/** The first search that decides by class: here a tree of such boxes. */
const BOXES = allSearches.filter((search) => !groupsColumns(search))[0].name

const options = [
  {
    name: 'table',
    type: 'choice',
    choices: [BOXES, ...allSearches.map(({ name }) => name).filter((name) => name !== BOXES)],
    default: BOXES,
    meaning: 'the search whose classes are merged: a tree of boxes, or any search for tables with its default options',
  },
  {
    name: 'items',
    type: 'choice',
    choices: ['tree', ...itemSearches.map(({ name }) => name)],
    default: 'tree',
    meaning: 'how the items of a class are generalized: nodes and rests of the tree, or a search for baskets',
  },
  option({ name: 'merge', type: 'choice', choices: ['prune', 'R', 'T', 'RT'], default: 'prune' })`how classes grow:
    the best pruning of the box tree and merges by gain, or the merges of the paper`,
  option({ name: 'bound', type: 'choice', choices: ['R', 'T'], default: 'R' })`which loss delta limits: that of the
    columns (R) or that of the items (T)`,
  option({ name: 'delta', type: 'number', minimum: 0, maximum: 1 })`the largest loss of the bound; the knee of the
    curve of R against T when absent`,
  {
    name: 'vocabulary',
    type: 'choice',
    choices: ['class', 'one'],
    default: 'class',
    meaning: 'the tokens of the items: each class has its own, or all share one, which `apply` can use for new people',
  },
] as const satisfies readonly OptionRecord[]

/** The items of the rows beside the table. */
export interface BasketsOfRows extends Omit<ItemTask, 'k'> {
  /** The combination of each row; −1 for rows that are not released. */
  readonly combinationOf: Int32Array
  readonly sensitive?: SensitiveNodes | undefined
  /** Rows that share any m facts, columns and items alike; absent if classes have k rows. */
  readonly factsK?: number | undefined
}

export interface MixedProblem extends SearchProblem {
  readonly items: BasketsOfRows
}

export interface DecidedMixed extends DecidedClasses {
  /** The class of each combination, −1 if it is not released, and the vocabulary of each class. */
  readonly classOf: Int32Array
  readonly vocabularies: readonly Vocabulary[]
  /** The one vocabulary of all classes, as nodes of the tree; absent if each has its own. */
  readonly shared?: readonly number[] | undefined
}

/** Share of the bound to which the tree is pruned before classes are merged up to it. */
const PRUNED_TO = 0.85

const record: ClassesSearchRecord = {
  kind: 'classes',
  name: 'mixed',
  title: 'Boxes with baskets',
  summary: prose`Cuts the table into boxes and generalizes the items inside each: someone who knows the columns and m
    items of a person still finds k candidates.`,
  source: 'Poulis, Loukides, Gkoulalas-Divanis, Skiadopoulos 2013; pruning by Halftone',
  options,
  withoutHierarchies: false,
  async search(problem, given, run) {
    const { table, items, merge, bound, delta, vocabulary } = readOptions('algorithm mixed', options, given)
    const { factsK } = (problem as MixedProblem).items
    if (factsK !== undefined) return searchFacts(problem as MixedProblem, factsK, { bound, delta }, run)
    const itemSearch = itemSearches.find(({ name }) => name === items)
    let task = mixedTask(problem as MixedProblem, itemSearch)
    if (vocabulary === 'one') {
      // A vocabulary that suits the classes with their own ones; then classes that suit it.
      const first = await record.search(problem, { ...given, vocabulary: 'class' }, run)
      if (first.outcome !== 'found') return first
      const classes = rowsOfClasses(first as unknown as DecidedMixed, task)
      task = { ...task, shared: sharedVocabulary(withoutSensitive(task), classes) }
    }
    const isSmall = table === BOXES && problem.frequencies.combinations <= MOST_DIVIDED
    const maker = classMaker(task, isSmall)
    const walk = walkWith(run)
    const ended = table === BOXES ? undefined : await tableClasses(table, problem, run)
    if (ended !== undefined && !('classes' in ended)) return ended
    const tree = await walk(ended === undefined ? growBoxTree(task) : growTreeOver(ended.classes, task))
    if (tree === undefined || task.allows?.(tree.order) === false)
      return tree === undefined
        ? { outcome: 'cancelled', evaluations: 0 }
        : { outcome: 'none-exists', reason: noneExistsReason(problem, 'local recoding'), evaluations: 0 }
    const nodes = tree.nodes.map(({ from, to }) => maker.make(tree.order.slice(from, to)))
    const finish = (classes: readonly MixedClass[]) => decide(problem as MixedProblem, classes, maker, task.shared)
    const stopped = () =>
      ({ outcome: 'cancelled', best: finish([nodes[0]]), evaluations: maker.evaluations() }) as const
    if (merge !== 'prune') {
      const finest = nodes.filter((_, place) => tree.nodes[place].halves === undefined)
      const profile = profiler(task, maker)
      const merges = mergeByPaper(finest, { ...task, maker, by: merge, bound, delta: delta ?? DEFAULT_DELTA, profile })
      const classes = await walk(merges)
      return classes === undefined ? stopped() : found(finish(classes), classes, maker)
    }
    if ((await walk(vocabulariesOf(nodes))) === undefined) return stopped()
    const pruned = pruner(tree, nodes, maker)
    const front = isSmall ? frontOfAll(task, maker) : undefined
    const curve = front ?? pruned.curve()
    const limit = delta ?? kneeOf(curve)[bound]
    let best = front === undefined ? pruned.within(bound, limit) : onFront(front, bound, limit)
    if (best === undefined) {
      const least = bound === 'R' ? curve[0].R : (curve.at(-1) as Losses).T
      const reason = prose`no classes keep ${bound} at or below ${limit}: the least is ${least.toFixed(3)}; raise
        algorithm.delta, or leave it out for the knee of the curve`
      return { outcome: 'none-exists', reason, evaluations: maker.evaluations() }
    }
    const start = bound === 'R' && front === undefined ? pruned.within('R', PRUNED_TO * limit) : undefined
    if (start !== undefined) {
      const classes = await walk(mergeByGain(start.classes, limit, { maker, allows: task.allows }))
      if (classes === undefined) return stopped()
      const losses = lossesOf(classes, maker)
      if (losses.T < best.T) best = { ...losses, classes }
    }
    return found(finish(best.classes), best.classes, maker, curve)
  },
}

export const searchMixed = withPreset(record, {
  items: itemSearches.find(({ needsTree }) => needsTree)?.name,
  merge: 'RT',
})

/** Any m facts, columns and items alike: one grouping per column and one vocabulary. */
async function searchFacts(
  problem: MixedProblem,
  k: number,
  asked: { readonly bound: 'R' | 'T'; readonly delta: number | undefined },
  run: SearchRun,
): Promise<ClassesResult> {
  const { frequencies, hierarchies, goal } = problem
  if (k > frequencies.rows)
    throw userError('data', 'privacy.km.k')`k must be at most the number of rows, ${frequencies.rows}; got ${k}`
  const cellLoss = cellLosses(hierarchies, Array.from(goal.terms[0].settings.weights))
  const facts = await walkWith(run)(bestFacts({ ...mixedTask(problem, undefined), k, cellLoss }, asked))
  if (facts === undefined) return { outcome: 'cancelled', evaluations: 0 }
  const { R, T } = facts
  const { bound, delta = 1 } = asked
  const evaluations = facts.divisions
  if (facts[bound] > delta + 1e-12) {
    const reason = prose`no groups keep ${bound} at or below ${delta}: the least found is ${facts[bound].toFixed(3)};
      raise algorithm.delta, or leave it out`
    return { outcome: 'none-exists', reason, evaluations }
  }
  const decided = decideFacts(frequencies, facts)
  const details = { R, T, classes: decided.vocabularies.length }
  return { outcome: 'found', optimal: false, ...decided, evaluations, details }
}

/** The point with the least of the other loss within the bound. */
function onFront(front: readonly Pruning[], bound: 'R' | 'T', limit: number): Pruning | undefined {
  const within = front.filter((point) => point[bound] <= limit + 1e-12)
  return bound === 'R' ? within.at(-1) : within[0]
}

/** The bound of the paper's merges where the job has none: they have no curve with a knee. */
const DEFAULT_DELTA = 0.2

function found(decided: DecidedMixed, classes: readonly MixedClass[], maker: ClassMaker, curve?: readonly Losses[]) {
  const { R } = lossesOf(classes, maker)
  const T = decided.vocabularies.reduce((sum, { loss }) => sum + loss, 0) / Math.max(1, maker.occurrences)
  const points = curve?.map((point) => ({ R: round(point.R), T: round(point.T) }))
  const details = { R, T, classes: decided.vocabularies.length, curve: points }
  return { outcome: 'found' as const, optimal: false, ...decided, evaluations: maker.evaluations(), details }
}

const round = (value: number): number => Number(value.toPrecision(4))

/** Runs stepwise work, pausing for signals; undefined when stopped. */
function walkWith(run: SearchRun) {
  const pace = keepPace(run)
  return async <Result>(work: Generator<number, Result>): Promise<Result | undefined> => {
    for (let done = 1; ; done++) {
      const step = work.next()
      if (step.done === true) return step.value
      if (!pace.due()) continue
      // The steps after this work are not known: a share would promise an end that is none.
      run.progress?.({ done, total: 0 })
      if (!(await pace.rest())) return undefined
    }
  }
}

function* vocabulariesOf(classes: readonly MixedClass[]): Generator<number, true> {
  for (const [place, mixedClass] of classes.entries()) {
    void mixedClass.vocabulary
    yield place
  }
  return true
}

function mixedTask(problem: MixedProblem, itemSearch: MixedTask['itemSearch']): MixedTask {
  const { frequencies, hierarchies, items, goal } = problem
  return {
    ...items,
    itemSearch,
    frequencies,
    hierarchies,
    boxLoss: boxLossBy(cellLosses(hierarchies, Array.from(goal.terms[0].settings.weights))),
    k: sizeOfClasses('mixed', problem),
    allows: partJudge('mixed', problem),
  }
}

/** How often each leaf occurs in some combinations. */
function profiler({ baskets, tree }: MixedTask, { rowsOf }: ClassMaker): (members: Int32Array) => Int32Array {
  return (members) => {
    const counts = new Int32Array(tree.leafNode.length)
    for (const row of rowsOf(members))
      for (let at = baskets.offsets[row]; at < baskets.offsets[row + 1]; at++) counts[baskets.codes[at]]++
    return counts
  }
}

/** The classes as a decision. Classes that show the same are one, with one vocabulary. */
function decide(
  { frequencies, hierarchies }: MixedProblem,
  classes: readonly MixedClass[],
  maker: ClassMaker,
  shared: DecidedMixed['shared'],
): DecidedMixed {
  const lists = classes.map(({ members }) => ({
    starts: Int32Array.of(0, members.length),
    combinations: members,
    rows: members.map((i) => frequencies.counts[i]),
  }))
  const decision = decideClasses(joinLists(lists), frequencies, hierarchies)
  const { classOf, members } = classesOf(decision, frequencies.combinations)
  const vocabularies = members.map((classMembers) => maker.refined(classMembers))
  return { decision, lostRows: 0, classOf, vocabularies, shared }
}

/** The class of each combination, −1 if it is not released, and the combinations of each class. */
function classesOf({ moves, outputs }: DecidedClasses['decision'], combinations: number) {
  const classOf = new Int32Array(combinations).fill(-1)
  moves.cell.forEach((combination, move) => {
    classOf[combination] = moves.output[move]
  })
  const members: number[][] = Array.from({ length: outputs.count }, () => [])
  classOf.forEach((output, combination) => {
    if (output >= 0) members[output].push(combination)
  })
  return { classOf, members }
}

function rowsOfClasses({ classOf, vocabularies }: DecidedMixed, { combinationOf }: MixedTask): number[][] {
  const rows: number[][] = vocabularies.map(() => [])
  combinationOf.forEach((combination, row) => {
    if (combination >= 0) rows[classOf[combination]].push(row)
  })
  return rows
}

/** Gives decided classes the tokens of a known vocabulary, by the names of its nodes. */
export function publishShared(problem: MixedProblem, decided: DecidedClasses, names: readonly string[]) {
  const { tree } = problem.items
  const shared = names.map((name) => tree.names.indexOf(name))
  const maker = classMaker({ ...mixedTask(problem, undefined), shared }, false)
  const { classOf, members } = classesOf(decided.decision, problem.frequencies.combinations)
  const classes = members.map((list) => maker.make(Int32Array.from(list)))
  const vocabularies = classes.map(({ vocabulary }) => vocabulary)
  const details = { ...lossesOf(classes, maker), classes: classes.length }
  return { ...decided, classOf, vocabularies, shared, details }
}
