/** HTTP routes of results: rows before and after, what-if, and keeping its cuts. Downloads are routes of the run. */
import type { Hono } from 'hono'
import { userError } from '../../../src/ground/errors.ts'
import { today } from '../../../src/report/signing.ts'
import type { Job } from '../../../src/table/job-schema.ts'
import { readView } from '../data/routes.ts'
import { jsonRoutes } from '../json-routes.ts'
import { sendPage } from '../send-file.ts'
import type { Session } from '../session.ts'
import type { WhatIfQuestion } from './api.ts'
import { makeDataSheet } from './data-sheet.ts'
import { filesNow } from './files-now.ts'
import { attackLab, attackRow, findLearned } from './learned.ts'
import { findPreview, pairAgain } from './previews.ts'
import { tryChange } from './try-change.ts'
import { verifyAgain } from './verify-again.ts'
import { findWhatIf, keepWhatIf, whatIfFacts } from './what-ifs.ts'

const MOST_ROWS = 500

export function resultRoutes(session: Session): Hono {
  const { routes, get, post, act } = jsonRoutes()
  get('/:id/preview', async ({ id }) => (await findPreview(session, id)).facts)
  get('/:id/rows', async ({ id, query }) => {
    const { after } = await findPreview(session, id)
    const count = Math.min(MOST_ROWS, readNumber(query, 'count'))
    return after.window(readNumber(query, 'from'), count, readView(query))
  })
  act('/:id/pair', ({ id, signal }) => pairAgain(session, id, signal))
  get('/:id/files', ({ id }) => filesNow(session, id))
  act('/:id/verify', ({ id, signal }) => verifyAgain(session, id, signal))
  post<{ job: Job }>('/:id/try', ({ job }, { id, signal }) => tryChange(session, id, job, signal))
  get('/:id/learned', ({ id, signal }) => findLearned(session, id, signal))
  get('/:id/lab', ({ id, signal }) => attackLab(session, id, signal))
  get('/:id/people', async ({ id, query }) => (await findPreview(session, id)).before.window(0, 5, readView(query)))
  get('/:id/person', ({ id, query }) => attackRow(session, id, readNumber(query, 'row')))
  get('/:id/sheet', async ({ id, context }) => {
    context.header('content-disposition', 'attachment; filename="data-sheet.html"')
    return sendPage(context, await makeDataSheet(session, id, today()))
  })
  get('/:id/what-if', ({ id }) => whatIfFacts(session, id))
  post<WhatIfQuestion>('/:id/what-if', async ({ cuts }, { id }) =>
    (await findWhatIf(session, id)).evaluate(cuts as WhatIfQuestion['cuts']),
  )
  post<WhatIfQuestion>('/:id/keep', ({ cuts }, { id }) => keepWhatIf(session, id, cuts as WhatIfQuestion['cuts']))
  return routes
}

function readNumber(query: Readonly<Record<string, string>>, name: string): number {
  const value = Number(query[name])
  if (!Number.isInteger(value) || value < 0)
    throw userError('value', name)`${name} must be a whole number of at least 0; got ${query[name]}`
  return value
}
