/**
 * Items to pick from, and the item set files of a job about baskets: privacy constraints, utility constraints, queries.
 * Lists are validated against the data with the command line's messages. Baskets are read once per source.
 */
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Baskets, splitItems } from '../../../src/baskets/baskets.ts'
import { UserError, userError } from '../../../src/ground/errors.ts'
import { openItems, readPlannedBaskets, readWorkload } from '../../../src/kinds/items/baskets.ts'
import type { ItemsPlan } from '../../../src/plan/items-plan.ts'
import { makePlan, ofKind } from '../../../src/plan/read-plan.ts'
import { constraintsFromText } from '../../../src/requirements/items/privacy-constraints.ts'
import { utilityConstraintsFromText } from '../../../src/search/clusters/utility-constraints.ts'
import { findFiles } from '../../../src/sources/files.ts'
import type { Job } from '../../../src/table/job-schema.ts'
import { refuseExisting } from '../file-exists.ts'
import { pathInside } from '../folder.ts'
import type { Session } from '../session.ts'
import type { ItemsAnswer, ItemsRequest, ListAnswer, ListKind, ListWriteRequest } from './api.ts'
import { listFile, readFile, writeWhole } from './documents.ts'
import { checkedJob, refuseOutside } from './job-paths.ts'

interface ReadBaskets {
  readonly key: string
  readonly baskets: Promise<SeparatedBaskets>
}

interface SeparatedBaskets {
  readonly baskets: Baskets
  readonly supports: Int32Array
  readonly separator: string | undefined
}

const basketsOfSession = new WeakMap<Session, ReadBaskets>()

export async function findItems(session: Session, request: ItemsRequest): Promise<ItemsAnswer> {
  const { baskets, supports } = await readBaskets(session, request.job, request.base)
  const search = request.search.toLowerCase()
  const fitting = baskets.items
    .map((item, code) => ({ item, support: supports[code] }))
    .filter(({ item }) => item.toLowerCase().includes(search))
  // An exact match comes first, however rare.
  const rank = ({ item, support }: { item: string; support: number }): number => (item === search ? Infinity : support)
  fitting.sort((a, b) => rank(b) - rank(a))
  const items = fitting.slice(0, Math.min(200, Math.max(1, request.most)))
  return { baskets: baskets.count, total: fitting.length, items }
}

export async function readList(
  session: Session,
  { job, base, kind, path }: Omit<ListWriteRequest, 'sets' | 'force'>,
): Promise<ListAnswer> {
  const file = pathInside(session.folder, resolve(pathInside(session.folder, base), path))
  const text = readFile(file, path)
  const read = await readBaskets(session, job, base)
  return { sets: parseSets(text, read.separator), ...complaint(text, kind, read) }
}

export async function writeList(session: Session, request: ListWriteRequest): Promise<ListAnswer> {
  const { job, base, kind, path, sets, force } = request
  const file = listFile(session, request, 'itemsets')
  const read = await readBaskets(session, job, base)
  const text = sets.map((set) => `${set.join(read.separator ?? ' ')}\n`).join('')
  const wrong = complaint(text, kind, read)
  if (wrong.error !== undefined) throw new UserError(wrong.error, { path, rule: 'file' })
  refuseExisting(file, path, force)
  await writeWhole(file, text)
  return { sets: parseSets(text, read.separator) }
}

/** The command line's error for the list. */
function complaint(text: string, kind: ListKind, { baskets, separator }: SeparatedBaskets): { error?: string } {
  try {
    if (kind === 'constraints') constraintsFromText(text, baskets, separator)
    else if (kind === 'groups') utilityConstraintsFromText(text, baskets, separator)
    else readWorkload(text, baskets, separator)
    return {}
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { error: error.message }
  }
}

function parseSets(text: string, separator: string | undefined): string[][] {
  if (text.trimStart().startsWith('{')) {
    const { queries } = JSON.parse(text) as { queries?: unknown }
    return Array.isArray(queries) ? (queries as string[][]) : []
  }
  return text
    .split('\n')
    .filter((line) => !line.startsWith('# '))
    .map((line) => splitItems(line, separator))
    .filter((set) => set.length > 0)
}

/** Reads the baskets of the job's data, whatever the rest of the job says. */
function readBaskets(session: Session, given: Job, base: string): Promise<SeparatedBaskets> {
  const folder = pathInside(session.folder, base)
  const { algorithm: _algorithm, utility: _utility, goal: _goal, ...rest } = checkedJob(given, 'the job')
  const job: Job = { ...rest, privacy: { km: { k: 2 } } }
  refuseOutside(session, job, folder)
  const plan = ofKind(
    makePlan(job, folder, 'the job'),
    'items',
    userError('together', 'columns')`the job is not about baskets of items; give a column the role items`,
  )
  const stamps = findFiles(job.data.source, folder).map((file) => `${file} ${statSync(file).mtimeMs}`)
  const key = JSON.stringify([job.data, job.columns, stamps])
  const known = basketsOfSession.get(session)
  if (known?.key === key) return known.baskets
  const baskets = read(session, plan)
  baskets.catch(() => basketsOfSession.delete(session))
  basketsOfSession.set(session, { key, baskets })
  return baskets
}

async function read(session: Session, plan: ItemsPlan): Promise<SeparatedBaskets> {
  const engine = await session.engine()
  const { baskets } = await readPlannedBaskets(plan, await openItems(plan, engine), {})
  const supports = new Int32Array(baskets.items.length)
  for (const code of baskets.codes) supports[code]++
  return { baskets, supports, separator: plan.items.separator }
}
