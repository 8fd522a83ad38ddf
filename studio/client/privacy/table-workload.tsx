/** COUNT queries that judge the release of a table: none, generated, or listed. */
import type { ReactNode } from 'react'
import type { Job } from '../../../src/table/job-schema.ts'
import { type Changes, changed, changeUtility } from '../job/change.ts'
import { useJobCheck } from '../job/use-check.ts'
import { Check, NumberInput, NumberKey, RadioList } from '../kit/controls.tsx'
import { Notices } from '../kit/notice.tsx'
import { Panel } from '../kit/panel.tsx'
import { type JobDocument, useStudio } from '../shell/use-studio.ts'
import { ListFile, USUAL_FILES } from './list-file.tsx'

type Workload = NonNullable<NonNullable<Job['utility']>['workload']>
type Drawn = Exclude<Workload, string>

export const PERCENT = { style: 'percent', maximumFractionDigits: 3 } as const
export const QUERY_SEED = {
  label: 'Seed of the queries',
  name: 'seed',
  step: 1,
  help: 'empty: the seed of the job',
} as const

export function TableWorkloadPanel({ document }: { document: JobDocument }): ReactNode {
  const { changeJob } = useStudio()
  const { faults } = useJobCheck()
  const workload = document.job.utility?.workload
  const file = typeof workload === 'string' ? workload : undefined
  const set = (next: Workload | undefined): void =>
    changeJob((current) => {
      const { output } = current
      const job = changeUtility(current, { workload: next })
      return next === undefined ? { ...job, output: changed(output, { workload: undefined }) } : job
    })
  return (
    <Panel title="Queries">
      <div className="stack">
        <Notices kind="error" of={faults('utility').map(({ message }) => message)} />
        <RadioList
          label="How far counts in the release are off (ARE)"
          value={workload === undefined ? 'none' : file === undefined ? 'drawn' : 'file'}
          items={[
            { id: 'none', title: 'is not asked' },
            { id: 'drawn', title: 'is asked with queries drawn at random' },
            { id: 'file', title: 'is asked with queries from a file' },
          ]}
          onChange={(next) =>
            set(next === 'file' ? USUAL_FILES.queries : next === 'none' ? undefined : { count: 1000 })
          }
        />
        {typeof workload === 'object' ? <DrawnFields drawn={workload} onChange={set} /> : null}
        {file === undefined ? null : <ListFile key={file} kind="queries" file={file} onChange={set} />}
      </div>
    </Panel>
  )
}

function DrawnFields({ drawn, onChange }: { drawn: Drawn; onChange: (next: Drawn) => void }): ReactNode {
  const set = (changes: Changes<Drawn>): void => onChange(changed(drawn, changes))
  return (
    <>
      <div className="pair">
        <NumberInput
          label="How many queries"
          value={typeof drawn.count === 'number' ? drawn.count : 1000}
          step={1}
          onChange={(count) => set({ count: count ?? 1000 })}
        />
        <NumberKey label="Columns per query" of={drawn} name="columns" usual={2} step={1} set={set} />
        <NumberKey
          label="Rows per query"
          of={drawn}
          name="share"
          usual={0.1}
          format={PERCENT}
          help="the share of evenly spread rows that a query has"
          set={set}
        />
        <NumberKey {...QUERY_SEED} of={drawn} set={set} />
      </div>
      <Check isSelected={drawn.target ?? false} onChange={(target) => set({ target: target || undefined })}>
        also ask for one value of a target or sensitive column
      </Check>
    </>
  )
}
