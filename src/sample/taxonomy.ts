/** Reads the samples' trees and tables of figures (`tables/`) and their job files (`jobs/`). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TaxonomyNode } from '../hierarchy/taxonomy/taxonomy.ts'
import { writeTaxonomyJson } from '../hierarchy/taxonomy/write-taxonomy.ts'
import type { TextFile } from '../publish/staging.ts'

export function readText(path: string): string {
  return readFileSync(new URL(path, import.meta.url), 'utf8')
}

/** Fills in what the job file of a sample says about the request: `{rows}`, `{seed}`, … */
export function jobFile(sample: string, request: object): { readonly path: string; readonly text: string } {
  const text = Object.entries(request).reduce(
    (job, [name, value]) => job.replaceAll(`{${name}}`, value),
    readText(`./jobs/${sample}.yaml`),
  )
  return { path: 'job.yaml', text }
}

/** One tree per column, each below its `[column]`. */
export function readTrees(sample: string): Readonly<Record<string, TaxonomyNode>> {
  const parts = readText(`./tables/${sample}-trees.txt`)
    .split(/^\[(.+)\]$/m)
    .slice(1)
  return Object.fromEntries(parts.flatMap((column, i) => (i % 2 === 0 ? [[column, treeFrom(parts[i + 1])]] : [])))
}

export function readRows(table: string): string[][] {
  const lines = readText(`./tables/${table}.txt`).trim().split('\n')
  return lines.map((line) => line.split(' '))
}

/** One row per line, by the name it begins with; the first line has the names of the other cells. */
export function readTable(name: string): Readonly<Record<string, Readonly<Record<string, string>>>> {
  const [[, ...columns], ...rows] = readRows(name)
  return Object.fromEntries(
    rows.map(([key, ...cells]) => [key, Object.fromEntries(columns.map((column, i) => [column, cells[i]]))]),
  )
}

export function treeFiles(folder: string, trees: Readonly<Record<string, TaxonomyNode>>): TextFile[] {
  return Object.entries(trees).map(([name, tree]) => ({
    path: join(folder, `${name}.json`),
    text: writeTaxonomyJson(tree),
  }))
}

/** Indentation nests, `name:` opens a node, and other words are leaves. */
export function treeFrom(text: string): TaxonomyNode {
  const root: TaxonomyNode[] = []
  const open = [{ indent: -1, children: root }]
  for (const line of text.trim().split('\n')) {
    const indent = line.search(/\S/)
    const [, name, leaves] = /^\s*(?:(\S+):)?(.*)$/.exec(line) as RegExpExecArray
    while (open[open.length - 1].indent >= indent) open.pop()
    let { children } = open[open.length - 1]
    if (name !== undefined) {
      const inside: TaxonomyNode[] = []
      children.push({ name, children: inside })
      open.push({ indent, children: inside })
      children = inside
    }
    for (const leaf of leaves.split(' ')) if (leaf !== '') children.push({ name: leaf })
  }
  return root[0]
}

export function leafNames(tree: TaxonomyNode): string[] {
  return tree.children === undefined ? [tree.name] : tree.children.flatMap(leafNames)
}

export function leafBranches(tree: TaxonomyNode): number[] {
  return (tree.children ?? []).flatMap((child, branch) => leafNames(child).map(() => branch))
}

/** For each leaf in tree order, its parent's number: from 0, in order of first leaf. */
export function leafParents(tree: TaxonomyNode): number[] {
  const parents: TaxonomyNode[] = []
  const visit = (parent: TaxonomyNode): number[] =>
    (parent.children ?? []).flatMap((child) => {
      if (child.children !== undefined) return visit(child)
      if (!parents.includes(parent)) parents.push(parent)
      return [parents.indexOf(parent)]
    })
  return visit(tree)
}
