/** Wraps the compiled kernel (`boxes-kernel.as.ts`) with a problem in its memory behind plain arrays. */
import type { PersonRows } from '../../../frequency/frequency-table.ts'
import { type Global, startInstance } from '../../../ground/web-assembly.ts'
import { classJudge } from '../../classes/class-judge.ts'
import type { ClassList } from '../../classes/class-list.ts'
import type { ClassTerm, Tallies } from '../../classes/row-units.ts'
import { type ColumnTables, SCALE } from './column-tables.ts'
import type { RoundPlan } from './options.ts'

/** The kernel's input: plain data, equal in every worker. */
export interface BoxesData {
  readonly k: number
  /** Units of rows; the kernel calls them combinations. */
  readonly combinations: number
  readonly tables: readonly ColumnTables[]
  /** Of the columns that are lines; their lanes come after those of the tables. */
  readonly weights: Int16Array
  /** Search codes of all combinations, a row of lanes each. */
  readonly codes: Uint16Array
  readonly counts: Int32Array
  readonly tallies: Tallies
  /** The persons of each combination, if a class needs k of them. */
  readonly persons?: PersonRows | undefined
}

export interface BlockResult extends ClassList {
  /** Σ rows · loss, in units of 1/SCALE. */
  readonly loss: number
  readonly paid: number
  readonly trials: number
}

export interface BoxesKernel {
  /** Initial classes by recursive bisection; undefined if even all rows together fail the requirements. */
  cutTable(): ClassList | undefined
  measureCost(list: ClassList): { readonly loss: number; readonly paid: number }
  improve(list: ClassList, seed: bigint, round: RoundOptions): BlockResult
  /** Lower bound of a row's loss for each combination, in units of 1/SCALE. */
  leastLosses(combinations: Int32Array): Float64Array
  divideClasses(list: ClassList, seed: bigint, limit: number): Int32Array[]
}

/** A pool worse by the temperature is kept with probability 1/e. */
export interface RoundOptions extends RoundPlan {
  readonly trials: number
}

/** Addresses that the kernel sets when it allocates, and counts of the last block. */
type Globals = Record<
  | `${'sizes' | 'lossTables' | 'nodeTables' | 'upTables' | 'trees' | 'codes' | 'tables' | 'weights'}At`
  | `${'starts' | 'combinations' | 'rows' | 'dividedRows' | 'order' | 'ends'}At`
  | `${'tallyStarts' | 'tallySlots' | 'tallyRows' | 'moments' | 'terms' | 'personStarts' | 'personCodes'}At`
  | 'trials',
  Global
>

interface Exports extends Readonly<Globals> {
  readonly memory: { readonly buffer: ArrayBuffer }
  settle(tables: number, lines: number, combinations: number, k: number, tableEntries: number): void
  settleTallies(
    combinations: number,
    slots: number,
    numbers: number,
    entries: number,
    terms: number,
    flags: number,
  ): void
  settlePersons(combinations: number, entries: number, persons: number): void
  openBlock(classes: number, entries: number): void
  improveBlock(seed: bigint, trials: number, neighbours: number, noise: number, temperature: number): number
  blockLoss(): number
  blockTerms(): number
  openDivision(count: number): void
  divideClasses(): void
  divide(seed: bigint, limit: number): number
  dividedLoss(): number
  dividedTerms(): number
  cutTable(): number
  leastLoss(combination: number, combinations: number, counts: number, buckets: number, shift: number): number
}

const BUCKETS = 2 ** 14

const kernelFile = new URL('./boxes-kernel.wasm', import.meta.url)

export function openKernel(data: BoxesData): BoxesKernel {
  const { tallies } = data
  const judge = tallies.asked && classJudge(tallies.asked)
  // The kernel's layout of a tally: counters in whole words of eight bytes, then the moments.
  const stride = Math.ceil(tallies.slots / 2) * 2 + tallies.numbers * 4
  const kernel = startInstance<Exports>(kernelFile, {
    host: {
      broken: (rows: number, at: number, count: number): number =>
        judge?.(words(rows, count), words(at, count * stride), stride) ? 1 : 0,
    },
  })
  settle(kernel, data)
  settleTallies(kernel, data)
  settlePersons(kernel, data)
  const words = (address: number, length: number): Int32Array => new Int32Array(kernel.memory.buffer, address, length)

  function enter({ starts, combinations, rows }: ClassList): void {
    kernel.openBlock(starts.length - 1, combinations.length)
    words(kernel.startsAt.value, starts.length).set(starts)
    words(kernel.combinationsAt.value, combinations.length).set(combinations)
    words(kernel.rowsAt.value, rows.length).set(rows)
  }
  function leave(classes: number): BlockResult {
    const starts = words(kernel.startsAt.value, classes + 1).slice()
    return {
      starts,
      combinations: words(kernel.combinationsAt.value, starts[classes]).slice(),
      rows: words(kernel.rowsAt.value, starts[classes]).slice(),
      loss: kernel.blockLoss(),
      paid: kernel.blockTerms(),
      trials: kernel.trials.value,
    }
  }
  function openTable(room = 0): void {
    kernel.openBlock(1, 1)
    kernel.openDivision(Math.max(data.combinations, room))
    words(kernel.dividedRowsAt.value, data.combinations).set(data.counts)
  }
  function openClasses(list: ClassList): void {
    enter(list)
    kernel.openDivision(list.starts.length - 1)
    kernel.divideClasses()
  }
  function blocks(count: number): Int32Array[] {
    const ends = words(kernel.endsAt.value, count)
    return Array.from(ends, (end, block) => {
      const from = block === 0 ? 0 : ends[block - 1]
      return words(kernel.orderAt.value + from * 4, end - from).slice()
    })
  }

  return {
    cutTable() {
      openTable()
      const parts = kernel.cutTable()
      if (parts === 0) return undefined
      const starts = new Int32Array(parts + 1)
      starts.set(words(kernel.endsAt.value, parts), 1)
      const combinations = words(kernel.orderAt.value, data.combinations).slice()
      return { starts, combinations, rows: combinations.map((combination) => data.counts[combination]) }
    },
    measureCost(list) {
      openClasses(list)
      return { loss: kernel.dividedLoss(), paid: kernel.dividedTerms() }
    },
    improve(list, seed, { trials, neighbours, noise, temperature }) {
      enter(list)
      return leave(kernel.improveBlock(seed, trials, neighbours, noise, temperature))
    },
    leastLosses(sample) {
      // The order of a division is unused now: the buckets take its memory.
      openTable(BUCKETS + 1)
      const rows = kernel.dividedRowsAt.value
      const buckets = kernel.orderAt.value
      const shift = Math.log2(SCALE / BUCKETS)
      const leastLoss = (unit: number) => kernel.leastLoss(unit, data.combinations, rows, buckets, shift)
      return Float64Array.from(sample, leastLoss)
    },
    divideClasses(list, seed, limit) {
      openClasses(list)
      return blocks(kernel.divide(seed, limit))
    },
  }
}

function settle(kernel: Exports, { k, combinations, tables, weights, codes }: BoxesData): void {
  const lanes = laneCount(tables.length) + laneCount(weights.length)
  const entries = tables.reduce((sum, { size }) => sum + 3 * size * size, 1)
  kernel.settle(tables.length, weights.length, combinations, k, entries)
  const { buffer } = kernel.memory
  new Uint16Array(buffer, kernel.codesAt.value, combinations * lanes).set(codes)
  new Int16Array(buffer, kernel.weightsAt.value, lanes).set(weights, laneCount(tables.length))
  const sizes = new Uint16Array(buffer, kernel.sizesAt.value, lanes).fill(1)
  const trees = new Uint8Array(buffer, kernel.treesAt.value, lanes)
  // Lanes without a column read a table of one entry, 0.
  const empty = kernel.tablesAt.value
  const places = [kernel.lossTablesAt.value, kernel.nodeTablesAt.value, kernel.upTablesAt.value].map((address) =>
    new Uint32Array(buffer, address, lanes).fill(empty),
  )
  let at = empty + 4
  tables.forEach(({ size, tree, loss, node, up }, column) => {
    sizes[column] = size
    trees[column] = tree ? 1 : 0
    ;[loss, node, up].forEach((table, i) => {
      places[i][column] = at
      new Uint32Array(buffer, at, table.length).set(table)
      at += table.length * 4
    })
  })
}

const TERM_KINDS: Readonly<Record<ClassTerm['of'], number>> = { square: 0, minority: 1, spread: 2 }

function settleTallies(kernel: Exports, { combinations, tallies }: BoxesData): void {
  const { slots, starts, slot, rows, numbers, moments, terms, asked, whole } = tallies
  const flags = (asked ? 1 : 0) + (asked?.receivers ? 2 : 0) + (whole ? 4 : 0)
  kernel.settleTallies(combinations, slots, numbers, slot.length, terms.length, flags)
  const { buffer } = kernel.memory
  new Int32Array(buffer, kernel.tallyStartsAt.value, starts.length).set(starts)
  new Int32Array(buffer, kernel.tallySlotsAt.value, slot.length).set(slot)
  new Int32Array(buffer, kernel.tallyRowsAt.value, rows.length).set(rows)
  new Float64Array(buffer, kernel.momentsAt.value, moments.length).set(moments)
  const view = new DataView(buffer, kernel.termsAt.value, terms.length * 24)
  terms.forEach(({ of, from, to, weight }, i) => {
    view.setInt32(i * 24, TERM_KINDS[of], true)
    view.setInt32(i * 24 + 4, from, true)
    view.setInt32(i * 24 + 8, to, true)
    view.setFloat64(i * 24 + 16, weight, true)
  })
}

function settlePersons(kernel: Exports, { combinations, persons }: BoxesData): void {
  kernel.settlePersons(persons ? combinations : 0, persons?.codes.length ?? 0, persons?.count ?? 0)
  if (persons === undefined) return
  const { buffer } = kernel.memory
  new Int32Array(buffer, kernel.personStartsAt.value, combinations + 1).set(persons.offsets)
  new Int32Array(buffer, kernel.personCodesAt.value, persons.codes.length).set(persons.codes)
}

/** Lanes of a row of codes: eight to a vector. */
export function laneCount(columns: number): number {
  return Math.ceil(columns / 8) * 8
}
