import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyModels, anySearchProblem, quietRun } from '../../../../test/promises/search.ts'
import { findSensitive } from '../../../frequency/class-values.ts'
import type { FrequencyTable } from '../../../frequency/frequency-table.ts'
import type { ClassRule } from '../../../requirements/requirement.ts'
import { searchMondrian } from './mondrian.ts'

/** Whether rows with these counts hold as the only class of a table. */
function holds(rule: ClassRule, table: FrequencyTable, counts: readonly number[]): boolean {
  const column = findSensitive(table, rule.counts[0])
  const broken = new Uint8Array(1)
  const alone: FrequencyTable = {
    ...table,
    combinations: 1,
    sensitive: [
      {
        ...column,
        offsets: Int32Array.of(0, counts.length),
        codes: Int32Array.from(counts.keys()),
        counts: Int32Array.from(counts),
      },
    ],
  }
  const sizes = Int32Array.of(counts.reduce((sum, count) => sum + count, 0))
  const [representatives, classIds] = [new Int32Array(1), new Int32Array(1)]
  rule.mark({ count: 1, sizes, representatives, classIds, histograms: [] }, alone, broken)
  return broken[0] === 0
}

describe('mondrian asked for more than k', () => {
  test('every class meets every model; none-exists exactly where all rows together break one', () =>
    fc.assert(
      fc.asyncProperty(
        anySearchProblem({ columns: 3, codes: 5, fewestRows: 6, rows: 40 }, ['LM']),
        anyModels,
        fc.constantFrom('loss', 'width'),
        async (problem, models, by) => {
          const { frequencies } = problem
          const rules = models.filter(({ mergedHolds }) => mergedHolds)
          const asked = { ...problem, requirements: [...problem.requirements, ...rules] }
          const result = await searchMondrian.search(asked, { by }, quietRun)
          const all = Array.from(findSensitive(frequencies, 'illness').overall)
          expect(result.outcome).toBe(rules.every((rule) => holds(rule, frequencies, all)) ? 'found' : 'none-exists')
          if (result.outcome !== 'found') return
          const { offsets, codes, counts } = findSensitive(frequencies, 'illness')
          const { moves, outputs, cells } = result.decision
          const classes = Array.from({ length: outputs.count }, () => all.map(() => 0))
          for (let move = 0; move < moves.count; move++) {
            const shown = cells.groups.map((groups) => groups[moves.cell[move]])
            const place = [...Array(frequencies.combinations).keys()].find((i) =>
              frequencies.columns.every((column, c) => column.codes[i] === shown[c]),
            ) as number
            // Strict cuts keep equal rows together.
            expect(moves.rows[move]).toBe(frequencies.counts[place])
            for (let e = offsets[place]; e < offsets[place + 1]; e++) classes[moves.output[move]][codes[e]] += counts[e]
          }
          for (const counts of classes) for (const rule of rules) expect(holds(rule, frequencies, counts)).toBe(true)
        },
      ),
      { numRuns: 60 },
    ))
})
