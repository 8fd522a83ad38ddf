/** Warns of source files with equal content, also compressed: a copy matched by a glob would count people twice. */
import { createHash } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { createGunzip } from 'node:zlib'
import type { EngineRun } from '../engines/engine.ts'
import { askFigures } from '../engines/figures.ts'
import { prose } from '../ground/format.ts'
import { groupBy } from '../ground/maps.ts'
import { join, sql } from '../sql/dialect.ts'
import { readStart } from './first-bytes.ts'
import { defaultFormat } from './formats/index.ts'
import type { Table } from './table.ts'

export async function equalFiles(files: readonly string[]): Promise<string[]> {
  if (files.length < 2) return []
  const warnings: string[] = []
  for (const alike of groupBy(files, comparableStart).values()) {
    if (alike.length < 2) continue
    const bySum = new Map<string, string>()
    for (const file of alike) {
      const sum = await hashContent(file)
      const copied = bySum.get(sum)
      if (copied === undefined) bySum.set(sum, file)
      else
        warnings.push(
          `${copied} and ${file} hold the same; everybody in them is counted twice, and k people are only ` +
            'half as many: leave one of them out',
        )
    }
  }
  return warnings
}

const isBinary = (file: string): boolean => !/\.gz$/i.test(file) && defaultFormat(file).text === undefined

function comparableStart(file: string): string {
  const start = readStart(file, 1 << 16).toString('latin1')
  return isBinary(file)
    ? start
    : start
        .replace(/\r/g, '')
        .slice(0, 1 << 15)
        .trimEnd()
}

async function hashContent(file: string): Promise<string> {
  const hash = createHash('sha256')
  const bytes = createReadStream(file, { highWaterMark: 1 << 18 })
  if (isBinary(file)) {
    for await (const chunk of bytes) hash.update(chunk)
    return hash.digest('hex')
  }
  const unpacked = /\.gz$/i.test(file) ? bytes.pipe(createGunzip()) : bytes
  let lineEnds = 0
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      const text = chunk.toString('latin1').replace(/\r/g, '')
      let end = text.length
      while (end > 0 && text[end - 1] === '\n') end--
      if (end > 0) {
        for (; lineEnds > 0; lineEnds -= Math.min(lineEnds, 1 << 16))
          hash.update('\n'.repeat(Math.min(lineEnds, 1 << 16)))
        hash.update(text.slice(0, end), 'latin1')
      }
      lineEnds += text.length - end
    }
  } catch {
    return file
  }
  return hash.digest('hex')
}

/** In bytes. Only smaller tables, or those of several files, are searched for equal rows without a suspicion. */
const smallTable = 64 << 20

/** In bytes. A sixteenth of the rows of smaller tables would be too few. */
const worthASample = 4 << 20

const mostEqualRows = 0.05
/** A tenth less than `mostEqualRows`, since a sample of lines is not exact. */
const suspicious = 0.045

/**
 * Warns if many rows are equal in all columns, including identifiers: people occur twice. `repeats` is the share of
 * rows that repeat an earlier one, if it was estimated when counting.
 */
export async function warnOfEqualRows(
  { engine, source, files, columns }: Table,
  identifiers: readonly string[],
  run: EngineRun = {},
  repeats?: number,
): Promise<string[]> {
  const names = columns.map(({ name }) => name)
  const named = names.filter((name) => identifiers.includes(name))
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0)
  const isLarge = files.length === 1 && bytes > smallTable
  const isUnlikely = repeats === undefined ? isLarge : repeats < suspicious
  if (source.kind === 'table' || named.length === 0 || isUnlikely) return []
  const { dialect } = engine
  let found = { rows: 0, repeated: 0 }
  // Rows that are equal in all columns are equal in each identifier, which hardly repeats and costs less.
  const isSampled = bytes > worthASample && dialect.sixteenth !== undefined
  // Numbers first: grouping by texts costs several times more.
  const isNumber = (name: string) => Number(columns.find((column) => column.name === name)?.kind === 'number')
  const each = named.toSorted((a, b) => isNumber(b) - isNumber(a)).map((name) => [name])
  const steps = isSampled ? [...each, named, names] : [named, names]
  for (const by of steps) {
    const keys = by.map((name) => dialect.identifier(name))
    const sampled = isSampled && by !== names ? dialect.sixteenth?.(keys) : undefined
    const [where, most] = sampled ? [sql` WHERE ${sampled}`, suspicious] : [sql``, mostEqualRows]
    const grouped = sql`(SELECT COUNT(*) AS n FROM ${dialect.scan(source)}${where} GROUP BY ${join(keys)}) AS grouped`
    const { rows, different } = await askFigures(engine, { rows: sql`SUM(n)`, different: sql`COUNT(*)` }, grouped, run)
    found = { rows, repeated: rows - different }
    if (!(found.repeated > most * rows)) return []
  }
  return [
    prose`${found.repeated} of ${found.rows} rows repeat another row in every column, ${named.join(', ')} too; the same
      people are counted more than once, and k rows are fewer than k people: take the doubles out, or name the column
      that says whose row it is, as in persons: { column: ${named[0]} }`,
  ]
}
