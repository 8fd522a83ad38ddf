/**
 * kADET (Friedman, Schuster, Wolff 2006): a decision tree that is k-anonymous itself. Makes the best split of all open
 * nodes if every branch gets no row or at least k. Every leaf is then a group of k rows or more, and pruning only
 * merges groups. All columns are public here, the class is not.
 * Cost: cells × columns per level of the tree. Splits by gain ratio over categories; numbers are cut into intervals
 * before.
 */
import type { CodedTable } from '../../../learn/coded-table.ts'
import { allEntries, divideEntries, type Entries, sumClassWeights } from '../../../learn/decision-tree/entries.ts'
import type { Growth } from '../../../learn/decision-tree/grow.ts'
import { pruneTree } from '../../../learn/decision-tree/prune.ts'
import { prepareTrainingData, type TrainingData } from '../../../learn/decision-tree/training-data.ts'
import { makeLeaf, sum, type TreeNode } from '../../../learn/decision-tree/tree.ts'
import { entropyBits } from '../../../learn/discretize.ts'

export interface AnonymousTreeSettings {
  readonly k: number
  readonly confidence: number
  readonly prune: boolean
}

interface OpenNode {
  readonly entries: Entries
  readonly classWeights: Float64Array
  readonly tested: readonly number[]
  test?: { readonly column: number; readonly branches: readonly OpenNode[] }
}

interface Candidate {
  readonly node: OpenNode
  readonly column: number
  readonly ratio: number
}

/** `table` has categories only, none missing. */
export function* growAnonymousTree(table: CodedTable, settings: AnonymousTreeSettings): Growth<TreeNode> {
  const data = prepareTrainingData(table)
  const entries = allEntries(data)
  const root = openNode(data, entries, [])
  let candidates = listCandidates(data, root)
  while (candidates.length > 0) {
    const best = findBest(candidates)
    if (yield best.node.entries.rows.length) break
    const parts = divideEntries(data, { kind: 'categories', column: best.column }, best.node.entries)
    if (!parts.every((part) => part.rows.length === 0 || sum(part.weights) >= settings.k)) {
      candidates = candidates.filter((candidate) => candidate !== best)
      continue
    }
    const tested = [...best.node.tested, best.column]
    const branches = parts.map((part) => openNode(data, part, tested))
    best.node.test = { column: best.column, branches }
    candidates = candidates.filter((candidate) => candidate.node !== best.node)
    for (const branch of branches) if (branch.entries.rows.length > 0) candidates.push(...listCandidates(data, branch))
  }
  const grown = closed(root)
  // Without raising: a raised subtree's empty leaves could get fewer than k rows of the branches beside it.
  return settings.prune ? pruneTree(data, grown, entries, { confidence: settings.confidence, raising: false }) : grown
}

function openNode(data: TrainingData, entries: Entries, tested: readonly number[]): OpenNode {
  return { entries, classWeights: sumClassWeights(data, entries), tested }
}

function closed({ classWeights, test }: OpenNode): TreeNode {
  if (test === undefined) return makeLeaf(classWeights)
  const branches = test.branches.map(closed)
  return { kind: 'categories', column: test.column, classWeights, weight: sum(classWeights), branches }
}

function listCandidates(data: TrainingData, node: OpenNode): Candidate[] {
  return data.columns.flatMap((_, column) => {
    if (node.tested.includes(column)) return []
    const ratio = gainRatio(data, node, column)
    return ratio > 0 ? [{ node, column, ratio }] : []
  })
}

/** The highest ratio; ties go to the first column, then the first node. */
function findBest(candidates: readonly Candidate[]): Candidate {
  return candidates.reduce((best, one) => {
    const difference = one.ratio - best.ratio
    return difference > 1e-9 || (Math.abs(difference) <= 1e-9 && one.column < best.column) ? one : best
  })
}

/** (H(classes) − Σ share · H(classes of branch)) / H(branches); 0 if nothing is gained. */
function gainRatio(data: TrainingData, { entries, classWeights }: OpenNode, column: number): number {
  const { codes, size } = data.columns[column]
  const { classes, target } = data
  const counts = new Float64Array(size * classes)
  const sizes = new Float64Array(size)
  for (let i = 0; i < entries.rows.length; i++) {
    const row = entries.rows[i]
    counts[codes[row] * classes + target[row]] += entries.weights[i]
    sizes[codes[row]] += entries.weights[i]
  }
  const total = sum(classWeights)
  let within = 0
  for (let code = 0; code < size; code++) {
    within += (sizes[code] / total) * entropyBits(counts.subarray(code * classes, (code + 1) * classes), sizes[code])
  }
  const gain = entropyBits(classWeights, total) - within
  const split = entropyBits(sizes, total)
  return gain > 1e-9 && split > 1e-9 ? gain / split : 0
}
