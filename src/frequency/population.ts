/**
 * Counts the people of a register who match each class: generalizes the register by the same groupings, counts its
 * classes, and joins both by group numbers. Cost: a count of the register, and the classes of both × columns.
 */
import { InternalError } from '../ground/errors.ts'
import { madeOnce } from '../ground/made-once.ts'
import { numberIn } from '../ground/maps.ts'
import type { Grouping } from '../hierarchy/grouping.ts'
import type { Classes } from './classes.ts'
import type { FrequencyTable } from './frequency-table.ts'
import { createCounter } from './kernel/counter.ts'

export interface GroupedTable {
  readonly frequencies: FrequencyTable
  readonly classes: Classes
  readonly groupings: readonly Grouping[]
}

export interface PeopleFound {
  readonly people: Float64Array
  readonly strangers: number
}

const findCounter = madeOnce(createCounter)

export function peopleInGroups(ours: GroupedTable, population: FrequencyTable): PeopleFound {
  const theirs = {
    frequencies: population,
    classes: findCounter(population).count(ours.groupings),
    groupings: ours.groupings,
  }
  const [ownKeys, theirKeys] = [ours, theirs].map(({ classes }) => new Float64Array(classes.count))
  formKeys([ours, theirs], [ownKeys, theirKeys])
  const classOfKey = new Map<number, number>()
  for (let c = 0; c < ownKeys.length; c++) classOfKey.set(ownKeys[c], c)
  const people = new Float64Array(ownKeys.length)
  let strangers = 0
  for (let i = 0; i < theirKeys.length; i++) {
    const c = classOfKey.get(theirKeys[i])
    if (c === undefined) strangers += theirs.classes.sizes[i]
    else people[c] += theirs.classes.sizes[i]
  }
  return { people, strangers }
}

/** For requirements. Without groupings, the class of suppressed rows: everybody in the population matches it. */
export function peopleAlikeIn(
  classes: Classes,
  frequencies: FrequencyTable,
  groupings: readonly Grouping[] | undefined,
): PeopleFound {
  const { population } = frequencies
  if (population === undefined) throw new InternalError('people of a register are asked for, and none was counted')
  if (groupings !== undefined) return peopleInGroups({ frequencies, classes, groupings }, population)
  return { people: new Float64Array(classes.count).fill(population.rows), strangers: 0 }
}

type Pair<T> = readonly [ours: T, theirs: T]

/** Forms mixed-radix keys of the groups of both tables, renumbered before they lose digits. */
function formKeys(tables: Pair<GroupedTable>, keys: Pair<Float64Array>): void {
  const [{ groupings }] = tables
  let radix = 1
  for (let column = 0; column < groupings.length; column++) {
    const { codeGroups, groups } = groupings[column]
    if (radix * groups > Number.MAX_SAFE_INTEGER) radix = renumber(keys)
    tables.forEach(({ frequencies, classes: { representatives } }, side) => {
      const { codes } = frequencies.columns[column]
      const sideKeys = keys[side]
      for (let c = 0; c < sideKeys.length; c++)
        sideKeys[c] = sideKeys[c] * groups + codeGroups[codes[representatives[c]]]
    })
    radix *= groups
  }
}

/** Numbers the first table's keys 0, 1, …; all other keys share the next number, because they match no class. */
function renumber([ours, theirs]: Pair<Float64Array>): number {
  const numbers = new Map<number, number>()
  for (let c = 0; c < ours.length; c++) {
    ours[c] = numberIn(numbers, ours[c])
  }
  for (let i = 0; i < theirs.length; i++) theirs[i] = numbers.get(theirs[i]) ?? numbers.size
  return numbers.size + 1
}
