/**
 * Counts the distinct persons of each class. Classes may share persons, so the counts do not add up. Cost: per count of
 * the classes, the combinations, and those of persons who are in several; none without persons.
 */
import { madeOnce } from '../ground/made-once.ts'
import type { Classes, Partition } from './classes.ts'
import type { FrequencyTable, PersonRows } from './frequency-table.ts'

/** Class sizes for requirements and risks: persons if they are counted, else rows. */
export function countedSizes(classes: Classes, table: FrequencyTable): Int32Array {
  const { persons } = table
  return persons === undefined || sharedPersons(persons).single ? classes.sizes : countPersons(classes, table, persons)
}

export function countedInAll({ persons, rows }: FrequencyTable): number {
  return persons?.count ?? rows
}

/** The partition for risks, with persons as rows. A person counts once in each class. */
export function byPersons<P extends Partition>(partition: P): P {
  const { frequencies, classes, suppressed } = partition
  if (frequencies.persons === undefined) return partition
  const sizes = countedSizes(classes, frequencies)
  let rows = 0
  let suppressedRows = 0
  for (let c = 0; c < classes.count; c++) {
    rows += sizes[c]
    if (suppressed[c] === 1) suppressedRows += sizes[c]
  }
  return {
    ...partition,
    frequencies: { ...frequencies, rows },
    classes: {
      count: classes.count,
      sizes,
      representatives: classes.representatives,
      classIds: classes.classIds,
      histograms: classes.histograms,
    },
    suppressedRows,
  }
}

/** Rows that are certainly of k persons: one more than those of the k − 1 with most. */
export function rowsOfPersons(persons: PersonRows, k: number): number {
  return rowsByPerson(persons)
    .subarray(Math.max(0, persons.count - k + 1))
    .reduce((sum, rows) => sum + rows, 1)
}

const rowsByPerson = madeOnce(({ count, codes, counts }: PersonRows) => {
  const rows = new Int32Array(count)
  for (let entry = 0; entry < codes.length; entry++) rows[codes[entry]] += counts[entry]
  return rows.sort()
})

interface Room {
  readonly sizes: Int32Array
  /** The last person (from 1) met in each class. */
  readonly met: Int32Array
  round: number | undefined
}

const rooms = new WeakMap<Classes, Room>()

/** Adds up the persons of combinations, then takes off each that a class has again. */
function countPersons(classes: Classes, { combinations }: FrequencyTable, persons: PersonRows): Int32Array {
  const known = rooms.get(classes)
  if (known !== undefined && classes.round !== undefined && known.round === classes.round) return known.sizes
  const empty = () => new Int32Array(Math.max(combinations, classes.count))
  const room = known ?? { sizes: empty(), met: empty(), round: undefined }
  const { sizes, met } = room
  const { classIds, count } = classes
  const { offsets } = persons
  sizes.fill(0, 0, count)
  for (let i = 0; i < combinations; i++) sizes[classIds[i]] += offsets[i + 1] - offsets[i]
  const { starts, places } = sharedPersons(persons)
  met.fill(0, 0, count)
  for (let person = 1; person < starts.length; person++) {
    for (let at = starts[person - 1]; at < starts[person]; at++) {
      const c = classIds[places[at]]
      if (met[c] === person) sizes[c]--
      else met[c] = person
    }
  }
  room.round = classes.round
  rooms.set(classes, room)
  return sizes
}

/** The combinations of each person who is in more than one; `single` if every row is somebody else's. */
const sharedPersons = madeOnce(({ count, offsets, codes, counts }: PersonRows) => {
  const combinations = offsets.length - 1
  const times = new Int32Array(count)
  for (let entry = 0; entry < offsets[combinations]; entry++) times[codes[entry]]++
  const starts = [0]
  const next = new Int32Array(count)
  for (let person = 0; person < count; person++) {
    if (times[person] < 2) continue
    next[person] = starts[starts.length - 1]
    starts.push(next[person] + times[person])
  }
  const places = new Int32Array(starts[starts.length - 1])
  for (let i = 0; i < combinations; i++)
    for (let entry = offsets[i]; entry < offsets[i + 1]; entry++)
      if (times[codes[entry]] > 1) places[next[codes[entry]]++] = i
  // A single combination may be one of suppressed rows, which grows.
  const single = combinations > 1 && places.length === 0 && counts.every((rows) => rows === 1)
  return { starts: Int32Array.from(starts), places, single }
})
