/**
 * Narrowing: infers hidden cells from knowing how labels are made (downcoding, Cohen 2022; minimality, Wong et al.
 * 2007). N is the number of values that a cell may have so that the class keeps its label. A1 knows the original values
 * of all other members; A0 knows only release and algorithm: interval ends that are always some member's value are
 * likelier than inner values. The algorithm is detected: a column prints exact ends, or the lowest common node, if
 * nearly all labels match their members. Members are the people whose tightest class it is. Cost: for each class with a
 * target, the original and the classes that cover its members.
 */
import { MISSING_LABEL, SUPPRESSED_LABEL, type Tree } from '../hierarchy/hierarchy.ts'
import { parseNumber } from '../hierarchy/number.ts'
import { peoplePerBin } from '../hierarchy/specification.ts'
import { type PlannedHierarchy, plannedHierarchy } from '../kinds/table/release-checks.ts'
import { queryDomain } from '../metrics/workload/table-domain.ts'
import type { Attacker, Attempt } from './attack.ts'
import type { Lab } from './lab.ts'
import type { Domain } from './label-sets.ts'
import { isIn } from './linkage.ts'

export const narrowing: Attacker = {
  name: 'narrowing',
  wants: 'the exact value behind a label',
  attempt(lab) {
    const cells = hiddenCells(lab)
    if (cells.length === 0) return 'needs a label that hides a value'
    const share = (some: readonly Cell[], count: (cell: Cell) => boolean) => some.filter(count).length / some.length
    const byColumn = lab.known.flatMap((i): [string, number][] => {
      const columnCells = cells.filter(({ column }) => column === i)
      return columnCells.length === 0 ? [] : [[`recovered ${lab.columns[i].name}`, share(columnCells, isRecovered)]]
    })
    const alone = lab.known.filter((i, j) => hasLoneValue(lab, i, j)).map((i) => lab.columns[i].name)
    const attempts: Attempt[] = [
      {
        form: 'A1, recovered cells',
        members: cells.map((cell) => (isRecovered(cell) ? 1 : 0)),
        naive: cells.map(() => 0),
        figures: { narrowed: share(cells, ({ left, width }) => left < width), ...Object.fromEntries(byColumn) },
        leaks: alone.map(
          (name) => `${name}: a label looks wider than a value but fits only one value that people have`,
        ),
      },
      {
        form: 'A0, value guessed',
        members: cells.map(({ width, end }) => (end === undefined ? 1 / width : end ? 1 / Math.min(2, width) : 0)),
        naive: cells.map(({ width }) => 1 / width),
      },
    ]
    return attempts
  },
}

/** Whether a label of the column that is not a value covers only one. */
function hasLoneValue({ columns, classes }: Lab, column: number, j: number): boolean {
  const { labels, domain } = columns[column]
  return classes.labels[j].some((label) => labels.width[label] === 1 && !isValue(domain, labels.texts[label]))
}

function isValue({ encode, numbers }: Domain, text: string): boolean {
  return encode(text) >= 0 || text === MISSING_LABEL || numbers?.includes(parseNumber(text)) === true
}

interface Cell {
  readonly column: number
  /** Values that the label covers. */
  readonly width: number
  /** Values that remain possible for A1. */
  readonly left: number
  /** If ends are exact: whether the value is an end. */
  readonly end?: boolean | undefined
}

const isRecovered = ({ left }: Cell): boolean => left === 1

/** How a column derives a label from the smallest and largest position of the members. */
interface Printer {
  place(code: number): number
  /** First and last position that a label covers. */
  span(label: number): readonly [number, number] | undefined
  print(first: number, last: number): number
  readonly ends: boolean
}

/** Share of classes whose labels must match their members; a few fail because of people assigned to a wrong class. */
const NEARLY_ALL = 0.9
/** Comparisons of people and classes above which fewer targets are tried. */
const MOST_COMPARISONS = 1e9
const FEW_TARGETS = 100

function hiddenCells(lab: Lab): Cell[] {
  const { classes, original, known, columns } = lab
  const many = original.size * classes.count > MOST_COMPARISONS
  const targets = many ? lab.targets.subarray(0, FEW_TARGETS) : lab.targets
  const placed = Array.from(targets, (person) => ({ person, c: lab.tightest(original, person)[0] })).filter(
    ({ c }) => c !== undefined && classes.masked[c] === 0,
  )
  const tried = [...new Set(placed.map(({ c }) => c))]
  const members = new Map(tried.map((c) => [c, findMembers(lab, c)] as const))
  return known.flatMap((column, j) => {
    const { labels, domain } = columns[column]
    const printer = detectPrinter(lab, column)
    const extremes = new Map(
      tried.map((c) => [c, findExtremes(lab, column, members.get(c) as number[], printer)] as const),
    )
    const shown = tried.filter((c) => labels.texts[classes.labels[j][c]] !== SUPPRESSED_LABEL)
    const follows = new Set(
      shown.filter((c) => {
        const span = printer.span(classes.labels[j][c])
        const { low, high } = extremes.get(c) as Extremes
        return span !== undefined && printer.print(low, high) === printer.print(...span)
      }),
    )
    const exact = follows.size >= NEARLY_ALL * shown.length
    return placed.flatMap(({ person, c }): Cell[] => {
      const label = classes.labels[j][c]
      const span = printer.span(label)
      if (span === undefined || isValue(domain, labels.texts[label])) return []
      const width = labels.width[label]
      if (!exact || width === 1 || labels.texts[label] === SUPPRESSED_LABEL) return [{ column, width, left: width }]
      const place = printer.place(original.codes[column][person])
      const end = printer.ends ? place === span[0] || place === span[1] : undefined
      if (!printer.ends && !follows.has(c)) return [{ column, width, left: width }]
      const { low, high } = without(withPrintedEnds(extremes.get(c) as Extremes, span, printer), place)
      const wanted = printer.print(...span)
      let left = 0
      for (let code = labels.from[label]; code <= labels.to[label]; code++) {
        if (!isIn(labels, label, code)) continue
        const value = printer.place(code)
        if (printer.print(Math.min(low, value), Math.max(high, value)) === wanted) left++
      }
      return [{ column, width, left, end }]
    })
  })
}

function findMembers({ original, conditions, visitPeople, tightest }: Lab, c: number): number[] {
  const members: number[] = []
  visitPeople(conditions(c), (person) => {
    if (tightest(original, person).includes(c)) members.push(person)
    return false
  })
  return members
}

function detectPrinter(lab: Lab, column: number): Printer {
  const { domain, labels, name } = lab.columns[column]
  const ofCodes: Printer = {
    place: (code) => code,
    span: (label) => (labels.to[label] < labels.from[label] ? undefined : [labels.from[label], labels.to[label]]),
    print: (first, last) => first * (domain.values.length + 1) + last,
    ends: true,
  }
  const planned = domain.numbers === undefined && lab.job ? plannedHierarchy(lab.job, name, domain.values) : undefined
  const printer =
    planned === undefined || planned.hierarchy.kind === 'number' ? ofCodes : hierarchyPrinter(planned, lab, column)
  const binned = lab.job?.columns.find((one) => one.name === name)?.hierarchy
  return peoplePerBin(binned) === undefined ? printer : binsPrinter(printer, labels.texts.length)
}

/** Labels end on the borders of public bins, whichever value of a bin the members have. */
function binsPrinter(exact: Printer, labels: number): Printer {
  const spans = Array.from({ length: labels }, (_, label) => exact.span(label))
  const borders = [...new Set(spans.flatMap((span) => (span ? [span[0], span[1] + 1] : [])))].sort((a, b) => a - b)
  const findBin = (place: number): number => borders.filter((border) => border <= place).length
  return {
    place: (code) => findBin(exact.place(code)),
    span: (label) => spans[label] && [findBin(spans[label][0]), findBin(spans[label][1])],
    print: (first, last) => first * (borders.length + 1) + last,
    ends: false,
  }
}

function hierarchyPrinter({ hierarchy, places }: PlannedHierarchy, lab: Lab, column: number): Printer {
  const { domain, labels } = lab.columns[column]
  const queries = queryDomain(hierarchy)
  const spans = labels.texts.map((text) => queries.spanOfLabel(text))
  const { tree } = hierarchy
  return {
    place: (code) => places.get(domain.values[code]) ?? hierarchy.missing ?? -1,
    span: (label) => spans[label],
    print: (first, last) =>
      tree === undefined ? first * (hierarchy.values.length + 1) + last : commonNode(tree, first, last),
    ends: tree === undefined,
  }
}

/** The lowest common ancestor of both leaves. */
function commonNode({ leafNode, parent, last }: Tree, first: number, to: number): number {
  let node = leafNode[first] ?? 0
  while (node > 0 && last[node] < to) node = parent[node]
  return node
}

/** The two smallest and two largest positions in a class, and how many people have the outer ones. */
interface Extremes {
  readonly low: number
  readonly high: number
  readonly nextLow: number
  readonly nextHigh: number
  readonly atLow: number
  readonly atHigh: number
}

function findExtremes({ original }: Lab, column: number, members: readonly number[], { place }: Printer): Extremes {
  const counts = new Map<number, number>()
  for (const person of members) {
    const position = place(original.codes[column][person])
    counts.set(position, (counts.get(position) ?? 0) + original.counts[person])
  }
  const places = [...counts.keys()].sort((a, b) => a - b)
  const [low = Infinity, nextLow = Infinity] = places
  const [high = -Infinity, nextHigh = -Infinity] = [...places].reverse()
  return { low, high, nextLow, nextHigh, atLow: counts.get(low) ?? 0, atHigh: counts.get(high) ?? 0 }
}

/** A printed end that no supposed member has belongs to members who were assigned to another class. */
function withPrintedEnds(all: Extremes, [low, high]: readonly [number, number], { ends }: Printer): Extremes {
  if (!ends) return all
  const [atLow, atHigh] = [all.low === low ? all.atLow : 2, all.high === high ? all.atHigh : 2]
  return { ...all, low, high, atLow, atHigh }
}

/** The extremes without one person at `place`. */
function without(all: Extremes, place: number): { readonly low: number; readonly high: number } {
  return {
    low: place === all.low && all.atLow === 1 ? all.nextLow : all.low,
    high: place === all.high && all.atHigh === 1 ? all.nextHigh : all.high,
  }
}
