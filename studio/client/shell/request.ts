/** Talks to the server that the page came from. Paths are relative to the page, so the token goes along by itself. */
import { useSyncExternalStore } from 'react'
import type { Failure } from '../../server/api.ts'

/** An answer that is no success: the sentence that the command line would print. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly kind: string
  readonly status: number
  /** What it is about: a key of the job, a column or a file. */
  readonly path: string | undefined
  /** All that the studio has answered. */
  readonly failure: Failure
  constructor(failure: Failure, status: number) {
    const { error, kind, path } = failure
    super(error)
    this.failure = failure
    this.kind = kind
    this.path = path
    this.status = status
  }
}

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return read<T>(await asked(path, { signal }))
}

export async function post<T>(path: string, body: unknown = {}, signal?: AbortSignal): Promise<T> {
  return read<T>(
    await asked(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    }),
  )
}

/** Sends a file as it is, telling the share that is sent. */
export function upload<T>(path: string, file: File, progress: (share: number) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `api/${path}`)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      if (request.status < 300) resolve(request.response as T)
      else reject(new RequestError((request.response as Failure | null) ?? unknownFailure, request.status))
    }
    request.onerror = () => {
      setThere(false)
      reject(new RequestError(gone, 0))
    }
    request.send(file)
  })
}

/** Listens to a stream of events until `close` is called; each event is one JSON value. */
export function listen<T>(path: string, onEvent: (event: T) => void, onEnd: () => void = () => {}): { close(): void } {
  const source = new EventSource(`api/${path}`)
  source.onmessage = ({ data }) => onEvent(JSON.parse(data as string) as T)
  // A stream that the server ended must not be opened again by itself.
  source.onerror = () => {
    source.close()
    onEnd()
    // Did it end, or did the server go away? Whoever asks is shown.
    get('studio').catch(() => {})
  }
  return { close: () => source.close() }
}

/** The address of a download. */
export function address(path: string): string {
  return new URL(`api/${path}`, document.baseURI).href
}

/** Whether the studio has answered when it was last asked. */
let there = true
const listeners = new Set<() => void>()

function setThere(next: boolean): void {
  if (there === next) return
  there = next
  for (const listener of listeners) listener()
}

export function useThere(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => there,
  )
}

export const gone: Failure = { error: 'the studio does not answer; is it still running in the terminal?', kind: 'Gone' }
const unknownFailure: Failure = { error: 'the studio gave no reason', kind: 'Unknown' }

async function asked(path: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(`api/${path}`, init)
    setThere(true)
    return response
  } catch (error) {
    // The browser has no sentence for people; a question that was taken back is no failure.
    if (init.signal?.aborted === true) throw error
    setThere(false)
    throw new RequestError(gone, 0)
  }
}

async function read<T>(response: Response): Promise<T> {
  if (response.ok) return (await response.json()) as T
  const failure = (await response.json().catch(() => unknownFailure)) as Failure
  throw new RequestError(failure, response.status)
}
