/** Ladders: the allowed levels of each column. A lattice node is one level per column, its height their sum. */
import { didYouMean, userError } from '../../ground/errors.ts'
import { ownValue } from '../../ground/names.ts'
import { type Grouping, groupStarts } from '../../hierarchy/grouping.ts'
import type { Hierarchy } from '../../hierarchy/hierarchy.ts'

export interface Ladder {
  readonly column: string
  readonly steps: readonly Step[]
  /** Every group of a step is inside one group of the next. */
  readonly nested: boolean
}

export interface Step {
  readonly level: number
  readonly name: string
  readonly grouping: Grouping
  readonly starts: Int32Array
}

/** One step number per column. */
export type Node = readonly number[]

export type LevelChoice = Readonly<Record<string, readonly (number | string)[]>>

export function makeLadders(hierarchies: readonly Hierarchy[], choice: LevelChoice = {}): Ladder[] {
  const columns = hierarchies.map((hierarchy) => hierarchy.column)
  for (const column of Object.keys(choice)) {
    if (!columns.includes(column)) {
      const hint = didYouMean(column, columns) || `; quasi-identifiers are ${columns.join(', ')}`
      throw userError('value', 'algorithm')`algorithm lattice: levels names column "${column}", which is not a
        quasi-identifier${hint}`
    }
  }
  return hierarchies.map((hierarchy) => {
    const steps = chosenLevels(hierarchy, ownValue(choice, hierarchy.column)).map((level): Step => {
      const { name, grouping } = hierarchy.levels[level]
      return { level, name, grouping, starts: groupStarts(grouping) }
    })
    const nested = steps.every((step, i) => i === 0 || refines(steps[i - 1].grouping, step.grouping))
    return { column: hierarchy.column, steps, nested }
  })
}

export function nodeGroupings(ladders: readonly Ladder[], node: Node): Grouping[] {
  return ladders.map((ladder, column) => ladder.steps[node[column]].grouping)
}

export function nodeHeight(ladders: readonly Ladder[], node: Node): number {
  let height = 0
  for (let column = 0; column < ladders.length; column++) height += ladders[column].steps[node[column]].level
  return height
}

/** Whether every group of `finer` is inside one group of `coarser`. */
export function refines({ codeGroups: finer }: Grouping, { codeGroups: coarser }: Grouping): boolean {
  for (let code = 1; code < finer.length; code++)
    if (finer[code] === finer[code - 1] && coarser[code] !== coarser[code - 1]) return false
  return true
}

export function checkLevelChoice(value: unknown): void {
  const isLevel = (level: unknown) => typeof level === 'string' || Number.isInteger(level)
  const isList = (list: unknown) => Array.isArray(list) && list.length > 0 && list.every(isLevel)
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.values(value).every(isList))
    throw userError('value', 'algorithm')`algorithm lattice: levels must name for a column the levels it may take, as
      in { sex: [0], age: [1, 2] }; got ${JSON.stringify(value)}`
}

function chosenLevels(hierarchy: Hierarchy, chosen: readonly (number | string)[] | undefined): number[] {
  const { levels, column } = hierarchy
  if (chosen === undefined) return levels.map((_, level) => level)
  const numbers = chosen.map((wanted) => {
    const level = typeof wanted === 'number' ? wanted : levels.findIndex(({ name }) => name === wanted)
    if (levels[level] === undefined) {
      const known = levels.map(({ name }, i) => `${i} (${name})`).join(', ')
      throw userError('value', 'algorithm')`algorithm lattice: column "${column}" has no level
        ${JSON.stringify(wanted)}; it has ${known}`
    }
    return level
  })
  return [...new Set(numbers)].sort((a, b) => a - b)
}
