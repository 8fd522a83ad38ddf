/**
 * Converts rows of a study to CSV. Measurements go to another table: everything here depends on job, data and
 * seed alone. Columns: those of every row, then `setting privacy.k`, `utility LM`, `risk prosecutor`, …
 */
import { csvField } from '../../ground/csv.ts'
import { ownValue } from '../../ground/names.ts'
import type { StudyRow } from './study-row.ts'

type Word = StudyRow['settings'][string]

type Cell = string | number | boolean | undefined

const counts = ['rows', 'missing', 'suppressed', 'combinations', 'classes', 'smallestClass', 'evaluations'] as const

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

function namesIn(rows: readonly StudyRow[], of: (row: StudyRow) => object): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(of(row))))]
}

/** Writes a word as JSON if it would be read as nothing, a boolean, a number or JSON. */
function wordCell(word: Word | undefined): Cell {
  if (typeof word !== 'string') return word
  return /^(true|false|".*"|)$/s.test(word) || String(Number(word)) === word ? JSON.stringify(word) : word
}
