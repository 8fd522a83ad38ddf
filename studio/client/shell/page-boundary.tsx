/** Error boundary: a page that fails must not take down the others and the job. React requires a class. */
import { Component, type ReactNode } from 'react'
import { Notice } from '../kit/notice.tsx'
import { gone } from './request.ts'

export class PageBoundary extends Component<{ children: ReactNode }, { fault?: string }> {
  override state: { fault?: string } = {}

  static getDerivedStateFromError(error: Error): { fault: string } {
    return { fault: error.message }
  }

  override render(): ReactNode {
    const { fault } = this.state
    if (fault === undefined) return this.props.children
    // The studio was stopped or rebuilt.
    if (/preload|dynamically imported module|module script/i.test(fault)) {
      return <Notice kind="error">{`This page could not be loaded: ${gone.error}`}</Notice>
    }
    return (
      <Notice kind="error">
        {'This page is broken, which is our fault, not yours: ' +
          `${fault}\nThe job is kept: save it from the menu, then load the page again.`}
      </Notice>
    )
  }
}
