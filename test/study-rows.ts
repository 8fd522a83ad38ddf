/** Reads the rows of a study back from its `results.csv`, or from the front beside a release. */
import { readFileSync } from 'node:fs'
import { csvRecords } from '../src/ground/csv.ts'
import type { StudyRow } from '../src/report/study/study-row.ts'

export function readStudyRows(file: string): StudyRow[] {
  return rowsFromCsv(readFileSync(file, 'utf8'))
}

export function rowsFromCsv(csv: string): StudyRow[] {
  const [head, ...lines] = csvRecords(csv, 'the rows')
  return lines.map((cells) => {
    if (cells.length !== head.length) throw new Error(`${cells.length} cells under ${head.length} names`)
    const cell = new Map(head.map((name, i) => [name, cells[i]]))
    const text = (name: string): string => cell.get(name) ?? ''
    const group = (kind: string): [string, string][] =>
      [...cell]
        .filter(([name, value]) => name.startsWith(`${kind} `) && value !== '')
        .map(([name, value]) => [name.slice(kind.length + 1), value])
    const figures = (kind: string) => Object.fromEntries(group(kind).map(([name, value]) => [name, Number(value)]))
    const numbers = [
      'point',
      'k',
      'rows',
      'missing',
      'suppressed',
      'combinations',
      'classes',
      'smallestClass',
      'evaluations',
    ]
    const given = numbers.filter((name) => text(name) !== '')
    const words = ['start', 'improve'].filter((name) => text(name) !== '')
    return {
      run: text('run'),
      settings: Object.fromEntries(group('setting').map(([name, value]) => [name, wordFrom(value)])),
      data: text('data'),
      kind: text('kind') as StudyRow['kind'],
      algorithm: text('algorithm'),
      ...Object.fromEntries(words.map((name) => [name, text(name)])),
      outcome: text('outcome') as StudyRow['outcome'],
      optimal: text('optimal') === '' ? undefined : text('optimal') === 'true',
      error: text('error') === '' ? undefined : text('error'),
      seed: Number(text('seed')),
      ...Object.fromEntries(given.map((name) => [name, Number(text(name))])),
      metrics: figures('utility'),
      risks: figures('risk'),
    }
  })
}

function wordFrom(text: string): StudyRow['settings'][string] {
  if (text === 'true' || text === 'false') return text === 'true'
  if (text !== '' && String(Number(text)) === text) return Number(text)
  return /^".*"$/s.test(text) ? String(JSON.parse(text)) : text
}
