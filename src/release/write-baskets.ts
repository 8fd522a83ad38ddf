/**
 * Writes released baskets of local files. Baskets of a table go to a temporary file first, which the engine joins with
 * the other columns. Tokens follow the order of the recoding, because the order of items would reveal them.
 */
import { createWriteStream } from 'node:fs'
import { join as joinPath } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Engine, EngineRun } from '../engines/engine.ts'
import { quotedCell } from '../engines/streamed-rows.ts'
import { CancelledError } from '../ground/errors.ts'
import { openScratch } from '../ground/workers/scratch-folder.ts'
import type { Table } from '../sources/table.ts'
import { join, OWN_CSV, type Sink, type Source, type Sql, sql } from '../sql/dialect.ts'
import { type Arrangement, arranged, columnKinds } from './arrange.ts'

export type ForEachBasket = (visit: (basket: number, tokens: readonly string[]) => void) => Generator<void>

const chunkSize = 1 << 16

export async function writeBasketLines(
  baskets: ForEachBasket,
  separator: string,
  file: string,
  { order }: Arrangement,
  run: EngineRun = {},
): Promise<void> {
  await stream(file, inOrder(baskets, order), (_, tokens) => `${tokens.join(separator)}\n`, run)
}

/** Writes a row per basket and token; a basket without tokens has one row with a missing token. */
export function writeBasketRows(
  table: Pick<Table, 'engine'>,
  baskets: ForEachBasket,
  columns: {
    readonly basket: string
    readonly item: string
    readonly nameBasket?: ((basket: number) => string) | undefined
  },
  { sink, arrangement }: { readonly sink: Sink; readonly arrangement: Arrangement },
  run: EngineRun = {},
): Promise<void> {
  const { dialect } = table.engine
  const { nameBasket = (basket) => String(basket + 1) } = columns
  const named = columns.nameBasket !== undefined
  const line = (basket: number, tokens: readonly string[]): Line[] =>
    (tokens.length === 0 ? [''] : tokens).map((token) => [nameBasket(basket), token])
  // Numbered baskets are already sorted by content; named ones are sorted by name.
  const safe = named ? arrangement : ({ ...arrangement, order: 'source' } as const)
  const names = [columns.basket, columns.item]
  const basket = dialect.identifier('basket')
  const lines = { baskets: named ? baskets : inOrder(baskets, arrangement.order), line }
  const select = (scratch: Source) =>
    sql`SELECT ${named ? basket : dialect.wholeNumber(basket)} AS ${dialect.identifier(columns.basket)},
      ${dialect.identifier('text')} AS ${dialect.identifier(columns.item)} FROM ${dialect.scan(scratch)}`
  return exportLines(table.engine, lines, select, { names, sink, arrangement: safe }, run)
}

/** Keeps the order, or sorts and renumbers baskets by their tokens, all of them in memory. */
function inOrder(baskets: ForEachBasket, order: Arrangement['order']): ForEachBasket {
  if (order === 'source') return baskets
  return function* (visit) {
    const all: { readonly key: string; readonly tokens: readonly string[] }[] = []
    for (const _ of baskets((_, tokens) => all.push({ key: tokens.join('\0'), tokens }))) yield
    all.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    for (const [place, { tokens }] of all.entries()) {
      visit(place, tokens)
      yield
    }
  }
}

/** Replaces the items column and drops rows without a basket. `basketRows` has the row of each basket. */
export function writeBasketCells(
  table: Table,
  baskets: ForEachBasket,
  request: {
    readonly columns: readonly string[]
    readonly items: string
    readonly separator: string
    readonly basketRows?: Int32Array
  },
  { sink, arrangement }: { readonly sink: Sink; readonly arrangement: Arrangement },
  run: EngineRun = {},
): Promise<void> {
  const { dialect } = table.engine
  const { columns, items, separator, basketRows } = request
  const row = dialect.identifier('halftone row')
  const line = (basket: number, tokens: readonly string[]): Line[] => [
    [String(basketRows === undefined ? basket : basketRows[basket]), tokens.join(separator)],
  ]
  const released = columns.map((name) =>
    name === items
      ? sql`COALESCE(b.${dialect.identifier('text')}, '') AS ${dialect.identifier(name)}`
      : sql`s.${dialect.identifier(name)} AS ${dialect.identifier(name)}`,
  )
  const order = arrangement.order === 'source' ? sql` ORDER BY s.${row}` : sql``
  const select = (scratch: Source) =>
    sql`SELECT ${join(released)} FROM (SELECT ${dialect.rowNumber(table.source)} AS ${row}, * FROM
      ${dialect.scan(table.source)}) AS s JOIN ${dialect.scan(scratch)} AS b ON s.${row} =
      ${dialect.wholeNumber(sql`b.${dialect.identifier('basket')}`)}${order}`
  const form = { names: columns, sink, arrangement: { ...arrangement, kinds: columnKinds(table.source, [items]) } }
  return exportLines(table.engine, { baskets, line }, select, form, run)
}

type Line = readonly [basket: string, text: string]

interface BasketLines {
  readonly baskets: ForEachBasket
  readonly line: (basket: number, tokens: readonly string[]) => readonly Line[]
}

/** Exports what `select` makes of the lines, which go through a temporary file. */
async function exportLines(
  engine: Engine,
  { baskets, line }: BasketLines,
  select: (scratch: Source) => Sql,
  form: { readonly names: readonly string[]; readonly sink: Sink; readonly arrangement: Arrangement },
  run: EngineRun,
): Promise<void> {
  const folder = await openScratch('items')
  try {
    const file = joinPath(folder.path, 'baskets.csv')
    const text = (basket: number, tokens: readonly string[]) =>
      line(basket, tokens)
        .map(([basket, cell]) => `${basket},${quotedCell(cell)}\n`)
        .join('')
    await stream(file, baskets, text, run)
    const csv = { ...OWN_CSV, columns: ['basket', 'text'] }
    const selected = select({ kind: 'files', files: [file], format: 'csv', csv })
    await engine.export(arranged(engine.dialect, selected, form.names, form.sink, form.arrangement), form.sink, run)
  } finally {
    await folder.remove()
  }
}

async function stream(
  file: string,
  baskets: ForEachBasket,
  line: (basket: number, tokens: readonly string[]) => string,
  { signal }: EngineRun,
): Promise<void> {
  function* chunks(): Generator<string> {
    let text = ''
    for (const _ of baskets((basket, tokens) => {
      text += line(basket, tokens)
    })) {
      if (text.length < chunkSize) continue
      yield text
      text = ''
    }
    if (text !== '') yield text
  }
  const source = Readable.from(chunks(), { objectMode: true, highWaterMark: 4 })
  const options = signal === undefined ? {} : { signal }
  try {
    if (file.toLowerCase().endsWith('.gz')) await pipeline(source, createGzip(), createWriteStream(file), options)
    else await pipeline(source, createWriteStream(file), options)
  } catch (error) {
    throw signal?.aborted ? new CancelledError() : error
  }
}
