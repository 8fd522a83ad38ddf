/**
 * Which counter to use: the compiled kernel where it can be had and is worth it, else the plain one. Both give the same classes. A kernel takes
 * a megabyte of memory, for which the collector of garbage runs over everything there is: a few counts on a small table are done without it.
 * The environment variable HALFTONE_KERNEL=plain asks for the plain one, to compare or where WebAssembly is not wanted.
 */
import type { ClassCounter } from '../classes.ts'
import type { FrequencyTable } from '../frequency-table.ts'
import { compiledCounter } from './compiled-counter.ts'
import { kernelIsBuilt } from './kernel-memory.ts'
import { plainCounter } from './plain-counter.ts'

/** Combinations that the plain counter goes over, in all counts together, before a kernel takes its place. */
const FEW = 1 << 14

export function createCounter(table: FrequencyTable): ClassCounter {
  let left = Math.floor(FEW / Math.max(1, table.combinations))
  let counter = left > 0 ? plainCounter(table) : kernelOr(table)
  return {
    count(groupings) {
      if (left-- === 0) counter = kernelOr(table)
      return counter.count(groupings)
    },
  }
}

function kernelOr(table: FrequencyTable): ClassCounter {
  if (process.env['HALFTONE_KERNEL'] === 'plain' || !kernelIsBuilt()) return plainCounter(table)
  try {
    return compiledCounter(table)
  } catch (error) {
    // Memory that WebAssembly does not give (4 GiB at most) the plain counter may still find.
    if (error instanceof RangeError) return plainCounter(table)
    throw error
  }
}
