/**
 * The descent: scores every cut value by gain per anonymity lost,
 *
 *     Score(v) = InfoGain(v) / (AnonyLoss(v) + 1), AnonyLoss(v) = mean over the sets with v's column of A(set) −
 *     A_v(set),
 * and applies the best valid and beneficial refinement. Classes only shrink, so one that breaks a k once always will.
 */
import type { FrequencyTable } from '../../../frequency/frequency-table.ts'
import type { ColumnSet } from '../../../requirements/quasi-identifier-sets/quasi-identifier-sets.ts'
import type { ColumnCounts, Measure } from '../../trail/measures.ts'
import type { ColumnRefinement, CutValue, Refinement } from './cut-value.ts'
import { listRefinements, refinedValues, rootValue } from './cut-value.ts'
import type { TopDownOptions } from './options.ts'
import { openPartitions, type Partitions } from './partitions.ts'

export interface DescentTask {
  readonly frequencies: FrequencyTable
  readonly columns: readonly ColumnCounts[]
  readonly kinds: readonly ColumnRefinement[]
  readonly measure: Measure
  /** Whether the measure is about the class: then pure values gain nothing. */
  readonly aboutTarget: boolean
  readonly sets: readonly ColumnSet[]
  /** Sets that must hold too but do not enter the score. */
  readonly constraints: readonly ColumnSet[]
  readonly options: Pick<TopDownOptions, 'score' | 'rule'>
}

export interface ScoredRefinement {
  readonly refinement: Refinement
  /** AnonyLoss. */
  readonly loss: number
  readonly score: number
}

/** On ties the first in column and cut order stays. */
const TOLERANCE = 1e-12

interface ColumnState {
  /** Indexed by number; a number is never reused. */
  readonly values: CutValue[]
  readonly valueAt: Int32Array
  /** Part that the code goes to if its value is refined; unused for ⊥. */
  readonly codeParts: Int32Array
  readonly refinements: Map<number, Refinement[]>
}

export function openDescent(task: DescentTask) {
  const { frequencies, columns, kinds, measure, options } = task
  const sets = [...task.sets, ...task.constraints].map(({ columns: members, k }, i) => ({
    partitions: openPartitions(frequencies, members),
    k,
    isScored: i < task.sets.length,
  }))
  const states = columns.map((counts, column): ColumnState => {
    const size = counts.hierarchy.values.length
    const state = { values: [], valueAt: new Int32Array(size), codeParts: new Int32Array(size), refinements: new Map() }
    enter(state, rootValue(column, counts, kinds[column]))
    return state
  })

  function enter(state: ColumnState, value: CutValue): void {
    const number = state.values.push(value) - 1
    const found = listRefinements(value, columns[value.column], kinds[value.column], measure)
    if (found.length > 0) state.refinements.set(number, found)
    if (value.suppressed !== undefined) for (const code of value.suppressed) state.valueAt[code] = number
    else {
      state.valueAt.fill(number, value.from, value.end)
      fillParts(state.codeParts, value, found[0]?.parts)
    }
  }

  const findNumber = ({ value }: Refinement): number => states[value.column].values.indexOf(value)

  const descent = {
    evaluations: 0,
    scored(): ScoredRefinement[] {
      const found: ScoredRefinement[] = []
      const before = sets.map(({ partitions }) => partitions.anonymity())
      states.forEach((state, column) => {
        if (state.refinements.size === 0) return
        const after = sets.map(({ partitions }) => anonymitiesAfter(partitions, column, state))
        const numbers = [...state.refinements.keys()].sort((a, b) => state.values[a].from - state.values[b].from)
        for (const number of numbers) {
          const valid: Refinement[] = []
          for (const refinement of state.refinements.get(number)!) {
            const { disclosed } = refinement
            descent.evaluations++
            const anonymity = after.map((lookUp) => lookUp?.(number, disclosed))
            if (sets.some(({ k }, i) => anonymity[i] !== undefined && (anonymity[i] as number) < k)) continue
            valid.push(refinement)
            const losses = anonymity.flatMap((value, i) =>
              value === undefined || !sets[i].isScored ? [] : [before[i] - value],
            )
            const over = options.rule === 'program' ? task.sets.length : losses.length
            const loss = losses.reduce((sum, one) => sum + one, 0) / Math.max(1, over)
            found.push({ refinement, loss, score: computeScore(refinement, loss) })
          }
          keep(state, number, valid)
        }
      })
      return found
    },
    best(): ScoredRefinement | undefined {
      let best: ScoredRefinement | undefined
      for (const next of descent.scored()) {
        if (isBeneficial(next) && (best === undefined || next.score > best.score + TOLERANCE)) best = next
      }
      return best
    },
    apply(refinement: Refinement): void {
      const { column } = refinement.value
      const state = states[column]
      const number = findNumber(refinement)
      const { disclosed } = refinement
      if (disclosed !== undefined) state.codeParts.fill(1)[disclosed] = 0
      for (const { partitions } of sets) {
        if (partitions.columns.includes(column)) partitions.split(column, state.valueAt, number, state.codeParts)
      }
      state.refinements.delete(number)
      for (const value of refinedValues(refinement, columns[column])) enter(state, value)
    },
    rule(out: Refinement): void {
      const state = states[out.value.column]
      const number = findNumber(out)
      keep(state, number, state.refinements.get(number)?.filter((refinement) => refinement !== out) ?? [])
    },
  }

  function computeScore({ gain, pure }: Refinement, loss: number): number {
    // The authors' program gives a pure value the largest number as its entropy.
    const won = options.rule === 'program' && task.aboutTarget && pure ? Number.MAX_VALUE : gain
    if (options.score === 'ratio') return loss === 0 ? won : won / loss
    return won / (loss + 1)
  }

  function isBeneficial({ refinement, score }: ScoredRefinement): boolean {
    return options.rule === 'program' ? score > 0 : !(task.aboutTarget && refinement.pure)
  }
  return descent
}

function keep({ refinements }: ColumnState, number: number, left: Refinement[]): void {
  if (left.length > 0) refinements.set(number, left)
  else refinements.delete(number)
}

type AnonymityAfter = (number: number, disclosed: number | undefined) => number

/** A of a set after each refinement of a column; undefined if the column is not in it. */
function anonymitiesAfter(partitions: Partitions, column: number, state: ColumnState): AnonymityAfter | undefined {
  if (!partitions.columns.includes(column)) return undefined
  const { valueAt, codeParts, values, refinements } = state
  const [number] = refinements.keys()
  if (values[number].suppressed !== undefined) {
    const after = partitions.anonymityAfterDisclosing(column, valueAt, number)
    return (_, disclosed) => after[disclosed as number]
  }
  const after = partitions.anonymityAfter(column, valueAt, codeParts, values.length)
  return (number) => after[number]
}

function fillParts(codeParts: Int32Array, { from, end }: CutValue, parts: Int32Array | undefined): void {
  if (parts === undefined) codeParts.fill(0, from, end)
  else parts.forEach((start, part) => void codeParts.fill(part, start, parts[part + 1] ?? end))
}
