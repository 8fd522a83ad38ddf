/** Keeps the page's state over a reload in the tab's session storage: job, data, selected run, unsaved trees. */
import { useEffect, useRef } from 'react'
import type { TaxonomyNode } from '../../../src/hierarchy/taxonomy/taxonomy.ts'
import type { OpenAnswer } from '../../server/data/api.ts'
import { holdTree, unsavedTaxonomies } from '../hierarchies/tree-store.ts'
import { root } from './address.ts'
import { get, post } from './request.ts'
import { allKept, keepAll } from './use-kept.ts'
import { type JobDocument, type OpenedData, type Studio, useStudio } from './use-studio.ts'

export interface HeldState extends Pick<Studio, 'step' | 'document' | 'data' | 'runId'> {}

interface Kept extends HeldState {
  readonly trees: readonly { readonly file: string; readonly tree: TaxonomyNode }[]
  readonly pages: Readonly<Record<string, unknown>>
}

/** The address contains the token of this start of the studio. */
const key = `halftone ${root}`

let restored = false

export async function heldBefore(): Promise<HeldState | undefined> {
  const text = sessionStorage.getItem(key)
  if (text === null) return undefined
  try {
    const { trees, pages, data, ...state } = JSON.parse(text) as Kept
    // In React's strict mode they are restored already.
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

export function useKeptOverReload(): void {
  const { step, document, data, runId } = useStudio()
  const latest = useRef<HeldState>({ step })
  latest.current = { step, document, data, runId }
  useEffect(() => {
    const keep = () => {
      const { document } = latest.current
      const kept: Kept = {
        ...latest.current,
        trees: document === undefined ? [] : unsavedTaxonomies(document),
        pages: allKept(),
      }
      try {
        sessionStorage.setItem(key, JSON.stringify(kept))
      } catch {
        // Too large for session storage: the page starts empty.
        sessionStorage.removeItem(key)
      }
    }
    window.addEventListener('pagehide', keep)
    return () => window.removeEventListener('pagehide', keep)
  }, [])
}

/** Returns the data, reopened if the server has closed it: it keeps a few files open for all tabs together. */
export async function stillOpen(data: OpenedData, { job, base }: JobDocument): Promise<OpenedData> {
  const isOpen = await get(`data/${data.id}`).then(
    () => true,
    () => false,
  )
  return isOpen ? data : await post<OpenAnswer>('data/open', { job, base })
}
