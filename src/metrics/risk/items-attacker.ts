/**
 * Simulates an attacker who knows m items of a person: draws a basket and m of its items, and counts the published
 * baskets that match. The chance of a correct match is 1/candidates. Unlike the bound 1/min support, it shows the
 * average risk. Suppressed items do not help the attacker. Cost: one support per trial.
 */
import type { ItemRelease } from '../../baskets/itemset-release.ts'
import { UserError } from '../../ground/errors.ts'
import { randomFrom, seedFor } from '../../ground/random.ts'
import { rowsOfLength, subset } from '../workload/generate-workload.ts'

/** `success`: the mean of 1/candidates, the share of people re-identified. Of shorter baskets, all items are known. */
export function riskItemAttacker(
  release: ItemRelease,
  { knows, trials, seed }: Readonly<Record<'knows' | 'trials' | 'seed', number>>,
) {
  for (const [name, value] of [
    ['knows', knows],
    ['trials', trials],
  ] as const) {
    if (!Number.isInteger(value) || value < 1)
      throw new UserError(`the attacker's ${name} must be a whole number of at least 1; got ${value}`, {
        path: name === 'knows' ? '--m' : '--trials',
        rule: 'value',
      })
  }
  const random = randomFrom(seedFor(seed, 'attacker'))
  const { baskets } = release
  const people = rowsOfLength(baskets, 1)
  const candidates = new Int32Array(trials)
  let success = 0
  let unique = 0
  for (let trial = 0; trial < trials; trial++) {
    const row = people[random.integer(people.length)]
    const known = subset(baskets, row, Math.min(knows, baskets.offsets[row + 1] - baskets.offsets[row]), random)
    const count = candidatesFor(release, known)
    candidates[trial] = count
    success += 1 / count
    if (count === 1) unique++
  }
  candidates.sort()
  const quartile = (share: number) => candidates[Math.min(trials - 1, Math.floor(share * trials))]
  return {
    trials,
    success: success / trials,
    worst: 1 / candidates[0],
    unique: unique / trials,
    fewestCandidates: candidates[0],
    quartiles: [quartile(0.25), quartile(0.5), quartile(0.75)],
  }
}

/** Published baskets that contain the images of the known items; all of a part if none is published. */
function candidatesFor(release: ItemRelease, known: readonly number[]): number {
  let count = 0
  for (const part of release.parts) {
    const groups = new Set<number>()
    for (const item of known) if (part.grouping.groupOf[item] >= 0) groups.add(part.grouping.groupOf[item])
    count += part.supports.of([...groups])
  }
  return count
}
