/**
 * Singling out (first criterion of WP29; Cohen and Nissim 2020): predicates built from the release that exactly one
 * person satisfies. A light predicate isolates somebody up to 37 % of the time by chance, so each form is compared with
 * predicates of equal shape that use less of the release: labels mixed from different rows, or an inner value instead
 * of an end. Cost: predicates × people who meet the rarest condition.
 */
import type { Random } from '../ground/random.ts'
import { readRange } from '../hierarchy/ends/range-label.ts'
import { type Attacker, type Attempt, BROKEN_PROMISE } from './attack.ts'
import { type Combinations, type Condition, cumulated, type Lab, labelCondition, placeOfRow } from './lab.ts'

type Predicate = readonly Condition[]

export const singlingOut: Attacker = {
  name: 'singling out',
  wants: 'a description that exactly one person of the original meets',
  attempt(lab, random) {
    const rows = cumulated(lab.released.counts)
    const row = () => placeOfRow(rows, random.integer(lab.released.rows))
    const times = <T>(make: () => T): T[] => Array.from({ length: lab.targets.length }, make)
    const labels = {
      ...attempt(
        lab,
        'labels of a row',
        times(() => rowPredicate(lab, lab.known, row)),
        times(() => rowPredicate(lab, lab.known, row, true)),
      ),
      ...judgeEnds(lab),
    }
    // Nobody without the key can tell whose pseudonym it is.
    const pseudonyms = lab.job?.columns.filter(({ role }) => role === 'pseudonym').map(({ name }) => name) ?? []
    const single = lab.columns.flatMap(({ name }, i) => (pseudonyms.includes(name) ? [] : oneColumn(lab, i, random)))
    const gain = ({ members, naive }: Attempt) => mean(members) - mean(naive ?? [])
    const best = single.reduce((most, one) => (gain(one) > gain(most) ? one : most))
    const ends = times(() => endPredicates(lab, row(), random)).filter((pair) => pair !== undefined)
    if (ends.length === 0) return [labels, best]
    const [outer, inner] = [0, 1].map((place) => ends.map((pair) => pair[place]))
    return [labels, best, attempt(lab, 'labels and a printed end', outer, inner)]
  },
}

/** Exposed ends break a promise, unless the job asks for exact ends. */
function judgeEnds(lab: Lab): Pick<Attempt, 'broken' | 'leaks'> {
  const ends = findExposedEnds(lab)
  const say = (promised: boolean) =>
    ends
      .filter((one) => one.promised === promised)
      .map(({ column, count }) => `${column}: ${count} printed ends are exact values of fewer than ${lab.k} people`)
  return { broken: say(true).map((text) => `${text}; ${BROKEN_PROMISE}`), leaks: say(false) }
}

/** Printed ends that are the exact value of 1 to k − 1 people; `promised`: the job promises that there are none. */
function findExposedEnds({ columns, known, released, original, publicEnds, k }: Lab) {
  if (publicEnds === undefined || k === undefined) return []
  return known.flatMap((i) => {
    const { name, domain, labels } = columns[i]
    if (domain.numbers === undefined) return []
    const allowed = publicEnds.get(name)
    const people = countByNumber(original, i, domain.numbers)
    const exposed = new Set<number>()
    for (const label of new Set(released.codes[i])) {
      const range = readRange(labels.texts[label])
      if (range === undefined || (range.low === range.high && allowed === undefined)) continue
      for (const end of ['low', 'high'] as const) {
        const few = people.get(range[end]) ?? 0
        if (few > 0 && few < k && !allowed?.[end].has(range[end])) exposed.add(range[end])
      }
    }
    return exposed.size === 0 ? [] : [{ column: name, count: exposed.size, promised: allowed !== undefined }]
  })
}

function countByNumber({ codes, counts }: Combinations, column: number, numbers: Float64Array): Map<number, number> {
  const people = new Map<number, number>()
  codes[column].forEach((code, i) => {
    people.set(numbers[code], (people.get(numbers[code]) ?? 0) + counts[i])
  })
  return people
}

function mean(scores: readonly number[]): number {
  return scores.reduce((sum, score) => sum + score, 0) / Math.max(1, scores.length)
}

function attempt(lab: Lab, form: string, made: readonly Predicate[], naive: readonly Predicate[]): Attempt {
  const score = isolates(lab)
  // A control group of another size isolates at another rate: compare with predicates of equal shape instead.
  return { form, members: made.map(score), naive: naive.map(score), against: 'naive' }
}

/** The labels of a released row or, if `mixed`, of a different row per column. */
function rowPredicate(lab: Lab, columns: readonly number[], row: () => number, mixed = false): Predicate {
  const one = row()
  return columns.map((i) => labelCondition(lab.columns, i, lab.released.codes[i][mixed ? row() : one]))
}

/** Rarest labels of a column, and the outermost numbers; chance draws existing values. */
const MOST_VALUES = 100

function oneColumn(lab: Lab, i: number, random: Random): Attempt {
  const { name, domain, labels } = lab.columns[i]
  const counts = new Float64Array(labels.texts.length)
  lab.released.codes[i].forEach((label, row) => {
    counts[label] += lab.released.counts[row]
  })
  const said = [...counts.keys()].filter((label) => counts[label] > 0)
  const present = said.filter((label) => labels.to[label] >= labels.from[label])
  const rare = present.sort((a, b) => counts[a] - counts[b] || labels.width[a] - labels.width[b]).slice(0, MOST_VALUES)
  if (showsMeans(lab, name))
    return meansOfColumn(lab, i, said.sort((a, b) => counts[a] - counts[b]).slice(0, MOST_VALUES))
  const ends = [...present].sort((a, b) => labels.from[a] - labels.from[b])
  const chosen = [...new Set([...rare, ends[0], ends[ends.length - 1]])].filter((label) => label !== undefined)
  const values = chosen.map((): Predicate => {
    const code = random.integer(Math.max(1, domain.values.length))
    return [{ column: i, from: code, to: code }]
  })
  const made = chosen.map((label): Predicate => [labelCondition(lab.columns, i, label)])
  const result = attempt(lab, `a rare or extreme label of ${name}`, made, values)
  const alone = result.members.filter((score) => score === 1).length
  const leaks =
    alone === 0 ? [] : [`${name}: ${alone} of its ${chosen.length} rarest labels each fit exactly one person`]
  // A unique value of the original is as rare for chance: compare with a label that carries no information.
  return { ...result, naive: result.members.map(() => 0), figures: { 'random value': mean(result.naive) }, leaks }
}

function showsMeans({ job }: Lab, name: string): boolean {
  const { shows, coarsening } = job?.columns.find((column) => column.name === name) ?? {}
  return shows === 'mean' || (coarsening?.share !== undefined && (coarsening.shows ?? 'mean') === 'mean')
}

/**
 * A mean does not say that somebody has this value. If one person has it, that is chance unless the numbers beside it,
 * as precise, fit one person less often.
 */
function meansOfColumn(lab: Lab, i: number, chosen: readonly number[]): Attempt {
  const { name, domain, labels } = lab.columns[i]
  const numbers = domain.numbers ?? new Float64Array()
  const isNumber = (value: number): Predicate => [
    { column: i, from: Math.max(0, numbers.indexOf(value)), to: numbers.lastIndexOf(value) },
  ]
  const means = chosen.map((label) => Number(labels.texts[label])).filter((value) => !Number.isNaN(value))
  const beside = means.flatMap((value) => {
    const decimals = `${value}`.split('.')[1]?.length ?? 0
    return [-2, -1, 1, 2].map((steps) => Number((value + steps / 10 ** decimals).toFixed(decimals)))
  })
  return attempt(lab, `a rare mean of ${name}`, means.map(isNumber), beside.map(isNumber))
}

/** A row's labels with one interval narrowed to its end, and to an inner value. */
function endPredicates(lab: Lab, row: number, random: Random): readonly [Predicate, Predicate] | undefined {
  const wide = lab.known.filter((i) => {
    const { labels, domain } = lab.columns[i]
    const label = lab.released.codes[i][row]
    return (
      domain.numbers !== undefined &&
      labels.members[label] === undefined &&
      labels.width[label] > 2 &&
      labels.texts[label] !== '*'
    )
  })
  if (wide.length === 0) return undefined
  const column = wide[random.integer(wide.length)]
  const whole = rowPredicate(lab, lab.known, () => row)
  const narrowed = (code: number) =>
    whole.map((one) => (one.column === column ? { column, from: code, to: code } : one))
  const { from, to } = whole.find((one) => one.column === column) as Condition
  return [narrowed(random.integer(2) === 0 ? from : to), narrowed(from + 1 + random.integer(to - from - 1))]
}

/** 1 if exactly one row of the original satisfies the predicate. */
function isolates({ original: { counts }, visitPeople }: Lab): (predicate: Predicate) => number {
  return (predicate) => {
    let rows = 0
    visitPeople(predicate, (person) => {
      rows += counts[person]
      return rows > 1
    })
    return rows === 1 ? 1 : 0
  }
}
