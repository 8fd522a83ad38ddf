import { describe, expect, it } from 'vitest'
import { drawRecoding, recodingLimit } from '../draw/study/recoding.ts'
import type { ItemsReport } from '../items-report.ts'
import type { ColumnPicture, Report } from '../report.ts'
import { type ColumnsInShort, type RunRecoding, runRecoding } from './run-recoding.ts'

const column = (more: Partial<ColumnPicture>): ColumnPicture => ({
  column: 'city',
  kind: 'tree',
  loss: 0,
  groups: [
    { label: 'Norway', rows: 5, values: 2 },
    { label: 'Paris', rows: 3, values: 1 },
  ],
  ...more,
})
const ofColumns = (...columns: ColumnPicture[]) => runRecoding({ columns } as unknown as Report)
const recodingText = (recoding: RunRecoding, limit = Number.POSITIVE_INFINITY) =>
  drawRecoding(recoding, limit)
    .markup.replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

describe('runRecoding(report)', () => {
  it('has the groups that released rows show', () => {
    expect(ofColumns(column({}))).toEqual({
      kind: 'columns',
      columns: [
        {
          column: 'city',
          values: 3,
          groups: 2,
          shown: [
            { label: 'Norway', values: 2 },
            { label: 'Paris', values: 1 },
          ],
        },
      ],
    })
  })

  it('tells how often a column is left out that differs from row to row', () => {
    const groups = [
      { label: 'Oslo', rows: 3, values: 1 },
      { label: '?', rows: 1, values: 2 },
    ]
    const [summary] = (ofColumns(column({ groups, leftOut: 1 })) as ColumnsInShort).columns
    expect(summary).toMatchObject({ groups: 1, values: 1, leftOut: 0.25, shown: [{ label: 'Oslo', values: 1 }] })
    const [never] = (ofColumns(column({ groups: groups.slice(0, 1), leftOut: 0 })) as ColumnsInShort).columns
    expect(never).toMatchObject({ groups: 1, leftOut: 0 })
  })

  it('has the generalized items, the largest first, and how many items are alone or suppressed', () => {
    const groups = [
      { token: 'a', items: 1, baskets: 9 },
      { token: '(b,c)', items: 2, baskets: 4 },
      { token: '(d,e,f)', items: 3, baskets: 4 },
    ]
    const report = { rows: { items: 8, suppressedItems: 2 }, groups } as unknown as ItemsReport
    const recoding = runRecoding(report)
    expect(recoding).toEqual({
      kind: 'items',
      items: 8,
      suppressed: 2,
      alone: 1,
      groups: 2,
      shown: [
        { label: '(d,e,f)', values: 3 },
        { label: '(b,c)', values: 2 },
      ],
    })
    expect(recodingText(recoding)).toBe(
      'Of 8 items, 1 is published as itself, 2 are suppressed, and the others share 2 generalized items. ' +
        'Beside each label of the release: how many items it stands for. (d,e,f) 3 (b,c) 2',
    )
  })

  it('keeps a bounded number of bounded labels, whatever the release has', () => {
    const groups = Array.from({ length: 5000 }, (_, i) => ({ label: `${i} `.repeat(1000), rows: 1, values: 1 }))
    const recoding = ofColumns(column({ groups }))
    expect(JSON.stringify(recoding).length).toBeLessThan(40_000)
    expect(recodingText(recoding)).toContain('and 4,800 more groups, see the file')
  })
})

describe('drawRecoding(recoding, limit)', () => {
  it('says of each column what became of its values', () => {
    const one = { label: 'Europe', rows: 8, values: 4 }
    expect(recodingText(ofColumns(column({})))).toBe(
      'Beside each label of the release: how many values it stands for. city 3 values in 2 groups Norway 2 Paris',
    )
    expect(recodingText(ofColumns(column({ groups: [one] })))).toContain(' city all 4 values in one group Europe 4')
    expect(recodingText(ofColumns(column({ leftOut: 8, groups: [{ label: '?', rows: 8, values: 4 }] })))).toMatch(
      /^What is shown differs from row to row: .* city left out in every row$/,
    )
  })

  it('takes labels as text', () => {
    const groups = [{ label: '<img src=x>', rows: 1, values: 1 }]
    expect(drawRecoding(ofColumns(column({ groups })), 1000).markup).not.toContain('<img')
  })

  it('keeps all recodings of a study together short, and shortens only those that are long', () => {
    const many = (count: number) =>
      ofColumns(
        column({ groups: Array.from({ length: count }, (_, i) => ({ label: `group ${i}`, rows: 1, values: 2 })) }),
        column({}),
      )
    const recodings = [many(3), ...Array.from({ length: 500 }, () => many(150))]
    const limit = recodingLimit(recodings)
    const drawn = recodings.map((recoding) => drawRecoding(recoding, limit).markup)
    expect(drawn.join('').length).toBeLessThan(80_000 + 700 * drawn.length)
    expect(drawn[0]).not.toContain('see the file')
    expect(drawn[1]).toMatch(/group 0.*and \d+ more groups, see the file.*Norway/s)
    expect(recodingLimit(recodings.slice(0, 2))).toBe(Number.POSITIVE_INFINITY)
  })
})
