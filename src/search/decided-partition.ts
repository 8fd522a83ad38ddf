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
  const classes = classOfCombinations(decision, frequencies)
  const parts = classes === undefined ? dividedCombinations(decision, frequencies) : undefined
  const table = parts ?? frequencies
  const known = table.targets.filter(
    (target) => classes !== undefined || (target.kind === 'categories' && target.name === decision.target),
  )
  const suppressed = new Uint8Array(count)
  if (count > lost) suppressed[lost] = 1
  const shown = {
    count,
    sizes,
    representatives: new Int32Array(count),
    classIds:
      classes ?? Int32Array.from({ length: table.combinations }, (_, i) => (parts ? findClass(decision, i) : 0)),
    histograms: known.flatMap((target) => histogram(decision, target, classes)),
  }
  const counted = classes === undefined ? sizes : countedSizes(shown, frequencies)
  return {
    frequencies: { ...table, targets: known, sensitive: classes && frequencies.sensitive },
    classes: shown,
    ranges: outputs.ranges.map(({ low, high }, column) => {
      const labels = numbers[column]
      const narrower = labels && { low: labels.low, high: labels.high }
      return { low: withLost(low), high: withLost(high), numbers: narrower }
    }),
    knowsCombinations: classes !== undefined || parts !== undefined,
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

function hasCombinations({ cells, target }: ClassDecision, { columns, combinations }: FrequencyTable): boolean {
  if (target !== undefined || cells.count !== combinations) return false
  return columns.every(({ codes }, i) => sameCodes(codes, cells.groups[i]))
}

/** The table with a combination for each move; it has no persons, targets or sensitive values. */
function dividedCombinations(decision: ClassDecision, frequencies: FrequencyTable): FrequencyTable | undefined {
  const { moves } = decision
  if (frequencies.persons !== undefined || !hasCombinations(decision, frequencies)) return undefined
  const columns = frequencies.columns.map((column) => ({
    ...column,
    codes: Int32Array.from(moves.cell.subarray(0, moves.count), (cell) => column.codes[cell]),
  }))
  return { ...frequencies, columns, combinations: moves.count, counts: moves.rows, targets: [] }
}

/** The class of each combination, if cells are the table's combinations and none is divided. */
function classOfCombinations(decision: ClassDecision, frequencies: FrequencyTable) {
  const { moves } = decision
  const { combinations } = frequencies
  if (moves.count !== combinations || !hasCombinations(decision, frequencies)) return undefined
  const classes = new Int32Array(combinations)
  for (let move = 0; move < moves.count; move++) {
    if (moves.cell[move] !== move) return undefined
    classes[move] = findClass(decision, move)
  }
  return classes
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
