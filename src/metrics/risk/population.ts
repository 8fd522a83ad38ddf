/**
 * Counts the people of a population who look like each released class, by generalizing the population with the same
 * groupings. A table is part of its population, so F is at least the class size, even if the register lacks its rows.
 * Cost: population combinations × columns.
 */
import type { ClassesPartition, Partition } from '../../frequency/classes.ts'
import type { FrequencyColumn, FrequencyTable } from '../../frequency/frequency-table.ts'
import { countedInAll } from '../../frequency/persons.ts'
import { peopleInGroups } from '../../frequency/population.ts'
import { userError } from '../../ground/errors.ts'
import type { MetricSettings } from '../metric.ts'

/** F of each class: counted in a population, estimated from its size, or undefined without one. */
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

export function populationSizes(partition: Partition, population: FrequencyTable): Float64Array {
  const { frequencies, classes } = partition
  checkColumns(frequencies.columns, population.columns)
  const sizes =
    'groupings' in partition ? peopleInGroups(partition, population).people : inRanges(partition, population)
  for (let c = 0; c < classes.count; c++) sizes[c] = Math.max(sizes[c], classes.sizes[c])
  return sizes
}

/** Ranges may overlap, so a person can match several classes. Cost: classes × population combinations. */
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

function checkColumns(ours: readonly FrequencyColumn[], theirs: readonly FrequencyColumn[]): void {
  const describe = (columns: readonly FrequencyColumn[]) =>
    columns.map((column) => `${column.name} (${column.size} values)`).join(', ')
  if (describe(ours) === describe(theirs)) return
  throw userError('together', '--population')`the population must have the quasi-identifiers of the table with the same
    domains: ${describe(ours)}; got ${describe(theirs)}; count it with the same hierarchies`
}
