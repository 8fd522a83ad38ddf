/** An invented population that is released every month: people come and go, and nobody's values change. */
import { randomFrom } from '../src/ground/random.ts'

export interface Person {
  readonly pid: string
  readonly age: number
  readonly sex: string
  readonly postcode: string
  readonly income: string
}

/** The people of each month. Ages are about normal, postcodes denser in the first regions. */
export function monthsOfPeople(seed: number, people: number, months: number, churn: number): Person[][] {
  const random = randomFrom(seed)
  const pick = (words: readonly string[]) => words[random.integer(words.length)]
  const uniforms = (count: number) => Array.from({ length: count }, () => random.uniform())
  let number = 0
  const person = (): Person => ({
    pid: `P${String(number++).padStart(6, '0')}`,
    // Twelve uniform numbers are about normal with variance 1; the second smallest of six has the density Beta(2, 5).
    age: Math.min(95, Math.max(0, Math.trunc(45 + 21 * (uniforms(12).reduce((sum, u) => sum + u, 0) - 6)))),
    sex: pick(['f', 'm']),
    postcode: String(
      10_000 +
        Math.floor(uniforms(6).sort((a, b) => a - b)[1] * 9) * 1000 +
        random.integer(10) * 100 +
        random.integer(40),
    ),
    income: pick(['none', 'low', 'low', 'middle', 'middle', 'high', 'top']),
  })
  let present = Array.from({ length: people }, person)
  return Array.from({ length: months }, (_, month) => {
    if (month > 0) {
      const leaving = new Set<Person>()
      while (leaving.size < Math.floor(people * churn)) leaving.add(present[random.integer(present.length)])
      present = present.filter((one) => !leaving.has(one))
      while (present.length < people) present.push(person())
    }
    return present
  })
}

export function peopleText(people: readonly Person[]): string {
  return `pid,age,sex,postcode,income\n${people.map((one) => Object.values(one).join()).join('\n')}\n`
}

/** Rows of one release: each person's pseudonym with the labels and the value that are shown. */
export type ShownPeople = ReadonlyMap<string, { readonly label: string; readonly value: string }>

/** Reads a release in the plainest way. */
export function readShown(text: string): ShownPeople {
  const cells = (line: string) => line.match(/"[^"]*"|[^,]+/g) ?? []
  const [, ...lines] = text.trimEnd().split('\n')
  return new Map(
    lines.map((line) => {
      const [pid = '', ...shown] = cells(line)
      return [pid, { label: shown.slice(0, -1).join(' '), value: shown.at(-1) ?? '' }]
    }),
  )
}

/** Counts releases together, by people: who shares all classes with fewer than k, and which steps have 1 to k − 1 people. */
export function recount(
  releases: readonly ShownPeople[],
  k: number,
): { readonly below: number; readonly steps: number } {
  const histories = new Map<string, { readonly shown: ReadonlySet<string>; people: number }>()
  const byPerson = new Map<string, string[]>()
  for (const [r, release] of releases.entries())
    for (const [pid, { label }] of release) byPerson.set(pid, [...(byPerson.get(pid) ?? []), `${r} ${label}`])
  for (const shown of byPerson.values()) {
    const key = shown.join('|')
    const history = histories.get(key) ?? { shown: new Set(shown), people: 0 }
    history.people++
    histories.set(key, history)
  }
  const all = [...histories.values()]
  const withClass = new Map<string, typeof all>()
  for (const history of all)
    for (const one of history.shown) withClass.set(one, [...(withClass.get(one) ?? []), history])
  let below = 0
  for (const { shown, people } of all) {
    const alike = (withClass.get([...shown][0]) ?? []).filter((other) =>
      [...shown].every((one) => other.shown.has(one)),
    )
    if (alike.reduce((sum, other) => sum + other.people, 0) < k) below += people
  }
  let steps = 0
  for (let r = 1; r < releases.length; r++) {
    const counts = new Map<string, number>()
    const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)
    for (const pid of new Set([...releases[r - 1].keys(), ...releases[r].keys()])) {
      const [before, after] = [releases[r - 1].get(pid), releases[r].get(pid)]
      if (before?.label === after?.label) {
        if (before?.value !== after?.value) count(`changed ${after?.label}`)
        continue
      }
      if (before !== undefined) count(`went ${before.label}`)
      if (after !== undefined) count(`came ${after.label}`)
    }
    steps += [...counts.values()].filter((people) => people < k).length
  }
  return { below, steps }
}

/** Share of the newcomers whose value follows from the difference: all who came into their class have the same. */
export function certainShare(before: ShownPeople, now: ShownPeople): number {
  const values = new Map<string, string[]>()
  for (const [pid, { label, value }] of now)
    if (!before.has(pid) && !label.startsWith('*')) values.set(label, [...(values.get(label) ?? []), value])
  const count = (some: readonly (readonly string[])[]) => some.reduce((sum, list) => sum + list.length, 0)
  const grown = [...values.values()]
  return count(grown.filter((list) => new Set(list).size === 1)) / Math.max(1, count(grown))
}

/** The same for a reader without pseudonyms: the rows by which a class grew, subtracted value by value, have one value and none is gone. */
export function certainByCounts(before: ShownPeople, now: ShownPeople): number {
  const counts = new Map<string, Map<string, number>>()
  const count = ({ label, value }: { readonly label: string; readonly value: string }, by: 1 | -1) => {
    const values = counts.get(label) ?? new Map<string, number>()
    counts.set(label, values.set(value, (values.get(value) ?? 0) + by))
  }
  for (const row of now.values()) count(row, 1)
  for (const row of before.values()) count(row, -1)
  const newcomers = [...now].filter(([pid, { label }]) => !before.has(pid) && !label.startsWith('*'))
  const certain = newcomers.filter(([, { label }]) => {
    const differences = [...(counts.get(label)?.values() ?? [])].filter((difference) => difference !== 0)
    return differences.length === 1 && differences[0] > 0
  })
  return certain.length / Math.max(1, newcomers.length)
}
