/**
 * Every division of a small table into classes that show different labels: the front of R against T, from the finest
 * classes to the coarsest. Cost: 4,140 divisions of eight combinations.
 */
import { entryAt } from '../../../ground/maps.ts'
import { smallestNode } from '../../../hierarchy/hierarchy.ts'
import type { ClassMaker, MixedClass, MixedTask } from './mixed-classes.ts'
import type { Pruning } from './prune.ts'

export const MOST_DIVIDED = 8

export function frontOfAll(task: MixedTask, maker: ClassMaker): readonly Pruning[] {
  const { frequencies, hierarchies, k, allows } = task
  const all = 2 ** frequencies.combinations - 1
  const known = new Map<number, MixedClass>()
  const points: Pruning[] = []

  const members = Int32Array.from({ length: frequencies.combinations }, (_, i) => i)
  const findClass = (set: number) =>
    entryAt(known, set, () => maker.make(members.filter((i) => ((set >> i) & 1) === 1)))

  const labels = ({ box: { low, high } }: MixedClass) =>
    hierarchies.map(({ tree }, c) => (tree === undefined ? [low[c], high[c]] : smallestNode(tree, low[c], high[c])))

  /** Divides the combinations that are left; the class of the first one is chosen first. */
  function divide(left: number, classes: readonly MixedClass[], R: number, T: number): void {
    if (left === 0) points.push({ R, T, classes })
    for (let part = left; part > 0; part = (part - 1) & left) {
      if ((part & left & -left) === 0) continue
      const made = findClass(part)
      if (made.rows < k || allows?.(made.members) === false) continue
      const shown = String(labels(made))
      if (classes.some((other) => String(labels(other)) === shown)) continue
      const itemLoss = made.vocabulary.loss / Math.max(1, maker.occurrences)
      divide(left & ~part, [...classes, made], R + made.loss / maker.rows, T + itemLoss)
    }
  }

  divide(all, [], 0, 0)
  points.sort((a, b) => a.R - b.R || a.T - b.T)
  let least = Number.POSITIVE_INFINITY
  return points.filter(({ T }) => {
    const isLess = T < least - 1e-12
    if (isLess) least = T
    return isLess
  })
}
