/**
 * k-map (Sweeney 2002): every class matches at least k people of a population, counted in the job's register, or
 * estimated from its size (El Emam and Dankar 2008): with π = rows / population, k people leave about Poisson(k·π)
 * rows, and a class with at least c rows, the smallest c with P(X < c) ≥ 1 − α, is assumed to have k.
 */

import { countedInAll, countedSizes } from '../../frequency/persons.ts'
import { peopleAlikeIn } from '../../frequency/population.ts'
import { prose } from '../../ground/format.ts'
import { option, SHARE } from '../../ground/options.ts'
import { join, type Sql, sql } from '../../sql/dialect.ts'
import { foundText } from '../class-check.ts'
import { countedNoun, type MadeRequirement, type RequirementRecord } from '../requirement.ts'
import { figureText } from '../value-requirement.ts'

export const kMap: RequirementRecord = {
  name: 'k-map',
  title: 'k-map',
  summary: 'Every class matches at least k people of the population, counted in a register or estimated from its size.',
  required: ['k'],
  options: [
    { name: 'k', type: 'integer', minimum: 2, meaning: 'the fewest matching people of the population' },
    option({ name: 'population', type: 'integer', minimum: 1 })`how many people the rows were drawn from; default:
      counted in the register`,
    option({ name: 'alpha', ...SHARE, default: 0.05 })`estimated: how likely a kept class may stand for fewer than k
      people`,
    option({ name: 'zero-truncated', type: 'boolean', default: false })`estimated: leave 0 out of the distribution,
      because a class has at least one row`,
  ],
  make(options, _columns, persons) {
    const { k, population, alpha } = options as { k: number; population?: number; alpha: number }
    if (population === undefined) return counted(k, persons)
    const truncated = options['zero-truncated'] as boolean
    const fewest = (rows: number) => fewestRows(k * Math.min(1, rows / population), alpha, truncated)
    return {
      ...FACTS,
      persons,
      promise: prose`every class of ${countedNoun(persons)} that look alike stands for at least ${k} of ${population}
        people, estimated, with a chance of error of ${alpha}`,
      mark(classes, frequencies, broken) {
        const least = fewest(countedInAll(frequencies))
        const sizes = countedSizes(classes, frequencies)
        for (let c = 0; c < classes.count; c++) if (sizes[c] < least) broken[c] = 1
      },
      check: {
        figures: ({ classes, rows }) =>
          sql`SELECT class, size * 1e0 / ${fewest(rows)} AS figure FROM ${classes} AS classes`,
        aggregate:
          persons === undefined
            ? (_value, count) => sql`COUNT(*) * 1e0 / ${steps(fewest, population, sql`MAX(${count('all')})`)}`
            : undefined,
        breaks: (figure) => sql`${figure} < 1`,
        worst: 'least',
        found: (counted) =>
          foundText(counted, (worst) => `smallest class ${figureText(worst)} times what is needed`, 'are too small'),
      },
    }
  },
}

/** Facts A and B hold: people who match a class match the merged one. */
const FACTS = { mergedHolds: true, mergedWithAnyHolds: true } as const

function counted(k: number, persons: string | undefined): MadeRequirement {
  return {
    ...FACTS,
    persons,
    ofRegister: true,
    promise: prose`every row looks like at least ${k} people of the register in its quasi-identifiers; suppressed rows
      look like those outside every class`,
    mark(classes, frequencies, broken, groupings) {
      const { people } = peopleAlikeIn(classes, frequencies, groupings)
      for (let c = 0; c < classes.count; c++) if (people[c] < k) broken[c] = 1
    },
    check: {
      figures: (file) => sql`SELECT class, people AS figure FROM ${file.register().classes} AS alike`,
      breaks: (figure) => sql`${figure} < ${k}`,
      worst: 'least',
      found(counted) {
        const breach = `look like fewer than ${k} people of the register`
        return foundText(counted, (worst) => `fewest people of the register ${worst}`, breach, k)
      },
    },
  }
}

/** A function that grows with the number of rows, as a CASE; the last branch is from `most` rows on. */
function steps(grows: (rows: number) => number, most: number, rows: Sql): Sql {
  const branches: Sql[] = []
  for (let from = 0; grows(from) < grows(most); ) {
    let [low, high] = [from, most]
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (grows(middle) > grows(from)) high = middle
      else low = middle
    }
    branches.push(sql`WHEN ${rows} < ${high} THEN ${grows(from)}`)
    from = high
  }
  return branches.length === 0 ? sql`${grows(most)}` : sql`CASE ${join(branches, ' ')} ELSE ${grows(most)} END`
}

/** The smallest c ≥ 1 with P(X < c) ≥ 1 − α, X Poisson with this mean. */
export function fewestRows(mean: number, alpha: number, truncated: boolean): number {
  const none = Math.exp(-mean)
  const wanted = truncated ? none + (1 - alpha) * (1 - none) : 1 - alpha
  // In logarithms, because e^−mean may underflow.
  let logarithm = -mean
  let sum = none
  let c = 1
  // Far beyond the mean nothing is added; with α = 0 rounding may keep the sum below 1.
  while (sum < wanted && c < mean + 40 * Math.sqrt(mean + 1) + 100) {
    logarithm += Math.log(mean / c)
    sum += Math.exp(logarithm)
    c++
  }
  return c
}
