/** What-if on runs. The first question counts the data; others take milliseconds, so no child process is needed. */
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { UserError, userError } from '../../../src/ground/errors.ts'
import { PRIVATE_FOLDER } from '../../../src/plan/outputs.ts'
import { readRecoding } from '../../../src/recoding/recoding.ts'
import type { RunResult } from '../../../src/run.ts'
import { type Cut, openWhatIf, type WhatIf, type WhatIfAnswer } from '../../../src/tasks/what-if.ts'
import { pathFrom, pathInside } from '../folder.ts'
import { planInside } from '../job/job-paths.ts'
import { keptOpen } from '../remembered.ts'
import { findRun } from '../run/runs.ts'
import type { Session } from '../session.ts'
import type { KeepAnswer, WhatIfFacts } from './api.ts'

/** Each keeps the counts of a table in memory. */
const open = keptOpen<WhatIf>(2)

export async function whatIfFacts(session: Session, id: string): Promise<WhatIfFacts> {
  const { result } = findRun(session, id).state()
  const whatIf = await findWhatIf(session, id)
  const { columns, rows, mostSuppressed, k, goal } = whatIf
  const known = cutsOfRun(whatIf, result as RunResult)
  const begin = known ?? columns.map(() => [])
  const release = whatIf.evaluate(begin)
  return {
    columns,
    rows,
    mostSuppressed,
    k,
    goal,
    cuts: begin,
    release,
    dataChanged: known === undefined || !agrees(release, result as RunResult),
    file: keptFile(session, result as RunResult),
  }
}

/** Writes the recoding of the cuts and returns the run that releases with it. */
export async function keepWhatIf(session: Session, id: string, cuts: readonly Cut[]): Promise<KeepAnswer> {
  const recoding = await (await findWhatIf(session, id)).makeRecoding(cuts)
  const { request, result } = findRun(session, id).state()
  const { job, base, name } = request
  const kept = keptFile(session, result as RunResult)
  const file = pathInside(session.folder, kept)
  // Private: it lists values of the table.
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, `${JSON.stringify(recoding, null, 2)}\n`, { mode: 0o600 })
  return { request: { job, base, name, force: true, recoding: kept } }
}

export function findWhatIf(session: Session, id: string): Promise<WhatIf> {
  const { request, result, report } = findRun(session, id).state()
  if (result?.release === undefined || report === undefined)
    throw userError('data')`run ${id} has published nothing, so there is no cut to move; run again with other settings`
  const { threads, memory } = session
  return open(session, id, () => {
    const plan = planInside(session, request.job, request.base, request.name)
    return openWhatIf(plan, { threads, memory })
  })
}

/** Reads the recoding, because the report only has cuts of released rows; undefined if the table has changed. */
function cutsOfRun(whatIf: WhatIf, { recoding }: RunResult): Cut[] | undefined {
  if (recoding === undefined) return undefined
  try {
    return whatIf.readCuts(readRecoding(readFileSync(recoding, 'utf8'), recoding))
  } catch (error) {
    if (error instanceof UserError) return undefined
    throw error
  }
}

/** Whether the cuts of the run give the figures of the run: otherwise the data has changed. */
function agrees(answer: WhatIfAnswer, { suppressed, classes, smallestClass, metrics = {} }: RunResult): boolean {
  return (
    answer.suppressed === suppressed &&
    answer.classes === classes &&
    answer.smallestClass === smallestClass &&
    Object.entries(metrics).every(([name, value]) => Object.is(answer.metrics[name], value))
  )
}

/** The file of a recoding made by hand, in the private folder beside the files of the run. */
function keptFile({ folder }: Session, { release = '', recoding }: RunResult): string {
  const path = pathFrom(folder, recoding === undefined ? dirname(release) : dirname(dirname(recoding)))
  return `${path === '' ? '' : `${path}/`}${PRIVATE_FOLDER}/by-hand.recoding.json`
}
