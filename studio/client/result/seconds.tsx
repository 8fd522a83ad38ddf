import type { ReactNode } from 'react'
import type { RunResult } from '../../../src/run.ts'
import { Fold } from '../kit/fold.tsx'
import { Facts } from '../kit/panel.tsx'
import { stepNames } from '../run/words.ts'

export function Seconds({ result: { seconds } }: { result: RunResult }): ReactNode {
  const known = Object.entries(stepNames).flatMap(([step, name]) =>
    seconds[step] === undefined ? [] : [[name, `${seconds[step].toFixed(2)} s`] as const],
  )
  if (known.length === 0) return null
  return (
    <Fold title={`Seconds by step: ${seconds['total']?.toFixed(2)} s in all`}>
      <Facts facts={known} />
    </Fold>
  )
}
