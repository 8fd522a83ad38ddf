/** Publishes the results of a finished study at once; times go to another file, since they differ by machine. */
import { rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { naming, UserError } from '../ground/errors.ts'
import { shellWord } from '../ground/names.ts'
import { version } from '../ground/version.ts'
import { PRIVATE_FOLDER } from '../plan/outputs.ts'
import { openStaging } from '../publish/staging.ts'
import { csvText, type MoreColumns, rowTable } from '../report/study/row-table.ts'
import { drawStudyReport } from '../report/study/study-html.ts'
import { studyPictures } from '../report/study/study-pictures.ts'
import { buildStudyReport, type StudyReport } from '../report/study/study-report.ts'
import { type RuMapSettings, runName, type StudyJob, type StudyRow } from '../report/study/study-row.ts'
import { portablePath } from '../sources/files.ts'
import { type PlannedRun, runFolder, type StudyPlan } from './plan-study.ts'
import { jobText } from './study-folder.ts'
import { listChoices } from './study-map.ts'

const names = {
  results: 'results.csv',
  times: 'times.csv',
  summary: 'summary.json',
  report: 'report.html',
  pictures: 'pictures',
} as const

/** An incomplete study has no results. */
export async function removeResults({ folder }: Pick<StudyPlan, 'folder'>): Promise<void> {
  for (const name of Object.values(names)) await rm(join(folder, name), { recursive: true, force: true })
}

export type StudyFiles = Awaited<ReturnType<typeof writeResults>>['files']

export async function writeResults(plan: StudyPlan, rows: readonly StudyRow[], details: MoreColumns) {
  const { pictures: folder, ...files } = Object.fromEntries(
    Object.entries(names).map(([key, name]) => [key, join(plan.folder, name)]),
  ) as Record<keyof typeof names, string>
  const { report, pictures, fault } = buildReport(plan, rows)
  const drawn = pictures.map(([name, content]) => [join(folder, name), content] as const)
  const staging = await openStaging([...Object.values(files), ...drawn.map(([file]) => file)], { force: true })
  try {
    const results = rowTable(rows, details)
    const times = timesTable(rows)
    await writeFile(staging.path(files.results), csvText(results.head, results.lines))
    await writeFile(staging.path(files.times), csvText(times.head, times.lines))
    await writeFile(staging.path(files.summary), `${JSON.stringify(summarize(plan, rows, report), null, 2)}\n`)
    await writeFile(staging.path(files.report), drawStudyReport(report))
    for (const [file, content] of drawn) await writeFile(staging.path(file), content)
    await staging.publish()
  } finally {
    await staging.discard()
  }
  // The rows are written, but the requested map is impossible.
  if (fault !== undefined) throw fault
  return { files: { ...files, pictures: drawn.length === 0 ? undefined : folder }, report }
}

/** The report of the runs that have ended so far, as a page. */
export function drawRunsSoFar(plan: StudyPlan, rows: readonly StudyRow[], map: RuMapSettings): string {
  return drawStudyReport(buildReport(plan, rows, { ...plan.map, ...map }).report)
}

/** An axis without figures must not cost the rows: draws the default axes and returns the error. */
function buildReport(plan: StudyPlan, rows: readonly StudyRow[], map: RuMapSettings = plan.map) {
  const settings = { title: plan.title, version, jobs: listJobs(plan, rows) }
  let fault: UserError | undefined
  let report: StudyReport
  try {
    report = buildStudyReport(rows, { ...settings, ...map })
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    fault = naming(plan.name, error)
    report = buildStudyReport(rows, { ...settings, ceiling: map.ceiling })
  }
  const pictures = studyPictures(report).flatMap(({ name, svg, csv }): [string, string][] => [
    [`${name}.svg`, svg],
    [`${name}.csv`, csv],
  ])
  return { report, pictures, fault }
}

function listJobs(plan: StudyPlan, rows: readonly StudyRow[]): Record<string, StudyJob> {
  const shown = (file: string) => portablePath(dirname(plan.file), file)
  const planned = new Map(plan.runs.map((one) => [one.run, one]))
  return Object.fromEntries(
    rows.map((row) => {
      const plannedRun = planned.get(row.run) as PlannedRun
      const recoding = join(runFolder(plan, row.run), PRIVATE_FOLDER, 'release.recoding.json')
      return [
        runName(row),
        {
          job: jobText(plan, plannedRun, row.point),
          command: `halftone study ${shellWord(plan.name)} --release ${runName(row)}`,
          recoding: row.outcome === 'found' && row.point === undefined ? shown(recoding) : undefined,
        },
      ]
    }),
  )
}

function timesTable(rows: readonly StudyRow[]) {
  const steps = [...new Set(rows.flatMap(({ measured }) => Object.keys(measured?.seconds ?? {})))].filter(
    (step) => step !== 'total',
  )
  return {
    head: ['run', ...steps.map((step) => `seconds ${step}`), 'seconds total', 'memory'],
    lines: rows.flatMap(({ run, measured }) =>
      measured === undefined
        ? []
        : [[run, ...[...steps, 'total'].map((step) => measured.seconds[step]?.toFixed(3)), measured.memory]],
    ),
  }
}

function summarize({ name, title, runs }: StudyPlan, rows: readonly StudyRow[], { maps }: StudyReport): object {
  const runRows = rows.filter(({ point }) => point === undefined)
  const outcomes: Record<string, number> = {}
  for (const { outcome } of runRows) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  return {
    halftone: 'study summary',
    version: 1,
    study: name,
    title,
    versions: { halftone: version },
    runs: runs.length,
    rows: rows.length,
    outcomes,
    ...listChoices(maps),
    failed: runRows
      .filter(({ outcome }) => outcome !== 'found')
      .map(({ run, settings, outcome, error }) => ({ run, settings, outcome, error })),
  }
}
