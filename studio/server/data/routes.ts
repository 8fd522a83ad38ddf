/** HTTP routes of data: files, rows, profiles, proposal, risk. */
import type { Hono } from 'hono'
import { jsonRoutes } from '../json-routes.ts'
import type { Session } from '../session.ts'
import type { ItemsRequest, OpenRequest, OpenState, RawRiskRequest, RowView } from './api.ts'
import { listFiles } from './folder-files.ts'
import { keepUpload, TooLarge, withUpload } from './keep-upload.ts'
import { firstLook } from './look.ts'
import { openedFile, openFile } from './opened-files.ts'
import { profileFile } from './profile.ts'
import { proposeFor } from './propose.ts'
import { factsOfItems, rawRisk } from './raw-risk.ts'
import { openSample } from './samples.ts'
import { findSinglingOut } from './singling-out.ts'

export function dataRoutes(session: Session): Hono {
  const { routes, get, post, act } = jsonRoutes()
  const file = (id: string) => openedFile(session, id)
  get('/files', () => listFiles(session))
  post<OpenRequest>('/open', (wanted) =>
    withUpload(session, (wanted as { path?: unknown }).path, () => openFile(session, wanted)),
  )
  post<OpenRequest>('/look', (wanted) => firstLook(session, wanted))
  post<{ name: string }>('/sample', async ({ name }) => ({ path: await openSample(session, name) }))
  act('/upload', async ({ context, query }) => {
    const { body, headers } = context.req.raw
    try {
      const declared = Number(headers.get('content-length') ?? 0)
      return { path: await keepUpload(session, query['name'], body, declared) }
    } catch (error) {
      if (error instanceof TooLarge) return context.json({ error: error.message, kind: error.name }, 413)
      throw error
    }
  })
  get('/:id', ({ id }): OpenState => ({ id, isChanged: file(id).isChanged() }))
  get('/:id/rows', ({ id, query }) => {
    const { from = '0', count = '100' } = query
    return file(id).table.window(Number(from), Number(count), readView(query))
  })
  get('/:id/profile', ({ id }) => profileFile(file(id)))
  act('/:id/propose', ({ id }) => {
    const opened = file(id)
    return withUpload(session, opened.request.source, () => proposeFor(session, opened), { last: true })
  })
  post<ItemsRequest>('/:id/items', (items, { id, signal }) => factsOfItems(file(id), items, signal))
  post<{ quasiIdentifiers: readonly string[] }>('/:id/singling-out', ({ quasiIdentifiers }, { id, signal }) =>
    findSinglingOut(file(id), quasiIdentifiers, signal),
  )
  post<RawRiskRequest>('/:id/risk', (wanted, { id, signal }) => rawRisk(session, file(id), wanted, signal))
  return routes
}

export function readView({ sort, descending, contains, changed }: Readonly<Record<string, string>>): RowView {
  return {
    sort: sort ? Number(sort) : undefined,
    descending: descending ? true : undefined,
    contains: contains || undefined,
    changed: changed ? true : undefined,
  }
}
