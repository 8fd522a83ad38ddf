/**
 * The cuts that a person moves, with a way back, and what the server says they come to. Questions go out one at a time: while one is
 * under way only the latest cuts wait, so that dragging never queues up. Cuts are kept when the page is left and come back with it.
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Cut, WhatIfAnswer } from '../../../../src/workbench.ts'
import type { WhatIfFacts } from '../../../server/result/api.ts'
import { get, post } from '../../shell/request.ts'
import { sameCut } from './cuts.ts'

type Cuts = readonly Cut[]

interface History {
  readonly past: readonly Cuts[]
  readonly now: Cuts
  readonly future: readonly Cuts[]
}

export interface WhatIfState {
  readonly facts: WhatIfFacts
  readonly cuts: Cuts
  /** Of the latest cuts that were answered. */
  readonly answer: WhatIfAnswer
  /** The answer is that of `cuts`. */
  readonly isFresh: boolean
  readonly error?: string
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** Whether the cuts differ from the release's. */
  readonly isMoved: boolean
  /** Changes the cut of a column. With `merge` it goes into the same step back as the change before: dragging is one step. */
  change(column: number, cut: Cut, merge?: boolean): void
  undo(): void
  redo(): void
  reset(): void
}

const histories = new Map<string, History>()

/** The cuts that what-if opens with for this run; those that were there before are a step back. */
export function openWith(runId: string, cuts: Cuts): void {
  const before = histories.get(runId)
  histories.set(runId, { past: before === undefined ? [] : [...before.past, before.now], now: cuts, future: [] })
}

export function useWhatIf(runId: string): WhatIfState | { readonly error?: string } {
  const [facts, setFacts] = useState<WhatIfFacts>()
  const [error, setError] = useState<string>()
  const [history, setHistory] = useState<History | undefined>(histories.get(runId))
  const [answered, setAnswered] = useState<{ readonly cuts: Cuts; readonly answer: WhatIfAnswer }>()
  useEffect(() => {
    const controller = new AbortController()
    get<WhatIfFacts>(`result/${runId}/what-if`, controller.signal).then(
      (own) => {
        setFacts(own)
        setAnswered({ cuts: own.cuts, answer: own.release })
        setHistory((before) => before ?? { past: [], now: own.cuts, future: [] })
      },
      (reason: Error) => {
        if (!controller.signal.aborted) setError(reason.message)
      },
    )
    return () => controller.abort()
  }, [runId])
  useEffect(() => {
    if (history !== undefined) histories.set(runId, history)
  }, [runId, history])

  const ask = useQuestions(runId, setAnswered, setError)
  const now = history?.now
  useEffect(() => {
    if (facts !== undefined && now !== undefined) ask(now)
  }, [ask, facts, now])

  const change = useCallback((column: number, cut: Cut, merge = false) => {
    setHistory((own) => {
      if (own === undefined || sameCut(own.now[column], cut)) return own
      const next = own.now.with(column, cut)
      return merge ? { ...own, now: next } : { past: [...own.past, own.now], now: next, future: [] }
    })
  }, [])
  const undo = useCallback(() => setHistory((own) => own && back(own)), [])
  const redo = useCallback(() => setHistory((own) => own && forth(own)), [])
  if (facts === undefined || history === undefined || answered === undefined)
    return error === undefined ? {} : { error }
  const isMoved = !history.now.every((cut, i) => sameCut(cut, facts.cuts[i]))
  return {
    facts,
    cuts: history.now,
    answer: answered.answer,
    isFresh: answered.cuts === history.now,
    error,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    isMoved,
    change,
    undo,
    redo,
    reset: () => {
      if (isMoved) setHistory({ past: [...history.past, history.now], now: facts.cuts, future: [] })
    },
  }
}

function back({ past, now, future }: History): History {
  const before = past.at(-1)
  return before === undefined
    ? { past, now, future }
    : { past: past.slice(0, -1), now: before, future: [now, ...future] }
}

function forth({ past, now, future }: History): History {
  const [next, ...rest] = future
  return next === undefined ? { past, now, future } : { past: [...past, now], now: next, future: rest }
}

function useQuestions(
  runId: string,
  onAnswer: (answered: { readonly cuts: Cuts; readonly answer: WhatIfAnswer }) => void,
  onError: (error: string | undefined) => void,
): (cuts: Cuts) => void {
  const waiting = useRef<Cuts | undefined>(undefined)
  const isAsking = useRef(false)
  return useCallback(
    async (cuts) => {
      waiting.current = cuts
      if (isAsking.current) return
      isAsking.current = true
      try {
        while (waiting.current !== undefined) {
          const asked: Cuts = waiting.current
          waiting.current = undefined
          const answer = await post<WhatIfAnswer>(`result/${runId}/what-if`, { cuts: asked })
          onAnswer({ cuts: asked, answer })
          onError(undefined)
        }
      } catch (reason) {
        onError((reason as Error).message)
      } finally {
        isAsking.current = false
      }
    },
    [runId, onAnswer, onError],
  )
}
