import type { ReactNode } from 'react'
import type { Markup } from '../../../src/report/draw/markup.ts'
import type { RunResult } from '../../../src/run.ts'
import type { RunState } from '../../server/run/api.ts'
import { Drawn } from '../kit/drawn.tsx'
import { Notices } from '../kit/notice.tsx'
import { Panel } from '../kit/panel.tsx'
import { ReleaseLink } from './downloads.tsx'
import { asSentence } from './figures.ts'

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
    <Panel title="Result" wide actions={<ReleaseLink state={state} result={result} />}>
      <div role="status">
        <Drawn label="Verdict" part={verdict} />
      </div>
      <Notices kind="warning" of={result.warnings.map(asSentence)} />
    </Panel>
  )
}
