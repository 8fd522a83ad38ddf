/**
 * Writes a job as the text of its file. In an existing YAML file only differences change; comments and key order stay.
 * Otherwise keys follow the order of the documentation, short mappings on one line.
 */
import * as yaml from 'yaml'
import type { Job } from '../../../src/table/job-schema.ts'

export function jobText(job: Job, before?: string): string {
  const document = before === undefined ? undefined : yaml.parseDocument(before)
  if (document === undefined || document.errors.length > 0 || !yaml.isMap(document.contents)) return freshText(job)
  change(document, document.contents, job)
  return print(document)
}

/** `{ a: 1 }` with inner spaces, `[1, 2]` without. */
function print(document: yaml.Document): string {
  const padded = (node: yaml.YAMLMap | yaml.YAMLSeq, padding: string): void => {
    const write = node.toString.bind(node)
    node.toString = (context, ...rest) =>
      write(context === undefined ? undefined : { ...context, flowCollectionPadding: padding }, ...rest)
  }
  yaml.visit(document, { Map: (_, node) => padded(node, ' '), Seq: (_, node) => padded(node, '') })
  return document.toString({ lineWidth: 0 })
}

const order: readonly string[] = [
  'version',
  'data',
  'columns',
  'privacy',
  'utility',
  'goal',
  'preference',
  'algorithm',
  'seed',
  'output',
]

function freshText(job: Job): string {
  const keys = Object.keys(job).sort((a, b) => order.indexOf(a) - order.indexOf(b))
  const document = new yaml.Document()
  document.contents = document.createNode(Object.fromEntries(keys.map((key) => [key, job[key as keyof Job]])))
  yaml.visit(document, {
    Map(_, node, path) {
      // One line per column, requirement or option: `age: { role: quasi-identifier, type: numeric }`.
      if (path.filter(yaml.isPair).length >= 2) node.flow = true
      return undefined
    },
    Seq(_, node) {
      node.flow = true
    },
  })
  return print(document)
}

/** Makes a mapping equal to `value`, changing only differences. */
function change(document: yaml.Document, map: yaml.YAMLMap, value: object): void {
  const wanted = Object.entries(value).filter(([, entry]) => entry !== undefined)
  const keys = new Set(wanted.map(([key]) => key))
  for (const { key } of [...map.items]) {
    const name = String(yaml.isScalar(key) ? key.value : key)
    if (!keys.has(name)) map.delete(key)
  }
  for (const [key, entry] of wanted) {
    const pair = map.items.find((item) => String(yaml.isScalar(item.key) ? item.key.value : item.key) === key)
    if (pair === undefined) {
      const node = document.createNode(entry)
      if (yaml.isCollection(node)) node.flow = true
      map.set(document.createNode(key), node)
      continue
    }
    const node = pair.value
    if (yaml.isMap(node) && isPlainObject(entry)) change(document, node, entry)
    else if (!same(yaml.isNode(node) ? node.toJS(document) : node, entry))
      pair.value = replacement(document, node, entry)
  }
}

/** A new value that keeps the comments of the old one. */
function replacement(document: yaml.Document, node: unknown, value: unknown): yaml.Node {
  const next = document.createNode(value)
  if (yaml.isNode(node)) {
    if (node.comment != null) next.comment = node.comment
    if (node.commentBefore != null) next.commentBefore = node.commentBefore
  }
  if (yaml.isCollection(next)) next.flow = true
  return next
}

function isPlainObject(value: unknown): value is object {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
