/** The rows of a study, its summary and the points of its map beside the same figures counted from releases of the same jobs. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readStudy } from '../../src/study/plan-study.ts'
import { run } from '../../src/study/run-job.ts'
import { runStudy } from '../../src/study/run-study.ts'
import { inFolder, parseCsv, readRelease, runJob } from '../end-to-end/workshop.ts'
import { recountTable } from './recount.ts'
import { files, job, quasi } from './recount-people.ts'

const KS = [3, 9]

it('runStudy: results.csv, summary.json and the map hold what a plain count of each release gives', () =>
  inFolder(
    {
      ...files,
      'job.yaml': job('lattice', 'general', 0),
      'study.yaml': `version: 1\njob: job.yaml\ngrid: { privacy.k: [${KS.join(', ')}] }\noutput: { folder: study }\n`,
    },
    async (folder) => {
      const { rows } = await runStudy(readStudy(join(folder, 'study.yaml')), {
        execute: async (request, context) => ({
          result: await run(request, { ...context, keepBest: () => false }),
          peakMemory: 1,
        }),
      })
      const results = parseCsv(readFileSync(join(folder, 'study/results.csv'), 'utf8'))
      const pictures = join(folder, 'study/pictures')
      const map = readdirSync(pictures).find((name) => /^map-.*\.csv$/.test(name)) as string
      const points = parseCsv(readFileSync(join(pictures, map), 'utf8'))
      for (const [i, k] of KS.entries()) {
        await runJob(folder, { force: true }, { k })
        const counted = recountTable({
          source: parseCsv(files['p.csv']),
          release: readRelease(join(folder, 'out/r.csv')),
          quasi,
          k,
          categories: ['income', 'left'],
          number: 'weight',
          sensitive: 'disease',
        })
        const { classes, smallestClass, suppressed, combinations } = counted.rows
        expect(rows[i]).toMatchObject({ k, classes, smallestClass, suppressed, combinations })
        expect(Object.keys(rows[i].metrics).length).toBeGreaterThanOrEqual(9)
        for (const [family, figures] of [
          ['utility', rows[i].metrics],
          ['risk', rows[i].risks],
        ] as const)
          for (const [name, value] of Object.entries(figures)) {
            const own = family === 'risk' ? counted.risk.after[name] : counted.metrics[name]
            expect([name, value]).toEqual([name, expect.closeTo(own, 9)])
            expect(Number(results[i][`${family} ${name}`])).toBeCloseTo(own, 9)
          }
        expect(Number(points[i]['prosecutor'])).toBeCloseTo(counted.risk.after['prosecutor'], 9)
        expect(Number(points[i]['1 − LM'])).toBeCloseTo(1 - counted.metrics['LM'], 9)
      }
    },
  ))
