/**
 * Inference (third criterion of WP29): guesses the target's secret as the majority of the covering rows, each weighted
 * by 1/volume of its class. The success rate on people outside the data, with equally frequent secrets, is subtracted.
 * Cost: targets × released combinations of the covering classes.
 */
import type { Attacker, Attempt } from './attack.ts'
import type { Combinations, Lab } from './lab.ts'
import { isIn } from './linkage.ts'

export const inference: Attacker = {
  name: 'inference',
  knows: 'the known columns of the target',
  wants: 'a secret column of the target',
  bound: 'none by k-anonymity; l-diversity, t-closeness or β-likeness on the secret bound it',
  attempt(lab) {
    if (lab.secrets.length === 0)
      return 'needs a secret column: give --secret, or a job with a sensitive or target column'
    return lab.secrets.map((secret) => inferOne(lab, secret))
  },
}

function inferOne(lab: Lab, secret: number): Attempt {
  const { columns, released, classes } = lab
  const { labels, name } = columns[secret]
  const spread = new Float64Array(labels.texts.length)
  released.codes[secret].forEach((label, row) => {
    spread[label] += released.counts[row]
  })
  const usual = heaviest(spread, spread)
  const guess = (people: Combinations, person: number): number => {
    const weights = new Float64Array(labels.texts.length)
    for (const c of lab.covering(people, person))
      for (const row of classes.members[c])
        weights[released.codes[secret][row]] += released.counts[row] / Math.max(1, classes.volumes[c])
    return heaviest(weights, spread)
  }
  const right = (people: Combinations, person: number, label: number) =>
    isIn(labels, label, people.codes[secret][person]) ? 1 : 0
  const score = (people: Combinations) => (person: number) => right(people, person, guess(people, person))
  const { rows, shares } = constantClasses(lab, secret)
  return {
    form: `${name}, majority of covering rows`,
    members: Array.from(lab.targets, score(lab.original)),
    control: lab.control && balance(lab, secret, Array.from(lab.controls, score(lab.control))),
    naive: Array.from(lab.targets, (person) => right(lab.original, person, usual)),
    figures: { 'in classes with one value': shares },
    leaks:
      rows === 0 || shares === 1
        ? []
        : [
            `${name}: ${rows} released rows are in classes in which every row has the same value, so that it is ` +
              'known for certain',
          ],
  }
}

/**
 * Weights the scores of the control group so that its secrets are as frequent as those of the targets: rare secrets are
 * harder to guess, and a few more of them by chance would look like a leak.
 */
function balance({ original, targets, control, controls }: Lab, secret: number, scores: readonly number[]): number[] {
  const people = control as Combinations
  const shares = (codes: Int32Array, some: Int32Array) => {
    const counts = new Map<number, number>()
    for (const person of some) counts.set(codes[person], (counts.get(codes[person]) ?? 0) + 1 / some.length)
    return counts
  }
  const wanted = shares(original.codes[secret], targets)
  const given = shares(people.codes[secret], controls)
  const weights = Array.from(controls, (person) => {
    const code = people.codes[secret][person]
    return (wanted.get(code) ?? 0) / (given.get(code) as number)
  })
  const mean = weights.reduce((sum, weight) => sum + weight, 0) / Math.max(1, weights.length)
  return mean === 0 ? [...scores] : scores.map((score, i) => (score * weights[i]) / mean)
}

/** The label with the greatest weight; ties go to the more frequent one, then the first. */
function heaviest(weights: Float64Array, spread: Float64Array): number {
  let best = 0
  for (let label = 1; label < weights.length; label++) {
    const more = weights[label] - weights[best]
    if (more > 0 || (more === 0 && spread[label] > spread[best])) best = label
  }
  return best
}

/** Unsuppressed rows whose class has a single value of the secret. */
function constantClasses({ classes, released }: Lab, secret: number): { rows: number; shares: number } {
  let rows = 0
  for (let c = 0; c < classes.count; c++) {
    const [first, ...others] = classes.members[c]
    const same = others.every((row) => released.codes[secret][row] === released.codes[secret][first])
    if (same && classes.masked[c] === 0) rows += classes.sizes[c]
  }
  return { rows, shares: rows / released.rows }
}
