/**
 * T8: eight rows of age, postcode and illness for lattices, with k = 2. Age has the levels exact, decade, *; the postcode four,
 * three and two digits and *. Both are trees over the values that occur (8 and 6 leaves).
 */
import type { Grouping } from '../src/hierarchy/grouping.ts'
import { type Row, tableFromRows, treeHierarchy } from './small-tables.ts'

const age = treeHierarchy('age', {
  name: '*',
  children: [
    { name: '20s', children: ['25', '27', '29'] },
    { name: '30s', children: ['31', '34', '38'] },
    { name: '40s', children: ['45'] },
    { name: '60s', children: ['63'] },
  ],
})
const zip = treeHierarchy('zip', {
  name: '*',
  children: [
    {
      name: '47**',
      children: [
        { name: '471*', children: ['4711', '4712'] },
        { name: '472*', children: ['4721', '4722'] },
        { name: '473*', children: ['4731'] },
      ],
    },
    { name: '51**', children: [{ name: '510*', children: ['5100'] }] },
  ],
})
const illnesses = ['flu', 'cold', 'ulcer']

const rows: Row[] = [
  ['25', '4711', 'flu'],
  ['27', '4712', 'flu'],
  ['29', '4711', 'cold'],
  ['31', '4721', 'flu'],
  ['34', '4722', 'ulcer'],
  ['38', '4721', 'cold'],
  ['45', '4731', 'ulcer'],
  ['63', '5100', 'cold'],
].map(([years, code, illness]) => ({
  codes: [age.values.indexOf(years), zip.values.indexOf(code)],
  categories: [illnesses.indexOf(illness)],
}))

export const t8 = {
  rows,
  hierarchies: [age, zip],
  frequencies: tableFromRows(
    [
      { name: 'age', size: age.values.length },
      { name: 'zip', size: zip.values.length },
    ],
    rows,
    { categories: [{ name: 'disease', values: illnesses }] },
  ),
  k: 2,
  /** The groupings of a lattice node: age level 0..2, zip level 0..3. */
  node: (ageLevel: number, zipLevel: number): readonly Grouping[] => [
    age.levels[ageLevel].grouping,
    zip.levels[zipLevel].grouping,
  ],
}
