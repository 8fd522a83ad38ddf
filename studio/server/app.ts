/** The studio's HTTP app. Responses are JSON; an error is `{ error, kind }` with the message of the command line. */
import { readFile } from 'node:fs/promises'
import { extname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Context, Hono } from 'hono'
import { diskFault } from '../../src/ground/disk.ts'
import { UserError } from '../../src/ground/errors.ts'
import { version } from '../../src/ground/version.ts'
import type { StudioFacts } from './api.ts'
import { compareRoutes } from './compare/routes.ts'
import { dataRoutes } from './data/routes.ts'
import { FileExists } from './file-exists.ts'
import { guardRequests, isToken, readToken, refused } from './guard.ts'
import { hierarchyRoutes } from './hierarchies/routes.ts'
import { jobRoutes } from './job/routes.ts'
import { recordRoutes } from './records.ts'
import { resultRoutes } from './result/routes.ts'
import { runRoutes } from './run/routes.ts'
import type { Session } from './session.ts'

export type StepRoutes = (session: Session) => Hono

const steps: Readonly<Record<string, StepRoutes>> = {
  compare: compareRoutes,
  data: dataRoutes,
  hierarchies: hierarchyRoutes,
  records: recordRoutes,
  result: resultRoutes,
  job: jobRoutes,
  run: runRoutes,
}

export function makeApp(session: Session, port: () => number): Hono {
  const api = new Hono()
  api.get('/studio', (context) => {
    const facts: StudioFacts = {
      version,
      folder: session.folder,
      threads: session.threads,
      largestUpload: session.largestUpload,
      first: session.first,
    }
    return context.json(facts)
  })
  for (const [name, routes] of Object.entries(steps)) api.route(`/${name}`, routes(session))
  api.notFound((context) =>
    context.json({ error: `there is no ${context.req.path.replace(/^\/[^/]+/, '')}`, kind: 'NotFound' }, 404),
  )

  const app = new Hono()
  app.onError((error, context) => tellError(error, context, session))
  app.use(guardRequests(port))
  // A typed address has the token in its query; redirect to the path.
  app.get('/', (context) =>
    isToken(session, readToken(context))
      ? context.redirect(`/${session.token}/`)
      : refused(context, 'there is no token'),
  )
  app.use('/:token/*', async (context, next) => {
    if (!isToken(session, context.req.param('token')) && !isToken(session, readToken(context)))
      return refused(context, 'the token is missing or wrong')
    return next()
  })
  app.route('/:token/api', api)
  app.get('/:token/*', (context) => page(context, session, context.req.path.replace(/^\/[^/]+\/?/, '')))
  app.notFound((context) => refused(context, 'there is no token'))
  return app
}

function tellError(error: Error, context: Context, session: Session): Response {
  const { name, message, stack } = error
  if (error instanceof UserError)
    return context.json({ error: message, kind: name, path: error.path, rule: error.rule }, 400)
  if (error instanceof FileExists || name === 'CancelledError') return context.json({ error: message, kind: name }, 409)
  if (session.isClosing()) return context.json({ error: 'the studio has ended', kind: 'Gone' }, 503)
  const refusal = diskFault(error)
  if (refusal !== undefined) return context.json({ error: refusal, kind: 'DiskError', rule: 'file' }, 400)
  process.stderr.write(`halftone studio: ${stack ?? message}\n`)
  return context.json({ error: `this is our fault, not yours: ${message}`, kind: 'InternalError' }, 500)
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** The built pages: beside this file when built, in dist when run from source. */
const client = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../dist/studio/client/' : '../client/', import.meta.url),
)

const index = join(resolve(client), 'index.html')

/** Serves a file of the pages; any other path gets index.html, whose router handles it. */
async function page(context: Context, { token }: Session, path: string): Promise<Response> {
  const named = decoded(path)
  const file = resolve(client, named ?? '')
  const missing = { error: 'there is no such page', kind: 'NotFound' }
  if (named === undefined || !`${file}${sep}`.startsWith(resolve(client) + sep)) return context.json(missing, 404)
  if (extname(file) !== '' && file !== index) {
    const bytes = await readFile(file).catch(() => undefined)
    if (bytes === undefined) return context.json(missing, 404)
    return context.body(new Uint8Array(bytes), 200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
    })
  }
  const text = await readFile(index, 'utf8').catch(() => undefined)
  if (text === undefined)
    return context.json({ ...missing, error: 'the pages of the studio are not built; run npm run build' }, 404)
  // Relative addresses start at the token, however deep the path is.
  return context.html(text.replace('<head>', `<head>\n    <base href="/${token}/" />`))
}

/** Returns undefined for an invalid encoding. */
function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
