/**
 * Inference (third criterion of WP29): guesses the target's secret as the majority of the covering rows, each weighted
 * by 1/volume of its class, or by a C4.5 tree that was trained on the release. The success rate on people outside the
 * data, with equally frequent secrets, is subtracted.
 * Cost: targets × released combinations of the covering classes, and one tree for each secret.
 */

import { madeOnce } from '../ground/made-once.ts'
import { entryAt } from '../ground/maps.ts'
import type { Random } from '../ground/random.ts'
import type { CodedTable, LearnColumn } from '../learn/coded-table.ts'
import { trainDecisionTree } from '../learn/decision-tree/decision-tree.ts'
import { likeliestClasses } from '../learn/learner.ts'
import type { Attacker, Attempt } from './attack.ts'
import { type Combinations, cumulated, type Lab, placeOfRow } from './lab.ts'
import { isIn } from './linkage.ts'

export const inference: Attacker = {
  name: 'inference',
  wants: 'a secret column of the target',
  attempt(lab, random) {
    if (lab.secrets.length === 0)
      return 'needs a secret column: give --secret, or a job with a sensitive or target column'
    return lab.secrets.flatMap((secret) => inferOne(lab, secret, random))
  },
}

function inferOne(lab: Lab, secret: number, random: Random): Attempt[] {
  const { columns, released, original, control, targets, controls } = lab
  const { labels, name } = columns[secret]
  const spread = new Float64Array(labels.texts.length)
  released.codes[secret].forEach((label, row) => {
    spread[label] += released.counts[row]
  })
  const usual = heaviest(spread, spread)
  const right = (people: Combinations, person: number, label: number) =>
    isIn(labels, label, people.codes[secret][person]) ? 1 : 0
  const attempt = (form: string, guess: Guesses): Attempt => {
    const score = (people: Combinations, some: Int32Array) =>
      Array.from(guess(people, some), (label, i) => right(people, some[i], label))
    return {
      form: `${name}, ${form}`,
      members: score(original, targets),
      control: control && balance(lab, secret, score(control, controls)),
      naive: Array.from(targets, (person) => right(original, person, usual)),
    }
  }
  const { rows, shares } = constantClasses(lab, secret)
  const majority = {
    ...attempt('majority of covering rows', majorityGuesses(lab, secret, spread)),
    figures: { 'in classes with one value': shares },
    leaks:
      rows === 0 || shares === 1
        ? []
        : [
            `${name}: ${rows} released rows are in classes in which every row has the same value, so that it is ` +
              'known for certain',
          ],
  }
  if (spread.length > MOST_CLASSES) return [majority]
  return [majority, attempt('C4.5 tree of the release', treeGuesses(lab, secret, random))]
}

/** Labels of the secret guessed for some people. */
type Guesses = (people: Combinations, some: Int32Array) => Int32Array

function majorityGuesses(lab: Lab, secret: number, spread: Float64Array): Guesses {
  const { classes, released } = lab
  return (people, some) =>
    some.map((person) => {
      const weights = new Float64Array(spread.length)
      for (const c of lab.covering(people, person))
        for (const row of classes.members[c])
          weights[released.codes[secret][row]] += released.counts[row] / Math.max(1, classes.volumes[c])
      return heaviest(weights, spread)
    })
}

/** A tree is tried up to this many values of the secret: more of them are nearly identifiers. */
const MOST_CLASSES = 100
/** Rows that the tree learns from, and how often each is drawn if there are fewer. */
const MOST_DRAWS = 40_000
const DRAWS = 4

/** Trains on drawn rows of the release. A label is a set: each draw takes one value of it; `*` and `?` are missing. */
function treeGuesses(lab: Lab, secret: number, random: Random): Guesses {
  return entryAt(trained(lab.released), secret, () => trainGuesses(lab, secret, random))
}

/** The trees of a release by secret: one serves all people who are attacked. */
const trained = madeOnce((_: Combinations) => new Map<number, Guesses>())

function trainGuesses({ columns, known, released }: Lab, secret: number, random: Random): Guesses {
  const table = (rows: number, codes: (i: number) => Int32Array, target: Int32Array): CodedTable => ({
    rows,
    columns: known.map((i) => learnColumn(columns[i], codes(i))),
    target: { kind: 'categories', name: columns[secret].name, values: columns[secret].labels.texts, codes: target },
    weights: new Float64Array(rows).fill(Math.min(1, released.rows / rows)),
  })
  const ends = cumulated(released.counts)
  const drawn = Int32Array.from({ length: Math.min(MOST_DRAWS, DRAWS * released.rows) }, () =>
    placeOfRow(ends, random.integer(released.rows)),
  )
  const draws = (i: number) => drawn.map((row) => drawValue(columns[i], released.codes[i][row], random))
  const secrets = drawn.map((row) => released.codes[secret][row])
  const tree = trainDecisionTree(table(drawn.length, draws, secrets))
  return (people, some) => {
    const asked = (i: number) => some.map((person) => people.codes[i][person])
    return likeliestClasses(tree.predict(table(some.length, asked, new Int32Array(some.length))), tree.classes.length)
  }
}

function drawValue({ labels, domain }: Lab['columns'][number], label: number, random: Random): number {
  const [from, to] = [labels.from[label], labels.to[label]]
  if (to < from || labels.width[label] >= Math.max(2, domain.values.length)) return domain.values.length
  for (;;) {
    const code = from + random.integer(to - from + 1)
    if (isIn(labels, label, code)) return code
  }
}

/** Values by code; the code after the last is missing. */
function learnColumn({ name, domain: { values, numbers } }: Lab['columns'][number], codes: Int32Array): LearnColumn {
  return numbers === undefined
    ? { kind: 'categories', name, values, codes: codes.map((code) => (code < values.length ? code : -1)) }
    : { kind: 'numbers', name, values: Float64Array.from(codes, (code) => numbers[code] ?? Number.NaN) }
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
