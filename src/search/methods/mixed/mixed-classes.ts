/** Classes of a table with baskets: their rows, the box that they show, and the vocabulary of their items. */
import type { Rows } from '../../../baskets/baskets.ts'
import { type Box, hullOf } from '../../classes/hull-cuts.ts'
import type { ItemSearchRecord } from '../../items-search.ts'
import type { BoxTask } from './box-tree.ts'
import type { ItemTask } from './class-bits.ts'
import { searchedVocabulary } from './item-searches.ts'
import { type Vocabulary, vocabularyChooser } from './item-vocabulary.ts'
import { sharedChooser } from './one-vocabulary.ts'
import { type SensitiveNodes, withoutSensitive, withSensitive } from './sensitive-items.ts'

export interface MixedTask extends BoxTask, Omit<ItemTask, 'baskets'> {
  /** A basket for each row of the table, as leaves of the tree. */
  readonly baskets: Rows
  /** The search for the items of each class; nodes and rests of the tree if absent. */
  readonly itemSearch: ItemSearchRecord | undefined
  /** The combination of each row; −1 for rows that are not released. */
  readonly combinationOf: Int32Array
  readonly sensitive?: SensitiveNodes | undefined
  /** The one vocabulary of all classes; absent if each has its own. */
  readonly shared?: readonly number[] | undefined
}

export interface MixedClass {
  readonly members: Int32Array
  readonly rows: number
  readonly box: Box
  /** Sum over its rows. */
  readonly loss: number
  /** Chosen when first asked for. */
  readonly vocabulary: Vocabulary
}

export interface ClassMaker {
  make(members: Int32Array): MixedClass
  /** The loss of R when two classes become one, as a sum over their rows. */
  cost(a: MixedClass, b: MixedClass): number
  /** Rows and item occurrences of the table. */
  readonly rows: number
  readonly occurrences: number
  /** Rows of some combinations. */
  rowsOf(members: ArrayLike<number>): Int32Array
  /** The vocabulary of a class that is released: more is tried for it. */
  refined(members: ArrayLike<number>): Vocabulary
  /** Vocabularies chosen so far. */
  readonly evaluations: () => number
}

/** `isSmall`: the best vocabulary of every class is looked for. */
export function classMaker(task: MixedTask, isSmall: boolean): ClassMaker {
  const { frequencies, combinationOf, baskets, boxLoss, itemSearch, sensitive, shared } = task
  const { counts, combinations } = frequencies
  const plain = withoutSensitive(task)
  const searched = shared ? sharedChooser(plain, shared) : itemSearch && searchedVocabulary(plain, itemSearch)
  const chooser = (effort: 'quick' | 'tries' | 'all') => {
    const others = searched ?? vocabularyChooser(plain, effort)
    return sensitive === undefined ? others : withSensitive(task, sensitive, others)
  }
  const refine = chooser(isSmall ? 'all' : 'tries')
  const choose = isSmall ? refine : chooser('quick')
  const starts = new Int32Array(combinations + 1)
  for (const combination of combinationOf) if (combination >= 0) starts[combination + 1]++
  for (let i = 0; i < combinations; i++) starts[i + 1] += starts[i]
  const next = starts.slice(0, combinations)
  const rowsByCombination = new Int32Array(starts[combinations])
  let occurrences = 0
  combinationOf.forEach((combination, row) => {
    if (combination < 0) return
    rowsByCombination[next[combination]++] = row
    occurrences += baskets.offsets[row + 1] - baskets.offsets[row]
  })
  const both = { low: new Int32Array(frequencies.columns.length), high: new Int32Array(frequencies.columns.length) }
  let evaluations = 0

  function rowsOf(members: ArrayLike<number>): Int32Array {
    let size = 0
    for (let i = 0; i < members.length; i++) size += starts[members[i] + 1] - starts[members[i]]
    const rows = new Int32Array(size)
    let end = 0
    for (let i = 0; i < members.length; i++) {
      const some = rowsByCombination.subarray(starts[members[i]], starts[members[i] + 1])
      rows.set(some, end)
      end += some.length
    }
    return rows
  }

  return {
    rows: starts[combinations],
    occurrences,
    rowsOf,
    refined: (members) => refine(rowsOf(members)),
    evaluations: () => evaluations,
    cost(a, b) {
      for (let c = 0; c < both.low.length; c++) {
        both.low[c] = Math.min(a.box.low[c], b.box.low[c])
        both.high[c] = Math.max(a.box.high[c], b.box.high[c])
      }
      return (a.rows + b.rows) * boxLoss(both) - a.loss - b.loss
    },
    make(members) {
      const rows = members.reduce((sum, combination) => sum + counts[combination], 0)
      const box = hullOf(frequencies, members)
      let vocabulary: Vocabulary | undefined
      return {
        members,
        rows,
        box,
        loss: rows * boxLoss(box),
        get vocabulary() {
          if (vocabulary === undefined) {
            evaluations++
            vocabulary = choose(rowsOf(members))
          }
          return vocabulary
        },
      }
    },
  }
}

/** Mean loss of the cells (R) and of the item occurrences (T). */
export interface Losses {
  readonly R: number
  readonly T: number
}

export function lossesOf(classes: readonly MixedClass[], { rows, occurrences }: ClassMaker): Losses {
  const R = classes.reduce((sum, { loss }) => sum + loss, 0) / rows
  const T = classes.reduce((sum, { vocabulary }) => sum + vocabulary.loss, 0) / Math.max(1, occurrences)
  return { R, T }
}
