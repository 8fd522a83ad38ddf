/** Which counter to use: the compiled kernel where it can be had, else the plain one. Both give the same classes. */
import type { ClassCounter } from './classes.ts'
import type { FrequencyTable } from './frequency-table.ts'
import { plainCounter } from './plain-counter.ts'

export function createCounter(table: FrequencyTable): ClassCounter {
  return plainCounter(table)
}
