/** The lines of a release by columns: numbers the classes that occur, and lists the label that each column shows. */
import type { HeldCodes } from '../frequency/counted-table.ts'
import { numbersBelow } from '../ground/sorted.ts'
import { numberTuples } from '../lines/number-tuples.ts'
import type { ReleasedLines, ShownLabels } from '../lines/write-lines.ts'
import type { RecodeRequest, Suppression } from '../recoding/recode-statement.ts'
import { classKeys, masksSome, sortsByPlace } from '../recoding/recode-statement.ts'

export function columnLines(held: HeldCodes, { columns, recodes, suppression, suppressedLabel }: RecodeRequest) {
  const groupCounts = recodes.map(({ labels }) => labels.length)
  const numbers = numberTuples(groupCounts)
  const classes = numbers.add(
    recodes.map(({ codeGroups }, i) => ({ codes: held.codes[i], groups: codeGroups })),
    held.codes[0].length,
  )
  const groups = recodes.map(({ codeGroups }, i) => numbers.firsts.map((tuple) => codeGroups[held.codes[i][tuple]]))
  const isSuppressed = suppressionTest(suppression, groupCounts)
  const masks = suppression.classes !== 'none' && suppression.rows === 'mask'
  const all = numbersBelow(numbers.count)
  const kept = all.filter((c) => !isSuppressed(groups.map((column) => column[c])))
  const count = kept.length
  const shownClass = new Int32Array(all.length).fill(masks ? count : -1)
  for (let c = 0; c < count; c++) shownClass[kept[c]] = c
  const recoded = new Map(
    recodes.map(({ encoding, labels }, i): [string, ShownLabels] => {
      // Suppressed rows, the last class, show the first label.
      const texts = masks ? [suppressedLabel, ...labels] : labels
      const shown = new Int32Array(count + 1)
      for (let c = 0; c < count; c++) shown[c] = groups[i][kept[c]] + (masks ? 1 : 0)
      return [encoding.column, { labels: texts, shown, inOrder: sortsByPlace(texts) }]
    }),
  )
  for (let tuple = 0; tuple < classes.length; tuple++)
    if (classes[tuple] >= 0) classes[tuple] = shownClass[classes[tuple]]
  const classesOfRows = gatherer(held.tuples, classes)
  const last = masksSome(suppression) ? count : undefined
  return { columns, rows: held, classes: count + 1, classesOfRows, recoded, last } satisfies ReleasedLines
}

/** A plain loop: millions of function calls cost ten times as much. */
export function gatherer(places: Int32Array, values: Int32Array): (from: number, to: number) => Int32Array {
  return (from, to) => {
    const found = new Int32Array(to - from)
    for (let i = from; i < to; i++) found[i - from] = values[places[i]]
    return found
  }
}

function suppressionTest(suppression: Suppression, groupCounts: readonly number[]): (groups: number[]) => boolean {
  const { text, place } = classKeys(groupCounts)
  switch (suppression.classes) {
    case 'none':
      return () => false
    case 'all':
      return () => true
    case 'flagged':
      return (groups) => suppression.flags[place(groups)] === 1
    default:
      return (groups) => suppression.keys.has(text(groups)) === (suppression.classes === 'listed')
  }
}
