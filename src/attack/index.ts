/** Runs every attacker on a release and judges the results. */
import type { EngineRun } from '../engines/engine.ts'
import { userError } from '../ground/errors.ts'
import { type Random, randomStreams, seedFor } from '../ground/random.ts'
import type { TablePlan } from '../plan/plan.ts'
import type { AttackReport, AttackResult } from '../report/attack-figures.ts'
import { smallestAllowedClass } from '../requirements/requirement.ts'
import { openSource } from '../sources/open-source.ts'
import { withEngine } from '../sources/stamp.ts'
import type { Table } from '../sources/table.ts'
import { type Attacker, type AttackRequest, judge } from './attack.ts'
import { attackBaskets, basketsAttacker } from './baskets.ts'
import { inference } from './inference.ts'
import { type LabTables, openLab } from './lab.ts'
import { linkability } from './linkability.ts'
import { linkage } from './linkage.ts'
import { narrowing } from './narrowing.ts'
import { order } from './order.ts'
import { presence } from './presence.ts'
import { singlingOut } from './singling-out.ts'

export const attackers: readonly Attacker[] = [
  linkage,
  singlingOut,
  linkability,
  inference,
  presence,
  narrowing,
  order,
  basketsAttacker,
]

export async function attackRelease(request: AttackRequest, run: EngineRun = {}): Promise<AttackReport> {
  const { job, ...asked } = request
  for (const [name, value] of Object.entries({ targets: request.targets, m: request.m ?? 1 }))
    if (!Number.isInteger(value) || value < 1)
      throw userError('value', `--${name}`)`--${name} must be a whole number of at least 1; got ${value}`
  if (job?.kind === 'items') {
    const report = await attackBaskets(asked, job, run)
    return { ...report, failures: report.attacks.flatMap((attack) => findFailures(attack, request.fail)) }
  }
  return withEngine(request.original, {}, async (engine) => {
    const tables = {
      release: await openSource(request.release, engine),
      original: await openSource(request.original, engine),
      control: request.control && (await openSource(request.control, engine)),
    }
    return attackTables(tables, { ...asked, job }, run)
  })
}

/** Attacks a staged release as its job asks, before it is published. */
export async function attackStaged(
  job: TablePlan,
  { release, original }: Pick<LabTables, 'release' | 'original'>,
  run: EngineRun,
): Promise<AttackReport | undefined> {
  const { attack, seed } = job
  if (attack === undefined) return undefined
  const { control, share } = attack
  const tables = {
    release,
    original,
    control: control === undefined ? setAside(original) : await openSource(control, release.engine),
  }
  return { ...(await attackTables(tables, { ...attack, job, seed }, run)), share }
}

/** The rows that the scan of the original leaves out. */
function setAside(original: Table): Table | undefined {
  const { source } = original
  if (source.kind !== 'files' || source.part === undefined) return undefined
  return { ...original, source: { ...source, part: { ...source.part, aside: true } } }
}

type TablesRequest = Omit<AttackRequest, 'release' | 'original' | 'control' | 'job'> & {
  readonly job?: TablePlan | undefined
}

/** One for the sampling of people, and one for each attacker. */
export function attackerStreams(seed: number, count: number): Random[] {
  return randomStreams(seedFor(seed, 'attacker'), count + 1)
}

export async function attackTables(tables: LabTables, request: TablesRequest, run: EngineRun): Promise<AttackReport> {
  const { seed, job, fail } = request
  const planned = job === undefined ? undefined : smallestAllowedClass(job.requirements)
  const k = request.k ?? (planned === 1 ? undefined : planned)
  const [sampling, ...streams] = attackerStreams(seed, attackers.length)
  const lab = await openLab(tables, { ...request, k }, sampling, run)
  const attacks: AttackResult[] = []
  const untried: { attacker: string; reason: string }[] = []
  for (const [at, attacker] of attackers.entries()) {
    const attempts = await attacker.attempt(lab, streams[at])
    if (typeof attempts === 'string') untried.push({ attacker: attacker.name, reason: attempts })
    else attacks.push(...attempts.map((attempt) => judge(attacker.name, attempt)))
    run.progress?.((at + 1) / attackers.length)
  }
  const names = (places: readonly number[]) => places.map((i) => lab.columns[i].name)
  return {
    known: names(lab.known),
    secret: names(lab.secrets),
    k,
    rows: { release: lab.released.rows, original: lab.original.rows, control: lab.control?.rows },
    targets: lab.targets.length,
    seed,
    attacks,
    untried,
    failures: attacks.flatMap((attack) => findFailures(attack, fail)),
  }
}

/** Broken promises always fail; a residual risk only above `fail`. */
function findFailures({ attacker, form, broken, residual }: AttackResult, fail: number | undefined): string[] {
  const beyond = fail !== undefined && residual.value > fail
  const texts = beyond ? [...broken, `residual risk ${residual.value.toFixed(4)} is above ${fail}`] : broken
  return texts.map((text) => `${attacker} (${form}): ${text}`)
}
