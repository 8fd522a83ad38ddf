/** Publishes the files of a run: checks the targets, stages and hashes the files, and switches them over at once. */
import { readFile } from 'node:fs/promises'
import { basename, dirname, relative, resolve } from 'node:path'
import type { Engine } from '../engines/engine.ts'
import { throwIfCancelled, userError, within } from '../ground/errors.ts'
import { type FileDigest, hashFile } from '../ground/hash-file.ts'
import { jsonPieces } from '../ground/json-pieces.ts'
import { version } from '../ground/version.ts'
import type { Description, OpenedData } from '../kinds/kind.ts'
import { insideTarget, OUTPUTS, outputFiles, type PlannedOutput, PRIVATE_FOLDER } from '../plan/outputs.ts'
import type { Plan } from '../plan/read-plan.ts'
import { keepPersons, removePersons, type Staged } from '../release/staged.ts'
import { publicAttack } from '../report/attack-figures.ts'
import { digestBeforeMark, type Signing } from '../report/signing.ts'
import type { AnonymizeRun, StepRun } from '../run.ts'
import { portablePath } from '../sources/files.ts'
import { isStore } from '../sources/places/index.ts'
import { requireUnchanged } from '../sources/stamp.ts'
import { databaseName } from '../sources/table-name.ts'
import { tableParts } from '../sql/dialect.ts'
import { isBelow } from './journal.ts'
import { type AskedJob, type Manifest, manifestText } from './manifest.ts'
import { digestAsListed, tableNote, warnOfOtherReleases } from './published-set.ts'
import { appendText, openStaging } from './staging.ts'
import { withStore } from './store-target.ts'

export interface Publication {
  readonly staged: Staged
  readonly name: string
  readonly tidy: string | undefined
  readonly ledger: string | undefined
  /** Both start hashing in the background; an error surfaces when the digests are needed. */
  readonly hashSources: () => void
  readonly hashRelease: () => void
  /** Publishes everything, unless the sources have changed. Returns warnings. */
  publish(description: Description, engine: Engine, run: StepRun): Promise<readonly string[]>
  close(): Promise<void>
}

type PublicationOptions = Pick<AnonymizeRun, 'force' | 'disk' | 'date'> & { readonly local?: Engine }

export async function openPublication(
  plan: Plan,
  { files: sources, table }: OpenedData,
  { force = false, disk, date, local = table.engine }: PublicationOptions,
): Promise<Publication> {
  const { output } = plan
  const files = outputFiles(output).sort(([a], [b]) => Number(a === 'manifest') - Number(b === 'manifest'))
  const hidden = new Set(files.filter(([name]) => !OUTPUTS[name].public).map(([, file]) => file))
  const targets = files.map(([, file]) => file)
  const here = await openStaging(
    targets.filter((file) => !isStore(file)),
    {
      force,
      sources: [...sources, ...plan.inputs],
      isPrivate: (file) => hidden.has(file),
      privateFolder: PRIVATE_FOLDER,
      replaces: output.ledger === undefined ? [] : [output.ledger],
      leftovers: force ? await earlierFiles(output, [...sources, ...targets]) : [],
      disk,
      isGuarded: true,
    },
  )
  const staging = await withStore(here, targets.filter(isStore), { engine: local, force, sources: table.copied ?? [] })
  const target = await openTarget(plan, table, force).catch(async (error) => {
    await staging.discard()
    throw error
  })
  const staged: Staged =
    target === undefined
      ? { file: staging.path(output.release) }
      : { table: target.staged, address: plan.source.source as string }
  const inside = insideTarget(output)
  const name = inside === undefined ? output.release : `${inside} of ${databaseName(plan.source.source as string)}`
  // Not the run's signal: after it has fired, the best result so far can still be published.
  const hashing = new AbortController()
  const digests = new Map<string, Promise<FileDigest>>()
  const readDigest = (file: string): Promise<FileDigest> => {
    const started = digests.get(file) ?? hashFile(file, hashing.signal)
    started.catch(() => {})
    digests.set(file, started)
    return started
  }
  const listed = (targets: readonly string[], path: (target: string) => string) =>
    Promise.all(targets.map(async (target) => ({ name: basename(target), ...(await readDigest(path(target))) })))
  const snapshot = (source: string) => table.copied?.find(({ file }) => file === source)?.snapshot
  const makeSigning = async (engine: Engine): Promise<Signing> => ({
    purpose: plan.purpose,
    engine: engine.version,
    files: target === undefined ? await listed([output.release], (file) => staging.path(file)) : [],
    date,
  })
  return {
    staged,
    name,
    tidy: output.tidy && staging.path(output.tidy),
    ledger: output.ledger && staging.path(output.ledger),
    hashSources: () => sources.forEach(readDigest),
    hashRelease() {
      // A release that was written again has another digest.
      if (!('file' in staged)) return
      digests.delete(staged.file)
      void readDigest(staged.file)
    },
    async publish(description, engine, { signal }) {
      const { report, recoding, texts } = description
      const written = {
        ...texts,
        recoding: jsonPieces(recoding),
        report: output.report === undefined ? undefined : await description.drawReport(await makeSigning(engine)),
      }
      for (const [name, file] of files) {
        const text = name === 'release' || name === 'manifest' || name === 'fullManifest' ? undefined : written[name]
        if (text === undefined) continue
        await appendText(staging, { path: file, text }, signal)
        // Hashes a report without its date, so that the digest is reproducible.
        const part = name === 'report' && typeof text === 'string' ? digestBeforeMark(text) : undefined
        if (part !== undefined) digests.set(staging.path(file), Promise.resolve(part))
      }
      if (output.persons !== undefined && inside === undefined) await keepPersons(staged, staging.path(output.persons))
      // The next release replaces the ledger, so no manifest lists it.
      const unlisted: readonly string[] = ['manifest', 'fullManifest', 'ledger']
      const others = files.flatMap(([name, file]) => (unlisted.includes(name) ? [] : [file]))
      const full = fullManifest(plan, description, engine, {
        input: (await listed(sources, (file) => file)).map((file, i) => ({ ...file, snapshot: snapshot(sources[i]) })),
        output: await listed(others, (file) => staging.path(file)),
        table: inside === undefined ? undefined : name,
      })
      if (output.fullManifest !== undefined) {
        const folder = dirname(output.fullManifest)
        const places = others.map((file) => (isStore(file) ? file : relative(folder, file)))
        const job = askedJob(plan, output.fullManifest)
        await staging.write(output.fullManifest, manifestText({ ...full, files: places, job, report }))
      }
      const record = manifestText(publicManifest(full, description, (place) => !hidden.has(others[place])))
      await staging.write(output.manifest, record)
      throwIfCancelled(signal)
      await requireUnchanged(engine)
      const manifest = output.ledger === undefined ? output.fullManifest : undefined
      const warnings = manifest === undefined ? [] : await warnOfOtherReleases(manifest, full.input)
      if (target === undefined) {
        await staging.publish()
        return warnings
      }
      await target.publish(tableNote(record), { signal })
      await staging.publish().catch((error: Error) => {
        throw userError('file', 'output.table', error)`${name} was published, but the files that belong to it were not
          (${error.message}); run again with --force`
      })
      return warnings
    },
    async close() {
      hashing.abort()
      await removePersons(staged)
      await target?.discard()
      await staging.discard()
    },
  }
}

function fullManifest(
  plan: Plan,
  { report, recoding, figures, coarsened, judgement }: Description,
  engine: Engine,
  { input, output, table }: Pick<Manifest, 'input' | 'output' | 'table'>,
): Manifest {
  return {
    purpose: plan.purpose,
    versions: { halftone: version, engine: engine.version },
    seed: plan.seed,
    algorithm: plan.search.name,
    stopped: report.found.stopped,
    options: plan.options,
    goal: report.asked.goal,
    requirements: recoding.requirements ?? [],
    suppressionLimit: plan.suppressionLimit,
    columns: plan.columns.map(({ name, role }) => ({ name, role })),
    input,
    output,
    coarsened,
    table,
    rows: report.rows,
    metrics: figures.metrics,
    risk: figures.risk,
    verification: report.verification,
    judgement,
    history: figures.history,
    attack: 'attack' in report ? report.attack : undefined,
  }
}

/** Removes digests of the sources, private files and figures that depend on suppressed rows. */
function publicManifest(
  full: Manifest,
  { figures, publicMetrics = figures.metrics, figuresOver }: Description,
  isPublic: (place: number) => boolean,
): Manifest {
  return {
    ...full,
    options: Object.fromEntries(Object.entries(full.options).filter(([name]) => !name.startsWith('sha256'))),
    input: full.input.map(({ name, snapshot }) => ({ name, snapshot })),
    output: full.output.filter((_, place) => isPublic(place)),
    metrics: publicMetrics,
    history: full.history && { ...full.history, file: undefined },
    attack: full.attack && publicAttack(full.attack),
    figuresOver,
  }
}

async function openTarget({ output }: Plan, table: OpenedData['table'], force: boolean) {
  if (insideTarget(output) === undefined) return undefined
  const { engine, source } = table
  const key = output.table === undefined ? 'output.path' : 'output.table'
  if (engine.openTarget === undefined)
    throw userError('together', key)`${key} is for data of a database; ${engine.version} writes files: name
      output.release`
  return engine.openTarget({
    table: within('output.table', () => tableParts(output.table ?? '')),
    path: output.path,
    source,
    force,
  })
}

function askedJob({ name, asked }: Plan, manifest: string): AskedJob | undefined {
  return asked && { name, folder: portablePath(dirname(manifest), asked.base), document: asked.job }
}

/** Files of the previous set that nothing replaces, according to its private manifest, if unchanged since. */
async function earlierFiles({ fullManifest }: PlannedOutput, others: readonly string[]): Promise<string[]> {
  if (fullManifest === undefined) return []
  try {
    const { files, output } = JSON.parse(await readFile(fullManifest, 'utf8')) as Manifest
    const found: string[] = []
    for (const [i, name] of (files ?? []).entries()) {
      const file = resolve(dirname(fullManifest), name)
      if (others.includes(file)) continue
      const digest = await digestAsListed(file, output[i]?.before).catch(() => undefined)
      const same = digest !== undefined && digest.sha256 === output[i]?.sha256
      // A manifest must not cause the removal of files outside its folder.
      if (same && (await isBelow(dirname(dirname(fullManifest)), file))) found.push(file)
    }
    return found
  } catch {
    return []
  }
}
