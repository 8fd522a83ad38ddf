/** The step "Privacy and goal": what must hold of the release, and what it is for. */
import type { ReactNode } from 'react'
import { aboutOf } from '../../../src/table/about.ts'
import { NoJob } from '../job/no-job.tsx'
import { useJobCheck } from '../job/use-check.ts'
import { Notices } from '../kit/notice.tsx'
import { useStudio } from '../shell/studio.tsx'
import { GoalPanel } from './goal-panel.tsx'
import { ItemsPrivacyPanel } from './items-privacy.tsx'
import { ItemsUtilityPanel } from './items-utility.tsx'
import { TablePrivacyPanel } from './table-privacy.tsx'
import { TableWorkloadPanel } from './table-workload.tsx'
import { WeightsPanel } from './weights-panel.tsx'
import './privacy.css'

export function PrivacyPage(): ReactNode {
  const { document } = useStudio()
  const { answer } = useJobCheck()
  if (document === undefined) return <NoJob title="Privacy and goal" />
  const { job } = document
  const shown = /^(privacy|utility|goal|preference)/
  const elsewhere = (answer?.errors ?? []).filter(({ field }) => field === undefined || !shown.test(field))
  return (
    <>
      <Notices kind="warning" of={elsewhere.map(({ message }) => message)} />
      {aboutOf(job) === 'items' ? (
        <div className="columns-two apart privacy">
          <ItemsPrivacyPanel document={document} />
          <ItemsUtilityPanel document={document} />
        </div>
      ) : (
        <div className="columns-two apart privacy">
          <TablePrivacyPanel job={job} />
          <div className="stack wide-gap">
            <GoalPanel job={job} />
            <TableWorkloadPanel document={document} />
            <WeightsPanel job={job} />
          </div>
        </div>
      )}
    </>
  )
}
