/**
 * Linkage: finds the target's released row. Candidates are the rows whose labels cover the known values; one form picks
 * among all, the other among the tightest class (Sweeney 2002), nearly always the right one if classes overlap. A
 * candidate set without the target's other values scores 0.
 * Cost: classes × targets.
 */
import { type Attacker, type Attempt, breaksBound } from './attack.ts'
import type { Combinations, Lab } from './lab.ts'

export const linkage: Attacker = {
  name: 'linkage',
  wants: 'the released row of the target',
  attempt: (lab) => [attempt(lab, 'any covering row', lab.covering), attempt(lab, 'tightest class', lab.tightest)],
}

function attempt(lab: Lab, form: string, candidates: Lab['covering']): Attempt {
  const { k } = lab
  const score = (people: Combinations, person: number) => linkScore(lab, people, person, candidates(people, person))
  const members = Array.from(lab.targets, (person) => score(lab.original, person))
  const worst = worstScore(lab, (person) => score(lab.original, person))
  return {
    form,
    members,
    control: lab.control && Array.from(lab.controls, (person) => score(lab.control as Combinations, person)),
    naive: members.map(() => 1 / lab.released.rows),
    worst,
    ...breaksBound(worst, k),
    leaks:
      worst < 1
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

/** Whether a row of the class has the person's values in all other columns; a mean or rounded value may be anyone's. */
function hasRow(lab: Lab, people: Combinations, person: number, c: number): boolean {
  const { columns, known, classes, released, job } = lab
  const isCoarse = (name: string) => job?.columns.some((one) => one.name === name && one.coarsening !== undefined)
  return classes.members[c].some((row) =>
    columns.every(
      ({ name, labels }, i) =>
        known.includes(i) || labels.covering(people.codes[i][person])[released.codes[i][row]] === 1 || isCoarse(name),
    ),
  )
}

/** Comparisons of people and classes after which a bound replaces the best score. */
const MOST_COMPARISONS = 1e9

/**
 * The best score against anybody. Classes are tried by ascending size: a person whose smallest covering class has n
 * rows scores at most 1/n, so the search mostly ends in the first class, and 1/n is a bound wherever it ends.
 */
function worstScore({ classes, original, conditions, visitPeople }: Lab, score: (person: number) => number): number {
  const order = Int32Array.from(classes.members, (_, c) => c).sort((a, b) => classes.sizes[a] - classes.sizes[b])
  const seen = new Uint8Array(original.size)
  let [worst, comparisons] = [0, 0]
  for (const c of order) {
    const most = 1 / classes.sizes[c]
    if (comparisons > MOST_COMPARISONS) return Math.max(worst, most)
    if (worst >= most) return worst
    visitPeople(conditions(c), (person) => {
      comparisons++
      if (seen[person] === 1) return false
      seen[person] = 1
      comparisons += classes.count
      worst = Math.max(worst, score(person))
      return worst >= most || comparisons > MOST_COMPARISONS
    })
  }
  return worst
}

export function isIn(labels: Lab['columns'][number]['labels'], label: number, code: number): boolean {
  const flags = labels.members[label]
  return code >= labels.from[label] && code <= labels.to[label] && (flags === undefined || flags[code] === 1)
}
