import { describe, expect, it } from 'vitest'
import { makeItemsPlan } from './items-plan.ts'
import { readJob } from './job.ts'

const planWith = (workload: string) =>
  makeItemsPlan(
    readJob(
      `version: 1
data: { source: baskets.txt, format: transactions }
columns: { items: { role: items } }
privacy: { km: { k: 2, m: 2 } }
${workload}
seed: 7
output: { release: release.txt }
`,
      'job.yaml',
    ),
    '/nowhere',
    'job.yaml',
  )

describe('makeItemsPlan', () => {
  it('draws 1000 pairs by the seed of the job unless set otherwise', () => {
    expect(planWith('').workload).toEqual({ size: 2, count: 1000, seed: 7 })
    expect(planWith('utility: { workload: { size: 3, seed: 1 } }').workload).toEqual({ size: 3, count: 1000, seed: 1 })
  })

  it('with count: all asks for every itemset that occurs: no count is handed on', () => {
    expect(planWith('utility: { workload: { size: 2, count: all } }').workload).toEqual({ size: 2, seed: 7 })
  })

  it.each(['none', '0', '1.5'])('refuses count: %s', (count) => {
    expect(() => planWith(`utility: { workload: { count: ${count} } }`)).toThrow(/utility\.workload/)
  })
})
