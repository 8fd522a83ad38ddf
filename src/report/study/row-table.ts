/**
 * Converts rows of a study to CSV and back. Measurements go to another table: everything here depends on job, data and
 * seed alone. Columns: those of every row, then `setting privacy.k`, `utility LM`, `risk prosecutor`, …
 */
import { csvField, csvRecords } from '../../ground/csv.ts'
import { UserError, userError, within } from '../../ground/errors.ts'
import { ownValue } from '../../ground/names.ts'
import { MOST_BYTES_OF_RESULTS, readSmallFile } from '../../ground/small-file.ts'
import type { StudyRow } from './study-row.ts'

const wrongFileHere = userError('file')

type Word = StudyRow['settings'][string]

type Cell = string | number | boolean | undefined

const counts = ['rows', 'missing', 'suppressed', 'combinations', 'classes', 'smallestClass', 'evaluations'] as const

const outcomes: readonly string[] = ['found', 'none-exists', 'cancelled', 'out-of-budget', 'failed']

export type MoreColumns = readonly { readonly name: string; readonly cells: readonly (string | number)[] }[]

export function rowsToCsv(rows: readonly StudyRow[], more: MoreColumns = []): string {
  const { head, lines } = rowTable(rows, more)
  return csvText(head, lines)
}

const STAGES: readonly string[] = ['start', 'improve']

export function rowTable(rows: readonly StudyRow[], more: MoreColumns = []) {
  const columns: readonly (readonly [string, (row: StudyRow, place: number) => Cell])[] = [
    ['run', (row) => row.run],
    ['point', (row) => row.point],
    ...namesIn(rows, (row) => row.settings).map(
      (name) => [`setting ${name}`, (row: StudyRow) => wordCell(ownValue(row.settings, name))] as const,
    ),
    ...(['data', 'kind', 'algorithm', 'start', 'improve', 'k', 'seed', 'outcome', 'optimal', 'error'] as const)
      .filter((name) => !STAGES.includes(name) || rows.some((row) => row[name] !== undefined))
      .map((name) => [name, (row: StudyRow) => row[name]] as const),
    ...counts.map((name) => [name, (row: StudyRow) => row[name]] as const),
    ...namesIn(rows, (row) => row.metrics).map(
      (name) => [`utility ${name}`, (row: StudyRow) => ownValue(row.metrics, name)] as const,
    ),
    ...namesIn(rows, (row) => row.risks).map(
      (name) => [`risk ${name}`, (row: StudyRow) => ownValue(row.risks, name)] as const,
    ),
    ...more.map(({ name, cells }) => [name, (_: StudyRow, place: number) => cells[place]] as const),
  ]
  return {
    head: columns.map(([name]) => name),
    lines: rows.map((row, place) => columns.map(([, cell]) => cell(row, place))),
  }
}

export function csvText(head: readonly string[], lines: readonly (readonly Cell[])[]): string {
  return [head, ...lines]
    .map((cells) => `${cells.map((cell) => csvField(cell === undefined ? '' : String(cell))).join(',')}\n`)
    .join('')
}

/** Reads a study's `results.csv`, or the front beside a release. */
export function readStudyRows(file: string): StudyRow[] {
  let text: string
  try {
    text = readSmallFile(file, `"${file}"`, MOST_BYTES_OF_RESULTS)
  } catch (error) {
    if (error instanceof UserError) throw error
    throw userError('file', file)`"${file}" cannot be read (${(error as NodeJS.ErrnoException).code}); name the
      results.csv of a study, or the .front.csv beside a release`
  }
  return rowsFromCsv(text, file)
}

export function rowsFromCsv(text: string, name: string): StudyRow[] {
  const wrongFile = userError('file', name)
  if (/^\uFEFF?"?run"?[;\t]/.test(text))
    throw wrongFile`the cells of ${name} are not separated by commas; save it with commas, and with points in numbers`
  const [head = [], ...lines] = csvRecords(text, name).filter((cells) => cells.length > 1 || cells[0] !== '')
  const missing = ['run', 'data', 'kind', 'algorithm', 'seed', 'outcome'].filter((column) => !head.includes(column))
  if (missing.length > 0)
    throw wrongFile`${name} is not a table of runs: it has no column ${missing.join(', ')}; name the results.csv of a
      study, or the .front.csv beside a release`
  return lines.map((cells, i) => within(name, () => rowFrom(head, cells, `${name}, row ${i + 1}`)))
}

function rowFrom(head: readonly string[], cells: readonly string[], thing: string): StudyRow {
  if (cells.length !== head.length)
    throw wrongFileHere`${thing} has ${cells.length} cells under ${head.length} names; the file is damaged`
  const cell = new Map(head.map((name, i) => [name, cells[i]]))
  const text = (name: string): string => cell.get(name) ?? ''
  const number = (name: string, cell: string): number => {
    const value = Number(cell)
    if (cell.trim() === '' || (Number.isNaN(value) && cell !== 'NaN'))
      throw wrongFileHere`${thing}: ${name} must be a number; got "${cell}"`
    return value
  }
  const group = (kind: string): [string, string][] =>
    [...cell]
      .filter(([name, cell]) => name.startsWith(`${kind} `) && cell !== '')
      .map(([name, cell]) => [name.slice(kind.length + 1), cell])
  const figures = (kind: string) => Object.fromEntries(group(kind).map(([name, cell]) => [name, number(name, cell)]))
  const given = ['point', 'k', ...counts].filter((name) => text(name) !== '')
  if (!outcomes.includes(text('outcome')) || !['columns', 'items'].includes(text('kind')))
    throw wrongFileHere`${thing}: outcome must be one of ${outcomes.join(', ')} and kind columns or items; got
      "${text('outcome')}" and "${text('kind')}"`
  return {
    run: text('run'),
    settings: Object.fromEntries(group('setting').map(([name, cell]) => [name, wordFrom(cell)])),
    data: text('data'),
    kind: text('kind') as StudyRow['kind'],
    algorithm: text('algorithm'),
    ...Object.fromEntries(STAGES.filter((name) => text(name) !== '').map((name) => [name, text(name)])),
    outcome: text('outcome') as StudyRow['outcome'],
    optimal: text('optimal') === '' ? undefined : text('optimal') === 'true',
    error: text('error') === '' ? undefined : text('error'),
    seed: number('seed', text('seed')),
    ...Object.fromEntries(given.map((name) => [name, number(name, text(name))])),
    metrics: figures('utility'),
    risks: figures('risk'),
  }
}

function namesIn(rows: readonly StudyRow[], of: (row: StudyRow) => object): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(of(row))))]
}

/** Writes a word as JSON if it would be parsed as something else. */
function wordCell(word: Word | undefined): Cell {
  return typeof word === 'string' && (wordFrom(word) !== word || word === '') ? JSON.stringify(word) : word
}

function wordFrom(text: string): Word {
  if (text === 'true' || text === 'false') return text === 'true'
  if (text !== '' && String(Number(text)) === text) return Number(text)
  return /^".*"$/s.test(text) ? textFromJson(text) : text
}

function textFromJson(text: string): string {
  try {
    return String(JSON.parse(text))
  } catch {
    return text
  }
}
