/** Weights of the quasi-identifiers, used by LM and NWP. */
import type { ReactNode } from 'react'
import type { Job } from '../../../src/table/job-schema.ts'
import { changed } from '../job/change.ts'
import { useJobCheck } from '../job/use-check.ts'
import { NumberInput } from '../kit/controls.tsx'
import { Panel } from '../kit/panel.tsx'
import { useStudio } from '../shell/studio.tsx'

export function WeightsPanel({ job }: { job: Job }): ReactNode {
  const { changeJob } = useStudio()
  const { fault } = useJobCheck()
  const columns = Object.entries(job.columns).filter(([, { role }]) => role === 'quasi-identifier')
  if (columns.length === 0) return null
  return (
    <Panel title="Weights">
      <p className="help">
        A column of weight 2 is kept fine as if it were two columns; 1 is usual. Counted in LM and NWP.
      </p>
      <div className="weights">
        {columns.map(([name, { weight = 1 }]) => (
          <NumberInput
            key={name}
            label={name}
            value={weight}
            error={fault(`columns.${name}.weight`)}
            onChange={(next) =>
              changeJob((current) => ({
                ...current,
                columns: {
                  ...current.columns,
                  [name]: changed(current.columns[name], { weight: next === 1 ? undefined : next }),
                },
              }))
            }
          />
        ))}
      </div>
    </Panel>
  )
}
