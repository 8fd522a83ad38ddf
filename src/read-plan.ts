/** Reads a job file and plans it, whatever it is about: columns of a table, or baskets of items. */
import { basename, dirname, resolve } from 'node:path'
import { readJob } from './job.ts'
import { makeItemsPlan } from './kinds/items/plan.ts'
import type { Plan } from './kinds/plan.ts'
import { isItemsJob, makeTablePlan, type PlanOverrides, readText } from './plan.ts'
import type { Job } from './table/job-schema.ts'

export type { Plan } from './kinds/plan.ts'

export function readPlan(jobFile: string, overrides: PlanOverrides = {}): Plan {
  const path = resolve(jobFile)
  const job = readJob(readText(path, jobFile, 'job file'), jobFile)
  return makePlan(job, dirname(path), basename(jobFile), overrides)
}

/** Plans a job that was read already; its paths are relative to `base`, errors call it `name`. */
export function makePlan(job: Job, base: string, name: string, overrides: PlanOverrides = {}): Plan {
  return (isItemsJob(job) ? makeItemsPlan : makeTablePlan)(job, base, name, overrides)
}
