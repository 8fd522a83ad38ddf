import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeRows } from '../../../test/learn-tables.ts'
import { randomFrom } from '../../ground/random.ts'
import type { CodedTable } from '../coded-table.ts'
import { tableFromRows } from '../read-rows.ts'
import { designFor, sparseRows } from './design.ts'
import { classShares, evaluate, type RegressionProblem } from './likelihood.ts'
import { trainLogistic } from './logistic.ts'
import { minimizeNewton, minimizeQuasiNewton } from './minimize.ts'

const parameterCount = ({ classes, features }: RegressionProblem) => (classes - 1) * (features + 1)

describe('trainLogistic', () => {
  it('finds the odds of a two-by-two table', () => {
    const plan = { header: ['x', 'y'], columns: [{ name: 'x' }], target: 'y' }
    const repeat = (row: string[], times: number) => Array.from({ length: times }, () => row)
    const rows = [
      ...repeat(['p', 'a'], 30),
      ...repeat(['p', 'b'], 10),
      ...repeat(['q', 'a'], 5),
      ...repeat(['q', 'b'], 20),
    ]
    const model = trainLogistic(tableFromRows(rows, plan))
    const shares = model.predict(
      tableFromRows(
        [
          ['p', 'a'],
          ['q', 'a'],
          ['?', 'a'],
        ],
        plan,
      ),
    )
    // One parameter per group of rows, so predicted shares equal the observed ones; missing becomes the most frequent,
    // p.
    expect([...shares].map((share) => share.toFixed(6))).toEqual([
      '0.750000',
      '0.250000',
      '0.200000',
      '0.800000',
      '0.750000',
      '0.250000',
    ])
    expect(model.size.features).toBe(1)
  })

  it('comes to the same minimum by Newton and by quasi-Newton steps, with two and three classes', () => {
    for (const classes of [2, 3]) {
      const problem = problemOf(withClasses(makeRows(800, 21, 0.03), classes), 0.5)
      const f = (...at: [Float64Array, Float64Array?, Float64Array?]) => evaluate(problem, ...at)
      const start = new Float64Array(parameterCount(problem))
      const [newton, quasi] = [minimizeNewton(f, start), minimizeQuasiNewton(f, start)]
      expect(newton.converged && quasi.converged).toBe(true)
      expect(quasi.value).toBeCloseTo(newton.value, 4)
      for (let row = 0; row < problem.rows.rows; row++) {
        const [one, two] = [newton, quasi].map(({ parameters }) => {
          const shares = new Float64Array(classes)
          classShares(problem.rows, row, parameters, shares, -1)
          return shares
        })
        for (let i = 0; i < classes; i++) expect(two[i]).toBeCloseTo(one[i], 3)
      }
    }
  })

  it('draws coefficients towards 0 with a larger ridge', () => {
    const table = makeRows(500, 22)
    const size = (ridge: number) =>
      trainLogistic(table, ridge).parameters.reduce((sum, p, i) => sum + (i > 0 ? p * p : 0), 0)
    expect(size(100)).toBeLessThan(size(1))
    expect(size(1)).toBeLessThan(size(1e-8))
  })

  it('stays finite where a value separates the classes', () => {
    const plan = { header: ['x', 'y'], columns: [{ name: 'x' }], target: 'y' }
    const rows = ['p', 'q', 'r'].flatMap((x) => Array.from({ length: 20 }, () => [x, x === 'p' ? 'a' : 'b']))
    const model = trainLogistic(tableFromRows(rows, plan))
    expect(model.fit.converged).toBe(true)
    expect(model.parameters.every(Number.isFinite)).toBe(true)
    expect(model.predict(tableFromRows([['p', 'a']], plan))[0]).toBeGreaterThan(0.99)
  })
})

describe('designFor', () => {
  it(
    'leaves out constants and values of their own for every row; two values are one feature, more are one ' + 'each',
    () => {
      const rows = Array.from({ length: 200 }, (_, i) => [
        'same',
        `id${i}`,
        i % 2 ? 'p' : 'q',
        `v${i % 3}`,
        String(i),
        '7',
        i % 5 ? 'a' : 'b',
      ])
      const columns = [
        ...['same', 'id', 'two', 'three'].map((name) => ({ name })),
        ...['number', 'seven'].map((name) => ({ name, type: 'numbers' as const })),
      ]
      const table = tableFromRows(rows, {
        header: ['same', 'id', 'two', 'three', 'number', 'seven', 'y'],
        columns,
        target: 'y',
      })
      const design = designFor(table)
      expect(design.columns.map((column) => column?.kind)).toEqual([
        undefined,
        undefined,
        'categories',
        'categories',
        'numbers',
        undefined,
      ])
      expect(design.features).toBe(1 + 3 + 1)
    },
  )
})

describe('evaluate', () => {
  it('gives the slope and the curvature of its value', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 2, max: 4 }), (seed, classes) => {
        const problem = problemOf(withClasses(makeRows(25, seed, 0.1), classes), 0.3)
        const random = randomFrom(seed)
        const at = Float64Array.from({ length: parameterCount(problem) }, () => random.uniform() - 0.5)
        const gradient = new Float64Array(at.length)
        const hessian = new Float64Array(at.length ** 2)
        evaluate(problem, at, gradient, hessian)
        const p = random.integer(at.length)
        const step = 1e-5
        const up = Float64Array.from(at, (value, i) => value + (i === p ? step : 0))
        const down = Float64Array.from(at, (value, i) => value - (i === p ? step : 0))
        const upper = new Float64Array(at.length)
        const lower = new Float64Array(at.length)
        const slope = (evaluate(problem, up, upper) - evaluate(problem, down, lower)) / (2 * step)
        expect(Math.abs(gradient[p] - slope)).toBeLessThan(1e-5 * (1 + Math.abs(slope)))
        for (let q = p; q < at.length; q++) {
          const curvature = (upper[q] - lower[q]) / (2 * step)
          expect(Math.abs(hessian[q * at.length + p] - curvature)).toBeLessThan(1e-5 * (1 + Math.abs(curvature)))
        }
      }),
      { numRuns: 40, seed: 3 },
    )
  })
})

describe('minimizeNewton and minimizeQuasiNewton', () => {
  it('find the minimum of a valley', () => {
    // (x − 3)² + 10 (y + 1)² + (x − 3)⁴
    const valley = (at: Float64Array, gradient?: Float64Array, hessian?: Float64Array): number => {
      const [x, y] = [at[0] - 3, at[1] + 1]
      gradient?.set([2 * x + 4 * x ** 3, 20 * y])
      hessian?.set([2 + 12 * x ** 2, 0, 0, 20])
      return x * x + 10 * y * y + x ** 4
    }
    for (const minimize of [minimizeNewton, minimizeQuasiNewton]) {
      const { parameters, converged } = minimize(valley, Float64Array.of(-5, 8))
      expect(converged).toBe(true)
      expect(parameters[0]).toBeCloseTo(3, 4)
      expect(parameters[1]).toBeCloseTo(-1, 4)
    }
  })
})

function withClasses(table: CodedTable, classes: number): CodedTable {
  const values = ['a', 'b', 'c', 'd'].slice(0, classes)
  return {
    ...table,
    target: {
      ...table.target,
      values,
      codes: table.target.codes.map((code, row) => (code + (row % 3 === 0 ? 2 : 0)) % classes),
    },
  }
}

function problemOf(table: CodedTable, ridge: number): RegressionProblem {
  const design = designFor(table)
  return {
    rows: sparseRows(design, table.columns, table.rows),
    features: design.features,
    classes: table.target.values.length,
    target: table.target.codes,
    weights: Float64Array.from({ length: table.rows }, (_, row) => 1 + (row % 2)),
    ridge,
  }
}
