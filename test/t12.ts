/**
 * T12: twelve rows that show every metric by hand. Work class (a tree of eight leaves), education 1..16, a class, a number.
 * With k = 3 and the groupings given here the classes are rows 1–4, 5–8, 9–11 and 12; row 12 is suppressed.
 */
import { fillFromBits, finestGrouping, type Grouping, groupingFromStarts } from '../src/hierarchy/grouping.ts'
import { numberHierarchy, type Row, tableFromRows, treeHierarchy } from './small-tables.ts'

const work = treeHierarchy('work', {
  name: 'ANY',
  children: [
    { name: 'Self-employed', children: ['Self-emp-inc', 'Self-emp-not-inc'] },
    { name: 'Government', children: ['Federal-gov', 'State-gov', 'Local-gov'] },
    'Private',
    { name: 'Unemployed', children: ['Without-pay', 'Never-worked'] },
  ],
})
const education = numberHierarchy(
  'education',
  Array.from({ length: 16 }, (_, i) => i + 1),
)

// work, education, class, v
const table: readonly (readonly [string, number, string, number])[] = [
  ['State-gov', 1, 'Y', 10],
  ['Federal-gov', 2, 'Y', 12],
  ['Local-gov', 3, 'N', 14],
  ['Local-gov', 1, 'Y', 10],
  ['Private', 8, 'N', 5],
  ['Private', 9, 'N', 7],
  ['Private', 8, 'N', 6],
  ['Private', 10, 'Y', 9],
  ['Self-emp-inc', 4, 'Y', 20],
  ['Self-emp-not-inc', 5, 'N', 8],
  ['Self-emp-inc', 6, 'Y', 16],
  ['Without-pay', 16, 'N', 1],
]

const rows: Row[] = table.map(([workValue, years, label, v]) => ({
  codes: [work.values.indexOf(workValue), years - 1],
  categories: [label === 'Y' ? 0 : 1],
  numbers: [v],
}))

const workGrouping: Grouping = finestGrouping(8)
fillFromBits(workGrouping, Uint8Array.from([0, 1, 0, 0, 1, 1, 0]))

export const t12 = {
  rows,
  hierarchies: [work, education],
  frequencies: tableFromRows(
    [
      { name: 'work', size: 8 },
      { name: 'education', size: 16 },
    ],
    rows,
    { categories: [{ name: 'class', values: ['Y', 'N'] }], numbers: ['v'] },
  ),
  k: 3,
  /** Work bits 0100110; education [1,3] [4,7] [8,16]. */
  groupings: [workGrouping, groupingFromStarts([0, 3, 7], 16)] as readonly Grouping[],
}
