/**
 * Counts the sensitive values of a class on demand. Lists the members of each class once per count, and adds up their
 * sparse rows one class at a time. Cost: combinations for the list, then the entries of the requested classes.
 * Allocates nothing after the first count.
 */

import { InternalError } from '../ground/errors.ts'
import { madeOnce } from '../ground/made-once.ts'
import { entryAt } from '../ground/maps.ts'
import type { Classes } from './classes.ts'
import { type Amounts, amountsLike, type FrequencyTable, type SensitiveColumn } from './frequency-table.ts'

export function findSensitive(table: FrequencyTable, name: string): SensitiveColumn {
  const column = table.sensitive?.find((candidate) => candidate.name === name)
  if (column === undefined) throw new InternalError(`column "${name}" was not counted`)
  return column
}

export function classValues(classes: Classes, table: FrequencyTable, name: string) {
  const column = findSensitive(table, name)
  const { starts, members } = classMembers(classes, table.combinations)
  const { tally, codes, counts } = roomFor(column)
  return {
    codes,
    counts,
    /** Returns the number of distinct values of a class; their codes and counts are valid until the next call. */
    of(c: number): number {
      let found = 0
      for (let m = starts[c]; m < starts[c + 1]; m++) {
        const end = column.offsets[members[m] + 1]
        for (let entry = column.offsets[members[m]]; entry < end; entry++) {
          const amount = column.counts[entry]
          if (amount === 0) continue
          const code = column.codes[entry]
          if (tally[code] === 0) codes[found++] = code
          tally[code] += amount
        }
      }
      for (let i = 0; i < found; i++) {
        counts[i] = tally[codes[i]]
        tally[codes[i]] = 0
      }
      return found
    },
  }
}

export const FEW = 8

/**
 * Distinct values of each class, counted up to `enough` (at most FEW); skips classes with `skip[c]` 1. Most
 * combinations are skipped early. The next call refills the array.
 */
export function fewValues(
  classes: Classes,
  table: FrequencyTable,
  name: string,
  enough: number,
  skip: Uint8Array,
): Uint8Array {
  const { offsets, codes, counts } = findSensitive(table, name)
  const { found, first } = fewRoom(table)
  const { classIds, count } = classes
  for (let c = 0; c < count; c++) found[c] = skip[c] === 1 ? enough : 0
  for (let i = 0; i < table.combinations; i++) {
    const c = classIds[i]
    if (found[c] >= enough) continue
    for (let entry = offsets[i]; entry < offsets[i + 1] && found[c] < enough; entry++) {
      if (counts[entry] === 0) continue
      const end = c * FEW + found[c]
      let at = c * FEW
      while (at < end && first[at] !== codes[entry]) at++
      if (at < end) continue
      first[end] = codes[entry]
      found[c]++
    }
  }
  return found
}

const fewRoom = madeOnce(({ combinations }: FrequencyTable) => ({
  found: new Uint8Array(combinations),
  first: new Int32Array(combinations * FEW),
}))

export interface Members {
  readonly starts: Int32Array
  readonly members: Int32Array
}

export function classMembers(classes: Classes, combinations: number): Members {
  const known = lists.get(classes)
  if (known !== undefined && classes.round !== undefined && known.round === classes.round) return known
  const list = known ?? { starts: new Int32Array(combinations + 2), members: new Int32Array(combinations), round: 0 }
  const { starts, members } = list
  const { classIds, count } = classes
  // Offset by two while counting and by one while filling, so that each entry ends where its class starts.
  starts.fill(0, 0, count + 2)
  for (let i = 0; i < combinations; i++) starts[classIds[i] + 2]++
  for (let c = 2; c < count + 2; c++) starts[c] += starts[c - 1]
  for (let i = 0; i < combinations; i++) members[starts[classIds[i] + 1]++] = i
  list.round = classes.round
  lists.set(classes, list)
  return list
}

const lists = new WeakMap<Classes, Members & { round: number | undefined }>()

interface Room {
  readonly tally: Amounts
  readonly codes: Int32Array
  readonly counts: Amounts
}

const rooms = new WeakMap<readonly string[], Room>()

/** Shared with tables rolled up from the full one, which have the same values. */
function roomFor({ values, counts }: SensitiveColumn): Room {
  return entryAt(rooms, values, () => ({
    tally: amountsLike(counts, values.length),
    codes: new Int32Array(values.length),
    counts: amountsLike(counts, values.length),
  }))
}
