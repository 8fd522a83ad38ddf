/**
 * The trees that the page holds, by their file (relative to the studio's folder), with what can be undone. They outlive the page that
 * edits them, and are written to their files when the job is saved or the step is left: a run reads files.
 */
import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { TaxonomyNode } from '../../../src/hierarchy/taxonomy/taxonomy.ts'
import { redone, type Steps, type Undoing, undone, withStep } from '../kit/steps.tsx'
import { post } from '../shell/request.ts'
import { type JobDocument, useStudio } from '../shell/studio.tsx'
import { type EditNode, editTreeOf, taxonomyOf } from './tree-model.ts'

export interface HeldTree extends Steps<EditNode> {
  /** What the file has; absent before the first time. */
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

/** The file of a column's tree, relative to the studio's folder. */
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

/** Takes a tree in: from its file (`saved`), or as a proposal that no file has yet. */
export function holdTree(file: string, tree: TaxonomyNode, saved: boolean): void {
  const now = editTreeOf(tree)
  change(new Map([...held, [file, { past: [], now, future: [], saved: saved ? now : undefined }]]))
}

export function editTree(file: string, edit: (root: EditNode) => EditNode): void {
  step(file, (own) => {
    const root = edit(own.now)
    return root === own.now ? undefined : withStep(own, root)
  })
}

/** Undoing and doing again, where there is something. */
export function undoingTree(file: string): Undoing {
  const own = held.get(file)
  return {
    undo: own && undone(own) && (() => step(file, undone)),
    redo: own && redone(own) && (() => step(file, redone)),
  }
}

function step(file: string, take: (own: HeldTree) => Steps<EditNode> | undefined): void {
  const own = held.get(file)
  const next = own && take(own)
  if (next !== undefined) change(new Map([...held, [file, { ...next, saved: own?.saved }]]))
}

/** Files of the job's trees that do not have what the page has. */
export function unsavedTrees({ job, base }: Pick<JobDocument, 'job' | 'base'>): string[] {
  const files = Object.values(job.columns).flatMap(({ taxonomy }) =>
    taxonomy === undefined ? [] : [treeFile(base, taxonomy)],
  )
  return [...new Set(files)].filter((file) => {
    const own = held.get(file)
    return own !== undefined && own.saved !== own.now
  })
}

/** The same with their trees, to be held again after the page was loaded anew. */
export function unsavedTaxonomies(
  document: Pick<JobDocument, 'job' | 'base'>,
): readonly { readonly file: string; readonly tree: TaxonomyNode }[] {
  return unsavedTrees(document).map((file) => ({ file, tree: taxonomyOf((held.get(file) as HeldTree).now) }))
}

/** Another job reads its trees from their files, also those that were held before. */
export function forgetTrees(): void {
  change(new Map())
}

/** Writes them; answers which. */
export async function saveTrees(document: Pick<JobDocument, 'job' | 'base'>): Promise<readonly string[]> {
  const files = unsavedTrees(document)
  if (files.length === 0) return []
  const written = files.map((file) => [file, (held.get(file) as HeldTree).now] as const)
  const { saved } = await post<{ saved: readonly string[] }>('hierarchies/save', {
    base: '',
    trees: written.map(([path, root]) => ({ path, tree: taxonomyOf(root) })),
  })
  const next = new Map(held)
  for (const [file, root] of written) {
    const own = next.get(file)
    if (own !== undefined) next.set(file, { ...own, saved: root })
  }
  change(next)
  return saved
}

/** `saved 7 trees in taxonomies/`. */
export function savedInWords(files: readonly string[]): string {
  if (files.length <= 2) return `saved ${files.join(' and ')}`
  const folders = [...new Set(files.map((file) => file.replace(/[^/]*$/, '')))]
  return `saved ${files.length} trees in ${folders.map((folder) => (folder === '' ? 'the folder' : folder)).join(' and ')}`
}

/** Saves trees when the page is left and when the job is saved, and tells where. */
export function useSavedTrees(): void {
  const { document, tell } = useStudio()
  const latest = useRef(document)
  latest.current = document
  const save = useRef(() => {})
  save.current = () => {
    const own = latest.current
    if (own === undefined) return
    saveTrees(own).then(
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
      // A page that is only drawn anew (as in development) is back at once.
      queueMicrotask(() => here.current || save.current())
    }
  }, [])
}
