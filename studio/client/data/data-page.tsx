/** The step "Data". */
import type { ReactNode } from 'react'
import { Panel } from '../kit/panel.tsx'

export function DataPage(): ReactNode {
  return <Panel title="Data">Under construction.</Panel>
}
