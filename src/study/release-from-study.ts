/** Releases a run of a study, chosen by knee, risk ceiling or name, by repeating it on the normal path. */
import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { anonymize } from '../anonymize.ts'
import { didYouMean, userError } from '../ground/errors.ts'
import { makePlan } from '../plan/read-plan.ts'
import { bestUnder, kneeToRelease, type RuCurve, type RuMap } from '../report/study/ru-map.ts'
import type { AnonymizeRun, RunResult } from '../run.ts'
import { withoutEnding } from '../sources/formats/index.ts'
import { jobToRelease, runFolder, type StudyPlan } from './plan-study.ts'
import { describeRun, type MapChoice } from './study-map.ts'

const notKnown = userError('known', '--release')
const wrongData = userError('data', '--risk')
const whichData = userError('present', '--data')
const notOfCurve = userError('together', '--search')

export interface ReleaseChoice {
  /** `knee`, `best`, or a run: `007`, `007.3`. */
  readonly by: string
  readonly data?: string
  readonly search?: string
  /** The highest accepted risk; for `best` the default is the map's ceiling. */
  readonly risk?: number
}

export function chooseRelease(maps: readonly RuMap[], choice: ReleaseChoice): MapChoice {
  const { by, data, search, risk } = choice
  if (by !== 'knee' && by !== 'best') return namedRun(maps, choice)
  const map = findMap(maps, data)
  const curve = search === undefined ? undefined : findCurve(map, search)
  if (by === 'knee') return chooseKnee(map, curve, risk ?? Number.POSITIVE_INFINITY)
  return chooseBest(map, curve, risk ?? map.ceiling)
}

function chooseKnee(map: RuMap, curve: RuCurve | undefined, risk: number): MapChoice {
  const curves = (curve === undefined ? map.curves : [curve]).filter(({ knees }) => knees.angle !== undefined)
  if (curves.length === 0)
    throw notKnown`${curve === undefined ? 'no curve' : `the curve "${curve.name}"`} of ${map.data} has
      ${curve === undefined ? 'a' : 'no'} knee; that takes at least three releases of one search, none of them beaten by
      another: give more values of k, or choose --release best`
  // A knee of means over seeds names a run near it, which may be riskier than the mean.
  const kneeRisk = ({ knees }: RuCurve) => describeRun(map, knees.angle?.run)[0]?.risk ?? Number.POSITIVE_INFINITY
  const accepted = curves.filter((one) => kneeRisk(one) <= risk)
  const chosen = kneeToRelease(map, accepted)
  if (chosen !== undefined) return { data: map.data, ...chosen }
  throw wrongData`no knee of ${map.data} has a risk (${map.risk.name}) of at most ${risk}; the least is
    ${Math.min(...curves.map(kneeRisk))}: accept more (--risk), or choose --release best`
}

function chooseBest(map: RuMap, curve: RuCurve | undefined, risk: number): MapChoice {
  const candidates = map.points.filter((point) => curve === undefined || map.curves[point.curve] === curve)
  const [best] = describeRun(map, bestUnder(candidates, risk).best)
  if (best !== undefined) return best
  const least = Math.min(...candidates.map((point) => point.risk))
  throw wrongData`no release of ${map.data}${curve === undefined ? '' : ` by "${curve.name}"`} has a risk
    (${map.risk.name}) of at most ${risk}; ${
      candidates.length === 0
        ? 'it has none on the map: results.csv tells why'
        : `the least is ${least}: accept more (--risk), or try larger k`
    }`
}

function namedRun(maps: readonly RuMap[], { by: run, data, search, risk }: ReleaseChoice): MapChoice {
  const map = maps.find(({ points }) => points.some((point) => point.run === run))
  const found = map === undefined ? undefined : describeRun(map, run)[0]
  if (map === undefined || found === undefined)
    throw notKnown`--release must be knee, best, or a run that has a release, such as ${maps[0]?.points[0]?.run ?? '1'};
      got "${run}"${didYouMean(run, ['knee', 'best'])}`
  if (data !== undefined && data !== found.data)
    throw userError('together', '--data')`run ${run} is of ${found.data}, not of "${data}"; leave --data out`
  if (search !== undefined && search !== found.search)
    throw notOfCurve`run ${run} is of the curve "${found.search}", not of "${search}"; leave --search out`
  if (risk !== undefined && !(found.risk <= risk))
    throw wrongData`run ${run} has a risk (${map.risk.name}) of ${found.risk}, which is more than ${risk}; accept more
      (--risk), or choose --release best`
  return found
}

function findMap(maps: readonly RuMap[], data: string | undefined): RuMap {
  const names = maps.map((map) => map.data)
  if (maps.length === 0) throw userError('data', '--release')`no run of this study has a release; results.csv tells why`
  if (data === undefined) {
    if (maps.length === 1) return maps[0]
    throw whichData`the study is about ${names.join(', ')}; say which is to be released with --data NAME`
  }
  const map = maps.find((one) => one.data === data)
  if (map !== undefined) return map
  const noData = userError('known', '--data')
  throw noData`the study has no data set "${data}"${didYouMean(data, names) || `; it is about ${names.join(', ')}`}`
}

function findCurve({ curves, data }: RuMap, search: string): RuCurve {
  const names = curves.map(({ name }) => name)
  const found = curves.find(({ name }) => name === search)
  if (found !== undefined) return found
  const noCurve = userError('known', '--search')
  throw noCurve`there is no curve "${search}" of ${data}${didYouMean(search, names) || `; there are ${names.map((name) => `"${name}"`).join(', ')}`}`
}

/** Writes to `output`, or to `release/` in the study's folder, and replaces its content. */
export async function releaseFromStudy(
  plan: StudyPlan,
  choice: Pick<MapChoice, 'run'>,
  { output, force = false, ...run }: AnonymizeRun & { readonly output?: string } = {},
): Promise<RunResult> {
  const [name, point] = choice.run.split('.')
  const planned = plan.runs.find((one) => one.run === name)
  if (planned === undefined) throw notKnown`${plan.name} has no run "${choice.run}"`
  const job = jobToRelease(planned, point === undefined ? undefined : Number(point))
  const release =
    output === undefined ? join(plan.folder, 'release', planned.job.output.release as string) : resolve(output)
  const stem = withoutEnding(release)
  const report =
    basename(stem).toLowerCase() === 'release' ? join(dirname(release), 'report.html') : `${stem}.report.html`
  const made = makePlan(
    { ...job, output: { release, report } },
    runFolder(plan, name),
    `run ${choice.run} of ${plan.name}`,
  )
  const result = await anonymize(made, { ...run, force: force || output === undefined })
  if (output === undefined && result.release !== undefined) await removeOthers(dirname(release), result)
  return result
}

/** Left-over files of an earlier release could be mistaken for files of this one. */
async function removeOthers(folder: string, result: RunResult): Promise<void> {
  const outputs = Object.values(result).filter((value) => typeof value === 'string')
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (!outputs.some((file) => file === path || file.startsWith(path + sep))) await rm(path, { recursive: true })
  }
}
