/** The step "Result": shows a run from its report as data, and what-if. */
import { type ReactNode, useEffect } from 'react'
import type { ItemsReport, Report } from '../../../src/report/report.ts'
import type { FilesNow } from '../../server/result/api.ts'
import type { RunState, RunSummary } from '../../server/run/api.ts'
import { Button, Choice } from '../kit/controls.tsx'
import { Notice } from '../kit/notice.tsx'
import { Panel } from '../kit/panel.tsx'
import { runTitles } from '../run/words.ts'
import { useAnswer } from '../shell/use-answer.ts'
import { figure } from './figures.ts'
import { ItemsResult } from './items-result.tsx'
import { NoRelease } from './no-release.tsx'
import { isOver, useRunState, useRuns } from './run-states.ts'
import { TableResult } from './table-result.tsx'
import './result.css'
import { useStudio } from '../shell/use-studio.ts'

export function ResultPage(): ReactNode {
  const { runId, setRunId, go, records } = useStudio()
  const chosen = useRunState(runId)
  const runs = useRuns(`${runId} ${chosen?.status}`)
  const last = runs?.findLast(isOver)?.id ?? runs?.at(-1)?.id
  // The latest run when the page was opened; a later one does not take its place.
  useEffect(() => {
    if (runId === undefined && last !== undefined) setRunId(last)
  }, [runId, last, setRunId])
  const isKnown = runId === undefined || runs === undefined || runs.some(({ id }) => id === runId)
  const usual = [...records.columns.metrics, ...records.items.metrics].flatMap((metric) =>
    metric.family === 'utility' && metric.usual ? [metric.name] : [],
  )
  if (runs === undefined) return <p className="skeleton waiting">Looking for runs …</p>
  const titles = runTitles(runs)
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
          value={chosen?.id}
          items={runs
            .toReversed()
            .map((run) => ({ id: run.id, title: titles.get(run.id) ?? run.id, note: runNote(run, usual) }))}
          onChange={setRunId}
        />
      </div>
      {!isKnown ? (
        <Notice kind="warning">There is no result {runId} in this folder. Choose another one.</Notice>
      ) : chosen === undefined ? (
        <p className="skeleton waiting">Opening the run …</p>
      ) : (
        <RunResultView key={chosen.id} state={chosen} />
      )}
    </>
  )
}

function RunResultView({ state }: { state: RunState }): ReactNode {
  const { go, setRunId } = useStudio()
  const { report, result, replacedBy } = state
  const isKept = result?.release !== undefined && replacedBy === undefined
  const { answer: files, error } = useAnswer<FilesNow>(isKept ? `result/${state.id}/files` : undefined)
  if (!isOver(state)) {
    return (
      <Notice kind="note" action={<Button onPress={() => go('run')}>Watch it</Button>}>
        Run {state.id} is still under way. Its result will stand here.
      </Notice>
    )
  }
  if (report === undefined || result === undefined) return <NoRelease state={state} />
  const isAltered = isKept && error === undefined ? files?.isAltered : false
  const changedData = files?.changedData ?? []
  return (
    <>
      {changedData.length === 0 ? null : (
        <Notice kind="warning">
          {`${changedData.join(', ')} was changed after this run: the release is about the data as it was then.`}
        </Notice>
      )}
      {replacedBy === undefined ? null : (
        <Notice kind="warning" action={<Button onPress={() => setRunId(replacedBy)}>Show run {replacedBy}</Button>}>
          The files of this run were replaced by run {replacedBy}. Figures and pictures below are still those of this
          run; its rows and downloads are gone.
        </Notice>
      )}
      {isItems(report) ? (
        <ItemsResult state={{ ...state, isAltered }} report={report} result={result} />
      ) : (
        <TableResult state={{ ...state, isAltered }} report={report} result={result} />
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
