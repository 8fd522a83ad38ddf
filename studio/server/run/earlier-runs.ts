/**
 * Finds earlier releases in the folder by their private manifests, because the command line or another session may have
 * made them, and shows each as an ended run. Nothing is counted until a page asks.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { OUTPUT_NAMES, PRIVATE_FOLDER } from '../../../src/plan/outputs.ts'
import { filesBeside } from '../../../src/plan/outputs-beside.ts'
import type { Manifest } from '../../../src/publish/manifest.ts'
import type { RunResult } from '../../../src/run.ts'
import type { Job } from '../../../src/table/job-schema.ts'
import { pathFrom, pathInside } from '../folder.ts'
import type { Session } from '../session.ts'
import type { RunState } from './api.ts'

/** Depth of folders searched, and number of releases shown. */
const DEEPEST = 4
const MOST = 200

interface Left {
  readonly id: string
  readonly file: string
  /** Milliseconds since 1970. */
  readonly written: number
}

export function earlierRuns(session: Session): readonly RunState[] {
  return manifestsIn(session)
    .sort((a, b) => b.written - a.written || (a.file < b.file ? -1 : 1))
    .slice(0, MOST)
    .flatMap((left) => readState(session, left) ?? [])
}

export function isEarlier(id: string): boolean {
  return id.startsWith('e-')
}

export function earlierRun(session: Session, id: string): RunState | undefined {
  const left = manifestsIn(session).find((entry) => entry.id === id)
  return left && readState(session, left)
}

function manifestsIn({ folder }: Session): Left[] {
  const found: Left[] = []
  const walk = (path: string, depth: number): void => {
    for (const entry of listEntries(path)) {
      const child = join(path, entry.name)
      if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules' && depth <= DEEPEST)
        walk(child, depth + 1)
      else if (
        entry.isFile() &&
        entry.name.toLowerCase().endsWith('.manifest.json') &&
        basename(path).toLowerCase() === PRIVATE_FOLDER
      ) {
        const digest = createHash('sha256').update(pathFrom(folder, child)).digest('hex')
        found.push({ id: `e-${digest.slice(0, 10)}`, file: child, written: statSync(child).mtimeMs })
      }
    }
  }
  walk(folder, 1)
  return found
}

function listEntries(path: string) {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch {
    return []
  }
}

/** Undefined if it is not a manifest with a report, or if the release is gone. */
function readState(session: Session, { id, file, written }: Left): RunState | undefined {
  try {
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest & { readonly halftone?: string }
    const { report, job, files = [] } = manifest
    if (manifest.halftone !== 'manifest' || report === undefined || files.length === 0) return undefined
    const outputs = findOutputs(session, file, files)
    if (outputs.release === undefined || !existsSync(outputs.release)) return undefined
    return {
      id,
      request: {
        job: job?.document ?? jobInWords(manifest, outputs.release),
        base:
          job === undefined
            ? ''
            : pathFrom(session.folder, pathInside(session.folder, resolve(dirname(file), job.folder))),
        name: job?.name ?? basename(outputs.release),
        force: true,
      },
      status: 'published',
      written,
      seconds: 0,
      result: readResult(manifest, outputs),
      report: report as RunState['report'],
    }
  } catch {
    // Not a manifest of ours, or half written.
    return undefined
  }
}

/** Output files in the manifest: the release comes first, the others are named after it. */
function findOutputs({ folder }: Session, manifest: string, files: readonly string[]) {
  const listed = files.map((name) => pathInside(folder, resolve(dirname(manifest), name)))
  const [release] = listed
  const usual = filesBeside(release, OUTPUT_NAMES)
  const named = OUTPUT_NAMES.flatMap((name) => {
    const file = name === 'report' ? listed.find((path) => path.endsWith('.html')) : usual[name]
    const isListed = name === 'manifest' || name === 'fullManifest' || (file !== undefined && listed.includes(file))
    return file !== undefined && isListed && existsSync(file) ? [[name, file] as const] : []
  })
  const recoding = listed.find((path) => path.endsWith('.recoding.json')) ?? listed[1]
  return { ...Object.fromEntries(named), release, recoding, fullManifest: manifest }
}

function readResult(manifest: Manifest, outputs: ReturnType<typeof findOutputs>): RunResult {
  const { report, rows, verification, judgement, metrics, risk, algorithm, goal, seed } = manifest
  const figures =
    'missing' in rows
      ? { rows: rows.read, missing: rows.missing, suppressed: rows.suppressed, combinations: rows.combinations }
      : { rows: verification.rows, missing: 0, baskets: rows }
  const found = report?.found
  return {
    ...outputs,
    ...figures,
    outcome: 'found',
    optimal: found !== undefined && 'optimal' in found ? found.optimal : undefined,
    algorithm,
    goal,
    seed,
    value: found?.value,
    evaluations: found?.evaluations ?? 0,
    classes: verification.classes,
    smallestClass: verification.smallestClass,
    metrics,
    risk,
    attributes: report !== undefined && 'attributes' in report ? report.attributes : undefined,
    seconds: {},
    warnings: [],
    verification,
    judgement,
  } as RunResult
}

/** A substitute for the job of a release made without a job file. */
function jobInWords({ columns, requirements, input, seed, algorithm }: Manifest, release: string): Job {
  const k = requirements.find(({ options }) => typeof options['k'] === 'number')?.options['k']
  return {
    version: 1,
    data: { source: input.map(({ name }) => name) },
    columns: Object.fromEntries(columns.map(({ name, role }) => [name, { role }])),
    privacy: { k },
    algorithm,
    seed,
    output: { release: basename(release) },
  } as unknown as Job
}
