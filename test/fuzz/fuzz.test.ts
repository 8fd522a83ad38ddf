import { expect, it } from 'vitest'
import { faultsOf } from './checker.ts'
import { models } from './models.ts'
import { faultsOfBaskets, randomBaskets } from './random-baskets.ts'
import { algorithms, randomJob } from './random-job.ts'
import { difference, tryBaskets, tryJob } from './try-job.ts'

/** The n-th of any list, n growing. */
const pickBy =
  (start: number) =>
  <T>(values: readonly T[]): T =>
    values[start++ % values.length]

it('random jobs: nothing below k, no untrue label, no lost row, nothing of suppressed rows in a public file', async () => {
  const outcomes = new Set<string>()
  for (const [i, algorithm] of algorithms(pickBy(1)).entries()) {
    const { outcome, faults } = await tryJob(randomJob(i + 1, algorithm))
    outcomes.add(outcome)
    expect(faults, `seed ${i + 1}, ${algorithm.name}`).toEqual([])
  }
  expect(outcomes).toContain('found')
})

it('every model: no class breaks it by its formula, with persons, pseudonyms and tidy tables among the jobs', async () => {
  const features = new Set<string>()
  for (const [i, model] of models.entries()) {
    const job = randomJob(i + 100, undefined, model(pickBy(i)))
    const { outcome, faults } = await tryJob(job)
    expect(faults, `seed ${job.seed}, ${job.features}`).toEqual([])
    if (outcome === 'found') for (const feature of job.features) features.add(feature)
  }
  expect([...features]).toEqual(expect.arrayContaining(['persons', 'pseudonyms', 'tidy', 'lkc', 'delta-presence']))
})

it('jobs with everything that is drawn: reserved names, queries, derived columns, means, statements in SQL', async () => {
  const features = new Set<string>()
  for (const seed of [11, 16, 21, 27, 34, 36, 38, 41, 52, 67, 68]) {
    const job = randomJob(seed)
    const { outcome, faults } = await tryJob(job)
    expect(faults, `seed ${seed}, ${job.features}`).toEqual([])
    if (outcome === 'found') for (const feature of job.features) features.add(feature)
  }
  const drawn = ['reserved names', 'queries', 'spreadsheet-safe', 'sql', 'derived', 'coarse', 'shows', 'times']
  expect([...features]).toEqual(expect.arrayContaining(drawn))
})

it('random baskets: no set below k, nothing that a basket does not hold, no lost basket', async () => {
  const found = new Set<string>()
  for (let seed = 1; seed <= 15; seed++) {
    const job = randomBaskets(seed)
    const { outcome, faults } = await tryBaskets(job)
    if (outcome === 'found') for (const feature of job.features) found.add(feature)
    expect(faults, `seed ${seed}, ${job.features}`).toEqual([])
  }
  expect([...found]).toEqual(expect.arrayContaining(['lines', 'cells', 'pairs', 'km', 'policy', 'groups']))
})

it('the checker of models finds what it looks for', () => {
  const table = {
    columns: [
      { name: 'age', kind: 'number', exact: true },
      { name: 'ill', kind: 'other' },
      { name: 'row', kind: 'row-number' },
    ],
    rows: ['flu', 'flu', 'flu', 'cold', 'ulcer', 'gout'].map((ill, i) => [i < 3 ? '30' : '40', ill, String(i)]),
  } as const
  const release = `age,ill,row\n${table.rows.map((row) => `${row.join(',')}\n`).join('')}`
  const register = [...table.rows, ['30', '', '']]
  const asked = { release, public: [], k: 2, suppressedRows: 'mask', order: 'source', register } as const
  const broken = models.map((make) => {
    const model = make((values) => values[0])
    return [model.name, faultsOf(table, { ...asked, model }).length > 0]
  })
  // One class is all flu. Of two classes of three rows the estimate of people is enough, and nobody is rarer than 1 in 3.
  expect(broken.filter(([, is]) => !is).map(([name]) => name)).toEqual(['k-map, estimated', 'k-map, of a register'])
})

it('the checker finds suppressed rows that a register gives away, cells that are formulas, and other rows of sql', async () => {
  const columns = [
    { name: 'city', kind: 'tree' },
    { name: 'ill', kind: 'other' },
    { name: 'row', kind: 'row-number' },
  ] as const
  const rows = [...'aaaaaabcdef'].map((city, i) => [city, '-x', String(i)])
  const register = [...Array.from('a'.repeat(20)), ...'bcdef'].map((city) => [city, '', ''])
  const release = `city,ill,row\n${rows.map(([city, ill, row]) => `${city === 'a' ? 'a' : '*'},${ill},${row}\n`).join('')}`
  const model = models.map((make) => make((values) => values[0])).find(({ name }) => name === 'delta-presence')
  const asked = { release, public: [], k: 2, suppressedRows: 'mask', order: 'source', register, model } as const
  expect(faultsOf({ columns, rows }, asked)).toEqual(['the suppressed rows break delta-presence'])
  expect(faultsOf({ columns, rows }, { ...asked, model: undefined, safe: true })).toEqual(['a cell may be a formula'])
  const marked = { ...asked, model: undefined, safe: true, release: release.replaceAll(',-x,', ",'-x,") }
  expect(faultsOf({ columns, rows }, marked)).toEqual([])
  expect(difference(['a', 'a', 'b'], ['a', 'b', 'c'])).toEqual(['a'])
})

it('the checker finds what it looks for', () => {
  const columns = [
    { name: 'name', kind: 'identifier' },
    { name: 'row', kind: 'row-number' },
    { name: 'age', kind: 'number', exact: true },
    { name: 'ill', kind: 'other' },
  ] as const
  const table = {
    columns,
    rows: [
      ['Ada', '0', '30', 'yes'],
      ['Bob', '1', '31', 'no'],
      ['Cyril', '2', '9871', 'no'],
    ],
  }
  const asked = { public: [], k: 2, suppressedRows: 'mask', order: 'source' } as const
  const release = (rows: string) => ({ ...asked, release: `row,age,ill\n${rows}` })
  const good = '0,"[30,31]",yes\n1,"[30,31]",no\n2,*,no\n'
  expect(faultsOf(table, release(good))).toEqual([])
  expect(faultsOf(table, release(good.replace('1,"[30,31]"', '1,31')))).toHaveLength(2)
  expect(faultsOf(table, release(good.replaceAll('[30,31]', '[20,30]')))).toHaveLength(2)
  expect(faultsOf(table, release(good.replace('2,*,no\n', '')))).toEqual(['1 rows are lost'])
  expect(faultsOf(table, release(good.replace('1,"[30,31]",no', '1,"[30,31]",yes')))).toHaveLength(1)
  expect(faultsOf(table, { ...release(good), public: ['loss by 9871 of'] })).toEqual(['age: 9871 is in a public file'])
  expect(faultsOf(table, { ...release(good), public: ['thanks to Cyril'] })).toEqual([
    'name: Cyril is in a public file',
  ])
})

it('the checker finds wrong means, times and coarser values', () => {
  const columns = [
    { name: 'age', kind: 'number', shows: 'mean' },
    { name: 'came', kind: 'time' },
    { name: 'cost', kind: 'coarse', coarse: { top: 60, bottom: 30, round: 10 } },
    { name: 'row', kind: 'row-number' },
  ] as const
  const rows = [
    ['30', '08:15', '14', '0'],
    ['34', '09:47', '66', '1'],
  ]
  const good = 'age,came,cost,row\n32,08:00…09:59,≤ 30,0\n32,08:00…09:59,≥ 60,1\n'
  const faults = (release: string) =>
    faultsOf({ columns, rows }, { release, public: [], k: 2, suppressedRows: 'mask', order: 'source' })
  expect(faults(good)).toEqual([])
  expect(faults(good.replaceAll('32', '34'))).toEqual(['age: 34 is no mean of 30,34'])
  expect(faults(good.replaceAll('09:59', '09:44'))).toEqual(['row 1: came says 08:00…09:44 of 09:47'])
  expect(faults(good.replace('≥ 60', '70'))).toEqual(['row 1: cost says 70 of 66'])
})

it('the checker of baskets finds what it looks for', () => {
  const asked = {
    ...randomBaskets(1, 'lines'),
    limit: 1,
    together: undefined,
    baskets: [
      ['a', 'b'],
      ['a', 'rare1'],
      ['b', 'a'],
    ],
    k: 2,
    knows: 2,
  }
  const faults = (release: string, documents: string[] = []) => faultsOfBaskets(asked, release, documents)
  expect(faults('(a,b)\n(a,b)\n(a,b)\n')).toEqual([])
  expect(faults('a b\na\na b\n')).toEqual([])
  expect(faults('a b\na b\na b\n')).toHaveLength(1)
  expect(faults('a b\na\na\n')).toHaveLength(2)
  expect(faults('a\na\n')).toEqual(['1 baskets are lost'])
  expect(faults('a\na\na\n', ['left out: rare1'])).toEqual(['rare1 is in a public file'])
  const policy = { ...asked, knows: [['a'], ['b'], ['a', 'b']] }
  expect(faultsOfBaskets(policy, 'a b\na\na\n', [])).toHaveLength(2)
})
