/**
 * Baskets: the attacker knows m items of the target, and the known columns if there are any. Candidates are the rows of
 * the tightest class that have a token for each known item; an item without a token in the class is suppressed there
 * and does not help. k^m-anonymity bounds the chance by 1/k.
 * Cost: targets × rows that have a token of a known item.
 */
import { type Baskets, itemOrder, splitItems } from '../baskets/baskets.ts'
import { readSourceBaskets } from '../baskets/engine-baskets.ts'
import type { EngineRun } from '../engines/engine.ts'
import { entryAt } from '../ground/maps.ts'
import { type Random, randomFrom, seedFor, shuffle } from '../ground/random.ts'
import { itemTree } from '../kinds/items/baskets.ts'
import { openBaskets } from '../kinds/items/check.ts'
import type { ItemsPlan, PlannedItems } from '../plan/plan.ts'
import type { AttackReport } from '../report/attack-figures.ts'
import { withEngine } from '../sources/stamp.ts'
import { type Attacker, type AttackRequest, type Attempt, breaksBound, judge } from './attack.ts'
import { type Combinations, draw } from './lab.ts'

export const basketsAttacker: Attacker = {
  name: 'baskets',
  wants: 'the released row of the target',
  attempt(lab, random) {
    const { job, items, classes, released, original, control, targets, controls, k } = lab
    // Constraints bound no other sets.
    if (job?.kind !== 'mixed' || items === undefined || job.constraints !== undefined) return []
    const split = (text: string) => splitItems(text, job.items.separator)
    const rows = items.released.map((text, row) => ({ items: split(text), count: released.counts[row] }))
    const read = tokenReader(job.items, items.original.map(split), rows)
    const indexes = new Map<number, TokenIndex>()
    const index = (c: number) => entryAt(indexes, c, () => indexTokens(classes.members[c].map((row) => rows[row])))
    const score = (people: Combinations, texts: readonly string[]) => (person: number) =>
      linkBasket(lab.tightest(people, person).map(index), drawItems(split(texts[person]), job.m, random), read)
    const members = Array.from(targets, score(original, items.original))
    const outside = control && items.control && Array.from(controls, score(control, items.control))
    return [linked(`columns and ${job.m} items`, members, outside, { rows: released.rows, k })]
  },
}

/** Attacks a release of baskets alone: the attacker knows m items. */
export async function attackBaskets(
  request: Omit<AttackRequest, 'job'> & { readonly m?: number | undefined },
  job: ItemsPlan,
  run: EngineRun = {},
): Promise<Omit<AttackReport, 'failures'>> {
  return withEngine(request.original, {}, async (engine) => {
    const read = async (source: AttackRequest['original']): Promise<Basket[]> => {
      const { table, layout } = await openBaskets({ source, job }, engine)
      const { baskets } = await readSourceBaskets(engine, table.source, layout, { emptyBaskets: 'keep' }, run)
      return namedBaskets(baskets)
    }
    const [rows, people] = [await read(request.release), await read(request.original)]
    const others = request.control && (await read(request.control))
    const asked = job.requirement.record.ask?.(job.requirement.options)
    const upTo = asked !== undefined && 'upTo' in asked.protects ? asked.protects.upTo : undefined
    const m = request.m ?? upTo ?? 2
    const k = request.k ?? (upTo !== undefined && m <= upTo ? asked?.k : undefined)
    const random = randomFrom(seedFor(request.seed, 'attacker'))
    const original = people.map(({ items }) => items)
    const reader = tokenReader(job.items, original, rows)
    const index = [indexTokens(rows)]
    const score = (some: readonly Basket[]): number[] => {
      const { length } = some
      const everybody = { codes: [], counts: new Float64Array(length).fill(1), size: length, rows: length }
      return Array.from(draw(everybody, request.targets, random), (person) =>
        linkBasket(index, drawItems(some[person].items, m, random), reader),
      )
    }
    const members = score(people.filter(({ items }) => items.length > 0))
    const control = others && score(others.filter(({ items }) => items.length > 0))
    return {
      known: [`${m} items`],
      secret: [],
      k,
      rows: { release: rows.length, original: people.length, control: others?.length },
      targets: members.length,
      seed: request.seed,
      attacks: [judge('baskets', linked(`${m} items`, members, control, { rows: rows.length, k }))],
      untried: [],
    }
  })
}

interface Basket {
  readonly items: readonly string[]
  readonly count: number
}

function namedBaskets({ count, offsets, codes, items }: Baskets): Basket[] {
  return Array.from({ length: count }, (_, row) => ({
    items: Array.from(codes.subarray(offsets[row], offsets[row + 1]), (code) => items[code]),
    count: 1,
  }))
}

function linked(
  form: string,
  members: readonly number[],
  control: readonly number[] | undefined,
  { rows, k }: { readonly rows: number; readonly k: number | undefined },
): Attempt {
  const worst = members.reduce((most, chance) => Math.max(most, chance), 0)
  return { form, members, control, naive: members.map(() => 1 / rows), worst, ...breaksBound(worst, k) }
}

/** Places of the rows that have a token. */
interface TokenIndex {
  readonly rows: readonly Basket[]
  readonly places: ReadonlyMap<string, readonly number[]>
}

function indexTokens(rows: readonly Basket[]): TokenIndex {
  const places = new Map<string, number[]>()
  rows.forEach(({ items }, place) => {
    for (const token of items) entryAt(places, token, () => []).push(place)
  })
  return { rows, places }
}

function drawItems(items: readonly string[], m: number, random: Random): string[] {
  return shuffle([...items], random).slice(0, m)
}

/** The probability that a row drawn from the candidates is the person's. */
function linkBasket(classes: readonly TokenIndex[], known: readonly string[], read: TokenReader): number {
  let candidates = 0
  for (const { rows, places } of classes) {
    let left = new Set(rows.keys())
    for (const item of known) {
      const having = read(item).flatMap((token) => places.get(token) ?? [])
      if (having.length > 0) left = new Set(having.filter((place) => left.has(place)))
    }
    for (const place of left) candidates += rows[place].count
  }
  return candidates === 0 ? 0 : 1 / candidates
}

/** The released tokens that an item may be published as. */
type TokenReader = (item: string) => readonly string[]

/** Reads a token as itself, a node of the tree, the rest of a node, or a list such as `(a,b)`. */
function tokenReader(
  planned: PlannedItems,
  baskets: readonly (readonly string[])[],
  rows: readonly Basket[],
): TokenReader {
  const known = new Set(baskets.flat())
  const items = [...known].sort(itemOrder([...known]))
  const tree = itemTree({ items: planned }, { items })
  const nodes = new Map(tree.names.map((name, node) => [name, node] as const))
  const read = (token: string): readonly string[] => {
    if (known.has(token)) return [token]
    const node = nodes.get(token.replace(/^rest-of-/, ''))
    if (node === undefined) return token.replace(/^\(|\)$/g, '').split(/[,|/+&~]/)
    return Array.from(tree.leafNode.subarray(tree.first[node], tree.last[node] + 1), (leaf) => tree.names[leaf])
  }
  const tokens = new Map<string, string[]>()
  for (const token of new Set(rows.flatMap((row) => row.items)))
    for (const item of read(token)) entryAt(tokens, item, () => []).push(token)
  return (item) => tokens.get(item) ?? []
}
