/** Sends a request again whenever it changes; late answers to earlier requests are ignored. */
import { useEffect, useMemo, useState } from 'react'
import { useCalm } from '../kit/use-calm.ts'
import { get, post } from './request.ts'
import { useStudio } from './use-studio.ts'

export interface Answer<T> {
  /** The latest answer, possibly to an earlier request. */
  readonly latest?: T | undefined
  readonly answer?: T | undefined
  readonly error?: string | undefined
}

/** Sends nothing without a path, a POST with a body. `calm`: milliseconds without a change before it is sent again. */
export function useAnswer<T>(path: string | undefined, body?: object, calm = 0): Answer<T> {
  const [state, setState] = useState<{ readonly question?: string; readonly latest?: T; readonly error?: string }>({})
  const wait = useCalm(calm)
  const question = useMemo(() => (path === undefined ? undefined : JSON.stringify({ path, body })), [path, body])
  useEffect(() => {
    if (question === undefined) return
    const asked = JSON.parse(question) as { readonly path: string; readonly body?: object }
    const controller = new AbortController()
    const { signal } = controller
    const timer = setTimeout(() => {
      const answer = asked.body === undefined ? get<T>(asked.path, signal) : post<T>(asked.path, asked.body, signal)
      answer.then(
        (latest) => setState({ question, latest }),
        ({ message }: Error) => signal.aborted || setState(({ latest }) => ({ question, latest, error: message })),
      )
    }, wait())
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [question, wait])
  const { latest, error } = state
  return state.question === question ? { latest, answer: error === undefined ? latest : undefined, error } : { latest }
}

/** Like `useAnswer`, with errors shown at the top of the page. */
export function useShownAnswer<T>(path: string | undefined, body?: object): T | undefined {
  const { tell } = useStudio()
  const { answer, error } = useAnswer<T>(path, body)
  useEffect(() => {
    if (error !== undefined) tell({ kind: 'error', text: error })
  }, [error, tell])
  return answer
}
