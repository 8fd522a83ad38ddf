/** Writes results and times into one file with typed columns, for other programs. */
import { openLocalEngine } from '../engines/open-engine.ts'
import { fileSink, typedFormat } from '../sources/formats/index.ts'
import { join, type Sql, sql } from '../sql/dialect.ts'

export interface CsvFile {
  readonly file: string
  readonly columns: readonly string[]
}

const texts = /^(run|data|kind|algorithm|start|improve|outcome|error|setting .*)$/

/** `times` has one row per run, `results` may have several (points of a front, which have no times). */
export async function writeTypedResults(results: CsvFile, times: CsvFile, target: string): Promise<void> {
  const taken = new Set<string>()
  const [left, right] = [withDistinctNames(results, taken), withDistinctNames(times, taken)]
  const engine = await openLocalEngine({ threads: 1 })
  try {
    const { identifier, scan, literal } = engine.dialect
    const source = ({ file, columns }: CsvFile): Sql =>
      scan({
        kind: 'files',
        files: [file],
        format: 'csv',
        csv: { delimiter: ',', quote: '"', headerLine: true, columns, skip: 0, encoding: 'utf-8' },
      })
    const typed = (table: string, column: string): Sql => {
      const cell = identifier(table, column)
      const type = column === 'optimal' ? sql`BOOLEAN` : sql`DOUBLE`
      const value = texts.test(column) ? cell : sql`CAST(${cell} AS ${type})`
      return sql`${value} AS ${identifier(column)}`
    }
    const columns = [
      ...left.columns.map((column) => typed('results', column)),
      ...right.columns.slice(1).map((column) => typed('times', column)),
    ]
    const point = identifier('results', 'point')
    const run = identifier('results', 'run')
    await engine.export(
      sql`SELECT ${join(columns)} FROM ${source(left)} AS results LEFT JOIN ${source(right)} AS times ON ${run} = ${identifier('times', right.columns[0])} AND ${point} IS NULL ORDER BY ${run}, CAST(coalesce(${point}, ${literal('0')}) AS INTEGER)`,
      fileSink(typedFormat.endings[0], target),
    )
  } finally {
    await engine.close()
  }
}

/** The engine ignores case in column names. */
function withDistinctNames({ file, columns }: CsvFile, taken: Set<string>): CsvFile {
  const distinct = columns.map((column) => {
    let name = column
    for (let i = 2; taken.has(name.toLowerCase()); i++) name = `${column} (${i})`
    taken.add(name.toLowerCase())
    return name
  })
  return { file, columns: distinct }
}
