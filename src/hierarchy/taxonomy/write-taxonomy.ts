/** Writes a taxonomy in the two main formats of `read-taxonomy.ts`. */
import { taxonomyLevels } from '../tree.ts'
import { separatedField } from './separated-text.ts'
import { isLeaf, type TaxonomyNode, visitTaxonomy } from './taxonomy.ts'

export function writeTaxonomyJson(root: TaxonomyNode): string {
  return `${nodeText(root, '')}\n`
}

/** One line per leaf: the leaf, then its label at level 1, 2, … up to the root. */
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
