/**
 * What the page holds, kept by the browser's tab over a reload: the job, the data, the run that is looked at, trees that no file has yet.
 * It is written when the page goes and read when it comes; another tab, and another start of the studio, have their own.
 */
import { useEffect, useRef } from 'react'
import type { TaxonomyNode } from '../../../src/hierarchy/taxonomy/taxonomy.ts'
import type { OpenAnswer } from '../../server/data/api.ts'
import { holdTree, unsavedTaxonomies } from '../hierarchies/tree-store.ts'
import { root } from './address.ts'
import { get, post } from './request.ts'
import { type JobDocument, type OpenedData, type StepName, useStudio } from './studio.tsx'
import { allKept, keepAll } from './use-kept.ts'

export interface HeldState {
  readonly step: StepName
  readonly document?: JobDocument
  readonly data?: OpenedData
  readonly runId?: string
}

interface Kept extends HeldState {
  readonly trees: readonly { readonly file: string; readonly tree: TaxonomyNode }[]
  readonly pages: Readonly<Record<string, unknown>>
}

/** The address has the token of the studio that was started. */
const key = `halftone ${root}`

let restored = false

/** What was there before the page was loaded anew; pages and trees get theirs at once. */
export async function heldBefore(): Promise<HeldState | undefined> {
  const text = sessionStorage.getItem(key)
  if (text === null) return undefined
  try {
    const { trees, pages, data, ...state } = JSON.parse(text) as Kept
    // A page that is drawn twice, as in development, has them already.
    if (!restored) {
      for (const { file, tree } of trees) holdTree(file, tree, false)
      keepAll(pages)
    }
    restored = true
    if (data === undefined || state.document === undefined) return state
    const open = await stillOpen(data, state.document).catch(() => undefined)
    return open === undefined ? state : { ...state, data: open }
  } catch {
    return undefined
  }
}

/** Keeps the state when the page goes. */
export function useKeptOverReload(): void {
  const { step, document, data, runId } = useStudio()
  const latest = useRef<HeldState>({ step })
  latest.current = { step, document, data, runId }
  useEffect(() => {
    const keep = () => {
      const { document: own } = latest.current
      const kept: Kept = { ...latest.current, trees: own === undefined ? [] : unsavedTaxonomies(own), pages: allKept() }
      try {
        sessionStorage.setItem(key, JSON.stringify(kept))
      } catch {
        // More than a tab may keep: the page begins anew then, as it would without.
        sessionStorage.removeItem(key)
      }
    }
    window.addEventListener('pagehide', keep)
    return () => window.removeEventListener('pagehide', keep)
  }, [])
}

/** The data of the page, opened again where the studio has closed it meanwhile: it keeps a few files open, of all tabs together. */
export async function stillOpen(data: OpenedData, { job, base }: JobDocument): Promise<OpenedData> {
  const isOpen = await get(`data/${data.id}`).then(
    () => true,
    () => false,
  )
  return isOpen ? data : await post<OpenAnswer>('data/open', { job, base })
}
