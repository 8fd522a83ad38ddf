/**
 * The five data sets of the paper: rows, quasi-identifiers (§5.1), and the k of the figures. Glass (`glass/glass.data`)
 * and Waveform (`waveform/waveform-+noise.data`) are read if the user provides the UCI files; otherwise Waveform is
 * generated. The others come from research/papers/data.yaml.
 */
import { existsSync, readFileSync } from 'node:fs'
import { randomFrom } from '../../../src/ground/random.ts'
import type { CodedTable } from '../../../src/learn/coded-table.ts'
import type { Cuts } from '../../../src/learn/discretize.ts'
import { type ReadColumnPlan, tableFromRows } from '../../../src/learn/read-rows.ts'
import { dataPath } from '../../../test/data.ts'
import { adultColumns, makeTicTacToe, readAdult } from '../../../test/learn-tables.ts'

export interface PaperData {
  readonly name: string
  readonly title: string
  readonly figure: string
  readonly ks: readonly number[]
  readonly read: () => CodedTable
  /** Defaults to all columns. */
  readonly quasiIdentifiers?: readonly string[]
}

/** Attributes of German credit in file order; the paper's nine quasi-identifiers have names. */
const GERMAN =
  'checking duration history purpose amount savings employment rate status debtors residence property age plans housing credits job liable telephone foreign class'.split(
    ' ',
  )
const GERMAN_NUMBERS = ['duration', 'amount', 'rate', 'residence', 'age', 'credits', 'liable']
export const GERMAN_NINE = [
  'history',
  'savings',
  'duration',
  'checking',
  'amount',
  'purpose',
  'property',
  'rate',
  'debtors',
]

export const dataSets: readonly PaperData[] = [
  {
    name: 'adult',
    title: 'Adult',
    figure: 'figure-1',
    ks: [5, 20, 50, 100, 500, 1000],
    read: () => readAdult(adultColumns['14']).both,
  },
  {
    name: 'german',
    title: 'German credit',
    figure: 'figure-2',
    ks: [5, 10, 15, 20, 30, 40, 50, 80, 100],
    read: () => readTable('german/german.data', { header: GERMAN, numbers: GERMAN_NUMBERS, target: 'class' }),
    quasiIdentifiers: GERMAN_NINE,
  },
  { name: 'tic-tac-toe', title: 'Tic-tac-toe', figure: 'figure-3', ks: [5, 10, 15, 20, 30], read: makeTicTacToe },
  {
    name: 'glass',
    title: 'Glass',
    figure: 'figure-4',
    ks: [5, 10, 15, 20, 30],
    read: () => readGlass(dataPath('glass/glass.data')),
  },
  {
    name: 'waveform',
    title: 'Waveform',
    figure: 'figure-5',
    ks: [5, 10, 15, 20, 30, 40, 50],
    read: () => {
      const path = 'waveform/waveform-+noise.data'
      return existsSync(dataPath(path)) ? readTable(path, waveformFile) : drawWaveform(1)
    },
  },
]

const oxides = ['RI', 'Na', 'Mg', 'Al', 'Si', 'K', 'Ca', 'Ba', 'Fe']

/** The UCI file; its first column numbers the rows. */
export function readGlass(path: string): CodedTable {
  const file = { header: ['id', ...oxides, 'type'], numbers: oxides, target: 'type' }
  return tableFromText(readFileSync(path, 'utf8'), file)
}

const waves = Array.from({ length: 40 }, (_, i) => `x${i + 1}`)
const waveformFile: TableFile = { header: [...waves, 'wave'], numbers: waves, target: 'wave' }

/** Generates 5000 rows, as many as the file has. */
export function drawWaveform(seed: number): CodedTable {
  return tableFromText(waveformText(5000, seed), waveformFile)
}

/**
 * Waveform (Breiman et al. 1984): each row mixes two of three triangles over 21 places by a uniform share, with normal
 * noise, plus 19 columns of pure noise; the class is the pair.
 */
export function waveformText(rows: number, seed: number): string {
  const random = randomFrom(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random.uniform())) * Math.cos(2 * Math.PI * random.uniform())
  const triangle = (place: number, shift: number) => Math.max(6 - Math.abs(place + shift - 11), 0)
  const pairs = [
    [0, -4],
    [0, 4],
    [-4, 4],
  ]
  return Array.from({ length: rows }, () => {
    const wave = random.integer(3)
    const share = random.uniform()
    const [first, second] = pairs[wave]
    const noisy = Array.from({ length: 40 }, (_, i) =>
      i < 21 ? share * triangle(i + 1, first) + (1 - share) * triangle(i + 1, second) + normal() : normal(),
    )
    return [...noisy.map((value) => value.toFixed(2)), wave].join()
  }).join('\n')
}

/** Equal-width intervals, as in Weka's unsupervised filter. */
export function equalWidthCuts({ columns }: CodedTable, bins: number): Cuts {
  return Object.fromEntries(
    columns.flatMap((column) => {
      if (column.kind !== 'numbers') return []
      const [low, high] = column.values.reduce(
        ([a, b], value) => [Math.min(a, value), Math.max(b, value)] as const,
        [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
      )
      return [[column.name, Array.from({ length: bins - 1 }, (_, i) => low + ((high - low) * (i + 1)) / bins)]]
    }),
  )
}

interface TableFile {
  readonly header: readonly string[]
  readonly numbers: readonly string[]
  readonly target: string
}

function readTable(path: string, file: TableFile): CodedTable {
  return tableFromText(readFileSync(dataPath(path), 'utf8'), file)
}

/** Fields are separated by commas or spaces; anything but a number or the target is a category. */
export function tableFromText(text: string, { header, numbers, target }: TableFile): CodedTable {
  const rows = text
    .split('\n')
    .map((line) => line.trim().split(/[,\s]+/))
    .filter((cells) => cells.length === header.length)
  const named = header.filter((name) => name !== target && name !== 'id')
  const distinctValues = (name: string) => [...new Set(rows.map((row) => row[header.indexOf(name)]))].sort()
  return tableFromRows(rows, {
    header,
    target,
    targetValues: distinctValues(target),
    columns: named.map(
      (name): ReadColumnPlan =>
        numbers.includes(name) ? { name, type: 'numbers' } : { name, values: distinctValues(name) },
    ),
  })
}
