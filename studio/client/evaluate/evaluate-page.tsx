/** The step "Evaluate". */
import type { ReactNode } from 'react'
import { Panel } from '../kit/panel.tsx'

export function EvaluatePage(): ReactNode {
  return <Panel title="Evaluate">Under construction.</Panel>
}
