import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { someOf } from '../../../../test/thorough.ts'
import { randomFrom } from '../../../ground/random.ts'
import { makeLeaf, type TreeNode } from '../../../learn/decision-tree/tree.ts'
import { chooseAtRandom, chooseByGain } from './choose-rows.ts'
import { type Suppressed, type SuppressSettings, suppressAlongTree, type TreeCells } from './suppress.ts'

const paper: SuppressSettings = {
  k: 3,
  swappingThreshold: 0.5,
  poolSmall: false,
  lostRows: 'drop',
  choose: chooseByGain,
}

const leaf = (): TreeNode => makeLeaf(new Float64Array(2))
const split = (column: number, branches: readonly TreeNode[]): TreeNode => ({
  kind: 'categories',
  column,
  classWeights: new Float64Array(2),
  weight: 0,
  branches,
})

/** Rows `column codes… class` as cells of one row each. */
function makeCells(rows: readonly (readonly number[])[], classes = 2): TreeCells {
  const width = rows[0].length - 1
  return {
    columns: Array.from({ length: width }, (_, column) => rows.map((row) => row[column])),
    target: rows.map((row) => row[width]),
    rows: rows.map(() => 1),
    classes,
  }
}

/** Each row's result: the shown codes with `?`, or `lost`. */
function shown(result: Suppressed, cells: number): string[] {
  const texts = Array.from({ length: cells }, () => '')
  for (const { cell, output } of result.moves) {
    texts[cell] =
      output < 0 ? 'lost' : Array.from(result.outputs[output].codes, (code) => (code < 0 ? '?' : code)).join('')
  }
  return texts
}

// A: a b c as 0 1 2; B: x y z as 0 1 2; + and − as 0 and 1.
const tree = split(0, [leaf(), split(1, [leaf(), leaf(), leaf()]), leaf()])
const golden = [
  [0, 0, 0],
  [0, 1, 0],
  [0, 2, 1],
  [0, 0, 1],
  [1, 0, 0],
  [1, 0, 0],
  [1, 0, 1],
  [1, 0, 0],
  [1, 0, 0],
  [1, 0, 1],
  [1, 1, 1],
  [1, 1, 1],
  [1, 2, 0],
  [2, 0, 1],
]

describe('suppressAlongTree', () => {
  it('swaps one row, suppresses with two others, loses one: the worked example', () => {
    const result = suppressAlongTree(makeCells(golden), tree, paper)
    expect(shown(result, 14)).toEqual([
      ...['0?', '0?', '0?', '0?'],
      // The third row of (b,x) is released as (b,y); one + and the other − give up x.
      ...['1?', '10', '11', '10', '10', '1?'],
      ...['11', '11', '1?', 'lost'],
    ])
    expect(result).toMatchObject({ swappedRows: 1, borrowedRows: 2, lostRows: 1 })
    const missing = shown(result, 14).join('').split('?').length - 1
    expect(missing).toBe(7)
  })

  it('swaps nothing at threshold 0, and z too at threshold 1', () => {
    const never = suppressAlongTree(makeCells(golden), tree, { ...paper, swappingThreshold: 0 })
    expect(never).toMatchObject({ swappedRows: 0, borrowedRows: 3 })
    // The surplus of x is 3: one row for y leaves 2, and swapping asks for more than the 2 that z needs.
    const always = suppressAlongTree(makeCells(golden), tree, { ...paper, swappingThreshold: 1 })
    expect(always).toMatchObject({ swappedRows: 1, borrowedRows: 2 })
  })

  it('counts what is left and not what there was: a released branch leaves no group of one behind', () => {
    const rows = [
      ...Array.from({ length: 4 }, () => [1, 0, 0]),
      [1, 1, 0],
      ...Array.from({ length: 4 }, () => [0, 0, 0]),
    ]
    const result = suppressAlongTree(makeCells(rows), tree, paper)
    expect(shown(result, 9)).toEqual(['10', '10', '10', '10', 'lost', '0?', '0?', '0?', '0?'])
  })

  it('lostRows borrow fills the last rows up from the largest group', () => {
    const rows = [...golden.slice(0, 4), [0, 0, 0], [0, 0, 0], [2, 0, 1]]
    const result = suppressAlongTree(makeCells(rows), tree, { ...paper, lostRows: 'borrow' })
    expect(result.lostRows).toBe(0)
    expect(shown(result, 7).filter((text) => text === '??').length).toBe(3)
  })

  it('poolSmall releases small branches together and borrows less', () => {
    const rows = [
      ...Array.from({ length: 9 }, (_, i) => [1, 0, i % 2]),
      [1, 1, 0],
      [1, 1, 1],
      [1, 2, 1],
      ...golden.slice(0, 4),
    ]
    const apart = suppressAlongTree(makeCells(rows), tree, { ...paper, swappingThreshold: 0 })
    const together = suppressAlongTree(makeCells(rows), tree, { ...paper, swappingThreshold: 0, poolSmall: true })
    expect([apart.borrowedRows, together.borrowedRows]).toEqual([3, 0])
    expect(shown(together, rows.length).filter((text) => text === '1?').length).toBe(3)
  })
})

/** Any tree that tests a column once on a path. */
function anyTree(columns: number, values: number, bits: () => number): TreeNode {
  const grow = (free: readonly number[]): TreeNode => {
    if (free.length === 0 || bits() < 0.25) return leaf()
    const column = free[Math.floor(bits() * free.length)]
    const rest = free.filter((one) => one !== column)
    // Now and then a value has no branch.
    const branches = bits() < 0.2 ? values - 1 : values
    return split(
      column,
      Array.from({ length: Math.max(1, branches) }, () => grow(rest)),
    )
  }
  return grow(Array.from({ length: columns }, (_, column) => column))
}

describe('suppressAlongTree on any table', () => {
  const problem = fc.record({
    seed: fc.integer({ min: 0, max: 1e9 }),
    columns: fc.integer({ min: 1, max: 4 }),
    values: fc.integer({ min: 2, max: 4 }),
    classes: fc.integer({ min: 1, max: 3 }),
    cells: fc.integer({ min: 1, max: 60 }),
    heaviest: fc.constantFrom(1, 1, 4),
    k: fc.integer({ min: 2, max: 9 }),
    swappingThreshold: fc.constantFrom(0, 0.2, 0.5, 0.8, 1),
    poolSmall: fc.boolean(),
    lostRows: fc.constantFrom('drop' as const, 'borrow' as const),
    atRandom: fc.boolean(),
    missing: fc.constantFrom(0, 0.1, 0.4),
  })

  it('releases groups of k or more only, loses fewer than k rows, and no row twice', () => {
    fc.assert(
      fc.property(problem, (drawn) => {
        const random = randomFrom(drawn.seed)
        const tree = anyTree(drawn.columns, drawn.values, () => random.uniform())
        const skewed = () => Math.floor(drawn.values * random.uniform() ** 2)
        const cells: TreeCells = {
          columns: Array.from({ length: drawn.columns }, () =>
            Array.from({ length: drawn.cells }, () => (random.uniform() < drawn.missing ? -1 : skewed())),
          ),
          target: Array.from({ length: drawn.cells }, () => random.integer(drawn.classes)),
          rows: Array.from({ length: drawn.cells }, () => 1 + random.integer(drawn.heaviest)),
          classes: drawn.classes,
        }
        const result = suppressAlongTree(cells, tree, {
          ...drawn,
          choose: drawn.atRandom ? chooseAtRandom(randomFrom(drawn.seed)) : chooseByGain,
        })
        // Recounts from the moves, not from the outputs' totals.
        const groups = new Map<string, number>()
        const used = new Float64Array(drawn.cells)
        let lost = 0
        let untrue = 0
        for (const { cell, output, rows } of result.moves) {
          expect(rows).toBeGreaterThan(0)
          used[cell] += rows
          if (output < 0) {
            lost += rows
            continue
          }
          const { codes } = result.outputs[output]
          groups.set(codes.join(), (groups.get(codes.join()) ?? 0) + rows)
          const strange = codes.findIndex((code, column) => code >= 0 && code !== cells.columns[column][cell])
          if (strange >= 0) untrue += rows
        }
        for (const size of groups.values()) expect(size).toBeGreaterThanOrEqual(drawn.k)
        expect(Array.from(used)).toEqual(cells.rows)
        expect(lost).toBe(result.lostRows)
        expect(lost).toBeLessThan(drawn.k)
        // A swapped row may be borrowed again as `?`, but every untrue row is counted.
        expect(untrue).toBeLessThanOrEqual(result.swappedRows)
        if (drawn.swappingThreshold === 0) expect(untrue).toBe(0)
      }),
      { numRuns: someOf(3000) },
    )
  })
})
