/** Random baskets with a job for them, and another reading of what was released. */
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

export interface RandomBaskets {
  readonly seed: number
  readonly baskets: readonly (readonly string[])[]
  readonly files: Readonly<Record<string, string>>
  readonly k: number
  /** Sets of items that somebody may know: all up to so many, or these and their parts. */
  readonly knows: number | readonly (readonly string[])[]
  readonly mayLeaveOut: boolean
}

const names = ['ale', 'bun', 'cod', 'dip', 'egg', 'fig', 'gin', 'ham', 'ink', 'jam'] as const

export function randomBaskets(seed: number): RandomBaskets {
  const generator = xoroshiro128plus(seed)
  const below = (count: number) => uniformInt(generator, 0, count - 1)
  const pick = <T>(values: readonly T[]): T => values[below(values.length)]
  const items = 4 + below(6)
  const baskets = Array.from({ length: 8 + below(30) }, () => {
    const own = names.slice(0, items).filter((_, i) => below(i + 2) === 0)
    // Somebody has what nobody else has.
    if (below(20) === 0) own.push(`rare${below(1e6)}` as never)
    return own.length === 0 ? [names[0]] : own
  })
  const k = 2 + below(3)
  const name = pick(['apriori', 'coat', 'pcta'])
  const m = 1 + below(3)
  const policy = Array.from({ length: 1 + below(4) }, () => [...new Set(pick(baskets).slice(0, 1 + below(3)))])
  const byPolicy = name !== 'apriori' && below(2) === 0
  const suppressionLimit = pick([0, 0.5, 1])
  const job = {
    version: 1,
    data: { source: 'baskets.txt', format: 'transactions' },
    columns: {},
    privacy: {
      ...(byPolicy ? { k, constraints: 'policy.txt' } : { km: { k, m } }),
      'suppression-limit': suppressionLimit,
    },
    algorithm: name === 'apriori' ? { name, partition: pick(['none', 'local', 'vertical']), parts: 2 } : { name },
    seed: seed % 1000,
    output: { release: 'out/release.txt', report: 'out/report.html', order: 'source' },
  }
  return {
    seed,
    baskets,
    files: {
      'baskets.txt': linesOf(baskets),
      'policy.txt': linesOf(policy),
      'job.yaml': JSON.stringify(job),
    },
    k,
    knows: byPolicy ? policy : m,
    mayLeaveOut: suppressionLimit > 0,
  }
}

export function linesOf(baskets: readonly (readonly string[])[]): string {
  return baskets.map((basket) => `${basket.join(' ')}\n`).join('')
}

/** What is wrong with a release whose lines stand in the order of the baskets. */
export function faultsOfBaskets(
  { baskets, k, knows, mayLeaveOut }: RandomBaskets,
  release: string,
  documents: readonly string[],
  local: boolean,
): string[] {
  const lines = release.split('\n').slice(0, -1)
  if (lines.length !== baskets.length) return [`${baskets.length - lines.length} baskets are lost`]
  const released = lines.map((line) => line.split(' ').filter((token) => token !== ''))
  const faults: string[] = []
  const items = [...new Set(baskets.flat())]
  // `(a,b)` says which; a node of the tree that is made of the items in their order says from which to which.
  const meant = (token: string): string[] => {
    if (/^\(.*\)$/.test(token)) return token.slice(1, -1).split(/[,|]/)
    const [, first, last] = /^\[(.*)[,|](.*)\]$/.exec(token) ?? []
    return first === undefined ? [token] : items.filter((item) => first <= item && item <= last)
  }
  const shown = new Set<string>()
  released.forEach((tokens, i) => {
    for (const token of tokens) {
      const held = meant(token).filter((item) => baskets[i].includes(item))
      if (held.length === 0) faults.push(`basket ${i} holds nothing of ${token}`)
      for (const item of meant(token)) shown.add(item)
    }
    if (!mayLeaveOut && tokens.length === 0) faults.push(`basket ${i} is empty`)
  })
  if (typeof knows === 'number') {
    for (const [set, support] of supports(released, knows))
      if (support < k) faults.push(`${set} is in ${support} baskets of ${k}`)
  } else if (!local) {
    for (const constraint of knows.flatMap(parts)) {
      const tokens = constraint.map((item) => released.flat().find((token) => meant(token).includes(item)))
      if (tokens.includes(undefined)) continue
      const support = released.filter((own) => tokens.every((token) => own.includes(token as string))).length
      if (support > 0 && support < k) faults.push(`${constraint.join(' ')} is in ${support} baskets of ${k}`)
    }
  }
  for (const item of items)
    if (item.startsWith('rare') && !shown.has(item) && documents.some((text) => text.includes(item)))
      faults.push(`${item} is in a public file`)
  return faults
}

function parts(items: readonly string[]): string[][] {
  const sets: string[][] = [[]]
  for (const item of items) sets.push(...sets.map((set) => [...set, item]))
  return sets.slice(1)
}

/** Baskets that hold each set of up to `most` tokens that occurs. */
function supports(baskets: readonly (readonly string[])[], most: number): Map<string, number> {
  const found = new Map<string, number>()
  for (const basket of baskets) {
    for (const set of parts([...new Set(basket)].sort()).filter(({ length }) => length <= most)) {
      const key = set.join(' ')
      found.set(key, (found.get(key) ?? 0) + 1)
    }
  }
  return found
}
