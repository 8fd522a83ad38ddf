/**
 * The whole path, once: source → table → frequency table → search → recoding → release → verification → report. Read this file
 * first; each line of `anonymize` leads to one folder. The steps between the stations are in `path/`.
 */

import type { Engine } from './engines/engine.ts'
import { openEngine, openEngines } from './engines/open-engine.ts'
import { throwIfCancelled } from './errors.ts'
import { releaseCombinations } from './kinds/classes/classes.ts'
import { frontFileOf } from './kinds/columns/front-file.ts'
import { answerGroups, askQueries, savedQueries } from './kinds/columns/queries.ts'
import { columnsToKeep, countRows, pickFound, poseProblem, searchFor } from './kinds/columns/search-table.ts'
import {
  hashFiles,
  hashStaged,
  loadDrawing,
  outputsOf,
  stageDocuments,
  stageRelease,
  verifyStaged,
} from './kinds/columns/stage.ts'
import { describeRun, figuresOf, recodingOf, reportOf } from './kinds/columns/tell.ts'
import { takeTrail, trailFileOf, trailPicture } from './kinds/columns/trail-picture.ts'
import { anonymizeItems } from './kinds/items/items.ts'
import { columnsOf, matchColumns, type Plan } from './plan.ts'
import type { AnyPlan } from './read-plan.ts'
import { openStaging } from './release/staging.ts'
import { type AnonymizeRun, engineRun, keepsBest, type RunResult, stepClock } from './run.ts'
import { createEvaluator } from './search/evaluation.ts'
import { warnOfEqualRows } from './sources/equal-files.ts'
import { openSource, type Table } from './sources/open-source.ts'
import { causeOf, requireUnchanged } from './sources/stamp.ts'

export async function anonymize(plan: AnyPlan, run: AnonymizeRun = {}): Promise<RunResult> {
  if (plan.kind === 'items') return anonymizeItems(plan, run)
  const clock = stepClock(run)
  const engines = await openEngines(plan.source, run)
  try {
    const table = await clock('open', () => openTable(plan, engines.data, run))
    const columns = matchColumns(
      plan,
      table.columns.map((column) => column.name),
      table.name,
    )
    const staging = await openStaging(outputsOf(plan), { force: run.force ?? false, sources: filesRead(plan, table) })
    const hashing = new AbortController()
    try {
      const keep = columnsToKeep(plan, table, columns.released)
      // The engine counts in threads of its own; this one would only wait.
      if (plan.output.report !== undefined) void loadDrawing()
      const counted = await clock('count', (progress) => countRows(plan, table, { ...run, progress }, keep))
      // Beside the search, which leaves the other cores idle.
      const input = hashFiles(filesRead(plan, table), hashing.signal)
      const problem = poseProblem(plan, counted)
      // Before the search, so that a query that cannot be asked is told at once.
      const asked = await askQueries(plan, table, counted, engineRun({ signal: run.signal }))
      const { search } = plan
      if (search.kind === 'combinations') {
        const work = { plan, search, engines, table, counted, problem, asked, columns, staging, input, clock }
        return await releaseCombinations(work, run)
      }
      const searched = await clock('search', (_, search) => searchFor(plan, problem, run, search))
      const { result, trail } = takeTrail(searched)
      const found = pickFound(result, keepsBest(run))
      const told = { ...describeRun(plan, table, counted, columns.unlisted, result), seconds: clock.seconds }
      if (found === undefined) return told

      // What was found will be published even when the search was cancelled; from here the signal would stop the publishing.
      const rest = result.outcome === 'cancelled' ? { ...run, signal: undefined } : run
      const evaluation = createEvaluator(problem).evaluate(found.groupings)
      const shown = await clock('write', (progress) =>
        stageRelease(plan, table, counted, evaluation, columns.released, staging, { ...rest, progress }),
      )
      // Beside the verification, which reads the same file; it is published after both.
      const release = hashStaged(plan, staging, hashing.signal)
      const verification = await clock('verify', (progress) =>
        verifyStaged(plan, engines.local, counted, evaluation, staging, { ...rest, progress }),
      )
      await requireUnchanged(engines.data)
      if (verification.verdict === 'broken') {
        return {
          ...told,
          reason: `verification failed: ${verification.checks.find((check) => !check.holds)?.found}`,
          verification,
        }
      }
      const queries = await answerGroups(plan, asked, evaluation, shown, rest.signal)
      const figures = figuresOf(problem, evaluation, queries?.answers)
      await clock('publish', async () => {
        const report = reportOf(
          plan,
          table,
          counted,
          problem,
          result,
          found,
          evaluation,
          shown,
          columns.unlisted,
          trailPicture(plan, counted, problem, trail, found, evaluation),
          queries,
          verification,
        )
        run.report?.(report)
        await stageDocuments(
          plan,
          engines.data,
          recodingOf(plan, problem, found.groupings, shown, columns.unlisted),
          report,
          {
            trail: trailFileOf(plan, problem, trail),
            front: frontFileOf(plan, table, counted, problem, result),
            workload: savedQueries(asked),
          },
          figures,
          await input,
          staging,
          release,
        )
        throwIfCancelled(rest.signal)
        await requireUnchanged(engines.data)
        await staging.publish()
      })
      return { ...told, ...figures, value: found.value, ...plan.output, verification, seconds: clock.seconds }
    } finally {
      // Not the run's signal: the best found so far can be published after that has fired.
      hashing.abort()
      await staging.discard()
    }
  } catch (error) {
    throw await causeOf(engines.data, error)
  } finally {
    await engines.close()
  }
}

async function openTable(plan: Plan, engine: Engine, run: AnonymizeRun): Promise<Table> {
  const identifiers = columnsOf(plan, 'identifier').map((column) => column.name)
  return warnOfEqualRows(await openSource(plan.source, engine), identifiers, engineRun({ signal: run.signal }))
}

/** The files a release is made from. */
function filesRead({ fromTrail }: Plan, { files }: Table): readonly string[] {
  return fromTrail === undefined ? files : [...files, fromTrail]
}

/** Searches without writing anything: the figures that the best recoding of this data would have. */
export async function compareSearch(plan: Plan, run: AnonymizeRun = {}): Promise<Readonly<Record<string, number>>> {
  const engine = await openEngine(plan.source, run)
  try {
    const table = await openSource(plan.source, engine)
    matchColumns(
      plan,
      table.columns.map((column) => column.name),
      table.name,
    )
    const problem = poseProblem(
      plan,
      await countRows(plan, table, engineRun(run.signal === undefined ? {} : { signal: run.signal })),
    )
    const found = pickFound(await searchFor(plan, problem, run, () => {}), false)
    return found === undefined ? {} : figuresOf(problem, createEvaluator(problem).evaluate(found.groupings)).metrics
  } finally {
    await engine.close()
  }
}
