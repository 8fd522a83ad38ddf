/**
 * Draws the certificate of a run, even if its job asked for no report, with the reasons for roles from the step Data.
 */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { UserError } from '../../../src/ground/errors.ts'
import { proposeJob } from '../../../src/init/init.ts'
import type { Plan } from '../../../src/plan/read-plan.ts'
import { hashFile } from '../../../src/publish/hash-file.ts'
import type { Manifest } from '../../../src/publish/manifest.ts'
import { drawCertificate } from '../../../src/report/certificate.ts'
import type { ItemsReport } from '../../../src/report/items-report.ts'
import type { Report } from '../../../src/report/report.ts'
import { draftJob } from '../data/opened-files.ts'
import { openWindowed } from '../data/windowed-table.ts'
import { plannedRun } from '../run/runs.ts'
import type { Session } from '../session.ts'

/** Longer tables get generic reasons for roles, to avoid a long wait. */
const MOST_ROWS = 200_000

export async function makeCertificate(session: Session, id: string, date: string): Promise<string> {
  const { report, result, request, plan } = plannedRun(session, id)
  if (report === undefined) throw new UserError(`run ${id} has no report; run it again`, { rule: 'known' })
  const { job } = request
  // A release in a database has no bytes to hash.
  const release = job.output.release === undefined ? [] : [result.release]
  const files = [...release, result.manifest].flatMap((file) => file ?? [])
  const signing = {
    purpose: job.purpose,
    engine: result.fullManifest === undefined ? '' : engineName(result.fullManifest),
    files: await Promise.all(files.map(async (file) => ({ name: basename(file), ...(await hashFile(file)) }))),
    date,
  }
  const reasons =
    report.rows.read > MOST_ROWS ? undefined : await reasonsFor(session, plan, report).catch(() => undefined)
  return drawCertificate(report as Report | ItemsReport, signing, reasons)
}

/** The reason of `halftone init` for each column, or that the user chose the role. */
async function reasonsFor(session: Session, plan: Plan, report: Report): Promise<ReadonlyMap<string, string>> {
  const table = await openWindowed(session, plan.source)
  try {
    const { columns } = await proposeJob(table.table, { source: plan.source, job: draftJob(session).job })
    const roles = new Map(report.asked.columns.map(({ name, role }) => [name, role]))
    return new Map(
      columns.map(({ name, role, reason }) => [
        name,
        roles.get(name) === role ? reason : `decided by a person; ${role} was proposed`,
      ]),
    )
  } finally {
    await table.close()
  }
}

function engineName(manifest: string): string {
  return (JSON.parse(readFileSync(manifest, 'utf8')) as Manifest).versions.engine
}
