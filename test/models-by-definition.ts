/**
 * Every requirement by its definition alone, for tests that count classes one by one. Illnesses are 0 flu, 1 cold, 2 ulcer; a row that stands for
 * itself has a person of its own.
 */
import type { RequirementColumn } from '../src/requirements/requirement.ts'

export interface Row {
  readonly codes: readonly number[]
  readonly illness: number
  /** Numbers the row itself where rows are counted. */
  readonly person: number
}

export type Counts = ReadonlyMap<number, number>

/** The definition of a model: its persons (or rows), and the shares of values in the class and in all rows. */
export interface Model {
  readonly name: string
  readonly options: Readonly<Record<string, unknown>>
  /** `people`: those of the register who look like the class; `strangers`: those who look like none. */
  holds(size: number, own: Counts, all: Counts, people: number, strangers: number): boolean
  /** Of models about the release: the classes that stay of those that hold, and what a row shows. */
  keeps?(held: readonly Row[][], shown: (row: Row) => readonly number[]): Row[][]
  /** What is known of the sensitive column. */
  readonly column?: RequirementColumn
}

export const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, one) => total + one, 0)
export const share = (counts: Counts, value: number): number => (counts.get(value) ?? 0) / sum(counts.values())
const CLOSE = 1e-9
export const personsOf = (members: readonly Row[]): number => new Set(members.map(({ person }) => person)).size

export const models: readonly Model[] = [
  { name: 'k-anonymity', options: { k: 3 }, holds: (size) => size >= 3 },
  { name: 'l-diversity', options: { column: 'illness', l: 2 }, holds: (_, own) => own.size >= 2 },
  {
    name: 'l-diversity',
    options: { column: 'illness', l: 1.9, kind: 'entropy' },
    holds: (_, own) =>
      -sum([...own.keys()].map((value) => share(own, value) * Math.log(share(own, value)))) >= Math.log(1.9) - CLOSE,
  },
  {
    name: 'l-diversity',
    options: { column: 'illness', l: 2, kind: 'recursive', c: 2 },
    holds(_, own) {
      const [most, ...tail] = [...own.values()].sort((a, b) => b - a)
      return own.size >= 2 && most / sum(tail) < 2 - CLOSE
    },
  },
  {
    name: 't-closeness',
    options: { column: 'illness', t: 0.3 },
    holds: (_, own, all) => sum([...all.keys()].map((v) => Math.abs(share(own, v) - share(all, v)))) / 2 <= 0.3 + CLOSE,
  },
  {
    name: 't-closeness',
    options: { column: 'illness', t: 0.25, distance: 'ordered' },
    column: { name: 'illness', role: 'sensitive', order: ['cold', 'flu', 'ulcer'] },
    // Flu is 0, cold 1, ulcer 2: work between neighbours, over two steps.
    holds(_, own, all) {
      const surplus = (value: number) => share(own, value) - share(all, value)
      return (Math.abs(surplus(1)) + Math.abs(surplus(1) + surplus(0))) / 2 <= 0.25 + CLOSE
    },
  },
  {
    name: 't-closeness',
    options: { column: 'illness', t: 0.2, distance: 'tree' },
    column: {
      name: 'illness',
      role: 'sensitive',
      taxonomy: {
        name: 'any',
        children: [{ name: 'cold or flu', children: [{ name: 'flu' }, { name: 'cold' }] }, { name: 'ulcer' }],
      },
    },
    // Between flu and cold half the height, to ulcer all of it.
    holds(_, own, all) {
      const surplus = (value: number) => share(own, value) - share(all, value)
      const inside = Math.min(
        Math.max(0, surplus(0)) + Math.max(0, surplus(1)),
        Math.max(0, -surplus(0)) + Math.max(0, -surplus(1)),
      )
      return inside / 2 + Math.abs(surplus(2)) <= 0.2 + CLOSE
    },
  },
  {
    name: 'k-map',
    options: { k: 20, population: 200 },
    // Poisson with mean 20 · rows / 200, α 0.05.
    holds(size, _, all) {
      const mean = (20 * Math.min(200, sum(all.values()))) / 200
      let chance = Math.exp(-mean)
      let [below, least] = [chance, 1]
      while (below < 0.95) {
        chance *= mean / least++
        below += chance
      }
      return size >= least
    },
  },
  { name: 'k-map', options: { k: 4 }, holds: (_size, _own, _all, people) => people >= 4 },
  {
    name: 'delta-presence',
    options: { min: 0.1, max: 0.8 },
    holds: (size, _own, _all, people, strangers) =>
      strangers === 0 && size / people >= 0.1 - CLOSE && size / people <= 0.8 + CLOSE,
  },
  {
    name: 'delta-presence',
    options: { max: 0.6 },
    holds: (size, _own, _all, people) => size / people <= 0.6 + CLOSE,
  },
  {
    name: 'beta-likeness',
    options: { column: 'illness', beta: 0.7, kind: 'basic' },
    holds: (_, own, all) => [...own.keys()].every((v) => share(own, v) <= share(all, v) * 1.7 + CLOSE),
  },
  {
    name: 'beta-likeness',
    options: { column: 'illness', beta: 0.9 },
    holds: (_, own, all) =>
      [...own.keys()].every(
        (v) => share(own, v) / share(all, v) - 1 <= Math.min(0.9, -Math.log(share(all, v))) + CLOSE,
      ),
  },
  {
    name: 'delta-disclosure',
    options: { column: 'illness', delta: 0.9, values: 'occurring' },
    holds: (_, own, all) => [...own.keys()].every((v) => Math.abs(Math.log2(share(own, v) / share(all, v))) < 0.9),
  },
  {
    name: 'delta-disclosure',
    options: { column: 'illness', delta: 1.1 },
    holds: (_, own, all) => [...all.keys()].every((v) => Math.abs(Math.log(share(own, v) / share(all, v))) < 1.1),
  },
  {
    name: 'alpha-k',
    options: { column: 'illness', alpha: 0.6, k: 2 },
    holds: (size, own) => size >= 2 && [...own.keys()].every((value) => share(own, value) <= 0.6 + CLOSE),
  },
  {
    name: 'average-risk',
    options: { risk: 0.3 },
    holds: () => true,
    keeps(held) {
      const kept = (least: number) => held.filter((members) => personsOf(members) >= least)
      const fits = (own: readonly Row[][]) => own.length <= (0.3 + CLOSE) * sum(own.map(personsOf))
      const sizes = [0, ...held.map((members) => personsOf(members) + 1)].sort((a, b) => a - b)
      return kept(sizes.find((least) => fits(kept(least))) as number)
    },
  },
  {
    name: 'quasi-identifier-sets',
    options: { k: 4, columns: [] },
    holds: () => true,
    keeps(held, shown) {
      const alike = (row: Row) => held.flat().filter((other) => shown(other)[0] === shown(row)[0])
      return held.filter(([first]) => alike(first).length >= 4)
    },
  },
  {
    name: 'lkc',
    options: { l: 1, k: 4, c: 0.8, column: 'illness' },
    holds: () => true,
    keeps(held, shown) {
      const columns = shown(held[0]?.[0] ?? { codes: [], illness: 0, person: 0 }).keys()
      const breaks = (rows: readonly Row[]) =>
        rows.length < 4 ||
        [0, 1, 2].some((value) => rows.filter(({ illness }) => illness === value).length > (0.8 + CLOSE) * rows.length)
      const broken = new Set(
        [...columns].flatMap((column) =>
          held
            .map(([first]) => shown(first)[column])
            .filter((value) => breaks(held.flat().filter((row) => shown(row)[column] === value)))
            .map((value) => `${column}=${value}`),
        ),
      )
      return held.filter(([first]) => !shown(first).some((value, column) => broken.has(`${column}=${value}`)))
    },
  },
]

/** Models that are not offered by persons. */
export const countsRows: readonly string[] = ['lkc', 'quasi-identifier-sets']

/** The options of a model on these quasi-identifiers: a set of them is the first alone. */
export function optionsOn({ options }: Model, quasiIdentifiers: readonly string[]): Model['options'] {
  return 'columns' in options ? { ...options, columns: quasiIdentifiers.slice(0, 1) } : options
}
