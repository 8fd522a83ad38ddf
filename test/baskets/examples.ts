/**
 * Baskets that tests and benches share: the six patients of Loukides et al. 2011, Fig. 1, with the taxonomy of our golden values, and
 * BMS-WebView-2 where it is there (we wish to thank Blue Martini Software for contributing the KDD Cup 2000 data).
 */
import { readFileSync } from 'node:fs'
import type { Baskets } from '../../src/baskets/baskets.ts'
import type { Tree } from '../../src/hierarchy/hierarchy.ts'
import { data, dataPath } from '../data.ts'
import { type Nested as NamedTree, treeHierarchy } from '../small-tables.ts'
import { parseBaskets } from './parse-baskets.ts'

export const figureOne: Baskets = parseBaskets('a b c d e f\na b e g\na e\nb f g\na b\nc f\n')

/** ALL → {X → {P → {a, b}, Q → {c, d}}, Y → {e, f, g}} */
export const figureOneTree: Tree = treeOf(['ALL', ['X', ['P', 'a', 'b'], ['Q', 'c', 'd']], ['Y', 'e', 'f', 'g']])

/** The running example of Terrovitis et al. 2008. */
export const secondToy: Baskets = parseBaskets('a1 b1 b2\na2 b1\na2 b1 b2\na1 a2 b2\n')
export const secondToyTree: Tree = treeOf(['ALL', ['A', 'a1', 'a2'], ['B', 'b1', 'b2']])

export type Nested = string | readonly [string, ...Nested[]]

/** A tree from nested lists: a name and its children. */
export function treeOf(nested: Nested): Tree {
  return treeHierarchy('items', named(nested)).tree
}

function named(nested: Nested): NamedTree {
  if (typeof nested === 'string') return nested
  const [name, ...children] = nested
  return { name, children: children.map(named) }
}

export const bms = data('bms-webview-2')

/** A file of the data set's folder. */
export const bmsFile = (path: string): string => dataPath(`bms-webview-2/${path}`)

let clicks: Baskets | undefined

/** BMS-WebView-2, read when first asked for. */
export function bmsWebView2(): Baskets {
  clicks ??= parseBaskets(readFileSync(bmsFile('bms-webview-2.txt'), 'utf8'))
  return clicks
}
