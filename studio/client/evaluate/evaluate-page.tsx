/** The step "Evaluate": measures the utility of a release by classifiers and count queries. */
import { type ReactNode, useEffect, useState } from 'react'
import type { EvaluationRequest, EvaluationState } from '../../server/evaluate/api.ts'
import { jobKind, learnsFrom } from '../job/kinds.ts'
import { Button, CheckList, Choice, NumberInput, Progress, TextInput } from '../kit/controls.tsx'
import { MainAct } from '../kit/main-act.tsx'
import { Notice } from '../kit/notice.tsx'
import { Panel } from '../kit/panel.tsx'
import { baseName } from '../result/downloads.tsx'
import { useRuns } from '../result/run-states.ts'
import { runTitle } from '../run/words.ts'
import { listen, post } from '../shell/request.ts'
import { useStudio, useTelling } from '../shell/studio.tsx'
import { useKept } from '../shell/use-kept.ts'
import { EvaluationResult } from './evaluation-result.tsx'
import './evaluate.css'

interface Settings {
  readonly learners: readonly string[]
  readonly folds: number
  readonly test: string
  readonly queries: string
}

export function EvaluatePage(): ReactNode {
  const { runId, records } = useStudio()
  const telling = useTelling()
  const runs = useRuns(undefined) ?? []
  const [chosen, setChosen] = useState<string>()
  const [settings, setSettings] = useKept<Settings>('evaluate.settings', {
    learners: records.learners.filter(({ isBaseline }) => !isBaseline).map(({ name }) => name),
    folds: 5,
    test: '',
    queries: '',
  })
  const [state, setState] = useKept<EvaluationState | undefined>('evaluate.state', undefined)
  const running = state?.status === 'running' ? state.id : undefined
  useEffect(() => {
    if (running === undefined) return
    const stream = listen<EvaluationState>(`evaluate/${running}/events`, setState)
    return () => stream.close()
  }, [running, setState])

  // A replaced run shares its files with the later one, which is evaluated instead.
  const published = runs.filter(({ status, replacedBy }) => status === 'published' && replacedBy === undefined)
  const run = published.find(({ id }) => id === (chosen ?? runId)) ?? published[published.length - 1]
  if (run === undefined) {
    return (
      <Panel title="Evaluate">
        <Notice kind="note">A release is judged once there is one. Run a job on the step Run, then come back.</Notice>
      </Panel>
    )
  }
  const findTitle = (id: string) =>
    runs.flatMap((summary) => (summary.id === id ? [runTitle(summary)] : []))[0] ?? `run ${id}`
  const { job } = run.request
  const { learns, query } = jobKind(job)
  const hasTarget = learnsFrom(job)
  const start = () =>
    telling(async () => {
      const request: EvaluationRequest = {
        run: run.id,
        learners: hasTarget ? settings.learners : [],
        folds: settings.folds,
        test: settings.test.trim() === '' || !learns ? undefined : settings.test.trim(),
        queries: settings.queries.trim() === '' ? undefined : settings.queries,
      }
      setState(await post<EvaluationState>('evaluate', request))
    })
  return (
    <div className="columns-side judging">
      <Panel title="Judge a release">
        <MainAct>
          {running === undefined ? (
            <Button primary onPress={start}>
              Judge
            </Button>
          ) : (
            <Button onPress={() => telling(async () => void (await post(`evaluate/${running}/cancel`)))}>Cancel</Button>
          )}
        </MainAct>
        <div className="stack">
          <Choice
            label="Release"
            value={run.id}
            items={published.toReversed().map((summary) => ({
              id: summary.id,
              title: runTitle(summary),
              note: baseName(summary.result?.release ?? ''),
            }))}
            onChange={setChosen}
          />
          {!learns ? null : hasTarget ? (
            <ClassifierFields settings={settings} onChange={setSettings} />
          ) : (
            <Notice kind="note">
              Classifiers need a target column of categories; this job has none. Queries can be asked.
            </Notice>
          )}
          <TextInput
            label="Queries"
            lines={4}
            value={settings.queries}
            placeholder={query.placeholder}
            onChange={(queries) => setSettings({ ...settings, queries })}
            help={query.help}
          />
        </div>
      </Panel>
      <div className="stack">
        {running === undefined ? null : (
          <Panel title={`Judging run ${state?.request.run}`}>
            <Progress
              label={state?.request.learners.length === 0 ? 'Answering the queries' : 'Learning'}
              share={state?.share}
            />
          </Panel>
        )}
        {state?.error === undefined ? null : <Notice kind="error">{state.error.error}</Notice>}
        {state?.status === 'cancelled' ? <Notice kind="note">Cancelled.</Notice> : null}
        {running !== undefined ? null : state?.result === undefined ? (
          <Panel title="What it is still good for">
            <p>
              Of a table, classifiers learn once from the original and once from the release, and are tested on the same
              rows. Count queries, of tables and of baskets, are answered from both. What the release answers nearly
              alike, it has kept.
            </p>
          </Panel>
        ) : (
          <EvaluationResult result={state.result} run={findTitle(state.request.run)} />
        )}
      </div>
    </div>
  )
}

function ClassifierFields({
  settings,
  onChange,
}: {
  settings: Settings
  onChange: (settings: Settings) => void
}): ReactNode {
  // The baseline (most frequent class) always runs.
  const learners = useStudio().records.learners.filter(({ isBaseline }) => !isBaseline)
  return (
    <>
      <CheckList
        label="Classifiers"
        items={learners.map(({ name, title, summary }) => ({
          id: name,
          content: [
            title,
            <small key={name} className="learner-summary">
              {summary}
            </small>,
          ],
        }))}
        chosen={settings.learners}
        onChange={(chosen) => onChange({ ...settings, learners: chosen })}
      />
      <NumberInput
        label="Folds"
        value={settings.folds}
        minimum={2}
        step={1}
        onChange={(folds) => onChange({ ...settings, folds: folds ?? 5 })}
        help="Each row is predicted by a model that has not seen it."
      />
      <TextInput
        label="Test rows"
        value={settings.test}
        placeholder="held-out.csv"
        onChange={(test) => onChange({ ...settings, test })}
        help="A file in this folder that nothing was made from. When empty, the job is run anew in each fold, and judged on rows that it did not see."
      />
    </>
  )
}
