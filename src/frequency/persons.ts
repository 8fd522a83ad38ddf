/**
 * Counts the distinct persons of each class. Classes may share persons, so the counts do not add up. Cost: per count of
 * the classes, the pairs of combination and person, at most the rows; none without persons.
 */
import { classMembers } from './class-values.ts'
import type { Classes, Partition } from './classes.ts'
import type { FrequencyTable, PersonRows } from './frequency-table.ts'

/** Class sizes for requirements and risks: persons if they are counted, else rows. */
export function countedSizes(classes: Classes, table: FrequencyTable): Int32Array {
  const { persons } = table
  return persons === undefined ? classes.sizes : countPersons(classes, table, persons)
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

interface Room {
  readonly sizes: Int32Array
  round: number | undefined
}

const rooms = new WeakMap<Classes, Room>()
/** The last class (from 1) in which each person was seen; shared by all tables of the same data. */
const marks = new Map<number, Int32Array>()

function countPersons(classes: Classes, { combinations }: FrequencyTable, persons: PersonRows): Int32Array {
  const known = rooms.get(classes)
  if (known !== undefined && classes.round !== undefined && known.round === classes.round) return known.sizes
  const room = known ?? { sizes: new Int32Array(combinations + 1), round: undefined }
  const { starts, members } = classMembers(classes, combinations)
  const { offsets, codes } = persons
  const met = marksFor(persons.count)
  const { sizes } = room
  for (let c = 0; c < classes.count; c++) {
    let distinct = 0
    for (let m = starts[c]; m < starts[c + 1]; m++) {
      const end = offsets[members[m] + 1]
      for (let entry = offsets[members[m]]; entry < end; entry++) {
        if (met[codes[entry]] === c + 1) continue
        met[codes[entry]] = c + 1
        distinct++
      }
    }
    sizes[c] = distinct
  }
  room.round = classes.round
  rooms.set(classes, room)
  return sizes
}

function marksFor(count: number): Int32Array {
  let met = marks.get(count)
  if (met === undefined) {
    marks.clear()
    marks.set(count, (met = new Int32Array(count)))
  }
  return met.fill(0)
}
