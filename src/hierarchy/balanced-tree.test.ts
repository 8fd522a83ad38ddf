import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bms, bmsFile } from '../../test/baskets/examples.ts'
import { needs } from '../../test/needs.ts'
import { balancedTree } from './tree.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, i) => String(i))

describe('balancedTree', () => {
  it('covers f^l positions per node and leaves out nodes with a single child', () => {
    const tree = balancedTree(numbers(9), 2)
    expect(tree.names).toEqual([
      '[0,8]',
      '[0,7]',
      '[0,3]',
      '[0,1]',
      '0',
      '1',
      '[2,3]',
      '2',
      '3',
      '[4,7]',
      '[4,5]',
      '4',
      '5',
      '[6,7]',
      '6',
      '7',
      '8',
    ])
    expect(Array.from(tree.parent)).toEqual([-1, 0, 1, 2, 3, 3, 2, 6, 6, 1, 9, 10, 10, 9, 13, 13, 0])
    expect(Array.from(tree.leafNode)).toEqual([4, 5, 7, 8, 11, 12, 14, 15, 16])
  })

  it('no name has the separator of the items', () => {
    expect(balancedTree(['CDC', 'CV', 'NC'], 2, ',').names).toEqual(['[CDC…NC]', '[CDC…CV]', 'CDC', 'CV', 'NC'])
  })

  it('has a parent before its children and consecutive leaves under every node, at any size', () => {
    for (let items = 1; items <= 70; items++) {
      for (const fanOut of [2, 3, 4, 5]) {
        const tree = balancedTree(numbers(items), fanOut)
        tree.children.forEach((children, node) => {
          expect(children.length).not.toBe(1)
          expect(children.length).toBeLessThanOrEqual(fanOut)
          if (children.length === 0) expect(tree.first[node]).toBe(tree.last[node])
          let next = tree.first[node]
          for (const child of children) {
            expect(child).toBeGreaterThan(node)
            expect(tree.first[child]).toBe(next)
            next = tree.last[child] + 1
          }
          if (children.length > 0) expect(next).toBe(tree.last[node] + 1)
        })
        expect(new Set(tree.names).size).toBe(tree.names.length)
      }
    }
  })

  it('refuses a fan-out below 2 and an empty list', () => {
    expect(() => balancedTree(['a'], 1)).toThrow(/at least 2; got 1/)
    expect(() => balancedTree([], 4)).toThrow(/at least one item/)
  })

  it('equals the published tree of BMS-WebView-2 with fan-out 4, line for line', needs(bms), () => {
    const lines = readFileSync(bmsFile('hierarchies/qiyuangong/treefile_BMS.txt'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.trim().split(';'))
    const tree = balancedTree(
      lines.map(([leaf]) => leaf),
      4,
    )
    expect(tree.names.length).toBe(4454)
    lines.forEach((path, leaf) => {
      const names: string[] = []
      for (let node = tree.leafNode[leaf]; node > 0; node = tree.parent[node]) names.push(tree.names[node])
      const published = path.slice(0, -1).map((name, i) => (i === 0 ? name : `[${name}]`))
      // The file repeats a label at each level where a node has a single child.
      const single = (name: string) => name.replace(/^\[(.*),\1\]$/, '$1')
      expect(names).toEqual(published.map(single).filter((name, i, all) => name !== all[i - 1]))
    })
  })
})
