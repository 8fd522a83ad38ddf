/** The cuts being edited, and the server's answer. One request at a time: only the latest cuts wait. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Cut, WhatIfAnswer } from '../../../../src/tasks/what-if.ts'
import type { WhatIfFacts } from '../../../server/result/api.ts'
import { redone, type Steps, type Undoing, undone, withStep } from '../../kit/steps.tsx'
import { get, post } from '../../shell/request.ts'
import { sameCut } from './cuts.ts'

type Cuts = readonly Cut[]

type History = Steps<Cuts>

export interface WhatIfState extends Undoing {
  readonly facts: WhatIfFacts
  readonly cuts: Cuts
  /** Answer to the latest cuts that were answered. */
  readonly answer: WhatIfAnswer
  /** Whether `answer` belongs to `cuts`. */
  readonly isFresh: boolean
  readonly error?: string
  readonly isMoved: boolean
  change(column: number, cut: Cut): void
  reset(): void
}

const histories = new Map<string, History>()

export function useWhatIf(runId: string): WhatIfState | { readonly error?: string } {
  const [facts, setFacts] = useState<WhatIfFacts>()
  const [error, setError] = useState<string>()
  const [history, setHistory] = useState<History | undefined>(histories.get(runId))
  const [answered, setAnswered] = useState<{ readonly cuts: Cuts; readonly answer: WhatIfAnswer }>()
  useEffect(() => {
    const controller = new AbortController()
    get<WhatIfFacts>(`result/${runId}/what-if`, controller.signal).then(
      (latest) => {
        setFacts(latest)
        setAnswered({ cuts: latest.cuts, answer: latest.release })
        setHistory((before) => before ?? { past: [], now: latest.cuts, future: [] })
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

  const change = useCallback((column: number, cut: Cut) => {
    setHistory((current) => {
      if (current === undefined || sameCut(current.now[column], cut)) return current
      return withStep(current, current.now.with(column, cut))
    })
  }, [])
  if (facts === undefined || history === undefined || answered === undefined)
    return error === undefined ? {} : { error }
  const [before, after] = [undone(history), redone(history)]
  const isMoved = !history.now.every((cut, i) => sameCut(cut, facts.cuts[i]))
  return {
    facts,
    cuts: history.now,
    answer: answered.answer,
    isFresh: answered.cuts === history.now,
    error,
    isMoved,
    change,
    undo: before && (() => setHistory(before)),
    redo: after && (() => setHistory(after)),
    reset: () => {
      if (isMoved) setHistory(withStep(history, facts.cuts))
    },
  }
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
