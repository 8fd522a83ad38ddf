/** kACTUS-2 on Adult end to end: job file, 14 quasi-identifiers, read, grow the tree, write, verify. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { anonymize } from '../../../src/anonymize.ts'
import { readPlan } from '../../../src/plan/read-plan.ts'
import { adultColumns } from '../../../test/adult.ts'
import { dataPath } from '../../../test/data.ts'
import { inFolder } from '../measure.ts'

const numeric = ['age', 'fnlwgt', 'education-num', 'capital-gain', 'capital-loss', 'hours-per-week']

export interface KactusJob {
  readonly rows: number
  readonly k: number
  /** Wall time by step. */
  readonly seconds: Readonly<Record<string, number>>
}

export async function benchKactusJob(k: number): Promise<KactusJob> {
  return inFolder(async (folder) => {
    const column = (name: string) => ({
      role: 'quasi-identifier',
      type: numeric.includes(name) ? 'numeric' : 'category',
    })
    const job = join(folder, 'job.json')
    writeFileSync(
      job,
      JSON.stringify({
        version: 1,
        data: {
          source: dataPath('adult/adult.data'),
          format: 'csv',
          header: adultColumns,
          missing: 'drop',
          unlisted: 'drop',
        },
        columns: Object.fromEntries(
          adultColumns.map((name) => [name, name === 'income' ? { role: 'target' } : column(name)]),
        ),
        // The paper's intervals end at values.
        privacy: { k, ends: 'exact' },
        algorithm: { name: 'kactus-2' },
        output: { release: 'release.csv' },
      }),
    )
    const result = await anonymize(readPlan(job), { threads: 2 })
    if (result.verification?.verdict !== 'holds') throw new Error(`not verified: ${result.reason}`)
    return { rows: result.rows - result.missing, k, seconds: result.seconds }
  })
}
