/** Draws the data sheet of a run, one file to share, even if its job asked for no report. */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { UserError, userError } from '../../../src/ground/errors.ts'
import { hashFile } from '../../../src/ground/hash-file.ts'
import { ofTable } from '../../../src/plan/read-plan.ts'
import type { Manifest } from '../../../src/publish/manifest.ts'
import { releaseForm } from '../../../src/release/write-release.ts'
import { drawDataSheet } from '../../../src/report/data-sheet.ts'
import type { Job } from '../../../src/table/job-schema.ts'
import { jobText } from '../job/job-text.ts'
import { plannedRun } from '../run/runs.ts'
import type { Session } from '../session.ts'

/** The job on the sheet leaves out where the data and the keys are. */
export async function makeDataSheet(session: Session, id: string, date: string): Promise<string> {
  const { report, signing, request, ...run } = await describeSigning(session, id, date)
  const plan = ofTable(run.plan, userError('together')`a data sheet is about a table; take the report of baskets`)
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

function engineName(manifest: string): string {
  return (JSON.parse(readFileSync(manifest, 'utf8')) as Manifest).versions.engine
}
