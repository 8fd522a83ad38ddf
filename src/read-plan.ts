/** Reads a job file and plans it, whatever it is about: columns of a table, or baskets of items. */
import { basename, dirname, resolve } from 'node:path'
import { isItemsJob, makePlan, type Plan, type PlanOverrides, readText } from './plan.ts'
import { type ItemsPlan, makeItemsPlan } from './plan-items.ts'
import { readJob } from './table/read-job.ts'

export type AnyPlan = Plan | ItemsPlan

export function readAnyPlan(jobFile: string, overrides: PlanOverrides = {}): AnyPlan {
  const path = resolve(jobFile)
  const job = readJob(readText(path, jobFile, 'job file'), jobFile)
  const make = isItemsJob(job) ? makeItemsPlan : makePlan
  return make(job, dirname(path), basename(jobFile), overrides)
}
