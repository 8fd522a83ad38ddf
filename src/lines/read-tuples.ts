/**
 * Reads the rows of a local file into memory: each row becomes the number of its tuple and, on request, the place of
 * each kept text. A plain text file is read without the engine. For any other file, the engine returns places of texts
 * in dictionaries of the first rows, packed into numbers, and spells out the few rows with other texts.
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
import { isColumnar, join, type Source, sql } from '../sql/dialect.ts'
import { packColumns } from '../sql/encoding.ts'
import { hashKeys } from './number-tuples.ts'
import { concatenate, MOST_TEXTS, readPlainTuples } from './read-plain.ts'

/** Bytes of a text file from which it is read here: the engine reads smaller ones fast enough. */
export const LINES_FROM = 16 << 20
/** Bytes of text in a byte of a columnar file, about. */
export const TEXT_PER_BYTE = 4
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
  if (engine.folder === undefined || source.kind !== 'files') return undefined
  const isText = source.format === 'csv'
  if (!isText && !isColumnar(source)) return undefined
  const bytes = source.files.reduce((sum, file) => sum + statSync(file).size, 0)
  if (!(bytes * (isText ? 1 : TEXT_PER_BYTE) >= linesFrom)) return undefined
  return (await readPlainTuples(engine, source, request, run)) ?? readByEngine(engine, source, request, run)
}

async function readByEngine(engine: Engine, source: Source, { keep, ...request }: GroupRequest, run: EngineRun) {
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
  const numbered = numberedRows(dialect, source, asked, { dictionaries, radices, packs })
  await engine.execute(dialect.createTable(keptRows, numbered), run)
  try {
    const spelled = await engine.query(
      sql`SELECT ${dialect.identifier(spelledColumn)} FROM ${table} WHERE ${dialect.identifier(spelledColumn)} IS NOT
        NULL`,
      run,
    )
    const lines = spelled.texts(spelledColumn) as readonly string[]
    const places = columns.map(() => new Int32Array(lines.length))
    addSpelled(lines, (line) => line, columns, dictionaries, places)
    if (dictionaries.some((texts) => texts.length >= MOST_TEXTS)) return undefined
    const rows = collectRows({ radices, packs, keys: request.columns.length }, places)
    for (let from = 0; ; from += ROWS_AT_ONCE) {
      const numbers = await engine.query(
        sql`SELECT ${join(keys.map((key) => dialect.identifier(key)))} FROM ${table} LIMIT ${ROWS_AT_ONCE} OFFSET
          ${from}`,
        run,
      )
      rows.add(keys.map((key) => numbers.numbers(key)))
      if (request.most !== undefined && rows.tuples() > request.most)
        throw new TooManyCombinations(rows.tuples(), request.most)
      if (numbers.rows < ROWS_AT_ONCE) break
    }
    const described = await engine.describe(source)
    const isText = (name: string) => described.find((column) => column.name === name)?.kind === 'text'
    const { tuples, counts, tuplePlaces, kept } = rows.end()
    const heldColumns = keep.map((column, i) => ({
      column,
      places: kept[i],
      texts: [null, ...dictionaries[request.columns.length + i]],
      isNumber: !isText(column),
    }))
    return {
      counts,
      columns: tuplePlaces.map((found, key) => ({ places: found, texts: dictionaries[key] })),
      held: { tuples, kept: heldColumns },
    }
  } finally {
    await engine.execute(dialect.dropTable(keptRows))
  }
}

interface PackedColumns {
  readonly radices: readonly number[]
  readonly packs: readonly (readonly number[])[]
  /** Columns of the tuple; all after these are kept. */
  readonly keys: number
}

/**
 * Numbers the tuples of packed rows and takes the kept columns out; `spelled` has the places of rows that are not
 * packed, in order. Tuples are unpacked at the end, once each.
 */
function collectRows({ radices, packs, keys }: PackedColumns, spelled: readonly Int32Array[]) {
  const keyPacks = packs.filter(([first]) => first < keys).map((pack) => pack.filter((column) => column < keys))
  // A large file has many tuples: growing from few slots moves them again and again.
  const numbers = keyPacks.map(() => hashKeys(1 << 18))
  const pairs = keyPacks.slice(1).map(() => hashKeys(1 << 18))
  let parts = keyPacks.map(() => new Float64Array(1 << 12))
  // A tuple that does not fit the dictionaries of the first rows has a key between two whole numbers.
  const others = new Map<string, number>()
  const tuples: Int32Array[] = []
  const kept: Uint16Array[][] = radices.slice(keys).map(() => [])
  let [line, known] = [0, 0]
  const addKept = (packed: readonly Float64Array[], unknown: readonly number[]): void => {
    packs.forEach((pack, p) => {
      for (const column of pack.toReversed()) {
        if (column < keys) return
        const places = takeDigit(packed[p], radices[column])
        for (const [i, row] of unknown.entries()) places[row] = spelled[column][line + i] + 1
        kept[column - keys].push(places)
      }
    })
  }
  const packSpelled = (at: number, row: number, packed: readonly Float64Array[]): void => {
    const places = Array.from({ length: keys }, (_, column) => spelled[column][at])
    const fits = places.every((place, column) => place < radices[column] - 1)
    const name = places.join()
    if (!fits && !others.has(name)) others.set(name, at)
    keyPacks.forEach((pack, p) => {
      const digit = (column: number) => (places[column] < 0 ? radices[column] - 1 : places[column])
      const whole = pack.reduce((high, column) => high * radices[column] + digit(column), 0)
      packed[p][row] = fits ? whole : p === 0 ? (others.get(name) as number) + 0.5 : 0
    })
  }
  return {
    tuples: () => known,
    /** Changes the numbers. */
    add(packed: readonly Float64Array[]): void {
      const unknown = unpackedRows(packed)
      addKept(packed, unknown)
      for (const [i, row] of unknown.entries()) packSpelled(line + i, row, packed)
      line += unknown.length
      const rows = packed[0].length
      const found = packed[0].slice()
      keyPacks.forEach((_, p) => {
        const isLast = p === keyPacks.length - 1
        const isNew = (row: number): void => {
          if (!isLast) return
          if (known === parts[0].length)
            parts = parts.map((part) => concatenate([part, part], (length) => new Float64Array(length)))
          for (let i = 0; i < parts.length; i++) parts[i][known] = packed[i][row]
          known++
        }
        if (p === 0) numbers[0](found, rows, isNew)
        else {
          const next = packed[p].slice()
          numbers[p](next, rows, () => {})
          for (let row = 0; row < rows; row++) found[row] = found[row] * 2 ** 26 + next[row]
          pairs[p - 1](found, rows, isNew)
        }
      })
      tuples.push(new Int32Array(found))
    },
    end() {
      const all = concatenate(tuples, (length) => new Int32Array(length))
      const places = Array.from({ length: keys }, () => new Int32Array(known))
      keyPacks.forEach((pack, p) => void unpack(parts[p].slice(0, known), pack, radices, places))
      for (let tuple = 0; tuple < known; tuple++) {
        const at = parts[0][tuple] - 0.5
        if (Number.isInteger(at)) for (let key = 0; key < keys; key++) places[key][tuple] = spelled[key][at]
      }
      return {
        tuples: all,
        counts: countTuples(all, known),
        tuplePlaces: places,
        kept: kept.map((column) => concatenate(column, (length) => new Uint16Array(length))),
      }
    },
  }
}

function unpackedRows(packed: readonly Float64Array[]): number[] {
  const found = new Set<number>()
  for (const numbers of packed)
    for (let row = 0; row < numbers.length; row++) if (Number.isNaN(numbers[row])) found.add(row)
  return [...found].sort((a, b) => a - b)
}

/** Takes the last digit from each number: its place plus one, 0 if it is the highest and means missing. */
function takeDigit(numbers: Float64Array, radix: number): Uint16Array {
  const places = new Uint16Array(numbers.length)
  for (let row = 0; row < numbers.length; row++) {
    const rest = Math.floor(numbers[row] / radix)
    const digit = numbers[row] - rest * radix
    places[row] = digit === radix - 1 ? 0 : digit + 1
    numbers[row] = rest
  }
  return places
}

function countTuples(tuples: Int32Array, count: number): Float64Array {
  const counts = new Float64Array(count)
  for (let row = 0; row < tuples.length; row++) counts[tuples[row]]++
  return counts
}
