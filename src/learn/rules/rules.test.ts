import { describe, expect, it } from 'vitest'
import { makeRows } from '../../../test/learn-tables.ts'
import { trainDecisionTree } from '../decision-tree/decision-tree.ts'
import { evaluateModel } from '../evaluation/measures.ts'
import { majorityLearner } from '../majority.ts'
import { tableFromRows } from '../read-rows.ts'
import { trainRules } from './rules.ts'

const plan = { header: ['x', 'z', 'y'], columns: [{ name: 'x' }, { name: 'z', type: 'numbers' as const }], target: 'y' }

describe('trainRules', () => {
  it('makes the largest pure leaf the first rule, and ends with a rule for all the rest', () => {
    const rows = [
      ...Array.from({ length: 9 }, (_, i) => ['p', String(i), 'yes']),
      ...Array.from({ length: 5 }, (_, i) => ['q', String(i), 'no']),
      ...Array.from({ length: 4 }, (_, i) => ['q', String(10 + i), 'yes']),
    ]
    // Between 4 and 10 the threshold is the largest value up to the middle, 7.
    expect(trainRules(tableFromRows(rows, plan))).toMatchObject({
      size: { rules: 3, conditions: 2 },
      classes: ['no', 'yes'],
      rules: [
        { conditions: [{ column: 0, test: 'equal', value: 0 }], classWeights: Float64Array.of(0, 9) },
        { conditions: [{ column: 1, test: 'at-most', value: 7 }], classWeights: Float64Array.of(5, 0) },
        { conditions: [], classWeights: Float64Array.of(0, 4) },
      ],
    })
  })

  it('covers every row: each rule counts exactly the rows that reach it', () => {
    const table = makeRows(2000, 12)
    const { rules } = trainRules(table)
    const counts = rules.map(() => [0, 0])
    for (let row = 0; row < table.rows; row++) {
      const first = rules.findIndex((rule) =>
        rule.conditions.every(({ column, test, value }) => {
          const data = table.columns[column]
          const cell = data.kind === 'categories' ? data.codes[row] : data.values[row]
          return test === 'equal' ? cell === value : test === 'at-most' ? cell <= value : cell > value
        }),
      )
      counts[first][table.target.codes[row]]++
    }
    expect(rules.map((rule) => [...rule.classWeights])).toEqual(counts)
    expect(rules.at(-1)?.conditions).toEqual([])
  })

  it('divides rows with missing cells among rules: the weights still sum to the rows', () => {
    const table = makeRows(1500, 13, 0.15)
    const { rules } = trainRules(table)
    const total = rules.reduce((sum, rule) => sum + rule.classWeights[0] + rule.classWeights[1], 0)
    expect(total).toBeCloseTo(1500, 3)
  })

  it('learns about as well as the tree, and better than the majority', () => {
    const train = makeRows(6000, 14)
    const test = makeRows(6000, 15)
    const rules = evaluateModel(trainRules(train), test).accuracy
    expect(rules).toBeGreaterThan(evaluateModel(majorityLearner.train(train), test).accuracy)
    expect(Math.abs(rules - evaluateModel(trainDecisionTree(train), test).accuracy)).toBeLessThan(0.04)
  })
})
