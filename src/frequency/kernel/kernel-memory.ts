/** Lays out the memory of the compiled kernel and packs the table into it. `kernel.as.ts` documents each part. */
import { existsSync } from 'node:fs'
import { InternalError } from '../../ground/errors.ts'
import { type Global, kernelIsCompiled, startInstance } from '../../ground/web-assembly.ts'
import type { CategoryTarget, FrequencyTable } from '../frequency-table.ts'
import { type CompositeColumns, joinColumns } from './composite-columns.ts'

const kernelFile = new URL('./kernel.wasm', import.meta.url)

/** Fixed addresses of the kernel: lookup tables of packed rows, and the start of free memory. */
const PACKED_TABLES = [0x10000, 0x12000, 0x14000]
const FREE_MEMORY = 0x120000
const PACKED_SUMS = (2048 + 2048 + 1024) * 4
const PAGE = 0x10000
const LARGEST_DENSE = 2 ** 16
const LARGEST_STAMPED = 2 ** 24
const LARGEST_MEMORY = 65_535 * PAGE

/** Limits of the direct tables; tests set them to force each path. */
export interface CounterLimits {
  /** Largest product of group counts for the cleared table, at most 2^16. */
  readonly dense?: number
  /** Largest product for the stamped table; beyond it, hashing. */
  readonly stamped?: number
  readonly lastStamp?: number
  readonly packed?: boolean
}

type Settings = ReturnType<typeof kernelSettings>

export interface Kernel extends Readonly<Record<keyof Settings, Global>> {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): void }
  heapBase(): number
  addColumn(from: number, into: number, width: number, unit: number): void
  count(): number
  fillClassOf(): void
  fillHistogram(classes: number, source: number, into: number, width: number): void
  sumKept(classes: number, marks: number, sums: number, apart: number): void
}

export type Layout = ReturnType<typeof layOut>

/** Throws a RangeError if there is not enough memory. */
export function loadKernel(table: FrequencyTable, targets: readonly CategoryTarget[], limits: CounterLimits) {
  const composites = joinColumns(table)
  const layout = layOut(table, targets, composites, limits)
  const kernel = startKernel(layout.bytes)
  const { buffer } = kernel.memory
  for (const [name, value] of Object.entries(kernelSettings(table, composites, layout, limits)))
    kernel[name as keyof Settings].value = value
  describe(buffer, table, composites, layout)
  fillTable(kernel, table, targets, composites, layout)
  return { kernel, layout }
}

function kernelSettings(table: FrequencyTable, { members }: CompositeColumns, layout: Layout, limits: CounterLimits) {
  const { combinations, columns, counts } = table
  // The direct table marks empty keys by a count of 0.
  const dense = counts.includes(0) ? 0 : (limits.dense ?? denseLimit(combinations))
  return {
    combinations,
    columns: columns.length,
    composites: members.length,
    packed: layout.packed ? 1 : 0,
    paired: layout.paired ? 1 : 0,
    denseLimit: Math.min(LARGEST_DENSE, dense),
    stampLimit: layout.stamped,
    hashBits: layout.hashBits,
    lastStamp: Math.max(limits.lastStamp ?? 2 ** 32 - 1, combinations * (members.length + 2)),
    descriptionAt: layout.groupCounts,
    rowsAt: layout.rows,
    countsAt: layout.counts,
    keysAt: layout.keys,
    stampsAt: layout.stamps,
    hashAt: layout.hash,
    classKeysAt: layout.classKeys,
    sizesAt: layout.sizes,
    representativesAt: layout.representatives,
    classOfAt: layout.classOf,
    pairsAt: layout.histograms[0] ?? 0,
    keptAt: layout.kept,
  }
}

export function kernelIsBuilt(): boolean {
  return kernelIsCompiled(kernelFile) || existsSync(kernelFile)
}

function startKernel(bytes: number): Kernel {
  if (bytes > LARGEST_MEMORY) throw new RangeError(`the kernel would need ${bytes} bytes, more than WebAssembly has`)
  const kernel = startInstance<Kernel>(kernelFile)
  if (kernel.heapBase() > PACKED_TABLES[0]) throw new InternalError('the kernel keeps data where its tables should be')
  const pages = Math.ceil(bytes / PAGE) - kernel.memory.buffer.byteLength / PAGE
  if (pages > 0) kernel.memory.grow(pages)
  return kernel
}

function layOut(
  table: FrequencyTable,
  targets: readonly CategoryTarget[],
  composites: CompositeColumns,
  limits: CounterLimits,
) {
  const { columns, combinations } = table
  let next = FREE_MEMORY
  const take = (bytes: number): number => {
    const address = next
    next += Math.ceil(bytes / 16) * 16
    return address
  }
  const packed = composites.packed && limits.packed !== false
  const paired = countsInPairs(table, targets)
  const hashBits = Math.max(4, Math.ceil(Math.log2(combinations * 2 + 1)))
  // A stamped table much larger than the combinations has no locality; hashing is then faster.
  const stampedLimit = limits.stamped ?? Math.max(2 ** 12, nextPowerOfTwo(combinations * 32))
  const stamped = Math.min(stampedLimit, LARGEST_STAMPED)
  const counts = take(combinations * (paired ? 8 : 4))
  return {
    packed,
    /** One target with two values that covers every row: both counts share a word and give the size too. */
    paired,
    /** Entries of the stamped table, bits of the hash table. */
    stamped,
    hashBits,
    counts,
    // The kernel relies on this order: description after group counts, kept rows after groups.
    groupCounts: take(columns.length * 4),
    description: take(columns.length * 24 + composites.members.length * 16),
    groups: columns.map((column) => take(column.size * 4)),
    keptRows: columns.map((column) => take(column.size * 4)),
    tables: composites.sizes.map((size, i) => (packed ? PACKED_TABLES[i] : take(size * 8))),
    rows: take(packed ? combinations * 4 : 0),
    codes: composites.sizes.map((size) => take(packed ? 0 : combinations * codeWidth(size))),
    keys: take(packed ? 0 : combinations * 8),
    stamps: take(stamped * 4),
    hash: take(8 * 2 ** hashBits),
    classKeys: take(packed ? 0 : combinations * 8),
    sizes: take(combinations * 4),
    representatives: take(combinations * 4),
    classOf: take(combinations * 4),
    marks: take(combinations),
    // The kernel writes the list of kept classes one entry ahead.
    kept: take((combinations + 1) * 4),
    sums: take(packed ? PACKED_SUMS : Math.max(0, ...composites.sizes) * 4),
    sources: targets.map((target, t) => (paired && t === 0 ? counts : take(combinations * target.values.length * 4))),
    histograms: targets.map((target) => take(combinations * target.values.length * 4)),
    bytes: next,
  }
}

function countsInPairs(table: FrequencyTable, targets: readonly CategoryTarget[]): boolean {
  if (targets.length !== 1 || targets[0].values.length !== 2) return false
  const { counts } = targets[0]
  for (let i = 0; i < table.combinations; i++) if (counts[2 * i] + counts[2 * i + 1] !== table.counts[i]) return false
  return true
}

/** Clearing and gathering a direct table must not cost more than the combinations. */
function denseLimit(combinations: number): number {
  return Math.min(LARGEST_DENSE, nextPowerOfTwo(combinations * 4))
}

function nextPowerOfTwo(value: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(1, value)))
}

function describe(
  buffer: ArrayBuffer,
  table: FrequencyTable,
  { members, sizes }: CompositeColumns,
  { description, groups, tables, codes }: Layout,
): void {
  const order = members.flat()
  const into = new Int32Array(buffer, description, order.length * 6 + members.length * 4)
  let at = 0
  order.forEach((column, place) => {
    into.set([table.columns[column].size, column, groups[column], order.indexOf(place)], at)
    at += 6
  })
  let first = 0
  members.forEach((columnIds, composite) => {
    into.set([first, tables[composite], codes[composite], codeWidth(sizes[composite])], at)
    first += columnIds.length
    at += 4
  })
}

function fillTable(
  kernel: Kernel,
  table: FrequencyTable,
  targets: readonly CategoryTarget[],
  { members, sizes }: CompositeColumns,
  layout: Layout,
): void {
  const { buffer } = kernel.memory
  const { columns, combinations } = table
  // In the kernel: 18,000 combinations of eight columns take JavaScript 7 ms before it is compiled.
  const addCodes = (columnIds: readonly number[], into: number, width: number, unit: number): void => {
    const room = new Uint32Array(buffer, layout.classOf, combinations)
    for (const column of columnIds.toReversed()) {
      room.set(columns[column].codes.subarray(0, combinations))
      kernel.addColumn(layout.classOf, into, width, unit)
      unit *= columns[column].size
    }
  }
  if (layout.packed) {
    const rows = new Uint32Array(buffer, layout.rows, combinations)
    const known = packedRows.get(columns)
    if (known !== undefined) rows.set(known)
    else {
      for (const [i, columnIds] of members.entries()) addCodes(columnIds, layout.rows, 4, 1 << (11 * i))
      packedRows.set(columns, rows.slice())
    }
  } else for (const [i, columnIds] of members.entries()) addCodes(columnIds, layout.codes[i], codeWidth(sizes[i]), 1)
  if (!layout.paired) new Int32Array(buffer, layout.counts, combinations).set(table.counts.subarray(0, combinations))
  targets.forEach((target, t) => {
    const length = combinations * target.values.length
    new Int32Array(buffer, layout.sources[t], length).set(target.counts.subarray(0, length))
  })
}

/** Bytes of a composite's code. */
function codeWidth(size: number): number {
  return size <= 65_536 ? 2 : 4
}

/** Packed once per table: search, release and report all count it. */
const packedRows = new WeakMap<FrequencyTable['columns'], Uint32Array>()
