/**
 * A partial C4.5 tree (Frank and Witten, "Generating accurate rule sets without global optimization", 1998): expands
 * branches by increasing entropy, and stops at the first that does not become a leaf. Its largest leaf becomes a rule.
 */
import type { TreeSettings } from '../decision-tree/decision-tree.ts'
import { divideEntries, type Entries, type SplitTest, sumClassWeights } from '../decision-tree/entries.ts'
import { estimatedErrors } from '../decision-tree/pessimistic-errors.ts'
import type { SplitChooser } from '../decision-tree/split.ts'
import type { TrainingData } from '../decision-tree/training-data.ts'
import { sum } from '../decision-tree/tree.ts'
import { entropyBits } from '../discretize.ts'
import { TINY } from '../learner.ts'

export interface LeafPath {
  readonly steps: readonly PathStep[]
  readonly classWeights: Float64Array
}

export interface PathStep {
  readonly test: SplitTest
  readonly branch: number
  readonly share: number
}

interface PartialNode {
  readonly path: LeafPath
  readonly leaf: boolean
}

export function findRuleLeaf(
  data: TrainingData,
  chooser: SplitChooser,
  entries: Entries,
  settings: Pick<TreeSettings, 'confidence' | 'minimum'>,
): LeafPath {
  const { confidence, minimum } = settings

  function expand(at: Entries): PartialNode {
    const classWeights = sumClassWeights(data, at)
    const asLeaf: PartialNode = { path: { steps: [], classWeights }, leaf: true }
    const test = chooser.choose(at, classWeights)
    if (!test) return asLeaf
    const parts = divideEntries(data, test, at)
    const weights = parts.map((part) => sumClassWeights(data, part))
    const totals = weights.map(sum)
    const expanded: (PartialNode | undefined)[] = parts.map(() => undefined)
    let stopped = false
    for (const branch of byEntropy(weights, totals, minimum)) {
      expanded[branch] = expand(parts[branch])
      if (!expanded[branch].leaf) {
        stopped = true
        break
      }
    }
    if (!stopped) {
      // All branches are leaves now, including those too small to expand.
      const errors = weights.reduce((total, branch) => total + estimatedErrors(branch, confidence), 0)
      if (estimatedErrors(classWeights, confidence) <= errors + 0.1 + TINY) return asLeaf
    }
    const branch = mostCovering(expanded, totals, minimum)
    const share = totals[branch] / totals.reduce((total, weight) => total + weight, 0)
    const { steps, classWeights: leafWeights } = expanded[branch]!.path
    return { path: { steps: [{ test, branch, share }, ...steps], classWeights: leafWeights }, leaf: false }
  }

  return expand(entries).path
}

/** Branches of at least the minimum weight, purest first; stable. */
function byEntropy(weights: readonly Float64Array[], totals: readonly number[], minimum: number): number[] {
  return totals
    .map((total, branch) => ({ branch, total, entropy: entropyBits(weights[branch], total) }))
    .filter(({ total }) => total >= minimum - TINY)
    .map(({ branch, entropy }) => ({ branch, entropy: entropy < TINY ? 0 : entropy }))
    .sort((a, b) => (Math.abs(a.entropy - b.entropy) < 1e-12 ? a.branch - b.branch : a.entropy - b.entropy))
    .map(({ branch }) => branch)
}

/** The expanded branch whose chosen leaf has the most weight; the first of equals. */
function mostCovering(expanded: readonly (PartialNode | undefined)[], totals: readonly number[], minimum: number) {
  let best = -1
  let most = Number.NEGATIVE_INFINITY
  expanded.forEach((node, branch) => {
    if (!node || totals[branch] < minimum - TINY) return
    const covered = sum(node.path.classWeights)
    if (covered > most + TINY) {
      most = covered
      best = branch
    }
  })
  return best
}
