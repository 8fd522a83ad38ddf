/**
 * The contract of a sample: synthetic data with a job file and hierarchies to try it.
 * Every sample promises: equal options give equal bytes; the first n rows of a larger sample are the sample of n rows;
 * memory does not grow with the rows; a folder is written completely or not at all.
 */
import { join } from 'node:path'
import { type OptionValues, type PartRecord, readOptions } from '../ground/options.ts'
import { type Random, shuffle } from '../ground/random.ts'
import { publishTexts, type TextFile } from '../publish/staging.ts'

export interface SampleRecord extends PartRecord {
  /** Fills in defaults; throws on unknown options. */
  readonly write: (folder: string, options: OptionValues, run?: SampleRun) => Promise<SampleFiles>
}

export interface SampleRun {
  readonly force?: boolean
  readonly signal?: AbortSignal
  readonly progress?: (progress: { readonly done: number; readonly total: number }) => void
}

export interface SampleFiles {
  readonly folder: string
  readonly data: string
  readonly job: string
  readonly files: readonly string[]
  readonly rows: number
}

export type RowProgress = (rows: number) => void

/** The files of a sample: the data first, the job last. */
export type MakeFiles<Request> = (request: Request) => readonly TextFile[]

/** The first option is the number of rows. */
export function sampleRecord(part: PartRecord, makeFiles: MakeFiles<never>): SampleRecord {
  return {
    ...part,
    write: async (folder, given, { force = false, signal, progress } = {}) => {
      const request: OptionValues = readOptions(`sample ${part.name}`, part.options, given)
      const rows = request[part.options[0].name] as number
      const onRows: RowProgress = (done) => progress?.({ done, total: rows })
      const files = makeFiles({ ...request, progress: onRows } as never).map(({ path, text }) => ({
        path: join(folder, path),
        text,
      }))
      await publishTexts(files, { force, signal })
      const paths = files.map(({ path }) => path)
      return { folder, data: paths[0], job: paths[paths.length - 1], files: paths, rows }
    },
  }
}

/** Characters per chunk: large enough for cheap writes, small enough for memory. */
const CHUNK_LENGTH = 1 << 18

interface ChunkedRows {
  readonly rows: number
  readonly head?: string
  readonly progress?: RowProgress | undefined
}

export function csvRows({ head, ...rows }: ChunkedRows, drawCells: (row: number) => unknown[]): Generator<string> {
  return textChunks({ ...rows, head: `${head}\n` }, (row) => `${drawCells(row).join()}\n`)
}

export function* textChunks(
  { rows, head = '', progress }: ChunkedRows,
  makeLines: (row: number) => string,
): Generator<string> {
  let lines = [head]
  let length = head.length
  for (let row = 0; row < rows; row++) {
    const text = makeLines(row)
    lines.push(text)
    length += text.length
    if (length < CHUNK_LENGTH && row < rows - 1) continue
    progress?.(row + 1)
    yield lines.join('')
    lines = []
    length = 0
  }
}

/** Days from 1970-01-01 to the first day of a year. */
export function dayNumber(year: number): number {
  return Date.UTC(year, 0, 1) / DAY
}

/** Formats days since 1970-01-01. */
export function isoDate(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10)
}

const DAY = 24 * 60 * 60 * 1000

/** Weights 1 / (rank + 2)^skew (Zipf), with the ranks in random order. */
export function scatteredWeights(count: number, skew: number, random: Random): number[] {
  const ranks = shuffle([...Array(count).keys()], random)
  return ranks.map((rank) => (rank + 2) ** -skew)
}

export function ascending(numbers: Iterable<number>): number[] {
  return [...numbers].sort((a, b) => a - b)
}
