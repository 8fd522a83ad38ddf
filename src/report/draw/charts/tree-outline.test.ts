import { parseHTML } from 'linkedom'
import { describe, expect, test } from 'vitest'
import { exampleReport, treeColumn } from '../../../../test/example-report.ts'
import { drawTreeOutline, type OutlineNode, outlineTree } from './tree-outline.ts'

const small = treeColumn(
  'work',
  {
    name: 'ANY',
    children: [
      { name: 'Government', rows: 30, children: [{ name: 'Federal' }, { name: 'State' }, { name: 'Local' }] },
      {
        name: 'Other',
        children: [
          { name: 'Private', rows: 60 },
          { name: 'Unpaid', rows: 0 },
        ],
      },
    ],
  },
  0.2,
)

function nodes(root: OutlineNode | undefined): OutlineNode[] {
  return root === undefined ? [] : [root, ...root.children.flatMap(nodes)]
}

function allRows(root: OutlineNode | undefined): number {
  return nodes(root).reduce((sum, node) => sum + (node.rows ?? 0) + node.omitted.rows, 0)
}

describe('outlineTree(column, most)', () => {
  test('ends at the cut and tells what each node of it covers', () => {
    const outline = outlineTree(small, 100)
    expect(nodes(outline).map(({ name, rows }) => [name, rows])).toEqual([
      ['ANY', undefined],
      ['Government', 30],
      ['Other', undefined],
      ['Private', 60],
      ['Unpaid', 0],
    ])
    expect(outline?.children[0].covers.map(({ name }) => name)).toEqual(['Federal', 'State', 'Local'])
  })

  test('keeps the groups with the most rows where there is little room, and counts the others', () => {
    const outline = outlineTree(small, 3)
    expect(nodes(outline).map(({ name }) => name)).toEqual(['ANY', 'Other', 'Private'])
    expect(outline?.omitted).toEqual({ groups: 1, rows: 30 })
    expect(allRows(outline)).toBe(90)
  })

  test.each([2, 5, 20, 100])('shows or counts every row of a real tree within %d nodes', (most) => {
    const column = exampleReport.columns.find(({ column }) => column === 'native-country')!
    const outline = outlineTree(column, most)
    expect(nodes(outline).length).toBeLessThanOrEqual(most)
    expect(allRows(outline)).toBe(column.groups.reduce((sum, group) => sum + group.rows, 0))
  })

  test('is undefined where a released group is not a node', () => {
    const tree = small.tree?.map(({ group, ...node }) => (group === 0 ? node : { ...node, group }))
    expect(outlineTree({ ...small, tree }, 100)).toBeUndefined()
    expect(outlineTree({ ...small, tree: undefined }, 100)).toBeUndefined()
  })

  test('does without the node of a group that has no released rows', () => {
    const tree = small.tree?.filter(({ name }) => name !== 'Unpaid')
    expect(nodes(outlineTree({ ...small, tree }, 100)).map(({ name }) => name)).not.toContain('Unpaid')
  })

  test('stands a chain of 20,000 nodes', () => {
    const depth = 20_000
    const tree = Array.from({ length: depth }, (_, i) => ({
      name: `n${i}`,
      parent: i - 1,
      leaves: 1,
      group: i === depth - 1 ? 0 : undefined,
    }))
    const groups = [{ label: 'x', rows: 5, values: 1 }]
    const outline = outlineTree({ column: 'deep', kind: 'tree', loss: 0, groups, tree }, 50)
    expect(outline?.omitted).toEqual({ groups: 1, rows: 5 })
  })
})

test('drawTreeOutline(outline) is a nested list with the cut marked and its rows beside it', () => {
  const { document } = parseHTML(`<html><body>${drawTreeOutline(outlineTree(small, 100)!).markup}</body></html>`)
  const cut = [...document.querySelectorAll('.node.cut')]
  expect(cut.map((node) => node.querySelector('b')?.textContent)).toEqual(['Government', 'Private', 'Unpaid'])
  expect(cut.map((node) => node.querySelector('.count')?.textContent)).toEqual(['30', '60', 'none'])
  expect(document.querySelector('.covers')?.textContent).toBe('covers Federal · State · Local')
  expect(document.querySelectorAll('ul ul ul > li').length).toBe(2)
})
