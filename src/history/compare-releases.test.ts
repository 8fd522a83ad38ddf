/** Two releases of any tool: every planted difference is found, and nothing else. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDuckDB } from '../engines/duckdb/duckdb-engine.ts'
import type { Engine } from '../engines/engine.ts'
import { type Random, randomFrom } from '../ground/random.ts'
import type { Table } from '../sources/table.ts'
import { checkDifference } from './compare-releases.ts'

const K = 4

type Row = readonly [age: string, town: string, income: string]

let engine: Engine
beforeAll(async () => {
  engine = await openDuckDB({ threads: 1 })
})
afterAll(() => engine.close())

async function table(name: string, rows: readonly Row[]): Promise<Table> {
  const { dialect } = engine
  const names = ['age', 'town', 'income']
  const lists = names.map((column, i) => ({ name: column, values: rows.map((row) => row[i]) }))
  await engine.execute(dialect.dropTable(name)).catch(() => {})
  await engine.execute(dialect.createTable(name, dialect.listed(lists)))
  const columns = names.map((column) => ({ name: column, type: 'VARCHAR', kind: 'text' as const }))
  return { engine, source: { kind: 'table', table: [name] }, files: [], name, columns, warnings: [] }
}

const INCOMES = ['none', 'low', 'middle', 'high']
const anyRow = (random: Random, town: number, income = INCOMES[random.integer(4)]): Row => [
  `[${town},${town + 9}]`,
  `t${town}`,
  income,
]

/**
 * Two files whose classes are the same, or differ by K rows and more; and the class with a planted difference, if any.
 */
function anyPair(random: Random) {
  const before: Row[] = []
  const now: Row[] = []
  const towns = 3 + random.integer(5)
  for (let town = 0; town < towns; town++) {
    const rows = Array.from({ length: K + random.integer(9) }, () => anyRow(random, town))
    const fate = random.integer(4)
    if (fate !== 0) before.push(...rows)
    now.push(...rows)
    if (fate === 1) now.push(...Array.from({ length: K + random.integer(3) }, () => anyRow(random, town)))
  }
  const town = random.integer(towns)
  const few = 1 + random.integer(K - 1)
  const plant = (['nothing', 'add', 'remove', 'swap'] as const)[random.integer(4)]
  // A class of its own, so that what is planted does not meet what changes anyway.
  const base = Array.from({ length: 2 * K }, () => anyRow(random, 50 + town))
  const added = Array.from({ length: few }, () => anyRow(random, 50 + town))
  before.push(...base)
  now.push(...(plant === 'remove' ? base.slice(few) : base))
  if (plant === 'add') now.push(...added)
  if (plant === 'swap') now.splice(now.length - few, few, ...added.map(() => anyRow(random, 50 + town, 'other')))
  const gone = plant === 'add' ? [] : plant === 'remove' ? base.slice(0, few) : base.slice(-few)
  const one = (rows: readonly Row[]) => new Set(rows.map(([, , income]) => income)).size === 1
  const follows = plant === 'swap' || one(plant === 'add' ? added : gone)
  return { before, now, plant, label: `t${50 + town}`, few, follows }
}

describe('checkDifference', () => {
  it('finds every difference planted in 500 pairs of releases, and no other', async () => {
    const random = randomFrom(1)
    const seen = new Map<string, number>()
    for (let pair = 0; pair < 500; pair++) {
      const { before, now, plant, label, few, follows } = anyPair(random)
      const request = { quasiIdentifiers: ['age', 'town'], k: K }
      const check = await checkDifference(await table('now', now), await table('before', before), request, {})
      seen.set(plant, (seen.get(plant) ?? 0) + 1)
      expect(check.holds, check.found).toBe(plant === 'nothing')
      if (plant === 'nothing') continue
      expect(check.witnesses.map(({ values, size }) => [values['town'], size])).toEqual([[label, few]])
      expect(check.found).toBe(
        `1 class differs by 1 to 3 rows; values follow from the difference in ${follows ? 1 : 0}`,
      )
    }
    expect([...seen.values()].every((pairs) => pairs > 80)).toBe(true)
  })

  it('names the value that follows', async () => {
    const rows = Array.from({ length: 6 }, (): Row => ['[20,29]', 'Ulm', 'low'])
    const now = await table('now', [...rows, ['[20,29]', 'Ulm', 'high']])
    const request = { quasiIdentifiers: ['age', 'town'], k: K }
    const { witnesses } = await checkDifference(now, await table('before', rows), request, {})
    expect(witnesses).toEqual([{ size: 1, values: { age: '[20,29]', town: 'Ulm', 'income of new rows': 'high' } }])
  })
})
