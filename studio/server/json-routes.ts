/** Routes of a step, each a function from what is asked to its answer, which is sent as JSON unless it is a response already. */
import { type Context, Hono } from 'hono'
import { readBody } from './job/body.ts'

export interface Asked {
  readonly context: Context
  /** The `:id` of the path. */
  readonly id: string
  /** Fires when nobody waits for the answer any more. */
  readonly signal: AbortSignal
  readonly query: Readonly<Record<string, string>>
}

export function jsonRoutes() {
  const routes = new Hono()
  return {
    routes,
    get(path: string, answer: (asked: Asked) => unknown): void {
      routes.get(path, async (context) => sent(context, await answer(askedOf(context))))
    },
    /** With a body of JSON. */
    post<T extends object>(path: string, answer: (body: Partial<T>, asked: Asked) => unknown): void {
      routes.post(path, async (context) => sent(context, await answer(await readBody<T>(context), askedOf(context))))
    },
    /** Without a body. */
    act(path: string, answer: (asked: Asked) => unknown): void {
      routes.post(path, async (context) => sent(context, await answer(askedOf(context))))
    },
  }
}

function askedOf(context: Context): Asked {
  return { context, id: context.req.param('id') ?? '', signal: context.req.raw.signal, query: context.req.query() }
}

function sent(context: Context, answer: unknown): Response {
  return answer instanceof Response ? answer : context.json(answer as object)
}
