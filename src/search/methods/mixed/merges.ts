/**
 * Merges of classes. `mergeByGain` takes the pair that lowers T most for each unit of R until R reaches the bound.
 * `mergeByPaper` is Poulis, Loukides, Gkoulalas-Divanis, Skiadopoulos (ECML PKDD 2013): a seed class and its best
 * partner by R, by similar items (T), or by the sum of both ranks (RT).
 *
 * Classes stand in the order of the box tree; partners are looked for among the nearest in that order.
 */
import { entryAt } from '../../../ground/maps.ts'
import { createHeap } from '../../heap.ts'
import type { ClassMaker, MixedClass } from './mixed-classes.ts'

/** Neighbours looked at on each side, and the cheapest of them whose merged items are looked at. */
const GAIN_NEIGHBOURS = 32
const GAIN_PARTNERS = 5
/** Neighbours of the paper's merges on each side: 256 lose nothing against all. */
const PAPER_NEIGHBOURS = 128

/** Classes in order, of which some are merged away. */
function chain(classes: readonly MixedClass[]) {
  const slots: (MixedClass | undefined)[] = [...classes]
  const before = slots.map((_, i) => i - 1)
  const after = slots.map((_, i) => i + 1)
  return {
    slots,
    neighbours(i: number, each: number): number[] {
      const near: number[] = []
      for (let at = before[i], n = 0; at >= 0 && n < each; at = before[at], n++) near.push(at)
      for (let at = after[i], n = 0; at < slots.length && n < each; at = after[at], n++) near.push(at)
      return near
    },
    /** Puts the merged class in the place of `i`, and takes `j` out. */
    merge(i: number, j: number, merged: MixedClass): void {
      slots[i] = merged
      slots[j] = undefined
      if (before[j] >= 0) after[before[j]] = after[j]
      if (after[j] < slots.length) before[after[j]] = before[j]
    },
    left: (): MixedClass[] => slots.filter((slot) => slot !== undefined),
  }
}

function union(maker: ClassMaker, a: MixedClass, b: MixedClass): MixedClass {
  const members = new Int32Array(a.members.length + b.members.length)
  members.set(a.members)
  members.set(b.members, a.members.length)
  return maker.make(members)
}

interface Pair {
  readonly i: number
  readonly j: number
  readonly first: MixedClass
  readonly second: MixedClass
  readonly merged: MixedClass
  readonly cost: number
  readonly rate: number
}

export interface MergeTask {
  readonly maker: ClassMaker
  /** Whether a merged class meets what is asked beyond its size; absent if nothing is. */
  readonly allows?: ((members: Int32Array) => boolean) | undefined
}

/** Merges while R stays at most `most`. */
export function* mergeByGain(
  classes: readonly MixedClass[],
  most: number,
  { maker, allows }: MergeTask,
): Generator<number, MixedClass[]> {
  const { slots, neighbours, merge, left } = chain(classes)
  let room = most * maker.rows - classes.reduce((sum, { loss }) => sum + loss, 0)
  const heap = createHeap<Pair>((a, b) => b.rate - a.rate || a.i - b.i || a.j - b.j)

  function offer(i: number): void {
    const first = slots[i] as MixedClass
    const partners = neighbours(i, GAIN_NEIGHBOURS).map((j) => {
      const second = slots[j] as MixedClass
      return { i, j, first, second, cost: maker.cost(first, second) }
    })
    partners.sort((a, b) => a.cost - b.cost || a.j - b.j)
    for (const pair of partners.slice(0, GAIN_PARTNERS)) {
      if (pair.cost > room) break
      const merged = union(maker, first, pair.second)
      if (allows?.(merged.members) === false) continue
      const gain = first.vocabulary.loss + pair.second.vocabulary.loss - merged.vocabulary.loss
      if (gain > 1e-9) heap.push({ ...pair, merged, rate: gain / Math.max(pair.cost, 1e-9) })
    }
  }

  for (let i = 0; i < slots.length; i++) {
    offer(i)
    yield i
  }
  for (let pair = heap.pop(); pair !== undefined; pair = heap.pop()) {
    const { i, j, first, second, merged, cost } = pair
    if (slots[i] !== first || slots[j] !== second) {
      // Its partner has changed: look for others.
      if (slots[i] === first) offer(i)
    } else if (cost <= room) {
      merge(i, j, merged)
      room -= cost
      offer(i)
    }
    yield i
  }
  return left()
}

export interface PaperMerges extends MergeTask {
  readonly by: 'R' | 'T' | 'RT'
  readonly bound: 'R' | 'T'
  readonly delta: number
  /** How often each leaf occurs in a class. */
  readonly profile: (members: Int32Array) => Int32Array
}

/** Bound R: merges while R stays within delta, smallest R first. Bound T: merges until T is, largest mean T first. */
export function* mergeByPaper(
  classes: readonly MixedClass[],
  { maker, by, bound, delta, profile, allows }: PaperMerges,
): Generator<number, MixedClass[]> {
  const { slots, neighbours, merge, left } = chain(classes)
  const rank = (candidate: MixedClass) =>
    bound === 'R' ? candidate.loss / candidate.rows : -candidate.vocabulary.loss / Math.max(1, occurrences(candidate))
  const occurrences = (candidate: MixedClass) => profileOf(candidate).reduce((sum, count) => sum + count, 0)
  const profiles = new Map<MixedClass, Int32Array>()
  const profileOf = (profiled: MixedClass) => entryAt(profiles, profiled, () => profile(profiled.members))
  const heap = createHeap<{ i: number; member: MixedClass; rank: number }>((a, b) => a.rank - b.rank || a.i - b.i)
  classes.forEach((added, i) => {
    heap.push({ i, member: added, rank: rank(added) })
  })
  let R = classes.reduce((sum, { loss }) => sum + loss, 0)
  let T = bound === 'T' ? classes.reduce((sum, { vocabulary }) => sum + vocabulary.loss, 0) : 0
  const isEnough = () => bound === 'T' && T <= delta * maker.occurrences
  for (let seed = heap.pop(); seed !== undefined && !isEnough(); seed = heap.pop()) {
    const { i, member: first } = seed
    if (slots[i] !== first) continue
    const partners = neighbours(i, PAPER_NEIGHBOURS).map((j) => {
      const other = slots[j] as MixedClass
      const unlike = by === 'R' ? 0 : 1 - similarity(profileOf(first), profileOf(other))
      return { j, other, cost: maker.cost(first, other), unlike }
    })
    const best = bestPartner(partners, by)
    if (best === undefined) break
    if (bound === 'R' && R + best.cost > delta * maker.rows) break
    const merged = union(maker, first, best.other)
    if (allows?.(merged.members) === false) continue
    R += best.cost
    if (bound === 'T') T += merged.vocabulary.loss - first.vocabulary.loss - best.other.vocabulary.loss
    profiles.delete(first)
    profiles.delete(best.other)
    merge(i, best.j, merged)
    heap.push({ i, member: merged, rank: rank(merged) })
    yield i
  }
  return left()
}

function bestPartner<P extends { cost: number; unlike: number; j: number }>(
  partners: readonly P[],
  by: PaperMerges['by'],
): P | undefined {
  const byCost = [...partners].sort((a, b) => a.cost - b.cost || a.j - b.j)
  if (by === 'R') return byCost[0]
  const byItems = [...partners].sort((a, b) => a.unlike - b.unlike || a.cost - b.cost || a.j - b.j)
  if (by === 'T') return byItems[0]
  const places = new Map(byCost.map((partner, place) => [partner, place]))
  const sums = byItems.map((partner, place) => ({ partner, sum: place + (places.get(partner) as number) }))
  // Stable: of equal sums the first stays.
  return sums.sort((a, b) => a.sum - b.sum)[0]?.partner
}

/** Cosine of two profiles, 0 where one is empty. */
function similarity(a: Int32Array, b: Int32Array): number {
  let [both, first, second] = [0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    both += a[i] * b[i]
    first += a[i] * a[i]
    second += b[i] * b[i]
  }
  return first === 0 || second === 0 ? 0 : both / Math.sqrt(first * second)
}
