/** Keeps edited trees by file while pages change; saving the job or leaving the step writes them for runs to read. */
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { prose } from '../../../src/ground/format.ts'
import type { TaxonomyNode } from '../../../src/hierarchy/taxonomy/taxonomy.ts'
import { redone, type Steps, type Undoing, undone, withStep } from '../kit/steps.tsx'
import { post } from '../shell/request.ts'
import { type JobDocument, useStudio } from '../shell/use-studio.ts'
import { type EditNode, toEditTree, toTaxonomy } from './tree-model.ts'

export interface HeldTree extends Steps<EditNode> {
  /** The version in the file; absent if never written. */
  readonly saved?: EditNode | undefined
}

let held: ReadonlyMap<string, HeldTree> = new Map()
const listeners = new Set<() => void>()

function change(next: ReadonlyMap<string, HeldTree>): void {
  held = next
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function treeFile(base: string, taxonomy: string): string {
  const parts: string[] = []
  for (const part of `${base}/${taxonomy}`.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}

export function useTrees(): ReadonlyMap<string, HeldTree> {
  return useSyncExternalStore(listen, () => held)
}

/** Adds a tree read from its file (`saved`), or a proposal not yet in a file. */
export function holdTree(file: string, tree: TaxonomyNode, saved: boolean): void {
  const now = toEditTree(tree)
  change(new Map([...held, [file, { past: [], now, future: [], saved: saved ? now : undefined }]]))
}

export function editTree(file: string, edit: (root: EditNode) => EditNode): void {
  step(file, (tree) => {
    const root = edit(tree.now)
    return root === tree.now ? undefined : withStep(tree, root)
  })
}

export function undoingTree(file: string): Undoing {
  const tree = held.get(file)
  return {
    undo: tree && undone(tree) && (() => step(file, undone)),
    redo: tree && redone(tree) && (() => step(file, redone)),
  }
}

function step(file: string, take: (tree: HeldTree) => Steps<EditNode> | undefined): void {
  const current = held.get(file)
  const next = current && take(current)
  if (next !== undefined) change(new Map([...held, [file, { ...next, saved: current?.saved }]]))
}

export function unsavedTrees({ job, base }: Pick<JobDocument, 'job' | 'base'>): string[] {
  const files = Object.values(job.columns).flatMap(({ taxonomy }) =>
    taxonomy === undefined ? [] : [treeFile(base, taxonomy)],
  )
  return [...new Set(files)].filter((file) => {
    const tree = held.get(file)
    return tree !== undefined && tree.saved !== tree.now
  })
}

/** Unsaved trees with their files, to restore after a reload. */
export function unsavedTaxonomies(
  document: Pick<JobDocument, 'job' | 'base'>,
): readonly { readonly file: string; readonly tree: TaxonomyNode }[] {
  return unsavedTrees(document).map((file) => ({ file, tree: toTaxonomy((held.get(file) as HeldTree).now) }))
}

/** Forgets all trees: another job reads its trees from files. */
export function forgetTrees(): void {
  change(new Map())
}

export async function saveTrees(document: Pick<JobDocument, 'job' | 'base'>): Promise<readonly string[]> {
  const files = unsavedTrees(document)
  if (files.length === 0) return []
  const written = files.map((file) => [file, (held.get(file) as HeldTree).now] as const)
  const { saved } = await post<{ saved: readonly string[] }>('hierarchies/save', {
    base: '',
    trees: written.map(([path, root]) => ({ path, tree: toTaxonomy(root) })),
  })
  const next = new Map(held)
  for (const [file, root] of written) {
    const tree = next.get(file)
    if (tree !== undefined) next.set(file, { ...tree, saved: root })
  }
  change(next)
  return saved
}

/** `saved 7 trees in taxonomies/`. */
export function savedInWords(files: readonly string[]): string {
  if (files.length <= 2) return `saved ${files.join(' and ')}`
  const folders = [...new Set(files.map((file) => file.replace(/[^/]*$/, '')))]
  return prose`saved ${files.length} trees in
    ${folders.map((folder) => (folder === '' ? 'the folder' : folder)).join(' and ')}`
}

/** Saves trees when the page is left and when the job is saved, and tells the user. */
export function useSavedTrees(): void {
  const { document, tell } = useStudio()
  const latest = useRef(document)
  latest.current = document
  const save = useRef(() => {})
  save.current = () => {
    const job = latest.current
    if (job === undefined) return
    saveTrees(job).then(
      (saved) => {
        if (saved.length > 0) tell({ kind: 'good', text: savedInWords(saved) })
      },
      (error: Error) => tell({ kind: 'error', text: error.message }),
    )
  }
  useEffect(() => {
    if (document?.saved === true) save.current()
  }, [document])
  const here = useRef(false)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
      // In React's strict mode the page comes back at once.
      queueMicrotask(() => here.current || save.current())
    }
  }, [])
}
