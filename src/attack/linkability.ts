/**
 * Linkability (second criterion of WP29): two parties hold different columns of the same people. The attacker takes a
 * record of the first party, draws one of its tightest released rows, and links it to a record of the second party that
 * the row's other labels cover. Cost: targets × (combinations of the release + combinations of the original).
 */
import type { Attacker } from './attack.ts'
import { type Combinations, cumulated, type Lab, labelCondition, placeOfRow } from './lab.ts'
import { isIn } from './linkage.ts'

export const linkability: Attacker = {
  name: 'linkability',
  wants: 'the record of the target at the other party',
  attempt(lab, random) {
    if (lab.known.length < 2) return 'needs at least two known columns, one for each party'
    const first = lab.known.filter((_, place) => place % 2 === 0)
    const second = lab.known.filter((_, place) => place % 2 === 1)
    const alike = memoizedPeople(lab, second)
    const score = (people: Combinations, person: number, extra: number): number => {
      const rows = tightestRows(lab, first, people, person)
      if (rows.length === 0) return 0
      const ends = cumulated(rows.map((row) => lab.released.counts[row]))
      const row = rows[placeOfRow(ends, random.integer(ends[ends.length - 1]))]
      const fits = second.every((i) => isIn(lab.columns[i].labels, lab.released.codes[i][row], people.codes[i][person]))
      return fits ? 1 / (alike(row) + extra) : 0
    }
    return [
      {
        form: `${joinNames(lab, first)} | ${joinNames(lab, second)}`,
        members: Array.from(lab.targets, (person) => score(lab.original, person, 0)),
        // Adds each control person to the second party, which would not hold them otherwise.
        control: lab.control && Array.from(lab.controls, (person) => score(lab.control as Combinations, person, 1)),
        naive: Array.from(lab.targets, () => 1 / lab.original.rows),
      },
    ]
  },
}

function joinNames({ columns }: Lab, places: readonly number[]): string {
  return places.map((i) => columns[i].name).join(', ')
}

/** Released combinations of least volume that cover the person in some columns. */
function tightestRows({ columns, released }: Lab, some: readonly number[], people: Combinations, person: number) {
  const flags = some.map((i) => columns[i].labels.covering(people.codes[i][person]))
  let rows: number[] = []
  let least = Infinity
  next: for (let row = 0; row < released.size; row++) {
    for (let j = 0; j < some.length; j++) if (flags[j][released.codes[some[j]][row]] === 0) continue next
    const volume = some.reduce((product, i) => product * columns[i].labels.width[released.codes[i][row]], 1)
    if (volume > least) continue
    if (volume < least) rows = []
    least = volume
    rows.push(row)
  }
  return rows
}

/** How many people of the original a released row covers in some columns. */
function memoizedPeople({ columns, released, original, visitPeople }: Lab, some: readonly number[]) {
  const known = new Map<string, number>()
  return (row: number): number => {
    const key = some.map((i) => released.codes[i][row]).join()
    const before = known.get(key)
    if (before !== undefined) return before
    let people = 0
    visitPeople(
      some.map((i) => labelCondition(columns, i, released.codes[i][row])),
      (person) => {
        people += original.counts[person]
        return false
      },
    )
    known.set(key, people)
    return people
  }
}
