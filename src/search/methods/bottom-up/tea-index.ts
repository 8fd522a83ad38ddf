/**
 * TEA, the taxonomy encoded anonymity index (Wang, Yu, Chakraborty 2004, §5.1): a trie with one level per column whose paths are the
 * classes of the current cut. A *segment* of a generalization is the run of siblings that it makes one; nodes with one label are linked
 * across their level, so the segments of a generalization are found without a search. Merging happens in place: the first node of a
 * segment absorbs the others, children with equal labels recursively, whole subtrees by moving a pointer.
 *
 * Nodes are numbers in typed arrays: leaf i is combination i, inner nodes follow; none is ever made after the start. Labels are first
 * codes of groups and siblings ascend, so a segment is consecutive and merging children is merging sorted lists.
 * Cost: building is combinations × columns; a generalization, tried or applied, is at most the nodes below its segments.
 */
import type { CategoryTarget, FrequencyTable } from '../../../frequency/frequency-table.ts'
import { anonymityOf, type ClassFigures, type ClassIndex, smallestBeyond } from './class-index.ts'
import type { Generalization } from './column-cut.ts'

const NONE = -1

export interface TeaIndex extends ClassIndex {
  readonly levels: number
  /** Makes one group of the labels from `start` up to but excluding `end`. */
  merge(level: number, start: number, end: number): void
  /** Classes of each size below the largest size asked for. */
  readonly classesOfSize: Int32Array
  /**
   * Walks classes of 1, 2, … up to `largest` rows until `visit` says stop. It is given the rows and the leaf, from which `parent` leads
   * to the nodes above.
   */
  walkSmall(largest: number, visit: (rows: number, leaf: number) => boolean): void
  readonly label: Int32Array
  readonly parent: Int32Array
  readonly previousSibling: Int32Array
  readonly nextSibling: Int32Array
}

/** `largestSize`: sizes from here on need not be distinguished. */
export function buildTeaIndex(
  frequencies: FrequencyTable,
  target: CategoryTarget | undefined,
  allowance: number,
  largestSize: number,
): TeaIndex {
  const levels = frequencies.columns.length
  const leaves = frequencies.combinations
  const leafLevel = levels - 1
  const trie = buildTrie(frequencies)
  const { label, parent, firstChild, nextSibling, previousSibling, nextSame, previousSame, heads } = trie
  const counts = Int32Array.from(frequencies.counts)
  const width = target?.values.length ?? 0
  const classCounts = target === undefined ? new Int32Array(0) : Int32Array.from(target.counts)
  let classes = leaves
  let wrongRows = 0
  for (let leaf = 0; leaf < leaves; leaf++) wrongRows += minority(leaf)

  // O[i] of the paper, and the leaves themselves linked by size.
  const classesOfSize = new Int32Array(largestSize)
  const sizeHead = new Int32Array(largestSize).fill(NONE)
  const nextOfSize = new Int32Array(leaves)
  const previousOfSize = new Int32Array(leaves)
  for (let leaf = leaves - 1; leaf >= 0; leaf--) enterSize(leaf)

  function minority(leaf: number): number {
    let largest = 0
    for (let v = leaf * width; v < (leaf + 1) * width; v++) if (classCounts[v] > largest) largest = classCounts[v]
    return width === 0 ? 0 : counts[leaf] - largest
  }

  function enterSize(leaf: number): void {
    const size = counts[leaf]
    if (size >= largestSize) return
    classesOfSize[size]++
    const next = sizeHead[size]
    nextOfSize[leaf] = next
    previousOfSize[leaf] = NONE
    if (next !== NONE) previousOfSize[next] = leaf
    sizeHead[size] = leaf
  }

  function leaveSize(leaf: number): void {
    const size = counts[leaf]
    if (size >= largestSize) return
    classesOfSize[size]--
    const next = nextOfSize[leaf]
    const previous = previousOfSize[leaf]
    if (next !== NONE) previousOfSize[next] = previous
    if (previous === NONE) sizeHead[size] = next
    else nextOfSize[previous] = next
  }

  function unlinkSame(node: number, level: number): void {
    const next = nextSame[node]
    const previous = previousSame[node]
    if (next !== NONE) previousSame[next] = previous
    if (previous === NONE) heads[level][label[node]] = next
    else nextSame[previous] = next
  }

  function relabel(node: number, level: number, name: number): void {
    unlinkSame(node, level)
    label[node] = name
    const next = heads[level][name]
    nextSame[node] = next
    previousSame[node] = NONE
    if (next !== NONE) previousSame[next] = node
    heads[level][name] = node
  }

  /** `node` takes over everything below `other`, which is no more. */
  function absorb(node: number, other: number, level: number): void {
    unlinkSame(other, level)
    if (level === leafLevel) {
      leaveSize(node)
      leaveSize(other)
      wrongRows -= minority(node) + minority(other)
      counts[node] += counts[other]
      for (let v = 0; v < width; v++) classCounts[node * width + v] += classCounts[other * width + v]
      wrongRows += minority(node)
      enterSize(node)
      classes--
      return
    }
    let own = firstChild[node - leaves]
    let last = NONE
    let foreign = firstChild[other - leaves]
    while (foreign !== NONE) {
      while (own !== NONE && label[own] < label[foreign]) {
        last = own
        own = nextSibling[own]
      }
      const following = nextSibling[foreign]
      if (own !== NONE && label[own] === label[foreign]) absorb(own, foreign, level + 1)
      else {
        parent[foreign] = node
        previousSibling[foreign] = last
        nextSibling[foreign] = own
        if (last === NONE) firstChild[node - leaves] = foreign
        else nextSibling[last] = foreign
        if (own !== NONE) previousSibling[own] = foreign
        last = foreign
      }
      foreign = following
    }
  }

  function merge(level: number, start: number, end: number): void {
    const own = heads[level]
    for (let name = start; name < end; name++) {
      // A node still found under its label is the first of its segment: earlier ones have absorbed the others.
      for (let node = own[name]; node !== NONE; ) {
        const following = nextSame[node]
        let next = nextSibling[node]
        while (next !== NONE && label[next] < end) {
          const after = nextSibling[next]
          absorb(node, next, level)
          next = after
        }
        nextSibling[node] = next
        if (next !== NONE) previousSibling[next] = node
        if (name !== start) relabel(node, level, start)
        node = following
      }
    }
  }

  // A trial writes the sizes that leave and those that come, and takes them back.
  const widest = Math.max(...frequencies.columns.map((column) => column.size))
  const cursors = new Int32Array((2 * levels + 1) * widest)
  const left: number[] = []
  const came: number[] = []

  /** The nodes `cursors[from .. from + many)` of a level would become one. A subtree that stays alone keeps its classes. */
  function tryMerge(from: number, many: number, level: number): void {
    if (level === leafLevel) {
      let sum = 0
      for (let i = from; i < from + many; i++) {
        const size = counts[cursors[i]]
        sum += size
        if (size < largestSize) {
          classesOfSize[size]--
          left.push(size)
        }
      }
      if (sum < largestSize) {
        classesOfSize[sum]++
        came.push(sum)
      }
      return
    }
    const children = from + many
    let alive = 0
    for (let i = 0; i < many; i++) cursors[children + alive++] = firstChild[cursors[from + i] - leaves]
    while (alive > 1) {
      let smallest = label[cursors[children]]
      for (let i = 1; i < alive; i++) {
        const own = label[cursors[children + i]]
        if (own < smallest) smallest = own
      }
      const equal = children + many
      let found = 0
      let kept = 0
      for (let i = 0; i < alive; i++) {
        let node = cursors[children + i]
        if (label[node] === smallest) {
          cursors[equal + found++] = node
          node = nextSibling[node]
        }
        if (node !== NONE) cursors[children + kept++] = node
      }
      alive = kept
      if (found > 1) tryMerge(equal, found, level + 1)
    }
  }

  function anonymityAfter({ column, starts, end }: Generalization, cap: number): number {
    const own = heads[column]
    const start = starts[0]
    for (const name of starts) {
      for (let node = own[name]; node !== NONE; node = nextSame[node]) {
        const previous = previousSibling[node]
        if (previous !== NONE && label[previous] >= start) continue
        let many = 0
        for (let next = node; next !== NONE && label[next] < end; next = nextSibling[next]) cursors[many++] = next
        if (many > 1) tryMerge(0, many, column)
      }
    }
    const after = anonymityOf(classesOfSize, allowance, cap)
    for (const size of left) classesOfSize[size]++
    for (const size of came) classesOfSize[size]--
    left.length = came.length = 0
    return after
  }

  function walkSmall(largest: number, visit: (rows: number, leaf: number) => boolean): void {
    for (let size = 1; size <= largest; size++) {
      for (let leaf = sizeHead[size]; leaf !== NONE; leaf = nextOfSize[leaf]) if (!visit(size, leaf)) return
    }
  }

  return {
    levels,
    classesOfSize,
    label,
    parent,
    previousSibling,
    nextSibling,
    merge,
    walkSmall,
    anonymity: (cap) => anonymityOf(classesOfSize, allowance, cap),
    anonymityAfter,
    apply: ({ column, starts, end }) => merge(column, starts[0], end),
    exactAnonymity() {
      const sizes = new Int32Array(classes)
      let found = 0
      for (const head of heads[leafLevel]) {
        for (let leaf = head; leaf !== NONE; leaf = nextSame[leaf]) sizes[found++] = counts[leaf]
      }
      return smallestBeyond(sizes, allowance)
    },
    figures(anonymity): ClassFigures {
      const suppressedAt = frequencies.columns.map(() => new Map<number, number>())
      let suppressedRows = 0
      let wrong = wrongRows
      walkSmall(Math.min(anonymity, largestSize) - 1, (rows, leaf) => {
        suppressedRows += rows
        wrong += rows - minority(leaf)
        for (let level = leafLevel, node = leaf; level >= 0; level--, node = parent[node]) {
          suppressedAt[level].set(label[node], (suppressedAt[level].get(label[node]) ?? 0) + rows)
        }
        return true
      })
      return { classes, suppressedRows, wrongRows: wrong, suppressedAt }
    },
  }
}

interface Trie {
  readonly label: Int32Array
  readonly parent: Int32Array
  /** Of inner nodes, counted from the first of them. */
  readonly firstChild: Int32Array
  readonly nextSibling: Int32Array
  readonly previousSibling: Int32Array
  readonly nextSame: Int32Array
  readonly previousSame: Int32Array
  /** `heads[level][label]`: the first node of a level with that label. */
  readonly heads: readonly Int32Array[]
}

/** The combinations stand in order, so each shares its path with the one before it up to the first column where they differ. */
function buildTrie({ columns, combinations }: FrequencyTable): Trie {
  const levels = columns.length
  const codes = columns.map((column) => column.codes)
  const differsAt = (i: number): number => {
    let level = 0
    while (codes[level][i] === codes[level][i - 1]) level++
    return level
  }
  let inner = 1 // the root
  for (let i = 0; i < combinations; i++) inner += levels - 1 - (i === 0 ? 0 : differsAt(i))
  const nodes = combinations + inner
  const fresh = (length: number): Int32Array => new Int32Array(length).fill(NONE)
  const trie: Trie = {
    label: new Int32Array(nodes),
    parent: fresh(nodes),
    firstChild: fresh(inner),
    nextSibling: fresh(nodes),
    previousSibling: fresh(nodes),
    nextSame: fresh(nodes),
    previousSame: fresh(nodes),
    heads: columns.map((column) => fresh(column.size)),
  }
  const { label, parent, firstChild, nextSibling, previousSibling, nextSame, previousSame, heads } = trie
  // The path of the combination before; `path[level + 1]` is its node at a level, `path[0]` the root.
  const path = new Int32Array(levels + 1)
  path[0] = combinations
  let next = combinations + 1
  for (let i = 0; i < combinations; i++) {
    const from = i === 0 ? 0 : differsAt(i)
    for (let level = from; level < levels; level++) {
      const node = level === levels - 1 ? i : next++
      const name = codes[level][i]
      label[node] = name
      parent[node] = path[level]
      // Only where the paths part is there an older sibling.
      if (level === from && i > 0) {
        previousSibling[node] = path[level + 1]
        nextSibling[path[level + 1]] = node
      } else firstChild[path[level] - combinations] = node
      const head = heads[level][name]
      nextSame[node] = head
      if (head !== NONE) previousSame[head] = node
      heads[level][name] = node
      path[level + 1] = node
    }
  }
  return trie
}
