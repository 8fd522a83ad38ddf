/** Disclosure by a release: sensitive values in its classes, attackers, and one person. */
import { attackRelease } from '../../../src/attack/index.ts'
import type { Lab } from '../../../src/attack/lab.ts'
import { type AttackedPerson, attackPerson, openPersonLab } from '../../../src/attack/person.ts'
import { userError } from '../../../src/ground/errors.ts'
import { ofTable } from '../../../src/plan/read-plan.ts'
import type { AttackReport } from '../../../src/report/attack-figures.ts'
import { learnedFromRelease } from '../../../src/tasks/verify.ts'
import type { LearnedColumn } from '../../../src/verification/attribute-risk.ts'
import { remembered } from '../remembered.ts'
import { plannedRun } from '../run/runs.ts'
import type { Session } from '../session.ts'
import { findPreview, type Preview, sourceOfRelease } from './previews.ts'

export async function findLearned(
  session: Session,
  id: string,
  signal: AbortSignal,
): Promise<readonly LearnedColumn[]> {
  const { plan, result } = plannedTable(session, id)
  const { threads, memory } = session
  return learnedFromRelease(plan, sourceOfRelease(plan, result), { threads, memory, signal })
}

/** One row of the data under attack, by its number from 0. */
export async function attackRow(session: Session, id: string, row: number): Promise<AttackedPerson> {
  const { plan } = plannedTable(session, id)
  const preview = await findPreview(session, id)
  const { before, after } = preview
  const [cells] = (await before.window(row, 1)).rows
  if (cells === undefined || before.shown !== undefined)
    throw userError('value', 'row')`the data has no row ${row + 1} that can be looked at here; choose another`
  const person = new Map(before.columns.map(({ name }, i) => [name, cells[i] ?? '']))
  const lab = await labs(preview, id, () => openPersonLab({ release: after.table, original: before.table }, plan))
  return attackPerson(lab, plan.seed, person)
}

/** Counted for the first person of a run. */
const labs = remembered<Preview, Lab>()

/** The figures of the attack lab: those of the run if its job asked for them, otherwise of an attack on its files. */
export async function attackLab(session: Session, id: string, signal: AbortSignal): Promise<AttackReport> {
  const { plan, result } = plannedTable(session, id)
  const { source: original, seed } = plan
  const release = sourceOfRelease(plan, result)
  return result.attack ?? attackRelease({ release, original, job: plan, targets: LAB_TARGETS, seed }, { signal })
}

const LAB_TARGETS = 1000

function plannedTable(session: Session, id: string) {
  const { result, plan } = plannedRun(session, id)
  const noTable = userError('together')`this is counted for tables; baskets have their risk on the summary`
  return { plan: ofTable(plan, noTable), result }
}
