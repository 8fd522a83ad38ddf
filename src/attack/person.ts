/**
 * One person under attack: what the values that others may know give away in the data itself, and what each attacker
 * who aims at a person still achieves with the release.
 */
import type { EngineRun } from '../engines/engine.ts'
import { userError } from '../ground/errors.ts'
import type { TablePlan } from '../plan/plan.ts'
import { attackerStreams } from './index.ts'
import { inference } from './inference.ts'
import { type Lab, type LabTables, openLab } from './lab.ts'
import { linkability } from './linkability.ts'
import { linkage } from './linkage.ts'
import { narrowing } from './narrowing.ts'

export interface AttackedPerson {
  /** The columns that attackers know: the person's value, and the label of the tightest class that covers it. */
  readonly known: readonly { readonly column: string; readonly value: string; readonly label: string }[]
  /** Rows of the data with the same known values, and rows of the release that may be the person's. */
  readonly alike: { readonly before: number; readonly after: number }
  readonly steps: readonly AttackStep[]
}

export interface AttackStep {
  readonly attacker: string
  readonly form: string
  readonly wants: string
  readonly before: number
  readonly after: number
}

const AIMED = [linkage, linkability, inference, narrowing]
const unknownRow = userError('known', 'row')

/** The tables of a release, counted once; any number of people can then be attacked. */
export function openPersonLab(
  tables: Pick<LabTables, 'release' | 'original'>,
  job: TablePlan,
  run: EngineRun = {},
): Promise<Lab> {
  return openLab(tables, { job, targets: 1 }, attackerStreams(job.seed, 0)[0], run)
}

export async function attackPerson(
  lab: Lab,
  seed: number,
  person: ReadonlyMap<string, string>,
): Promise<AttackedPerson> {
  const [, ...streams] = attackerStreams(seed, AIMED.length)
  const { original, columns, known } = lab
  const codes = columns.map(({ name, domain }) => {
    const code = domain.encode(person.get(name) ?? '')
    return code < 0 ? domain.values.length : code
  })
  /** The combinations with the person's values in some columns. */
  const findAlike = (some: readonly number[]): number[] => {
    const found: number[] = []
    lab.visitPeople(
      some.map((column) => ({ column, from: codes[column], to: codes[column] })),
      (place) => found.push(place) < 0,
    )
    return found
  }
  const [target] = findAlike(columns.map((_, i) => i))
  if (target === undefined)
    throw unknownRow`the release is not about this row: a value that it needs is missing; choose another row`
  const alike = findAlike(known)
  const countRows = (some: readonly number[]) => some.reduce((sum, place) => sum + original.counts[place], 0)
  const focused: Lab = { ...lab, targets: Int32Array.of(target) }
  const steps: AttackStep[] = []
  for (const [i, { name, wants, attempt }] of AIMED.entries()) {
    // Linkage would look for the person worst off among all.
    const attempts = await attempt(name === linkage.name ? { ...focused, visitPeople: () => {} } : focused, streams[i])
    for (const { form, members } of typeof attempts === 'string' ? [] : attempts) {
      if (members.length === 0) continue
      const after = members.reduce((sum, score) => sum + score, 0) / members.length
      steps.push({ attacker: name, form, wants, before: chanceInData(name, form), after })
    }
  }
  const covering = lab.covering(original, target)
  const [tightest] = lab.tightest(original, target)
  return {
    known: known.map((i, j) => ({
      column: columns[i].name,
      value: person.get(columns[i].name) ?? '',
      label: tightest === undefined ? '' : columns[i].labels.texts[lab.classes.labels[j][tightest]],
    })),
    alike: { before: countRows(alike), after: covering.reduce((sum, c) => sum + lab.classes.sizes[c], 0) },
    steps,
  }

  /** The data shows known values as they are; a secret is guessed by a row drawn from those alike. */
  function chanceInData(attacker: string, form: string): number {
    const secret = attacker === inference.name ? lab.secrets.find((i) => form.startsWith(columns[i].name)) : undefined
    if (secret !== undefined)
      return countRows(alike.filter((place) => original.codes[secret][place] === codes[secret])) / countRows(alike)
    if (attacker === linkability.name) {
      const half = (rest: number) => countRows(findAlike(known.filter((_, j) => j % 2 === rest)))
      return countRows(alike) / half(0) / half(1)
    }
    return attacker === narrowing.name ? 1 : 1 / countRows(alike)
  }
}
