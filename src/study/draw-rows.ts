/** Draws the report of existing rows, from a study or from the front beside a release. Runs nothing. */
import { basename, resolve } from 'node:path'
import { version } from '../ground/version.ts'
import { publishTexts } from '../publish/staging.ts'
import { readStudyRows } from '../report/study/row-table.ts'
import { drawStudyReport } from '../report/study/study-html.ts'
import { buildStudyReport, type StudyReport } from '../report/study/study-report.ts'
import type { RuMapSettings } from '../report/study/study-settings.ts'
import { checkRows } from './check-rows.ts'

export interface DrawRowsRequest {
  readonly file: string
  /** By default `.html` beside the file. */
  readonly output?: string
  readonly settings?: RuMapSettings
  readonly force?: boolean
}

export async function drawStudyRows({
  file,
  output,
  settings = {},
  force = false,
}: DrawRowsRequest): Promise<{ readonly report: StudyReport; readonly file: string }> {
  const rows = readStudyRows(file)
  checkRows(rows, file)
  const report = buildStudyReport(rows, { title: basename(file), version, ...settings })
  const target = resolve(output ?? `${file.replace(/\.csv$/i, '')}.html`)
  const page = { path: target, text: await drawStudyReport(report) }
  await publishTexts([page], { force, sources: [resolve(file)] })
  return { report, file: target }
}
