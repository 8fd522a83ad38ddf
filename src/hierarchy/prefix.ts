/**
 * Builds a tree of prefixes for codes such as postcodes: 12345, 1234*, 123**, 12***, 1****, *. A shorter value joins a
 * group at the first level that keeps fewer characters than it has.
 */
import { userError } from '../ground/errors.ts'
import { type Hierarchy, MISSING_LABEL, type TreeHierarchy } from './hierarchy.ts'
import { levelOfCode } from './place-grid.ts'
import type { HierarchySpecification } from './specification.ts'
import { MOST_LEVELS, type PathStep, taxonomyFromPaths } from './taxonomy/taxonomy.ts'

const MOST_PREFIXES = 200_000

/** `levels` lists the characters that each level keeps; default: every number below the longest value's. */
export function prefixTaxonomy(
  column: string,
  values: readonly string[],
  { levels, cells }: Pick<Extract<HierarchySpecification, { kind: 'prefix' }>, 'levels' | 'cells'> = {},
) {
  const wrongData = userError('data', `columns.${column}`)
  if (values.length > MOST_PREFIXES)
    throw wrongData`column "${column}" has ${values.length} different values; prefixes are made of at most
      ${MOST_PREFIXES}: ${cells ? 'name coarser levels, such as [1km, 10km]' : 'cut the values in the data'}, or give
      the column another role`
  const characters = values.toSorted().map((value) => Array.from(value))
  const longest = longestLength(characters)
  const lengths = lengthsBelowRoot(column, longest, levels)
  if (lengths.length > MOST_LEVELS)
    throw wrongData`column "${column}" has a value of ${longest} characters, and a level for each of them would be
      ${lengths.length}; a hierarchy has at most ${MOST_LEVELS} levels: name those you want, for example levels: [2, 4]`
  const paths = characters.map((letters): PathStep[] => [
    ...lengths
      .filter((length) => length < letters.length)
      .map((length) => ({ name: letters.slice(0, length).join('') + '*'.repeat(longest - length) })),
    { name: letters.join('') },
  ])
  const levelNames = [longest, ...lengths.toReversed()].map(
    (length) => (cells && levelOfCode(length)) ?? `${length} ${length === 1 ? 'character' : 'characters'}`,
  )
  return { root: taxonomyFromPaths({ name: '*' }, paths), levelNames: [...levelNames, 'all'] }
}

/** Restores leading zeros that a spreadsheet has removed: pads all values to the longest. */
export function padWithZeros(values: readonly string[]): string[] {
  const longest = longestLength(values.map((value) => Array.from(value)))
  return values.map((value) => value.padStart(longest, '0'))
}

function lengthsBelowRoot(column: string, longest: number, levels: readonly number[] | undefined): number[] {
  if (levels === undefined) return Array.from({ length: Math.max(0, longest - 1) }, (_, index) => index + 1)
  const wrong = levels.find((length) => !Number.isInteger(length) || length < 1)
  if (wrong !== undefined) {
    const rule = 'must be numbers of characters to keep, whole and at least 1'
    throw userError('data', `columns.${column}`)`levels of column "${column}" ${rule}; got ${wrong}`
  }
  return [...new Set(levels)].filter((length) => length < longest).sort((a, b) => a - b)
}

function longestLength(values: readonly (readonly string[])[]): number {
  let longest = 0
  for (const value of values) longest = Math.max(longest, value.length)
  return longest
}

/**
 * The length to which stars pad a prefix (`12***`): that of the longest *released* value, because the longest value of
 * the data would reveal the length of a suppressed one.
 */
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
