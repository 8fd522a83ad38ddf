/** Releases of Adult that are attacked: a job by method and k, and what linkage finds in its release. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { anonymize } from '../src/anonymize.ts'
import { attackRelease } from '../src/attack/index.ts'
import { randomFrom, shuffle } from '../src/ground/random.ts'
import type { AttackReport } from '../src/report/attack-figures.ts'
import { type AdultRow, adultEducationRanks, adultFile, adultQuasiIdentifiers, readAdult } from './adult.ts'
import { readTablePlan } from './end-to-end/workshop.ts'

export const attackedMethods = ['lattice', 'genetic', 'boxes', 'mondrian', 'kactus-2'] as const

export interface AttackedRelease {
  readonly method: (typeof attackedMethods)[number]
  readonly k: number
  /** People drawn from Adult. */
  readonly rows: number
  readonly seed: number
  /** People who are not in the data: those of the training file who were not drawn, or the test file. */
  readonly control?: 'others' | 'test'
  /** As in docs/attacks.md: exact ends, nobody suppressed, and a search without a limit. */
  readonly exact?: boolean
  readonly targets?: number
}

/** Draws people, releases them, with little work unless asked for more, and attacks the release. */
export async function attackAdult(folder: string, asked: AttackedRelease): Promise<AttackReport> {
  const { method, k, rows, seed, control, exact = false, targets = 300 } = asked
  const names = [...adultQuasiIdentifiers, 'income'] as const
  const ranks = adultEducationRanks()
  const shuffled = shuffle(readAdult(), randomFrom(seed))
  const write = (file: string, people: readonly AdultRow[]) => {
    const cells = (row: AdultRow) => names.map((name) => (name === 'education' ? ranks[row[name]] : row[name])).join()
    writeFileSync(join(folder, file), `${[names.join(), ...people.map(cells)].join('\n')}\n`)
  }
  write('data.csv', shuffled.slice(0, rows))
  if (control !== undefined) write('control.csv', control === 'test' ? readAdult('adult.test') : shuffled.slice(rows))
  const column = (name: string) =>
    name === 'age' || name === 'education'
      ? `  ${name}: { role: quasi-identifier, type: numeric }`
      : `  ${name}: { role: quasi-identifier, taxonomy: '${adultFile(`taxonomies/${name}.json`)}' }`
  const job = [
    'version: 1',
    'data: { source: data.csv }',
    'columns:',
    ...adultQuasiIdentifiers.map(column),
    '  income: { role: target }',
    `privacy: { k: ${k}, ${exact ? 'ends: exact' : 'suppression-limit: 0.05'} }`,
    // Its last rows could be fewer than k, which a release may not mask.
    `algorithm: ${method === 'kactus-2' ? '{ name: kactus-2, lost-rows: borrow }' : method}`,
    ...(exact ? [] : ['limits: { work: 0.3 }']),
    `seed: ${seed}`,
    'output: { release: release.csv }',
    '',
  ]
  writeFileSync(join(folder, 'job.yaml'), job.join('\n'))
  const plan = readTablePlan(join(folder, 'job.yaml'))
  const { release, reason } = await anonymize(plan, { threads: 1, force: true, keepBest: true })
  if (release === undefined) throw new Error(`${method}, k = ${k}, seed ${seed}: ${reason}`)
  const at = (file: string) => ({ source: join(folder, file), base: folder })
  const files = { release: at('release.csv'), original: at('data.csv'), control: control && at('control.csv') }
  return attackRelease({ ...files, job: plan, targets, seed })
}

/** The mean chance to link a person, and that of the worst person. */
export function linkageFigures({ attacks }: AttackReport): { readonly mean: number; readonly worst: number } {
  const linkage = attacks.filter(({ attacker }) => attacker === 'linkage')
  return {
    mean: Math.max(...linkage.map(({ success }) => success.rate)),
    worst: Math.max(...linkage.map(({ worst = 0 }) => worst)),
  }
}
