import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { numberColumn } from '../../../../test/example-report.ts'
import type { GroupPicture } from '../../pictures.ts'
import { axisBlocks } from './number-axis.ts'

const column = (groups: GroupPicture[]) => ({ column: 'x', kind: 'number' as const, loss: 0, groups })

describe('axisBlocks(column, most)', () => {
  test('lets neighbours meet half-way', () => {
    const { blocks } = axisBlocks(
      numberColumn(
        'age',
        [
          [17, 39, 5],
          [40, 90, 7],
        ],
        0.5,
      ),
      10,
    )
    expect(blocks.map(({ from, to, rows, label }) => [from, to, rows, label])).toEqual([
      [17, 39.5, 5, '[17,39]'],
      [39.5, 90, 7, '[40,90]'],
    ])
  })

  test('leaves a gap where a group has no place', () => {
    const { blocks } = axisBlocks(
      column([
        { label: '[1,3]', rows: 4, low: 1, high: 3, values: 3 },
        { label: '(suppressed)', rows: 0, values: 2 },
        { label: '[6,9]', rows: 4, low: 6, high: 9, values: 4 },
        { label: '(missing)', rows: 2, values: 1 },
      ]),
      10,
    )
    expect(blocks.map(({ from, to }) => [from, to])).toEqual([
      [1, 3],
      [6, 9],
    ])
  })

  test('gives a single value some width', () => {
    const { blocks } = axisBlocks(column([{ label: '5', rows: 1, low: 5, high: 5, values: 1 }]), 10)
    expect(blocks[0].from).toBeLessThan(5)
    expect(blocks[0].to).toBeGreaterThan(5)
  })

  test('draws at most so many blocks, in order, and loses no row', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(1000), { minLength: 1, maxLength: 400 }),
        fc.integer({ min: 1, max: 50 }),
        (rows, most) => {
          const groups = rows.map((count, i) => ({
            label: String(i),
            rows: count,
            low: i * 2,
            high: i * 2 + 1,
            values: 2,
          }))
          const { blocks, perBlock } = axisBlocks(column(groups), most)
          expect(blocks.length).toBeLessThanOrEqual(most)
          expect(blocks.reduce((sum, block) => sum + block.groups, 0)).toBe(groups.length)
          expect(blocks.reduce((sum, block) => sum + block.rows, 0)).toBe(rows.reduce((sum, count) => sum + count, 0))
          expect(Math.max(...blocks.map((block) => block.groups))).toBeLessThanOrEqual(perBlock)
        },
      ),
    )
  })
})
