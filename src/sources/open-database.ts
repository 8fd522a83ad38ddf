/** Opens a table or a SELECT of a database: what its columns are, and what orders its rows. The rows stay where they are. */
import type { Engine } from '../engines/engine.ts'
import { didYouMean, UserError } from '../errors.ts'
import type { TableSource } from '../sql/dialect.ts'
import type { SourceRequest, Table } from './open-source.ts'

export async function openDatabase(
  { source: address, table, query, key }: SourceRequest,
  engine: Engine,
): Promise<Table> {
  if ((table === undefined) === (query === undefined)) {
    throw new UserError(
      'data.source is the address of a database; say what to read there with data.table, such as public.people, or with data.query, a SELECT',
      { path: 'data.table', rule: table === undefined ? 'present' : 'together' },
    )
  }
  const bare: TableSource = {
    kind: 'table',
    table: table === undefined ? [] : parts(table),
    query,
  }
  const columns = await engine.describe(bare)
  const names = columns.map(({ name }) => name)
  const twice = names.find((name, i) => names.indexOf(name) < i)
  if (twice !== undefined) {
    throw new UserError(`data.query gives two columns the name "${twice}"; name one of them otherwise`, {
      path: 'data.query',
      rule: 'value',
    })
  }
  const unknown = key?.find((name) => !names.includes(name))
  if (unknown !== undefined) {
    throw new UserError(
      `data.key names a column "${unknown}" that there is not${didYouMean(unknown, names) || `; there are ${names.join(', ')}`}`,
      { path: 'data.key', rule: 'known' },
    )
  }
  const order = key ?? (await engine.keyOf?.(bare)) ?? []
  const unordered =
    order.length > 0
      ? []
      : [
          `${table ?? 'the query'} has no primary key, so that its rows have no order; name columns that order them with data.key`,
        ]
  return {
    engine,
    source: { ...bare, columns, key: order },
    files: [],
    name: nameOf(address as string, table),
    columns,
    warnings: unordered,
  }
}

/** `public.people`, or `"My Schema"."a.b"` with quotes where a name has a point. */
function parts(table: string): string[] {
  const found = table.match(/"(?:[^"]|"")+"|[^."]+/g) ?? []
  return found.map((part) => (part.startsWith('"') ? part.slice(1, -1).replaceAll('""', '"') : part))
}

/** For people, and for files: without user and password. */
function nameOf(address: string, table: string | undefined): string {
  const { host, pathname } = new URL(address)
  return `${table ?? 'a query'} of postgres://${host}${pathname}`
}
