import type { ReactNode } from 'react'
import { STEP_NAMES } from '../../../src/report/words.ts'
import type { RunResult } from '../../../src/run.ts'
import { Fold } from '../kit/fold.tsx'
import { Facts } from '../kit/panel.tsx'

export function Seconds({ result: { seconds } }: { result: RunResult }): ReactNode {
  const known = Object.entries(STEP_NAMES).flatMap(([step, name]) =>
    seconds[step] === undefined ? [] : [[name, `${seconds[step].toFixed(2)} s`] as const],
  )
  if (known.length === 0) return null
  return (
    <Fold title={`Seconds by step: ${seconds['total']?.toFixed(2)} s in all`}>
      <Facts facts={known} />
    </Fold>
  )
}
