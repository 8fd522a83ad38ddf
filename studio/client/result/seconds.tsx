/** How long each step took. */
import type { ReactNode } from 'react'
import type { RunResult } from '../../../src/workbench.ts'
import { Fold } from '../kit/fold.tsx'
import { Facts } from '../kit/panel.tsx'

const steps: Readonly<Record<string, string>> = {
  open: 'Open the data',
  count: 'Count combinations',
  search: 'Search',
  write: 'Write the release',
  verify: 'Count it again',
  publish: 'Report and publish',
  total: 'In all',
}

export function Seconds({ result: { seconds } }: { result: RunResult }): ReactNode {
  const secondsOf = (step: string) => `${seconds[step]?.toFixed(2)} s`
  const known = Object.keys(steps).filter((step) => seconds[step] !== undefined)
  if (known.length === 0) return null
  return (
    <Fold title={`Seconds by step: ${secondsOf('total')} in all`}>
      <Facts facts={known.map((step) => [steps[step], secondsOf(step)] as const)} />
    </Fold>
  )
}
