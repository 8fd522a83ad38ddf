/**
 * The classes of a decision as metrics and reports read them; unreleased rows are one suppressed class. A combination
 * that several classes divide becomes one for each. Target counts are known only if cells distinguish them or each
 * combination is whole in one class. Cost: moves, and combinations × target values.
 */
import type { ClassesPartition } from '../frequency/classes.ts'
import type { FrequencyTable, Target } from '../frequency/frequency-table.ts'
import { countedSizes } from '../frequency/persons.ts'
import type { NumberRanges } from '../hierarchy/grouping.ts'
import type { ClassDecision } from '../recoding/class-decision.ts'

/** `numbers` holds the labels of numeric columns, by output, if narrower than the codes. */
export function decidedPartition(
  decision: ClassDecision,
  frequencies: FrequencyTable,
  numbers: readonly (NumberRanges | undefined)[] = [],
): ClassesPartition {
  const { outputs, moves } = decision
  const lost = outputs.count
  const sizes = new Int32Array(lost + 1)
  for (let move = 0; move < moves.count; move++) sizes[findClass(decision, move)] += moves.rows[move]
  const count = sizes[lost] > 0 ? lost + 1 : lost
  const { table, classIds, isWhole } = knownCombinations(decision, frequencies) ?? {
    table: frequencies,
    classIds: undefined,
    isWhole: false,
  }
  const known = table.targets.filter(
    (target) => isWhole || (target.kind === 'categories' && target.name === decision.target),
  )
  const suppressed = new Uint8Array(count)
  if (count > lost) suppressed[lost] = 1
  const shown = {
    count,
    sizes,
    representatives: new Int32Array(count),
    classIds: classIds ?? new Int32Array(frequencies.combinations),
    histograms: known.flatMap((target) => histogram(decision, target, isWhole ? classIds : undefined)),
  }
  const counted = isWhole ? countedSizes(shown, frequencies) : sizes
  return {
    frequencies: { ...table, targets: known, sensitive: isWhole ? table.sensitive : undefined },
    classes: shown,
    ranges: outputs.ranges.map(({ low, high }, column) => {
      const labels = numbers[column]
      const narrower = labels && { low: labels.low, high: labels.high }
      return { low: withLost(low), high: withLost(high), numbers: narrower }
    }),
    knowsCombinations: classIds !== undefined,
    suppressed,
    suppressedRows: sizes[lost],
    keptClasses: lost,
    smallestClass: lost === 0 ? 0 : counted.subarray(0, lost).reduce((least, size) => Math.min(least, size)),
  }

  function withLost(codes: Int32Array): Int32Array {
    const places = new Int32Array(lost + 1).fill(-1)
    places.set(codes.subarray(0, lost))
    return places
  }
}

function findClass({ outputs, moves }: ClassDecision, move: number): number {
  return moves.output[move] < 0 ? outputs.count : moves.output[move]
}

/**
 * The class of each combination, if cells are the table's combinations. If some are divided, each part is a combination
 * of a table without targets and sensitive values.
 */
function knownCombinations({ cells, moves, target, outputs }: ClassDecision, frequencies: FrequencyTable) {
  const { columns, combinations, persons } = frequencies
  if (target !== undefined || cells.count !== combinations) return undefined
  if (!columns.every(({ codes }, i) => sameCodes(codes, cells.groups[i]))) return undefined
  const cell = moves.cell.subarray(0, moves.count)
  const classIds = moves.output.subarray(0, moves.count).map((output) => (output < 0 ? outputs.count : output))
  if (moves.count === combinations && cell.every((one, move) => one === move))
    return { table: frequencies, classIds, isWhole: true }
  if (persons !== undefined) return undefined
  const divided = columns.map((column) => ({ ...column, codes: cell.map((one) => column.codes[one]) }))
  const table = { ...frequencies, columns: divided, combinations: moves.count, counts: moves.rows, targets: [] }
  return { table, classIds, isWhole: false }
}

function sameCodes(a: ArrayLike<number>, b: ArrayLike<number>): boolean {
  if (a === b) return true
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return a.length === b.length
}

function histogram(decision: ClassDecision, target: Target, classes: Int32Array | undefined): Int32Array[] {
  if (target.kind !== 'categories') return []
  const width = target.values.length
  const { cells, moves, outputs } = decision
  const counts = new Int32Array((outputs.count + 1) * width)
  if (classes !== undefined) {
    for (let i = 0; i < classes.length; i++)
      for (let v = 0; v < width; v++) counts[classes[i] * width + v] += target.counts[i * width + v]
  } else if (cells.target !== undefined) {
    for (let move = 0; move < moves.count; move++)
      counts[findClass(decision, move) * width + cells.target[moves.cell[move]]] += moves.rows[move]
  }
  return [counts]
}
