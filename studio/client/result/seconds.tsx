/** How long each step took. */
import type { ReactNode } from 'react'
import type { RunResult } from '../../../src/index.ts'
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

export function SecondsTable({ result }: { result: RunResult }): ReactNode {
  const facts = Object.entries(steps).flatMap(([step, title]) => {
    const seconds = result.seconds[step]
    return seconds === undefined ? [] : [[title, `${seconds.toFixed(2)} s`] as const]
  })
  return facts.length === 0 ? null : <Facts facts={facts} />
}
