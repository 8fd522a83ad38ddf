/**
 * Order: tests whether the row at the target's source position belongs to the target. The attacker takes it if it
 * covers the target, otherwise any covering row. A row with the target's other values scores; chance is a random
 * covering row.
 */
import type { Attacker } from './attack.ts'
import type { Combinations, Lab, RowPair } from './lab.ts'
import { isIn } from './linkage.ts'

export const order: Attacker = {
  name: 'order',
  wants: 'the released row of the target',
  async attempt(lab, random) {
    if (lab.columns.length === lab.known.length)
      return 'needs a released column that is not known, to tell which row is whose'
    if (lab.released.rows !== lab.original.rows) return 'needs as many released rows as the original has'
    const places = new Set<number>()
    while (places.size < lab.targets.length) places.add(random.integer(lab.original.rows))
    const pairs = await lab.readPairs([...places].sort((a, b) => a - b))
    if (pairs === undefined) return 'needs files: tables of a database have no order'
    const scores = pairs.map((pair) => tryPair(lab, pair))
    return [
      {
        form: 'row at the same place',
        members: scores.map(([there]) => there),
        naive: scores.map(([, chance]) => chance),
      },
    ]
  },
}

/** Whether the row at that position can be the person's, and the share of covering rows that can. */
function tryPair(lab: Lab, { person, labels }: RowPair): readonly [number, number] {
  const { columns, known, classes, released } = lab
  const others = columns.map((_, i) => i).filter((i) => !known.includes(i))
  const fits = (i: number, label: number) => isIn(columns[i].labels, label, person[i])
  const one: Combinations = {
    codes: person.map((code) => Int32Array.of(code)),
    counts: Float64Array.of(1),
    size: 1,
    rows: 1,
  }
  const covering = lab.covering(one, 0)
  let [right, rows] = [0, 0]
  for (const c of covering) {
    rows += classes.sizes[c]
    for (const row of classes.members[c])
      if (others.every((i) => fits(i, released.codes[i][row]))) right += released.counts[row]
  }
  const chance = rows === 0 ? 0 : right / rows
  if (!known.every((i) => fits(i, labels[i]))) return [chance, chance]
  return [others.every((i) => fits(i, labels[i])) ? 1 : 0, chance]
}
