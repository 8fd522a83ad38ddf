/** Nested names, unique, so that a released name has one meaning. The leaves, left to right, are the domain. */

import { type UserError, userError } from '../../ground/errors.ts'
import { madeOnce } from '../../ground/made-once.ts'
import { entryAt } from '../../ground/maps.ts'
import { type Finding, quote } from '../doctor.ts'

export const MOST_LEVELS = 100

const wrongFile = userError('file')

export function tooDeep(file: string): UserError {
  return wrongFile`taxonomy ${file} has more than ${MOST_LEVELS} levels; a tree has at most so many: leave levels out`
}

export interface TaxonomyNode {
  readonly name: string
  readonly children?: readonly TaxonomyNode[]
  /** For a group: the full-domain level from which it replaces its values; default: one below its parent's. */
  readonly level?: number
}

export function isLeaf(node: TaxonomyNode): boolean {
  return node.children === undefined || node.children.length === 0
}

export function rootBeside(names: { has(name: string): boolean }): string {
  let root = 'ANY'
  while (names.has(root)) root = `${root} (all)`
  return root
}

/** Visits nodes in pre-order with their ancestors, root first. The ancestors array is reused. */
export function visitTaxonomy(
  root: TaxonomyNode,
  visit: (node: TaxonomyNode, ancestors: readonly TaxonomyNode[]) => void,
): void {
  const ancestors: TaxonomyNode[] = []
  const waiting: { node: TaxonomyNode; depth: number }[] = [{ node: root, depth: 0 }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, depth } = next
    ancestors.length = depth
    visit(node, ancestors)
    ancestors.push(node)
    const children = node.children ?? []
    for (let child = children.length - 1; child >= 0; child--) waiting.push({ node: children[child], depth: depth + 1 })
  }
}

export function checkTaxonomy(column: string, root: TaxonomyNode): Finding[] {
  const findings: Finding[] = []
  const seen = new Map<string, { leaf: boolean; parent: string | undefined }>()
  visitTaxonomy(root, (node, ancestors) => {
    const parent = ancestors.at(-1)?.name
    const leaf = isLeaf(node)
    const { name } = node
    if (name.trim() === '') {
      const place = parent === undefined ? 'its root' : `a node under ${quote(parent)}`
      findings.push(treeFinding('error', 'empty-name', column, name, `${place} has an empty name; name it`))
      return
    }
    if (node.children?.length === 1) {
      const child = quote(node.children[0].name)
      const message = `${quote(name)} has one child only, ${child}; the two say the same, one of them can go`
      findings.push(treeFinding('warning', 'single-child', column, name, message))
    }
    const earlier = seen.get(name)
    if (earlier === undefined) {
      seen.set(name, { leaf, parent })
      return
    }
    const places = `under ${placeName(earlier.parent)} and under ${placeName(parent)}`
    if (!leaf && ancestors.some((ancestor) => ancestor.name === name)) {
      const path = [...ancestors.map((ancestor) => ancestor.name), name].map(quote).join(' > ')
      const message = `${quote(name)} stands below itself (${path}); give one of the two another name`
      findings.push(treeFinding('error', 'cycle', column, name, message))
    } else if (leaf && earlier.leaf) {
      const twice = earlier.parent === parent ? `twice under ${placeName(parent)}` : `twice, ${places}`
      const message = `the value ${quote(name)} stands ${twice}; a value has one place, remove the other`
      findings.push(treeFinding('error', 'doubled-leaf', column, name, message))
    } else if (leaf !== earlier.leaf) {
      const message = `${quote(name)} is a value and also the name of a group (${places}); rename the group`
      findings.push(treeFinding('error', 'ambiguous-name', column, name, message))
    } else {
      const message = `the group ${quote(name)} stands ${places}; a group has one parent, rename one of the two`
      findings.push(treeFinding('error', 'contradictory-parents', column, name, message))
    }
  })
  return findings
}

export interface PathStep {
  readonly name: string
  readonly level?: number
}

interface GrowingNode {
  readonly name: string
  level?: number
  children?: GrowingNode[]
}

/** Builds a tree from the paths to its leaves. If paths disagree on a group's level, the highest wins. */
export function taxonomyFromPaths(root: PathStep, paths: Iterable<readonly PathStep[]>): TaxonomyNode {
  const top: GrowingNode = { ...root }
  /** Only groups are looked up, so that the doctor still sees duplicate values. */
  const childGroups = madeOnce((_: GrowingNode) => new Map<string, GrowingNode>())
  for (const path of paths) {
    let node = top
    for (const { name, level } of path.slice(0, -1)) {
      const children = (node.children ??= [])
      const group = entryAt(childGroups(node), name, () => children[children.push({ name }) - 1])
      if (level !== undefined && level > (group.level ?? 0)) group.level = level
      node = group
    }
    ;(node.children ??= []).push({ name: path[path.length - 1].name })
  }
  return top
}

function treeFinding(
  severity: Finding['severity'],
  kind: Finding['kind'],
  column: string,
  name: string,
  message: string,
): Finding {
  return { severity, kind, column, name, message: `taxonomy of column "${column}": ${message}` }
}

function placeName(parent: string | undefined): string {
  return parent === undefined ? 'nothing (it is the root)' : quote(parent)
}
