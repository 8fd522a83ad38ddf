/**
 * Pads prefixes with stars to the longest *released* value (`12***`): padding to the longest value of the data would
 * reveal the length of a suppressed one.
 */
import { type Hierarchy, MISSING_LABEL, type TreeHierarchy } from './hierarchy.ts'

export function longestReleased(
  { filled, values, missing }: Hierarchy,
  released: ArrayLike<number> | undefined,
): number {
  if (!filled || released === undefined) return Number.POSITIVE_INFINITY
  return longestText(values.filter((_, code) => released[code] > 0 && code !== missing))
}

export function longestLabel({ filled, tree }: TreeHierarchy, labels: readonly string[]): number {
  if (!filled) return Number.POSITIVE_INFINITY
  return longestText(
    labels.filter((label) => ![tree.names[0], MISSING_LABEL].includes(label) && !label.startsWith('{')),
  )
}

export function shownName({ filled, tree }: TreeHierarchy, node: number, longest: number): string {
  const name = tree.names[node]
  if (!filled || tree.parent[node] < 0 || tree.children[node].length === 0) return name
  const characters = Array.from(name)
  while (characters.length > longest && characters.at(-2) === '*') characters.pop()
  return characters.join('')
}

/** Reduces the padding to one star, so that names of one node compare equal. */
export function withOneStar(name: string): string {
  return name.replace(/\*+$/, '*')
}

function longestText(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, Array.from(text).length), 1)
}
