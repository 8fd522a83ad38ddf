/**
 * A release as a reader sees it: classes of rows with a label per quasi-identifier, which covers values of the
 * hierarchy: `[17,39]` every value from 17 to 39, a node every leaf below it, `*` and `?` every value. A run's classes
 * and its file give the same table, and so the same figures.
 */
import { buildFrequencyTable, type CodedTarget } from '../../frequency/build-frequency-table.ts'
import type { ColumnsPartition } from '../../frequency/classes.ts'
import type { FrequencyTable, Target } from '../../frequency/frequency-table.ts'
import { userError } from '../../ground/errors.ts'
import { type WorkloadAnswers, workloadAnswers } from './answers.ts'
import { countQueries, type Rest, type SaidTable } from './table-counts.ts'
import type { QueryDomain, Span } from './table-domain.ts'
import type { TableWorkload } from './table-workload.ts'

export async function answerTableWorkload(
  { queries, answers }: TableWorkload,
  released: SaidTable,
  rest?: Rest,
): Promise<WorkloadAnswers> {
  return workloadAnswers(answers, await countQueries(released, queries, rest))
}

export interface ReleasedGroups {
  readonly partition: ColumnsPartition
  readonly frequencies: FrequencyTable
  readonly labels: readonly (readonly string[])[]
  readonly suppressedRows: 'mask' | 'drop'
}

export function releasedGroups(release: ReleasedGroups, domains: readonly QueryDomain[]): SaidTable {
  const { partition, frequencies, labels, suppressedRows } = release
  const { classes, suppressed, groupings } = partition
  const said = domains.map((domain, i) => sayings(domain, labels[i]))
  // A class's index in each column's spans; −1 if it is suppressed.
  const classCodes = said.map(({ places, all }, i) => {
    const { codes } = frequencies.columns[i]
    const { codeGroups } = groupings[i]
    return Int32Array.from({ length: classes.count }, (_, c) => {
      if (suppressed[c] === 1) return suppressedRows === 'mask' ? all : -1
      return places[codeGroups[codes[classes.representatives[c]]]]
    })
  })
  const released: number[] = []
  for (let c = 0; c < classes.count; c++) if (classCodes[0][c] >= 0) released.push(c)
  const sizes = released.map((c) => classes.sizes[c])
  const base = buildTable(released, sizes, [])
  const targets = frequencies.targets.map((target) => {
    const entries = targetEntries(target, (combination) => {
      const c = classes.classIds[combination]
      return classCodes[0][c] < 0 ? -1 : c
    })
    const { kind, name, values } = target
    const coded = { kind, name, values, codes: entries.values } as CodedTarget
    return buildTable(entries.classes, entries.rows, [coded]).targets[0]
  })
  return { table: { ...base, targets }, spans: said.map(({ spans }) => spans), sizes: domains.map(({ size }) => size) }

  function buildTable(places: readonly number[], counts: readonly number[], coded: readonly CodedTarget[]) {
    return buildFrequencyTable({
      columns: said.map(({ spans }, i) => ({
        name: domains[i].column,
        size: spans.from.length,
        codes: places.map((c) => classCodes[i][c]),
      })),
      counts,
      targets: coded,
    })
  }
}

export interface ReleasedRows {
  readonly counts: ArrayLike<number>
  /** Per quasi-identifier: its labels, and the label of each group; −1 for none. */
  readonly labels: readonly { readonly texts: readonly string[]; readonly places: ArrayLike<number> }[]
  readonly targets: readonly CodedTarget[]
}

export function releasedRows({ counts, labels, targets }: ReleasedRows, domains: readonly QueryDomain[]): SaidTable {
  const said = domains.map((domain, i) => sayings(domain, labels[i].texts))
  return {
    table: buildFrequencyTable({
      columns: said.map(({ spans, places, all }, i) => ({
        name: domains[i].column,
        size: spans.from.length,
        codes: Array.from(labels[i].places, (place) => (place < 0 ? all : places[place])),
      })),
      counts,
      targets,
    }),
    spans: said.map(({ spans }) => spans),
    sizes: domains.map(({ size }) => size),
  }
}

/** The distinct spans of the labels, ascending, including the whole domain. */
function sayings(domain: QueryDomain, labels: readonly string[]) {
  const everything: Span = [0, domain.size - 1]
  const labelSpans = labels.map((label) => {
    const span = label === LEFT_OUT ? everything : domain.spanOfLabel(label)
    if (span !== undefined) return span
    throw userError('data', `columns.${domain.column}`)`the release has "${label}" in column "${domain.column}", which
      its hierarchy does not know; give the release that was made by this job, and the data it was made from`
  })
  const distinct = new Map([...labelSpans, everything].map((span) => [String(span), span] as const))
  const spans = [...distinct.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const spanPlaces = new Map(spans.map((span, place) => [String(span), place] as const))
  const place = (span: Span): number => spanPlaces.get(String(span)) as number
  return {
    spans: { from: Int32Array.from(spans, ([from]) => from), to: Int32Array.from(spans, ([, to]) => to) },
    places: Int32Array.from(labelSpans, place),
    all: place(everything),
  }
}

const LEFT_OUT = '?'

function targetEntries(target: Target, findClass: (combination: number) => number) {
  const entries = { classes: [] as number[], values: [] as number[], rows: [] as number[] }
  const add = (combination: number, value: number, rows: number): void => {
    const place = findClass(combination)
    if (rows === 0 || place < 0) return
    entries.classes.push(place)
    entries.values.push(value)
    entries.rows.push(rows)
  }
  if (target.kind === 'categories') {
    const width = target.values.length
    for (let at = 0; at < target.counts.length; at++) add(Math.floor(at / width), at % width, target.counts[at])
  } else {
    for (let combination = 0; combination + 1 < target.offsets.length; combination++) {
      for (let at = target.offsets[combination]; at < target.offsets[combination + 1]; at++)
        add(combination, target.codes[at], target.counts[at])
    }
  }
  return entries
}
