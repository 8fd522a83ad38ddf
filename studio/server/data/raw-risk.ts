/** Risk of a file as in `halftone risk`; a child process counts large files. A new question cancels the last one. */
import { CancelledError, userError } from '../../../src/ground/errors.ts'
import { type ChildWork, startChildProcess } from '../../../src/ground/workers/child-process.ts'
import { siblingModule } from '../../../src/ground/workers/pool.ts'
import type { RiskRequest } from '../../../src/kinds/file-questions.ts'
import { requireColumn } from '../../../src/sources/table.ts'
import { assessRisk } from '../../../src/tasks/verify.ts'
import type { Session } from '../session.ts'
import type { ItemsFacts, ItemsRequest, RawRisk, RawRiskRequest } from './api.ts'
import { type CountedItems, countItems, itemsFacts } from './items-facts.ts'
import type { OpenedFile } from './opened-files.ts'

/** Defaults of `halftone risk`. */
const ATTACKER = { seed: 1, trials: 10_000, m: 2 } as const
/** Files with more rows are counted in a child process. */
const SMALL = { columns: 60_000, items: 5_000, counts: 5_000 } as const

/** Sent to the child process: plain data only. */
type Question =
  | { readonly kind: 'columns'; readonly request: RiskRequest; readonly threads: number; readonly memory: string }
  | {
      readonly kind: 'items' | 'counts'
      readonly source: RiskRequest['source']
      readonly items: ItemsRequest
    }

type Answer = RawRisk | { readonly kind: 'counts'; readonly counts: CountedItems }

const asking = new WeakMap<OpenedFile, AbortController>()

export async function rawRisk(
  session: Session,
  file: OpenedFile,
  wanted: Partial<RawRiskRequest>,
  gone: AbortSignal,
): Promise<RawRisk> {
  const question = toQuestion(session, file, wanted)
  asking.get(file)?.abort()
  const abort = new AbortController()
  asking.set(file, abort)
  const answer = await ask(file, question, AbortSignal.any([abort.signal, gone, file.closed]))
  return answer as RawRisk
}

export async function factsOfItems(file: OpenedFile, items: ItemsRequest, gone: AbortSignal): Promise<ItemsFacts> {
  return itemsFacts(await countsOfItems(file, items, gone))
}

export async function countsOfItems(
  file: OpenedFile,
  items: ItemsRequest,
  gone: AbortSignal = file.closed,
): Promise<CountedItems> {
  checkColumns(file, [items.column, items.per])
  const question: Question = { kind: 'counts', source: file.request, items }
  const answer = await ask(file, question, AbortSignal.any([gone, file.closed]))
  return (answer as { counts: CountedItems }).counts
}

function toQuestion(session: Session, file: OpenedFile, wanted: Partial<RawRiskRequest>): Question {
  const { items, quasiIdentifiers, missingValues } = wanted
  if (items !== undefined) {
    checkColumns(file, [items.column, items.per])
    return { kind: 'items', source: file.request, items }
  }
  if (!Array.isArray(quasiIdentifiers) || quasiIdentifiers.length === 0)
    throw userError('present', 'columns')`risk needs to know the quasi-identifiers; give at least one column that role`
  checkColumns(file, quasiIdentifiers)
  const { threads, memory } = session
  const request = { source: file.request, quasiIdentifiers, missingValues: missingValues ?? file.missingValues }
  return { kind: 'columns', request, threads, memory }
}

function checkColumns({ table }: OpenedFile, names: readonly (string | undefined)[]): void {
  for (const name of names) if (name !== undefined) requireColumn(table.table, name, 'the job')
}

async function ask(file: OpenedFile, question: Question, signal: AbortSignal): Promise<Answer> {
  if (file.table.rows <= SMALL[question.kind]) return answerTo(question, signal)
  if (signal.aborted) throw new CancelledError()
  const module = siblingModule('./raw-risk', import.meta.url)
  const child = startChildProcess<Question, never, Answer>(module, question, { signal })
  return (await child.done).result
}

async function answerTo(question: Question, signal: AbortSignal): Promise<Answer> {
  if (question.kind === 'columns') {
    const { request, threads, memory } = question
    return { kind: 'columns', risk: await assessRisk(request, { signal, threads, memory }) }
  }
  const { source, items } = question
  if (question.kind === 'counts') return { kind: 'counts', counts: await countItems(source, items, signal) }
  const { column = 'items', separator, per } = items
  const layout = { column, separator, per }
  return { kind: 'items', risk: await assessRisk({ source, items: layout, attacker: ATTACKER }, { signal }) }
}

/** Entry point of the child process. @public */
export const run: ChildWork<Question, never, Answer> = (question, { signal }) => answerTo(question, signal)
