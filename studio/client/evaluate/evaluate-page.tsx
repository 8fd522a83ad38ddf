/** The step "Evaluate": what a release is still good for, by real classifiers and by count queries. */
import { type ReactNode, useEffect, useState } from 'react'
import type { EvaluationRequest, EvaluationState } from '../../server/evaluate/api.ts'
import type { RunState } from '../../server/run/api.ts'
import { Button, Check, Choice, NumberInput, Progress, TextInput } from '../kit/controls.tsx'
import { Notice } from '../kit/notice.tsx'
import { Panel } from '../kit/panel.tsx'
import { get, listen, post } from '../shell/request.ts'
import { useStudio, useTelling } from '../shell/studio.tsx'
import { useKept } from '../shell/use-kept.ts'
import { EvaluationResult } from './evaluation-result.tsx'
import './evaluate.css'

type RunLine = Pick<RunState, 'id' | 'status' | 'request' | 'result'>

interface Settings {
  readonly learners: readonly string[]
  readonly folds: number
  readonly test: string
  readonly queries: string
}

export function EvaluatePage(): ReactNode {
  const { runId, records } = useStudio()
  const telling = useTelling()
  const [runs, setRuns] = useState<readonly RunLine[]>([])
  const [chosen, setChosen] = useState<string>()
  const [settings, setSettings] = useKept<Settings>('evaluate.settings', {
    learners: records.learners.map(({ name }) => name).filter((name) => name !== 'majority'),
    folds: 10,
    test: '',
    queries: '',
  })
  const [state, setState] = useKept<EvaluationState | undefined>('evaluate.state', undefined)
  useEffect(() => {
    get<readonly RunLine[]>('run').then(setRuns, () => {})
  }, [])
  const running = state?.status === 'running' ? state.id : undefined
  useEffect(() => {
    if (running === undefined) return
    const stream = listen<EvaluationState>(`evaluate/${running}/events`, setState)
    return () => stream.close()
  }, [running, setState])

  const published = runs.filter(({ status }) => status === 'published')
  const run = published.find(({ id }) => id === (chosen ?? runId)) ?? published[published.length - 1]
  if (run === undefined) {
    return (
      <Panel title="Evaluate">
        <Notice kind="note">A release is judged once there is one. Run a job on the step Run, then come back.</Notice>
      </Panel>
    )
  }
  const isItems = run.result?.baskets !== undefined
  const { job } = run.request
  const hasTarget = Object.values(job.columns).some(({ role, type }) => role === 'target' && type !== 'numeric')
  const start = () =>
    telling(async () => {
      const request: EvaluationRequest = {
        run: run.id,
        learners: isItems || !hasTarget ? [] : settings.learners,
        folds: settings.folds,
        ...(settings.test.trim() === '' || isItems ? {} : { test: settings.test.trim() }),
        ...(settings.queries.trim() === '' ? {} : { queries: settings.queries }),
      }
      setState(await post<EvaluationState>('evaluate', request))
    })
  const toggle = (name: string, on: boolean) =>
    setSettings({
      ...settings,
      learners: on ? [...settings.learners, name] : settings.learners.filter((own) => own !== name),
    })
  return (
    <div className="columns-side">
      <Panel title="Judge a release">
        <div className="stack">
          <Choice
            label="Release"
            value={run.id}
            items={published.map(({ id, result }) => ({
              id,
              title: `run ${id}: ${result?.algorithm ?? ''}`,
              note: fileOf(result?.release),
            }))}
            onChange={setChosen}
          />
          {isItems ? null : hasTarget ? (
            <>
              <fieldset className="checks">
                <legend>Classifiers</legend>
                {records.learners.map(({ name, title, summary }) => (
                  <Check key={name} isSelected={settings.learners.includes(name)} onChange={(on) => toggle(name, on)}>
                    {title}
                    <small className="note block">{summary}</small>
                  </Check>
                ))}
              </fieldset>
              <NumberInput
                label="Folds"
                value={settings.folds}
                minimum={2}
                step={1}
                onChange={(folds) => setSettings({ ...settings, folds: folds ?? 10 })}
                help="Each row is predicted by a model that has not seen it."
              />
              <TextInput
                label="Test rows"
                value={settings.test}
                placeholder="held-out.csv"
                onChange={(test) => setSettings({ ...settings, test })}
                help="A file in this folder that nothing was made from; folds of the original when empty."
              />
            </>
          ) : (
            <Notice kind="note">
              Classifiers need a target column of categories; this job has none. Queries can be asked.
            </Notice>
          )}
          <TextInput
            label="Queries"
            lines={4}
            value={settings.queries}
            placeholder={isItems ? 'milk bread' : 'age 30..39, sex = Female'}
            onChange={(queries) => setSettings({ ...settings, queries })}
            help={
              isItems
                ? 'An itemset per line; those of the job when empty.'
                : 'A count query per line; those of the job (utility.workload) when empty.'
            }
          />
          <div className="row">
            <Button primary isDisabled={running !== undefined} onPress={start}>
              Judge
            </Button>
            {running === undefined ? null : (
              <Button onPress={() => telling(async () => void (await post(`evaluate/${running}/cancel`)))}>
                Cancel
              </Button>
            )}
          </div>
          {running === undefined ? null : <Progress label="Learning" share={state?.share} />}
        </div>
      </Panel>
      <div className="stack">
        {state?.error === undefined ? null : <Notice kind="error">{state.error.error}</Notice>}
        {state?.status === 'cancelled' ? <Notice kind="note">Cancelled.</Notice> : null}
        {state?.result === undefined ? (
          <Panel title="What it is still good for">
            <p>
              Of a table, classifiers learn once from the original and once from the release, and are tested on the same
              rows. Count queries, of tables and of baskets, are answered from both. What the release answers nearly
              alike, it has kept.
            </p>
          </Panel>
        ) : (
          <EvaluationResult result={state.result} run={state.request.run} />
        )}
      </div>
    </div>
  )
}

function fileOf(path: string | undefined): string {
  return path?.split('/').pop() ?? ''
}
