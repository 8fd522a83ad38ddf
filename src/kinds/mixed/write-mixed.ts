/** Writes a table with items: items of each row become tokens of its class, then rows are written as in classes. */
import { cellsOfRows } from '../../baskets/engine-sets.ts'
import type { EngineRun } from '../../engines/engine.ts'
import { masked, userError } from '../../ground/errors.ts'
import { groupBy } from '../../ground/maps.ts'
import { containsSeparator, generalizedToken } from '../../recoding/items.ts'
import type { StepRun } from '../../run.ts'
import type { Vocabulary } from '../../search/methods/mixed/item-vocabulary.ts'
import type { MixedProblem } from '../../search/methods/mixed/mixed.ts'
import type { Table } from '../../sources/table.ts'
import { join, rowColumn, sql } from '../../sql/dialect.ts'
import { writeDecided } from '../classes/classes.ts'
import type { Found } from '../kind.ts'
import type { MixedStations, WrittenMixed } from './stations.ts'

export async function writeMixed(work: Found<MixedStations>, run: StepRun): Promise<WrittenMixed> {
  const { plan, data, counted, problem, found } = work
  const { column, separator = ' ' } = plan.items
  const { baskets, combinationOf } = problem.items
  const names = new Map([...new Set(found.vocabularies)].map((one) => [one, tokenNames(problem, one, separator)]))
  const tokens = found.vocabularies.map((vocabulary) => names.get(vocabulary) as (string | undefined)[])
  for (const some of names.values()) {
    const split = some.find((name) => name !== undefined && containsSeparator(name, separator))
    if (split !== undefined) {
      const wrongData = userError('data', `columns.${column}.separator`)
      throw wrongData`the item ${masked(split)} contains the separator ${JSON.stringify(separator)} of column
        "${column}"; rename it in the tree, or set another separator`
    }
  }
  const cells = new Map<string, PublishedCell>()
  combinationOf.forEach((combination, row) => {
    const output = found.classOf[combination]
    const key = `${combination} ${counted.texts[row]}`
    if (output < 0 || cells.has(key)) return
    const published = new Set<string>()
    for (let at = baskets.offsets[row]; at < baskets.offsets[row + 1]; at++) {
      const name = tokens[output][baskets.codes[at]]
      if (name !== undefined) published.add(name)
    }
    // Sorted: the order of a basket's own items would tell them.
    cells.set(key, { combination, items: counted.texts[row], text: [...published].sort().join(separator) })
  })
  const table = await withCells(data.table, column, [...cells.values()], { signal: run.signal })
  return { ...(await writeDecided({ ...work, data: { ...data, table } }, run)), tokens }
}

/** A token is its node, or the rest of it where nodes below are published too; a set lists its items. */
function tokenNames(
  { items: { tree } }: Pick<MixedProblem, 'items'>,
  { tokens, areSets }: Vocabulary,
  separator: string,
): (string | undefined)[] {
  const leaves = groupBy(tokens.keys(), (leaf) => tokens[leaf])
  const names = new Map(
    [...leaves].map(([token, covered]) => {
      if (token < 0) return [token, undefined]
      if (covered.length === tree.last[token] - tree.first[token] + 1) return [token, tree.names[token]]
      if (areSets !== true) return [token, `rest-of-${tree.names[token]}`]
      const items = covered.map((leaf) => tree.names[tree.leafNode[leaf]])
      return [token, generalizedToken(items, separator)]
    }),
  )
  return Array.from(tokens, (token) => names.get(token))
}

interface PublishedCell {
  readonly combination: number
  /** Codes as `cellsOfRows` has them. */
  readonly items: string
  readonly text: string
}

/** The table with the published items in one column; the engine joins them to its rows. */
async function withCells(
  table: Table,
  column: string,
  cells: readonly PublishedCell[],
  run: EngineRun,
): Promise<Table> {
  const { engine, source, columns } = table
  const { dialect } = engine
  const row = dialect.identifier(rowColumn)
  const [places, published] = [cellsOfRows, 'halftone published items'].map((name) => dialect.identifier(name))
  const listed = dialect.listed([
    { name: 'halftone cell', values: cells.map(({ combination }) => combination) },
    { name: 'halftone set', values: cells.map(({ items }) => items) },
    { name: 'halftone text', values: cells.map(({ text }) => text) },
  ])
  await engine.execute(dialect.createTable('halftone published items', listed), run)
  const [cell, set, text] = ['cell', 'set', 'text'].map((name) => dialect.identifier(`halftone ${name}`))
  const names = columns.map(({ name }) =>
    name === column ? sql`b.${text} AS ${dialect.identifier(name)}` : sql`s.${dialect.identifier(name)}`,
  )
  const rows = sql`SELECT *, ${dialect.rowNumber(source)} AS ${row} FROM ${dialect.scan(source)}`
  const joined = sql`SELECT ${join([...names, sql`s.${row}`])} FROM (${rows}) AS s JOIN ${places} AS p ON s.${row} =
    p.place JOIN ${published} AS b ON b.${cell} = p.cell AND b.${set} = p.items`
  await engine.execute(dialect.createTable('halftone recoded rows', joined), run)
  return { ...table, source: { kind: 'table', table: ['halftone recoded rows'], key: [rowColumn] } }
}
