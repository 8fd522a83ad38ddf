/** Writes a taxonomy in the two forms that `read-taxonomy.ts` reads, so that tools can go from one to the other. */

import { taxonomyLevels } from '../tree.ts'
import { separatedField } from './separated-text.ts'
import { isLeaf, type TaxonomyNode, visitTaxonomy } from './taxonomy.ts'

/** Nested JSON, a node to a line, for people to edit. */
export function writeTaxonomyJson(root: TaxonomyNode): string {
  return `${nodeText(root, '')}\n`
}

/** A line per leaf: the leaf, then what it is called at level 1, 2, … up to the root. */
export function writeTaxonomyLines(root: TaxonomyNode): string {
  const levels = taxonomyLevels(`taxonomy ${root.name}`, root)
  const height = levels[0]
  const lines: string[] = []
  const pathLevels: number[] = []
  let number = 0
  visitTaxonomy(root, (node, ancestors) => {
    const depth = ancestors.length
    pathLevels[depth] = levels[number++]
    if (!isLeaf(node)) return
    const fields: string[] = []
    // Climb from the leaf as the levels do: the ancestor of each level is the highest whose own level is not above it.
    let step = depth
    for (let level = 0; level <= height; level++) {
      while (step > 0 && pathLevels[step - 1] <= level) step--
      fields.push(separatedField(step === depth ? node.name : ancestors[step].name))
    }
    lines.push(fields.join(';'))
  })
  return `${lines.join('\n')}\n`
}

function nodeText(node: TaxonomyNode, indent: string): string {
  const name = `"name": ${JSON.stringify(node.name)}`
  if (isLeaf(node)) return `${indent}{${name}}`
  const level = node.level === undefined ? '' : `, "level": ${node.level}`
  const children = (node.children ?? []).map((child) => nodeText(child, `${indent}  `))
  return `${indent}{${name}${level}, "children": [\n${children.join(',\n')}\n${indent}]}`
}
