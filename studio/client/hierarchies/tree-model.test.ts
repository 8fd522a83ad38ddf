import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TaxonomyNode } from '../../../src/hierarchy/taxonomy/taxonomy.ts'
import {
  addNodes,
  dissolveGroup,
  type EditNode,
  findNode,
  findParent,
  groupNodes,
  groupsAbove,
  listLeaves,
  moveNodes,
  newGroup,
  newValue,
  nodesNamed,
  removeNodes,
  renameNode,
  rowsBelow,
  shiftNode,
  toEditTree,
  toTaxonomy,
  visitNodes,
} from './tree-model.ts'

const work: TaxonomyNode = {
  name: 'ANY',
  children: [
    { name: 'Government', children: [{ name: 'Federal' }, { name: 'Local' }] },
    { name: 'Private' },
    { name: 'None' },
  ],
}

/** `ANY(Government(Federal Local) Private None)`. */
function shape({ name, children }: TaxonomyNode): string {
  return children === undefined ? name : `${name}(${children.map(shape).join(' ')})`
}

function findId(root: EditNode, name: string): string {
  let found = ''
  visitNodes(root, (node) => {
    if (node.name === name) found = node.id
  })
  return found
}

describe('editing a tree', () => {
  const root = toEditTree(work)
  const id = (name: string) => findId(root, name)
  const shapeAfter = (tree: EditNode) => shape(toTaxonomy(tree))

  it('editTreeOf and taxonomyOf are each other turned round', () => {
    expect(toTaxonomy(root)).toEqual(work)
  })

  it('moveNodes puts nodes into a group, in the order of the tree', () => {
    const moved = moveNodes(root, new Set([id('None'), id('Federal')]), id('Government'))
    expect(shapeAfter(moved)).toBe('ANY(Government(Local Federal None) Private)')
  })

  it('moveNodes refuses to put a group into itself', () => {
    const deep = addNodes(root, id('Government'), [newGroup('Inner', [newValue('Army')])])
    const inner = findId(deep, 'Inner')
    expect(moveNodes(deep, new Set([findId(deep, 'Government')]), inner)).toBe(deep)
  })

  it('groupNodes makes a group where the first of them stands', () => {
    const { root: grouped, group } = groupNodes(root, new Set([id('Private'), id('Local')]), 'Mixed')
    expect(shapeAfter(grouped)).toBe('ANY(Government(Federal Mixed(Local Private)) None)')
    expect(findNode(grouped, group.id)?.name).toBe('Mixed')
  })

  it('dissolveGroup leaves its children in its place', () => {
    expect(shapeAfter(dissolveGroup(root, id('Government')))).toBe('ANY(Federal Local Private None)')
    expect(dissolveGroup(root, root.id)).toBe(root)
  })

  it('removeNodes, renameNode, shiftNode change what they are asked to', () => {
    expect(shapeAfter(removeNodes(root, new Set([id('Government'), root.id])))).toBe('ANY(Private None)')
    expect(shapeAfter(renameNode(root, id('None'), 'Nothing'))).toBe('ANY(Government(Federal Local) Private Nothing)')
    expect(shapeAfter(shiftNode(root, id('None'), -1))).toBe('ANY(Government(Federal Local) None Private)')
    expect(shiftNode(root, id('None'), 1)).toBe(root)
  })

  it('taxonomyOf leaves out groups without values', () => {
    const empty = addNodes(root, root.id, [newGroup('Empty', [newGroup('Inside')])])
    expect(toTaxonomy(empty)).toEqual(work)
  })

  it('rowsBelow adds up the rows of values', () => {
    const rows = rowsBelow(
      root,
      new Map([
        ['Federal', 3],
        ['Private', 5],
      ]),
    )
    expect(rows.get(id('Government'))).toBe(3)
    expect(rows.get(root.id)).toBe(8)
  })

  it('moving and grouping never lose or double a value, whatever is chosen', () => {
    const tree = fc.letrec<{ node: TaxonomyNode }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        fc.record({ name: fc.string({ minLength: 1, maxLength: 3 }) }),
        fc.record({
          name: fc.string({ minLength: 1, maxLength: 3 }),
          children: fc.array(tie('node'), { minLength: 1, maxLength: 4 }),
        }),
      ),
    })).node
    fc.assert(
      fc.property(
        fc.array(tree, { minLength: 1, maxLength: 4 }),
        fc.infiniteStream(fc.nat(1000)),
        (children, chance) => {
          const before = toEditTree({ name: 'root', children })
          const nodes: EditNode[] = []
          visitNodes(before, (node) => nodes.push(node))
          const pick = () => nodes[(chance.next().value as number) % nodes.length].id
          const names = (tree: EditNode) =>
            listLeaves(tree)
              .map(({ id }) => id)
              .sort()
          const ids = new Set([pick(), pick()])
          const moved = moveNodes(before, ids, pick())
          expect(names(moved)).toEqual(names(before))
          const { root: grouped } = groupNodes(moved, ids, 'g')
          expect(names(grouped)).toEqual(names(before))
          for (const { id: leaf } of listLeaves(grouped)) expect(findParent(grouped, leaf)).toBeDefined()
        },
      ),
    )
  })
})

describe('nodesNamed', () => {
  const root = toEditTree({
    name: 'ANY',
    children: [{ name: 'Local people', children: [{ name: 'local' }] }, { name: 'Federal' }],
  })
  const names = (text: string) => nodesNamed(root, text).map(({ name }) => name)

  it('finds names that hold a text, those that are the text first', () => {
    expect(names(' LOCAL')).toEqual(['local', 'Local people'])
    expect(names('e')).toEqual(['Local people', 'Federal'])
    expect(names('x')).toEqual([])
    expect(names(' ')).toEqual([])
  })

  it('groupsAbove tells what must be open for a node to be seen', () => {
    const [local] = nodesNamed(root, 'local')
    expect(groupsAbove(root, local.id).map(({ name }) => name)).toEqual(['ANY', 'Local people'])
    expect(groupsAbove(root, root.id)).toEqual([])
  })
})
