/** LM (Iyengar 2002, §3.1) counted from what is written in a release and in its source, without a line of Halftone's. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { plainDay, plainWidth } from '../plain-ranges.ts'

type Row = Readonly<Record<string, string | number>>

interface Column {
  readonly role: string
  readonly generalize?: boolean
  readonly type?: string
  readonly format?: string
  readonly taxonomy?: string
  readonly levels?: readonly string[]
}

interface Node {
  readonly name: string
  readonly children?: readonly Node[]
}

/** The mean over columns of the mean over rows; a cell that could be each of n of M values loses (n − 1)/(M − 1), an interval its share of the range. */
export function plainLoss(job: string, folder: string, released: readonly Row[], source: readonly Row[]): number {
  const { columns: asked, data } = parse(job) as { columns: Record<string, Column>; data: { decimal?: string } }
  const columns = Object.entries(asked)
  const plain = (text: string) => (data.decimal === ',' ? text.replaceAll('.', '').replaceAll(',', '.') : text)
  const quasiIdentifiers = columns.filter(([, { role, generalize }]) => role === 'quasi-identifier' || generalize)
  // A row without one of them is in no release.
  const whole = source.filter((row) =>
    quasiIdentifiers.every(([name]) => !['', '?'].includes(String(row[name]).trim())),
  )
  const losses = quasiIdentifiers.map(([name, column]) => {
    const texts = whole.map((row) => String(row[name]).trim())
    const isNumber = column.type === 'numeric'
    const loss = lossOf(column, folder, [...new Set(isNumber ? texts.map(plain) : texts)])
    const label = (row: Row) => (isNumber ? plain(String(row[name])).replace(';', ',') : String(row[name]))
    const suppressed = (row: Row) => quasiIdentifiers.every(([other]) => row[other] === '*')
    return mean(released.map((row) => (suppressed(row) ? 1 : loss(label(row)))))
  })
  return mean(losses)
}

function lossOf(column: Column, folder: string, values: readonly string[]): (label: string) => number {
  if (column.type === 'numeric') {
    const numbers = values.map(Number)
    return (label) => plainWidth(label, Math.min(...numbers), Math.max(...numbers))
  }
  const share = (covered: number, all: number) => {
    if (covered === 0) throw new Error('a label covers no value')
    return all === 1 ? 0 : (covered - 1) / (all - 1)
  }
  if (column.taxonomy !== undefined) {
    const root: Node = JSON.parse(readFileSync(join(folder, column.taxonomy), 'utf8'))
    const leaves = new Map<string, number>()
    const count = ({ name, children = [] }: Node): number => {
      const own = children.length === 0 ? 1 : children.reduce((sum, child) => sum + count(child), 0)
      leaves.set(name, own)
      return own
    }
    const all = count(root)
    return (label) => share(leaves.get(label) ?? 0, all)
  }
  const texts = column.type === 'date' ? [...new Set(values.map((text) => day(text, column.format)))] : values
  if (column.type === 'date') {
    const days = texts.map(plainDay)
    // A range of months or weeks, where the search takes dates for an order; otherwise a node of the calendar.
    const isNode = (label: string) => /^(\d{4}(-Q\d)?|\d{3}0s|\d{4}-\d\d-\d\d)$/.test(label)
    if (!column.levels)
      return (label) =>
        isNode(label)
          ? share(texts.filter((text) => dateCovers(label, text)).length, texts.length)
          : plainWidth(label, Math.min(...days), Math.max(...days))
  }
  const covers = column.type === 'date' ? dateCovers : prefixCovers
  return (label) => share(texts.filter((text) => covers(label, text)).length, texts.length)
}

/** A date as 2004-03-17. */
function day(text: string, format = ''): string {
  const [first, second, third] = text.split(/[ T]/)[0].split(/[./-]/)
  if (first.length === 4) return [first, second, third].join('-')
  const year = third.length === 4 ? third : `${Number(third) < 30 ? '20' : '19'}${third}`
  const [d, m] = format.startsWith('%m') ? [second, first] : [first, second]
  return [year, m.padStart(2, '0'), d.padStart(2, '0')].join('-')
}

function dateCovers(label: string, date: string): boolean {
  const quarter = `${date.slice(0, 4)}-Q${Math.ceil(Number(date.slice(5, 7)) / 3)}`
  return [date, date.slice(0, 7), quarter, date.slice(0, 4), `${date.slice(0, 3)}0s`, '*'].includes(label)
}

function prefixCovers(label: string, text: string): boolean {
  return text.startsWith(label.replace(/\*+$/, ''))
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
