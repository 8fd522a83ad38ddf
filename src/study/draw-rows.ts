/** The report of rows that were written before, by a study or as the front beside a release. Nothing is run. */
import { writeFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { UserError } from '../errors.ts'
import { openStaging } from '../release/staging.ts'
import { drawStudyReport } from '../report/study/study-html.ts'
import { buildStudyReport, type StudyReport } from '../report/study/study-report.ts'
import type { StudyRow } from '../report/study/study-row.ts'
import { type RuMapSettings, runName } from '../report/study/study-settings.ts'
import { version } from '../version.ts'
import { readStudyRows } from './row-table.ts'

export interface DrawRowsRequest {
  /** `results.csv` of a study, or `release.front.csv`. */
  readonly file: string
  /** Where the report goes; beside the file, as `.html`, when absent. */
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
  const staging = await openStaging([target], { force, sources: [resolve(file)] })
  try {
    await writeFile(staging.path(target), await drawStudyReport(report))
    await staging.publish()
  } finally {
    await staging.discard()
  }
  return { report, file: target }
}

/** A table that was put together by hand may be of nothing, or of two studies whose runs have the same names. */
function checkRows(rows: readonly StudyRow[], file: string): void {
  if (rows.length === 0) throw new UserError(`${file} has no row; there is nothing to draw`)
  const places = new Map<string, number>()
  rows.forEach((row, i) => {
    const run = runName(row)
    const before = places.get(run)
    if (before !== undefined) {
      throw new UserError(
        `${file} has the run ${run} twice, in rows ${before + 1} and ${i + 1}; remove one, or give the runs different names`,
      )
    }
    places.set(run, i)
  })
}
