/** What a release cost, in three lines: the same as in terminal and report. */
import type { ReactNode } from 'react'
import { type Judgement, worthLines } from '../../../src/report/judgement.ts'
import { Facts, Panel } from '../kit/panel.tsx'

const NAMES: Readonly<Record<string, string>> = { detail: 'Keeps detail', silent: 'Says nothing', try: 'To try' }

export function Worth({ judgement }: { judgement: Judgement | undefined }): ReactNode {
  if (judgement === undefined) return null
  const lines = worthLines(judgement)
  if (lines.length === 0) return null
  return (
    <Panel title="What it cost" wide>
      <Facts facts={lines.map(({ about, text }) => [NAMES[about], text] as const)} />
      {judgement.cautions.map(({ message, remedy }) => (
        <p className="note" key={message}>
          {message}: {remedy}.
        </p>
      ))}
    </Panel>
  )
}
