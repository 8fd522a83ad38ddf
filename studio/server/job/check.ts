/** Validates a job as the command line does, before opening anything; each fault names its key. */
import { UserError } from '../../../src/ground/errors.ts'
import { outputFiles } from '../../../src/plan/outputs.ts'
import { type Plan, planFacts } from '../../../src/plan/read-plan.ts'
import { pathFrom } from '../folder.ts'
import type { Session } from '../session.ts'
import type { CheckAnswer, CheckRequest } from './api.ts'
import { checkedJob, planInside } from './job-paths.ts'

export function checkJob(session: Session, { job, base, name }: CheckRequest): CheckAnswer {
  try {
    const plan = planInside(session, checkedJob(job, name), base, name)
    return { errors: [], promises: planFacts(plan).promises, outputs: listOutputs(session, plan) }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    // Line numbers mean nothing in a page: the key is given instead.
    const errors = error.faults.map(({ message, path }) => ({ message, field: path }))
    return { errors, promises: [], outputs: [] }
  }
}

function listOutputs({ folder }: Session, { output }: Plan): readonly string[] {
  return outputFiles(output).map(([, file]) => pathFrom(folder, file))
}
