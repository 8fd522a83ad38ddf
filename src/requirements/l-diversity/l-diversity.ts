/**
 * l-diversity (Machanavajjhala, Gehrke, Kifer, Venkitasubramaniam 2006; distinct with k is p-sensitive k-anonymity,
 * Truta and Vinay 2006). The README has its three readings and what merging preserves.
 */

import { userError } from '../../ground/errors.ts'
import { prose } from '../../ground/format.ts'
import { option } from '../../ground/options.ts'
import { sql } from '../../sql/dialect.ts'
import type { ClassCheck } from '../class-check.ts'
import { type MostKept, mostRows } from '../most-kept.ts'
import type { RequirementRecord } from '../requirement.ts'
import {
  atLeast,
  below,
  type ClassJudge,
  columnNamed,
  columnOption,
  placeOfMost,
  ROUNDING,
  ROUNDING_IN_SEARCH,
  requireValues,
  UNBOUNDED,
} from '../value-requirement.ts'

const wrongValue = userError('value', 'privacy.l-diversity')

export const lDiversity: RequirementRecord = {
  name: 'l-diversity',
  title: 'l-diversity',
  summary: 'Every class contains at least l well-represented values of a sensitive column.',
  required: ['column', 'l'],
  options: [
    columnOption,
    option({ name: 'l', type: 'number', minimum: 1 })`how many values a class must contain, or must be as diverse as`,
    {
      name: 'kind',
      type: 'choice',
      choices: ['distinct', 'entropy', 'recursive'],
      default: 'distinct',
      meaning: prose`distinct: l values occur; entropy: at least that of l equal shares; recursive: the most frequent
        is below c times the tail`,
    },
    option({ name: 'c', type: 'number', minimum: 0 })`recursive: limit of the most frequent value, as a multiple of
      the rows from the l-th most frequent on`,
  ],
  make(options, columns) {
    const column = columnNamed('l-diversity', options, columns)
    const kind = options['kind'] as 'distinct' | 'entropy' | 'recursive'
    const l = options['l'] as number
    const c = options['c'] as number | undefined
    if (kind !== 'entropy' && !Number.isInteger(l))
      throw wrongValue`requirement l-diversity: l must be a whole number unless kind is entropy; got ${l}`
    if ((kind === 'recursive') !== (c !== undefined))
      throw wrongValue`requirement l-diversity: c is for kind: recursive, which needs it; got kind ${kind}
        ${c === undefined ? 'without c' : `and c ${c}`}`
    return requireValues({
      column,
      promise: promiseText(column.name, kind, l, c),
      minimumSize: Math.ceil(l - ROUNDING_IN_SEARCH),
      mergedHolds: true,
      mergedWithAnyHolds: kind === 'distinct',
      enough: kind === 'distinct' ? l : undefined,
      judge: () => judges[kind](l, c ?? 0),
      mostKept: () => (kind === 'entropy' ? mostByEntropy(l) : undefined),
      check: checks[kind](column.name, l, c ?? 0),
    })
  },
}

function promiseText(column: string, kind: string, l: number, c: number | undefined): string {
  switch (kind) {
    case 'distinct':
      return `in every class of rows that look alike, at least ${l} values of ${column} occur`
    case 'entropy':
      return prose`in every class of rows that look alike, ${column} is at least as hard to guess as among ${l} equally
        frequent values (entropy)`
    default:
      return prose`in every class of rows that look alike, at least ${l} values of ${column} occur and the most
        frequent one has fewer than ${c} times the rows of all from the ${l}th on`
  }
}

const judges: Record<string, (l: number, c: number) => ClassJudge> = {
  distinct: (l) => (_codes, _counts, found) => found >= l,
  // −Σ q ln q = ln n − (Σ r ln r) / n.
  entropy: (l) => {
    const least = Math.log(l) - ROUNDING_IN_SEARCH
    return (_codes, counts, found, size) => {
      let sum = 0
      for (let i = 0; i < found; i++) sum += counts[i] * Math.log(counts[i])
      return Math.log(size) - sum / size >= least
    }
  },
  recursive: (l, c) => {
    // The l − 1 largest counts so far, ascending; the others are the tail.
    const largest = new Float64Array(Math.max(1, l - 1))
    return (_codes, counts, found, size) => {
      if (found < l) return false
      largest.fill(0)
      for (let i = 0; i < found; i++) {
        if (counts[i] <= largest[0]) continue
        largest[0] = counts[i]
        for (let at = 1; at < largest.length && largest[at] < largest[at - 1]; at++) {
          const lower = largest[at]
          largest[at] = largest[at - 1]
          largest[at - 1] = lower
        }
      }
      let tail = size
      if (l > 1) for (const count of largest) tail -= count
      // Weights of persons are rounded; row counts are not.
      return largest[largest.length - 1] / tail < (counts instanceof Int32Array ? c : c - ROUNDING)
    }
  },
}

/**
 * Most rows kept under entropy, by the largest possible share u of a value: the entropy is at most that of u and its
 * rest, with the rest spread evenly over the other values. (For recursive it costs as much as it saves.)
 */
function mostByEntropy(l: number): MostKept {
  const byValues: MostKept['of'][] = []
  return {
    fewest: 1,
    of(codes, counts, found, size) {
      if (found < l - ROUNDING) return 0
      const share = byValues[found] === undefined ? largestShare(Math.log(l), found) : 0
      const most = (byValues[found] ??= mostRows(share, 0))
      return most(codes, counts, found, size)
    },
  }
}

/** The largest share of one of `values` with which the entropy can reach this; by bisection, rounded up. */
function largestShare(entropy: number, values: number): number {
  let [low, high] = [1 / values, 1]
  for (let step = 0; step < 50; step++) {
    const share = (low + high) / 2
    const rest = 1 - share
    const most = -share * Math.log(share) - (rest === 0 ? 0 : rest * Math.log(rest / (values - 1)))
    if (most >= entropy - ROUNDING) low = share
    else high = share
  }
  return high
}

const checks: Record<string, (column: string, l: number, c: number) => ClassCheck> = {
  distinct: (column, l) =>
    atLeast(l, 'number of values', {
      aggregate: (value) => sql`COUNT(DISTINCT ${value(column)})`,
      figures: ({ values }) => sql`SELECT class, COUNT(*) AS figure FROM ${values(column)} AS v GROUP BY class`,
    }),
  entropy: (column, l) =>
    atLeast(l, 'number of equal values with the same entropy', {
      // A sum over values is a sum over rows, divided by the amount of each row's value.
      aggregate: (_value, count) => sql`EXP(LN(COUNT(*)) - AVG(LN(${count('class', column)})))`,
      figures: ({ values }) =>
        sql`SELECT class, EXP(-SUM(share * LN(share))) AS figure FROM ${values(column)} AS v GROUP BY class`,
    }),
  recursive: (column, l, c) =>
    below(c, 'ratio', {
      figures: ({ values }) =>
        sql`SELECT class, COALESCE(MAX(amount) * 1e0 / NULLIF(SUM(CASE WHEN place >= ${l} THEN amount ELSE 0 END), 0),
          ${UNBOUNDED}) AS figure FROM (SELECT class, amount, row_number() OVER (PARTITION BY class ORDER BY amount
          DESC) AS place FROM ${values(column)} AS v) AS ranked GROUP BY class`,
      blame: (values) => placeOfMost(values, ({ share }) => share),
    }),
}
