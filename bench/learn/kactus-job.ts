/** kACTUS-2 on Adult end to end: a job file, 14 quasi-identifiers, reading, growing the tree, writing, counting again. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { anonymize, readPlan } from '../../src/workbench.ts'
import { dataPath } from '../../test/data.ts'

const names =
  'age workclass fnlwgt education education-num marital-status occupation relationship race sex capital-gain capital-loss hours-per-week native-country income'
const numeric = ['age', 'fnlwgt', 'education-num', 'capital-gain', 'capital-loss', 'hours-per-week']

export interface KactusJob {
  readonly rows: number
  readonly k: number
  /** Wall time by step. */
  readonly seconds: Readonly<Record<string, number>>
}

export async function benchKactusJob(k: number): Promise<KactusJob> {
  const folder = mkdtempSync(join(tmpdir(), 'halftone-kactus-'))
  try {
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
          header: names.split(' '),
          missing: 'drop',
          unlisted: 'drop',
        },
        columns: Object.fromEntries(
          names.split(' ').map((name) => [name, name === 'income' ? { role: 'target' } : column(name)]),
        ),
        privacy: { k },
        algorithm: { name: 'kactus-2' },
        output: { release: 'release.csv' },
      }),
    )
    const result = await anonymize(readPlan(job), { threads: 2 })
    if (result.verification?.verdict !== 'holds') throw new Error(`not verified: ${result.reason}`)
    return { rows: result.rows - result.missing, k, seconds: result.seconds }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
