import type { ReactNode } from 'react'
import type { Section } from '../../../src/report/draw/markup.ts'
import { Drawn } from '../kit/drawn.tsx'
import { Panel } from '../kit/panel.tsx'

export function ReportSection({ section: { title, body } }: { section: Section }): ReactNode {
  return (
    <Panel title={title} wide>
      <Drawn label={title} part={body} />
    </Panel>
  )
}
