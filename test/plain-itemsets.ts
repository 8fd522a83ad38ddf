/**
 * Counts a release of baskets again, knowing nothing of the search that made it: every set of up to m tokens that occurs must occur
 * in at least k baskets (k^m-anonymity), or each named constraint must. Where not, it names witnesses. Written apart from the
 * counting of the searches, by plain maps: per token, the sets that it begins are counted among the baskets that hold it.
 *
 * Cost: Σ over baskets of C(length, m). Memory: the tokens, and the sets that begin with one of them.
 */
import { UserError } from '../src/ground/errors.ts'

export interface ItemsetVerification {
  readonly holds: boolean
  readonly baskets: number
  readonly tokens: number
  /** Distinct sets that occur, by size: `checked[1]` tokens, `checked[2]` pairs, … */
  readonly checked: readonly number[]
  /** Smallest support of any set that occurs; 0 when there is none. */
  readonly smallestSupport: number
  /** Sets that occur in fewer than k baskets. */
  readonly broken: number
  /** Some of them, rarest first, then shortest. */
  readonly witnesses: readonly ItemsetWitness[]
}

export interface ItemsetWitness {
  readonly tokens: readonly string[]
  readonly support: number
}

export interface ItemsetVerificationOptions {
  readonly k: number
  /** 1 to 3. */
  readonly m: number
  /** How many witnesses to name; default 5. */
  readonly witnesses?: number
}

export function verifyItemsets(
  baskets: Iterable<readonly string[]>,
  options: ItemsetVerificationOptions,
): ItemsetVerification {
  const { k, m, witnesses: wanted = 5 } = options
  if (m !== 1 && m !== 2 && m !== 3)
    throw new UserError(`m of a verification must be 1, 2 or 3; got ${m}`, { rule: 'value' })
  const { names, rows, holders } = numberTokens(baskets)
  const checked = new Array<number>(m + 1).fill(0)
  const witnesses: ItemsetWitness[] = []
  let smallest = 0
  let broken = 0

  function take(tokens: readonly number[], support: number): void {
    checked[tokens.length]++
    if (smallest === 0 || support < smallest) smallest = support
    if (support >= k) return
    broken++
    const place = witnesses.findIndex(
      (other) => support < other.support || (support === other.support && tokens.length < other.tokens.length),
    )
    if (place < 0 && witnesses.length >= wanted) return
    const witness = { tokens: tokens.map((token) => names[token]), support }
    witnesses.splice(place < 0 ? witnesses.length : place, 0, witness)
    if (witnesses.length > wanted) witnesses.pop()
  }

  const pairs = new Map<number, number>()
  const triples = new Map<number, number>()
  for (let a = 0; a < names.length; a++) {
    take([a], holders[a].length)
    if (m === 1) continue
    pairs.clear()
    triples.clear()
    for (const row of holders[a]) {
      const tokens = rows[row]
      for (let i = tokens.indexOf(a) + 1; i < tokens.length; i++) {
        pairs.set(tokens[i], (pairs.get(tokens[i]) ?? 0) + 1)
        if (m === 2) continue
        for (let j = i + 1; j < tokens.length; j++) {
          const key = tokens[i] * names.length + tokens[j]
          triples.set(key, (triples.get(key) ?? 0) + 1)
        }
      }
    }
    for (const [b, support] of pairs) take([a, b], support)
    for (const [key, support] of triples) take([a, Math.floor(key / names.length), key % names.length], support)
  }
  return {
    holds: broken === 0,
    baskets: rows.length,
    tokens: names.length,
    checked,
    smallestSupport: smallest,
    broken,
    witnesses,
  }
}

/**
 * Whether each constraint, given by original items and looked up as published (`tokenOf`: null for a suppressed item), occurs in no
 * basket or in at least k.
 */
export function verifyItemConstraints(
  baskets: Iterable<readonly string[]>,
  constraints: Iterable<readonly string[]>,
  tokenOf: ReadonlyMap<string, string | null>,
  k: number,
  wanted = 5,
): ItemsetVerification {
  const { names, rows, holders } = numberTokens(baskets)
  const numbers = new Map(names.map((name, number) => [name, number]))
  const checked: number[] = []
  const witnesses: ItemsetWitness[] = []
  let smallest = 0
  let broken = 0
  for (const constraint of constraints) {
    checked[constraint.length] = (checked[constraint.length] ?? 0) + 1
    const tokens = new Set<string>()
    let visible = true
    for (const item of constraint) {
      const token = tokenOf.get(item)
      if (token === undefined) {
        throw new UserError(
          `the constraint item "${item}" is not in the recoding; verify with the recoding of this release`,
          { rule: 'data' },
        )
      }
      if (token === null || !numbers.has(token)) visible = false
      else tokens.add(token)
    }
    if (!visible) continue
    const sought = [...tokens].map((token) => numbers.get(token) as number)
    sought.sort((a, b) => holders[a].length - holders[b].length)
    const support = holders[sought[0]].filter((row) => sought.every((token) => rows[row].includes(token))).length
    if (support === 0) continue
    if (smallest === 0 || support < smallest) smallest = support
    if (support >= k) continue
    broken++
    witnesses.push({ tokens: [...tokens], support })
  }
  witnesses.sort((a, b) => a.support - b.support || a.tokens.length - b.tokens.length)
  return {
    holds: broken === 0,
    baskets: rows.length,
    tokens: names.length,
    checked: Array.from(checked, (count) => count ?? 0),
    smallestSupport: smallest,
    broken,
    witnesses: witnesses.slice(0, wanted),
  }
}

/** Tokens as numbers, rows of distinct ascending numbers, and the rows that hold each token. */
function numberTokens(baskets: Iterable<readonly string[]>): {
  names: string[]
  rows: number[][]
  holders: number[][]
} {
  const numbers = new Map<string, number>()
  const names: string[] = []
  const rows: number[][] = []
  const holders: number[][] = []
  for (const basket of baskets) {
    const row: number[] = []
    for (const token of new Set(basket)) {
      let number = numbers.get(token)
      if (number === undefined) {
        numbers.set(token, (number = names.length))
        names.push(token)
        holders.push([])
      }
      row.push(number)
      holders[number].push(rows.length)
    }
    rows.push(row.sort((a, b) => a - b))
  }
  return { names, rows, holders }
}
