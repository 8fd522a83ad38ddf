/**
 * A problem on a random sample of the rows (Iyengar 2002, §6), drawn from the frequency table without replacement,
 * seeded. On n of N rows, k becomes max(2, ⌈k·n/N⌉).
 * Cost: one draw per row. Each target is drawn separately within a combination, which loses only their joint
 * distribution; no metric reads it.
 */
import type { FrequencyTable, Target, ValueCounts } from '../frequency/frequency-table.ts'
import { type Random, randomFrom } from '../ground/random.ts'
import type { SearchProblem } from './search.ts'

export function sampleProblem(problem: SearchProblem, rows: number, seed: number): SearchProblem {
  const share = rows / problem.frequencies.rows
  return {
    ...problem,
    frequencies: sampleFrequencies(problem.frequencies, rows, randomFrom(seed)),
    requirements: problem.requirements.map((requirement) => requirement.forSample(share)),
  }
}

export function sampleFrequencies(table: FrequencyTable, rows: number, random: Random): FrequencyTable {
  const taken = drawFrom(table.counts, rows, random)
  const drawn = Int32Array.from(taken.keys()).filter((combination) => taken[combination] > 0)
  return {
    columns: table.columns.map(({ name, size, codes }) => {
      const sampled = codes.slice(0, drawn.length)
      for (let i = 0; i < drawn.length; i++) sampled[i] = codes[drawn[i]]
      return { name, size, codes: sampled }
    }),
    combinations: drawn.length,
    rows,
    counts: Int32Array.from(drawn, (combination) => taken[combination]),
    targets: table.targets.map((target) => sampleTarget(target, drawn, taken, random)),
    sensitive: (table.sensitive ?? []).map((column) => ({
      ...column,
      // The plan rejects samples if persons are counted, so counts are rows here.
      ...sampleValues(column as ValueCounts, drawn, taken, random),
    })),
    population: table.population,
  }
}

/** Draws `draws` things from all piles and counts them per pile (selection sampling, Knuth 3.4.2 S). */
function drawFrom(piles: Int32Array, draws: number, random: Random): Int32Array {
  const taken = new Int32Array(piles.length)
  let left = 0
  for (const pile of piles) left += pile
  let needed = draws
  for (let pile = 0; pile < piles.length && needed > 0; pile++) {
    for (let thing = piles[pile]; thing > 0 && needed > 0; thing--) {
      if (random.uniform() * left < needed) {
        taken[pile]++
        needed--
      }
      left--
    }
  }
  return taken
}

function sampleTarget(target: Target, drawn: Int32Array, taken: Int32Array, random: Random): Target {
  if (target.kind === 'categories') {
    const width = target.values.length
    const counts = new Int32Array(drawn.length * width)
    drawn.forEach((combination, i) => {
      const values = target.counts.subarray(combination * width, (combination + 1) * width)
      counts.set(drawFrom(values, taken[combination], random), i * width)
    })
    return { ...target, counts }
  }
  return { ...target, ...sampleValues(target, drawn, taken, random) }
}

function sampleValues(column: ValueCounts, drawn: Int32Array, taken: Int32Array, random: Random): ValueCounts {
  const offsets = new Int32Array(drawn.length + 1)
  const codes: number[] = []
  const counts: number[] = []
  drawn.forEach((combination, i) => {
    const from = column.offsets[combination]
    const drawn = drawFrom(column.counts.subarray(from, column.offsets[combination + 1]), taken[combination], random)
    drawn.forEach((count, entry) => {
      if (count === 0) return
      codes.push(column.codes[from + entry])
      counts.push(count)
    })
    offsets[i + 1] = codes.length
  })
  return { offsets, codes: Int32Array.from(codes), counts: Int32Array.from(counts) }
}
