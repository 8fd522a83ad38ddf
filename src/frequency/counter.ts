/**
 * Which counter to use: the compiled kernel where it can be had, else the plain one. Both give the same classes. The environment
 * variable HALFTONE_KERNEL=plain asks for the plain one, to compare or where WebAssembly is not wanted.
 */
import type { ClassCounter } from './classes.ts'
import { compiledCounter } from './compiled-counter.ts'
import type { FrequencyTable } from './frequency-table.ts'
import { kernelIsBuilt } from './kernel-memory.ts'
import { plainCounter } from './plain-counter.ts'

export function createCounter(table: FrequencyTable): ClassCounter {
  if (process.env['HALFTONE_KERNEL'] === 'plain' || !kernelIsBuilt()) return plainCounter(table)
  try {
    return compiledCounter(table)
  } catch (error) {
    // Memory that WebAssembly does not give (4 GiB at most) the plain counter may still find.
    if (error instanceof RangeError) return plainCounter(table)
    throw error
  }
}
