/** A collapsible section for details. */
import type { ReactNode } from 'react'
import './fold.css'

export function Fold({ title, children }: { title: ReactNode; children: ReactNode }): ReactNode {
  return (
    <details className="fold">
      <summary>{title}</summary>
      {children}
    </details>
  )
}
