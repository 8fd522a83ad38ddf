/** The tables on which learners are compared with Weka's figures. Adult is not in the repository: see test/data.ts. */
import { readFileSync } from 'node:fs'
import { randomFrom } from '../src/ground/random.ts'
import type { CodedTable, LearnColumn } from '../src/learn/coded-table.ts'
import { type Cuts, findInterval, intervalNames } from '../src/learn/discretize.ts'
import { type ReadColumnPlan, tableFromRows } from '../src/learn/read-rows.ts'
import { dataPath } from './data.ts'
import { ticTacToeRows } from './tic-tac-toe.ts'

const ADULT_HEADER =
  'age,workclass,fnlwgt,education,education-num,marital-status,occupation,relationship,race,sex,capital-gain,capital-loss,hours-per-week,native-country,income'.split(
    ',',
  )
const NUMBERS = ['age', 'fnlwgt', 'education-num', 'education-order', 'capital-gain', 'capital-loss', 'hours-per-week']
const SEVEN = ['workclass', 'education', 'marital-status', 'occupation', 'race', 'sex', 'native-country']

/**
 * Column sets of Adult. `8-numeric` has education as Iyengar's order, in which Assoc-acdm and Assoc-voc stand the other way round than
 * in education-num; with it Weka's figures come out to the last digit.
 */
export const adultColumns = {
  '7': SEVEN,
  '8-nominal': ['age', ...SEVEN],
  '8-numeric': ['age', ...SEVEN.map((name) => (name === 'education' ? 'education-order' : name))],
  '14': ADULT_HEADER.slice(0, 14),
} as const

export interface AdultTables {
  /** The 30,162 complete rows of adult.data. */
  readonly train: CodedTable
  /** The 15,060 complete rows of adult.test. */
  readonly test: CodedTable
  /** Both together. */
  readonly both: CodedTable
}

/** Adult with all columns, for `selectColumns`. */
export function readAdult(columns: readonly string[]): AdultTables {
  const train = readComplete('adult/adult.data')
  const test = readComplete('adult/adult.test')
  const both = [...train, ...test]
  const header = [...ADULT_HEADER, 'education-order']
  const valuesOf = (name: string) => [...new Set(both.map((row) => row[header.indexOf(name)]))].sort()
  const plan = {
    header,
    target: 'income',
    targetValues: ['<=50K', '>50K'],
    columns: columns.map(
      (name): ReadColumnPlan => (NUMBERS.includes(name) ? { name, type: 'numbers' } : { name, values: valuesOf(name) }),
    ),
  }
  return { train: tableFromRows(train, plan), test: tableFromRows(test, plan), both: tableFromRows(both, plan) }
}

function readComplete(file: string): string[][] {
  return readFileSync(dataPath(file), 'utf8')
    .split('\n')
    .map((line) => line.replace(/\.$/, '').split(', '))
    .filter((cells) => cells.length === 15 && !cells.includes('?'))
    .map((cells) => [...cells, cells[4] === '11' ? '12' : cells[4] === '12' ? '11' : cells[4]])
}

export function makeTicTacToe(): CodedTable {
  const squares = ['a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1', 'c2', 'c3']
  // The order of the values decides ties of PART; this is that of the data set's own description.
  return tableFromRows(ticTacToeRows(), {
    header: [...squares, 'class'],
    target: 'class',
    columns: squares.map((name) => ({ name, values: ['x', 'o', 'b'] })),
  })
}

/**
 * Made rows for timing: six categories of 2 to 40 values and three numbers of few, many and very many distinct values; the class depends
 * on some of them with noise, and `missing` is the share of cells that are not known.
 */
export function makeRows(rows: number, seed: number, missing = 0): CodedTable {
  const random = randomFrom(seed)
  const sizes = [2, 5, 7, 14, 16, 40]
  const codes = sizes.map(() => new Int32Array(rows))
  const numbers = [new Float64Array(rows), new Float64Array(rows), new Float64Array(rows)]
  const target = new Int32Array(rows)
  for (let row = 0; row < rows; row++) {
    sizes.forEach((size, column) => {
      // Skewed like real categories: small codes are frequent.
      codes[column][row] = Math.floor(size * random.uniform() ** 2)
    })
    numbers[0][row] = 17 + random.integer(74)
    numbers[1][row] = Math.floor(1e4 * random.uniform() ** 3)
    numbers[2][row] = random.uniform()
    const score =
      (codes[0][row] === 0 ? 1.2 : -0.4) +
      ([1.5, -0.5, 0.3, -1, 0][codes[1][row]] ?? 0) +
      (codes[3][row] % 3 === 0 ? 0.8 : -0.3) +
      (numbers[0][row] > 30 && numbers[0][row] < 60 ? 1 : -1.4) +
      (numbers[1][row] > 3000 ? 1 : -0.2)
    target[row] = random.uniform() < 1 / (1 + Math.exp(-1.5 * score)) ? 1 : 0
    if (missing > 0) {
      for (const column of codes) if (random.uniform() < missing) column[row] = -1
      for (const column of numbers) if (random.uniform() < missing) column[row] = Number.NaN
    }
  }
  return {
    rows,
    columns: [
      ...sizes.map((size, column) => ({
        kind: 'categories' as const,
        name: `category-${size}`,
        values: Array.from({ length: size }, (_, code) => `v${code}`),
        codes: codes[column],
      })),
      ...numbers.map((values, column) => ({ kind: 'numbers' as const, name: `number-${column}`, values })),
    ],
    target: { kind: 'categories', name: 'class', values: ['no', 'yes'], codes: target },
  }
}

export function selectColumns(table: CodedTable, names: readonly string[]): CodedTable {
  return { ...table, columns: names.map((name) => table.columns.find((column) => column.name === name)!) }
}

/** The table with the interval of each number that has cuts. */
export function applyCuts(table: CodedTable, cuts: Cuts): CodedTable {
  const cutColumn = (column: LearnColumn): LearnColumn => {
    if (column.kind !== 'numbers' || !Object.hasOwn(cuts, column.name)) return column
    const ends = cuts[column.name]
    const codes = Int32Array.from(column.values, (value) => (Number.isNaN(value) ? -1 : findInterval(ends, value)))
    return { kind: 'categories', name: column.name, values: intervalNames(ends), codes }
  }
  return { ...table, columns: table.columns.map(cutColumn) }
}
