/** The step "Compare". */
import type { ReactNode } from 'react'
import { Panel } from '../kit/panel.tsx'

export function ComparePage(): ReactNode {
  return <Panel title="Compare">Under construction.</Panel>
}
