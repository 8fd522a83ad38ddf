/**
 * How many people of a population look like each class of a release: the population is generalized by the same groupings and its
 * rows are counted where they meet a class. A table is part of its population, so a class counts at least its own rows there, also
 * if the population's file lacks them. Cost: population combinations × columns.
 */
import { UserError } from '../../errors.ts'
import type { ClassesPartition, ColumnsPartition, Partition } from '../../frequency/classes.ts'
import type { FrequencyColumn, FrequencyTable } from '../../frequency/frequency-table.ts'
import { countedInAll } from '../../frequency/persons.ts'
import type { MetricSettings } from '../metric.ts'

/** F of each class by the settings: counted in a population, estimated from its size, or undefined where the table is its own. */
export function peopleAlike(
  partition: Partition,
  { population, people }: Pick<MetricSettings, 'population' | 'people'>,
): Float64Array | undefined {
  if (population !== undefined) return populationSizes(partition, population)
  const rows = countedInAll(partition.frequencies)
  if (people === undefined || people <= rows) return undefined
  const { classes } = partition
  return Float64Array.from(classes.sizes.subarray(0, classes.count), (size) => (size * people) / rows)
}

/** F of each class, below `classes.count`. */
export function populationSizes(partition: Partition, population: FrequencyTable): Float64Array {
  const { frequencies, classes } = partition
  checkColumns(frequencies.columns, population.columns)
  const sizes = 'groupings' in partition ? inGroups(partition, population) : inRanges(partition, population)
  for (let c = 0; c < classes.count; c++) sizes[c] = Math.max(sizes[c], classes.sizes[c])
  return sizes
}

function inGroups(partition: ColumnsPartition, population: FrequencyTable): Float64Array {
  const { classes } = partition
  const classKeys = new Float64Array(classes.count)
  const populationKeys = new Float64Array(population.combinations)
  formKeys(partition, population, classKeys, populationKeys)
  const classOfKey = new Map<number, number>()
  for (let c = 0; c < classes.count; c++) classOfKey.set(classKeys[c], c)
  const sizes = new Float64Array(classes.count)
  for (let i = 0; i < population.combinations; i++) {
    const c = classOfKey.get(populationKeys[i])
    if (c !== undefined) sizes[c] += population.counts[i]
  }
  return sizes
}

/** Ranges may overlap, so that a person can look like several classes. Cost: classes × population combinations. */
function inRanges({ classes, ranges }: ClassesPartition, population: FrequencyTable): Float64Array {
  const sizes = new Float64Array(classes.count)
  for (let c = 0; c < classes.count; c++) {
    for (let i = 0; i < population.combinations; i++) {
      const fits = ranges.every(({ low, high }, column) => {
        const code = population.columns[column].codes[i]
        return low[c] < 0 || (low[c] <= code && code <= high[c])
      })
      if (fits) sizes[c] += population.counts[i]
    }
  }
  return sizes
}

/** Mixed-radix numbers of the groups of classes and of population combinations, numbered afresh before they lose digits. */
function formKeys(
  { frequencies, groupings, classes }: ColumnsPartition,
  population: FrequencyTable,
  classKeys: Float64Array,
  populationKeys: Float64Array,
): void {
  let radix = 1
  for (let column = 0; column < groupings.length; column++) {
    const { groupOf, groups } = groupings[column]
    if (radix * groups > Number.MAX_SAFE_INTEGER) radix = renumber(classKeys, populationKeys)
    const own = frequencies.columns[column].codes
    const theirs = population.columns[column].codes
    for (let c = 0; c < classKeys.length; c++) {
      classKeys[c] = classKeys[c] * groups + groupOf[own[classes.representatives[c]]]
    }
    for (let i = 0; i < populationKeys.length; i++) {
      populationKeys[i] = populationKeys[i] * groups + groupOf[theirs[i]]
    }
    radix *= groups
  }
}

/** Numbers 0, 1, … for the keys of classes; all other keys share the next number, since no class will meet them. */
function renumber(classKeys: Float64Array, populationKeys: Float64Array): number {
  const numbers = new Map<number, number>()
  for (let c = 0; c < classKeys.length; c++) {
    let number = numbers.get(classKeys[c])
    if (number === undefined) numbers.set(classKeys[c], (number = numbers.size))
    classKeys[c] = number
  }
  for (let i = 0; i < populationKeys.length; i++) populationKeys[i] = numbers.get(populationKeys[i]) ?? numbers.size
  return numbers.size + 1
}

function checkColumns(own: readonly FrequencyColumn[], theirs: readonly FrequencyColumn[]): void {
  const describe = (columns: readonly FrequencyColumn[]) =>
    columns.map((column) => `${column.name} (${column.size} values)`).join(', ')
  if (describe(own) === describe(theirs)) return
  throw new UserError(
    `the population must have the quasi-identifiers of the table with the same domains: ${describe(own)}; got ${describe(theirs)}; ` +
      'count it with the same hierarchies',
    { path: '--population', rule: 'together' },
  )
}
