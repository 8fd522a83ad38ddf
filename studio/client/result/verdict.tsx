import type { ReactNode } from 'react'
import type { Markup } from '../../../src/report/draw/markup.ts'
import { drawBox } from '../../../src/report/draw/sections/verdict.ts'
import type { RunResult } from '../../../src/run.ts'
import type { LearnedColumn } from '../../../src/verification/attribute-risk.ts'
import type { RunState } from '../../server/run/api.ts'
import { columnsWithRole } from '../data/roles.ts'
import { Drawn } from '../kit/drawn.tsx'
import { MainAct } from '../kit/main-act.tsx'
import { Notice } from '../kit/notice.tsx'
import { useAnswer } from '../shell/use-answer.ts'
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
  // The remedy in the words of a job file has a button here.
  const warnings = [...result.warnings, ...useShared(state)].map((warning) => warning.split('; add for example '))
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
      {warnings.length === 0 ? null : (
        <Notice kind="warning" action={warnings.some(([, remedy]) => remedy) ? <ProtectButton /> : undefined}>
          {warnings.map(([said]) => (
            <p key={said}>{asSentence(said)}</p>
          ))}
        </Notice>
      )}
    </section>
  )
}

/** Says which sensitive columns and targets most people share within their class. */
function useShared({ id, replacedBy, isAltered, request: { job } }: RunState): string[] {
  const isTold = [...columnsWithRole(job, 'sensitive'), ...columnsWithRole(job, 'target')].length > 0
  const isThere = isTold && replacedBy === undefined && isAltered === false
  const { answer = [] } = useAnswer<readonly LearnedColumn[]>(isThere ? `result/${id}/learned` : undefined)
  const shared = answer.filter(
    ({ shares, rows }) => 2 * (shares.find(({ percent }) => percent === 100)?.rows ?? 0) > rows,
  )
  if (shared.length === 0) return []
  return [
    `most people are in classes whose rows all have one value of ${shared.map(({ column }) => column).join(', ')}: ` +
      'anyone who knows the class of such a person knows the value (see Risk)',
  ]
}
