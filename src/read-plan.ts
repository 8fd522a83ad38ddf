/** Reads a job file and plans it, whatever it is about: columns of a table, or baskets of items. */
import { basename, dirname, resolve } from 'node:path'
import { readJob } from './job.ts'
import { type ItemsPlan, makeItemsPlan } from './kinds/items/plan.ts'
import { isItemsJob, makePlan, type Plan, type PlanOverrides, readText } from './plan.ts'
import type { Job } from './table/job-schema.ts'

export type AnyPlan = Plan | ItemsPlan

export function readAnyPlan(jobFile: string, overrides: PlanOverrides = {}): AnyPlan {
  const path = resolve(jobFile)
  const job = readJob(readText(path, jobFile, 'job file'), jobFile)
  return makeAnyPlan(job, dirname(path), basename(jobFile), overrides)
}

/** Plans a job that was read already; its paths are relative to `base`, errors call it `name`. */
export function makeAnyPlan(job: Job, base: string, name: string, overrides: PlanOverrides = {}): AnyPlan {
  return (isItemsJob(job) ? makeItemsPlan : makePlan)(job, base, name, overrides)
}
