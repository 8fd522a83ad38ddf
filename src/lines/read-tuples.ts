/**
 * Reads the rows of a local text file into memory: each row becomes the number of its tuple and, on request, the place
 * of each kept text. A plain text file is read without the engine. For any other file, the engine returns places of
 * texts in dictionaries of the first rows, and spells out the few rows with other texts.
 */
import { statSync } from 'node:fs'
import type { Engine, EngineRun } from '../engines/engine.ts'
import {
  addSpelled,
  columnName,
  type GroupedRows,
  type GroupRequest,
  keptRows,
  learnDictionaries,
  numberedRows,
  spelledColumn,
  TooManyCombinations,
  unpack,
} from '../frequency/group-rows.ts'
import { join, type Source, sql } from '../sql/dialect.ts'
import { packColumns } from '../sql/encoding.ts'
import { numberTuples } from './number-tuples.ts'
import { concatenate, MOST_TEXTS, readPlainTuples } from './read-plain.ts'

/** Bytes of a text file from which it is read here: the engine reads smaller ones fast enough. */
export const LINES_FROM = 16 << 20
/** With more texts in its first rows, a kept column may have another one in nearly every row. */
const MOST_FIRST_TEXTS = 4096
const ROWS_AT_ONCE = 1 << 20

/** `linesFrom`: bytes of a text file from which it is read here; infinity leaves every file to the engine. */
export interface LinesSwitch {
  readonly linesFrom?: number | undefined
}

export async function readTuples(
  engine: Engine,
  source: Source,
  request: GroupRequest,
  { linesFrom = LINES_FROM, ...run }: EngineRun & LinesSwitch = {},
): Promise<GroupedRows | undefined> {
  // The engine groups columnar files faster than their rows can be numbered here.
  if (engine.folder === undefined || source.kind !== 'files' || source.format !== 'csv') return undefined
  const bytes = source.files.reduce((sum, file) => sum + statSync(file).size, 0)
  if (!(bytes >= linesFrom)) return undefined
  return (await readPlainTuples(engine, source, request, run)) ?? readByEngine(engine, source, request, run)
}

async function readByEngine(
  engine: Engine,
  source: Source,
  { keep, ...request }: GroupRequest,
  run: EngineRun,
): Promise<GroupedRows | undefined> {
  if (keep === undefined || request.columns.some(({ rule }) => rule !== undefined)) return undefined
  const { dialect } = engine
  const columns = [...request.columns, ...keep.map((column) => ({ column, isKept: true }))]
  const asked = { ...request, columns }
  const dictionaries = await learnDictionaries(engine, source, asked, run)
  if (dictionaries.slice(request.columns.length).some((texts) => texts.length > MOST_FIRST_TEXTS)) return undefined
  const radices = dictionaries.map((texts) => texts.length + 1)
  const packs = packColumns(radices)
  const keys = packs.map((_, p) => columnName('k', p))
  const table = dialect.identifier(keptRows)
  await engine.execute(dialect.createTable(keptRows, numberedRows(dialect, source, asked, radices, packs)), run)
  try {
    const spelled = await engine.query(
      sql`SELECT ${dialect.identifier(spelledColumn)} FROM ${table} WHERE ${dialect.identifier(spelledColumn)} IS NOT
        NULL`,
      run,
    )
    const lines = spelled.texts(spelledColumn) as readonly string[]
    // Room for texts that the first rows do not have.
    const sizes = dictionaries.map((texts) => Math.min(2 * texts.length + 64, MOST_TEXTS))
    const rows = collectRows(sizes, request.columns.length, keep)
    for (let from = 0, line = 0; ; from += ROWS_AT_ONCE) {
      const numbers = await engine.query(
        sql`SELECT ${join(keys.map((key) => dialect.identifier(key)))} FROM ${table} LIMIT ${ROWS_AT_ONCE} OFFSET
          ${from}`,
        run,
      )
      const places = columns.map(() => new Int32Array(numbers.rows))
      const unknown = new Set<number>()
      packs.forEach((pack, p) => {
        const packed = numbers.numbers(keys[p])
        for (let row = 0; row < packed.length; row++) if (Number.isNaN(packed[row])) unknown.add(row)
        unpack(packed, pack, radices, places)
      })
      const at = [...unknown].sort((a, b) => a - b)
      addSpelled(lines.slice(line, line + at.length), (i) => at[i], columns, dictionaries, places)
      line += at.length
      if (dictionaries.some((texts, i) => texts.length >= sizes[i])) return undefined
      rows.add(places, numbers.rows)
      if (request.most !== undefined && rows.tuples() > request.most)
        throw new TooManyCombinations(rows.tuples(), request.most)
      if (numbers.rows < ROWS_AT_ONCE) break
    }
    const described = await engine.describe(source)
    return rows.grouped(dictionaries, (name) => described.find((column) => column.name === name)?.kind === 'number')
  } finally {
    await engine.execute(dialect.dropTable(keptRows))
  }
}

/** Numbers the tuples of key columns, and keeps the places of the others; 0 is a missing cell. */
function collectRows(sizes: readonly number[], keys: number, keep: readonly string[]) {
  const numbers = numberTuples(sizes.slice(0, keys))
  const tuples: Int32Array[] = []
  const kept: Uint16Array[][] = keep.map(() => [])
  const keyPlaces: Int32Array[][] = Array.from({ length: keys }, () => [])
  return {
    tuples: () => numbers.count,
    add(places: readonly Int32Array[], rows: number): void {
      const shifted = places.map((column) => Uint16Array.from(column, (place) => place + 1))
      const [known, before] = [numbers.count, tuples.reduce((sum, batch) => sum + batch.length, 0)]
      tuples.push(numbers.add(shifted.slice(0, keys), rows))
      const added = numbers.firsts.subarray(known)
      for (let key = 0; key < keys; key++) keyPlaces[key].push(added.map((row) => places[key][row - before]))
      for (let i = 0; i < keep.length; i++) kept[i].push(shifted[keys + i])
    },
    grouped: (dictionaries: readonly (readonly string[])[], isNumber: (column: string) => boolean): GroupedRows => ({
      counts: countTuples(tuples, numbers.count),
      columns: keyPlaces.map((places, key) => ({
        places: concatenate(places, (length) => new Int32Array(length)),
        texts: dictionaries[key],
      })),
      held: {
        tuples: concatenate(tuples, (length) => new Int32Array(length)),
        kept: keep.map((column, i) => ({
          column,
          places: concatenate(kept[i], (length) => new Uint16Array(length)),
          texts: [null, ...dictionaries[keys + i]],
          isNumber: isNumber(column),
        })),
      },
    }),
  }
}

function countTuples(tuples: readonly Int32Array[], count: number): Float64Array {
  const counts = new Float64Array(count)
  for (const batch of tuples) for (let row = 0; row < batch.length; row++) counts[batch[row]]++
  return counts
}
