/**
 * TEA, the taxonomy encoded anonymity index (Wang, Yu, Chakraborty 2004, §5.1): a trie with one level per column whose
 * paths are the classes of the current cut. A *segment* is the run of siblings that a generalization merges; nodes with
 * the same label are linked across their level, so segments are found without a search. The first node of a segment
 * absorbs the others in place. Leaf i is combination i, inner nodes follow; all live in typed arrays made at the start.
 * Labels are first codes of groups and siblings ascend, so merging children is merging sorted lists. Cost: combinations
 * × columns to build; at most the nodes below its segments per generalization.
 */
import type { CategoryTarget, FrequencyTable } from '../../../frequency/frequency-table.ts'
import { anonymityFromSizes, type ClassFigures, type ClassIndex, smallestBeyond } from './class-index.ts'
import type { Generalization } from './column-cut.ts'

const NONE = -1

/** The trie of all combinations. They are sorted: each shares its path with the previous one as far as they agree. */
class Trie {
  readonly levels: number
  readonly leaves: number
  readonly label: Int32Array
  readonly parent: Int32Array
  readonly firstChild: Int32Array
  readonly nextSibling: Int32Array
  readonly previousSibling: Int32Array
  readonly nextSame: Int32Array
  readonly previousSame: Int32Array
  /** `heads[level][label]`: the first node of a level with that label. */
  readonly heads: readonly Int32Array[]

  constructor({ columns, combinations }: FrequencyTable) {
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
    this.levels = levels
    this.leaves = combinations
    this.label = new Int32Array(nodes)
    this.parent = fresh(nodes)
    this.firstChild = fresh(inner)
    this.nextSibling = fresh(nodes)
    this.previousSibling = fresh(nodes)
    this.nextSame = fresh(nodes)
    this.previousSame = fresh(nodes)
    this.heads = columns.map((column) => fresh(column.size))
    const { label, parent, firstChild, nextSibling, previousSibling, nextSame, previousSame, heads } = this
    // The path of the previous combination; `path[level + 1]` is its node at a level, `path[0]` the root.
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
  }
}

/** Leaves come first, inner nodes follow; leaves are also linked by size. */
export class TeaIndex extends Trie implements ClassIndex {
  readonly leafLevel: number
  readonly allowance: number
  readonly largestSize: number
  readonly counts: Int32Array
  readonly width: number
  readonly classCounts: Int32Array
  /** O[i] of the paper, and the leaves linked by size. */
  readonly classesOfSize: Int32Array
  readonly sizeHead: Int32Array
  readonly nextOfSize: Int32Array
  readonly previousOfSize: Int32Array
  /** A trial records the sizes that it removes and adds, and restores them. */
  readonly cursors: Int32Array
  readonly left: number[] = []
  readonly came: number[] = []
  classes: number
  wrongRows = 0
  promising?: ClassIndex['promising']

  constructor(frequencies: FrequencyTable, target: CategoryTarget | undefined, allowance: number, largestSize: number) {
    super(frequencies)
    const { leaves } = this
    this.leafLevel = this.levels - 1
    this.allowance = allowance
    this.largestSize = largestSize
    this.counts = Int32Array.from(frequencies.counts)
    this.width = target?.values.length ?? 0
    this.classCounts = target === undefined ? new Int32Array(0) : Int32Array.from(target.counts)
    this.classes = leaves
    this.classesOfSize = new Int32Array(largestSize)
    this.sizeHead = new Int32Array(largestSize).fill(NONE)
    this.nextOfSize = new Int32Array(leaves)
    this.previousOfSize = new Int32Array(leaves)
    const widest = Math.max(...frequencies.columns.map((column) => column.size))
    this.cursors = new Int32Array((2 * this.levels + 1) * widest)
    for (let leaf = 0; leaf < leaves; leaf++) this.wrongRows += this.minority(leaf)
    for (let leaf = leaves - 1; leaf >= 0; leaf--) this.enterSize(leaf)
  }

  minority(leaf: number): number {
    const { counts, width, classCounts } = this
    let largest = 0
    for (let v = leaf * width; v < (leaf + 1) * width; v++) if (classCounts[v] > largest) largest = classCounts[v]
    return width === 0 ? 0 : counts[leaf] - largest
  }

  enterSize(leaf: number): void {
    const { counts, classesOfSize, sizeHead, nextOfSize, previousOfSize, largestSize } = this
    const size = counts[leaf]
    if (size >= largestSize) return
    classesOfSize[size]++
    const next = sizeHead[size]
    nextOfSize[leaf] = next
    previousOfSize[leaf] = NONE
    if (next !== NONE) previousOfSize[next] = leaf
    sizeHead[size] = leaf
  }

  leaveSize(leaf: number): void {
    const { counts, classesOfSize, sizeHead, nextOfSize, previousOfSize, largestSize } = this
    const size = counts[leaf]
    if (size >= largestSize) return
    classesOfSize[size]--
    const next = nextOfSize[leaf]
    const previous = previousOfSize[leaf]
    if (next !== NONE) previousOfSize[next] = previous
    if (previous === NONE) sizeHead[size] = next
    else nextOfSize[previous] = next
  }

  unlinkSame(node: number, level: number): void {
    const { label, nextSame, previousSame, heads } = this
    const next = nextSame[node]
    const previous = previousSame[node]
    if (next !== NONE) previousSame[next] = previous
    if (previous === NONE) heads[level][label[node]] = next
    else nextSame[previous] = next
  }

  relabel(node: number, level: number, name: number): void {
    const { label, nextSame, previousSame, heads } = this
    this.unlinkSame(node, level)
    label[node] = name
    const next = heads[level][name]
    nextSame[node] = next
    previousSame[node] = NONE
    if (next !== NONE) previousSame[next] = node
    heads[level][name] = node
  }

  absorb(node: number, other: number, level: number): void {
    const { leaves, leafLevel, label, parent, firstChild, nextSibling, previousSibling } = this
    const { counts, width, classCounts } = this
    this.unlinkSame(other, level)
    if (level === leafLevel) {
      this.leaveSize(node)
      this.leaveSize(other)
      this.wrongRows -= this.minority(node) + this.minority(other)
      counts[node] += counts[other]
      for (let v = 0; v < width; v++) classCounts[node * width + v] += classCounts[other * width + v]
      this.wrongRows += this.minority(node)
      this.enterSize(node)
      this.classes--
      return
    }
    let child = firstChild[node - leaves]
    let last = NONE
    let foreign = firstChild[other - leaves]
    while (foreign !== NONE) {
      while (child !== NONE && label[child] < label[foreign]) {
        last = child
        child = nextSibling[child]
      }
      const following = nextSibling[foreign]
      if (child !== NONE && label[child] === label[foreign]) this.absorb(child, foreign, level + 1)
      else {
        parent[foreign] = node
        previousSibling[foreign] = last
        nextSibling[foreign] = child
        if (last === NONE) firstChild[node - leaves] = foreign
        else nextSibling[last] = foreign
        if (child !== NONE) previousSibling[child] = foreign
        last = foreign
      }
      foreign = following
    }
  }

  merge(level: number, start: number, end: number): void {
    const { label, nextSibling, previousSibling, nextSame, heads } = this
    const firsts = heads[level]
    for (let name = start; name < end; name++) {
      // A node still linked under its label is the first of its segment: earlier ones have absorbed the others.
      for (let node = firsts[name]; node !== NONE; ) {
        const following = nextSame[node]
        let next = nextSibling[node]
        while (next !== NONE && label[next] < end) {
          const after = nextSibling[next]
          this.absorb(node, next, level)
          next = after
        }
        nextSibling[node] = next
        if (next !== NONE) previousSibling[next] = node
        if (name !== start) this.relabel(node, level, start)
        node = following
      }
    }
  }

  /** A subtree that stays alone keeps its classes. */
  tryMerge(from: number, many: number, level: number): void {
    const { leaves, leafLevel, label, firstChild, nextSibling } = this
    const { counts, classesOfSize, largestSize, cursors, left, came } = this
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
        const name = label[cursors[children + i]]
        if (name < smallest) smallest = name
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
      if (found > 1) this.tryMerge(equal, found, level + 1)
    }
  }

  anonymity(cap: number): number {
    return anonymityFromSizes(this.classesOfSize, this.allowance, cap)
  }

  apply({ column, starts, end }: Generalization): void {
    this.merge(column, starts[0], end)
  }

  anonymityAfter({ column, starts, end }: Generalization, cap: number): number {
    const { label, nextSibling, previousSibling, nextSame, heads, classesOfSize, cursors, left, came } = this
    const firsts = heads[column]
    const start = starts[0]
    for (const name of starts) {
      for (let node = firsts[name]; node !== NONE; node = nextSame[node]) {
        const previous = previousSibling[node]
        if (previous !== NONE && label[previous] >= start) continue
        let many = 0
        for (let next = node; next !== NONE && label[next] < end; next = nextSibling[next]) cursors[many++] = next
        if (many > 1) this.tryMerge(0, many, column)
      }
    }
    const after = this.anonymity(cap)
    for (const size of left) classesOfSize[size]++
    for (const size of came) classesOfSize[size]--
    left.length = came.length = 0
    return after
  }

  /** Visits leaves of 1, 2, … up to `largest` rows until `visit` returns false. */
  walkSmall(largest: number, visit: (rows: number, leaf: number) => boolean): void {
    const { sizeHead, nextOfSize } = this
    for (let size = 1; size <= largest; size++) {
      for (let leaf = sizeHead[size]; leaf !== NONE; leaf = nextOfSize[leaf]) if (!visit(size, leaf)) return
    }
  }

  exactAnonymity(): number {
    const { heads, leafLevel, counts, nextSame } = this
    const sizes = new Int32Array(this.classes)
    let place = 0
    for (const head of heads[leafLevel]) {
      for (let leaf = head; leaf !== NONE; leaf = nextSame[leaf]) sizes[place++] = counts[leaf]
    }
    return smallestBeyond(sizes, this.allowance)
  }

  figures(anonymity: number): ClassFigures {
    const { label, parent, leafLevel } = this
    const suppressedAt = this.heads.map(() => new Map<number, number>())
    let suppressedRows = 0
    let wrong = this.wrongRows
    this.walkSmall(Math.min(anonymity, this.largestSize) - 1, (rows, leaf) => {
      suppressedRows += rows
      wrong += rows - this.minority(leaf)
      for (let level = leafLevel, node = leaf; level >= 0; level--, node = parent[node]) {
        suppressedAt[level].set(label[node], (suppressedAt[level].get(label[node]) ?? 0) + rows)
      }
      return true
    })
    return { classes: this.classes, suppressedRows, wrongRows: wrong, suppressedAt }
  }
}
