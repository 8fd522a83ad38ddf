/**
 * Names of prefixes in a release. Stars fill a prefix up to the longest value of the data (`12***`), which may be one that only suppressed rows have: a
 * release fills up to its own longest value, so that nobody learns how long the other is. Stars are all that is cut: the root (`ANY`) and the values
 * keep their names.
 */
import { type Hierarchy, MISSING_LABEL, type TreeHierarchy } from './hierarchy.ts'

/** Characters of the longest value that a released row has; no limit where names are not filled up with stars. */
export function longestReleased(
  { filled, values, missing }: Hierarchy,
  released: ArrayLike<number> | undefined,
): number {
  if (!filled || released === undefined) return Number.POSITIVE_INFINITY
  return longestText(values.filter((_, code) => released[code] > 0 && code !== missing))
}

/** The same by the labels of a release. */
export function longestLabel({ filled, tree }: TreeHierarchy, labels: readonly string[]): number {
  if (!filled) return Number.POSITIVE_INFINITY
  return longestText(
    labels.filter((label) => ![tree.names[0], MISSING_LABEL].includes(label) && !label.startsWith('{')),
  )
}

/** The name of a node with stars up to `longest` characters, one of them at least. */
export function shownName({ filled, tree }: TreeHierarchy, node: number, longest: number): string {
  const name = tree.names[node]
  if (!filled || tree.parent[node] < 0 || tree.children[node].length === 0) return name
  const characters = Array.from(name)
  while (characters.length > longest && characters.at(-2) === '*') characters.pop()
  return characters.join('')
}

/** A prefix with one star, however many it has: what names of the same node have in common. */
export function withOneStar(name: string): string {
  return name.replace(/\*+$/, '*')
}

function longestText(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, Array.from(text).length), 1)
}
