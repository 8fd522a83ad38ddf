/** What the command line would say to a job before it opens anything, and which key each sentence is about. */
import { type AnyPlan, formatCount, formatShare, type ItemsPlan, type Job, UserError } from '../../../src/index.ts'
import { pathFrom } from '../folder.ts'
import type { Session } from '../session.ts'
import type { CheckAnswer, CheckRequest, JobFault } from './api.ts'
import { checkedJob, planInside } from './job-paths.ts'

export function checkJob(session: Session, { job, base, name }: CheckRequest): CheckAnswer {
  const kind = aboutItems(job) ? 'items' : 'columns'
  try {
    const plan = planInside(session, checkedJob(job, name), base, name)
    return { kind: plan.kind, errors: [], promises: promisesOf(plan), outputs: outputsOf(session, plan) }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { kind, errors: error.message.split('\n').map((line) => faultOf(line, name)), promises: [], outputs: [] }
  }
}

function promisesOf(plan: AnyPlan): readonly string[] {
  return plan.kind === 'columns' ? plan.requirements.map(({ promise }) => promise) : [promiseOfItems(plan.requirement)]
}

/** As the report says it, except how many constraints there are: that is known when the baskets are read. */
function promiseOfItems({ record, options }: ItemsPlan['requirement']): string {
  const k = options['k'] as number
  const known =
    record.name === 'km-anonymity'
      ? `up to ${countedItems(options['m'])} of a person`
      : knownSets(options['generate'] as string | undefined, options)
  return `whoever knows ${known} finds at least ${options['strict'] === true ? k + 1 : k} baskets that fit, or none`
}

function knownSets(generate: string | undefined, { size, frequency }: ItemsPlan['requirement']['options']): string {
  switch (generate) {
    case 'all':
      return `any up to ${countedItems(size)} that occur together`
    case 'frequent':
      return `up to ${countedItems(size)} that at least ${formatShare(frequency as number)} of the baskets hold`
    case 'rows':
      return 'all items of a person'
    default:
      return 'the items of a listed constraint'
  }
}

function countedItems(count: unknown): string {
  return `${formatCount(count as number)} ${count === 1 ? 'item' : 'items'}`
}

function outputsOf({ folder }: Session, { output }: AnyPlan): readonly string[] {
  return Object.values(output).map((file: string) => pathFrom(folder, file))
}

/** The place in the file means little while the job is in a page: the key is told instead. */
export function faultOf(line: string, name: string): JobFault {
  const place = line.startsWith(`${name}:`) ? (/^:\d+:\d+ /.exec(line.slice(name.length))?.[0].length ?? 0) : 0
  const message = place > 0 ? line.slice(name.length + place) : line
  const field = fieldOf(message)
  return { message, ...(field === undefined ? {} : { field }) }
}

function fieldOf(message: string): string | undefined {
  const column = /\bcolumn "([^"]+)"/.exec(message)?.[1]
  if (column !== undefined) return `columns.${column}`
  const algorithm = /\balgorithm ([a-z0-9-]+)(?:: ([a-z0-9-]+))?/.exec(message)
  if (algorithm !== null) return algorithm[2] === undefined ? 'algorithm' : `algorithm.${algorithm[2]}`
  if (/^there is no algorithm\b|\balgorithms? (for them )?are\b/.test(message)) return 'algorithm'
  if (/^requirement |^there is no requirement/.test(message)) return 'privacy.requirements'
  const dotted = /\b(?:data|columns|privacy|utility|output)(?:\.[A-Za-z0-9-]+)+/.exec(message)
  if (dotted !== null) return dotted[0]
  const bare = /^(?:goal|preference|algorithm|seed)\b/.exec(message)
  if (bare !== null) return bare[0]
  return /\bmetric\b/.test(message) ? 'goal' : undefined
}

function aboutItems(job: Partial<Job> | undefined): boolean {
  const columns = Object.values(job?.columns ?? {})
  return job?.data?.format === 'transactions' || columns.some((column) => column?.role === 'items')
}
