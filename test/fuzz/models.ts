/**
 * Models of privacy with their rules written a second time, each from its paper and not from the product: what a job asks for, and which
 * class of a release would break it.
 */
export interface CheckedClass {
  /** Shares of the sensitive values, by row or by person (a row weighs 1 over the rows of its person). */
  readonly shares: ReadonlyMap<string, number>
  /** Rows, or different persons. */
  readonly size: number
  /** People of the register who look like it. */
  readonly people: number
}

export interface CheckedModel {
  readonly name: string
  /** Its part of `privacy`. */
  readonly asked: object
  /** What the sensitive column is beside its role. */
  readonly column?: object
  /** Whether a register is counted. */
  readonly ofRegister?: boolean
  /** Whether it can be counted by persons here. */
  readonly byRows?: boolean
  /** Whether a class breaks it; `all` are all rows of the data. */
  breaks?(own: CheckedClass, all: CheckedClass): boolean
  /** Whether the classes together do. */
  allBreak?(sizes: readonly number[]): boolean
  /** Columns that somebody may know alone, and how many rows must share what they show. */
  readonly sets?: readonly { readonly columns: readonly string[]; readonly k: number }[]
  /** Of anyone who knows some of the labels alone: how many, and what must hold of the rows that fit. */
  readonly some?: { readonly known: number; breaks(own: CheckedClass): boolean }
}

export const illnesses = ['flu', 'cold', 'ulcer', 'gout'] as const
const groups = [illnesses.slice(0, 2), illnesses.slice(2)]
export const illnessTree = {
  name: 'any',
  children: ['lung', 'rest'].map((name, i) => ({ name, children: groups[i].map((leaf) => ({ name: leaf })) })),
}

const rounding = 1e-9
const share = (own: CheckedClass, value: string) => own.shares.get(value) ?? 0
const difference = (own: CheckedClass, all: CheckedClass) =>
  illnesses.map((value) => share(own, value) - share(all, value))

/** One of them with options by chance. */
export function randomModel(pick: <T>(values: readonly T[]) => T): CheckedModel {
  return pick(models)(pick)
}

export const models: readonly ((pick: <T>(values: readonly T[]) => T) => CheckedModel)[] = [
  (pick) => {
    const l = pick([2, 3])
    return {
      name: 'l-diversity',
      asked: { 'l-diversity': { column: 'ill', l } },
      breaks: ({ shares }) => shares.size < l,
    }
  },
  (pick) => {
    const l = pick([1.5, 2, 2.5])
    return {
      name: 'l-diversity, entropy',
      asked: { 'l-diversity': { column: 'ill', l, kind: 'entropy' } },
      breaks: ({ shares }) =>
        [...shares.values()].reduce((sum, q) => sum - q * Math.log(q), 0) < Math.log(l) - rounding,
    }
  },
  (pick) => {
    const [l, c] = [2, pick([1, 2, 3])]
    return {
      name: 'l-diversity, recursive',
      asked: { 'l-diversity': { column: 'ill', l, c, kind: 'recursive' } },
      breaks({ shares }) {
        const sorted = [...shares.values()].sort((a, b) => b - a)
        const tail = sorted.slice(l - 1).reduce((sum, q) => sum + q, 0)
        return sorted.length < l || sorted[0] >= c * tail + rounding
      },
    }
  },
  (pick) => {
    const t = pick([0.2, 0.4])
    return {
      name: 't-closeness',
      asked: { 't-closeness': { column: 'ill', t } },
      breaks: (own, all) => difference(own, all).reduce((sum, d) => sum + Math.abs(d), 0) / 2 > t + rounding,
    }
  },
  (pick) => {
    const t = pick([0.15, 0.3])
    return {
      name: 't-closeness, ordered',
      asked: { 't-closeness': { column: 'ill', t, distance: 'ordered' } },
      column: { order: illnesses },
      breaks(own, all) {
        let [moved, work] = [0, 0]
        for (const d of difference(own, all).slice(0, -1)) {
          moved += d
          work += Math.abs(moved)
        }
        return work / (illnesses.length - 1) > t + rounding
      },
    }
  },
  (pick) => {
    const t = pick([0.2, 0.35])
    return {
      name: 't-closeness, tree',
      asked: { 't-closeness': { column: 'ill', t, distance: 'tree' } },
      column: { taxonomy: 'ill.json' },
      // Inside a group half the way, between groups the whole.
      breaks(own, all) {
        const d = difference(own, all)
        const [lung, rest] = [d.slice(0, 2), d.slice(2)]
        const inside = [lung, rest].map(([a, b]) => (a * b < 0 ? Math.min(Math.abs(a), Math.abs(b)) : 0) / 2)
        return inside[0] + inside[1] + Math.abs(lung[0] + lung[1]) > t + rounding
      },
    }
  },
  (pick) => {
    const [beta, kind] = [pick([0.5, 1, 2]), pick(['basic', 'enhanced'])]
    return {
      name: `beta-likeness, ${kind}`,
      asked: { 'beta-likeness': { column: 'ill', beta, kind } },
      breaks: (own, all) =>
        illnesses.some((value) => {
          const p = share(all, value)
          const most = kind === 'basic' ? beta : Math.min(beta, -Math.log(p))
          return p > 0 && (share(own, value) - p) / p > most + rounding
        }),
    }
  },
  (pick) => {
    const [delta, values] = [pick([1, 1.5]), pick(['all', 'occurring'])]
    return {
      name: `delta-disclosure, ${values}`,
      asked: { 'delta-disclosure': { column: 'ill', delta, values } },
      breaks: (own, all) =>
        illnesses.some((value) => {
          const [q, p] = [share(own, value), share(all, value)]
          if (p === 0 || (q === 0 && values === 'occurring')) return false
          return Math.abs(values === 'all' ? Math.log(q / p) : Math.log2(q / p)) >= delta + rounding
        }),
    }
  },
  (pick) => {
    const [alpha, k, values] = [pick([0.5, 0.7]), pick([2, 3]), pick([undefined, ['flu', 'gout']])]
    return {
      name: 'alpha-k',
      asked: { 'alpha-k': { column: 'ill', alpha, k, values } },
      breaks: (own) => own.size < k || (values ?? illnesses).some((value) => share(own, value) > alpha + rounding),
    }
  },
  (pick) => {
    const [k, population] = [pick([5, 20]), pick([100, 400])]
    return {
      name: 'k-map, estimated',
      asked: { 'k-map': { k, population } },
      breaks: (own, all) => own.size < fewestSeen((k * all.size) / Math.max(all.size, population), 0.05),
    }
  },
  (pick) => {
    const k = pick([3, 6])
    return {
      name: 'k-map, of a register',
      asked: { 'k-map': { k } },
      ofRegister: true,
      breaks: (own) => own.people < k,
    }
  },
  (pick) => {
    const [max, min] = [pick([0.6, 0.8]), pick([0, 0.1])]
    return {
      name: 'delta-presence',
      asked: { 'delta-presence': { max, min } },
      ofRegister: true,
      breaks: (own) => own.size / own.people > max + rounding || own.size / own.people < min - rounding,
    }
  },
  (pick) => {
    const risk = pick([0.1, 0.25])
    return {
      name: 'average-risk',
      asked: { 'average-risk': { risk } },
      byRows: true,
      allBreak: (sizes) => sizes.length / sizes.reduce((sum, size) => sum + size, 0) > risk + rounding,
    }
  },
  (pick) => {
    const [highest, most] = [pick([0.2, 0.34]), pick([0, 0.2])]
    return {
      name: 'average-risk, relaxed',
      asked: { 'average-risk': { risk: 1, highest, share: most } },
      byRows: true,
      allBreak(sizes) {
        const sum = (own: readonly number[]) => own.reduce((all, size) => all + size, 0)
        return sum(sizes.filter((size) => 1 / size > highest + rounding)) / sum(sizes) > most + rounding
      },
    }
  },
  (pick) => {
    const [l, k, c] = [pick([1, 2]), pick([2, 3]), pick([0.6, 0.8])]
    return {
      name: 'lkc',
      asked: { lkc: { l, k, c, column: 'ill' } },
      byRows: true,
      some: { known: l, breaks: ({ size, shares }) => size < k || Math.max(...shares.values()) > c + rounding },
    }
  },
]

/** Of columns that a table has. */
export function columnSets(columns: readonly string[], k: number): CheckedModel {
  const sets = [{ columns, k }]
  return { name: 'quasi-identifier-sets', asked: { 'quasi-identifier-sets': sets }, byRows: true, sets }
}

/** The least number of rows that fewer than α of all samples exceed, of a Poisson number with this mean. */
function fewestSeen(mean: number, alpha: number): number {
  let [term, sum, least] = [Math.exp(-mean), Math.exp(-mean), 1]
  while (sum < 1 - alpha) {
    term *= mean / least++
    sum += term
  }
  return least
}
