/** Data over HTTP: what there is to open, its rows by windows, what its columns hold, a first job, and what can be found out about people. */
import { Hono } from 'hono'
import { readBody } from '../job/body.ts'
import type { Session } from '../session.ts'
import type { ItemsRequest, OpenRequest, RawRiskRequest } from './api.ts'
import { listFiles } from './folder-files.ts'
import { keepUpload, TooLarge, withUpload } from './keep-upload.ts'
import { firstLook } from './look.ts'
import { openedFile, openFile } from './opened-files.ts'
import { profileOf } from './profile.ts'
import { proposeFor } from './propose.ts'
import { factsOfItems, rawRisk } from './raw-risk.ts'
import { openSample } from './samples.ts'
import { singlingOutOf } from './singling-out.ts'

export function dataRoutes(session: Session): Hono {
  const routes = new Hono()
  const file = (id: string) => openedFile(session, id)
  routes.get('/files', async (context) => context.json(await listFiles(session)))
  routes.post('/open', async (context) => {
    const wanted = await readBody<OpenRequest>(context)
    return context.json(await withUpload(session, (wanted as { path?: unknown }).path, () => openFile(session, wanted)))
  })
  routes.post('/look', async (context) => context.json(await firstLook(session, await readBody<OpenRequest>(context))))
  routes.post('/sample', async (context) => {
    const { name } = await readBody<{ name: string }>(context)
    return context.json({ path: await openSample(session, name) })
  })
  routes.post('/upload', async (context) => {
    const { body, headers } = context.req.raw
    try {
      const declared = Number(headers.get('content-length') ?? 0)
      return context.json({ path: await keepUpload(session, context.req.query('name'), body, declared) })
    } catch (error) {
      if (error instanceof TooLarge) return context.json({ error: error.message, kind: error.name }, 413)
      throw error
    }
  })
  routes.get('/:id', (context) => context.json({ id: file(context.req.param('id')).id }))
  routes.get('/:id/rows', async (context) => {
    const { from = '0', count = '100' } = context.req.query()
    return context.json(await file(context.req.param('id')).table.window(Number(from), Number(count)))
  })
  routes.get('/:id/profile', async (context) => context.json(await profileOf(file(context.req.param('id')))))
  routes.post('/:id/propose', async (context) => {
    const own = file(context.req.param('id'))
    return context.json(await withUpload(session, own.request.source, () => proposeFor(session, own), { last: true }))
  })
  routes.post('/:id/items', async (context) => {
    const items = await readBody<ItemsRequest>(context)
    return context.json(await factsOfItems(file(context.req.param('id')), items, context.req.raw.signal))
  })
  routes.post('/:id/singling-out', async (context) => {
    const { quasiIdentifiers } = await readBody<{ quasiIdentifiers: readonly string[] }>(context)
    return context.json(await singlingOutOf(file(context.req.param('id')), quasiIdentifiers, context.req.raw.signal))
  })
  routes.post('/:id/risk', async (context) => {
    const wanted = await readBody<RawRiskRequest>(context)
    return context.json(await rawRisk(session, file(context.req.param('id')), wanted, context.req.raw.signal))
  })
  return routes
}
