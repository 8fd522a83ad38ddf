/** Opens a table or SELECT of a database: its columns and the order of its rows. The rows stay in the database. */
import type { Engine } from '../engines/engine.ts'
import { didYouMean, listedNames, type UserError, userError, within } from '../ground/errors.ts'
import { type TableSource, tableParts } from '../sql/dialect.ts'
import { formatNamed, toldFormat, typedFormat } from './formats/index.ts'
import { stampSource } from './stamp.ts'
import type { SourceRequest, Table } from './table.ts'
import { nameInDatabase, plainTable, requireForeignNames } from './table-name.ts'

export async function openDatabase(request: SourceRequest, engine: Engine): Promise<Table> {
  const { table, query, path, key } = request
  const named = [table, query, path].filter((place) => place !== undefined)
  if (named.length !== 1) throw await unclearTable(request, engine, named.length)
  const bare: TableSource = {
    kind: 'table',
    table:
      path === undefined ? within('data.table', () => tableParts(table ?? '')) : await viewed(path, request, engine),
    query,
  }
  const columns = await engine.describe(bare)
  const names = columns.map(({ name }) => name)
  const twice = names.find((name, i) => names.indexOf(name) < i)
  if (twice !== undefined)
    throw userError('value', 'data.query')`data.query gives two columns the name "${twice}"; name one of them otherwise`
  const name = nameInDatabase(request)
  if (!request.ours) requireForeignNames(columns, name)
  const unknown = key?.find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw userError('known', 'data.key')`data.key names a column "${unknown}" that there is
      not${didYouMean(unknown, names) || `; there are ${names.join(', ')}`}`
  const order = request.ours ? [] : (key ?? (await engine.primaryKey?.(bare)) ?? [])
  const unordered =
    order.length > 0 || request.ours
      ? []
      : [
          `${table ?? path ?? 'the query'} has no primary key, so that its rows have no order; name columns ` +
            'that order them with data.key',
        ]
  const source = { ...bare, columns, key: order }
  if (!request.ours) await stampSource(engine, bare, name)
  return { engine, source, files: [], name, columns, warnings: unordered }
}

async function unclearTable(request: SourceRequest, engine: Engine, count: number): Promise<UserError> {
  const [source, table, query, path] = ['source', 'table', 'query', 'path'].map((key) =>
    request.typed ? (key === 'source' ? 'DATA' : `--${key}`) : `data.${key}`,
  )
  const tables = (await engine.tables?.().catch(() => [])) ?? []
  const there =
    tables.length === 0 ? '' : `; there are ${listedNames(tables.map((listed) => plainTable(listed.table)))}`
  const files = engine.viewFiles === undefined ? '' : `, or with ${path}, files that the cluster sees`
  return userError(count === 0 ? 'present' : 'together', table)`${source} is the address of a database; say what to read
    there with ${count > 1 ? 'one of ' : ''}${table}, such as public.people, or with ${query}, a SELECT${files}${there}`
}

async function viewed(path: string, { format, ...csv }: SourceRequest, engine: Engine): Promise<readonly string[]> {
  const form = format === undefined ? (toldFormat(path) ?? typedFormat) : formatNamed(format)
  if (engine.viewFiles === undefined || form.cluster === undefined)
    throw userError('together', 'data.path')`data.path names files that a Spark cluster reads;
      ${engine.viewFiles === undefined ? `${engine.version} reads tables: give data.table` : `got ${form.name}`}`
  return engine.viewFiles({ path, format: form.cluster, csv })
}
