/**
 * Linkage: finds the target's released row. Candidates are the rows whose labels cover the known values; one form picks
 * among all, the other among the tightest class (Sweeney 2002), nearly always the right one if classes overlap. A
 * candidate set without the target's other values scores 0.
 * Cost: classes × targets.
 */
import type { Attacker, Attempt } from './attack.ts'
import type { Combinations, Lab } from './lab.ts'

export const linkage: Attacker = {
  name: 'linkage',
  knows: 'the known columns of the target, and that the target is in the data',
  wants: 'the released row of the target',
  bound: '1/k for every person, suppressed rows included',
  attempt: (lab) => [
    attempt(lab, 'any covering row', (people, person) => lab.covering(people, person)),
    attempt(lab, 'tightest class', (people, person) => lab.tightest(people, person)),
  ],
}

type Candidates = (people: Combinations, person: number) => readonly number[]

function attempt(lab: Lab, form: string, candidates: Candidates): Attempt {
  const score = (people: Combinations, person: number) => linkScore(lab, people, person, candidates(people, person))
  const members = Array.from(lab.targets, (person) => score(lab.original, person))
  const searched = exposedPeople(lab).map((person) => score(lab.original, person))
  const worst = [...members, ...searched].reduce((most, one) => Math.max(most, one), 0)
  const alone = searched.filter((one) => one === 1).length
  return {
    form,
    members,
    control: lab.control && Array.from(lab.controls, (person) => score(lab.control as Combinations, person)),
    naive: members.map(() => 1 / lab.released.rows),
    worst,
    limit: lab.k === undefined ? undefined : 1 / lab.k,
    leaks:
      alone === 0
        ? []
        : ['a released row covers one person and nobody else looks like it: that person is linked for certain'],
  }
}

/** The probability that a row drawn from these classes is the person's. */
function linkScore(lab: Lab, people: Combinations, person: number, candidates: readonly number[]): number {
  const { classes } = lab
  const rows = candidates.reduce((sum, c) => sum + classes.sizes[c], 0)
  return rows > 0 && candidates.some((c) => hasRow(lab, people, person, c)) ? 1 / rows : 0
}

/** Whether a row of the class has the person's values in all other columns. */
function hasRow({ columns, known, classes, released }: Lab, people: Combinations, person: number, c: number): boolean {
  return classes.members[c].some((row) =>
    columns.every(
      ({ labels }, i) => known.includes(i) || labels.covering(people.codes[i][person])[released.codes[i][row]] === 1,
    ),
  )
}

/** Also tests people covered by the smallest classes: random targets would miss a single class that is too small. */
const SMALLEST_CLASSES = 50
const MOST_PEOPLE = 1000

function exposedPeople({ classes, columns, known, original }: Lab): number[] {
  const order = Array.from({ length: classes.count }, (_, c) => c)
    .sort((a, b) => classes.sizes[a] - classes.sizes[b] || classes.volumes[a] - classes.volumes[b])
    .slice(0, SMALLEST_CLASSES)
  const people = new Set<number>()
  for (const c of order) {
    next: for (let person = 0; person < original.size && people.size < MOST_PEOPLE; person++) {
      for (let j = 0; j < known.length; j++)
        if (!isIn(columns[known[j]].labels, classes.labels[j][c], original.codes[known[j]][person])) continue next
      people.add(person)
    }
  }
  return [...people]
}

export function isIn(labels: Lab['columns'][number]['labels'], label: number, code: number): boolean {
  const flags = labels.members[label]
  return code >= labels.from[label] && code <= labels.to[label] && (flags === undefined || flags[code] === 1)
}
