/**
 * Memoizes the looks of one search. A look bounds every node below it, so it may decide a part, or rule out its finest
 * steps, before the part's coarsest node is looked at.
 * Looks are bit sets by column and step: finding those above a part in all but at most one column takes columns × looks
 * / 32 operations. Words hold looks of similar penalty, and words whose largest penalty rules out nothing are skipped.
 * A look covered by another (not finer, penalty not smaller) is removed.
 */
import type { Random } from '../../../ground/random.ts'
import type { Ladder, Node } from '../../levels/ladder.ts'
import type { OpenLevelStart } from '../../method.ts'
import type { Pace } from '../../pace.ts'
import type { Ledger } from './ledger.ts'
import type { Look, Views } from './view.ts'

export interface Course {
  readonly ladders: readonly Ladder[]
  readonly views: Views
  readonly ledger: Ledger
  /** Finds first incumbents, with `random`; the proven result does not depend on them. */
  readonly start?: OpenLevelStart | undefined
  readonly random: Random
  readonly pace: Pace
  readonly progress: () => void
}

export type Looks = ReturnType<typeof openLooks>

export function openLooks({ views, ladders, ledger }: Pick<Course, 'views' | 'ladders' | 'ledger'>) {
  const known = new Map<string, Look>()
  const index = openIndex(ladders)
  return {
    at(node: Node): Look {
      const key = node.join()
      const earlier = known.get(key)
      if (earlier !== undefined) return earlier
      // How many rows a hopeless node loses matters to a local search, or if no node is acceptable.
      const roughly = ledger.best !== undefined && !ledger.isLarge
      const look = views.full.look(node, (bound) => ledger.hopeless(bound, node), roughly)
      ledger.checked++
      ledger.fewest = Math.min(ledger.fewest, look.suppressedRows)
      if (look.acceptable) ledger.offer(node, look.value)
      known.set(key, look)
      if (look.penalty > 0) index.add(node, look.penalty)
      return look
    },
    /** The part's finest node without the steps that earlier looks rule out; undefined if they rule out all of it. */
    raise(low: Node, high: Node, classFloor: number): Node | undefined {
      let raised = low
      let floor = views.floor(low, classFloor)
      const sets = index.nodeSets(high)
      for (let word = 0; word < index.words; word++) {
        if (!ledger.mayBeHopeless(floor + index.largestPenalty(word))) continue
        let near = index.nearlyAbove(word, sets)
        ledger.compared++
        while (near !== 0) {
          const look = 32 * word + 31 - Math.clz32(near & -near)
          near &= near - 1
          const { node, penalty } = index.looks[look] as Looked
          if (!ledger.mayBeHopeless(floor + penalty)) continue
          const column = columnShort(node, raised, high)
          if (column === undefined || !ledger.hopeless(floor + penalty, raised)) continue
          if (column < 0) return undefined
          raised = raised.with(column, node[column] + 1)
          floor = views.floor(raised, classFloor)
        }
      }
      return raised
    },
  }
}

interface Looked {
  readonly node: Node
  readonly penalty: number
}

interface NodeSets {
  readonly nested: readonly Int32Array[]
  readonly exact: readonly Int32Array[]
}

function openIndex(ladders: readonly Ladder[]) {
  const looks: (Looked | undefined)[] = []
  /** `sets[column][step]`: bit i of word w: look 32 w + i is at or above the step (at it if levels do not nest). */
  const sets = ladders.map(({ steps }) => steps.map(() => new Int32Array(4)))
  let used = new Int32Array(4)
  let largest = new Float64Array(4)
  /** Free places per band of penalties: the rest of the band's last word, and those of removed looks. */
  const free = new Map<number, number[]>()

  function grow(): void {
    for (const ofColumn of sets)
      for (let step = 0; step < ofColumn.length; step++) ofColumn[step] = doubled(ofColumn[step])
    used = doubled(used)
    const more = new Float64Array(2 * largest.length)
    more.set(largest)
    largest = more
  }

  function put(place: number, node: Node): void {
    const bit = 1 << (place & 31)
    used[place >> 5] |= bit
    for (let column = 0; column < node.length; column++) {
      const { nested, steps } = ladders[column]
      for (let step = 0; step < steps.length; step++) {
        const isIn = nested ? step <= node[column] : step === node[column]
        if (isIn) sets[column][step][place >> 5] |= bit
        else sets[column][step][place >> 5] &= ~bit
      }
    }
  }

  function placesFor(band: number): number[] {
    const places = free.get(band) ?? []
    if (places.length === 0) {
      const word = index.words++
      if (word === largest.length) grow()
      for (let bit = 31; bit >= 0; bit--) places.push(32 * word + bit)
      free.set(band, places)
    }
    return places
  }

  const index = {
    looks: looks as readonly (Looked | undefined)[],
    words: 0,
    add(node: Node, penalty: number): void {
      // Only infinite penalties are equal at coarser looks: those below become redundant.
      if (penalty === Number.POSITIVE_INFINITY) index.dropBelow(node)
      // Penalties of a band differ by at most a ninth.
      const band = penalty === Number.POSITIVE_INFINITY ? penalty : Math.floor(8 * Math.log2(penalty))
      const place = placesFor(band).pop() as number
      looks[place] = { node, penalty }
      largest[place >> 5] = Math.max(largest[place >> 5], penalty)
      put(place, node)
    },
    largestPenalty: (word: number) => largest[word],
    /** Highest steps first, which the fewest looks are above; a lowest step excludes nothing. */
    nodeSets(node: Node): NodeSets {
      const columns = [...node.keys()].sort((a, b) => node[b] - node[a])
      const of = (nested: boolean) =>
        columns.filter((c) => ladders[c].nested === nested && !(nested && node[c] === 0)).map((c) => sets[c][node[c]])
      return { nested: of(true), exact: of(false) }
    },
    /** The looks of the word at or above the node in all but at most one column. */
    nearlyAbove(word: number, { nested, exact }: NodeSets): number {
      let once = 0
      let twice = ~used[word]
      for (let i = 0; i < exact.length; i++) twice |= ~exact[i][word]
      for (let i = 0; i < nested.length && twice !== -1; i++) {
        const short = ~nested[i][word]
        twice |= once & short
        once |= short
      }
      return ~twice
    },
    dropBelow(node: Node): void {
      const places = free.get(Number.POSITIVE_INFINITY) ?? []
      for (let word = 0; word < index.words; word++) {
        if (largest[word] !== Number.POSITIVE_INFINITY) continue
        let below = used[word]
        for (let column = 0; column < node.length; column++) {
          const { nested, steps } = ladders[column]
          if (!nested) below &= sets[column][node[column]][word]
          else if (node[column] + 1 < steps.length) below &= ~sets[column][node[column] + 1][word]
        }
        used[word] &= ~below
        for (; below !== 0; below &= below - 1) places.push(32 * word + 31 - Math.clz32(below & -below))
      }
    },
  }
  return index
}

function doubled(bits: Int32Array): Int32Array<ArrayBuffer> {
  const more = new Int32Array(2 * bits.length)
  more.set(bits)
  return more
}

/** −1 if `node` is above the whole part, a column if above its lowest steps there, otherwise undefined. */
function columnShort(node: Node, low: Node, high: Node): number | undefined {
  for (let column = 0; column < node.length; column++) {
    if (node[column] >= high[column]) continue
    return node[column] < low[column] ? undefined : column
  }
  return -1
}
