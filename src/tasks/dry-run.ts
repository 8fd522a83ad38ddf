/** Describes a run without writing. It counts the data and refuses all that `anonymize` refuses before its search. */
import { existsSync } from 'node:fs'
import { openEngine } from '../engines/open-engine.ts'
import { kinds } from '../kinds/index.ts'
import { OUTPUTS, outputFiles } from '../plan/outputs.ts'
import { type Plan, planFacts } from '../plan/read-plan.ts'
import { type AnonymizeRun, stepClock } from '../run.ts'
import { findCause } from '../sources/stamp.ts'
import { ABOUT } from '../table/about.ts'

const BECOMES: Readonly<Record<string, string>> = {
  identifier: 'left out',
  'quasi-identifier': 'made coarser or suppressed',
  items: 'items published together or left out',
}

export type DryRun = Awaited<ReturnType<typeof dryRun>>

export async function dryRun(plan: Plan, run: AnonymizeRun = {}) {
  const kind = kinds[plan.kind]
  const { about, promises } = planFacts(plan)
  const step = stepClock(run)
  const engine = await openEngine(plan.source, run)
  try {
    const data = await step('open', (stepRun) => kind.open(plan, engine, stepRun))
    const counted = await step('count', (stepRun) => kind.count(plan, data, stepRun))
    const problem = kind.pose(plan, counted)
    const size = kind.size?.(problem, counted)
    const named = new Set(plan.columns.map(({ name }) => name))
    const unnamed = data.table.columns.map(({ name }) => name).filter((name) => !named.has(name))
    return {
      kind: plan.kind,
      unit: ABOUT[about].unit,
      source: data.table.name,
      rows: counted.rowsRead,
      missing: counted.rowsMissing,
      combinations: counted.combinations,
      columns: [
        ...plan.columns.map(({ name, role, hierarchyText }) => ({
          name,
          role,
          becomes: hierarchyText || (BECOMES[role] ?? 'released as it is'),
          values: size?.values.get(name),
        })),
        ...unnamed.map((name) => ({
          name,
          role: 'not named',
          becomes: plan.unlisted === 'keep' ? 'released as it is' : 'left out',
          values: undefined,
        })),
      ],
      requirements: promises,
      algorithm: plan.search.name,
      goal: typeof plan.goal === 'string' ? plan.goal : JSON.stringify(plan.goal),
      seed: plan.seed,
      workLimit: plan.workLimit,
      timeLimit: plan.timeLimit,
      outputs: outputFiles(plan.output).map(([name, file]) => ({
        name,
        file,
        public: OUTPUTS[name].public,
        exists: existsSync(file),
      })),
      forecast: size?.forecast,
      warnings: counted.warnings,
    }
  } catch (error) {
    throw await findCause(engine, error)
  } finally {
    await engine.close()
  }
}
