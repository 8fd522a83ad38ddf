/**
 * Tables whose rows also have items: classes over the columns, and inside each class an item recoding. Opening, counting, posing
 * and describing are those of classes; this folder adds the items.
 */
import { filterItems } from '../../baskets/baskets.ts'
import { didYouMean, userError } from '../../ground/errors.ts'
import type { Tree } from '../../hierarchy/hierarchy.ts'
import type { MixedPlan } from '../../plan/plan.ts'
import type { SensitiveItems } from '../../requirements/items/km-anonymity.ts'
import { smallestAllowedClass } from '../../requirements/requirement.ts'
import { leavesOfItems } from '../../search/items-search.ts'
import type { DecidedMixed, MixedProblem } from '../../search/methods/mixed/mixed.ts'
import type { SensitiveNodes } from '../../search/methods/mixed/sensitive-items.ts'
import { withMixedCheck } from '../../verification/verify-mixed.ts'
import { type ClassesStations, classes, classesChecks } from '../classes/classes.ts'
import { itemTree, releaseLayout } from '../items/baskets.ts'
import type { Checks, Kind, Written } from '../kind.ts'
import { poseProblem } from '../table/pose-problem.ts'
import { type CountedMixed, countMixed } from './count-mixed.ts'
import { describeMixed } from './describe-mixed.ts'
import { type WrittenMixed, writeMixed } from './write-mixed.ts'

export interface MixedStations extends ClassesStations {
  readonly plan: MixedPlan
  readonly counted: CountedMixed
  readonly problem: MixedProblem
  readonly found: DecidedMixed
  readonly written: WrittenMixed
}

export const mixed: Kind<MixedStations> = {
  open: classes.open,
  search: classes.search,
  figures: classes.figures,
  count: countMixed,
  pose: poseMixed,
  write: writeMixed,
  checks: mixedChecks,
  describe: describeMixed,
}

function poseMixed(plan: MixedPlan, counted: CountedMixed): MixedProblem {
  const { baskets, combinationOf } = counted
  const tree = itemTree(plan, baskets)
  const {
    m,
    sensitive,
    items: { column, unseen },
  } = plan
  const leaves = new Set(Array.from(tree.leafNode, (node) => tree.names[node]))
  const known = baskets.items.filter((item) => unseen !== 'suppress' || leaves.has(item))
  const nodes = leavesOfItems(tree, known, `columns.${column}.taxonomy`)
  const leafOf = new Map(known.map((item, i) => [item, tree.first[nodes[i]]]))
  const some = filterItems(baskets, (item) => leafOf.has(baskets.items[item]))
  const codes = some.codes.map((item) => leafOf.get(baskets.items[item]) as number)
  const items = {
    baskets: { ...some, codes },
    combinationOf,
    tree,
    m,
    sensitive: sensitive && nodesOf(sensitive, tree),
  }
  return { ...poseProblem(plan, counted), items }
}

function nodesOf({ items, h }: SensitiveItems, tree: Tree): SensitiveNodes {
  const wrongName = userError('known', 'privacy.km.sensitive')
  const nodes = items.map((name) => {
    const node = tree.names.indexOf(name)
    if (node < 0)
      throw wrongName`privacy.km.sensitive names "${name}", which is no item and no node of the tree${didYouMean(name, tree.names)}`
    return node
  })
  const isBelow = (node: number, other: number) =>
    node !== other && tree.first[node] >= tree.first[other] && tree.last[node] <= tree.last[other]
  const inner = nodes.find((node, i) => nodes.some((other, j) => i !== j && (node === other || isBelow(node, other))))
  if (inner !== undefined)
    throw wrongName`privacy.km.sensitive names "${tree.names[inner]}" twice, by itself or by a node above it; remove one`
  return { nodes, h }
}

function mixedChecks(work: Written<MixedStations>): Checks {
  const { plan, problem } = work
  const { source, verify } = classesChecks(work)
  const request = {
    quasiIdentifiers: problem.hierarchies.map(({ column }) => column),
    layout: releaseLayout({ form: 'cells', items: plan.items }),
    k: smallestAllowedClass(plan.requirements),
    m: plan.m,
    sensitive: plan.sensitive,
  }
  return {
    source,
    async verify(file, run) {
      const counted = await verify(file, run)
      return { ...counted, verification: await withMixedCheck(counted.verification, counted.release, request, run) }
    },
  }
}
