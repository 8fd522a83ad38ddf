/** Random baskets with a job for them, and another reading of what was released. */
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { parse } from './checker.ts'

export interface RandomBaskets {
  readonly seed: number
  readonly baskets: readonly (readonly string[])[]
  readonly files: Readonly<Record<string, string>>
  readonly form: Form
  readonly k: number
  /** Sets of items that somebody may know: all up to so many, or these. */
  readonly knows: number | readonly (readonly string[])[]
  /** The largest share of distinct items that may be left out. */
  readonly limit: number
  /** Items that may be generalized together, where the job says so. */
  readonly together?: readonly (readonly string[])[] | undefined
  /** Items below the nodes of the tree. */
  readonly nodes: ReadonlyMap<string, readonly string[]>
  /** Parts of the baskets are recoded by themselves. */
  readonly local: boolean
  /** What of the job is worth counting. */
  readonly features: readonly string[]
}

/** A line per basket, a table with a cell of items, or a table with a row per item. */
type Form = 'lines' | 'cells' | 'pairs'

const names = ['ale', 'bun', 'cod', 'dip', 'egg', 'fig', 'gin', 'ham', 'ink', 'jam'] as const
/** Items that look like what a release is written with. */
const oddNames = ['a,b', '(ale)', '[bun]', 'cod|dip', '"egg"', '*', '#fig', '-gin', "ham's", '__proto__'] as const

/** Of the form, where it is given. */
export function randomBaskets(seed: number, given?: Form): RandomBaskets {
  const generator = xoroshiro128plus(seed)
  const below = (count: number) => uniformInt(generator, 0, count - 1)
  const pick = <T>(values: readonly T[]): T => values[below(values.length)]
  const form = given ?? pick(['lines', 'lines', 'cells', 'pairs'] as const)
  const items = 4 + below(6)
  const called: readonly string[] = below(6) === 0 ? oddNames : names
  const baskets = Array.from({ length: 8 + below(30) }, () => {
    const own = called.slice(0, items).filter((_, i) => below(i + 2) === 0)
    // Somebody has what nobody else has.
    if (below(20) === 0) own.push(`rare${below(1e6)}`)
    return own.length === 0 ? [called[0]] : own
  })
  const all = [...new Set(baskets.flat())]
  const k = 2 + below(3)
  const name = pick(['apriori', 'coat', 'pcta'])
  const m = 1 + below(3)
  const strict = below(4) === 0
  const policy = Array.from({ length: 1 + below(4) }, () => [...new Set(pick(baskets).slice(0, 1 + below(3)))])
  const closed = below(3) > 0
  const asked = name === 'apriori' ? 'km' : pick(['km', 'policy', 'all', 'frequent', 'rows'])
  const frequency = 0.2
  const knows = {
    km: m,
    policy: closed ? policy.flatMap(parts) : policy,
    all: [...supports(baskets, m).keys()],
    frequent: [...supports(baskets, m)].flatMap(([set, n]) => (n >= frequency * baskets.length ? [set] : [])),
    rows: baskets,
  }[asked as 'km']
  const separator = form === 'cells' ? ';' : ' '
  const privacy = {
    km: { km: { k, m, strict } },
    policy: { k, constraints: { file: 'policy.txt', 'close-under-subsets': closed } },
    all: { k, constraints: { generate: 'all', size: m } },
    frequent: { k, constraints: { generate: 'frequent', size: m, frequency } },
    rows: { k, constraints: { generate: 'rows' } },
  }[asked as 'km']
  const limit = pick([0, 0.5, 1])
  const isGrouped = name !== 'apriori' && below(3) === 0
  const middle = 1 + below(all.length)
  const branches = [all.slice(0, middle), all.slice(middle)]
  const together = isGrouped ? branches.filter(({ length }) => length > 0) : undefined
  const tree = { name: 'all', children: branches.map(branch) }
  const nodes = new Map([['all', all] as const, ...tree.children.map((node, i) => [node.name, branches[i]] as const)])
  const byTree = name === 'apriori' && below(2) === 0 && middle < all.length
  const partition = pick(['none', 'none', 'local', 'vertical'])
  const options = {
    apriori: { partition, parts: 2, lift: pick(['moved', 'set']) },
    coat: {},
    pcta: { merge: pick(['progress', 'literal']) },
  }[name as 'coat']
  const settings = { role: 'items', taxonomy: byTree ? 'tree.json' : undefined }
  const columns = {
    lines: { items: settings },
    cells: { name: { role: 'identifier' }, items: { ...settings, separator }, note: { role: 'other' } },
    pairs: { name: { role: 'identifier' }, items: { ...settings, per: 'name' } },
  }[form]
  const source = form === 'lines' ? 'baskets.txt' : 'baskets.csv'
  const job = {
    version: 1,
    data: { source, format: form === 'lines' ? 'transactions' : undefined },
    columns,
    privacy: { ...privacy, 'suppression-limit': limit },
    utility: isGrouped ? { constraints: 'groups.txt' } : undefined,
    algorithm: { name, ...options },
    seed: seed % 1000,
    output: {
      release: `out/release.${form === 'lines' ? 'txt' : 'csv'}`,
      report: seed % 6 === 0 ? 'out/report.html' : undefined,
      order: 'source',
    },
  }
  const sets = (own: readonly (readonly string[])[]) => own.map((set) => `${set.join(separator)}\n`).join('')
  return {
    seed,
    baskets,
    form,
    files: {
      [source]: basketsText(form, baskets),
      'policy.txt': sets(policy),
      'groups.txt': sets(together ?? []),
      'tree.json': JSON.stringify(tree),
      'job.yaml': JSON.stringify(job),
    },
    k: asked === 'km' && strict ? k + 1 : k,
    knows,
    limit,
    together,
    nodes,
    local: name === 'apriori' && partition === 'local',
    features: [name, form, asked, ...(isGrouped ? ['groups'] : []), ...(byTree ? ['tree of items'] : [])],
  }
}

function branch(own: readonly string[], index: number) {
  return { name: `branch${index}`, children: own.map((item) => ({ name: item })) }
}

export function basketsText(form: Form, baskets: readonly (readonly string[])[]): string {
  if (form === 'lines') return baskets.map((basket) => `${basket.join(' ')}\n`).join('')
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`
  if (form === 'cells')
    return `name,items,note\n${baskets.map((basket, i) => `Person${i}x,${quoted(basket.join(';'))},n${i}\n`).join('')}`
  return `name,items\n${baskets.flatMap((basket, i) => basket.map((item) => `Person${i}x,${quoted(item)}\n`)).join('')}`
}

/** The tokens of each basket. */
function releasedBaskets(form: Form, release: string): string[][] {
  const tokens = (text: string, separator: string) => text.split(separator).filter((token) => token !== '')
  if (form === 'lines')
    return release
      .split('\n')
      .slice(0, -1)
      .map((line) => tokens(line, ' '))
  const [header, ...rows] = parse(release)
  const [items, basket] = [header.indexOf('items'), header.indexOf('basket')]
  if (form === 'cells') return rows.map((cells) => tokens(cells[items], ';'))
  const baskets: string[][] = []
  for (const cells of rows) {
    const place = Number(cells[basket]) - 1
    baskets[place] = [...(baskets[place] ?? []), ...(cells[items] === '' ? [] : [cells[items]])]
  }
  return Array.from(baskets, (own) => own ?? [])
}

/** What is wrong with a release whose baskets stand in the order of the data. */
export function faultsOfBaskets(
  { baskets, form, k, knows, limit, together, nodes, local }: RandomBaskets,
  release: string,
  documents: readonly string[],
): string[] {
  const released = releasedBaskets(form, release)
  if (released.length !== baskets.length) return [`${baskets.length - released.length} baskets are lost`]
  const faults: string[] = []
  const items = [...new Set(baskets.flat())]
  const meant = (token: string) => nodes.get(token) ?? itemsOf(token, items)
  const shown = new Set<string>()
  released.forEach((tokens, i) => {
    if (new Set(tokens).size < tokens.length) faults.push(`basket ${i} says a thing twice`)
    for (const token of tokens) {
      const own = meant(token)
      if (!own.some((item) => baskets[i].includes(item))) faults.push(`basket ${i} holds nothing of ${token}`)
      if (
        together !== undefined &&
        own.length > 1 &&
        !together.some((group) => own.every((item) => group.includes(item)))
      )
        faults.push(`${token} is of no group`)
      for (const item of own) shown.add(item)
    }
    if (limit === 0 && tokens.length === 0) faults.push(`basket ${i} is empty`)
  })
  const left = items.filter((item) => !shown.has(item)).length
  if (!local && left > limit * items.length + 1e-9) faults.push(`${left} of ${items.length} items are left out`)
  if (typeof knows === 'number') {
    for (const [set, support] of supports(released, knows))
      if (support < k) faults.push(`${set.join(' ')} is in ${support} baskets of ${k}`)
  } else {
    for (const constraint of knows) {
      const tokens = constraint.map((item) => released.flat().find((token) => meant(token).includes(item)))
      if (tokens.includes(undefined)) continue
      const support = released.filter((own) => tokens.every((token) => own.includes(token as string))).length
      if (support > 0 && support < k) faults.push(`${constraint.join(' ')} is in ${support} baskets of ${k}`)
    }
  }
  for (const item of items)
    if (item.startsWith('rare') && !shown.has(item) && documents.some((text) => text.includes(item)))
      faults.push(`${item} is in a public file`)
  if (form !== 'lines' && [release, ...documents].some((text) => /Person\d+x/.test(text)))
    faults.push('a name is in a public file')
  return faults
}

/** `(a,b)` says which; a node of the tree that is made of the items in their order says from which to which. */
function itemsOf(token: string, items: readonly string[]): string[] {
  if (items.includes(token)) return [token]
  const inner = /^[[(](.*)[\])]$/.exec(token)?.[1]
  const listed = inner === undefined ? undefined : listedIn(inner, items)
  if (listed === undefined) return []
  if (token.startsWith('(')) return listed
  const sorted = [...items].sort()
  return sorted.slice(sorted.indexOf(listed[0]), sorted.indexOf(listed[1]) + 1)
}

/** Items of a list, where items may have commas themselves. */
function listedIn(text: string, items: readonly string[]): string[] | undefined {
  if (items.includes(text)) return [text]
  for (const item of items) {
    if (!/^[,|/+&~]/.test(text.slice(item.length)) || !text.startsWith(item)) continue
    const rest = listedIn(text.slice(item.length + 1), items)
    if (rest !== undefined) return [item, ...rest]
  }
  return undefined
}

function parts(items: readonly string[]): string[][] {
  const sets: string[][] = [[]]
  for (const item of items) sets.push(...sets.map((set) => [...set, item]))
  return sets.slice(1)
}

/** Baskets that hold each set of up to `most` tokens that occurs. */
function supports(baskets: readonly (readonly string[])[], most: number): Map<readonly string[], number> {
  const found = new Map<string, { readonly set: readonly string[]; count: number }>()
  for (const basket of baskets) {
    for (const set of parts([...new Set(basket)].sort()).filter(({ length }) => length <= most)) {
      const own = found.get(set.join('\0')) ?? { set, count: 0 }
      own.count++
      found.set(set.join('\0'), own)
    }
  }
  return new Map([...found.values()].map(({ set, count }) => [set, count]))
}
