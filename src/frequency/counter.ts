/**
 * Which counter to use: the compiled kernel where it can be had, else the plain one. Both give the same classes. The environment
 * variable HALFTONE_KERNEL=plain asks for the plain one, to compare or where WebAssembly is not wanted.
 */
import type { ClassCounter } from './classes.ts'
import { compiledCounter, kernelIsBuilt } from './compiled-counter.ts'
import type { FrequencyTable } from './frequency-table.ts'
import { plainCounter } from './plain-counter.ts'

export function createCounter(table: FrequencyTable): ClassCounter {
  const compiled = process.env['HALFTONE_KERNEL'] !== 'plain' && kernelIsBuilt()
  return compiled ? compiledCounter(table) : plainCounter(table)
}
