/** The step "Run". */
import type { ReactNode } from 'react'
import { Panel } from '../kit/panel.tsx'

export function RunPage(): ReactNode {
  return <Panel title="Run">Under construction.</Panel>
}
