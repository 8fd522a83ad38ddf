/** The step "Privacy and goal": requirements on the release, and its goal. */
import type { ReactNode } from 'react'
import { type About, findAbout } from '../../../src/table/about.ts'
import { NoJob } from '../job/no-job.tsx'
import { useJobCheck } from '../job/use-check.ts'
import { Notices } from '../kit/notice.tsx'
import { GoalPanel } from './goal-panel.tsx'
import { ItemsPrivacyPanel } from './items-privacy.tsx'
import { ItemsUtilityPanel } from './items-utility.tsx'
import { TablePrivacyPanel } from './table-privacy.tsx'
import { TableWorkloadPanel } from './table-workload.tsx'
import './privacy.css'
import { type JobDocument, useStudio } from '../shell/use-studio.ts'

export function PrivacyPage(): ReactNode {
  const { document } = useStudio()
  const { answer } = useJobCheck()
  if (document === undefined) return <NoJob title="Privacy and goal" />
  const shown = /^(privacy|utility|goal|preference)/
  const elsewhere = (answer?.errors ?? []).filter(({ field }) => field === undefined || !shown.test(field))
  return (
    <>
      <Notices kind="warning" of={elsewhere.map(({ message }) => message)} />
      <div className="columns-two apart privacy">{PANELS[findAbout(document.job)](document)}</div>
    </>
  )
}

const PANELS: Readonly<Record<About, (document: JobDocument) => ReactNode>> = {
  columns: (document) => (
    <>
      <TablePrivacyPanel job={document.job} />
      <div className="stack wide-gap">
        <GoalPanel job={document.job} />
        <TableWorkloadPanel document={document} />
      </div>
    </>
  ),
  items: (document) => (
    <>
      <ItemsPrivacyPanel document={document} />
      <ItemsUtilityPanel document={document} />
    </>
  ),
}
