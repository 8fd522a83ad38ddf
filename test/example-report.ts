/**
 * A report for tests and for looking at: the shape of a genetic search on a census at k = 10. The figures are made up so that they
 * agree with each other; nothing was measured.
 */
import type { ColumnPicture } from '../src/report/pictures.ts'
import type { Report } from '../src/report/report.ts'

const READ = 32_561
const MISSING = 2_399
const SUPPRESSED = 441
const KEPT = READ - MISSING - SUPPRESSED

interface Node {
  readonly name: string
  readonly children?: readonly Node[]
  /** Rows released under it, for a node of the cut. */
  readonly rows?: number
}

/** A tree column from nested nodes; those with rows are the cut. */
export function treeColumn(column: string, root: Node, loss: number): ColumnPicture {
  const tree: { name: string; parent: number; leaves: number; group?: number }[] = []
  const groups: { label: string; rows: number; values: number }[] = []
  const add = (node: Node, parent: number): number => {
    const index = tree.push({ name: node.name, parent, leaves: 1 }) - 1
    if (node.children) tree[index].leaves = node.children.reduce((sum, child) => sum + add(child, index), 0)
    if (node.rows !== undefined) {
      // Groups stand in domain order, and a cut's nodes never lie below one another, so numbering when met is that order.
      tree[index].group = groups.push({ label: node.name, rows: node.rows, values: tree[index].leaves }) - 1
    }
    return tree[index].leaves
  }
  add(root, -1)
  return { column, kind: 'tree', loss, groups, tree }
}

/** A numeric column from [low, high, rows]. */
export function numberColumn(
  column: string,
  intervals: readonly [number, number, number][],
  loss: number,
): ColumnPicture {
  return {
    column,
    kind: 'number',
    loss,
    groups: intervals.map(([low, high, rows]) => ({
      label: low === high ? String(low) : `[${low},${high}]`,
      rows,
      low,
      high,
      values: high - low + 1,
    })),
    axis: { low: intervals[0][0], high: intervals[intervals.length - 1][1] },
  }
}

const named = (...names: string[]): Node[] => names.map((name) => ({ name }))

const country: Node = {
  name: 'ANY',
  children: [
    {
      name: 'Americas',
      children: [
        {
          name: 'North-America',
          children: [
            { name: 'United-States', rows: 27_190 },
            { name: 'Outlying-US', rows: 0 },
            { name: 'Canada', rows: 98 },
            { name: 'Mexico', rows: 596 },
          ],
        },
        { name: 'Central-America', rows: 221, children: named('Guatemala', 'Honduras', 'El-Salvador', 'Nicaragua') },
        {
          name: 'Caribbean',
          rows: 402,
          children: named('Puerto-Rico', 'Cuba', 'Dominican-Republic', 'Haiti', 'Jamaica', 'Trinadad&Tobago'),
        },
        { name: 'South-America', rows: 105, children: named('Columbia', 'Ecuador', 'Peru') },
      ],
    },
    {
      name: 'Europe',
      rows: 469,
      children: [
        { name: 'British-Isles', children: named('England', 'Scotland', 'Ireland') },
        { name: 'Western-Europe', children: named('France', 'Germany', 'Holand-Netherlands') },
        { name: 'Southern-Europe', children: named('Greece', 'Italy', 'Portugal') },
        { name: 'Eastern-Europe', children: named('Hungary', 'Poland', 'Yugoslavia') },
      ],
    },
    {
      name: 'Asia',
      children: [
        { name: 'East-Asia', rows: 252, children: named('China', 'Hong', 'Taiwan', 'Japan', 'South') },
        {
          name: 'Southeast-Asia',
          rows: 268,
          children: named('Cambodia', 'Laos', 'Philippines', 'Thailand', 'Vietnam'),
        },
        { name: 'South-and-West-Asia', rows: 120, children: named('India', 'Iran') },
      ],
    },
  ],
}

const workclass: Node = {
  name: 'ANY',
  children: [
    { name: 'Self-employed', rows: 3_520, children: named('Self-emp-inc', 'Self-emp-not-inc') },
    { name: 'Government', rows: 4_214, children: named('Federal-gov', 'State-gov', 'Local-gov') },
    { name: 'Private', rows: 21_973 },
    { name: 'Unemployed', rows: 14, children: named('Without-pay', 'Never-worked') },
  ],
}

const marital: Node = {
  name: 'ANY',
  children: [
    {
      name: 'Married',
      rows: 14_211,
      children: named('Married-civ-spouse', 'Married-AF-spouse', 'Married-spouse-absent'),
    },
    { name: 'Was-married', rows: 5_870, children: named('Separated', 'Divorced', 'Widowed') },
    { name: 'Never-married', rows: 9_640 },
  ],
}

const occupation: Node = {
  name: 'ANY',
  rows: KEPT,
  children: [
    {
      name: 'White-collar',
      children: named('Exec-managerial', 'Prof-specialty', 'Adm-clerical', 'Sales', 'Tech-support'),
    },
    {
      name: 'Blue-collar',
      children: named('Craft-repair', 'Machine-op-inspct', 'Transport-moving', 'Handlers-cleaners', 'Farming-fishing'),
    },
    { name: 'Service', children: named('Other-service', 'Protective-serv', 'Priv-house-serv', 'Armed-Forces') },
  ],
}

const columns: readonly ColumnPicture[] = [
  numberColumn(
    'age',
    [
      [17, 22, 3_401],
      [23, 27, 4_310],
      [28, 32, 4_402],
      [33, 38, 5_110],
      [39, 44, 4_398],
      [45, 53, 4_590],
      [54, 64, 2_712],
      [65, 90, 798],
    ],
    0.0917,
  ),
  treeColumn('workclass', workclass, 0.0714),
  {
    column: 'education',
    kind: 'order',
    loss: 0.2133,
    groups: [
      { label: '[Preschool,9th]', rows: 1_520, values: 5 },
      { label: '[10th,12th]', rows: 2_203, values: 3 },
      { label: 'HS-grad', rows: 9_703, values: 1 },
      { label: 'Some-college', rows: 6_602, values: 1 },
      { label: '[Assoc-voc,Assoc-acdm]', rows: 2_288, values: 2 },
      { label: 'Bachelors', rows: 4_972, values: 1 },
      { label: '[Masters,Doctorate]', rows: 2_433, values: 3 },
    ],
  },
  treeColumn('marital-status', marital, 0.2801),
  treeColumn('occupation', occupation, 1),
  treeColumn(
    'race',
    {
      name: 'ANY',
      children: [
        { name: 'White', rows: 25_904 },
        {
          name: 'Other-race',
          rows: 3_817,
          children: named('Black', 'Asian-Pac-Islander', 'Amer-Indian-Eskimo', 'Other'),
        },
      ],
    },
    0.0963,
  ),
  treeColumn(
    'sex',
    {
      name: 'ANY',
      children: [
        { name: 'Female', rows: 9_588 },
        { name: 'Male', rows: 20_133 },
      ],
    },
    0,
  ),
  treeColumn('native-country', country, 0.0121),
]

/** Class sizes that fall off as they do in real releases; the last class takes the rows that are left. */
function exampleClassSizes(): { size: number; classes: number }[] {
  const sizes: { size: number; classes: number }[] = []
  let rows = 0
  for (let size = 10; rows < KEPT - 2_500; size += Math.max(1, Math.round(size / 14))) {
    const classes = Math.max(1, Math.round(900 / size ** 1.25))
    sizes.push({ size, classes })
    rows += size * classes
  }
  sizes.push({ size: KEPT - rows, classes: 1 })
  return sizes
}

const classSizes = exampleClassSizes()

const classes = classSizes.reduce((sum, entry) => sum + entry.classes, 0)

export const exampleReport: Report = {
  title: 'adult-10',
  version: '0.1.0',
  asked: {
    source: 'adult.csv',
    columns: [
      { name: 'name', role: 'identifier', hierarchy: '' },
      { name: 'age', role: 'quasi-identifier', hierarchy: 'numbers, an endpoint between every two values' },
      { name: 'workclass', role: 'quasi-identifier', hierarchy: 'taxonomy of 8 values, 3 levels' },
      { name: 'education', role: 'quasi-identifier', hierarchy: 'order of 16 values' },
      { name: 'marital-status', role: 'quasi-identifier', hierarchy: 'taxonomy of 7 values, 3 levels' },
      { name: 'occupation', role: 'quasi-identifier', hierarchy: 'taxonomy of 14 values, 3 levels' },
      { name: 'race', role: 'quasi-identifier', hierarchy: 'taxonomy of 5 values, 3 levels' },
      { name: 'sex', role: 'quasi-identifier', hierarchy: 'taxonomy of 2 values, 2 levels' },
      { name: 'native-country', role: 'quasi-identifier', hierarchy: 'taxonomy of 41 values, 4 levels' },
      { name: 'hours-per-week', role: 'other', hierarchy: '' },
      { name: 'salary', role: 'target', hierarchy: '' },
    ],
    requirements: [
      {
        name: 'k-anonymity with k = 10',
        promise: 'every released row looks like at least 9 other rows in its quasi-identifiers',
      },
    ],
    k: 10,
    suppressionLimit: 0.05,
    goal: 'general',
    algorithm: 'genetic',
    options: { population: 5000, iterations: 500_000, mutation: 0.002, 'restart-after': null },
    seed: 1,
  },
  found: {
    outcome: 'found',
    optimal: false,
    value: 0.220_651,
    evaluations: 500_000,
    details: { improvements: 412, lastImprovement: 431_208, crossovers: 487_113 },
    convergence: Array.from({ length: 501 }, (_, i) => ({
      done: i * 1000,
      best: 0.220_651 + 0.31 * Math.exp(-Math.min(i, 431) / 70) * (1 - Math.min(i, 431) / 431),
      distinct: Math.round(5000 / (1 + (i / 140) ** 2)),
    })),
  },
  rows: {
    read: READ,
    missing: MISSING,
    suppressed: SUPPRESSED,
    suppressedRows: 'mask',
    released: READ - MISSING,
    combinations: 18_109,
    classes,
    smallestClass: 10,
  },
  risks: [
    {
      name: 'prosecutor',
      title: 'Highest risk of a single person',
      formula: 'max over rows of 1 / (size of the row’s class)',
      reading:
        'The chance to pick the right row for somebody whose quasi-identifiers are known and who is surely in the table.',
      better: 'lower',
      range: [0, 1],
      before: 1,
      after: 0.1,
    },
    {
      name: 'marketer',
      title: 'Share of rows that could be matched',
      formula: 'classes / rows',
      reading: 'The share of rows that somebody would match rightly who matches everybody at once.',
      better: 'lower',
      range: [0, 1],
      before: 18_109 / 30_162,
      after: classes / KEPT,
    },
    {
      name: 'uniques',
      title: 'Rows that are alone',
      formula: 'rows in classes of one',
      reading: 'How many rows look like no other row.',
      better: 'lower',
      range: [0, Number.POSITIVE_INFINITY],
      before: 13_974,
      after: 0,
    },
  ],
  metrics: [
    {
      name: 'LM',
      title: 'Loss metric',
      value: 0.220_651,
      better: 'lower',
      range: [0, 1],
      formula: 'mean over cells of (values in the group − 1) / (values in the column − 1)',
      reading: 'How much of what the quasi-identifiers said is gone: 0 is the table as it was, 1 says nothing.',
    },
    {
      name: 'CM',
      title: 'Classification metric',
      value: 0.173_42,
      better: 'lower',
      range: [0, 1],
      formula: '(rows outside the majority of their class + suppressed rows) / rows',
      reading: 'The share of rows whose target value is not the most frequent one of their class.',
    },
    {
      name: 'DM',
      title: 'Discernibility',
      value: 9_120_447,
      better: 'lower',
      range: [0, Number.POSITIVE_INFINITY],
      formula: 'sum over classes of size² + rows · suppressed rows',
      reading: 'Each row costs as many points as there are rows that look like it.',
    },
    {
      name: 'AECS',
      title: 'Average class size',
      value: KEPT / classes / 10,
      better: 'lower',
      range: [1, Number.POSITIVE_INFINITY],
      formula: 'rows / (classes · k)',
      reading: 'How many times larger than needed classes are on average.',
    },
    {
      name: 'suppression',
      title: 'Suppressed rows',
      value: SUPPRESSED / (READ - MISSING),
      better: 'lower',
      range: [0, 1],
      formula: 'suppressed rows / rows',
      reading: 'The share of rows that say nothing any more.',
    },
  ],
  classSizes,
  columns,
  verification: {
    verdict: 'holds',
    rows: READ - MISSING,
    suppressedRows: SUPPRESSED,
    classes,
    smallestClass: 10,
    checks: [
      {
        name: 'k-anonymity',
        promise: 'every class has at least 10 rows',
        holds: true,
        found: 'smallest class 10, asked 10',
        witnesses: [],
      },
      {
        name: 'suppression',
        promise: 'at most 5% of the rows are suppressed',
        holds: true,
        found: '441 of 30,162 rows',
        witnesses: [],
      },
      {
        name: 'rows',
        promise: 'no row was lost or added',
        holds: true,
        found: '30,162 rows, 30,162 expected',
        witnesses: [],
      },
    ],
  },
  guarantee: {
    holds: [
      'Somebody who knows a person’s age, work class, education, marital status, occupation, race, sex and country finds at least 10 rows that fit equally well.',
      'The column name was removed.',
      'Suppressed rows say nothing in those columns.',
    ],
    doesNotHold: [
      'If all rows of a class share the same salary, knowing the class is knowing the salary.',
      'The columns hours-per-week and salary are released as they are; anyone who knows them can use them.',
      'Two releases of the same people can say more together than each alone.',
    ],
  },
}

/** The same, but broken: what the report says when the release must not be shared. */
export const brokenReport: Report = {
  ...exampleReport,
  classSizes: [{ size: 3, classes: 1 }, { size: 7, classes: 2 }, ...classSizes],
  verification: {
    ...exampleReport.verification,
    verdict: 'broken',
    classes: classes + 3,
    smallestClass: 3,
    checks: [
      {
        name: 'k-anonymity',
        promise: 'every class has at least 10 rows',
        holds: false,
        found: 'smallest class 3, asked 10',
        witnesses: [
          { size: 3, values: { age: '[65,90]', workclass: 'Unemployed', education: 'Bachelors', sex: 'Female' } },
          { size: 7, values: { age: '[17,22]', workclass: 'Unemployed', education: 'HS-grad', sex: 'Male' } },
        ],
      },
      ...exampleReport.verification.checks.slice(1),
    ],
  },
}
