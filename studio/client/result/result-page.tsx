/** The step "Result". */
import type { ReactNode } from 'react'
import { Panel } from '../kit/panel.tsx'

export function ResultPage(): ReactNode {
  return <Panel title="Result">Under construction.</Panel>
}
