/** Evaluates a recoding: counts classes, suppresses those that break a requirement, computes the goal. */
import { classMembers, classValues } from '../frequency/class-values.ts'
import type { ClassCounter, Classes, ColumnsPartition, Partition } from '../frequency/classes.ts'
import { amountsLike, type FrequencyTable, type PersonRows } from '../frequency/frequency-table.ts'
import { createCounter } from '../frequency/kernel/counter.ts'
import { countedSizes } from '../frequency/persons.ts'
import { peopleInGroups } from '../frequency/population.ts'
import { madeOnce } from '../ground/made-once.ts'
import { numbersBelow } from '../ground/sorted.ts'
import { finestGrouping, type Grouping } from '../hierarchy/grouping.ts'
import { enoughRows, smallestAllowedClass } from '../requirements/requirement.ts'
import type { Goal, SearchProblem } from './search.ts'

export interface Evaluation {
  acceptable: boolean
  /** Lower is better. Also set if not acceptable. */
  value: number
  readonly partition: ColumnsPartition
}

export interface Evaluator {
  /** Returns the same record at each call. */
  evaluate(groupings: readonly Grouping[]): Evaluation
  judge(groupings: readonly Grouping[], classes: Classes): Evaluation
  evaluations: number
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

export function createEvaluator(
  problem: SearchProblem,
  counter: ClassCounter = createCounter(problem.frequencies),
): Evaluator {
  const { frequencies, goal } = problem
  const ofClasses = problem.requirements.filter(({ ofRelease }) => !ofRelease)
  const ofRelease = problem.requirements.filter((requirement) => requirement.ofRelease)
  const partition: Mutable<ColumnsPartition> = {
    frequencies,
    groupings: [],
    classes: undefined as unknown as Classes,
    suppressed: new Uint8Array(frequencies.combinations),
    suppressedRows: 0,
    keptClasses: 0,
    smallestClass: 0,
  }
  const evaluation: Evaluation = { acceptable: false, value: 0, partition }
  const limit = allowedSuppression(problem)

  const evaluator: Evaluator = {
    evaluations: 0,
    evaluate: (groupings) => evaluator.judge(groupings, counter.count(groupings)),
    judge(groupings, classes) {
      evaluator.evaluations++
      partition.groupings = groupings
      partition.classes = classes
      partition.suppressed.fill(0, 0, classes.count)
      for (const requirement of ofClasses) requirement.mark(classes, frequencies, partition.suppressed, groupings)
      sumUp(partition)
      // Requirements on the whole release depend on which classes are kept: repeat until none is suppressed.
      for (let before = -1; ofRelease.length > 0 && before !== partition.keptClasses; ) {
        before = partition.keptClasses
        for (const requirement of ofRelease) requirement.mark(classes, frequencies, partition.suppressed, groupings)
        sumUp(partition)
      }
      if (problem.suppressedGroup !== 'exempt') enforceSuppressedGroup(problem, partition)
      evaluation.acceptable = partition.suppressedRows <= limit
      evaluation.value = goalValue(goal, partition)
      return evaluation
    },
  }
  return evaluator
}

/** Σ weight · metric; metrics where higher is better are negated. */
export function goalValue(goal: Goal, partition: Partition): number {
  let value = 0
  for (const { metric, settings, weight } of goal.terms) {
    const figure = metric.compute(partition, settings)
    value += metric.better === 'lower' ? weight * figure : -weight * figure
  }
  return value
}

export function allowedSuppression(problem: Pick<SearchProblem, 'frequencies' | 'suppressionLimit'>): number {
  return wholeShare(problem.suppressionLimit, problem.frequencies.rows)
}

/** Rounds a share of `things` down. The allowance keeps 0.29 · 100 = 29 from becoming 28.999…. */
export function wholeShare(share: number, things: number): number {
  return Math.floor(share * things + 1e-9)
}

function sumUp(partition: Mutable<ColumnsPartition>): void {
  const { suppressed } = partition
  const { count, sizes } = partition.classes
  const counted = countedSizes(partition.classes, partition.frequencies)
  let rows = 0
  let kept = 0
  let smallest = 0
  for (let c = 0; c < count; c++) {
    const size = sizes[c]
    if (suppressed[c] === 1) rows += size
    else {
      kept++
      if (smallest === 0 || counted[c] < smallest) smallest = counted[c]
    }
  }
  partition.suppressedRows = rows
  partition.keptClasses = kept
  partition.smallestClass = smallest
}

/** Suppresses the smallest kept class as long as the suppressed rows are too weak a group by themselves. */
function enforceSuppressedGroup(problem: SearchProblem, partition: Mutable<ColumnsPartition>): void {
  if (partition.suppressedRows === 0) return
  const asked = problem.requirements.filter(({ ofRegister }) => ofRegister || problem.suppressedGroup === 'enforce')
  const needed = smallestAllowedClass(asked)
  const others = asked.filter(
    (rule) =>
      rule.reads === 'counts' && !rule.ofRelease && partition.suppressedRows < enoughRows(rule, partition.frequencies),
  )
  if (partition.suppressedRows >= needed && others.length === 0) return
  const { classes, suppressed } = partition
  const group = others.length === 0 ? undefined : suppressedGroup(partition)
  const broken = new Uint8Array(1)
  const holds = (): boolean => {
    if (partition.suppressedRows < needed) return false
    if (group === undefined) return true
    broken[0] = 0
    for (const requirement of others) requirement.mark(group.classes, group.table, broken)
    return broken[0] === 0
  }
  const kept: number[] = []
  for (let c = 0; c < classes.count; c++) if (suppressed[c] === 0) kept.push(c)
  kept.sort((a, b) => classes.sizes[a] - classes.sizes[b] || (standsBefore(partition, a, b) ? -1 : 1))
  for (const chosen of kept) {
    if (holds()) break
    suppressed[chosen] = 1
    partition.suppressedRows += classes.sizes[chosen]
    group?.add(chosen)
  }
  sumUp(partition)
}

/** The suppressed rows as a table with one combination and one growing class; its population is like no kept class. */
function suppressedGroup({ frequencies, classes, groupings, suppressed }: ColumnsPartition) {
  const sizes = new Int32Array(1)
  const columns = (frequencies.sensitive ?? []).map((column) => ({
    ...column,
    offsets: Int32Array.of(0, column.values.length),
    codes: Int32Array.from(column.values, (_, code) => code),
    counts: amountsLike(column.counts, column.values.length),
  }))
  const persons = frequencies.persons && growingPersons(frequencies.persons)
  const only = new Int32Array(1)
  const people = frequencies.population && peopleInGroups({ frequencies, classes, groupings }, frequencies.population)
  const population = frequencies.population && { ...frequencies.population, rows: people?.strangers ?? 0 }
  const group = {
    table: { ...frequencies, combinations: 1, counts: sizes, sensitive: columns, persons, population },
    classes: { count: 1, sizes, representatives: only, classIds: only, histograms: [] },
    add(c: number): void {
      sizes[0] += classes.sizes[c]
      if (population !== undefined) population.rows += people?.people[c] ?? 0
      persons?.add(classes, frequencies, c)
      for (const column of columns) {
        const counts = classValues(classes, frequencies, column.name)
        for (let i = counts.of(c) - 1; i >= 0; i--) column.counts[counts.codes[i]] += counts.counts[i]
      }
    },
  }
  for (let c = 0; c < classes.count; c++) if (suppressed[c] === 1) group.add(c)
  return group
}

function growingPersons({ count }: PersonRows) {
  const met = new Uint8Array(count)
  const offsets = Int32Array.of(0, 0)
  const values = { count, offsets, codes: new Int32Array(count), counts: new Int32Array(count).fill(1) }
  return {
    ...values,
    add(classes: Classes, { combinations, persons }: FrequencyTable, c: number) {
      const { offsets, codes } = persons as PersonRows
      const { starts, members } = classMembers(classes, combinations)
      for (let m = starts[c]; m < starts[c + 1]; m++) {
        for (let entry = offsets[members[m]]; entry < offsets[members[m] + 1]; entry++) {
          if (met[codes[entry]] === 1) continue
          met[codes[entry]] = 1
          values.codes[values.offsets[1]++] = codes[entry]
        }
      }
    },
  }
}

function standsBefore(partition: ColumnsPartition, a: number, b: number): boolean {
  const { frequencies, groupings, classes } = partition
  for (let column = 0; column < groupings.length; column++) {
    const { codes } = frequencies.columns[column]
    const { codeGroups } = groupings[column]
    const difference = codeGroups[codes[classes.representatives[a]]] - codeGroups[codes[classes.representatives[b]]]
    if (difference !== 0) return difference < 0
  }
  return false
}

/** The classes of the ungeneralized table: every combination is one class, nothing is counted. */
export const rawPartition = madeOnce((frequencies: FrequencyTable): ColumnsPartition => {
  const { columns, combinations, counts, targets } = frequencies
  const each = numbersBelow(combinations)
  const partition: Mutable<ColumnsPartition> = {
    frequencies,
    groupings: columns.map(({ size }) => finestGrouping(size)),
    classes: {
      count: combinations,
      sizes: counts,
      representatives: each,
      classIds: each,
      histograms: targets.flatMap((target) => (target.kind === 'categories' ? [target.counts] : [])),
    },
    suppressed: new Uint8Array(combinations),
    suppressedRows: 0,
    keptClasses: 0,
    smallestClass: 0,
  }
  sumUp(partition)
  return partition
})
