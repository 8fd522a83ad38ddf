import type { ReactNode } from 'react'
import type { Markup } from '../../../src/report/draw/markup.ts'
import { drawBox } from '../../../src/report/draw/sections/verdict.ts'
import type { RunResult } from '../../../src/run.ts'
import type { RunState } from '../../server/run/api.ts'
import { Drawn } from '../kit/drawn.tsx'
import { Notices } from '../kit/notice.tsx'
import { ReleaseLink } from './downloads.tsx'
import { asSentence } from './figures.ts'

const ALTERED = {
  tone: 'bad',
  word: 'Changed since it was verified',
  sentence:
    'The file of the release is not the one that was counted: it was edited, replaced or removed. Nothing below is ' +
    'said of it as it is now. Do not hand it on; run again to have the release back.',
} as const

export function Verdict({
  state,
  result,
  verdict,
}: {
  state: RunState
  result: RunResult
  verdict: Markup
}): ReactNode {
  return (
    <section className="headline" aria-label="Result">
      <div className="actions">
        <ReleaseLink state={state} result={result} />
      </div>
      <div role="status">
        {state.isAltered === undefined ? (
          <p className="skeleton">Looking whether the release is still as it was verified …</p>
        ) : (
          <Drawn label="Verdict" part={state.isAltered ? drawBox(ALTERED) : verdict} />
        )}
      </div>
      <Notices kind="warning" of={result.warnings.map(asSentence)} />
    </section>
  )
}
