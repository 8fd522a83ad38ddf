/**
 * Draws the certificate of a run, even if its job asked for no report, with the reasons for roles from the step Data;
 * and its data sheet.
 */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { UserError, userError } from '../../../src/ground/errors.ts'
import { proposeJob } from '../../../src/init/init.ts'
import { ofTable, type Plan } from '../../../src/plan/read-plan.ts'
import { hashFile } from '../../../src/publish/hash-file.ts'
import type { Manifest } from '../../../src/publish/manifest.ts'
import { releaseForm } from '../../../src/release/write-release.ts'
import { drawCertificate } from '../../../src/report/certificate.ts'
import { drawDataSheet } from '../../../src/report/data-sheet.ts'
import type { ItemsReport } from '../../../src/report/items-report.ts'
import type { Report } from '../../../src/report/report.ts'
import type { Job } from '../../../src/table/job-schema.ts'
import { draftJob } from '../data/opened-files.ts'
import { openWindowed } from '../data/windowed-table.ts'
import { jobText } from '../job/job-text.ts'
import { plannedRun } from '../run/runs.ts'
import type { Session } from '../session.ts'

/** Longer tables get generic reasons for roles, to avoid a long wait. */
const MOST_ROWS = 200_000

export async function makeCertificate(session: Session, id: string, date: string): Promise<string> {
  const { report, plan, signing } = await describeSigning(session, id, date)
  const reasons =
    report.rows.read > MOST_ROWS ? undefined : await reasonsFor(session, plan, report).catch(() => undefined)
  return drawCertificate(report as Report | ItemsReport, signing, reasons)
}

/** The data sheet: one file to share. Its job leaves out where the data and the keys are. */
export async function makeDataSheet(session: Session, id: string, date: string): Promise<string> {
  const { report, signing, request, ...run } = await describeSigning(session, id, date)
  const plan = ofTable(run.plan, userError('together')`a data sheet is about a table; baskets have a certificate`)
  const { data: _data, output, history: _history, ...job } = request.job
  const columns = Object.entries(job.columns).map(([name, { key: _key, ...column }]) => [name, column])
  const { format, delimiter = ',', quote = '"', encoding = 'utf-8' } = releaseForm(plan)
  const isText = format === 'csv' && !/\.(gz|zst)$/.test(output.release ?? '')
  return drawDataSheet(report, {
    signing,
    job: jobText({ ...job, columns: Object.fromEntries(columns) } as Job),
    form: isText ? { delimiter, quote, encoding: encoding.replace('latin-1', 'latin1') } : undefined,
  })
}

async function describeSigning(session: Session, id: string, date: string) {
  const run = plannedRun(session, id)
  const { report, result, request } = run
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
  return { ...run, report, signing }
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
