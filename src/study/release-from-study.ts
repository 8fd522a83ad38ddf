/**
 * From a study to a release in one step: the run at a knee, the best one under the risk ceiling, or any by its name. It is made anew by the
 * same path, with its report, and counted again before it is published, as always.
 */
import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { anonymize } from '../anonymize.ts'
import { didYouMean, UserError } from '../errors.ts'
import type { AnonymizeRun, RunResult } from '../path/run.ts'
import { makeAnyPlan } from '../read-plan.ts'
import type { RuMap } from '../report/study/ru-map.ts'
import type { Job } from '../table/job-schema.ts'
import { withValue } from './dotted-key.ts'
import { runFolder, type StudyPlan } from './plan-study.ts'
import { bestOf, type MapChoice } from './study-map.ts'

export interface ReleaseChoice {
  /** `knee`, `best`, or a run: `007`, `007.3`. */
  readonly by: string
  /** The data set, where a study has several. */
  readonly data?: string
  /** The curve, instead of the one that is chosen by its utility. */
  readonly search?: string
}

/** Which run is to be released. */
export function chooseRelease(maps: readonly RuMap[], { by, data, search }: ReleaseChoice): MapChoice {
  if (by !== 'knee' && by !== 'best') return namedRun(maps, by)
  const map = mapOf(maps, data)
  const curves = search === undefined ? map.curves : [curveOf(map, search)]
  return by === 'knee' ? chooseKnee(map, curves) : chooseBest(map, search === undefined ? map.best : curves[0].best)
}

/** Of all knees by the angle method, the one of most utility; of equal ones the first. */
function chooseKnee({ data }: RuMap, curves: RuMap['curves']): MapChoice {
  const knees = curves.flatMap(({ name, knees: { angle } }) =>
    angle === undefined ? [] : [{ data, search: name, ...angle }],
  )
  if (knees.length === 0) {
    throw new UserError(
      `no curve of ${data} has a knee; that takes at least three releases of one search, none of them beaten by another: give more values of k, or choose --release best`,
    )
  }
  return knees.reduce((best, knee) => (knee.utility > best.utility ? knee : best))
}

function chooseBest(map: RuMap, run: string | undefined): MapChoice {
  const [best] = bestOf(map, run)
  if (best !== undefined) return best
  const least = Math.min(...map.points.map(({ risk }) => risk))
  throw new UserError(
    `no release of ${map.data} has a risk (${map.risk.name}) of at most ${map.ceiling}; the least is ${least}: accept more (--risk), or try larger k`,
  )
}

function namedRun(maps: readonly RuMap[], run: string): MapChoice {
  const found = maps.flatMap((map) => bestOf(map, run))[0]
  if (found !== undefined) return found
  throw new UserError(
    `--release must be knee, best, or a run that has a release, such as ${maps[0]?.points[0]?.run ?? '1'}; got "${run}"${didYouMean(run, ['knee', 'best'])}`,
  )
}

function mapOf(maps: readonly RuMap[], data: string | undefined): RuMap {
  const names = maps.map((map) => map.data)
  if (maps.length === 0) throw new UserError('no run of this study has a release; results.csv tells why')
  if (data === undefined) {
    if (maps.length === 1) return maps[0]
    throw new UserError(`the study is about ${names.join(', ')}; say which is to be released with --data NAME`)
  }
  const map = maps.find((one) => one.data === data)
  if (map !== undefined) return map
  throw new UserError(
    `the study has no data set "${data}"${didYouMean(data, names) || `; it is about ${names.join(', ')}`}`,
  )
}

function curveOf({ curves, data }: RuMap, search: string): RuMap['curves'][number] {
  const names = curves.map(({ name }) => name)
  const found = curves.find(({ name }) => name === search)
  if (found !== undefined) return found
  throw new UserError(
    `there is no curve "${search}" of ${data}${didYouMean(search, names) || `; there are ${names.map((name) => `"${name}"`).join(', ')}`}`,
  )
}

/** Writes the release of a run to `output`, or to `release/` in the study's folder, whose content it replaces. */
export async function releaseFromStudy(
  plan: StudyPlan,
  choice: Pick<MapChoice, 'run'>,
  { output, force = false, ...run }: AnonymizeRun & { readonly output?: string } = {},
): Promise<RunResult> {
  const [name, point] = choice.run.split('.')
  const planned = plan.runs.find((one) => one.run === name)
  if (planned === undefined) throw new UserError(`${plan.name} has no run "${choice.run}"`)
  const job = (point === undefined ? planned.job : withValue(planned.job, ['algorithm', 'point'], Number(point))) as Job
  const release = output === undefined ? join(plan.folder, 'release', planned.job.output.release) : resolve(output)
  const stem = basename(release).replace(/(\.[a-z]+)?(\.gz)?$/i, '')
  const report = join(dirname(release), stem === 'release' ? 'report.html' : `${stem}.report.html`)
  const made = makeAnyPlan(
    { ...job, output: { release, report } },
    runFolder(plan, name),
    `run ${choice.run} of ${plan.name}`,
  )
  const result = await anonymize(made, { ...run, force: force || output === undefined })
  if (output === undefined && result.release !== undefined) await removeOthers(dirname(release), result)
  return result
}

/** Files of an earlier release, of a search that leaves more, would be taken for files of this one. */
async function removeOthers(folder: string, result: RunResult): Promise<void> {
  const own = Object.values(result).filter((value) => typeof value === 'string')
  for (const name of await readdir(folder)) {
    if (!own.includes(join(folder, name))) await rm(join(folder, name), { recursive: true })
  }
}
