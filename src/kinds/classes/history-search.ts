/** Searches for the next of several releases: who is shown in which class (`src/history/standing-classes.ts`). */
import { buildFrequencyTable, type CodedSensitive } from '../../frequency/build-frequency-table.ts'
import type { Classes } from '../../frequency/classes.ts'
import type { FrequencyTable } from '../../frequency/frequency-table.ts'
import { groupBy } from '../../ground/maps.ts'
import { finestGrouping, type NumberRanges } from '../../hierarchy/grouping.ts'
import { groupLabel, groupLoss, type Hierarchy } from '../../hierarchy/hierarchy.ts'
import type { LedgerClass, LedgerHead, LedgerSubject, Past } from '../../history/ledger.ts'
import type { Box, NextRelease, People } from '../../history/people.ts'
import { type PersonValues, sameValues } from '../../history/same-values.ts'
import { type FoundClass, nextRelease } from '../../history/standing-classes.ts'
import type { AnyClassesPlan, PlannedHistory } from '../../plan/plan.ts'
import type { KeyFile } from '../../pseudonyms/key-file.ts'
import { boxCodes, boxEnds } from '../../recoding/boxes-recoding.ts'
import type { ClassDecision } from '../../recoding/class-decision.ts'
import type { HistoryFigures } from '../../report/report.ts'
import type { ClassRule } from '../../requirements/requirement.ts'
import { type StepRun, searchRun } from '../../run.ts'
import type { ClassesResult, DecidedClasses } from '../../search/classes-search.ts'
import type { SearchProblem } from '../../search/search.ts'
import { poseProblem } from '../table/pose-problem.ts'
import type { CountedRows } from '../table/stations.ts'

/** Everybody whom data and ledger know. */
export interface KnownHistory {
  readonly asked: PlannedHistory
  readonly subject: LedgerSubject
  readonly key: KeyFile
  readonly ledger: LedgerHead | undefined
  readonly people: People
  readonly sensitive: readonly PersonValues[]
}

/** The next release, as the steps after the search need it. */
export interface NextHistory {
  readonly next: NextRelease
  readonly past: Int32Array
  readonly pasts: readonly Past[]
  readonly classes: readonly LedgerClass[]
  /** Classes that are shown, by output. */
  readonly shown: Int32Array
  /** The people who are shown or wait, in place of the rows of the data. */
  readonly recounted: { readonly counted: CountedRows; readonly problem: SearchProblem }
  readonly figures: Omit<HistoryFigures, 'ledger' | 'file'>
}

/** Decides who is shown in which class; searches for classes where new ones are needed. */
export async function searchHistory(
  plan: AnyClassesPlan,
  problem: SearchProblem,
  counted: CountedRows,
  history: KnownHistory,
  run: StepRun,
): Promise<ClassesResult> {
  const { hierarchies } = problem
  const { people, asked, ledger, sensitive, subject } = history
  let evaluations = 0
  let ended: ClassesResult | undefined
  const now = sensitive.map(({ name, values, now: codes }) => ({ name, values, codes }))
  async function search(pool: readonly number[], size: number): Promise<FoundClass[]> {
    // An applied recoding has no label for values that it does not know: these people wait.
    const isUnseen = (person: number) =>
      hierarchies.some(({ unseen }, c) => people.codes[c][person] >= (unseen ?? Infinity))
    const some = pool.filter((person) => !isUnseen(person))
    if (some.length < subject.k) return []
    const frequencies = tableOfPeople(some, people.codes, hierarchies, now)
    const { requirements, ...rest } = poseProblem(plan, { ...counted, frequencies })
    const larger = { ...rest, requirements: [...requirements, atLeast(Math.min(size, some.length))] }
    const result = await plan.search.search(larger, plan.options, searchRun(plan, run))
    evaluations += result.evaluations
    if (result.outcome !== 'found') ended = result
    const solution = result.outcome === 'found' ? result : 'best' in result ? result.best : undefined
    return solution === undefined ? [] : peopleByClass(solution.decision, some, people.codes, now)
  }
  const same = asked.sameValues ? sameValues(people, sensitive, ledger) : undefined
  const codes = (one: LedgerClass) => boxCodes({ ranges: openRanges(one.ranges, hierarchies) }, hierarchies)
  const release = (ledger?.releases.length ?? 0) + 1
  const next = await nextRelease(people, (ledger?.classes ?? []).map(codes) as Box[], {
    ...asked,
    k: subject.k,
    classSize: asked.classSize ?? LARGER * subject.k,
    release,
    sameValues: same,
    accepts: acceptance(plan, history, problem),
    loss: (box) => box.reduce((sum, [low, high], i) => sum + groupLoss(hierarchies[i], low, high), 0),
    search,
  })
  const stopped = ended as ClassesResult | undefined
  if (!next.classes.some((to) => to >= 0)) return stopped ?? { outcome: 'none-exists', reason: NOBODY, evaluations }
  const made = next.boxes.slice(ledger?.classes.length ?? 0).map((box) => ledgerClass(box, hierarchies))
  const classes = [...(ledger?.classes ?? []), ...made].map((one, c) => ({ ...one, values: same?.list(c) }))
  const found = describeNext(plan, counted, history, { next, classes, release })
  if (stopped !== undefined && stopped.outcome !== 'none-exists')
    return { ...stopped, outcome: stopped.outcome as 'cancelled', best: found, evaluations }
  return { outcome: 'found', optimal: false, ...found, evaluations }
}

/** The outer public bins are open: they end where the data does, which differs between releases. */
function openRanges(ranges: LedgerClass['ranges'], hierarchies: readonly Hierarchy[]): LedgerClass['ranges'] {
  const opened = hierarchies.map((hierarchy): readonly [string, LedgerClass['ranges'][string]] => {
    const { column } = hierarchy
    if (hierarchy.kind !== 'number' || hierarchy.unit === undefined) return [column, ranges[column]]
    const { low, high, missing = low.length } = hierarchy
    const [from, to] = ranges[column]
    const isFirst = typeof from === 'number' && from <= high[0]
    const isLast = typeof to === 'number' && to >= low[missing - 1]
    return [column, [isFirst ? low[0] : from, isLast ? high[missing - 1] : to]]
  })
  return Object.fromEntries(opened)
}

const NOBODY = 'nobody can be shown: fewer people than k fit any class; wait until more have come'

/** Classes of the first release have this many times k people: then newcomers soon find k others (docs/history.md). */
const LARGER = 6

function atLeast(size: number): ClassRule {
  const rule: ClassRule = {
    name: 'class-size',
    options: { size },
    columns: [],
    reads: 'sizes',
    counts: [],
    minimumSize: size,
    mergedHolds: true,
    mergedWithAnyHolds: true,
    mark({ count, sizes }, _, broken) {
      for (let c = 0; c < count; c++) if (sizes[c] < size) broken[c] = 1
    },
  }
  return rule
}

function tableOfPeople(
  some: readonly number[],
  codes: People['codes'],
  hierarchies: readonly Hierarchy[],
  sensitive: readonly CodedSensitive[],
): FrequencyTable {
  const pick = (from: ArrayLike<number>) => Int32Array.from(some, (person) => from[person])
  return buildFrequencyTable({
    columns: hierarchies.map(({ column, values }, i) => ({ name: column, size: values.length, codes: pick(codes[i]) })),
    counts: new Int32Array(some.length).fill(1),
    targets: [],
    sensitive: sensitive.map((column) => ({ ...column, codes: pick(column.codes) })),
  })
}

/** Divides people as a decision divides the rows of their combinations. */
function peopleByClass(
  { cells, moves, outputs, target }: ClassDecision,
  some: readonly number[],
  codes: People['codes'],
  sensitive: readonly CodedSensitive[],
): FoundClass[] {
  const distinguished = target === undefined ? undefined : sensitive.find(({ name }) => name === target)
  const waiting = groupBy(some, (person) =>
    [...codes.map((column) => column[person]), distinguished?.codes[person]].join(),
  )
  const found = Array.from({ length: outputs.count }, (_, output) => ({
    box: outputs.ranges.map(({ low, high }) => [low[output], high[output]] as const),
    people: [] as number[],
  }))
  for (let move = 0; move < moves.count; move++) {
    const cell = moves.cell[move]
    const key = [...cells.groups.map((column) => column[cell]), cells.target?.[cell]].join()
    const alike = waiting.get(key)?.splice(0, moves.rows[move]) ?? []
    if (moves.output[move] >= 0) found[moves.output[move]].people.push(...alike)
  }
  return found
}

/** Returns the rule whether people may be singled out: by their number, and by the models on sensitive columns. */
function acceptance(
  { requirements }: AnyClassesPlan,
  { people, sensitive, subject }: KnownHistory,
  { frequencies }: SearchProblem,
): (some: readonly number[]) => boolean {
  const models = requirements.filter(({ reads }) => reads === 'counts')
  const columns = sensitive.map(({ name, values, now, before }, i) => {
    const counted = frequencies.sensitive?.[i]
    return {
      name,
      values,
      codes: now.map((code, person) => (people.present[person] === 1 ? code : before[person])),
      overall: Float64Array.from(values, (value) => counted?.overall[counted.values.indexOf(value)] ?? 0),
    }
  })
  return (some) => {
    if (some.length < subject.k || models.length === 0) return some.length === 0 || some.length >= subject.k
    const table = buildFrequencyTable({
      columns: [{ name: '', size: 1, codes: new Int32Array(some.length) }],
      counts: new Int32Array(some.length).fill(1),
      targets: [],
      sensitive: columns.map((column) => ({ ...column, codes: some.map((person) => column.codes[person]) })),
    })
    const one: Classes = {
      count: 1,
      sizes: Int32Array.of(some.length),
      representatives: Int32Array.of(0),
      classIds: Int32Array.of(0),
      histograms: [],
    }
    const broken = new Uint8Array(1)
    const counted = table.sensitive?.map((column, i) => ({ ...column, overall: columns[i].overall }))
    for (const model of models) model.mark(one, { ...table, sensitive: counted }, broken)
    return broken[0] === 0
  }
}

function ledgerClass(box: Box, hierarchies: readonly Hierarchy[]): LedgerClass {
  const byColumn = <T>(make: (hierarchy: Hierarchy, low: number, high: number) => T) =>
    Object.fromEntries(hierarchies.map((hierarchy, i) => [hierarchy.column, make(hierarchy, box[i][0], box[i][1])]))
  return { ranges: byColumn(boxEnds), shown: byColumn(groupLabel) }
}

function describeNext(
  plan: AnyClassesPlan,
  counted: CountedRows,
  known: KnownHistory,
  { next, classes, release }: Pick<NextHistory, 'next' | 'classes'> & { readonly release: number },
): DecidedClasses & { readonly history: NextHistory } {
  const { hierarchies } = counted
  const { people, sensitive } = known
  const counts = countByClass(classes.length, next.classes, () => true)
  const shown = Int32Array.from(counts.keys()).filter((c) => counts[c] > 0)
  const outputs = new Int32Array(classes.length)
  for (const [output, c] of shown.entries()) outputs[c] = output
  // A class without any value of the data has no codes; its labels say how much it loses.
  const boxes = Array.from(shown, (c): Box => next.boxes[c] ?? hierarchies.map(() => [0, 0]))
  const waits = (person: number) => people.present[person] === 1 && people.erased[person] === 0
  const some = Array.from(next.classes.keys()).filter((person) => next.classes[person] >= 0 || waits(person))
  const places = Int32Array.from(some, (person) =>
    next.classes[person] < 0 ? shown.length : outputs[next.classes[person]],
  )
  const codes = hierarchies.map((_, i) =>
    Int32Array.from(some, (person, at) => {
      const [low, high] = boxes[places[at]]?.[i] ?? [0, Number.POSITIVE_INFINITY]
      const code = people.present[person] === 1 ? people.codes[i][person] : -1
      // The row of somebody who left or moved is as it was: all that is known of its value is the label.
      return code >= low && code <= high ? code : low
    }),
  )
  const { columns, ...table } = buildFrequencyTable({
    columns: [
      { name: '', size: shown.length + 1, codes: places },
      ...hierarchies.map(({ column, values }, i) => ({ name: column, size: values.length, codes: codes[i] })),
    ],
    counts: new Int32Array(some.length).fill(1),
    targets: [],
    sensitive: sensitive.map(({ name, values, now, before }) => ({
      name,
      values,
      codes: Int32Array.from(some, (person) =>
        next.updated[person] === 1 || next.classes[person] < 0 ? now[person] : before[person],
      ),
    })),
  })
  const [{ codes: placed }, ...quasiIdentifiers] = columns
  const frequencies = { ...table, columns: quasiIdentifiers }
  const range = (i: number, end: 0 | 1) => Int32Array.from(boxes, (box) => box[i][end])
  const decision: ClassDecision = {
    groupings: hierarchies.map(({ values }) => finestGrouping(values.length)),
    cells: { count: table.combinations, groups: quasiIdentifiers.map((column) => column.codes) },
    outputs: { count: shown.length, ranges: hierarchies.map((_, i) => ({ low: range(i, 0), high: range(i, 1) })) },
    moves: {
      count: table.combinations,
      cell: Int32Array.from({ length: table.combinations }, (_, i) => i),
      output: Int32Array.from(placed, (place) => (place === shown.length ? -1 : place)),
      rows: table.counts,
    },
  }
  const waiting = some.filter((person) => next.classes[person] < 0)
  const rows = some.length - waiting.length
  const raw = counted.raw ?? counted.frequencies
  const recounted = { ...counted, frequencies, raw, rowsRead: some.length + counted.rowsMissing, queries: undefined }
  return {
    decision,
    lostRows: waiting.length,
    whyLost: 'they wait until enough people have come who fit a class',
    history: {
      ...addPasts(known, next, release),
      next,
      classes,
      shown,
      recounted: { counted: recounted, problem: poseProblem(plan, recounted) },
      figures: {
        release,
        rows,
        loss: presentLoss(
          classes,
          countByClass(classes.length, next.classes, (person) => people.present[person] === 1),
          hierarchies,
        ),
        waiting: waiting.length,
        longestWait: waiting.reduce((most, person) => Math.max(most, next.waited[person]), 0),
        left: some.filter((person) => people.present[person] === 0).length,
      },
    },
  }
}

function countByClass(size: number, classes: Int32Array, isCounted: (person: number) => boolean): Int32Array {
  const counts = new Int32Array(size)
  for (let person = 0; person < classes.length; person++)
    if (classes[person] >= 0 && isCounted(person)) counts[classes[person]]++
  return counts
}

/** Mean loss of the cells of people who are present and shown, against the range of what is shown. */
function presentLoss(classes: readonly LedgerClass[], people: Int32Array, hierarchies: readonly Hierarchy[]): number {
  const shown = classes.filter((_, c) => people[c] > 0)
  const counts = people.filter((count) => count > 0)
  const losses = hierarchies.map((hierarchy) => {
    const numbers = labelNumbers(hierarchy, shown)
    if (numbers === undefined) {
      const codes = shown.map((one) => boxCodes({ ranges: one.ranges }, [hierarchy])?.[0] ?? [0, 0])
      return codes.reduce((sum, [low, high], i) => sum + counts[i] * groupLoss(hierarchy, low, high), 0)
    }
    const ends = [...numbers.low, ...numbers.high].filter((end) => !Number.isNaN(end))
    const range =
      ends.reduce((most, end) => Math.max(most, end), -Infinity) -
      ends.reduce((least, end) => Math.min(least, end), Infinity)
    return numbers.low.reduce(
      (sum, low, i) => sum + (range > 0 && numbers.high[i] > low ? (counts[i] * (numbers.high[i] - low)) / range : 0),
      0,
    )
  })
  const cells = counts.reduce((sum, count) => sum + count, 0) * hierarchies.length
  return losses.reduce((sum, loss) => sum + loss, 0) / Math.max(1, cells)
}

/** Gives people whose row goes a past: the class that they were in, and when. */
function addPasts(
  { people, ledger }: KnownHistory,
  { gone }: NextRelease,
  release: number,
): Pick<NextHistory, 'past' | 'pasts'> {
  const pasts = [...(ledger?.pasts ?? [])]
  const places = new Map<string, number>()
  const past = people.past.slice()
  for (const person of gone) {
    const entry: Past = [past[person], people.classes[person], people.since[person], release]
    const key = entry.join()
    if (!places.has(key)) places.set(key, pasts.push(entry) - 1)
    past[person] = places.get(key) as number
  }
  return { past, pasts }
}

/** The numbers in the labels of a numeric column, by output; NaN where a label has none. */
export function labelNumbers({ kind, column }: Hierarchy, classes: readonly LedgerClass[]): NumberRanges | undefined {
  if (kind !== 'number') return undefined
  const numberOf = (end: number | string) => (typeof end === 'number' ? end : Number.NaN)
  const end = (place: 0 | 1) => Float64Array.from(classes, ({ ranges }) => numberOf(ranges[column][place]))
  return { low: end(0), high: end(1) }
}
