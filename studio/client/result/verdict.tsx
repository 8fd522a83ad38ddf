import type { ReactNode } from 'react'
import type { Markup } from '../../../src/report/draw/markup.ts'
import { drawBox } from '../../../src/report/draw/sections/verdict.ts'
import type { RunResult } from '../../../src/run.ts'
import type { RunState } from '../../server/run/api.ts'
import { Drawn } from '../kit/drawn.tsx'
import { MainAct } from '../kit/main-act.tsx'
import { Notice } from '../kit/notice.tsx'
import { ReleaseLink } from './downloads.tsx'
import { asSentence } from './figures.ts'
import { ProtectButton } from './learned.tsx'

const ALTERED = {
  tone: 'bad',
  word: 'Changed since it was verified',
  sentence:
    'The file of the release is not the one that was counted: it was edited, replaced or removed. Nothing below is ' +
    'said of it as it is now. Do not hand it on; run again to have the release back.',
} as const

export function Verdict(props: { state: RunState; result: RunResult; verdict: Markup }): ReactNode {
  const { state, result, verdict } = props
  return (
    <section className="headline" aria-label="Result">
      <MainAct>
        <ReleaseLink state={state} result={result} />
      </MainAct>
      <div role="status">
        {state.isAltered === undefined ? (
          <p className="skeleton">Looking whether the release is still as it was verified …</p>
        ) : (
          <Drawn label="Verdict" part={state.isAltered ? drawBox(ALTERED) : verdict} />
        )}
      </div>
      {result.warnings.map((warning) => {
        // The remedy in the words of a job file has a button here.
        const [said, remedy] = warning.split('; add for example ')
        return (
          <Notice key={warning} kind="warning" action={remedy === undefined ? undefined : <ProtectButton />}>
            {asSentence(said)}
          </Notice>
        )
      })}
    </section>
  )
}
