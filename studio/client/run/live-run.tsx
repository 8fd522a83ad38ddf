/** A run in progress: step, share, remaining time, best result so far, and controls. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatCount, formatFigure } from '../../../src/ground/format.ts'
import { STEP_NAMES } from '../../../src/report/words.ts'
import type { RunState, RunStatus } from '../../server/run/api.ts'
import { Button, Progress } from '../kit/controls.tsx'
import { Notice } from '../kit/notice.tsx'
import { Panel, Tiles } from '../kit/panel.tsx'
import { post, useThere } from '../shell/request.ts'
import { useStudio, useTelling } from '../shell/use-studio.ts'
import { isUnderWay } from './watched-run.ts'
import { duration, statusNames } from './words.ts'

type Wish = 'cancel' | 'keep-best'

export function LiveRun({ run }: { run: RunState }): ReactNode {
  const telling = useTelling()
  const [wished, setWished] = useState<Wish>()
  const { id, status, progress } = run
  // biome-ignore lint/correctness/useExhaustiveDependencies: a wish is fulfilled when the status changes
  useEffect(() => setWished(undefined), [id, status])
  const wish = (what: Wish): void => {
    setWished(what)
    void telling(async () => void (await post(`run/${id}/${what}`))).then((well) => well || setWished(undefined))
  }
  const underWay = isUnderWay(run)
  const place = useRef<HTMLDivElement>(null)
  // On a narrow screen it begins below all forms.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every run
  useEffect(() => {
    if (underWay) place.current?.scrollIntoView({ block: 'nearest' })
  }, [id])
  const there = useThere()
  const best = progress?.search?.best
  return (
    <Panel title={`Run ${id}`}>
      <div ref={place} className="stack">
        {underWay && !there ? (
          <Notice kind="error">
            The studio does not answer, and its runs end with it. Nothing half-written is left.
          </Notice>
        ) : underWay ? (
          <>
            <Progress
              label={progress === undefined ? 'starting' : STEP_NAMES[progress.step]}
              share={progress?.share}
              note={runNote(run)}
            />
            <div className="row">
              <Button
                isDisabled={best === undefined || progress?.step !== 'search' || wished === 'keep-best'}
                onPress={() => wish('keep-best')}
              >
                Keep the best so far
              </Button>
              <Button isDisabled={wished === 'cancel'} onPress={() => wish('cancel')}>
                {wished === 'cancel' ? 'Cancelling …' : 'Cancel the run'}
              </Button>
            </div>
          </>
        ) : (
          <Ended run={run} />
        )}
        <RunFigures run={run} />
      </div>
    </Panel>
  )
}

function runNote({ progress, secondsLeft }: RunState): string {
  const parts = [
    ...(progress?.share === undefined ? [] : [`${Math.floor(progress.share * 100)}%`]),
    ...(secondsLeft === undefined ? [] : [`about ${duration(secondsLeft)} left`]),
  ]
  return parts.join(' · ')
}

function RunFigures({ run }: { run: RunState }): ReactNode {
  const { progress, seconds, result } = run
  const best = result?.value ?? progress?.search?.best
  const search = progress?.search
  return (
    <Tiles
      tiles={[
        { name: 'Time', value: duration(seconds) },
        ...(best === undefined ? [] : [{ name: 'Best value', value: formatFigure(best), note: result?.goal }]),
        ...(search === undefined || search.total === 0
          ? []
          : [{ name: 'Done', value: formatCount(search.done), note: `of ${formatCount(search.total)}` }]),
      ]}
    />
  )
}

const endings: Readonly<Record<Exclude<RunStatus, 'waiting' | 'running'>, 'good' | 'warning' | 'error' | 'note'>> = {
  published: 'good',
  'nothing-published': 'warning',
  cancelled: 'note',
  failed: 'error',
}

function Ended({ run }: { run: RunState }): ReactNode {
  const { setRunId, go } = useStudio()
  const { id, status, result, error } = run
  if (status === 'waiting' || status === 'running') return null
  const text = error?.error ?? result?.reason ?? statusNames[status]
  return (
    <Notice
      kind={endings[status]}
      action={
        status === 'published' || result?.judgement !== undefined ? (
          <Button
            onPress={() => {
              setRunId(id)
              go('result')
            }}
          >
            See the result
          </Button>
        ) : status === 'cancelled' || error?.kind === 'DiskError' ? null : (
          <Button onPress={() => go('privacy')}>Change what is asked</Button>
        )
      }
    >
      {text}
    </Notice>
  )
}
