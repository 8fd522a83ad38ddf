/**
 * Random columns that a job derives from others, with their values computed here by plain arithmetic: years, days, parts
 * of dates, bins, maps and places. The sources have no role but identifier, so none of their values may be published.
 */
import { CELL_LEVELS, plainCell } from '../plain-cell.ts'
import { isLeap, plainDay } from '../plain-ranges.ts'

/** Keys of a job that make values coarser. */
export interface Coarse {
  readonly round?: number
  readonly digits?: number
  readonly top?: number | string
  readonly bottom?: number | string
  readonly keep?: 'month' | 'quarter'
  readonly share?: number
  readonly shows?: 'mean' | 'median' | 'interval'
}

export interface CheckedColumn {
  readonly name: string
  readonly kind:
    | 'identifier'
    | 'row-number'
    | 'other'
    | 'pseudonym'
    | 'shifted'
    | 'number'
    | 'order'
    | 'tree'
    | 'date'
    | 'time'
    | 'prefix'
    | 'coarse'
  /** Of a tree: for each group the values below it. */
  readonly groups?: ReadonlyMap<string, ReadonlySet<string>>
  /** Of an order. */
  readonly order?: readonly string[]
  /** Intervals end at values of the data. */
  readonly exact?: boolean
  /** Of values that are released coarser. */
  readonly coarse?: Coarse
  /** Classes show one number instead of a range. */
  readonly shows?: 'mean' | 'median' | 'mode' | undefined
  /** Not in the file: the job computes it. */
  readonly derived?: boolean
  /** Of a prefix: the cell of a place, with its centre in the tidy table. */
  readonly place?: boolean
  /** The only width of bins, which the job names. */
  readonly width?: number | undefined
}

export interface RandomColumn extends CheckedColumn {
  readonly job: object
  /** `other`: the cell of a column before this one, in the same row. */
  readonly cell: (row: number, other: (name: string) => string) => string
}

interface Chance {
  below(count: number): number
  pick<T>(values: readonly T[]): T
  /** A name that no other column has. */
  called(usual: string): string
}

type Maker = (chance: Chance, files: Record<string, string>) => readonly RandomColumn[]

const two = (number: number) => String(number).padStart(2, '0')

function randomDate({ below, pick }: Chance, first: number, years: number): string {
  const year = first + below(years)
  return pick([`${year}-${two(1 + below(12))}-${two(1 + below(28))}`, `${year}-02-${isLeap(year) ? 29 : 28}`])
}

function source(chance: Chance, usual: string, cell: () => string): RandomColumn {
  return { name: chance.called(usual), kind: 'identifier', job: { role: 'identifier' }, cell }
}

/** Completed years, counted birthday by birthday; one on 29 February is reached on 1 March in other years. */
function countBirthdays(from: string, to: string): number {
  const [year, day] = [Number(from.slice(0, 4)), from.slice(4)]
  let years = 0
  const birthday = () => {
    const next = year + years + 1
    return plainDay(day === '-02-29' && !isLeap(next) ? `${next}-03-01` : `${next}${day}`)
  }
  while (birthday() <= plainDay(to)) years++
  return years
}

const quasi = { role: 'quasi-identifier' }

const makers: Readonly<Record<string, Maker>> = {
  years: (chance) => {
    // Years apart from those of shifted dates, which may become any day near them.
    const born = source(chance, 'birth', () => randomDate(chance, 1950, 30))
    const came = source(chance, 'admission', () => randomDate(chance, 2031, 4))
    const job = { ...quasi, derive: { years: [born.name, came.name] } }
    const cell: RandomColumn['cell'] = (_, other) => String(countBirthdays(other(born.name), other(came.name)))
    return [born, came, { name: chance.called('years'), kind: 'number', derived: true, job, cell }]
  },
  days: (chance) => {
    const came = source(chance, 'begin', () => randomDate(chance, 2023, 1))
    const left = source(chance, 'end', () => randomDate(chance, 2024, 1))
    const job = { ...quasi, derive: { days: [came.name, left.name] } }
    const cell: RandomColumn['cell'] = (_, other) => String(plainDay(other(left.name)) - plainDay(other(came.name)))
    return [came, left, { name: chance.called('stay'), kind: 'number', derived: true, job, cell }]
  },
  part: (chance) => {
    const { below, pick } = chance
    const came = source(chance, 'moment', () => `${randomDate(chance, 2021, 2)} ${two(below(24))}:${two(below(60))}`)
    const part = pick(['quarter', 'month', 'weekday', 'hour'])
    const job = { ...quasi, derive: { part: [came.name, part] } }
    const cell: RandomColumn['cell'] = (_, other) => {
      const [date, time] = other(came.name).split(' ')
      const month = Number(date.slice(5, 7))
      // 1970 began on a Thursday.
      const weekday = ((plainDay(date) + 3) % 7) + 1
      return String({ quarter: Math.ceil(month / 3), month, weekday, hour: Number(time.slice(0, 2)) }[part])
    }
    return [came, { name: chance.called('part'), kind: 'number', derived: true, job, cell }]
  },
  bin: (chance) => {
    const sum = source(chance, 'sum', () => `${chance.below(40)}.${100 + chance.below(900)}`)
    const job = { ...quasi, derive: { bin: [sum.name, 20] } }
    const cell: RandomColumn['cell'] = (_, other) => (Number(other(sum.name)) < 20 ? '< 20' : '≥ 20')
    const order = ['< 20', '≥ 20']
    return [sum, { name: chance.called('range'), kind: 'order', order, derived: true, job, cell }]
  },
  map: (chance, files) => {
    const towns = ['Oslo', 'Bergen', 'Paris', 'Lyon', 'Rome']
    files['towns.csv'] = `code,town\n${towns.map((town, i) => `C-${100 + i},${town}\n`).join('')}`
    const code = source(chance, 'code-of-town', () => `C-${100 + chance.below(towns.length)}`)
    const job = { ...quasi, order: towns, ends: 'exact', derive: { map: [code.name, 'towns.csv'] } }
    const cell: RandomColumn['cell'] = (_, other) => towns[Number(other(code.name).slice(2)) - 100]
    return [code, { name: chance.called('town'), kind: 'order', order: towns, exact: true, derived: true, job, cell }]
  },
  place: (chance) => {
    const { below } = chance
    const north = source(chance, 'latitude', () => `${48 + below(2)}.${10_000 + below(90_000)}`)
    const east = source(chance, 'longitude', () => `-${1 + below(2)}.${10_000 + below(90_000)}`)
    const level = chance.pick(CELL_LEVELS)
    const job = { ...quasi, derive: { place: [north.name, east.name] }, levels: ['100km', '10km', level] }
    const finest = CELL_LEVELS.find((name) => name === level || name === '10km')
    const cell: RandomColumn['cell'] = (_, other) =>
      plainCell(Number(other(north.name)), Number(other(east.name)), finest)
    return [north, east, { name: chance.called('home'), kind: 'prefix', place: true, derived: true, job, cell }]
  },
}

/** One rule with its sources, in front of what is derived from them. */
export function derivedColumns(chance: Chance, files: Record<string, string>): readonly RandomColumn[] {
  return makers[chance.pick(Object.keys(makers))](chance, files)
}
