/** Routes as functions from a request to its answer, sent as JSON unless it is a Response. */
import { type Context, Hono } from 'hono'
import { readBody } from './job/body.ts'

export interface Asked {
  readonly context: Context
  readonly id: string
  /** Fires when the client is gone. */
  readonly signal: AbortSignal
  readonly query: Readonly<Record<string, string>>
}

export function jsonRoutes() {
  const routes = new Hono()
  return {
    routes,
    get(path: string, answer: (asked: Asked) => unknown): void {
      routes.get(path, async (context) => sent(context, await answer(readRequest(context))))
    },
    post<T extends object>(path: string, answer: (body: Partial<T>, asked: Asked) => unknown): void {
      routes.post(path, async (context) =>
        sent(context, await answer(await readBody<T>(context), readRequest(context))),
      )
    },
    act(path: string, answer: (asked: Asked) => unknown): void {
      routes.post(path, async (context) => sent(context, await answer(readRequest(context))))
    },
  }
}

function readRequest(context: Context): Asked {
  return { context, id: context.req.param('id') ?? '', signal: context.req.raw.signal, query: context.req.query() }
}

function sent(context: Context, answer: unknown): Response {
  return answer instanceof Response ? answer : context.json(answer as object)
}
