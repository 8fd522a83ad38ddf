/** Released rows that look like no other row of the table. Cost: classes. */
import type { Partition } from '../../frequency/classes.ts'
import { byPersons } from '../../frequency/persons.ts'
import { type Metric, RISK } from '../metric.ts'

export const riskUniques: Metric = {
  ...RISK,
  name: 'uniques',
  title: 'Unique rows',
  formula: 'number of released classes of one row',
  reading: 'Each of these people can be singled out by anyone who knows their quasi-identifiers; 0 if k ≥ 2.',
  range: [0, Number.POSITIVE_INFINITY],
  sums: 'classes',
  compute: (partition) => rowsInClassesBelow(byPersons(partition), 2),
}

export function rowsInClassesBelow(partition: Partition, size: number): number {
  const { suppressed } = partition
  const { count, sizes } = partition.classes
  let rows = 0
  for (let c = 0; c < count; c++) if (suppressed[c] === 0 && sizes[c] < size) rows += sizes[c]
  return rows
}
