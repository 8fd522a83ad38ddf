/**
 * Roll-up: the classes of a node are unions of the classes of any finer node, so a coarser node can be counted from a finer node's
 * classes instead of from all combinations (LeFevre et al. 2005). The classes become the combinations of a smaller frequency table,
 * each standing for its class by the codes of its representative; any grouping at least as coarse as the node sends a representative
 * and the combinations it stands for to the same group, so counter, requirements and metrics work on it as they are.
 *
 * Cost: combinations × (columns + target values).
 */
import type { Classes } from '../../frequency/classes.ts'
import {
  type CategoryTarget,
  codesOfSize,
  type FrequencyTable,
  type NumberTarget,
} from '../../frequency/frequency-table.ts'

export function rollUp(table: FrequencyTable, classes: Classes): FrequencyTable {
  const representatives = inOrder(table, classes)
  const count = representatives.length
  const { classOf, sizes, histograms } = classes
  const classAt = Int32Array.from(representatives, (combination) => classOf[combination])
  let categories = 0
  return {
    columns: table.columns.map(({ name, size, codes }) => {
      const own = codesOfSize(size, count)
      for (let i = 0; i < count; i++) own[i] = codes[representatives[i]]
      return { name, size, codes: own }
    }),
    combinations: count,
    rows: table.rows,
    counts: Int32Array.from(classAt, (c) => sizes[c]),
    targets: table.targets.map((target) =>
      target.kind === 'categories'
        ? rollUpCategories(target, histograms[categories++], classAt)
        : rollUpNumbers(target, classes, classAt),
    ),
  }
}

/** The representative of each class, ascending, so that the combinations of the new table stand in order of their codes too. */
function inOrder(table: FrequencyTable, classes: Classes): Int32Array {
  const ordered = new Int32Array(classes.count)
  const { classOf, representatives } = classes
  let next = 0
  for (let i = 0; i < table.combinations; i++) {
    if (representatives[classOf[i]] === i) ordered[next++] = i
  }
  return ordered
}

function rollUpCategories(target: CategoryTarget, histogram: Int32Array, classAt: Int32Array): CategoryTarget {
  const width = target.values.length
  const counts = new Int32Array(classAt.length * width)
  for (let i = 0; i < classAt.length; i++) {
    for (let value = 0; value < width; value++) counts[i * width + value] = histogram[classAt[i] * width + value]
  }
  return { ...target, counts }
}

function rollUpNumbers(target: NumberTarget, classes: Classes, classAt: Int32Array): NumberTarget {
  const members = membersOf(classes, target.offsets.length - 1)
  const offsets = new Int32Array(classAt.length + 1)
  const codes: number[] = []
  const counts: number[] = []
  const tally = new Int32Array(target.values.length)
  for (let i = 0; i < classAt.length; i++) {
    const seen: number[] = []
    for (let m = members.offsets[classAt[i]]; m < members.offsets[classAt[i] + 1]; m++) {
      const combination = members.combinations[m]
      for (let entry = target.offsets[combination]; entry < target.offsets[combination + 1]; entry++) {
        const code = target.codes[entry]
        if (tally[code] === 0) seen.push(code)
        tally[code] += target.counts[entry]
      }
    }
    for (const code of seen.sort((a, b) => a - b)) {
      codes.push(code)
      counts.push(tally[code])
      tally[code] = 0
    }
    offsets[i + 1] = codes.length
  }
  return { ...target, offsets, codes: Int32Array.from(codes), counts: Int32Array.from(counts) }
}

/** The combinations of each class, as compressed rows. */
function membersOf(classes: Classes, combinations: number): { offsets: Int32Array; combinations: Int32Array } {
  const offsets = new Int32Array(classes.count + 1)
  const { classOf } = classes
  for (let i = 0; i < combinations; i++) offsets[classOf[i] + 1]++
  for (let c = 0; c < classes.count; c++) offsets[c + 1] += offsets[c]
  const next = offsets.slice()
  const members = new Int32Array(combinations)
  for (let i = 0; i < combinations; i++) members[next[classOf[i]]++] = i
  return { offsets, combinations: members }
}
