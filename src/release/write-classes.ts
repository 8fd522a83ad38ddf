/**
 * Applies a class decision in the engine and writes the result. A range is labelled by the rows that show it, never by
 * a value behind a `?` or in a suppressed row.
 */
import type { EngineRun } from '../engines/engine.ts'
import type { HeldCodes } from '../frequency/counted-table.ts'
import type { CategoryTarget } from '../frequency/frequency-table.ts'
import { emptyRanges, type Grouping, type NumberRanges, widenRange } from '../hierarchy/grouping.ts'
import { type Hierarchy, hasPublicEnds, MISSING_LABEL, type NumberHierarchy } from '../hierarchy/hierarchy.ts'
import { longestReleased } from '../hierarchy/prefix.ts'
import { writeLines } from '../lines/write-lines.ts'
import { type ClassDecision, type DecisionLabels, LEFT_OUT_LABEL } from '../recoding/class-decision.ts'
import {
  type ClassRequest,
  classStatement,
  distinctRanges,
  type ShownRanges,
  shownNumbersStatement,
  uploadCells,
  uploadOutputs,
  uploadRanges,
} from '../recoding/class-statement.ts'
import type { Table } from '../sources/table.ts'
import type { Sink } from '../sql/dialect.ts'
import { valueOrMissing } from '../sql/encoding.ts'
import { type Arrangement, arranged, columnKinds } from './arrange.ts'
import { classLines } from './class-lines.ts'
import { categoryLabel, hasBins, releasedLabel, releasedLabels } from './released-extents.ts'
import { rangesByText, shownTexts } from './shown-values.ts'

export interface ClassesRelease extends Omit<ClassRequest, 'value' | 'targetEncoding'> {
  readonly target: Pick<CategoryTarget, 'name' | 'values'> | undefined
  readonly hierarchies: readonly Hierarchy[]
  readonly missingValues: readonly string[]
  readonly arrangement: Arrangement
  /** The rows in memory, if they were kept when counting. */
  readonly held?: HeldCodes | undefined
  /** The sink of rows with their persons, in source order, for verification only. */
  readonly persons?: { readonly columns: readonly string[]; readonly sink: Sink } | undefined
}

export interface ShownClasses extends DecisionLabels {
  readonly numbers: readonly (NumberRanges | undefined)[]
}

const targetDictionary = 'halftone target'

export async function writeClasses(
  table: Table,
  release: ClassesRelease,
  sink: Sink,
  run: EngineRun = {},
): Promise<ShownClasses> {
  const { decision, held } = release
  const texts = release.hierarchies.map((hierarchy, i) => hierarchy.shows && shownTexts(decision, hierarchy, i))
  const ranges = distinctRanges(decision).map((shown, i) => rangesByText(shown, texts[i]))
  const inEngine = makeRequest(table, release, run)
  const numbers = await rangeNumbers(table, release, inEngine, ranges, run)
  const labels = ranges.map((shown, i) => [
    LEFT_OUT_LABEL,
    ...(texts[i] === undefined ? rangeLabels(release, i, shown, numbers[i]) : new Set(texts[i])),
  ])
  const lines = held && classLines(held, release, ranges, labels)
  if (lines === undefined || !(await writeLines(lines, sink, release.arrangement, run)))
    await writeByEngine(table, release, sink, { request: await inEngine(), ranges, labels }, run)
  const byOutput = (values: NumberRanges | undefined, { of }: ShownRanges): NumberRanges | undefined =>
    values && {
      low: Float64Array.from(of, (place) => (place === 0 ? Number.NaN : values.low[place - 1])),
      high: Float64Array.from(of, (place) => (place === 0 ? Number.NaN : values.high[place - 1])),
    }
  return {
    shown: ranges.map(({ of }, i) => Array.from(of, (place) => labels[i][place])),
    numbers: ranges.map((shown, i) => byOutput(numbers[i], shown)),
    ...groupLabels(release, ranges, numbers),
  }
}

async function writeByEngine(
  { engine, source }: Table,
  release: ClassesRelease,
  sink: Sink,
  { request, ranges, labels }: { request: ClassRequest; ranges: readonly ShownRanges[]; labels: string[][] },
  run: EngineRun,
): Promise<void> {
  const { dialect } = engine
  for (const statement of uploadOutputs(dialect, release.decision, ranges, labels)) await engine.execute(statement, run)
  const rows = classStatement(dialect, source, request)
  const names = release.hierarchies.map(({ column }) => column)
  const kinds = columnKinds(source, names)
  const arrangement = { ...release.arrangement, kinds }
  await engine.export(arranged(dialect, rows, release.columns, sink, arrangement), sink, run)
  if (release.persons !== undefined) {
    const { columns, sink: beside } = release.persons
    const withPersons = classStatement(dialect, source, { ...request, columns })
    const plain = { ...release.arrangement, order: 'source', form: undefined } as const
    await engine.export(arranged(dialect, withPersons, columns, beside, plain), beside, run)
  }
}

/** Uploads the cells at the first call. */
function makeRequest(table: Table, release: ClassesRelease, run: EngineRun): () => Promise<ClassRequest> {
  let request: Promise<ClassRequest> | undefined
  return () => (request ??= uploadRequest(table, release, run))
}

async function uploadRequest({ engine }: Table, release: ClassesRelease, run: EngineRun): Promise<ClassRequest> {
  const { target, missingValues } = release
  for (const statement of uploadCells(engine.dialect, release.decision)) await engine.execute(statement, run)
  const value = (column: string) => valueOrMissing(engine.dialect, column, missingValues)
  if (target === undefined) return { ...release, value }
  const missing = target.values.lastIndexOf(MISSING_LABEL)
  const texts = target.values.filter((_, place) => place !== missing)
  await engine.uploadDictionary(targetDictionary, texts)
  return {
    ...release,
    value,
    targetEncoding: {
      kind: 'dictionary',
      column: target.name,
      dictionary: targetDictionary,
      texts,
      codes: Int32Array.from(texts, (_, place) => place),
      missing: missing < 0 ? undefined : missing,
    },
  }
}

async function rangeNumbers(
  { engine, source }: Table,
  { decision, hierarchies }: ClassesRelease,
  inEngine: () => Promise<ClassRequest>,
  ranges: readonly ShownRanges[],
  run: EngineRun,
): Promise<(NumberRanges | undefined)[]> {
  const found: (NumberRanges | undefined)[] = hierarchies.map(() => undefined)
  const asked: number[] = []
  hierarchies.forEach((hierarchy, i) => {
    const { groups, codeGroups } = decision.groupings[i]
    if (hierarchy.kind !== 'number' || hasPublicEnds(hierarchy) || groups === 1 || ranges[i].low.length === 0) return
    if (hierarchy.shows !== undefined) return
    if (groups < codeGroups.length || hasBins(hierarchy)) asked.push(i)
    else found[i] = numbersOfCells(decision, hierarchy, ranges[i], i)
  })
  if (asked.length === 0) return found
  const request = await inEngine()
  await engine.execute(uploadRanges(engine.dialect, decision, ranges, asked), run)
  const result = await engine.query(shownNumbersStatement(engine.dialect, source, request, asked), run)
  for (const i of asked) {
    const extents = emptyRanges(ranges[i].low.length)
    const places = result.integers(`range ${i}`)
    const low = result.numbers(`low ${i}`)
    const high = result.numbers(`high ${i}`)
    places.forEach((place, row) => {
      // −1 in lines about another column, 0 for rows that show nothing.
      if (place < 1) return
      extents.low[place - 1] = low[row]
      extents.high[place - 1] = high[row]
    })
    found[i] = extents
  }
  return found
}

function numbersOfCells(
  { cells, moves }: ClassDecision,
  { low: values, missing }: NumberHierarchy,
  { of, low, high }: ShownRanges,
  column: number,
): NumberRanges {
  const found = emptyRanges(low.length)
  const groups = cells.groups[column]
  for (let move = 0; move < moves.count; move++) {
    const place = moves.output[move] < 0 ? -1 : of[moves.output[move]] - 1
    const code = groups[moves.cell[move]]
    if (place < 0 || code === missing || code < low[place] || code > high[place]) continue
    widenRange(found, place, values[code], values[code])
  }
  return found
}

function rangeLabels(
  { decision, hierarchies }: ClassesRelease,
  column: number,
  { low, high }: ShownRanges,
  numbers: NumberRanges | undefined,
): string[] {
  const hierarchy = hierarchies[column]
  if (numbers !== undefined)
    return Array.from(low, (from, place) =>
      releasedLabel(hierarchy, from, high[place], numbers.low[place], numbers.high[place]),
    )
  const released = releasedCodes(decision, column)
  const longest = longestReleased(hierarchy, released)
  return Array.from(low, (from, place) => categoryLabel(hierarchy, from, high[place], released, longest))
}

/** Whether a released row has each code; undefined unless cells are single values. */
function releasedCodes({ groupings, cells, moves }: ClassDecision, column: number): Uint8Array | undefined {
  const { groups, codeGroups } = groupings[column]
  if (groups < codeGroups.length) return undefined
  const released = new Uint8Array(groups)
  for (let move = 0; move < moves.count; move++) {
    if (moves.output[move] >= 0) released[cells.groups[column][moves.cell[move]]] = 1
  }
  return released
}

function groupLabels(
  { decision: { groupings }, hierarchies }: ClassesRelease,
  ranges: readonly ShownRanges[],
  numbers: readonly (NumberRanges | undefined)[],
): Pick<DecisionLabels, 'groups' | 'extents'> {
  const extents = hierarchies.map((_, i) => {
    const extents = numbers[i]
    if (extents === undefined) return undefined
    const { codeGroups, groups } = groupings[i]
    const { low, high } = ranges[i]
    const byGroup = emptyRanges(groups)
    for (let place = 0; place < low.length; place++) {
      const group = codeGroups[low[place]]
      if (!isGroup(groupings[i], low[place], high[place])) return undefined
      byGroup.low[group] = extents.low[place]
      byGroup.high[group] = extents.high[place]
    }
    return byGroup
  })
  return { extents, groups: hierarchies.map((hierarchy, i) => releasedLabels(hierarchy, groupings[i], extents[i])) }
}

function isGroup({ codeGroups }: Grouping, from: number, to: number): boolean {
  const group = codeGroups[from]
  return codeGroups[to] === group && codeGroups[from - 1] !== group && codeGroups[to + 1] !== group
}
