/** Results over HTTP: rows before and after, what-if, and keeping what was made by hand. Downloads are those of the run. */
import { type Context, Hono } from 'hono'
import { type ClassesQuestion, today, UserError, userError } from '../../../src/workbench.ts'
import { readBody, textOf } from '../job/body.ts'
import { sendPage } from '../send-file.ts'
import type { Session } from '../session.ts'
import type { AttackersRequest, KeepRequest, WhatIfQuestion } from './api.ts'
import { associations, columnBeforeAfter, comparedColumns, pairBeforeAfter } from './before-after.ts'
import { certificateOf } from './certificate.ts'
import { attackersOn, learnedOf } from './learned.ts'
import { previewOf } from './previews.ts'
import { lookedAt, searchMap } from './search-map.ts'
import { verifyAgain } from './verify-again.ts'
import { askClasses, askWhatIf, classesFacts, keepWhatIf, whatIfFacts } from './what-ifs.ts'

/** Of one window. */
const MOST_ROWS = 500

export function resultRoutes(session: Session): Hono {
  const routes = new Hono()
  routes.get('/:id/preview', async (context) => context.json((await previewOf(session, context.req.param('id'))).facts))
  routes.get('/:id/rows', async (context) => {
    const preview = await previewOf(session, context.req.param('id'))
    const side = context.req.query('side') === 'before' ? 'before' : 'after'
    const count = Math.min(MOST_ROWS, numberOf(context, 'count'))
    return context.json(await preview.window(side, numberOf(context, 'from'), count))
  })
  routes.post('/:id/verify', async (context) =>
    context.json(await verifyAgain(session, context.req.param('id'), context.req.raw.signal)),
  )
  routes.get('/:id/learned', async (context) =>
    context.json(await learnedOf(session, context.req.param('id'), context.req.raw.signal)),
  )
  routes.post('/:id/attackers', async (context) => {
    const { threshold, people } = await readBody<AttackersRequest>(context)
    const request = { threshold: shareOf(threshold), people: peopleOf(people) }
    return context.json(await attackersOn(session, context.req.param('id'), request, context.req.raw.signal))
  })
  routes.get('/:id/certificate', async (context) =>
    sendPage(context, await certificateOf(session, context.req.param('id'), today())),
  )
  routes.get('/:id/compared', async (context) => context.json(await comparedColumns(session, context.req.param('id'))))
  routes.get('/:id/compared/one', async (context) =>
    context.json(await columnBeforeAfter(session, context.req.param('id'), nameOf(context, 'column'))),
  )
  routes.get('/:id/compared/two', async (context) =>
    context.json(await pairBeforeAfter(session, context.req.param('id'), nameOf(context, 'x'), nameOf(context, 'y'))),
  )
  routes.get('/:id/compared/pairs', async (context) =>
    context.json(await associations(session, context.req.param('id'), context.req.raw.signal)),
  )
  routes.get('/:id/map', async (context) => context.json(await searchMap(session, context.req.param('id'))))
  routes.get('/:id/map/:number', (context) =>
    context.json(lookedAt(session, context.req.param('id'), Number(context.req.param('number')))),
  )
  routes.get('/:id/what-if', async (context) => context.json(await whatIfFacts(session, context.req.param('id'))))
  routes.post('/:id/what-if', async (context) => {
    const { cuts } = await readBody<WhatIfQuestion>(context)
    return context.json(await askWhatIf(session, context.req.param('id'), cuts as WhatIfQuestion['cuts']))
  })
  routes.get('/:id/what-if-classes', async (context) =>
    context.json(await classesFacts(session, context.req.param('id'))),
  )
  routes.post('/:id/what-if-classes', async (context) => {
    const { k, weights } = await readBody<ClassesQuestion>(context)
    return context.json(await askClasses(session, context.req.param('id'), { k, weights } as ClassesQuestion))
  })
  routes.post('/:id/keep', async (context) => {
    const { cuts, file, replace } = await readBody<KeepRequest>(context)
    const wanted = { cuts: cuts as WhatIfQuestion['cuts'], file: textOf(file, 'file'), replace: replace === true }
    return context.json(await keepWhatIf(session, context.req.param('id'), wanted))
  })
  return routes
}

function shareOf(value: unknown): number | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'number' && value > 0 && value < 1) return value
  throw new UserError(`threshold must be a share above 0 and below 1; got ${JSON.stringify(value)}`, { rule: 'value' })
}

function peopleOf(value: unknown): number | undefined {
  if (value === undefined) return undefined
  if (typeof value === 'number' && Number.isInteger(value) && value > 0) return value
  throw new UserError(`people must be a whole number of at least 1; got ${JSON.stringify(value)}`, { rule: 'value' })
}

function nameOf(context: Context, name: string): string {
  return textOf(context.req.query(name), name)
}

function numberOf(context: Context, name: string): number {
  const value = Number(context.req.query(name))
  if (!Number.isInteger(value) || value < 0)
    throw userError('value', name)`${name} must be a whole number of at least 0; got ${context.req.query(name)}`
  return value
}
