/** A run without a release: the reason and remedies. */
import type { ReactNode } from 'react'
import { prose } from '../../../src/ground/format.ts'
import { drawChecks } from '../../../src/report/draw/sections/verification.ts'
import type { RunState } from '../../server/run/api.ts'
import { Button } from '../kit/controls.tsx'
import { Drawn } from '../kit/drawn.tsx'
import { Notice, Notices } from '../kit/notice.tsx'
import { Panel } from '../kit/panel.tsx'
import { useStudio } from '../shell/use-studio.ts'
import { asSentence } from './figures.ts'
import { ToGreen } from './what-if/to-green.tsx'

export function NoRelease({ state }: { state: RunState }): ReactNode {
  const { go } = useStudio()
  const { result } = state
  const { headline, reason, remedy } = inWords(state)
  return (
    <>
      <Panel title={headline}>
        <Notice
          kind={state.status === 'cancelled' ? 'note' : 'error'}
          action={
            <>
              {state.error?.kind === 'DiskError' ? null : (
                <Button onPress={() => go('privacy')}>Change what is asked</Button>
              )}
              <Button onPress={() => go('run')}>Run again</Button>
            </>
          }
        >
          {reason}
        </Notice>
        {remedy === undefined ? null : <p className="remedy">{remedy}</p>}
        {result?.verification === undefined ? null : <Drawn label="Checks" part={drawChecks(result.verification)} />}
        <Notices kind="warning" of={(result?.warnings ?? []).map(asSentence)} />
      </Panel>
      <ToGreen state={state} />
    </>
  )
}

function inWords({ status, result, error }: RunState): {
  readonly headline: string
  readonly reason: string
  /** Absent if the reason contains it. */
  readonly remedy?: string
} {
  if (result?.verification?.verdict === 'broken') {
    return {
      headline: 'Not verified: nothing was published',
      reason: result.reason ?? 'verification failed',
      remedy: prose`The written file was counted again and did not keep what was asked, so it was thrown away. This is
        a fault of the search, not of your data: try another algorithm, and tell us.`,
    }
  }
  if (status === 'cancelled') {
    return {
      headline: 'Cancelled: nothing was published',
      reason: error?.error ?? 'the run was cancelled before it had anything to publish',
      remedy: prose`Run again. “Keep the best so far” on the page Run ends a search early and publishes the best
        that it has found.`,
    }
  }
  if (status === 'failed') {
    return { headline: 'The run failed: nothing was published', reason: error?.error ?? 'there is no reason' }
  }
  if (result?.judgement?.verdict === 'exposed') {
    return {
      headline: 'Exposed: nothing was published',
      reason: result.reason ?? 'columns that are not recoded single out too many people',
      remedy: prose`Take a change below, give columns another role on the page Data, or name those that you accept
        under “Exposure that a person accepts” on the page Run.`,
    }
  }
  if (result?.outcome === 'out-of-budget') {
    return {
      headline: 'Out of budget: nothing was published',
      reason: result.reason ?? 'the search used up its budget before it found a recoding that meets what was asked',
      remedy: 'Give the search more time or evaluations, a smaller k, or a higher limit of suppression.',
    }
  }
  return {
    headline: 'No release: none exists that meets what was asked',
    reason: result?.reason ?? 'no recoding of these columns meets what was asked',
    remedy: prose`A smaller k, a higher limit of suppressed rows, fewer quasi-identifiers or taller hierarchies make a
      release possible.`,
  }
}
