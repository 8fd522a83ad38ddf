/** Reads and writes the boxes of a local recoding as JSON. A row of other data takes the first box that covers it. */
import * as z from 'zod'
import { userError } from '../ground/errors.ts'
import { groupLabel, type Hierarchy, MISSING_LABEL } from '../hierarchy/hierarchy.ts'
import type { TaxonomyNode } from '../hierarchy/taxonomy/taxonomy.ts'
import { type ClassDecision, type ClassesRecoding, outputRows } from './class-decision.ts'
import { checkShape, documentText, parseDocument } from './read-document.ts'
import { derivedShape, type KeptColumn, keptColumnsShape, requirementsShape } from './recoding.ts'

export interface BoxesRecoding extends ClassesRecoding {
  readonly boxes: readonly RecodedBox[]
  readonly trees: Readonly<Record<string, TaxonomyNode>>
  readonly keptColumns: readonly KeptColumn[]
  /** The tree nodes that all classes share as item vocabulary. */
  readonly items?: RecodedBaskets
}

export interface RecodedBaskets {
  readonly column: string
  readonly separator?: string
  readonly m: number
  readonly sensitive?: { readonly items: readonly string[]; readonly h: number }
  readonly tree: TaxonomyNode
  readonly vocabulary: readonly string[]
}

export interface RecodedBox {
  readonly output: number
  readonly rows: number
  readonly loss: number
  /** First and last value of each column, in numeric, listed or leaf order; `(missing)` is a value. */
  readonly ranges: Readonly<Record<string, readonly [BoxEnd, BoxEnd]>>
  readonly shown: Readonly<Record<string, string>>
}

export type BoxEnd = number | string

type BoxFigures = Pick<RecodedBox, 'output' | 'rows' | 'loss'>
type DescribeBox = (output: number) => Pick<RecodedBox, 'ranges' | 'shown'>

/** Describes itself when it is written: all boxes at once would take a kilobyte each. */
class WrittenBox implements RecodedBox {
  readonly output: number
  readonly rows: number
  readonly loss: number
  readonly #describe: DescribeBox

  constructor({ output, rows, loss }: BoxFigures, describe: DescribeBox) {
    this.output = output
    this.rows = rows
    this.loss = loss
    this.#describe = describe
  }

  get ranges() {
    return this.#describe(this.output - 1).ranges
  }

  get shown() {
    return this.#describe(this.output - 1).shown
  }

  toJSON(): RecodedBox {
    return { ...this, ...this.#describe(this.output - 1) }
  }
}

export function hasBoxes({ groupings, outputs }: ClassDecision): boolean {
  return (
    groupings.every(({ groups, codeGroups }) => groups === codeGroups.length) &&
    outputs.ranges.every(({ low }) => low.subarray(0, outputs.count).every((code) => code >= 0))
  )
}

export function describeBoxes(
  decision: ClassDecision,
  hierarchies: readonly Hierarchy[],
  shown: readonly (readonly string[])[],
  loss: (output: number) => number,
): Pick<BoxesRecoding, 'boxes' | 'trees'> {
  const rows = outputRows(decision)
  const describe: DescribeBox = (output) => ({
    ranges: byColumn((i) => {
      const { low, high } = decision.outputs.ranges[i]
      return boxEnds(hierarchies[i], low[output], high[output])
    }),
    shown: byColumn((i) => shown[i][output]),
  })
  const boxes = Array.from({ length: decision.outputs.count }, (_, output) => ({
    output: output + 1,
    rows: rows[output],
    loss: Number(loss(output).toPrecision(9)),
  }))
  return {
    boxes: boxes.sort((a, b) => a.loss - b.loss || a.output - b.output).map((box) => new WrittenBox(box, describe)),
    trees: Object.fromEntries(
      hierarchies.flatMap((hierarchy) =>
        hierarchy.kind === 'tree' ? [[hierarchy.column, treeNode(hierarchy, 0)] as const] : [],
      ),
    ),
  }

  function byColumn<T>(of: (i: number) => T): Record<string, T> {
    return Object.fromEntries(hierarchies.map(({ column }, i) => [column, of(i)]))
  }
}

/** First and last value of a range. */
export function boxEnds(hierarchy: Hierarchy, low: number, high: number): readonly [BoxEnd, BoxEnd] {
  return [boxEnd(hierarchy, low, 'low'), boxEnd(hierarchy, high, 'high')]
}

function boxEnd(hierarchy: Hierarchy, code: number, end: 'low' | 'high'): BoxEnd {
  if (hierarchy.kind !== 'number') return hierarchy.values[code]
  return code === hierarchy.missing ? MISSING_LABEL : hierarchy[end][code]
}

function treeNode(hierarchy: Hierarchy & { readonly kind: 'tree' }, node: number): TaxonomyNode {
  const { children, first, last } = hierarchy.tree
  const below = children[node]
  if (below.length === 1) return treeNode(hierarchy, below[0])
  const name = groupLabel(hierarchy, first[node], last[node])
  return below.length === 0 ? { name } : { name, children: [...below].map((child) => treeNode(hierarchy, child)) }
}

/** Returns the box as codes of other hierarchies; undefined if it covers none of their values. */
export function boxCodes(
  { ranges }: Pick<RecodedBox, 'ranges'>,
  hierarchies: readonly Hierarchy[],
): readonly (readonly [number, number])[] | undefined {
  const codes = hierarchies.map((hierarchy) => codesBetween(hierarchy, ranges[hierarchy.column]))
  return codes.every((range) => range !== undefined) ? codes : undefined
}

function codesBetween(
  hierarchy: Hierarchy,
  [from, to]: readonly [BoxEnd, BoxEnd],
): readonly [number, number] | undefined {
  const { kind, values, missing, low, high } = hierarchy
  if (kind !== 'number') {
    const [first, last] = [values.indexOf(String(from)), values.indexOf(String(to))]
    return first < 0 || last < first ? undefined : [first, last]
  }
  const numbers = missing === undefined ? values.length : missing
  let first = numbers
  let last = numbers - 1
  if (from !== MISSING_LABEL) {
    first = low.subarray(0, numbers).findIndex((value) => value >= (from as number))
    if (to !== MISSING_LABEL) while (last >= 0 && high[last] > (to as number)) last--
  }
  if (to === MISSING_LABEL && missing !== undefined) last = missing
  return first < 0 || last < first ? undefined : [first, last]
}

export function readBoxesRecodingFile(file: string): BoxesRecoding | undefined {
  const value = parseDocument<BoxesRecoding>(documentText(file, 'recoding'), file, 'recoding')
  const isMixed = (value.kind as string) === 'mixed' && value.items?.vocabulary !== undefined
  if ((value.kind !== 'combinations' && !isMixed) || value.boxes === undefined) return undefined
  checkShape(value, shape, file)
  const recoding: BoxesRecoding = { ...(value as BoxesRecoding), kind: 'combinations' }
  const names = recoding.columns.map(({ column }) => column)
  recoding.boxes.forEach(({ ranges }, i) => {
    const lacking = names.find((name) => ranges[name] === undefined)
    if (lacking !== undefined)
      throw userError('file', file)`${file}: box ${i + 1} has no range of column "${lacking}"; give its first and last
        value`
  })
  return recoding
}

const end = z.union([z.number(), z.string()])
const texts = z.array(z.string())
const shape = z.looseObject({
  columns: z.array(z.looseObject({ column: z.string(), type: z.string(), groups: z.array(z.looseObject({})) })).min(1),
  boxes: z.array(z.looseObject({ ranges: z.record(z.string(), z.tuple([end, end])) })).min(1),
  trees: z.record(z.string(), z.looseObject({ name: z.string() })),
  requirements: requirementsShape,
  missing: z.enum(['drop', 'category', 'fail']),
  missingValues: texts,
  withoutColumns: texts,
  keptColumns: keptColumnsShape,
  derived: derivedShape.optional(),
  items: z
    .looseObject({
      column: z.string(),
      m: z.number(),
      tree: z.looseObject({ name: z.string() }),
      vocabulary: texts,
      sensitive: z.looseObject({ items: texts, h: z.number() }).optional(),
    })
    .optional(),
})
