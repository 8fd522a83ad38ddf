/** Which job is open, and whether its file has what the page has. */
import type { ReactNode } from 'react'
import { useStudio } from './studio.tsx'

export function JobMenu(): ReactNode {
  const { document } = useStudio()
  const name = document === undefined ? 'no job yet' : (document.file ?? 'new job')
  return <p className="job-name">{document !== undefined && !document.saved ? `${name} · not saved` : name}</p>
}
