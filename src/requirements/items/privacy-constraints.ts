/**
 * Privacy constraints (Loukides, Gkoulalas-Divanis, Malin, COAT 2011): itemsets that an attacker may know, each
 * published in at least k baskets or in none. Closing under subsets (the default for text) keeps the suppression of an
 * item from exposing a smaller set.
 */
import { type Baskets, codedLines, itemCodes } from '../../baskets/baskets.ts'
import { collectItemsets, distinctItemsets, type Itemsets, itemsetAt } from '../../baskets/itemset-list.ts'
import { itemsetWalk } from '../../baskets/itemset-supports.ts'
import { csvRecords } from '../../ground/csv.ts'
import { didYouMean, userError } from '../../ground/errors.ts'
import { type OptionValues, option, SHARE } from '../../ground/options.ts'
import type { ItemRequirement, ItemRequirementRecord } from './item-requirement.ts'
import { requireEnoughBaskets } from './km-anonymity.ts'

const wrongValue = userError('value', 'privacy.constraints')

/** 2^16 − 1 subsets of one constraint are more than anybody needs. */
const LARGEST_TO_CLOSE = 16

export const privacyConstraints: ItemRequirementRecord = {
  name: 'privacy-constraints',
  title: 'Privacy constraints',
  summary: 'Each published itemset of a policy occurs in at least k baskets or in none.',
  options: [
    { name: 'k', type: 'integer', minimum: 2, meaning: 'the fewest baskets that may contain a constraint' },
    { name: 'separator', type: 'text', meaning: 'separates the items of a line; default blanks' },
    option({ name: 'close-under-subsets', type: 'boolean', default: true })`protect every subset of a constraint too`,
    option({ name: 'visits', type: 'data', shape: '[person, visit, code]', check: visitColumns })`the file is a table
      with a row per code; the codes of one visit of a person are a constraint`,
    option({ name: 'generate', type: 'choice', choices: ['all', 'frequent', 'rows'] })`instead of a file: all
      occurring itemsets, those above a frequency, or each basket as a whole`,
    { name: 'size', type: 'integer', minimum: 1, maximum: 10, default: 2, meaning: 'generate: the largest itemset' },
    { name: 'frequency', ...SHARE, default: 0.01, meaning: 'generate frequent: the least share of baskets' },
  ],
  job: {
    key: 'constraints',
    meaning: 'itemsets that an attacker may know, with privacy.k: a file with a set per line, or how to generate them',
    example: 'privacy.constraints and privacy.k',
    knows: 'certain sets of items, from a policy',
  },
  elsewhere: ['k', 'separator'],
  file: 'file of privacy constraints',
  complaint: ({ generate }, hasFile) =>
    hasFile === (generate !== undefined) ? 'needs a file or generate (all, frequent, rows), and not both' : undefined,
  promise: (options) =>
    `anyone who knows ${knownSets(options)} finds at least ${options['k']} baskets that fit, or none`,
  make(options, baskets, text) {
    const k = options['k'] as number
    const how = options['generate'] as GeneratedConstraints['how'] | undefined
    if (how === undefined) {
      if (text === undefined)
        throw wrongValue`privacy constraints need a file of constraints, or generate: all, frequent or rows`
      const columns = options['visits'] === undefined ? undefined : visitColumns(options['visits'])
      const listed =
        columns === undefined
          ? constraintsFromText(text, baskets, options['separator'] as string | undefined)
          : constraintsFromVisits(text, baskets, columns)
      const close = options['close-under-subsets'] as boolean
      return requirePrivacyConstraints(baskets, k, close ? closeUnderSubsets(listed) : listed, options)
    }
    const size = options['size'] as number
    const frequency = options['frequency'] as number
    return requirePrivacyConstraints(baskets, k, generateConstraints(baskets, { how, size, frequency }), options)
  },
}

function visitColumns(value: unknown): readonly string[] {
  const isThree =
    Array.isArray(value) && value.length === 3 && value.every((name) => typeof name === 'string' && name !== '')
  if (isThree && new Set(value).size === 3) return value
  throw userError('value', 'privacy.constraints.visits')`privacy constraints: visits must be the names of three
    columns, of the person, the visit and the code; got ${JSON.stringify(value)}; write visits: [patient, visit, code]`
}

/**
 * The single-visit case (Loukides, Gkoulalas-Divanis, Malin 2011): an attacker knows the codes of one visit, or some of
 * them. Read from a table with a row per code; codes that no basket contains are ignored.
 */
export function constraintsFromVisits(text: string, baskets: Baskets, columns: readonly string[]): Itemsets {
  const [header = [], ...rows] = csvRecords(text, 'the table of visits')
  const [person, visit, code] = columns.map((name) => {
    const place = header.indexOf(name)
    if (place >= 0) return place
    const remedy = didYouMean(name, header) || `; it has ${header.join(', ')}`
    throw userError('known', 'privacy.constraints.visits')`the table of visits has no column "${name}"${remedy}`
  })
  const codes = itemCodes(baskets)
  const sets = new Map<string, Set<number>>()
  for (const row of rows) {
    const item = codes.get(row[code])
    if (item === undefined) continue
    const key = JSON.stringify([row[person], row[visit]])
    sets.set(key, (sets.get(key) ?? new Set<number>()).add(item))
  }
  return distinctItemsets([...sets.values()].map((set) => [...set].sort((a, b) => a - b)))
}

function knownSets({ generate, size, frequency, visits }: OptionValues): string {
  if (visits !== undefined) return 'the codes of one visit of a person'

  const items = `${size} ${size === 1 ? 'item' : 'items'}`
  switch (generate) {
    case 'all':
      return `any up to ${items} that occur together`
    case 'frequent':
      return `up to ${items} that at least ${Number(((frequency as number) * 100).toPrecision(3))}% of the baskets hold`
    case 'rows':
      return 'all items of a person'
    default:
      return 'the items of a listed constraint'
  }
}

export function requirePrivacyConstraints(
  baskets: Baskets,
  k: number,
  constraints: Itemsets,
  options: OptionValues = { k },
): ItemRequirement {
  requireEnoughBaskets(baskets, k)
  if (constraints.count === 0)
    throw wrongValue`there is no privacy constraint; give at least one line of items, or use km-anonymity`
  return {
    name: 'privacy-constraints',
    options,
    promise:
      'anyone who knows the items of one of ' +
      `${constraints.count} constraints finds at least ${k} baskets that fit, or none`,
    open: 'sets of items that are not among the privacy constraints are not protected',
    k,
    protects: constraints,
  }
}

export function constraintsFromText(text: string, baskets: Baskets, separator?: string): Itemsets {
  const lines = codedLines(text, baskets, separator, { what: 'privacy constraints', path: 'privacy.constraints' })
  return distinctItemsets(lines.map(({ codes }) => codes))
}

/** Every distinct non-empty subset, by size and then lexicographic. */
export function closeUnderSubsets(constraints: Itemsets): Itemsets {
  const sets: number[][] = []
  for (let i = 0; i < constraints.count; i++) {
    const set = Array.from(itemsetAt(constraints, i))
    if (set.length > LARGEST_TO_CLOSE)
      throw wrongValue`constraint ${i + 1} has ${set.length} items, too many to protect all its parts (at most
        ${LARGEST_TO_CLOSE}); set close-under-subsets to false, or split it`
    for (let mask = 1; mask < 2 ** set.length; mask++) sets.push(set.filter((_, bit) => (mask >> bit) & 1))
  }
  return distinctItemsets(sets)
}

interface GeneratedConstraints {
  readonly how: 'all' | 'frequent' | 'rows'
  /** `all`, `frequent`: the largest itemset. */
  readonly size?: number
  /** `frequent`: the smallest share of baskets that contain it. */
  readonly frequency?: number
}

export function generateConstraints(baskets: Baskets, options: GeneratedConstraints): Itemsets {
  const { how, size = 2, frequency = 0 } = options
  if (how === 'rows') return rowConstraints(baskets)
  const minimum = how === 'all' ? 1 : Math.max(1, Math.ceil(frequency * baskets.count))
  const walk = itemsetWalk(baskets, baskets.items.length)
  const collector = collectItemsets()
  for (let length = 1; length <= size; length++) {
    for (let first = 0; first < baskets.items.length; first++)
      walk.from(first, length, minimum, (set) => collector.add(set))
  }
  return collector.list()
}

function rowConstraints(baskets: Baskets): Itemsets {
  const sets: Int32Array[] = []
  for (let row = 0; row < baskets.count; row++) {
    if (baskets.offsets[row + 1] > baskets.offsets[row])
      sets.push(baskets.codes.subarray(baskets.offsets[row], baskets.offsets[row + 1]))
  }
  return distinctItemsets(sets)
}
