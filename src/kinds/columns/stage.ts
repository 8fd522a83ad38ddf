/** From groupings to a staged and verified release with its documents. */
import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Engine } from '../../engines/engine.ts'
import type { CountedTable } from '../../frequency/count-combinations.ts'
import { columnsOf, type Plan } from '../../plan.ts'
import type { CombinationsRecoding } from '../../recoding/combinations.ts'
import type { ColumnsRecoding } from '../../recoding/recoding.ts'
import { type FileDigest, hashFile } from '../../release/hash-file.ts'
import { type Manifest, manifestText } from '../../release/manifest.ts'
import { type GroupExtents, releasedExtents, releasedLabels, widenExtents } from '../../release/released-extents.ts'
import type { Staging } from '../../release/staging.ts'
import { prepareRelease, sinkOf, withLabels, writeRelease } from '../../release/write-release.ts'
import type { Report } from '../../report/report.ts'
import { engineRun, type StepRun } from '../../run.ts'
import type { Evaluation } from '../../search/evaluation.ts'
import { openSource, type Table } from '../../sources/open-source.ts'
import type { Verification } from '../../verification/verification.ts'
import { verifyRelease } from '../../verification/verify-release.ts'
import { version } from '../../version.ts'
import type { Figures } from './tell.ts'

/** What the release says of each column's groups. */
export interface ShownGroups {
  readonly labels: readonly (readonly string[])[]
  readonly extents: readonly (GroupExtents | undefined)[]
}

export async function stageRelease(
  plan: Plan,
  table: Table,
  { encodings, hierarchies, rowsMissing, kept }: CountedTable,
  { partition }: Evaluation,
  columns: readonly string[],
  staging: Staging,
  run: StepRun,
): Promise<ShownGroups> {
  const { release } = plan.output
  const { groupings } = partition
  const recode = await prepareRelease(table, {
    columns,
    partition,
    encodings,
    labels: hierarchies.map((hierarchy, i) => releasedLabels(hierarchy, groupings[i], undefined)),
    suppressedRows: plan.suppressedRows,
    dropMissing: rowsMissing > 0,
    missingValues: plan.missingValues,
  })
  const own = await releasedExtents(table, hierarchies, partition, recode, engineRun(run))
  const before = columnsOf(plan, 'quasi-identifier').map((column) => column.shown)
  const extents = own.map((found, i) => {
    const shown = before[i]
    return found === undefined || shown === undefined ? found : widenExtents(found, shown)
  })
  const labels = hierarchies.map((hierarchy, i) => releasedLabels(hierarchy, groupings[i], extents[i]))
  const sink = sinkOf(release, staging.path(release))
  const { engine } = table
  const { source } = kept ?? table
  await writeRelease({ engine, source }, withLabels(recode, labels, kept?.encodings), sink, engineRun(run))
  if (kept !== undefined) await engine.execute(engine.dialect.dropTable(kept.source.table[0]))
  return { labels, extents }
}

/** Loads what draws the report, for a moment when this thread has nothing else to do. What fails now fails again when it is needed. */
export function loadDrawing(): Promise<void> {
  return import('../../report/html.ts').then(
    ({ loadCharts }) => loadCharts(),
    () => {},
  )
}

/** Opens the staged file like any other source and counts it again. */
export async function verifyStaged(
  plan: Plan,
  engine: Engine,
  counted: CountedTable,
  { partition }: Evaluation,
  staging: Staging,
  run: StepRun,
): Promise<Verification> {
  const left = plan.suppressedRows === 'drop' ? partition.suppressedRows : 0
  return verifyRows(plan, engine, counted.rowsRead - counted.rowsMissing - left, staging, run)
}

/** The same, with the number of rows that it must have. */
export async function verifyRows(
  plan: Plan,
  engine: Engine,
  rows: number,
  staging: Staging,
  run: StepRun,
): Promise<Verification> {
  return verifyRelease(
    await openStaged(plan, engine, staging),
    {
      quasiIdentifiers: columnsOf(plan, 'quasi-identifier').map((column) => column.name),
      requirements: plan.requirements,
      suppressedGroup: plan.suppressedGroup,
      rows,
      withoutColumns: columnsOf(plan, 'identifier').map((column) => column.name),
    },
    engineRun(run),
  )
}

/** The staged release as a table. */
export function openStaged({ output: { release } }: Plan, engine: Engine, staging: Staging): Promise<Table> {
  const { format, delimiter } = sinkOf(release, '')
  return openSource({ source: staging.path(release), base: '/', format, delimiter, ours: true }, engine)
}

export async function stageDocuments(
  plan: Plan,
  engine: Engine,
  recoding: ColumnsRecoding | CombinationsRecoding,
  report: Report,
  beside: {
    readonly trail?: string | undefined
    readonly front?: string | undefined
    readonly workload?: string | undefined
  },
  figures: Figures,
  input: Manifest['input'],
  staging: Staging,
  release: Promise<FileDigest> = hashStaged(plan, staging),
): Promise<void> {
  const { output } = plan
  await writeFile(staging.path(output.recoding), `${JSON.stringify(recoding, null, 2)}\n`)
  if (output.trail !== undefined && beside.trail !== undefined)
    await writeFile(staging.path(output.trail), beside.trail)
  if (output.front !== undefined && beside.front !== undefined)
    await writeFile(staging.path(output.front), beside.front)
  if (output.workload !== undefined && beside.workload !== undefined)
    await writeFile(staging.path(output.workload), beside.workload)
  if (output.report !== undefined) {
    const { drawReport } = await import('../../report/html.ts')
    await writeFile(staging.path(output.report), await drawReport(report))
  }
  const files = outputsOf(plan).filter((file) => file !== output.manifest)
  const manifest = manifestText({
    versions: { halftone: version, engine: engine.version },
    seed: plan.seed,
    algorithm: plan.search.name,
    options: plan.options,
    goal: report.asked.goal,
    requirements: recoding.requirements,
    suppressionLimit: plan.suppressionLimit,
    columns: plan.columns.map(({ name, role }) => ({ name, role })),
    input,
    output: await Promise.all(
      files.map(async (file) => ({
        name: basename(file),
        ...(await (file === output.release ? release : hashFile(staging.path(file)))),
      })),
    ),
    rows: report.rows,
    metrics: figures.metrics,
    risk: figures.risk,
    verification: report.verification,
  })
  await writeFile(staging.path(output.manifest), manifest)
}

export function outputsOf({ output }: Plan): string[] {
  const { release, recoding, recodingTable, manifest, report, trail, front, workload } = output
  return [release, recoding, recodingTable, manifest, report, trail, front, workload].filter(
    (file) => file !== undefined,
  )
}

/** The hash of the staged release. A large one is taken in a thread of its own; a failure surfaces where the answer is awaited. */
export function hashStaged({ output }: Plan, staging: Staging, signal?: AbortSignal): Promise<FileDigest> {
  const digest = hashFile(staging.path(output.release), signal)
  digest.catch(() => {})
  return digest
}

/** Starts at once and runs beside the engine; a failure surfaces where the answer is awaited. */
export function hashFiles(files: readonly string[], signal: AbortSignal): Promise<Manifest['input']> {
  const digests = Promise.all(files.map(async (file) => ({ name: basename(file), ...(await hashFile(file, signal)) })))
  digests.catch(() => {})
  return digests
}
