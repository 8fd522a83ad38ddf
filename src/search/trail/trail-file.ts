/**
 * The trail as a file: readable, versioned JSON with names instead of codes, from which a later run can take the
 * recoding for another k. It contains values of the table, so it belongs to the data steward, not into a publication.
 */
import * as z from 'zod'
import { userError } from '../../ground/errors.ts'
import type { OptionValues } from '../../ground/options.ts'
import { groupLabel, type Hierarchy } from '../../hierarchy/hierarchy.ts'
import { checkShape, parseDocument } from '../../recoding/read-document.ts'
import type { Trail, TrailColumn, TrailPoint, TrailStep } from '../results.ts'

export interface TrailDocument {
  readonly halftone: 'trail'
  readonly version: 1
  readonly search: Trail['search']
  readonly options: OptionValues
  readonly allowance: number
  /** The fewest people of a public bin. */
  readonly people?: number | undefined
  readonly columns: readonly NamedColumn[]
  readonly points: readonly NamedPoint[]
}

export interface NamedColumn {
  readonly column: string
  readonly values: readonly string[]
  readonly starts: readonly string[]
  readonly suppressed?: readonly string[]
}

/** A point with its figures inlined, by metric name. */
export type NamedPoint = Omit<TrailPoint, 'step' | 'figures'> & {
  readonly step?: NamedStep
  readonly [metric: string]: unknown
}

/** A step with the first and last value of what it merges or splits. */
export type NamedStep = Omit<TrailStep, 'from' | 'to' | 'parts'> & {
  readonly from: string
  readonly to: string
  readonly parts?: readonly string[]
}

export function trailDocument(
  trail: Trail,
  hierarchies: readonly Hierarchy[],
  options: OptionValues,
  people?: number,
): TrailDocument {
  const domains = new Map(hierarchies.map(({ column, values }) => [column, values]))
  return {
    halftone: 'trail',
    version: 1,
    search: trail.search,
    options,
    allowance: trail.allowance,
    people,
    columns: trail.columns.map(({ column, starts, suppressed }) => {
      const values = domains.get(column)!
      const valueAt = (code: number) => values[code]
      return { column, values, starts: starts.map(valueAt), suppressed: suppressed?.map(valueAt) }
    }),
    points: trail.points.map(({ step, figures, suppressed, classes, ...reached }) => {
      const point = { ...reached, ...figures, suppressed, classes }
      if (step === undefined) return point
      const values = domains.get(step.column)!
      const { column, node, from, to, parts, ...rest } = step
      const named = parts && { parts: parts.map((code) => values[code]) }
      return { step: { column, node, from: values[from], to: values[to], ...named, ...rest }, ...point }
    }),
  }
}

/** Writes one line per column and point, easy to compare by eye. */
export function trailText({ columns, points, ...rest }: TrailDocument): string {
  const lines = (entries: readonly unknown[]): string =>
    entries.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n')
  const head = JSON.stringify(rest, null, 2).replace(/\n}$/, '')
  return `${head},\n  "columns": [\n${lines(columns)}\n  ],\n  "points": [\n${lines(points)}\n  ]\n}\n`
}

/** Parses a trail file and checks everything that needs no data. */
export function readTrail(text: string, name: string): TrailDocument {
  const value = parseDocument<TrailDocument>(text, name, 'trail')
  checkShape(value, shape, name)
  return value as TrailDocument
}

const text = z.string()
const texts = z.array(text)
const step = z.looseObject({ column: text, node: text, from: text, to: text, parts: texts.optional() })
const shape = z.looseObject({
  search: z.enum(['bottom-up', 'top-down']),
  options: z.looseObject({}),
  allowance: z.number().int().min(0),
  people: z.number().int().min(2).optional(),
  columns: z.array(
    z.looseObject({ column: text, values: texts.min(1), starts: texts.min(1), suppressed: texts.optional() }),
  ),
  points: z
    .array(z.looseObject({ anonymity: z.number(), step: step.optional() }))
    .min(1)
    .refine((points) => points.every((point, i) => (point.step === undefined) === (i === 0)), {
      error: 'every point but the first must have a step',
    }),
})

/** Converts the trail to the codes of these hierarchies; throws if they differ from the trail's. */
export function trailOn(trail: TrailDocument, hierarchies: readonly Hierarchy[], name: string): Trail {
  const wrongFile = userError('file', name)
  const columns = new Map(trail.columns.map((column) => [column.column, column]))
  const wanted = hierarchies.map(({ column }) => column)
  if (columns.size !== wanted.length || wanted.some((column) => !columns.has(column)))
    throw wrongFile`${name} does not fit the job: its columns are ${[...columns.keys()].join(', ')}, the
      quasi-identifiers of the job are ${wanted.join(', ')}; search anew without the trail`
  const codes = new Map(
    hierarchies.map((hierarchy) => [hierarchy.column, readCodes(columns.get(hierarchy.column)!, hierarchy, name)]),
  )
  const hierarchiesByColumn = new Map(hierarchies.map((hierarchy) => [hierarchy.column, hierarchy]))
  const codeIn = (column: string, value: string): number => {
    const code = codes.get(column)?.get(value)
    // Values are not named: they may belong to suppressed rows.
    if (code !== undefined) return code
    throw wrongFile`${name}: a step speaks of a value that column "${column}" does not have; was it edited?`
  }
  return {
    search: trail.search,
    allowance: trail.allowance,
    columns: hierarchies.map(({ column, values }): TrailColumn => {
      const { starts, suppressed } = columns.get(column)!
      const toCode = (value: string) => codeIn(column, value)
      return { column, size: values.length, starts: starts.map(toCode), suppressed: suppressed?.map(toCode) }
    }),
    points: trail.points.map(({ step, anonymity, information, suppressed, classes, ...figures }): TrailPoint => {
      const point = { anonymity, information, figures: figures as TrailPoint['figures'], suppressed, classes }
      if (step === undefined) return point
      const { column, parts } = step
      const [from, to] = [codeIn(column, step.from), codeIn(column, step.to)]
      refuseOtherTree(step, hierarchiesByColumn.get(column)!, from, to, name)
      const coded = { ...step, from, to } as unknown as TrailStep
      return { ...point, step: parts ? { ...coded, parts: parts.map((part) => codeIn(column, part)) } : coded }
    }),
  }
}

/** The code of each value, after checking that the domain is the trail's. */
function readCodes({ column, values }: NamedColumn, hierarchy: Hierarchy, name: string): Map<string, number> {
  const same =
    values.length === hierarchy.values.length && values.every((value, code) => value === hierarchy.values[code])
  if (same) return new Map(values.map((value, code) => [value, code]))
  const counts =
    values.length === hierarchy.values.length
      ? `the same number of values, ${values.length}, but not the same ones`
      : `${hierarchy.values.length} values, the trail ${values.length}`
  const wrongFile = userError('file', name)
  throw wrongFile`${name} does not fit column "${column}", which has ${counts}: the data or the hierarchy has changed
    since; search anew without the trail`
}

/** Throws if the tree has the same leaves under other nodes: the trail's groups would not be its nodes. */
function refuseOtherTree(step: NamedStep, hierarchy: Hierarchy, from: number, to: number, name: string): void {
  const { tree } = hierarchy
  if (from <= to && groupLabel(hierarchy, from, to) === step.node) return
  const isNode = tree?.names.some((name, i) => name === step.node && tree.first[i] === from && tree.last[i] === to)
  if (isNode) return
  const wrongFile = userError('file', name)
  throw wrongFile`${name} does not fit the hierarchy of column "${step.column}": a step's group is none of its nodes;
    the hierarchy has changed since: search anew without the trail`
}
