/** Cuts of one column as plain data: the places where a group begins, without the first. Pure functions. */
import type { Cut, WhatIfColumn, WhatIfNode } from '../../../../src/tasks/what-if.ts'

/** The first and last place of the group that contains a place. */
export function groupAt(cut: Cut, place: number, size: number): { readonly first: number; readonly last: number } {
  let first = 0
  let last = size - 1
  for (const start of cut) {
    if (start <= place) first = start
    else {
      last = start - 1
      break
    }
  }
  return { first, last }
}

/** Position of a node relative to the cut: above it, a group of it, or inside a group. */
export function standing({ first, last }: WhatIfNode, cut: Cut, size: number): 'above' | 'group' | 'below' {
  const group = groupAt(cut, first, size)
  if (group.last < last) return 'above'
  return group.first === first && group.last === last ? 'group' : 'below'
}

/** Makes a node a group; the nodes above it are opened only as far as needed. */
export function cutAtNode({ tree = [], values }: WhatIfColumn, cut: Cut, index: number): Cut {
  const starts = new Set(cut)
  const { first, last } = tree[index]
  for (let above = tree[index].parent; above >= 0; above = tree[above].parent) {
    const covered = !cut.some((start) => start > tree[above].first && start <= tree[above].last)
    if (!covered) break
    for (const child of listChildren(tree, above)) starts.add(tree[child].first)
    starts.add(tree[above].first)
    starts.add(tree[above].last + 1)
  }
  for (let place = first + 1; place <= last; place++) starts.delete(place)
  starts.add(first)
  starts.add(last + 1)
  return ascending(starts, values.length)
}

/** Replaces the group of a node by its children, skipping a child with the same values. */
export function openNode({ tree = [], values }: WhatIfColumn, cut: Cut, index: number): Cut {
  let node = index
  let children = listChildren(tree, node)
  while (children.length === 1) {
    node = children[0]
    children = listChildren(tree, node)
  }
  return ascending(new Set([...cut, ...children.map((child) => tree[child].first)]), values.length)
}

export function listChildren(tree: readonly WhatIfNode[], index: number): number[] {
  const children: number[] = []
  // Pre-order: a node's descendants follow it.
  for (let node = index + 1; node < tree.length && tree[node].first <= tree[index].last; node++) {
    if (tree[node].parent === index) children.push(node)
  }
  return children
}

export function addPlace(cut: Cut, place: number, size: number): Cut {
  return ascending(new Set([...cut, place]), size)
}

export function removePlace(cut: Cut, place: number): Cut {
  return cut.filter((start) => start !== place)
}

/** Moves an endpoint, not past its neighbours. */
export function movePlace(cut: Cut, index: number, place: number, size: number): Cut {
  const least = index === 0 ? 1 : cut[index - 1] + 1
  const most = index === cut.length - 1 ? size - 1 : cut[index + 1] - 1
  return cut.with(index, Math.max(least, Math.min(most, place)))
}

export function sameCut(a: Cut, b: Cut): boolean {
  return a.length === b.length && a.every((place, i) => place === b[i])
}

function ascending(starts: ReadonlySet<number>, size: number): Cut {
  return [...starts].filter((place) => place > 0 && place < size).sort((a, b) => a - b)
}
