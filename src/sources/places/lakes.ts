/** Lake tables: one snapshot, named in the job (`@id`) or the newest when the run opens its source. */
import type { Engine } from '../../engines/engine.ts'
import { userError } from '../../ground/errors.ts'
import { identifier, sql, tableParts, word } from '../../sql/dialect.ts'
import type { PlaceRecord } from './place.ts'

const wrongTable = userError('file', 'data.source')
const missingTable = userError('present', 'data.table')

export const delta: PlaceRecord = {
  title: 'Delta Lake',
  schemes: ['delta'],
  extensions: ['delta'],
  async pin(path, _request, engine) {
    const { folder, asked } = parseSnapshot(path)
    const snapshot = asked ?? newest(await listFiles(engine, [folder, '_delta_log', '*']), /(\d{20})\.[^/]*$/)?.id
    if (snapshot === undefined) throw wrongTable`${folder} is not a Delta table: it has no commit in _delta_log`
    const rows = sql`SELECT * FROM delta_scan(${engine.dialect.literal(folder)}, version => ${word(snapshot)})`
    return [{ address: `delta:${folder}`, name: folder, snapshot, rows }]
  },
}

export const iceberg: PlaceRecord = {
  title: 'Apache Iceberg',
  schemes: ['iceberg'],
  extensions: ['avro', 'iceberg'],
  async pin(path, _request, engine) {
    const { folder, asked } = parseSnapshot(path)
    const file = folder.endsWith('.json') ? folder : await metadataFile(folder, engine)
    const { literal } = engine.dialect
    const text = (await engine.query(sql`SELECT content FROM read_text(${literal(file)})`)).texts('content')[0] ?? ''
    // Not JSON.parse, which rounds ids of 64 bits.
    const snapshot = asked ?? /"current-snapshot-id"\s*:\s*(\d+)/.exec(text)?.[1]
    if (snapshot === undefined) throw wrongTable`${folder} has no snapshot: the table is empty`
    const rows = sql`SELECT * FROM iceberg_scan(${literal(file)}, snapshot_from_id => ${word(snapshot)})`
    const name = folder.replace(/[/\\]metadata[/\\][^/\\]*\.json$/, '')
    return [{ address: `iceberg:${folder}`, name, snapshot, rows }]
  },
}

export const ducklake: PlaceRecord = {
  title: 'DuckLake',
  schemes: ['ducklake'],
  extensions: ['ducklake'],
  async pin(path, { table }, engine) {
    const { folder, asked } = parseSnapshot(path)
    if (table === undefined) throw missingTable`data.table must name a table of ${folder}, such as main.people`
    await engine.execute(sql`ATTACH ${engine.dialect.literal(`ducklake:${folder}`)} AS lake (READ_ONLY)`)
    const select = sql`SELECT CAST(id AS VARCHAR) AS id FROM ducklake_current_snapshot('lake') t(id)`
    const present = await engine.query(select)
    const snapshot = asked ?? String(present.texts('id')[0])
    const named = identifier('lake', ...tableParts(table))
    const rows = sql`SELECT * FROM ${named} AT (VERSION => ${word(snapshot)})`
    return [{ address: `ducklake:${folder}`, name: table, snapshot, rows, close: sql`DETACH lake` }]
  },
}

function parseSnapshot(path: string) {
  const [, folder, asked] = /^(.*?)\/?(?:@(\d+))?$/s.exec(path) as RegExpExecArray
  return { folder, asked }
}

async function listFiles(engine: Engine, pattern: readonly string[]): Promise<readonly string[]> {
  const listed = await engine.query(sql`SELECT file FROM glob(${engine.dialect.literal(pattern.join('/'))})`)
  return listed.texts('file').map(String)
}

function newest(files: readonly string[], number: RegExp) {
  const numbered = files.flatMap((file) => {
    const [, digits] = number.exec(file) ?? []
    return digits === undefined ? [] : [{ file, id: String(Number(digits)) }]
  })
  return numbered.sort((a, b) => Number(b.id) - Number(a.id))[0]
}

/** The file that `version-hint.text` names, or the one with the highest number. */
async function metadataFile(folder: string, engine: Engine): Promise<string> {
  const files = await listFiles(engine, [folder, 'metadata', '*'])
  const hint = files.find((file) => file.endsWith('/version-hint.text'))
  const { literal } = engine.dialect
  const [version] =
    hint === undefined
      ? []
      : (await engine.query(sql`SELECT trim(content) AS hint FROM read_text(${literal(hint)})`)).texts('hint')
  const names = [`/v${version}.metadata.json`, `/${version}.metadata.json`]
  const named = files.find((file) => names.some((name) => file.endsWith(name)))
  const file = named ?? newest(files, /\/v?(\d+)[^/]*\.metadata\.json$/)?.file
  if (file === undefined)
    throw wrongTable`${folder} is not an Iceberg table: it has no metadata/*.metadata.json; name such a file`
  return file
}
