/** Reads and plans a job file about columns of a table or baskets of items. */
import { basename, dirname, resolve } from 'node:path'
import { portablePath } from '../sources/files.ts'
import { findAbout } from '../table/about.ts'
import type { Job } from '../table/job-schema.ts'
import { makeItemsPlan } from './items-plan.ts'
import { readJob } from './job.ts'
import type { Plan, PlanOverrides } from './plan.ts'
import { readText } from './shared-plan.ts'
import { makeTablePlan } from './table-plan.ts'

export { ofKind, ofTable, type Plan, planFacts } from './plan.ts'

export function readPlan(jobFile: string, overrides: PlanOverrides = {}): Plan {
  const path = resolve(jobFile)
  const job = readJob(readText(path, jobFile, 'job file'), jobFile)
  return makePlan(job, dirname(path), basename(jobFile), overrides)
}

const PLANNERS = { columns: makeTablePlan, items: makeItemsPlan }

export function makePlan(job: Job, base: string, name: string, overrides: PlanOverrides = {}): Plan {
  const plan = PLANNERS[findAbout(job)](job, base, name, overrides)
  return { ...plan, asked: { job: overridden(job, base, overrides), base } }
}

function overridden(job: Job, base: string, { k, seed, release, timeLimit }: PlanOverrides): Job {
  const { privacy, output, limits } = job
  return {
    ...job,
    seed: seed ?? job.seed,
    privacy: k === undefined || privacy.k === undefined ? privacy : { ...privacy, k },
    output: release === undefined ? output : { ...output, release: portablePath(base, release) },
    limits: timeLimit === undefined ? limits : { ...limits, work: undefined, time: timeLimit },
  }
}
