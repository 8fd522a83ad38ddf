/**
 * Every figure that a run says of a table, counted again from two texts: the source and the release, row beside row. Formulas are those of
 * the papers, written out cell by cell; nothing of Halftone is used.
 */
import { plainCovers, plainWidth } from '../plain-ranges.ts'
export type Row = Readonly<Record<string, string>>

/** A quasi-identifier: a number, or categories by their ancestors (`Bonn: ['DE', 'all']`), of which all are in the tree's domain. */
export interface Quasi {
  readonly name: string
  readonly ancestors?: Readonly<Record<string, readonly string[]>>
}

export interface Recounted {
  readonly rows: Readonly<
    Record<'read' | 'released' | 'suppressed' | 'combinations' | 'classes' | 'smallestClass', number>
  >
  readonly metrics: Readonly<Record<string, number>>
  readonly risk: Readonly<Record<'before' | 'after', Readonly<Record<string, number>>>>
  readonly detail: readonly { readonly column: string; readonly labels: number; readonly kept: number }[]
}

export interface Counting {
  readonly source: readonly Row[]
  /** In the order of the source; suppressed rows are masked. */
  readonly release: readonly Row[]
  readonly quasi: readonly Quasi[]
  readonly k: number
  /** Targets of categories; where there are several, each figure has the name of its own. */
  readonly categories: readonly string[]
  readonly number: string
  readonly sensitive: string
}

export function recountTable({ source, release, quasi, k, categories, number, sensitive }: Counting): Recounted {
  const n = source.length
  const isSuppressed = (row: Row) => quasi.every(({ name }) => row[name] === '*')
  const places = [...source.keys()]
  const kept = places.filter((i) => !isSuppressed(release[i]))
  const suppressed = places.filter((i) => isSuppressed(release[i]))
  const classes = groups(kept, (i) => quasi.map(({ name }) => release[i][name]).join('|'))
  const raw = groups(places, (i) => quasi.map(({ name }) => source[i][name]).join('|'))
  const sizes = classes.map((own) => own.length)
  const withSuppressed = suppressed.length === 0 ? sizes : [...sizes, suppressed.length]

  const cells = quasi.map((column) => lossesOf(column, source))
  const overCells = (loss: (column: number, label: string, value: string) => number) =>
    mean(
      quasi.map(({ name }, column) =>
        mean(places.map((i) => (suppressed.includes(i) ? 1 : loss(column, release[i][name], source[i][name])))),
      ),
    )
  const most = (own: readonly number[], category: string) =>
    Math.max(...groups(own, (i) => source[i][category]).map(({ length }) => length))
  const numbers = (own: readonly number[]) => own.map((i) => Number(source[i][number]))
  const spread = (values: readonly number[], middle = mean(values)) => sum(values.map((value) => (value - middle) ** 2))
  const entropies = quasi.map(({ name }, column) => {
    const frequency = (label: string) => source.filter((row) => cells[column].covers(label, row[name])).length
    const unsaid = places.map((i) => {
      const own = source.filter((row) => row[name] === source[i][name]).length
      return Math.log2((suppressed.includes(i) ? n : frequency(release[i][name])) / own)
    })
    const whole = places.map((i) => Math.log2(n / source.filter((row) => row[name] === source[i][name]).length))
    return sum(unsaid) / sum(whole)
  })
  const mostFrequent = (own: readonly number[]) =>
    Math.max(...groups(own, (i) => source[i][sensitive]).map(({ length }) => length))
  const risk = (own: readonly (readonly number[])[], inAll: (group: readonly number[]) => number) => ({
    prosecutor: Math.max(...own.map(({ length }) => 1 / length)),
    journalist: Math.max(...own.map((group) => 1 / inAll(group))),
    marketer: sum(own.map((group) => group.length / inAll(group))) / sum(own.map(({ length }) => length)),
    uniques: own.filter(({ length }) => length === 1).length,
    attribute: Math.max(...own.map((group) => mostFrequent(group) / group.length)),
    inference: sum(own.map(mostFrequent)) / sum(own.map(({ length }) => length)),
  })
  const after = risk(classes, ({ length }) => length)
  return {
    rows: {
      read: n,
      released: release.length,
      suppressed: suppressed.length,
      combinations: raw.length,
      classes: classes.length,
      smallestClass: Math.min(...sizes),
    },
    metrics: {
      LM: overCells((column, label) => cells[column].loss(label)),
      NWP: overCells((column, label) => cells[column].penalty(label)),
      NECD: (Math.max(...withSuppressed) - Math.min(...withSuppressed)) / (n - 1),
      DM: sum(sizes.map((size) => size ** 2)) + n * suppressed.length,
      AECS: kept.length / classes.length / k,
      entropy: mean(entropies),
      suppression: suppressed.length / n,
      ...Object.fromEntries(
        categories.map((category) => [
          categories.length > 1 ? `CM (${category})` : 'CM',
          (sum(classes.map((own) => own.length - most(own, category))) + suppressed.length) / n,
        ]),
      ),
      RM:
        (sum(classes.map((own) => spread(numbers(own)))) + spread(numbers(suppressed), mean(numbers(places)))) /
        spread(numbers(places)),
      ...after,
    },
    risk: { before: risk(raw, ({ length }) => length), after },
    detail: quasi.map(({ name }, column) => ({
      column: name,
      labels: new Set(kept.map((i) => release[i][name])).size,
      kept: 1 - mean(places.map((i) => (suppressed.includes(i) ? 1 : cells[column].loss(release[i][name])))),
    })),
  }
}

/**
 * What a reader of the release can count: domains are of values that released rows have. What hangs on the values of single rows is counted over
 * released rows; of these, entropy takes a suppressed row as lost.
 */
export function recountPublic(counting: Counting): Readonly<Record<string, number>> {
  const { source, release, quasi } = counting
  const places = [...source.keys()].filter((i) => !quasi.every(({ name }) => release[i][name] === '*'))
  const kept = places.map((i) => source[i])
  const shown = quasi.map(({ name, ancestors }): Quasi => {
    if (ancestors === undefined) return { name }
    const held = Object.entries(ancestors).filter(([value]) => kept.some((row) => row[name] === value))
    return { name, ancestors: Object.fromEntries(held) }
  })
  const all = recountTable(counting).metrics
  const own = recountTable({ ...counting, source: kept, release: places.map((i) => release[i]), quasi: shown }).metrics
  const share = places.length / source.length
  const withLost = (value: number) => value * share + (1 - share)
  return {
    ...all,
    LM: withLost(own['LM']),
    NWP: withLost(own['NWP']),
    entropy: withLost(own['entropy']),
    RM: own['RM'],
  }
}

/** The least LM that any choice of a level for each column reaches without suppressing, of columns of categories. */
export function leastLoss(source: readonly Row[], quasi: readonly Quasi[], k: number): number {
  const nodes = quasi.reduce<number[][]>(
    (all, { ancestors = {} }) => {
      const levels = Object.values(ancestors)[0].length + 1
      return all.flatMap((node) => Array.from({ length: levels }, (_, level) => [...node, level]))
    },
    [[]],
  )
  const losses = quasi.map((column) => lossesOf(column, source))
  const values = nodes.flatMap((node) => {
    const labels = source.map((row) =>
      quasi.map(({ name, ancestors = {} }, i) => [row[name], ...ancestors[row[name]]][node[i]]),
    )
    const sizes = groups([...source.keys()], (i) => labels[i].join('|')).map(({ length }) => length)
    if (Math.min(...sizes) < k) return []
    return [mean(quasi.map((_, column) => mean(labels.map((own) => losses[column].loss(own[column])))))]
  })
  return Math.min(...values)
}

/** What one column that is not recoded picks out: rows that have its value alone, and alone among those with the same labels. */
export function recountExposure(release: readonly Row[], quasi: readonly Quasi[], column: string) {
  const alone = (key: (row: Row) => string) =>
    groups([...release.keys()], (i) => key(release[i])).filter(({ length }) => length === 1).length
  return {
    alone: alone((row) => row[column]),
    together: alone((row) => [...quasi.map(({ name }) => row[name]), row[column]].join('|')),
  }
}

/** Rows that are the only ones with their values in these columns. */
export function recountJoint(release: readonly Row[], columns: readonly string[]): number {
  const alone = groups([...release.keys()], (i) => JSON.stringify(columns.map((column) => release[i][column])))
  return alone.filter(({ length }) => length === 1).length
}

/** What a sensitive column gives away of classes. */
export function recountAttribute(release: readonly Row[], quasi: readonly Quasi[], column: string) {
  const kept = release.filter((row) => !quasi.every(({ name }) => row[name] === '*'))
  const classes = groups([...kept.keys()], (i) => quasi.map(({ name }) => kept[i][name]).join('|'))
  const largest = classes.map(
    (own) => Math.max(...groups(own, (i) => kept[i][column]).map(({ length }) => length)) / own.length,
  )
  const uniform = classes.filter((_, i) => largest[i] === 1)
  return {
    uniformClasses: uniform.length,
    uniformRows: sum(uniform.map(({ length }) => length)),
    largestShare: Math.max(...largest),
  }
}

function lossesOf({ name, ancestors }: Quasi, source: readonly Row[]) {
  if (ancestors === undefined) {
    const values = [...new Set(source.map((row) => Number(row[name])))]
    const covers = (label: string, value: string) => plainCovers(label, Number(value))
    const loss = (label: string) => plainWidth(label, Math.min(...values), Math.max(...values))
    const penalty = (label: string) =>
      (values.filter((value) => covers(label, String(value))).length - 1) / (values.length - 1)
    return { covers, loss, penalty }
  }
  const domain = Object.keys(ancestors)
  const covers = (label: string, value: string) => label === value || ancestors[value].includes(label)
  const loss = (label: string) => (domain.filter((value) => covers(label, value)).length - 1) / (domain.length - 1)
  return { covers, loss, penalty: loss }
}

function groups(places: readonly number[], key: (place: number) => string): number[][] {
  const found = new Map<string, number[]>()
  for (const place of places) found.set(key(place), [...(found.get(key(place)) ?? []), place])
  return [...found.values()]
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const mean = (values: readonly number[]): number => sum(values) / values.length
