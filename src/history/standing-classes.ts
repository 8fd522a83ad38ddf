/**
 * Standing classes: releases over time that hold when they are counted together. The first release has classes larger
 * than k, whose labels stay for ever. Newcomers wait until enough of them fit one class; rows of people who left stay
 * until enough of them can go together. If too many people wait, or one waits too long, new classes are opened for
 * waiting people alone.
 *
 * Three counts hold over all releases: people who share all classes of a person so far, people who come into a class
 * between two releases, and people who go, are each at least k, or none. The first needs care where people go:
 * everybody who came later shares the class with those who came first, so the oldest batch of a class keeps k rows or
 * goes as a whole. People who were in another class before share all their classes only with those who have the same
 * past, and are treated as a batch.
 *
 * Cost: waiting people × the classes that share their value in the most selective column, and a search over waiting
 * people.
 */
import { groupBy } from '../ground/maps.ts'
import type { Box, NextRelease, People } from './people.ts'
import type { SameValues } from './same-values.ts'

export interface StandingRules {
  readonly k: number
  /** Number of the release to come, from 1. */
  readonly release: number
  /** Rows of a class in the first release. */
  readonly classSize: number
  /** Largest share of the present people who may wait. */
  readonly waitingLimit: number
  /** Releases that nobody waits beyond. */
  readonly waitAtMost: number
  /** Rows of people who left: until enough can go together, or at once. */
  readonly leavers: 'stay' | 'go'
  /** Whether a reader may tell these people apart from all others: none of them, or enough. */
  accepts(people: readonly number[]): boolean
  /** m-invariance, if asked. */
  readonly sameValues?: SameValues | undefined
  /** Loss of a class that shows the box. */
  loss(box: Box): number
  /** Divides people into classes of at least `size`. */
  search(people: readonly number[], size: number): Promise<readonly FoundClass[]>
}

export interface FoundClass {
  readonly box: Box
  readonly people: readonly number[]
}

/** Decides the next release. `boxes` are the classes so far; undefined where no present value is in them. */
export async function nextRelease(
  people: People,
  boxes: readonly (Box | undefined)[],
  rules: StandingRules,
): Promise<NextRelease> {
  const next = {
    classes: people.classes.slice(),
    since: people.since.slice(),
    waited: people.waited.slice(),
    boxes: boxes.slice() as Box[],
    updated: new Uint8Array(people.count),
    gone: [] as number[],
  }
  const members = membersByClass(people.classes, boxes.length)
  for (const shown of members) {
    const go = goingPeople(people, shown, boxes[people.classes[shown[0]]], rules)
    for (const person of go) next.classes[person] = -1
    for (const person of go) next.gone.push(person)
    const changed = shown.filter((person) => people.changed[person] === 1 && next.classes[person] >= 0)
    const stay = shown.filter((person) => next.classes[person] >= 0)
    const isSame =
      rules.sameValues?.isWhole(people.classes[shown[0]], stay, (person) => changed.includes(person)) ?? true
    if (isSame && rules.accepts(changed)) for (const person of changed) next.updated[person] = 1
  }
  await showNewcomers(people, next, rules)
  return next
}

function membersByClass(classes: Int32Array, count: number): number[][] {
  const members: number[][] = Array.from({ length: count }, () => [])
  for (let person = 0; person < classes.length; person++)
    if (classes[person] >= 0) members[classes[person]].push(person)
  return members.filter((shown) => shown.length > 0)
}

function covers(box: Box | undefined, { codes }: People, person: number): boolean {
  return box?.every(([low, high], c) => codes[c][person] >= low && codes[c][person] <= high) ?? false
}

/** Chooses the rows of a class that go: all that should, unless that would leave somebody too few to share with. */
function goingPeople(people: People, shown: readonly number[], box: Box | undefined, rules: StandingRules) {
  if (shown.some((person) => people.erased[person] === 1)) return shown
  const leaves = (person: number) => people.present[person] === 0 || !covers(box, people, person)
  const leavers = shown.filter(leaves)
  if (leavers.length === 0 || rules.leavers === 'go') return leavers
  const kept = new Set(leavers.length === shown.length ? [] : keptLeavers(people, shown, leaves, rules))
  const { sameValues } = rules
  if (sameValues !== undefined && leavers.length < shown.length) {
    const [stay, go] = [false, true].map((gone) => shown.filter((one) => (leaves(one) && !kept.has(one)) === gone))
    for (const person of sameValues.findNeeded(people.classes[shown[0]], stay, go)) kept.add(person)
  }
  const go = leavers.filter((person) => !kept.has(person))
  const stay = shown.filter((person) => kept.has(person) || !leaves(person))
  const isFine = rules.accepts(go) && (stay.length === 0 || (rules.accepts(stay) && isShared(people, stay, rules)))
  return isFine ? go : []
}

/** People who left and whose rows stay so that others share their classes with enough people. */
function keptLeavers(
  { since, past }: People,
  shown: readonly number[],
  leaves: (person: number) => boolean,
  { accepts }: StandingRules,
): number[] {
  const staying = new Set(shown.filter((person) => !leaves(person)).map((person) => past[person]))
  // People with a past of their own have few to share it with: either all of them go, or none.
  const kept = shown.filter((person) => past[person] >= 0 && leaves(person) && staying.has(past[person]))
  const batches = [...groupBy(shown, (person) => since[person])].sort(([a], [b]) => a - b).map(([, batch]) => batch)
  // The oldest batch with somebody who stays keeps enough rows; if it is too small for that, an older one does.
  for (let oldest = batches.findIndex((batch) => !batch.every(leaves)); oldest >= 0; oldest--) {
    const rest = batches[oldest].filter((person) => !leaves(person) || kept.includes(person))
    const isEnough = () => rest.length > 0 && accepts(rest)
    const more: number[] = []
    for (const person of batches[oldest]) {
      if (isEnough()) break
      if (rest.includes(person)) continue
      more.push(person)
      rest.push(person)
    }
    if (isEnough()) return [...kept, ...more]
  }
  return shown.filter(leaves)
}

/** Whether everybody in this class shares all classes so far with enough others. */
function isShared({ since, past }: People, shown: readonly number[], { accepts }: StandingRules): boolean {
  const oldest = shown.reduce((least, person) => Math.min(least, since[person]), Number.POSITIVE_INFINITY)
  const first = shown.filter((person) => since[person] === oldest)
  const withPast = [...groupBy(shown, (person) => past[person])].filter(([before]) => before >= 0)
  return accepts(first) && withPast.every(([, batch]) => accepts(batch))
}

type Draft = { -readonly [Key in keyof NextRelease]: NextRelease[Key] } & { readonly boxes: Box[] }

/** Shows people who wait: in classes that enough of them fit, or in new ones if too many wait, or one too long. */
async function showNewcomers(people: People, next: Draft, rules: StandingRules): Promise<void> {
  const { present, erased, past, waited } = people
  const waiting: number[] = []
  // A row that goes now does not come back in the same release: its past is known from the next one on.
  for (let person = 0; person < people.count; person++)
    if (present[person] === 1 && people.classes[person] < 0 && erased[person] === 0) waiting.push(person)
  const show = (group: readonly number[], to: number): void => {
    for (const person of group) {
      next.classes[person] = to
      next.since[person] = rules.release
      next.updated[person] = 1
    }
  }
  const occupied = new Set(next.classes)
  const isWhole = (group: readonly number[], to: number) =>
    rules.sameValues === undefined || occupied.has(to) || rules.sameValues.isWhole(to, group, () => true)
  const wanted = tightestClasses(people, waiting, next.boxes, rules)
  const fitting = groupBy([...waiting.keys()], (i) => wanted[i])
  for (const [to, places] of fitting) {
    if (to < 0) continue
    const people = places.map((i) => waiting[i])
    for (const group of groupBy(people, (person) => past[person]).values())
      if (rules.accepts(group) && isWhole(group, to)) show(group, to)
  }
  const left = waiting.filter((person) => next.classes[person] < 0)
  const pool = left.filter((person) => past[person] < 0)
  const isOverdue = (person: number) => waited[person] >= rules.waitAtMost
  const presentPeople = present.reduce((sum, flag) => sum + flag, 0)
  let most = rules.release === 1 ? 0 : Math.floor(rules.waitingLimit * presentPeople)
  const size = rules.release === 1 ? rules.classSize : rules.k
  most -= left.length - pool.length
  if (pool.length >= rules.k && (pool.length > most || pool.some(isOverdue))) {
    const found = [...(await rules.search(pool, size))].sort((a, b) => rules.loss(a.box) - rules.loss(b.box))
    let still = pool.length
    for (const { box, people: group } of found) {
      if (still <= most && !group.some(isOverdue)) continue
      const same = next.boxes.findIndex((other) =>
        other?.every(([low, high], c) => low === box[c][0] && high === box[c][1]),
      )
      const { sameValues } = rules
      if (same < 0) sameValues?.open(next.boxes.length, group)
      else if (!isWhole(group, same) || group.some((person) => sameValues?.admits(person, same) === false)) continue
      show(group, same >= 0 ? same : next.boxes.push(box) - 1)
      still -= group.length
    }
  }
  for (let person = 0; person < people.count; person++) {
    const waits = present[person] === 1 && next.classes[person] < 0
    next.waited[person] = waits ? waited[person] + 1 : 0
  }
}

/** Returns for each of these people the class of least loss that covers them, −1 if none does. */
function tightestClasses(
  people: People,
  some: readonly number[],
  boxes: readonly (Box | undefined)[],
  { loss, sameValues }: StandingRules,
): Int32Array {
  const order = boxes
    .flatMap((box, place) => (box === undefined ? [] : [{ place, box, loss: loss(box) }]))
    .sort((a, b) => a.loss - b.loss || a.place - b.place)
  const width = (c: number) => order.reduce((sum, { box }) => sum + box[c][1] - box[c][0] + 1, 0)
  const sizes = people.codes.map((codes) => some.reduce((most, person) => Math.max(most, codes[person] + 1), 1))
  const best = sizes.map((_, c) => c).sort((a, b) => width(a) / sizes[a] - width(b) / sizes[b])[0]
  const lists: (typeof order)[] = Array.from({ length: sizes[best] }, () => [])
  for (const entry of order) {
    const [low, high] = entry.box[best]
    for (let code = low; code <= Math.min(high, sizes[best] - 1); code++) lists[code].push(entry)
  }
  const fits = (person: number) => (entry: (typeof order)[number]) =>
    covers(entry.box, people, person) && sameValues?.admits(person, entry.place) !== false
  return Int32Array.from(some, (person) => lists[people.codes[best][person]].find(fits(person))?.place ?? -1)
}
