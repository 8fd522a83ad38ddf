/**
 * m-invariance (Xiao and Tao 2007): a class shows the same set of sensitive values in every release, and people who go
 * from one class to another find the same set there. The first rows of a class decide its set.
 */
import { MISSING_LABEL } from '../hierarchy/hierarchy.ts'
import type { LedgerHead } from './ledger.ts'
import type { People } from './people.ts'

/** Values of a sensitive column by person: in the data, and in the last release. */
export interface PersonValues {
  readonly name: string
  readonly values: readonly string[]
  readonly now: Int32Array
  readonly before: Int32Array
}

export interface SameValues {
  /** Whether a waiting person may join the class: it has the person's values, and so had the class before. */
  admits(person: number, to: number): boolean
  /** Whether the rows show the whole set of the class and nothing else; `isNew` if one shows values of the data. */
  isWhole(to: number, rows: readonly number[], isNew: (person: number) => boolean): boolean
  /** People who must stay, because nobody else in the class has their value. */
  findNeeded(to: number, stay: readonly number[], go: readonly number[]): number[]
  open(to: number, rows: readonly number[]): void
  /** The set of each column, as texts in order. */
  list(to: number): Readonly<Record<string, readonly string[]>>
}

export function sameValues(
  people: Pick<People, 'classes' | 'past'>,
  sensitive: readonly PersonValues[],
  ledger: Pick<LedgerHead, 'classes' | 'pasts'> = { classes: [], pasts: [] },
): SameValues {
  const missing = sensitive.map(({ values }) => values.indexOf(MISSING_LABEL))
  const collect = (c: number, rows: readonly number[], isNew: (person: number) => boolean) => {
    const { now, before } = sensitive[c]
    const codes = new Set(rows.map((person) => (isNew(person) ? now : before)[person]))
    codes.delete(missing[c])
    return codes
  }
  const shown = ledger.classes.map((): number[] => [])
  people.classes.forEach((to, person) => void shown[to]?.push(person))
  const sets = ledger.classes.map((one, to) =>
    sensitive.map(({ name, values }, c) => {
      const texts = one.values?.[name]
      return texts ? new Set(texts.map((text) => values.indexOf(text))) : collect(c, shown[to], () => false)
    }),
  )
  const list: SameValues['list'] = (to) =>
    Object.fromEntries(sensitive.map(({ name, values }, c) => [name, [...sets[to][c]].map((v) => values[v]).sort()]))
  const isSame = (a: ReadonlySet<number>, b: ReadonlySet<number>) => a.size === b.size && [...a].every((v) => b.has(v))
  return {
    list,
    admits(person, to) {
      const past = ledger.pasts[people.past[person]]?.[1]
      return sensitive.every(({ now }, c) => {
        const fits = now[person] === missing[c] || sets[to][c].has(now[person])
        return fits && (past === undefined || isSame(sets[past][c], sets[to][c]))
      })
    },
    isWhole: (to, rows, isNew) => sets[to].every((set, c) => isSame(set, collect(c, rows, isNew))),
    findNeeded(to, stay, go) {
      const needed = sets[to].flatMap((set, c) => {
        const has = collect(c, stay, () => false)
        const lacking = [...set].filter((value) => !has.has(value))
        return lacking.flatMap((value) => go.find((person) => sensitive[c].before[person] === value) ?? [])
      })
      return [...new Set(needed)]
    },
    open(to, rows) {
      sets[to] = sensitive.map((_, c) => collect(c, rows, () => true))
    },
  }
}
