/**
 * Chooses the counter: the compiled kernel if it is available and pays off, else the plain one; both give the same
 * classes. A kernel takes a megabyte, which triggers full garbage collections, so the first counts on a small table use
 * the plain one. HALFTONE_KERNEL=plain forces it.
 */
import type { ClassCounter } from '../classes.ts'
import type { FrequencyTable } from '../frequency-table.ts'
import { compiledCounter } from './compiled-counter.ts'
import { kernelIsBuilt } from './kernel-memory.ts'
import { plainCounter } from './plain-counter.ts'

/** Combinations that the plain counter visits, over all counts, before a kernel replaces it. */
const FEW = 1 << 14
/** Counts without a kernel that are worth two sets of arrays. */
const WORTH_IT = 4

export function createCounter(table: FrequencyTable): ClassCounter {
  let left = Math.floor(FEW / Math.max(1, table.combinations))
  let counter = left >= WORTH_IT ? plainCounter(table) : undefined
  return {
    count(groupings) {
      if (left-- === 0 || counter === undefined) counter = kernelOr(table)
      return counter.count(groupings)
    },
  }
}

function kernelOr(table: FrequencyTable): ClassCounter {
  if (process.env['HALFTONE_KERNEL'] === 'plain' || !kernelIsBuilt()) return plainCounter(table)
  try {
    return compiledCounter(table)
  } catch (error) {
    // WebAssembly memory is limited to 4 GiB; the plain counter may still have enough.
    if (error instanceof RangeError) return plainCounter(table)
    throw error
  }
}
