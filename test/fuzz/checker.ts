/**
 * Another reading of a release, which shares nothing with the product: plain text in, a list of what is wrong out. Every row carries its
 * number in a column that is released as it is, so each released row is laid beside the very row it was made from.
 */
export interface CheckedTable {
  readonly columns: readonly CheckedColumn[]
  /** Cells by column, in the order of `columns`. */
  readonly rows: readonly (readonly string[])[]
}

export interface CheckedColumn {
  readonly name: string
  readonly kind: 'identifier' | 'row-number' | 'other' | 'number' | 'order' | 'tree' | 'date' | 'prefix'
  /** Of a tree: for each group the values below it. */
  readonly groups?: ReadonlyMap<string, ReadonlySet<string>>
  /** Of an order. */
  readonly order?: readonly string[]
}

export interface CheckedRelease {
  readonly release: string
  /** All other files that may be published, as text. */
  readonly public: readonly string[]
  readonly k: number
  readonly suppressedRows: 'mask' | 'drop'
  readonly order: 'sorted' | 'source'
  /** The search may give a row a value that is not its own. */
  readonly swaps?: boolean
}

export function faultsOf({ columns, rows }: CheckedTable, checked: CheckedRelease): string[] {
  const faults: string[] = []
  const [header, ...released] = parse(checked.release)
  const names = columns.filter(({ kind }) => kind !== 'identifier').map(({ name }) => name)
  if (header.join('\0') !== names.join('\0')) faults.push(`the header is ${header.join(',')}`)
  const quasi = columns.flatMap((column, source) => {
    const place = header.indexOf(column.name)
    return ['number', 'order', 'tree', 'date', 'prefix'].includes(column.kind) ? [{ column, source, place }] : []
  })
  const rowNumber = header.indexOf(columns.find(({ kind }) => kind === 'row-number')?.name ?? '')
  const seen = new Set<string>()
  const classes = new Map<string, number>()
  // Values that a row shows in some way, by column.
  const shown = columns.map(() => new Set<string>())
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
    })
    const labels = quasi.map(({ place }) => cells[place])
    if (labels.every((label) => label === '*')) continue
    for (const { column, source, place } of quasi) {
      if (cells[place] !== '?' && cells[place] !== '*') shown[source].add(own[source])
      if (!checked.swaps && !isTrue(column, cells[place], own[source]))
        faults.push(`row ${number}: ${column.name} says ${cells[place]} of ${own[source]}`)
    }
    const key = JSON.stringify(labels)
    classes.set(key, (classes.get(key) ?? 0) + 1)
  }
  for (const [key, size] of classes)
    if (size < checked.k) faults.push(`the class ${key} has ${size} rows of ${checked.k}`)
  const lost = rows.length - released.length
  if (checked.suppressedRows === 'mask' && lost !== 0) faults.push(`${lost} rows are lost`)
  if (checked.order === 'sorted') faults.push(...unsorted(released, rowNumber, quasi.length > 0))
  faults.push(
    ...leaks(columns, rows, checked.swaps ? undefined : shown, [checked.release, ...checked.public], checked.public),
  )
  return faults
}

/** Values of identifiers, and values that only suppressed rows have, are in no public file. */
function leaks(
  columns: readonly CheckedColumn[],
  rows: readonly (readonly string[])[],
  shown: readonly ReadonlySet<string>[] | undefined,
  files: readonly string[],
  documents: readonly string[],
): string[] {
  return columns.flatMap((column, source) => {
    if (column.kind === 'row-number' || column.kind === 'other') return []
    if (shown === undefined && column.kind !== 'identifier') return []
    const secret = new Set(
      rows.map((row) => row[source]).filter((value) => shown?.[source].has(value) !== true && value.length >= 4),
    )
    // Names of a tree or an order stand in the job, and a report may list them; numbers, dates and codes do not.
    const inside = column.kind === 'tree' || column.kind === 'order' ? [] : files
    return [...secret].flatMap((value) =>
      (column.kind === 'identifier' ? documents : inside).some((text) => holds(text, value))
        ? [`${column.name}: ${value} is in a public file`]
        : [],
    )
  })
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

function isTrue(column: CheckedColumn, label: string, value: string): boolean {
  // The whole of a column, in any way that it is written.
  if (label === value || label === '*' || label === '?' || label === 'ANY') return true
  if (/^\{.*\}$/.test(label)) return label.slice(1, -1).split(',').includes(value)
  switch (column.kind) {
    case 'number': {
      const ends = /^\[(-?[\d.e+-]+),(-?[\d.e+-]+)\]$/.exec(label)
      return ends !== null
        ? Number(ends[1]) <= Number(value) && Number(value) <= Number(ends[2])
        : Number(label) === Number(value)
    }
    case 'order': {
      const ends = /^\[(.*),(.*)\]$/.exec(label)
      const place = (name: string) => column.order?.indexOf(name) ?? -1
      return ends !== null && place(ends[1]) >= 0 && place(ends[1]) <= place(value) && place(value) <= place(ends[2])
    }
    case 'tree':
      return column.groups?.get(label)?.has(value) === true
    case 'date': {
      const [year, month] = value.split('-')
      return [`${year}-${month}`, `${year}-Q${Math.ceil(Number(month) / 3)}`, year, `${year.slice(0, 3)}0s`].includes(
        label,
      )
    }
    case 'prefix':
      return /\*+$/.test(label) && value.startsWith(label.replace(/\*+$/, ''))
    default:
      return false
  }
}

/** Records of a delimited text; quotes and doubled quotes. */
function parse(text: string): string[][] {
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
