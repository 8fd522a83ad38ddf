/** The step "Privacy". */
import type { ReactNode } from 'react'
import { Panel } from '../kit/panel.tsx'

export function PrivacyPage(): ReactNode {
  return <Panel title="Privacy">Under construction.</Panel>
}
