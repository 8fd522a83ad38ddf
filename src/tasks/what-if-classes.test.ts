/** Compares each answer with the rules of k and with a run of the same search. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inFolder, readTablePlan, runJob, writeCensus } from '../../test/end-to-end/workshop.ts'
import { openClassesWhatIf } from './what-if-classes.ts'

describe('openClassesWhatIf(plan)', () => {
  it(
    'answers for another k and other weights, the same as a run of so many rounds, and refuses what is no ' +
      'question',
    () =>
      inFolder({}, async (folder) => {
        await writeCensus(folder, 600)
        const job = readFileSync(join(folder, 'job.yaml'), 'utf8')
        const boxes = (text: string) => text.replace('{ name: lattice }', '{ name: boxes, rounds: 15 }')
        writeFileSync(join(folder, 'job.yaml'), boxes(job))
        const whatIf = await openClassesWhatIf(readTablePlan(join(folder, 'job.yaml')), { threads: 1 })
        try {
          const { k, weights, columns, rows } = whatIf
          expect([k, rows, columns.length]).toEqual([10, 600, weights.length])
          const now = await whatIf.evaluate({ k, weights })
          const fewer = await whatIf.evaluate({ k: 3, weights })
          expect(fewer.smallestClass).toBeGreaterThanOrEqual(3)
          expect(now.smallestClass).toBeGreaterThanOrEqual(10)
          expect(fewer.metrics['LM']).toBeLessThan(now.metrics['LM'])
          const place = columns.indexOf('education')
          const heavy = await whatIf.evaluate({ k, weights: weights.with(place, 50) })
          expect(heavy.single[place]).toBeGreaterThan(now.single[place])
          const run = await runJob(folder)
          expect(run).toMatchObject({ classes: now.classes, smallestClass: now.smallestClass })
          expect(run.metrics?.['LM']).toBeCloseTo(now.metrics['LM'], 9)
          await expect(whatIf.evaluate({ k: 1, weights })).rejects.toThrow(
            'k must be a whole number of at least 2; got 1',
          )
          await expect(whatIf.evaluate({ k: 601, weights })).rejects.toThrow(
            'k must be at most the number of rows, 600',
          )
          await expect(whatIf.evaluate({ k, weights: [1] })).rejects.toThrow('weights must be')
        } finally {
          await whatIf.close()
        }
        writeFileSync(join(folder, 'job.yaml'), job)
        await expect(openClassesWhatIf(readTablePlan(join(folder, 'job.yaml')))).rejects.toThrow('cuts can be moved')
      }),
  )
})
