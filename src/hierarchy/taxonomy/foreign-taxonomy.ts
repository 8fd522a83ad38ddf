/**
 * Reads taxonomies of other tools: Amnesia (`Europe has France Italy`, after four header lines), sdcHierarchies and
 * Argus (the number of `@` is the depth: `@@;France` or `@@France`).
 */
import { type UserError, userError } from '../../ground/errors.ts'
import { SUPPRESSED_LABEL } from '../hierarchy.ts'
import { parseSeparated } from './separated-text.ts'
import { MOST_LEVELS, type TaxonomyNode, tooDeep } from './taxonomy.ts'

const wrongFile = userError('file')

export function readForeignTaxonomy(text: string, name: string): TaxonomyNode | undefined {
  const lines = text.split(/\r\n|\n|\r/)
  const filled = lines.flatMap((line, index) => (line.trim() === '' ? [] : [{ text: line.trim(), line: index + 1 }]))
  if (/^(distinct|range)s?$/i.test(filled[0].text) && filled.some((one) => /^height\s+\d+$/i.test(one.text)))
    return readAmnesia(filled, name)
  if (/\.hrc$/i.test(name)) return treeOfDepths(filled.map(marked), name)
  const columns = /^"?(level|@+)"?\s*[;,\t]/i.exec(filled[0].text)
  if (columns === null || !filled.slice(1).every((one) => /^"?@+"?\s*[;,\t]/.test(one.text))) return undefined
  const separator = /[;,\t]/.exec(filled[0].text)?.[0] as ';' | ',' | '\t'
  const rows = parseSeparated(text, separator, `taxonomy ${name}`).filter(({ fields }) => /^@+$/.test(fields[0]))
  const nodes = rows.map(({ fields, line }) => ({ depth: fields[0].length, name: fields[1] ?? '', line }))
  return treeOfDepths(nodes, name)
}

interface Line {
  readonly text: string
  readonly line: number
}

interface Named {
  readonly depth: number
  readonly name: string
  readonly line: number
}

function marked({ text, line }: Line): Named {
  const [marks] = /^@*/.exec(text) as RegExpExecArray
  return { depth: marks.length + 1, name: text.slice(marks.length).trim(), line }
}

interface Growing extends TaxonomyNode {
  children?: Growing[]
}

function treeOfDepths(names: readonly Named[], file: string): TaxonomyNode {
  const top: Growing = { name: SUPPRESSED_LABEL }
  const path: Growing[] = [top]
  for (const { depth, name, line } of names) {
    if (name === '') throw wrongFile`taxonomy ${file}:${line} has no name behind its marks of depth; name it`
    if (depth > MOST_LEVELS) throw tooDeep(file)
    if (depth > path.length)
      throw wrongFile`taxonomy ${file}:${line} is ${depth - path.length + 1} levels below the line before it; a step
        down is one @ more`
    const node: Growing = { name }
    path.length = depth
    ;(path[depth - 1].children ??= []).push(node)
    path.push(node)
  }
  return top.children?.length === 1 ? top.children[0] : top
}

const HEAD = /^(distinct|ranges?|name|type|height)(\s|$)/i

function readAmnesia(lines: readonly Line[], file: string): TaxonomyNode {
  const begin = lines.findIndex(({ text }, i) => i > 0 && !HEAD.test(text))
  const groups = lines.slice(begin).map(({ text, line }) => {
    const [parent, word, ...children] = text.split(/\s+/)
    if (word !== 'has' || children.length === 0)
      throw wrongFile`taxonomy ${file}:${line} must be a group and its children, such as "Europe has France Italy"; fix
        the line`
    return { parent, children }
  })
  if (/^range/i.test(lines[0].text)) throw ofRanges(groups, file)
  const childNames = new Map(groups.map(({ parent, children }) => [parent, children]))
  const below = new Set<string>()
  for (const child of groups.flatMap(({ children }) => children)) {
    // Otherwise a name could be below itself, or its subtree would be copied at each occurrence.
    if (below.has(child))
      throw wrongFile`taxonomy ${file}: "${child}" stands below two groups, or twice; leave it below one`
    below.add(child)
  }
  const roots = [...childNames.keys()].filter((name) => !below.has(name))
  if (roots.length !== 1)
    throw wrongFile`taxonomy ${file} must have one group that stands under no other; it has ${roots.length}: add or
      remove one`
  const buildNode = (name: string, depth: number): TaxonomyNode => {
    if (depth > MOST_LEVELS) throw tooDeep(file)
    const children = childNames.get(name)?.map((child) => buildNode(child, depth + 1))
    return children === undefined ? { name } : { name, children }
  }
  return buildNode(roots[0], 0)
}

function ofRanges(groups: readonly { readonly children: readonly string[] }[], file: string): UserError {
  const starts = groups.flatMap(({ children }) => children.map((range) => Number(/^-?[\d.]+/.exec(range)?.[0])))
  const ends = [...new Set(starts)].sort((a, b) => a - b).slice(1)
  const numeric = ends.length > 0 && ends.every(Number.isFinite)
  return wrongFile`taxonomy ${file} is a hierarchy of ranges, which are made from the data; give the column
    ${numeric ? `type: numeric and endpoints: [${ends.join(', ')}]` : 'type: date'} in place of the taxonomy`
}
