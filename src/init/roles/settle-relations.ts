/**
 * Protects columns that follow from each other only once. If a place follows from a finer one (town → county → state),
 * the finer one gets a tree with the coarser ones as groups, and those are dropped. Cost: a query per pair of
 * candidates.
 */
import type { EngineRun } from '../../engines/engine.ts'
import { type RelateRequest, valuesAbove } from '../../frequency/relate-columns.ts'
import { naturalCompare } from '../../hierarchy/natural-order.ts'
import { rootBeside, type TaxonomyNode, taxonomyFromPaths } from '../../hierarchy/taxonomy/taxonomy.ts'
import type { ProposedRole } from './propose-roles.ts'

export interface SettledRole extends ProposedRole {
  readonly tree?: TaxonomyNode
}

/** Distinct values per row; above this, a functional dependency means nothing. */
const MOST_DIFFER = 0.9
const MOST_COMPARED = 40
const MOST_LEAVES = 20_000

export async function settleRelations(
  columns: readonly ProposedRole[],
  request: RelateRequest,
  run: EngineRun = {},
): Promise<SettledRole[]> {
  const settled: SettledRole[] = [...columns]
  await leaveOutDoubles(settled, request, run)
  await nestPlaces(settled, request, run)
  return settled
}

const columnName = ({ facts }: ProposedRole) => facts.profile.name

function leaveOut(columns: SettledRole[], place: number, reason: string): void {
  columns[place] = { ...columns[place], role: 'identifier', sure: 'likely', reason }
}

async function leaveOutDoubles(columns: SettledRole[], request: RelateRequest, run: EngineRun): Promise<void> {
  const candidates = columns.flatMap(({ role, facts }, i) =>
    (role === 'quasi-identifier' || role === 'other') && facts.distinct > 2 && facts.distinct <= MOST_LEAVES ? [i] : [],
  )
  if (candidates.length > MOST_COMPARED) return
  for (const second of candidates) {
    for (const first of candidates) {
      const [one, other] = [columns[first], columns[second]]
      if (first === second || one.role !== 'quasi-identifier' || one.facts.distinct !== other.facts.distinct) continue
      // If nearly every row differs, every column follows from every other.
      if (one.facts.share > MOST_DIFFER) continue
      if (other.role === 'identifier' || (other.role === 'quasi-identifier' && second < first)) continue
      const there = await valuesAbove(request, columnName(one), columnName(other), run)
      if (there === undefined || new Set(there.values()).size !== one.facts.distinct) continue
      leaveOut(
        columns,
        second,
        `It says the same as "${columnName(one)}" in other words, which is protected, so it is left out.`,
      )
      break
    }
  }
}

async function nestPlaces(columns: SettledRole[], request: RelateRequest, run: EngineRun): Promise<void> {
  const places = columns.flatMap(({ role, meaning, facts }, i) =>
    role === 'quasi-identifier' && meaning === 'place' && facts.kind === 'texts' && facts.distinct <= MOST_LEAVES
      ? [i]
      : [],
  )
  places.sort((a, b) => columns[a].facts.distinct - columns[b].facts.distinct)
  const taken = new Set<number>()
  for (const fine of places.toReversed()) {
    if (taken.has(fine)) continue
    const chain: { place: number; above: ReadonlyMap<string, string> }[] = []
    let below = fine
    for (const coarse of places.toReversed()) {
      if (taken.has(coarse) || columns[coarse].facts.distinct >= columns[below].facts.distinct) continue
      const above = await valuesAbove(request, columnName(columns[below]), columnName(columns[coarse]), run)
      if (above === undefined) continue
      chain.push({ place: coarse, above })
      below = coarse
    }
    if (chain.length === 0) continue
    const coarser = chain.map(({ place }) => columnName(columns[place]))
    const steps = chain.map(({ above }) => above)
    columns[fine] = {
      ...columns[fine],
      tree: buildTree(columns[fine].facts.profile.values, steps),
      reason: `${columns[fine].reason} Its groups are ${coarser.map((name) => `"${name}"`).join(', then ')}.`,
    }
    for (const { place } of chain) {
      taken.add(place)
      leaveOut(
        columns,
        place,
        `It follows from "${columnName(columns[fine])}", whose tree has it as a group, so it is left out.`,
      )
    }
  }
}

function buildTree(values: readonly string[], steps: readonly ReadonlyMap<string, string>[]): TaxonomyNode {
  const names = new Set(values)
  const root = rootBeside(names)
  const labels = steps.map((step) => {
    const labels = new Map<string, string>()
    for (const above of new Set(step.values())) {
      let label = above
      while (names.has(label) || label === root) label = `${label} (all)`
      labels.set(above, label)
    }
    for (const label of labels.values()) names.add(label)
    return labels
  })
  const paths = [...values].sort(naturalCompare).map((value) => {
    const path = [{ name: value }]
    let at = value
    steps.forEach((step, i) => {
      at = step.get(at) as string
      path.unshift({ name: labels[i].get(at) as string })
    })
    return path
  })
  return withoutSingles(taxonomyFromPaths({ name: root }, paths))
}

function withoutSingles(node: TaxonomyNode): TaxonomyNode {
  if (node.children === undefined) return node
  const children = node.children.map(withoutSingles)
  return children.length === 1 ? children[0] : { ...node, children }
}
