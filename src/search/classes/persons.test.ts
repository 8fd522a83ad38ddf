import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mediumProblem, quietRun, searchProblem } from '../../../test/promises/search.ts'
import { anyProblem } from '../../../test/random-problems.ts'
import { someOf } from '../../../test/thorough.ts'
import type { PersonRows } from '../../frequency/frequency-table.ts'
import { requireKAnonymity } from '../../requirements/k-anonymity/k-anonymity.ts'
import type { decidedPartition } from '../decided-partition.ts'
import { searchBoxes } from '../methods/boxes/boxes.ts'
import { searchMondrian } from '../methods/mondrian/mondrian.ts'
import type { SearchProblem } from '../search.ts'

/** Gives the rows of each combination to persons, in the order drawn. */
function personRows(counts: Int32Array, combinations: number, drawn: readonly number[], count: number): PersonRows {
  const offsets = new Int32Array(combinations + 1)
  const [codes, rows]: [number[], number[]] = [[], []]
  let row = 0
  for (let i = 0; i < combinations; i++) {
    const people = new Map<number, number>()
    for (let r = 0; r < counts[i]; r++, row++) {
      const person = drawn[row % drawn.length] % count
      people.set(person, (people.get(person) ?? 0) + 1)
    }
    for (const [person, many] of [...people].sort(([a], [b]) => a - b)) {
      codes.push(person)
      rows.push(many)
    }
    offsets[i + 1] = codes.length
  }
  return { count, offsets, codes: Int32Array.from(codes), counts: Int32Array.from(rows) }
}

const anyWithPersons = fc
  .record({
    random: anyProblem({ columns: 3, codes: 5, fewestRows: 6, rows: 60 }),
    drawn: fc.array(fc.nat(200), { minLength: 60, maxLength: 60 }),
    people: fc.integer({ min: 2, max: 25 }),
    k: fc.integer({ min: 2, max: 6 }),
  })
  .map(({ random, drawn, people, k }): SearchProblem & { readonly k: number } => {
    const { frequencies } = random
    const persons = personRows(frequencies.counts, frequencies.combinations, drawn, people)
    const problem = searchProblem({ ...random, frequencies: { ...frequencies, persons } }, 'LM', k)
    return { ...problem, requirements: [requireKAnonymity(k, 'who')], k }
  })

/** Distinct persons of each output, by sets. */
function personsOfOutputs(
  { frequencies }: SearchProblem,
  decision: Parameters<typeof decidedPartition>[0],
): ReadonlySet<number>[] {
  const { offsets, codes } = frequencies.persons as PersonRows
  const outputs = Array.from({ length: decision.outputs.count }, () => new Set<number>())
  const { moves } = decision
  for (let move = 0; move < moves.count; move++)
    for (let e = offsets[moves.cell[move]]; e < offsets[moves.cell[move] + 1]; e++)
      outputs[moves.output[move]].add(codes[e])
  return outputs
}

describe.each([
  [searchBoxes, { rounds: 30 }],
  [searchMondrian, {}],
  [searchMondrian, { by: 'width' }],
] as const)('%o by persons %j', (record, options) => {
  test('every class has k distinct persons; none exists exactly where there are fewer than k', () =>
    fc.assert(
      fc.asyncProperty(anyWithPersons, async (problem) => {
        fc.pre(problem.frequencies.rows >= problem.k)
        const result = await record.search(problem, options, quietRun)
        const everybody = new Set((problem.frequencies.persons as PersonRows).codes)
        expect(result.outcome).toBe(everybody.size >= problem.k ? 'found' : 'none-exists')
        if (result.outcome !== 'found') return
        for (const people of personsOfOutputs(problem, result.decision))
          expect(people.size).toBeGreaterThanOrEqual(problem.k)
        const { moves } = result.decision
        expect(moves.rows.reduce((sum, rows) => sum + rows, 0)).toBe(problem.frequencies.rows)
      }),
      { numRuns: someOf(80) },
    ))
})

test('rows of one person are never a class: there are fewer classes of three persons than of three rows', async () => {
  const problem = searchProblem(mediumProblem('LM', 3), 'LM', 3)
  const { frequencies } = problem
  const drawn = Array.from({ length: frequencies.rows }, (_, i) => Math.floor((i * 12) / frequencies.rows))
  const persons = personRows(frequencies.counts, frequencies.combinations, drawn, 12)
  const asked = { ...problem, frequencies: { ...frequencies, persons }, requirements: [requireKAnonymity(3, 'who')] }
  const byPersons = await searchBoxes.search(asked, { rounds: 20 }, quietRun)
  const byRows = await searchBoxes.search(problem, { rounds: 20 }, quietRun)
  if (byPersons.outcome !== 'found' || byRows.outcome !== 'found') throw new Error('nothing found')
  expect(Math.min(...personsOfOutputs(asked, byPersons.decision).map(({ size }) => size))).toBeGreaterThanOrEqual(3)
  expect(byPersons.decision.outputs.count).toBeLessThan(byRows.decision.outputs.count)
})
