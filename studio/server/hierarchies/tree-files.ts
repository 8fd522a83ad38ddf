/** Reads and writes tree files, in the format of their extension, atomically. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { UserError, userError } from '../../../src/ground/errors.ts'
import { readTaxonomy } from '../../../src/hierarchy/taxonomy/read-taxonomy.ts'
import type { TaxonomyNode } from '../../../src/hierarchy/taxonomy/taxonomy.ts'
import { writeTaxonomyJson, writeTaxonomyLines } from '../../../src/hierarchy/taxonomy/write-taxonomy.ts'
import { pathFrom, pathInside } from '../folder.ts'
import type { Session } from '../session.ts'
import type { SaveTreesRequest } from './api.ts'

export function readTree(session: Session, base: string, path: string): TaxonomyNode {
  const file = treePath(session, base, path)
  if (!existsSync(file))
    throw userError('file', path)`no such taxonomy: "${path}" (looked for ${pathFrom(session.folder, file)})`
  return readTaxonomy(readFileSync(file, 'utf8'), basename(path))
}

/** Writes all trees or none; returns their paths. */
export async function saveTrees(session: Session, { base, trees }: SaveTreesRequest): Promise<string[]> {
  const files = trees.map(({ path, tree }) => {
    const file = treePath(session, base, path)
    if (!/\.(json|csv|tsv|txt)$/i.test(file))
      throw new UserError(`a taxonomy is saved as .json or .csv; got "${path}"`, { path, rule: 'file' })
    return { file, staged: `${file}.${randomBytes(6).toString('hex')}.part`, text: treeText(tree, path) }
  })
  try {
    for (const { file, staged, text } of files) {
      await mkdir(dirname(file), { recursive: true })
      await writeFile(staged, text, { flag: 'wx' })
    }
    for (const { file, staged } of files) await rename(staged, file)
  } finally {
    for (const { staged } of files) await rm(staged, { force: true })
  }
  return files.map(({ file }) => pathFrom(session.folder, file))
}

/** The text of a tree in the format of its file. */
function treeText(tree: unknown, path: string): string {
  const checked = checkedTree(tree)
  return /\.json$/i.test(path) ? writeTaxonomyJson(checked) : writeTaxonomyLines(checked)
}

/** Validates a tree from a page as if read from a file. */
export function checkedTree(tree: unknown): TaxonomyNode {
  return readTaxonomy(JSON.stringify(tree ?? null), 'tree.json')
}

function treePath(session: Session, base: string, path: string): string {
  return pathInside(session.folder, resolve(join(session.folder, base), path))
}
