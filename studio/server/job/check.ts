/** What the command line would say to a job before it opens anything, and which key each sentence is about. */
import {
  type Fault,
  formatCount,
  formatShare,
  type ItemsPlan,
  type Job,
  type Plan,
  UserError,
} from '../../../src/workbench.ts'
import { pathFrom } from '../folder.ts'
import type { Session } from '../session.ts'
import type { CheckAnswer, CheckRequest, JobFault } from './api.ts'
import { checkedJob, planInside } from './job-paths.ts'

export function checkJob(session: Session, { job, base, name }: CheckRequest): CheckAnswer {
  const kind = aboutItems(job) ? 'items' : 'columns'
  try {
    const plan = planInside(session, checkedJob(job, name), base, name)
    return {
      kind: plan.kind === 'items' ? 'items' : 'columns',
      errors: [],
      promises: promisesOf(plan),
      outputs: outputsOf(session, plan),
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { kind, errors: error.faults.map(faultOf), promises: [], outputs: [] }
  }
}

function promisesOf(plan: Plan): readonly string[] {
  return plan.kind === 'items' ? [promiseOfItems(plan.requirement)] : plan.requirements.map(({ promise }) => promise)
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

function outputsOf({ folder }: Session, { output }: Plan): readonly string[] {
  return Object.values(output).map((file: string) => pathFrom(folder, file))
}

/** The place in the file means little while the job is in a page: the key is given instead. */
function faultOf({ message, path }: Fault): JobFault {
  return { message, field: path }
}

function aboutItems(job: Partial<Job> | undefined): boolean {
  const columns = Object.values(job?.columns ?? {})
  return job?.data?.format === 'transactions' || columns.some((column) => column?.role === 'items')
}
