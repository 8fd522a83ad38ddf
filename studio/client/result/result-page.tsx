/** The step "Result": shows a run from its report as data, and what-if. */
import type { ReactNode } from 'react'
import type { ItemsReport } from '../../../src/report/items-report.ts'
import type { Report } from '../../../src/report/report.ts'
import type { RunState, RunSummary } from '../../server/run/api.ts'
import { Button, Choice } from '../kit/controls.tsx'
import { Notice } from '../kit/notice.tsx'
import { Panel } from '../kit/panel.tsx'
import { runTitle } from '../run/words.ts'
import { useStudio } from '../shell/studio.tsx'
import { figure } from './figures.ts'
import { ItemsResult } from './items-result.tsx'
import { NoRelease } from './no-release.tsx'
import { isOver, useRunState, useRuns } from './run-states.ts'
import { TableResult } from './table-result.tsx'
import './result.css'

export function ResultPage(): ReactNode {
  const { runId, setRunId, go, records } = useStudio()
  const chosen = useRunState(runId)
  const runs = useRuns(`${runId} ${chosen?.status}`)
  const last = runs?.findLast(isOver)?.id ?? runs?.at(-1)?.id
  const isKnown = runId === undefined || runs === undefined || runs.some(({ id }) => id === runId)
  // Defaults to the latest run.
  const fallback = useRunState(runId === undefined ? last : undefined)
  const state = chosen ?? fallback
  const usual = [...records.columns.metrics, ...records.items.metrics].flatMap((metric) =>
    metric.family === 'utility' && metric.usual ? [metric.name] : [],
  )
  if (runs === undefined) return <p className="waiting">Looking for runs …</p>
  if (runs.length === 0) {
    return (
      <Panel title="Result">
        <p>There is no result yet. A result is what a run comes to: open data, say what must hold, and run.</p>
        <Button primary onPress={() => go('run')}>
          Go to Run
        </Button>
      </Panel>
    )
  }
  return (
    <>
      <div className="run-picker">
        <Choice
          label="Run"
          value={state?.id}
          items={runs.toReversed().map((run) => ({ id: run.id, title: runTitle(run), note: runNote(run, usual) }))}
          onChange={setRunId}
        />
      </div>
      {!isKnown ? (
        <Notice kind="warning">There is no result {runId} in this folder. Choose another one.</Notice>
      ) : state === undefined ? (
        <p className="waiting">Opening the run …</p>
      ) : (
        <RunResultView key={state.id} state={state} />
      )}
    </>
  )
}

function RunResultView({ state }: { state: RunState }): ReactNode {
  const { go, setRunId } = useStudio()
  const { report, result, replacedBy } = state
  if (!isOver(state)) {
    return (
      <Notice kind="note" action={<Button onPress={() => go('run')}>Watch it</Button>}>
        Run {state.id} is still under way. Its result will stand here.
      </Notice>
    )
  }
  if (report === undefined || result === undefined) return <NoRelease state={state} />
  return (
    <>
      {replacedBy === undefined ? null : (
        <Notice kind="warning" action={<Button onPress={() => setRunId(replacedBy)}>Show run {replacedBy}</Button>}>
          The files of this run were replaced by run {replacedBy}. Figures and pictures below are still those of this
          run; its rows and downloads are gone.
        </Notice>
      )}
      {isItems(report) ? (
        <ItemsResult state={state} report={report} result={result} />
      ) : (
        <TableResult state={state} report={report} result={result} />
      )}
    </>
  )
}

function isItems(report: Report | ItemsReport): report is ItemsReport {
  return 'supports' in report
}

function runNote({ status, result, replacedBy }: RunSummary, usual: readonly string[]): string {
  const name = usual.find((metric) => result?.metrics?.[metric] !== undefined)
  const loss = name === undefined ? '' : ` · ${name} ${figure(result?.metrics?.[name])}`
  return `${status.replace('-', ' ')}${loss}${replacedBy === undefined ? '' : `, replaced by run ${replacedBy}`}`
}
