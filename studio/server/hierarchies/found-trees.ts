/** Finds taxonomies in the studio's folder: JSON or CSV files named after a column that cover its values. */
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readTaxonomy } from '../../../src/hierarchy/taxonomy/read-taxonomy.ts'
import { isLeaf, type TaxonomyNode } from '../../../src/hierarchy/taxonomy/taxonomy.ts'
import { listFiles } from '../data/folder-files.ts'
import type { OpenedFile } from '../data/opened-files.ts'
import { pathInside } from '../folder.ts'
import type { Session } from '../session.ts'
import type { FoundTree } from './api.ts'
import { columnProfile } from './column-values.ts'

const MOST_BYTES = 5_000_000
/** Share of the rows of a column. */
const COVERED = 0.9

export async function foundTrees(
  session: Session,
  file: OpenedFile,
  base: string,
  columns: readonly string[],
): Promise<FoundTree[]> {
  const folder = pathInside(session.folder, base)
  const files = (await listFiles({ folder: folder })).filter(
    ({ path, bytes }) => bytes <= MOST_BYTES && /\.(json|csv|tsv|txt)$/i.test(path),
  )
  const found: FoundTree[] = []
  for (const column of columns) {
    const name = plain(column)
    const named = files.filter(({ path }) => nameWords(path).endsWith(name) || nameWords(path).startsWith(name))
    for (const { path } of named) {
      const tree = treeIn(pathInside(session.folder, join(folder, path)))
      if (tree === undefined) continue
      const { values, counts } = await columnProfile(file, { column })
      const leaves = leafNames(tree)
      const rows = values.reduce((sum, _, i) => sum + counts[i], 0)
      const covered = values.reduce((sum, value, i) => sum + (leaves.has(value) ? counts[i] : 0), 0)
      if (rows === 0 || covered < COVERED * rows) continue
      found.push({ column, path, covered: covered / rows })
      break
    }
  }
  return found
}

/** File name without extension and without words for a hierarchy: `adult_hierarchy_age.csv` becomes `adult age`. */
function nameWords(path: string): string {
  const stem = basename(path).replace(/\.[^.]*$/, '')
  return plain(stem.replace(/hierarch(y|ies)|taxonom(y|ies)|tree/gi, ''))
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

function treeIn(path: string): TaxonomyNode | undefined {
  try {
    const tree = readTaxonomy(readFileSync(path, 'utf8'), basename(path))
    return isLeaf(tree) ? undefined : tree
  } catch {
    // Data or a job.
    return undefined
  }
}

function leafNames(tree: TaxonomyNode): Set<string> {
  const leaves = new Set<string>()
  const visit = (node: TaxonomyNode): void => {
    if (isLeaf(node)) leaves.add(node.name)
    else for (const child of node.children ?? []) visit(child)
  }
  visit(tree)
  return leaves
}
