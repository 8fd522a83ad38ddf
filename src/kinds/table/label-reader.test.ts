import { expect, it } from 'vitest'
import { makeTablePlan } from '../../plan/table-plan.ts'
import type { Job } from '../../table/job-schema.ts'
import { plannedReader } from './release-checks.ts'

it.each([
  [undefined, '26.01.1994', '03.05.1941'],
  ['%m/%d/%Y', '01/26/1994', '05/03/1941'],
  [undefined, '1994-01-26', '1941-05-03'],
])('plannedReader: labels cover dates as they are written, format %s', (format, young, old) => {
  const job = {
    version: 1,
    data: { source: 'people.csv' },
    columns: { birth: { role: 'quasi-identifier', type: 'date', format } },
    privacy: { k: 2 },
    output: { release: 'release.csv' },
  } as unknown as Job
  const read = plannedReader(makeTablePlan(job, '', 'job.yaml'))('birth', [young, old])
  expect([young, old].map(read('1990s'))).toEqual([true, false])
  expect([young, old].map(read('1941-Q2'))).toEqual([false, true])
})
