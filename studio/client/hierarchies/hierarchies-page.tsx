/** The step "Hierarchies". */
import type { ReactNode } from 'react'
import { Panel } from '../kit/panel.tsx'

export function HierarchiesPage(): ReactNode {
  return <Panel title="Hierarchies">Under construction.</Panel>
}
