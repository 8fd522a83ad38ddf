/** The whole path; read this first. Each line of `anonymize` is a step, which `kinds/` has for each kind of data. */
import { openEngines } from './engines/open-engine.ts'
import { closingAfter } from './ground/errors.ts'
import { kinds } from './kinds/index.ts'
import type { CountedData, EndedSearch, Found, OpenedData, Stations, Verified } from './kinds/kind.ts'
import type { Plan } from './plan/read-plan.ts'
import { openPublication } from './publish/publish.ts'
import { formulaWarning } from './release/arrange.ts'
import { type AnonymizeRun, type RunResult, type StepRun, stepClock, withinLimits } from './run.ts'
import { openSource } from './sources/open-source.ts'
import { findCause, requireUnchanged } from './sources/stamp.ts'
import { countedTable } from './verification/read-once.ts'

export async function anonymize(plan: Plan, run: AnonymizeRun = {}): Promise<RunResult> {
  const kind = kinds[plan.kind]
  const step = stepClock(run)
  const engines = await openEngines(plan.source, run)
  try {
    const data = await step('open', (stepRun) => kind.open(plan, engines.data, stepRun))
    const files = await openPublication(plan, data, { ...run, local: engines.local })
    return await closingAfter(files, async () => {
      const counted = await step('count', (stepRun) => kind.count(plan, data, stepRun))
      const problem = kind.pose(plan, counted)
      const result = await step('search', (stepRun) =>
        withinLimits(plan, stepRun, (limited) => kind.search(plan, problem, limited)),
      )
      const ended = { ...describeEnd(plan, counted, result), seconds: step.seconds }
      const found = pickFound(result, run)
      if (found === undefined) return ended
      if (result.outcome === 'cancelled') step.goOnWithoutSignal()
      const { staged, tidy, ledger } = files
      const asked = { plan, data, counted, problem, result, found, staged, tidy, ledger }
      const work = { ...asked, plan: kind.settle?.(asked) ?? plan }
      files.hashSources()
      const stage = async (ready: Found) => {
        const written = { ...ready, written: await step('write', (stepRun) => kind.write(ready, stepRun)) }
        const checks = kind.checks(written)
        kind.foresee?.(written)
        const verified = await step('verify', async (stepRun) => {
          const file = await openSource(checks.source, engines.of(checks.source))
          const staged = { file, ...(await checks.verify(file, { ...stepRun, read: files.hashRelease })) }
          return { ...staged, attack: await attackAsked(plan, data, staged, stepRun) }
        })
        return { ...written, ...verified }
      }
      const first = await stage(work)
      const rewrite = (ready: Found) => step('write', (stepRun) => kind.write(ready, stepRun))
      const repaired = await kind.repair?.(first, rewrite, { signal: run.signal })
      const verified = repaired === undefined ? first : await stage(repaired)
      await requireUnchanged(engines.data)
      const { file, verification, countable, attack } = verified
      if (verification.verdict === 'broken') {
        const broken = verification.checks.find((check) => !check.holds)
        return { ...ended, reason: `verification failed: ${broken?.found}`, verification }
      }
      if (attack !== undefined && attack.failures.length > 0)
        return { ...ended, reason: `attackers succeeded: ${attack.failures.join('; ')}`, verification, attack }
      const formulas = plan.arrangement.spreadsheetSafe ? [] : await formulaWarning(file, countedTable(countable), {})
      const { figures, value, warnings, judgement } = await step('publish', async (stepRun) => {
        const description = await kind.describe(verified, stepRun)
        if (description.judgement?.refusal !== undefined) return description
        if (run.inSourceOrder !== undefined) await writeInSourceOrder(verified, run.inSourceOrder, stepRun)
        run.report?.(description.report)
        const others = await files.publish(description, engines.data, stepRun)
        return { ...description, warnings: [...description.warnings, ...others] }
      })
      const { refusal } = judgement ?? {}
      if (refusal !== undefined) return { ...ended, ...figures, reason: refusal.reason, judgement, verification }
      const said = { ...figures, attack, value, judgement, warnings: [...ended.warnings, ...warnings, ...formulas] }
      return { ...ended, ...said, ...plan.output, release: files.name, traffic: engines.data.traffic, verification }
    })
  } catch (error) {
    throw await findCause(engines.data, error)
  } finally {
    await engines.close()
  }
}

async function writeInSourceOrder(work: Found, file: string, run: StepRun): Promise<void> {
  const { plan, staged } = work
  if (!('file' in staged) || ('history' in plan && plan.history !== undefined)) return
  const arrangement = { ...plan.arrangement, order: 'source' } as const
  const inOrder = { ...plan, arrangement, suppressedRows: 'mask', persons: undefined } as Plan
  // The first writing dropped the stored rows.
  const counted = { ...work.counted, stored: undefined }
  await kinds[plan.kind].write({ ...work, plan: inOrder, counted, staged: { file } }, run)
}

async function attackAsked(
  plan: Plan,
  { table }: OpenedData,
  { release, verification }: Pick<Verified, 'release' | 'verification'>,
  run: StepRun,
) {
  if (!('attack' in plan) || plan.attack === undefined || verification.verdict === 'broken') return undefined
  const { attackStaged } = await import('./attack/index.ts')
  return attackStaged(plan, { release, original: table }, run)
}

function describeEnd(plan: Plan, counted: CountedData, result: EndedSearch): Omit<RunResult, 'seconds'> {
  const { outcome, reason, optimal, evaluations, details, convergence } = result
  return {
    outcome,
    reason,
    optimal,
    algorithm: plan.search.name,
    goal: typeof plan.goal === 'string' ? plan.goal : JSON.stringify(plan.goal),
    seed: plan.seed,
    rows: counted.rowsRead,
    missing: counted.rowsMissing,
    combinations: counted.combinations,
    evaluations,
    details,
    convergence,
    warnings: [...counted.warnings, ...(details?.warnings ?? [])],
  }
}

/** A search that used up its limit counts as successful; a cancelled one does not. */
export function pickFound<S extends Stations>(
  result: S['result'],
  { keepBest = false }: Pick<AnonymizeRun, 'keepBest'>,
): S['found'] | undefined {
  if (result.outcome === 'found') return result
  const keeps = result.outcome === 'out-of-budget' || (typeof keepBest === 'boolean' ? keepBest : keepBest())
  return keeps ? result.best : undefined
}
