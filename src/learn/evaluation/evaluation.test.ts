import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeRows } from '../../../test/learn-tables.ts'
import { CancelledError } from '../../ground/errors.ts'
import { selectRows } from '../coded-table.ts'
import { decisionTreeLearner } from '../decision-tree/decision-tree.ts'
import { majorityLearner } from '../majority.ts'
import { tableFromRows } from '../read-rows.ts'
import { crossValidate } from './cross-validate.ts'
import { fiveByTwoFolds, stratifiedFolds } from './folds.ts'
import { areaUnderRoc, evaluateModel, measurePredictions } from './measures.ts'

const kFolds = (rows: number, k: number, seed: number) => stratifiedFolds(new Int32Array(rows), k, seed)

describe('measurePredictions', () => {
  // Three rows of a, two of b; a tie goes to the first class.
  const shares = Float64Array.of(0.9, 0.1, 0.6, 0.4, 0.2, 0.8, 0.5, 0.5, 0.1, 0.9)
  const actual = Int32Array.of(0, 0, 0, 1, 1)

  it('counts hits and the mean log loss', () => {
    const measured = measurePredictions(shares, actual, 2)
    expect(measured.accuracy).toBe(0.6)
    expect(measured.error).toBeCloseTo(0.4, 12)
    expect(measured.logLoss).toBeCloseTo(
      -(Math.log(0.9) + Math.log(0.6) + Math.log(0.2) + Math.log(0.5) + Math.log(0.9)) / 5,
      12,
    )
    // Pairs (a before b): 0.9 and 0.6 beat 0.5 and 0.1, 0.2 beats 0.1 only: 5 of 6.
    expect(measured.rocArea).toBeCloseTo(5 / 6, 12)
  })

  it('counts a weighted row as so many rows', () => {
    const weights = Float64Array.of(2, 1, 3, 1, 2)
    const repeated = [0, 0, 1, 2, 2, 2, 3, 4, 4]
    const long = measurePredictions(
      Float64Array.from(repeated.flatMap((row) => [shares[2 * row], shares[2 * row + 1]])),
      Int32Array.from(repeated, (row) => actual[row]),
      2,
    )
    const short = measurePredictions(shares, actual, 2, weights)
    expect(short.accuracy).toBeCloseTo(long.accuracy, 12)
    expect(short.rocArea).toBeCloseTo(long.rocArea, 12)
    expect(short.logLoss).toBeCloseTo(long.logLoss, 12)
  })

  it('bounds the loss of a class that got no share', () => {
    expect(measurePredictions(Float64Array.of(1, 0), Int32Array.of(1), 2).logLoss).toBeCloseTo(-Math.log(1e-15), 10)
  })
})

describe('areaUnderRoc', () => {
  it('is the share of pairs in the right order, for several classes weighted by their rows', () => {
    const rowsOf = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 }), fc.nat(2)), {
      minLength: 4,
    })
    fc.assert(
      fc.property(rowsOf, (rows) => {
        const shares = Float64Array.from(rows.flatMap(([a, b]) => [a / 20, b / 20, 1 - (a + b) / 20]))
        const actual = Int32Array.from(rows, (row) => row[2])
        let areas = 0
        let weight = 0
        for (const c of [0, 1, 2]) {
          let right = 0
          let pairs = 0
          for (let i = 0; i < actual.length; i++) {
            for (let j = 0; j < actual.length; j++) {
              if (actual[i] !== c || actual[j] === c) continue
              pairs++
              right += shares[3 * i + c] > shares[3 * j + c] ? 1 : shares[3 * i + c] === shares[3 * j + c] ? 0.5 : 0
            }
          }
          const inside = actual.filter((code) => code === c).length
          if (pairs > 0) {
            areas += (inside * right) / pairs
            weight += inside
          }
        }
        const area = areaUnderRoc(shares, actual, 3)
        if (weight === 0) expect(area).toBeNaN()
        else expect(area).toBeCloseTo(areas / weight, 10)
      }),
    )
  })
})

describe('evaluateModel', () => {
  const rows = (cells: string[][]) =>
    tableFromRows(cells, { header: ['x', 'y'], columns: [{ name: 'x' }], target: 'y' })

  it('matches classes by name, and gives none to a class never seen', () => {
    const model = decisionTreeLearner.train(rows([...Array(5).fill(['p', 'yes']), ...Array(5).fill(['q', 'no'])]))
    const measured = evaluateModel(
      model,
      rows([
        ['q', 'no'],
        ['p', 'yes'],
        ['p', 'maybe'],
        ['strange', 'yes'],
      ]),
    )
    // The rows of q and p are right; maybe and the strange row, a tie that the first class wins, are not.
    expect(measured.accuracy).toBe(0.5)
  })
})

describe('folds', () => {
  it('stratifiedFolds of one class tests every row once, in parts of nearly equal size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 60 }), fc.integer({ min: 2, max: 10 }), fc.nat(), (rows, k, seed) => {
        if (k > rows) return
        const folds = kFolds(rows, k, seed)
        expect(folds.flatMap(({ test }) => [...test]).sort((a, b) => a - b)).toEqual([...Array(rows).keys()])
        for (const { train, test } of folds) {
          expect(train.length + test.length).toBe(rows)
          expect(new Set([...train, ...test]).size).toBe(rows)
          expect(Math.abs(test.length - rows / k)).toBeLessThan(1)
        }
      }),
    )
  })

  it('stratifiedFolds gives every part its share of every class, within a row', () => {
    const classOf = Int32Array.from({ length: 103 }, (_, row) => (row % 7 === 0 ? 2 : row % 3 === 0 ? 1 : 0))
    for (const { test } of stratifiedFolds(classOf, 5, 3)) {
      for (const c of [0, 1, 2]) {
        const inside = test.filter((row) => classOf[row] === c).length
        expect(Math.abs(inside - classOf.filter((code) => code === c).length / 5)).toBeLessThan(1)
      }
    }
  })

  it('fiveByTwoFolds halves five times, each half testing the other', () => {
    const folds = fiveByTwoFolds(21, 1)
    expect(folds).toHaveLength(10)
    for (let repetition = 0; repetition < 5; repetition++) {
      const [one, two] = folds.slice(2 * repetition)
      expect(one.train).toEqual(two.test)
      expect(two.train).toEqual(one.test)
    }
    expect(new Set(folds.map(({ test }) => test.join())).size).toBe(10)
  })

  it('repeat themselves for a seed, differ for another, and refuse too many parts', () => {
    expect(kFolds(30, 3, 7)).toEqual(kFolds(30, 3, 7))
    expect(kFolds(30, 3, 7)).not.toEqual(kFolds(30, 3, 8))
    expect(() => kFolds(3, 4, 1)).toThrow('from 2 to the number of rows, 3; got 4')
  })
})

describe('crossValidate', () => {
  const table = makeRows(3000, 3)

  it('learns from the training rows and tests on the others', async () => {
    const folds = kFolds(table.rows, 3, 1)
    const result = await crossValidate(table, decisionTreeLearner, folds)
    const byHand = folds.map(({ train, test }) =>
      evaluateModel(decisionTreeLearner.train(selectRows(table, train)), selectRows(table, test)),
    )
    expect(result.folds).toEqual(byHand)
    expect(result.accuracy).toBeCloseTo(byHand.reduce((sum, one) => sum + one.accuracy, 0) / 3, 12)
    const majority = await crossValidate(table, majorityLearner, folds)
    expect(result.accuracy).toBeGreaterThan(majority.accuracy)
    expect(result.rocArea).toBeGreaterThan(0.65)
    expect(majority.rocArea).toBeCloseTo(0.5, 12)
  })

  it('hands the training rows of the fold, and no others, to prepare', async () => {
    const folds = fiveByTwoFolds(table.rows, 2)
    const seen: Int32Array[] = []
    const result = await crossValidate(table, majorityLearner, folds, {
      prepare: async (trainRows) => {
        seen.push(trainRows)
        return {
          train: selectRows(
            table,
            trainRows.filter((row) => table.target.codes[row] === 0),
          ),
        }
      },
    })
    expect(seen).toEqual(folds.map(({ train }) => train))
    const zero = table.target.codes.filter((code) => code === 0).length / table.rows
    expect(result.accuracy).toBeCloseTo(zero, 1)
  })

  it('tells how far it is, and stops between two folds when cancelled', async () => {
    const controller = new AbortController()
    const told: number[] = []
    const stopped = crossValidate(table, majorityLearner, kFolds(table.rows, 4, 1), {
      signal: controller.signal,
      progress(share) {
        told.push(share)
        if (share === 0.5) setImmediate(() => controller.abort())
      },
    })
    await expect(stopped).rejects.toThrow(CancelledError)
    expect(told).toEqual([0.25, 0.5])
  })

  it('brings test rows into the terms of the release when asked', async () => {
    const coarse = (rows: typeof table) => ({
      ...rows,
      columns: rows.columns.map((column) =>
        column.kind === 'categories'
          ? { ...column, values: column.values.map((value) => `group of ${value}`) }
          : column,
      ),
    })
    const folds = kFolds(table.rows, 2, 1)
    const prepare = (rows: Int32Array) => ({ train: coarse(selectRows(table, rows)) })
    const recoded = await crossValidate(table, decisionTreeLearner, folds, {
      prepare: (rows) => ({ ...prepare(rows), recode: coarse }),
    })
    expect(recoded.accuracy).toBe((await crossValidate(table, decisionTreeLearner, folds)).accuracy)
    const strange = await crossValidate(table, decisionTreeLearner, folds, { prepare })
    expect(strange.accuracy).not.toBe(recoded.accuracy)
  })
})
