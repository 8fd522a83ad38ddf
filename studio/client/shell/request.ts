/** HTTP client. Paths are relative to the page and so include the token. */
import { useSyncExternalStore } from 'react'
import type { Failure } from '../../server/api.ts'

/** A failed request, with the message that the command line would print. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly kind: string
  /** The key of the job, column or file concerned. */
  readonly path: string | undefined
  constructor({ error, kind, path }: Failure) {
    super(error)
    this.kind = kind
    this.path = path
  }
}

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return read<T>(await asked(path, { signal }))
}

export async function post<T>(path: string, body: unknown = {}, signal?: AbortSignal): Promise<T> {
  const headers = { 'content-type': 'application/json' }
  return read<T>(await asked(path, { method: 'POST', headers, body: JSON.stringify(body), signal }))
}

/** Uploads a file and reports the share sent. */
export function upload<T>(path: string, file: File, progress: (share: number) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `api/${path}`)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => progress(total > 0 ? loaded / total : 0)
    request.onload = () => {
      if (request.status < 300) resolve(request.response as T)
      else reject(new RequestError((request.response as Failure | null) ?? unknownFailure))
    }
    request.onerror = () => {
      setThere(false)
      reject(new RequestError(gone))
    }
    request.send(file)
  })
}

/** Listens to server-sent events, each one JSON value, until `close` is called. */
export function listen<T>(path: string, onEvent: (event: T) => void): { close(): void } {
  const source = new EventSource(`api/${path}`)
  source.onmessage = ({ data }) => onEvent(JSON.parse(data as string) as T)
  // Close it: EventSource would reconnect to a stream that the server ended.
  source.onerror = () => {
    source.close()
    // Checks whether the server is still there; if not, the page shows it.
    get('studio').catch(() => {})
  }
  return { close: () => source.close() }
}

export function address(path: string): string {
  return new URL(`api/${path}`, document.baseURI).href
}

/** Whether the last request was answered. */
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
    // The browser's message is not for users; an aborted request is not a failure.
    if (init.signal?.aborted === true) throw error
    setThere(false)
    throw new RequestError(gone)
  }
}

async function read<T>(response: Response): Promise<T> {
  if (response.ok) return (await response.json()) as T
  throw new RequestError((await response.json().catch(() => unknownFailure)) as Failure)
}
