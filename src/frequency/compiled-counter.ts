/**
 * The counter over the compiled kernel (`kernel.as.ts`): the table is packed into the memory of a WebAssembly instance of its own
 * once, and an evaluation copies the groupings in and calls the kernel. The class arrays are views of that memory. The class of
 * each combination, and histograms where they do not come for free, are filled when first read after a count. Memory is reserved
 * once: nothing grows or is allocated later.
 */
import { existsSync, readFileSync } from 'node:fs'
import { InternalError } from '../errors.ts'
import type { Grouping } from '../hierarchy/grouping.ts'
import type { ClassCounter, Classes } from './classes.ts'
import { type CompositeColumns, compositeCodes, joinColumns } from './composite-columns.ts'
import type { CategoryTarget, FrequencyTable } from './frequency-table.ts'

const kernelFile = new URL('./kernel.wasm', import.meta.url)

/** Fixed addresses of the kernel: lookup tables of packed rows, and where the memory that we lay out begins. */
const PACKED_TABLES = [0x10000, 0x12000, 0x14000]
const FREE_MEMORY = 0x120000
const PAGE = 0x10000
const LARGEST_MEMORY = 65_536 * PAGE

interface Kernel {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): void }
  heapBase(): number
  layOut(...sizes: number[]): void
  place(...addresses: number[]): void
  count(): number
  fillClassOf(): void
  fillHistogram(source: number, into: number, width: number): void
  sumKept(marks: number, codes: number, codeBytes: number, apart: number): void
}

/** The part of WebAssembly that we use; the types of Node leave it to those of the browser. */
interface WebAssemblyFace {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: unknown }
}

let compiled: object | undefined

/** Whether the kernel has been built (`npm run build:kernel`). */
export function kernelIsBuilt(): boolean {
  return compiled !== undefined || existsSync(kernelFile)
}

/** Limits of the direct tables; only tests, which force each path, give others. */
export interface CounterLimits {
  /** Largest product of group counts that is counted in a cleared table, at most 2^16. */
  readonly dense?: number
  /** Largest product that finds classes in a stamped table; beyond it, by hashing. */
  readonly stamped?: number
  /** How far stamps run before the tables are cleared and they start again. */
  readonly lastStamp?: number
  /** Whether three composite codes may travel in one word. */
  readonly packed?: boolean
}

export function compiledCounter(table: FrequencyTable, limits: CounterLimits = {}): ClassCounter {
  const { columns, combinations } = table
  const targets = table.targets.filter((target): target is CategoryTarget => target.kind === 'categories')
  const composites = joinColumns(table)
  const packed = composites.packed && limits.packed !== false
  const paired = countsInPairs(table, targets)
  const hashBits = Math.max(4, Math.ceil(Math.log2(combinations * 2 + 1)))
  const stamped = Math.min(limits.stamped ?? stampedLimit(combinations), 2 ** 22)
  // The direct table tells empty keys by their count of 0.
  const dense = table.counts.includes(0) ? 0 : (limits.dense ?? denseLimit(combinations))

  const plan = planMemory()
  const groupCounts = plan.take(columns.length * 4)
  const description = plan.take(columns.length * 24 + composites.members.length * 16)
  const groups = columns.map((column) => plan.take(column.size * 4))
  const keptRows = columns.map((column) => plan.take(column.size * 4))
  const keptRowsApart = (keptRows[0] ?? 0) - (groups[0] ?? 0)
  const tables = composites.sizes.map((size, i) => (packed ? PACKED_TABLES[i] : plan.take(size * 8)))
  const rows = plan.take(packed ? combinations * 4 : 0)
  const codes = composites.sizes.map((size) => plan.take(packed ? 0 : combinations * (size <= 65_536 ? 2 : 4)))
  const counts = plan.take(combinations * (paired ? 8 : 4))
  const keys = plan.take(packed ? 0 : combinations * 8)
  const stamps = plan.take(stamped * 4)
  const hash = plan.take(8 * 2 ** hashBits)
  const classKeys = plan.take(combinations * 8)
  const sizes = plan.take(combinations * 4)
  const representatives = plan.take(combinations * 4)
  const classOf = plan.take(combinations * 4)
  const marks = plan.take(combinations)
  const codeBytes = columns.reduce((most, column) => Math.max(most, column.codes.BYTES_PER_ELEMENT), 1)
  const codesByRow = plan.take(combinations * columns.length * codeBytes)
  const sources = targets.map((target, t) => (paired && t === 0 ? counts : plan.take(combinations * width(target) * 4)))
  const histograms = targets.map((target) => plan.take(combinations * width(target) * 4))

  const kernel = startKernel(plan.bytes())
  const { buffer } = kernel.memory
  const flags = (packed ? 1 : 0) | (paired ? 2 : 0)
  const lastStamp = limits.lastStamp ?? 2 ** 32 - 1
  kernel.layOut(combinations, columns.length, composites.members.length, flags, dense, stamped, hashBits, lastStamp)
  kernel.place(
    groupCounts,
    rows,
    counts,
    keys,
    stamps,
    hash,
    classKeys,
    sizes,
    representatives,
    classOf,
    histograms[0] ?? 0,
  )

  const described = new Int32Array(buffer, description, columns.length * 6 + composites.members.length * 4)
  describe(described, table, composites, groups, tables, codes)
  if (packed) packRows(table, composites, new Uint32Array(buffer, rows, combinations))
  else fillCodes(table, composites, buffer, codes)
  fillCodesByRow(table, composites, buffer, codesByRow, codeBytes)
  if (!paired) new Int32Array(buffer, counts, combinations).set(table.counts.subarray(0, combinations))
  targets.forEach((target, t) => {
    const length = combinations * width(target)
    new Int32Array(buffer, sources[t], length).set(target.counts.subarray(0, length))
  })

  const groupViews = columns.map((column, c) => new Int32Array(buffer, groups[c], column.size))
  const groupCountView = new Int32Array(buffer, groupCounts, columns.length)
  const keptRowsViews = columns.map((column, c) => new Int32Array(buffer, keptRows[c], column.size))
  const marksView = new Uint8Array(buffer, marks, combinations)
  const classOfView = new Int32Array(buffer, classOf, combinations)
  const histogramViews = targets.map((target, t) => new Int32Array(buffer, histograms[t], combinations * width(target)))
  let classOfReady = true
  let histogramsReady = true

  const classes: Classes = {
    count: 0,
    sizes: new Int32Array(buffer, sizes, combinations),
    representatives: new Int32Array(buffer, representatives, combinations),
    get classOf() {
      if (!classOfReady) kernel.fillClassOf()
      classOfReady = true
      return classOfView
    },
    get histograms() {
      if (!histogramsReady) {
        if (!classOfReady) kernel.fillClassOf()
        classOfReady = true
        for (let t = 0; t < targets.length; t++) kernel.fillHistogram(sources[t], histograms[t], width(targets[t]))
        histogramsReady = true
      }
      return histogramViews
    },
    keptRows(suppressed) {
      marksView.set(suppressed)
      kernel.sumKept(marks, codesByRow, codeBytes, keptRowsApart)
      return keptRowsViews
    },
  }

  return {
    count(groupings: readonly Grouping[]): Classes {
      for (let column = 0; column < groupViews.length; column++) {
        groupViews[column].set(groupings[column].groupOf)
        groupCountView[column] = groupings[column].groups
      }
      classes.count = kernel.count()
      classOfReady = false
      histogramsReady = paired
      return classes
    },
  }
}

function width(target: CategoryTarget): number {
  return target.values.length
}

/** One target of two values that every row has: its two counts say the size too. */
function countsInPairs(table: FrequencyTable, targets: readonly CategoryTarget[]): boolean {
  if (targets.length !== 1 || width(targets[0]) !== 2) return false
  const { counts } = targets[0]
  for (let i = 0; i < table.combinations; i++) {
    if (counts[2 * i] + counts[2 * i + 1] !== table.counts[i]) return false
  }
  return true
}

/** Clearing and gathering a direct table must not cost more than the combinations do. */
function denseLimit(combinations: number): number {
  return Math.min(2 ** 16, nextPowerOfTwo(combinations * 4))
}

/** A stamped table much larger than the combinations misses the cache at every step; hashing is then better. */
function stampedLimit(combinations: number): number {
  return Math.min(2 ** 22, Math.max(2 ** 12, nextPowerOfTwo(combinations * 64)))
}

function nextPowerOfTwo(value: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(1, value)))
}

/** Hands out addresses, 16 bytes apart or more. */
function planMemory(): { take(bytes: number): number; bytes(): number } {
  let next = FREE_MEMORY
  return {
    take(bytes) {
      const address = next
      next += Math.ceil(bytes / 16) * 16
      return address
    },
    bytes: () => next,
  }
}

function startKernel(bytes: number): Kernel {
  if (bytes > LARGEST_MEMORY) throw new InternalError(`the kernel would need ${bytes} bytes, more than WebAssembly has`)
  const { Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyFace }).WebAssembly
  compiled ??= new Module(readFileSync(kernelFile))
  const kernel = new Instance(compiled).exports as Kernel
  if (kernel.heapBase() > PACKED_TABLES[0]) throw new InternalError('the kernel keeps data where its tables should be')
  const pages = Math.ceil(bytes / PAGE) - kernel.memory.buffer.byteLength / PAGE
  if (pages > 0) kernel.memory.grow(pages)
  return kernel
}

/** The description that `kernel.as.ts` reads: columns by composite, then composites. */
function describe(
  into: Int32Array,
  table: FrequencyTable,
  { members, sizes }: CompositeColumns,
  groups: readonly number[],
  tables: readonly number[],
  codes: readonly number[],
): void {
  let at = 0
  const order = members.flat()
  order.forEach((column, place) => {
    into.set([table.columns[column].size, column, groups[column], order.indexOf(place)], at)
    at += 6
  })
  let first = 0
  members.forEach((own, composite) => {
    into.set([first, tables[composite], codes[composite], sizes[composite] <= 65_536 ? 2 : 4], at)
    first += own.length
    at += 4
  })
}

/** Three codes of 11, 11 and 10 bits in a word. */
function packRows(table: FrequencyTable, { members }: CompositeColumns, into: Uint32Array): void {
  const codes = new Uint32Array(table.combinations)
  members.forEach((own, composite) => {
    compositeCodes(table, own, codes)
    for (let i = 0; i < codes.length; i++) into[i] |= codes[i] << (11 * composite)
  })
}

function fillCodes(
  table: FrequencyTable,
  { members, sizes }: CompositeColumns,
  buffer: ArrayBuffer,
  codes: readonly number[],
): void {
  members.forEach((own, composite) => {
    const Codes = sizes[composite] <= 65_536 ? Uint16Array : Uint32Array
    compositeCodes(table, own, new Codes(buffer, codes[composite], table.combinations))
  })
}

/** The codes of each combination side by side, columns in the order of the composites. */
function fillCodesByRow(
  table: FrequencyTable,
  { members }: CompositeColumns,
  buffer: ArrayBuffer,
  at: number,
  codeBytes: number,
): void {
  const Codes = codeBytes === 1 ? Uint8Array : codeBytes === 2 ? Uint16Array : Uint32Array
  const order = members.flat()
  const into = new Codes(buffer, at, table.combinations * order.length)
  order.forEach((column, place) => {
    const { codes } = table.columns[column]
    for (let i = 0; i < table.combinations; i++) into[i * order.length + place] = codes[i]
  })
}
