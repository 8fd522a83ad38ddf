/**
 * Only the studio's page may talk to it. A request needs our host name (against DNS rebinding), our origin (against
 * other sites), and the token. The token is in the path, so that links, downloads and event streams carry it without
 * cookies, which other ports would see.
 */
import { timingSafeEqual } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import type { Session } from './session.ts'

/** `port` is known once the server listens. */
export function guardRequests(port: () => number): MiddlewareHandler {
  return async (context, next) => {
    const hosts = [`127.0.0.1:${port()}`, `localhost:${port()}`]
    if (!hosts.includes(context.req.header('host') ?? ''))
      return refused(context, 'the host of the request is not ours')
    const origin = context.req.header('origin')
    if (origin !== undefined && !hosts.some((host) => origin === `http://${host}`))
      return refused(context, 'the request comes from another site')
    const site = context.req.header('sec-fetch-site')
    if (site !== undefined && site !== 'same-origin' && site !== 'none')
      return refused(context, 'the request comes from another site')
    await next()
    for (const [name, value] of Object.entries(headers)) {
      if (!context.res.headers.has(name)) context.res.headers.set(name, value)
    }
    return undefined
  }
}

/** The token if it is not in the path: `?token=` or the header `x-halftone-token`. */
export function readToken(context: Context): string | undefined {
  return context.req.header('x-halftone-token') ?? context.req.query('token')
}

export function isToken({ token }: Session, given: string | undefined): boolean {
  const [expected, other] = [Buffer.from(token), Buffer.from(given ?? '')]
  return expected.length === other.length && timingSafeEqual(expected, other)
}

export function refused(context: Context, reason: string): Response {
  // A tab of an earlier start asks for a page, not for data.
  if (/text\/html/.test(context.req.header('accept') ?? ''))
    return context.html(
      '<!doctype html><html lang="en"><meta charset="utf-8"><title>Halftone studio</title><h1>This address is not of ' +
        'the studio that runs now</h1><p>The studio was started again, or has ended. Open the address that ' +
        '<code>halftone studio</code> printed in the terminal. A job that was not saved is offered there.</p></html>',
      403,
      headers,
    )
  return context.json(
    { error: `refused: ${reason}; use the address that halftone studio printed`, kind: 'Refused' },
    403,
    headers,
  )
}

/** Nothing is loaded from elsewhere, nothing is cached, nothing may frame the page. Charts use inline styles. */
const headers: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
    "font-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'self'; form-action 'none'; " +
    "frame-ancestors 'self'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}
