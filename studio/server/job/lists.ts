/**
 * Text files beside a job with a line for each set of items or COUNT query: privacy constraints, utility constraints,
 * queries. Written lists are checked with the command line's messages.
 */
import { resolve } from 'node:path'
import type { Baskets } from '../../../src/baskets/baskets.ts'
import { UserError, userError } from '../../../src/ground/errors.ts'
import { openItems, readPlannedBaskets, readWorkload } from '../../../src/kinds/items/baskets.ts'
import { parseQueries } from '../../../src/metrics/workload/table-query-text.ts'
import { makePlan, ofKind } from '../../../src/plan/read-plan.ts'
import { constraintsFromText } from '../../../src/requirements/items/privacy-constraints.ts'
import { utilityConstraintsFromText } from '../../../src/search/clusters/utility-constraints.ts'
import { findFiles } from '../../../src/sources/files.ts'
import type { Job } from '../../../src/table/job-schema.ts'
import { refuseExisting } from '../file-exists.ts'
import { pathInside } from '../folder.ts'
import type { Session } from '../session.ts'
import type { ListKind, ListRequest } from './api.ts'
import { readFile, writeWhole } from './documents.ts'
import { checkedJob, refuseOutside } from './job-paths.ts'

export function readList(session: Session, { base, path }: Pick<ListRequest, 'base' | 'path'>): { text: string } {
  return { text: readFile(pathInside(session.folder, resolve(pathInside(session.folder, base), path)), path) }
}

export async function writeList(session: Session, request: ListRequest): Promise<void> {
  const { job, base, kind, path, text, force } = request
  const folder = pathInside(session.folder, base)
  const file = pathInside(session.folder, resolve(folder, path))
  if (!/\.txt$/i.test(file)) throw new UserError(`a list must be a .txt file; got "${path}"`, { path, rule: 'file' })
  if (findFiles(checkedJob(job, 'the job').data.source, folder).includes(file))
    throw new UserError(`"${path}" is the data itself; choose another name`, { path, rule: 'file' })
  if (kind === 'queries') parseQueries(text)
  else await checkSets(session, request, kind)
  refuseExisting(file, path, force)
  await writeWhole(file, text.endsWith('\n') ? text : `${text}\n`)
}

const CHECKS: Readonly<
  Record<Exclude<ListKind, 'queries'>, (text: string, baskets: Baskets, separator?: string) => unknown>
> = { constraints: constraintsFromText, groups: utilityConstraintsFromText, workload: readWorkload }

/** Checks sets of items against the baskets of the job's data, whatever the rest of the job says. */
async function checkSets(
  session: Session,
  { job: given, base, text }: ListRequest,
  kind: keyof typeof CHECKS,
): Promise<void> {
  const folder = pathInside(session.folder, base)
  const { algorithm: _algorithm, utility: _utility, goal: _goal, ...rest } = checkedJob(given, 'the job')
  const job: Job = { ...rest, privacy: { km: { k: 2 } } }
  refuseOutside(session, job, folder)
  const plan = ofKind(
    makePlan(job, folder, 'the job'),
    'items',
    userError('together', 'columns')`the job is not about baskets of items; give a column the role items`,
  )
  const { baskets } = await readPlannedBaskets(plan, await openItems(plan, await session.engine()), {})
  CHECKS[kind](text, baskets, plan.items.separator)
}
