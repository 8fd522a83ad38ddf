/**
 * Reads a taxonomy: nested JSON (`{"name": …, "children": […]}`), one line per leaf (`leaf;level1;…;*`, as in ARX), or
 * a format of `foreign-taxonomy.ts`. Lines are aligned at the root. A field that repeats its left neighbour is the same
 * node one level up (`Private;Private;*`), unless more lines have it there: then it is a group named like a member (a
 * province and its capital) and becomes `Parma (all)`.
 */
import { didYouMean, type Fault, masked, UserError, userError } from '../../ground/errors.ts'
import { type FindingKind, quote } from '../doctor.ts'
import { SUPPRESSED_LABEL } from '../hierarchy.ts'
import { readForeignTaxonomy } from './foreign-taxonomy.ts'
import { detectSeparator, parseSeparated } from './separated-text.ts'
import type { PathStep, TaxonomyNode } from './taxonomy.ts'
import { checkTaxonomy, isLeaf, MOST_LEVELS, taxonomyFromPaths, tooDeep, visitTaxonomy } from './taxonomy.ts'

const wrongFile = userError('file')

const MOST_LINES = 250_000

export function readTaxonomy(text: string, name: string): TaxonomyNode {
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text
  if (plain.trim() === '') throw wrongFile`taxonomy ${name} must not be empty; write a line per leaf or nested JSON`
  let lines = 0
  for (let at = plain.indexOf('\n'); at >= 0; at = plain.indexOf('\n', at + 1)) lines++
  if (lines > MOST_LINES)
    throw wrongFile`taxonomy ${name} must have at most ${MOST_LINES} lines; it has ${lines}: leave out values that the
      data does not have`
  const isJson = /\.json$/i.test(name) || (!/\.(csv|tsv|txt)$/i.test(name) && plain.trimStart().startsWith('{'))
  return isJson ? readTaxonomyJson(plain, name) : (readForeignTaxonomy(plain, name) ?? readTaxonomyLines(plain, name))
}

function readTaxonomyJson(text: string, name: string): TaxonomyNode {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch (error) {
    throw wrongFile`taxonomy ${name} is not valid JSON: ${(error as Error).message}`
  }
  return readNode(data, name, [])
}

const NODE_KEYS = ['name', 'children', 'level']

function readNode(data: unknown, file: string, path: readonly string[]): TaxonomyNode {
  if (path.length > MOST_LEVELS) throw tooDeep(file)
  const place = `taxonomy ${file}: ${path.length === 0 ? 'the root' : path.join(' > ')}`
  if (data === null || typeof data !== 'object' || Array.isArray(data))
    throw wrongFile`${place} must be {"name": …, "children": […]}; got ${shortJson(data)}`
  for (const key of Object.keys(data)) {
    if (NODE_KEYS.includes(key)) continue
    const hint = didYouMean(key, NODE_KEYS) || '; known keys are name, children, level'
    throw wrongFile`${place} has an unknown key "${key}"${hint}`
  }
  const { name, children, level } = data as { name?: unknown; children?: unknown; level?: unknown }
  if (typeof name !== 'string' || name.trim() === '')
    throw wrongFile`${place} must have a name, text that is not empty; got ${shortJson(name)}`
  if (level !== undefined && !(Number.isInteger(level) && (level as number) >= 1))
    throw wrongFile`${place}: level must be a whole number of at least 1; got ${shortJson(level)}`
  if (children === undefined) return { name }
  if (!Array.isArray(children))
    throw wrongFile`${place}: children of "${name}" must be a list; got ${shortJson(children)}`
  if (children.length === 0) return { name }
  const nodes = children.map((child, index) => {
    const childName = (child as { name?: unknown } | null)?.name
    const step = typeof childName === 'string' && childName.trim() !== '' ? childName : `child ${index + 1}`
    return readNode(child, file, [...(path.length === 0 ? [name] : path), step])
  })
  // A group whose only child is a leaf of the same name is that leaf, repeated.
  if (nodes.length === 1 && nodes[0].name === name && isLeaf(nodes[0])) return nodes[0]
  return level === undefined ? { name, children: nodes } : { name, level: level as number, children: nodes }
}

function shortJson(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}

function readTaxonomyLines(text: string, name: string): TaxonomyNode {
  const rows = parseSeparated(text, detectSeparator(text), `taxonomy ${name}`)
  const lines = rows.map(({ fields, line }) => {
    const filled = fields.slice(0, fields.findLastIndex((field) => field !== '') + 1)
    if (filled.length > MOST_LEVELS + 1) throw tooDeep(name)
    const empty = filled.findIndex((field) => field.trim() === '')
    if (empty >= 0)
      throw wrongFile`taxonomy ${name}:${line} field ${empty + 1} is empty; every level of a leaf needs a name`
    return filled
  })
  const root = rootLabel(lines)
  const paths = lines.map((fields) =>
    fields.length > 1 && fields[fields.length - 1] === root ? fields : [...fields, root],
  )
  const named = withOwnNames(paths)
  return withoutImpliedLevels(taxonomyOfLines(named, named[0][named[0].length - 1]))
}

/** Renames groups that share the name of a descendant but have more leaves than it. */
function withOwnNames(lines: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const carriers: Map<string, number>[] = []
  for (const fields of lines) {
    fields.forEach((field, index) => {
      const level = fields.length - 1 - index
      carriers[level] ??= new Map()
      carriers[level].set(field, (carriers[level].get(field) ?? 0) + 1)
    })
  }
  const renamed = carriers.map(() => new Map<string, string>())
  const taken = new Set(lines.flat())
  const below = new Set<string>()
  for (let level = carriers.length - 1; level >= 0; level--) {
    for (const [label, count] of carriers[level]) {
      if (!below.has(label) || label === SUPPRESSED_LABEL) continue
      const same = carriers[level + 1]?.get(label) === count
      let name = renamed[level + 1]?.get(label) ?? label
      if (!same) while (taken.has(name)) name = `${name} (all)`
      taken.add(name)
      if (name !== label) renamed[level].set(label, name)
    }
    for (const label of carriers[level].keys()) below.add(label)
  }
  if (renamed.every((names) => names.size === 0)) return lines
  return lines.map((fields) => fields.map((field, index) => renamed[fields.length - 1 - index].get(field) ?? field))
}

function rootLabel(lines: readonly (readonly string[])[]): string {
  const last = lines[0][lines[0].length - 1]
  const agreed = lines.every((fields) => fields.length > 1 && fields[fields.length - 1] === last)
  return agreed ? last : SUPPRESSED_LABEL
}

function taxonomyOfLines(lines: readonly (readonly string[])[], root: string): TaxonomyNode {
  let height = 0
  for (const fields of lines) height = Math.max(height, fields.length - 1)
  let rootLevel = 1
  const steps = lines.map((fields): PathStep[] => {
    const path: PathStep[] = []
    for (let index = 0; index < fields.length; index++) {
      if (index > 0 && fields[index] === fields[index - 1]) continue
      path.push({ name: fields[index], level: height - (fields.length - 1 - index) })
    }
    // A value with the root's name (`*;*`) stays, so that the doctor reports it.
    if (path.length > 1) rootLevel = Math.max(rootLevel, path.pop()?.level ?? 0)
    return path.reverse()
  })
  return taxonomyFromPaths({ name: root, level: rootLevel }, steps)
}

/** Numbers levels without gaps and drops those that the tree's shape implies (one below the parent's). */
function withoutImpliedLevels(root: TaxonomyNode): TaxonomyNode {
  const used = new Set<number>()
  visitTaxonomy(root, (node) => {
    if (!isLeaf(node)) used.add(node.level ?? 0)
  })
  const rank = new Map([...used].sort((a, b) => a - b).map((level, index) => [level, index + 1]))
  const levelRank = (node: TaxonomyNode): number => rank.get(node.level ?? 0) as number
  let implied = 0
  const strip = (node: TaxonomyNode, depth: number, above: number): TaxonomyNode => {
    implied = Math.max(implied, depth)
    if (isLeaf(node)) return { name: node.name }
    const level = levelRank(node)
    const children = (node.children ?? []).map((child) => strip(child, depth + 1, level))
    if (level === above - 1) return { name: node.name, children }
    implied = Math.max(implied, level + depth)
    return { name: node.name, level, children }
  }
  if (isLeaf(root)) return { name: root.name }
  const level = levelRank(root)
  const children = (root.children ?? []).map((child) => strip(child, 1, level))
  return implied === level ? { name: root.name, children } : { name: root.name, level, children }
}

const SHOWN = 3

const KINDS: Partial<Record<FindingKind, readonly [one: string, several: string, remedy: string]>> = {
  'doubled-leaf': ['value stands twice', 'values stand twice', 'a value has one place, remove the other'],
  'contradictory-parents': [
    'group stands under two parents',
    'groups stand under two parents',
    'a group has one parent, rename one of the two',
  ],
  'ambiguous-name': ['name is a value and a group', 'names are a value and a group', 'rename the group'],
  cycle: ['group stands below itself', 'groups stand below themselves', 'give one of the two another name'],
  'empty-name': ['node has no name', 'nodes have no name', 'name it'],
}

/** Throws one fault per kind of problem, with its count and first line numbers. */
export function readUsableTaxonomy(text: string, file: string, column: string): TaxonomyNode {
  const root = readTaxonomy(text, file)
  const errors = checkTaxonomy(column, root).filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return root
  const lines = text.split(/\r\n|\n|\r/)
  const faults = [...new Set(errors.map(({ kind }) => kind))].map((kind): Fault => {
    const names = [...new Set(errors.filter((error) => error.kind === kind).map((error) => error.name ?? ''))]
    const [one, several, remedy] = KINDS[kind] ?? ['problem', 'problems', 'fix it']
    // Values may be data and are masked; group names were chosen by a person.
    const named = kind === 'doubled-leaf' || kind === 'ambiguous-name' ? masked : quote
    const shown = names.slice(0, SHOWN).map((name) => `${named(name)}${findLines(name, lines)}`)
    const more = names.length > SHOWN ? ` and ${(names.length - SHOWN).toLocaleString('en')} more` : ''
    const count = names.length === 1 ? `a ${one}` : `${names.length.toLocaleString('en')} ${several}`
    const message = `taxonomy ${file} of column "${column}": ${count}: ${shown.join(', ')}${more}; ${remedy}`
    return { message, path: `columns.${column}.taxonomy`, rule: 'data' }
  })
  throw new UserError(faults)
}

/** Returns ` (lines 3 and 7)`: the lines that have the name as a field, a word or a whole text. */
function findLines(name: string, lines: readonly string[]): string {
  const found: number[] = []
  for (let i = 0; i < lines.length && found.length < 2; i++) {
    const fields = lines[i].split(/[;,\t"]|\shas\s/).map((field) => field.trim())
    if (fields.includes(name) || (name !== '' && lines[i].includes(JSON.stringify(name)))) found.push(i + 1)
  }
  if (found.length === 0) return ''
  return found.length === 1 ? ` (line ${found[0]})` : ` (lines ${found[0]} and ${found[1]})`
}
