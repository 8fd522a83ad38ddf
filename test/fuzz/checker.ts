/**
 * Another reading of a release, which shares nothing with the product: plain text in, a list of what is wrong out. Every row carries its
 * number in a column that is released as it is, so each released row is laid beside the very row it was made from.
 */
import { plainCell } from '../plain-cell.ts'
import { plainCovers, plainDay, plainRange, plainSecond } from '../plain-ranges.ts'
import type { CheckedColumn } from './derived-columns.ts'
import type { CheckedClass, CheckedModel } from './models.ts'

export interface CheckedTable {
  readonly columns: readonly CheckedColumn[]
  /** Cells by column, in the order of `columns`. */
  readonly rows: readonly (readonly string[])[]
}

export interface CheckedRelease {
  readonly release: string
  /** All other files that may be published, as text. */
  readonly public: readonly string[]
  readonly k: number
  /** `class`: masked if they are at least k together, otherwise left out. */
  readonly suppressedRows: 'mask' | 'drop' | 'class'
  readonly order: 'sorted' | 'source'
  /** The search may give a row a value that is not its own. */
  readonly swaps?: boolean
  /** Rows without one of their quasi-identifiers are left out. */
  readonly dropsMissing?: boolean
  /** The column whose values are persons, where these are counted. */
  readonly persons?: string | undefined
  readonly model?: CheckedModel | undefined
  /** Quasi-identifiers of the people of the register, in the order of the table's columns. */
  readonly register?: readonly (readonly string[])[] | undefined
  /** Suppressed rows must be k together, or none. */
  readonly enforced?: boolean
  /** The largest share of rows that may be suppressed; where it can be seen. */
  readonly limit?: number | undefined
  /** Cells that a spreadsheet would run begin with an apostrophe. */
  readonly safe?: boolean
  readonly tidy?: string | undefined
}

interface Place {
  readonly column: CheckedColumn
  readonly source: number
  readonly place: number
}

export function faultsOf(table: CheckedTable, checked: CheckedRelease): string[] {
  const { columns, rows } = table
  const faults: string[] = []
  const [header, ...cellsOfRows] = parse(checked.release)
  const released = cellsOfRows.map((cells) => (checked.safe ? cells.map(withoutApostrophe) : cells))
  // Numbers stay numbers.
  if (checked.safe && cellsOfRows.flat().some((cell) => /^[=+\-@\t\r\n]/.test(cell) && Number.isNaN(Number(cell))))
    faults.push('a cell may be a formula')
  const names = columns.filter(({ kind }) => kind !== 'identifier').map(({ name }) => name)
  if (header.join('\0') !== names.join('\0')) faults.push(`the header is ${header.join(',')}`)
  const quasi: Place[] = columns.flatMap((column, source) =>
    isQuasi(column) ? [{ column, source, place: header.indexOf(column.name) }] : [],
  )
  const rowNumber = header.indexOf(columns.find(({ kind }) => kind === 'row-number')?.name ?? '')
  const seen = new Set<string>()
  const classes = new Map<string, number[]>()
  const [masked, shownRows]: number[][] = [[], []]
  // Values that a row shows in some way, by column; a register is known to everybody.
  const shown = columns.map((_, source) => new Set<string>(checked.register?.map((person) => person[source])))
  for (const cells of released) {
    const number = Number(cells[rowNumber])
    const own = rows[number]
    if (own === undefined || seen.has(cells[rowNumber])) {
      faults.push(`row ${cells[rowNumber]} comes from nowhere, or twice`)
      continue
    }
    seen.add(cells[rowNumber])
    columns.forEach((column, source) => {
      const place = header.indexOf(column.name)
      if (column.kind === 'other' && cells[place] !== own[source])
        faults.push(`row ${number}: ${column.name} was changed`)
      if (column.kind === 'coarse' && !isCoarser(column, cells[place], own[source]))
        faults.push(`row ${number}: ${column.name} says ${cells[place]} of ${own[source]}`)
    })
    if (checked.dropsMissing && quasi.some(({ source }) => own[source] === ''))
      faults.push(`row ${number} lacks a value and is released`)
    const labels = quasi.map(({ place }) => cells[place])
    if (labels.every((label) => label === '*')) {
      masked.push(number)
      continue
    }
    shownRows.push(number)
    for (const { column, source, place } of quasi) {
      if (cells[place] !== '?' && cells[place] !== '*') shown[source].add(own[source])
      if (!checked.swaps && !isTrue(column, cells[place], own[source]))
        faults.push(`row ${number}: ${column.name} says ${cells[place]} of ${own[source]}`)
    }
    const key = JSON.stringify(labels)
    classes.set(key, [...(classes.get(key) ?? []), number])
  }
  for (const { name, coarse } of columns) {
    const shared = released.map((cells) => cells[header.indexOf(name)])
    if (shared.some((cell) => shared.filter((other) => other === cell).length < (coarse?.share ?? 0)))
      faults.push(`${name}: a value of fewer than ${coarse?.share} rows`)
  }
  const counted = rows.flatMap((own, i) =>
    checked.dropsMissing && quasi.some(({ source }) => own[source] === '') ? [] : [i],
  )
  const lost = counted.length - released.length
  if (checked.suppressedRows === 'mask' && lost !== 0) faults.push(`${lost} rows are lost`)
  const ill = header.indexOf('ill')
  const sensitive = new Map(released.map((cells) => [Number(cells[rowNumber]), cells[ill]]))
  faults.push(...shownFaults(quasi, classes, rows))
  faults.push(...classFaults(table, checked, quasi, { classes, counted, shownRows, sensitive }))
  const hidden = counted.filter((row) => !shownRows.includes(row))
  if (checked.suppressedRows === 'class' && lost !== 0 && lost !== hidden.length) faults.push(`${lost} rows are lost`)
  const isClass = checked.enforced || (checked.suppressedRows === 'class' && lost === 0)
  if (isClass && hidden.length > 0 && sizeOf(table, checked, hidden) < checked.k)
    faults.push(`${hidden.length} rows are suppressed, which is fewer than ${checked.k}`)
  // Where all rows are in the coarsest class, it looks the same.
  if (checked.limit !== undefined && shownRows.length > 0 && hidden.length > checked.limit * counted.length + 1e-9)
    faults.push(`${hidden.length} of ${counted.length} rows are suppressed, more than ${checked.limit}`)
  if (checked.order === 'sorted') faults.push(...unsorted(released, rowNumber, quasi.length > 0))
  if (!checked.swaps) faults.push(...strangeEnds(quasi, released, shown))
  faults.push(...keyedFaults(table, header, released, rowNumber))
  if (checked.tidy !== undefined) {
    const tidy = parse(checked.tidy).map((cells) => (checked.safe ? cells.map(withoutApostrophe) : cells))
    faults.push(...tidyFaults(table, header, released, tidy))
  }
  faults.push(
    ...leaks(columns, { rows, counted: counted.map((row) => rows[row]) }, checked.swaps ? undefined : shown, [
      checked.release,
      ...checked.public,
      checked.tidy ?? '',
    ]),
  )
  return faults
}

function withoutApostrophe(cell: string): string {
  return cell.replace(/^'(?=[=+\-@\t\r\n])/, '')
}

function isQuasi({ kind }: CheckedColumn): boolean {
  return ['number', 'order', 'tree', 'date', 'time', 'prefix'].includes(kind)
}

/**
 * The number that a class shows is the mean of its people but for rounding, or a value of one of them. Classes that show
 * the same are one here; their mean is the same, too.
 */
function shownFaults(
  quasi: readonly Place[],
  classes: ReadonlyMap<string, readonly number[]>,
  rows: CheckedTable['rows'],
): string[] {
  return quasi.flatMap(({ column, source }, i) => {
    if (column.shows === undefined) return []
    const all = rows.map((row) => Number(row[source]))
    const spread = Math.max(...all) - Math.min(...all)
    return [...classes].flatMap(([key, own]) => {
      const [label, values] = [(JSON.parse(key) as string[])[i], own.map((row) => Number(rows[row][source]))]
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length
      const isRight = column.shows === 'mean' ? Math.abs(Number(label) - mean) <= spread / 100 : values.includes(+label)
      return isRight ? [] : [`${column.name}: ${label} is no ${column.shows} of ${values}`]
    })
  })
}

/** How many rows these are, or persons. */
function sizeOf({ columns, rows }: CheckedTable, { persons }: CheckedRelease, own: readonly number[]): number {
  const column = columns.findIndex(({ name }) => name === persons)
  return column < 0 ? own.length : new Set(own.map((row) => rows[row][column])).size
}

/** What classes must be like: k, and the model. */
function classFaults(
  table: CheckedTable,
  checked: CheckedRelease,
  quasi: readonly Place[],
  found: {
    readonly classes: ReadonlyMap<string, readonly number[]>
    readonly counted: readonly number[]
    readonly shownRows: readonly number[]
    readonly sensitive: ReadonlyMap<number, string>
  },
): string[] {
  const { columns, rows } = table
  const { model, register = [] } = checked
  const person = columns.findIndex(({ name }) => name === checked.persons)
  const rowsOf = new Map<string, number>()
  for (const row of found.counted) {
    const own = rows[row][person] ?? String(row)
    rowsOf.set(own, (rowsOf.get(own) ?? 0) + 1)
  }
  const weight = (row: number) => 1 / (rowsOf.get(rows[row][person] ?? String(row)) ?? 1)
  const ill = columns.findIndex(({ name }) => name === 'ill')
  const classOf = (own: readonly number[], labels?: readonly string[]): CheckedClass => {
    const all = own.reduce((sum, row) => sum + weight(row), 0)
    const shares = new Map<string, number>()
    for (const row of own) {
      const value = labels === undefined ? rows[row][ill] : (found.sensitive.get(row) ?? '')
      shares.set(value, (shares.get(value) ?? 0) + weight(row) / all)
    }
    const looksAlike = (who: readonly string[]) =>
      quasi.every(({ column, source }, i) => isTrue(column, labels?.[i] ?? '*', who[source]))
    return { shares, size: sizeOf(table, checked, own), people: register.filter(looksAlike).length }
  }
  const all = classOf(found.counted)
  const faults: string[] = []
  for (const [key, own] of found.classes) {
    const size = sizeOf(table, checked, own)
    if (size < checked.k) faults.push(`the class ${key} has ${size} rows of ${checked.k}`)
    if (model?.breaks?.(classOf(own, JSON.parse(key)), all)) faults.push(`the class ${key} breaks ${model.name}`)
  }
  faults.push(...outsideFaults(table, checked, quasi, found))
  const sizes = [...found.classes.values()].map(({ length }) => length)
  if (sizes.length > 0 && model?.allBreak?.(sizes)) faults.push(`the classes break ${model.name}`)
  const { some, sets = [] } = model ?? {}
  const alikeIn = (places: readonly number[]) => {
    const alike = new Map<string, number[]>()
    for (const [key, own] of found.classes) {
      const labels = JSON.parse(key) as string[]
      const known = JSON.stringify(labels.map((label, i) => (places.includes(i) ? label : '')))
      alike.set(known, [...(alike.get(known) ?? []), ...own])
    }
    return alike
  }
  for (const { columns: names, k } of sets) {
    const places = quasi.flatMap(({ column }, i) => (names.includes(column.name) ? [i] : []))
    for (const [known, own] of alikeIn(places))
      if (own.length < k) faults.push(`anyone who knows ${known} finds ${own.length} rows of ${k}`)
  }
  for (const places of some === undefined ? [] : subsets(quasi.length, some.known)) {
    for (const [known, own] of alikeIn(places))
      if (some?.breaks(classOf(own, JSON.parse(known))))
        faults.push(`anyone who knows ${known}: ${model?.name} is broken`)
  }
  return faults
}

/** Anyone who has the register knows who looks like no released class: the suppressed rows are among them. */
function outsideFaults(
  table: CheckedTable,
  checked: CheckedRelease,
  quasi: readonly Place[],
  {
    classes,
    counted,
    shownRows,
  }: Readonly<Record<'counted' | 'shownRows', readonly number[]>> & {
    readonly classes: ReadonlyMap<string, readonly number[]>
  },
): string[] {
  const { model, register = [] } = checked
  const hidden = counted.filter((row) => !shownRows.includes(row))
  if (!model?.ofRegister || hidden.length === 0) return []
  const labels = [...classes.keys()].map((key) => JSON.parse(key) as string[])
  const isInside = (who: readonly string[]) =>
    labels.some((shown) => quasi.every(({ column, source }, i) => isTrue(column, shown[i], who[source])))
  const outside = {
    shares: new Map<string, number>(),
    size: sizeOf(table, checked, hidden),
    people: register.filter((who) => !isInside(who)).length,
  }
  return model.breaks?.(outside, outside) ? [`the suppressed rows break ${model.name}`] : []
}

/** Sets of up to `most` of the first `count` numbers. */
function subsets(count: number, most: number): number[][] {
  let sets: number[][] = [[]]
  for (let i = 0; i < count; i++) sets = [...sets, ...sets.map((set) => [...set, i])]
  return sets.filter(({ length }) => length > 0 && length <= most)
}

/** The ends of an interval, and what a set lists, are values of released rows. */
function strangeEnds(
  quasi: readonly Place[],
  released: readonly (readonly string[])[],
  shown: readonly ReadonlySet<string>[],
): string[] {
  return quasi.flatMap(({ column, source, place }) =>
    [...new Set(released.map((cells) => cells[place]))].flatMap((label) => {
      const [, ends] = /^(?:\[(.*)\])$/.exec(label) ?? /^(?:\{(.*)\})$/.exec(label) ?? []
      if (ends === undefined || column.kind === 'tree' || !column.exact) return []
      const has = (value: string) =>
        column.kind === 'number'
          ? [...shown[source]].some((own) => Number(own) === Number(value))
          : shown[source].has(value)
      return ends.split(',').every(has) ? [] : [`${column.name}: ${label} names what no released row has`]
    }),
  )
}

/** A pseudonym for each text, another for each other one; dates of one person moved by the same days, 1 to 30. */
function keyedFaults(
  { columns, rows }: CheckedTable,
  header: readonly string[],
  released: readonly (readonly string[])[],
  rowNumber: number,
): string[] {
  const by = columns.findIndex(({ kind }) => kind === 'pseudonym')
  return columns.flatMap((column, source) => {
    if (column.kind !== 'pseudonym' && column.kind !== 'shifted') return []
    const said = new Map<string, Set<string>>()
    for (const cells of released) {
      const own = rows[Number(cells[rowNumber])]
      const cell = cells[header.indexOf(column.name)]
      const days = (Date.parse(cell) - Date.parse(own[source])) / 86_400_000
      const of = said.get(own[by]) ?? new Set()
      said.set(own[by], of.add(column.kind === 'pseudonym' ? cell : String(days)))
    }
    const all = [...said.values()]
    const once = all.every(({ size }) => size === 1)
    if (!once) return [`${column.name}: one person has two of them`]
    const texts = all.flatMap((set) => [...set])
    if (column.kind === 'pseudonym') {
      const plain = texts.some((text) => said.has(text))
      return new Set(texts).size === texts.length && !plain ? [] : [`${column.name}: a pseudonym twice, or none`]
    }
    const moved = texts.every((days) => Math.abs(Number(days)) >= 1 && Math.abs(Number(days)) <= 30)
    return moved ? [] : [`${column.name} is moved by ${texts}`]
  })
}

/** The tidy table says what the release says, row for row, and no more. */
function tidyFaults(
  { columns, rows }: CheckedTable,
  header: readonly string[],
  released: readonly (readonly string[])[],
  [names, ...lines]: readonly (readonly string[])[],
): string[] {
  const rowNumber = header.indexOf(columns.find(({ kind }) => kind === 'row-number')?.name ?? '')
  if (lines.length !== released.length) return [`the tidy table has ${lines.length} rows of ${released.length}`]
  return columns.flatMap((column, source) => {
    const place = header.indexOf(column.name)
    if (place < 0) return []
    const own = isQuasi(column)
      ? names.flatMap((name, i) =>
          name.replace(/_(low|high|\d+|cell|latitude|longitude|size)$/, '') === column.name ? [i] : [],
        )
      : [names.indexOf(column.name)]
    const shown = released.flatMap((cells) =>
      /^[*?]$/.test(cells[place]) ? [] : [rows[Number(cells[rowNumber])][source]],
    )
    const isOfAll = (label: string) => shown.every((value) => isTrue(column, label, value))
    const wrong = lines.filter((cells, row) => {
      const label = released[row][place]
      const parts = own.map((i) => cells[i])
      if (!isQuasi(column)) return parts.join() !== label
      if (label === '*' || label === '?') return parts.join('') !== ''
      if (column.shows !== undefined) return Number(parts[0]) !== Number(label)
      if (column.place && /^(ANY|\{.*)$/.test(label)) return parts.join('') !== ''
      if (column.place)
        return parts[0] !== label.replace(/\*+$/, '') || !plainCell(+parts[1], +parts[2]).startsWith(parts[0])
      if (column.kind === 'time' && names.includes(`${column.name}_low`))
        return parts.some((part, end) => part !== '' && (plainRange(label) ?? [])[end] !== plainSecond(part) + 59 * end)
      // A single month is a range where the column's labels are.
      const range =
        isPrintedRange(column, label) || (column.kind === 'date' && names.includes(`${column.name}_low`))
          ? plainRange(label)
          : undefined
      if (range !== undefined) {
        const read = column.kind === 'date' ? plainDay : Number
        return range.some((end, i) => (Number.isFinite(end) ? read(parts[i]) !== end : parts[i] !== ''))
      }
      const ends = /^\[(.*),(.*)\]$/.exec(label)
      const isRange = column.kind === 'number' || column.kind === 'order'
      const bounds = ends === null ? [label, label] : ends.slice(1)
      // A number may be written in another way there: 1.0 for 1.
      if (isRange) return !bounds.every((bound, i) => isTrue(column, bound, parts[i]))
      // The way down to the label; nothing of a set, nor of what every row is.
      const below = parts.filter((part) => part !== '')
      if (below.length > 0) return below.at(-1) !== label
      return !label.startsWith('{') && !isOfAll(label)
    })
    return wrong.length === 0 ? [] : [`${column.name}: the tidy table says ${wrong[0]}`]
  })
}

/** Values of identifiers, and values that only suppressed rows have, are in no public file. */
function leaks(
  columns: readonly CheckedColumn[],
  { rows, counted }: { readonly rows: CheckedTable['rows']; readonly counted: CheckedTable['rows'] },
  shown: readonly ReadonlySet<string>[] | undefined,
  files: readonly string[],
): string[] {
  return columns.flatMap((column, source) => {
    if (['row-number', 'other', 'shifted', 'coarse'].includes(column.kind)) return []
    if (shown === undefined && isQuasi(column)) return []
    const secret = new Set(
      rows.map((row) => row[source]).filter((value) => shown?.[source].has(value) !== true && value.length >= 4),
    )
    // The last whole number before a border is printed, too.
    const isEnd = publicBorders(
      column,
      counted.map((row) => row[source]),
    )
    for (const value of secret)
      if (isEnd(Number(value)) || isEnd(Number(value) + 1) || isCalendarEnd(column, value)) secret.delete(value)
    // Names of a tree or an order stand in the job, and a report may list them; numbers, dates and codes do not.
    const inside = column.kind === 'tree' || column.kind === 'order' ? [] : files
    return [...secret].flatMap((value) =>
      (isQuasi(column) ? inside : files).some((text) => holds(text, value))
        ? [`${column.name}: ${value} is in a public file`]
        : [],
    )
  })
}

/**
 * Tells whether a number may be the border of a public bin although somebody has it: the roundest of all numbers
 * between two neighbouring values, or a multiple of the job's width, is printed whether or not it is anyone's.
 */
function publicBorders({ kind, exact, width }: CheckedColumn, texts: readonly string[]): (border: number) => boolean {
  if (kind !== 'number' || exact) return () => false
  const values = texts.filter((text) => text !== '').map(Number)
  return (border) => {
    if (width !== undefined) return border % width === 0
    const before = Math.max(...values.filter((value) => value < border))
    const next = Math.min(...values.filter((value) => value >= border))
    if (!Number.isFinite(before) || !Number.isFinite(next)) return false
    for (let power = 15; power >= -2; power--) {
      for (const mantissa of [5, 2, 1]) {
        const step = mantissa * 10 ** power
        const multiple = (Math.floor(before / step) + 1) * step
        if (multiple <= next) return Math.abs(multiple - border) < 1e-9
      }
    }
    return false
  }
}

/** Whether a date begins or ends a month or a week: a tidy table prints these days, whether or not they are anyone's. */
function isCalendarEnd({ kind, exact }: CheckedColumn, text: string): boolean {
  if (kind !== 'date' || exact) return false
  const [day, next] = [0, 1].map((days) => new Date(Date.parse(text) + days * 86_400_000))
  return day.getUTCDate() === 1 || next.getUTCDate() === 1 || day.getUTCDay() <= 1
}

/** As a word of its own: digits inside a digest or a longer number are nobody's. */
function holds(text: string, value: string): boolean {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1)) {
    if (!/[\w.-]/.test(text[at - 1] ?? ' ') && !/[\w.]/.test(text[at + value.length] ?? ' ')) return true
  }
  return false
}

/** In sorted files the numbers of rows do not stand in their order, unless they are what rows are sorted by last. */
function unsorted(released: readonly (readonly string[])[], rowNumber: number, recoded: boolean): string[] {
  if (!recoded || released.length < 2) return []
  const keys = released.map((cells) => JSON.stringify(cells.filter((_, i) => i !== rowNumber)))
  const blocks = keys.filter((key, i) => i === 0 || key !== keys[i - 1])
  return new Set(blocks).size === blocks.length ? [] : ['rows that say the same do not stand together']
}

/** Whether a coarser value may stand for a number: the nearest multiple, the cap, or a mean of neighbours. */
function isCoarser({ coarse = {} }: CheckedColumn, cell: string, text: string): boolean {
  const { round, digits, top, bottom, keep, share, shows } = coarse
  const value = round === undefined ? Number(text) : Math.round(Number(text) / round) * round
  if (keep === 'quarter') return cell === `2021-Q${Math.ceil(Number(text.slice(5, 7)) / 3)}`
  if (keep !== undefined) return cell === text.slice(0, 7)
  if (share !== undefined)
    return shows === 'interval' ? cell === 'any' || plainCovers(cell, value) : !Number.isNaN(Number(cell))
  if (digits !== undefined) return Number(cell) === Number(Number(text).toPrecision(digits))
  // A quantile is not known here, but nobody below it is cut off.
  if (typeof top === 'string') return cell === text || (cell.startsWith('≥ ') && plainCovers(cell, value))
  const isMean = shows === 'mean' && Number(cell) >= Number(top)
  if (top !== undefined && value >= top) return cell === `≥ ${top}` || isMean
  if (typeof bottom === 'string') return Number(cell) === value || (cell.startsWith('≤ ') && plainCovers(cell, value))
  if (bottom !== undefined && value <= bottom) return cell === `≤ ${bottom}`
  return Number(cell) === value
}

/** Whether a label is a range of numbers, or of months or weeks. */
function isPrintedRange({ kind }: CheckedColumn, label: string): boolean {
  return kind === 'number' || (kind === 'date' && /…|^[≤≥]|-W/.test(label))
}

function isTrue(column: CheckedColumn, label: string, value: string): boolean {
  // The whole of a column, in any way that it is written.
  if (label === value || label === '*' || label === '?' || label === 'ANY') return true
  if (column.shows !== undefined) return !Number.isNaN(Number(label))
  const day = column.kind === 'date' ? value.slice(0, 10) : value
  if (/^\{.*\}$/.test(label)) return label.slice(1, -1).split(',').includes(day)
  switch (column.kind) {
    case 'number': {
      return plainCovers(label, Number(value))
    }
    case 'order': {
      const ends = /^\[(.*),(.*)\]$/.exec(label)
      const place = (name: string) => column.order?.indexOf(name) ?? -1
      return ends !== null && place(ends[1]) >= 0 && place(ends[1]) <= place(value) && place(value) <= place(ends[2])
    }
    case 'tree':
      return column.groups?.get(label)?.has(value) === true
    case 'date': {
      if (isPrintedRange(column, label)) return plainCovers(label, plainDay(day))
      const [year, month] = value.split('-')
      return [
        value.slice(0, 10),
        `${year}-${month}`,
        `${year}-Q${Math.ceil(Number(month) / 3)}`,
        year,
        `${year.slice(0, 3)}0s`,
      ].includes(label)
    }
    case 'time':
      return plainCovers(label, plainSecond(value))
    case 'prefix':
      return /\*+$/.test(label) && value.startsWith(label.replace(/\*+$/, ''))
    default:
      return false
  }
}

/** Records of a delimited text; quotes and doubled quotes. */
export function parse(text: string): string[][] {
  const records: string[][] = []
  let fields: string[] = []
  let field = ''
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const sign = text[i]
    if (quoted && sign === '"' && text[i + 1] === '"') field += text[++i]
    else if (sign === '"') quoted = !quoted
    else if (!quoted && (sign === ',' || sign === '\n')) {
      fields.push(field)
      field = ''
      if (sign === '\n') {
        records.push(fields)
        fields = []
      }
    } else field += sign
  }
  return records
}
