/**
 * The counter over the compiled kernel (`kernel.as.ts`): packs the table once into a WebAssembly memory; an evaluation
 * copies the groupings in and calls the kernel. Class arrays are views of that memory. `classIds` and costly histograms
 * are filled on first read after a count. All memory is reserved up front.
 */
import type { Grouping } from '../../hierarchy/grouping.ts'
import type { ClassCounter, Classes } from '../classes.ts'
import type { CategoryTarget, FrequencyTable } from '../frequency-table.ts'
import { type CounterLimits, type Kernel, type Layout, loadKernel } from './kernel-memory.ts'

export function compiledCounter(table: FrequencyTable, limits: CounterLimits = {}): ClassCounter {
  const targets = table.targets.filter((target): target is CategoryTarget => target.kind === 'categories')
  const { kernel, layout } = loadKernel(table, targets, limits)
  const { buffer } = kernel.memory
  const groupArrays = table.columns.map((column, c) => new Int32Array(buffer, layout.groups[c], column.size))
  const groupCounts = new Int32Array(buffer, layout.groupCounts, table.columns.length)
  const classes = new CompiledClasses(kernel, layout, table, targets)
  return {
    count(groupings: readonly Grouping[]): Classes {
      for (let column = 0; column < groupArrays.length; column++) {
        const { codeGroups, groups } = groupings[column]
        // A single group is all zeros, as before.
        if (groups === 1 && groupCounts[column] === 1) continue
        groupArrays[column].set(codeGroups)
        groupCounts[column] = groups
      }
      return classes.counted(kernel.count())
    },
  }
}

/** A class, so that all counters share one object shape and readers stay monomorphic. */
class CompiledClasses implements Classes {
  count = 0
  round = 0
  readonly sizes: Int32Array
  readonly representatives: Int32Array
  readonly #kernel: Kernel
  readonly #layout: Layout
  readonly #widths: readonly number[]
  readonly #classIds: Int32Array
  readonly #histograms: readonly Int32Array[]
  readonly #marks: Uint8Array
  readonly #keptRows: readonly Int32Array[]
  #classIdsIsFilled = false
  #histogramsAreFilled = false

  constructor(kernel: Kernel, layout: Layout, table: FrequencyTable, targets: readonly CategoryTarget[]) {
    const { buffer } = kernel.memory
    const { combinations } = table
    this.#kernel = kernel
    this.#layout = layout
    this.#widths = targets.map((target) => target.values.length)
    this.sizes = new Int32Array(buffer, layout.sizes, combinations)
    this.representatives = new Int32Array(buffer, layout.representatives, combinations)
    this.#classIds = new Int32Array(buffer, layout.classOf, combinations)
    this.#histograms = this.#widths.map(
      (width, t) => new Int32Array(buffer, layout.histograms[t], combinations * width),
    )
    this.#marks = new Uint8Array(buffer, layout.marks, combinations)
    this.#keptRows = table.columns.map((column, c) => new Int32Array(buffer, layout.keptRows[c], column.size))
  }

  counted(count: number): this {
    this.count = count
    this.round++
    this.#classIdsIsFilled = false
    this.#histogramsAreFilled = this.#layout.paired
    return this
  }

  get classIds(): Int32Array {
    if (!this.#classIdsIsFilled) {
      this.#kernel.fillClassOf()
      this.#classIdsIsFilled = true
    }
    return this.#classIds
  }

  get histograms(): readonly Int32Array[] {
    if (!this.#histogramsAreFilled) this.#fillHistograms()
    return this.#histograms
  }

  #fillHistograms(): void {
    const { sources, histograms } = this.#layout
    if (this.classIds.length > 0) {
      for (let t = 0; t < sources.length; t++)
        this.#kernel.fillHistogram(this.count, sources[t], histograms[t], this.#widths[t])
    }
    this.#histogramsAreFilled = true
  }

  keptRows(suppressed: Uint8Array): readonly Int32Array[] {
    const { marks, sums, keptRows, groups } = this.#layout
    const most = this.#marks.length
    this.#marks.set(suppressed.length > most ? suppressed.subarray(0, most) : suppressed)
    this.#kernel.sumKept(this.count, marks, sums, (keptRows[0] ?? 0) - (groups[0] ?? 0))
    return this.#keptRows
  }
}
