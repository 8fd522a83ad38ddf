/** Paths of the release and its documents. */
import type { ReactNode } from 'react'
import { ABOUT, findAbout } from '../../../src/table/about.ts'
import { changed } from '../job/change.ts'
import { useJobCheck } from '../job/use-check.ts'
import { TextInput } from '../kit/controls.tsx'
import { Panel } from '../kit/panel.tsx'
import { type JobDocument, useStudio } from '../shell/studio.tsx'

export function OutputPanel({ document: { job } }: { document: JobDocument }): ReactNode {
  const { changeJob } = useStudio()
  const { answer, fault } = useJobCheck()
  const { table } = job.output
  const set = (changes: { readonly [K in 'release' | 'table' | 'report' | 'workload']?: string | undefined }) =>
    changeJob((current) => ({ ...current, output: changed(current.output, changes) }))
  const outputs = answer?.outputs ?? []
  return (
    <Panel title="Files">
      <div className="stack">
        <div className="pair">
          {table === undefined ? (
            <TextInput
              label="Release"
              value={job.output.release ?? ''}
              error={fault('output.release')}
              onChange={(release) => set({ release })}
            />
          ) : (
            <TextInput
              label="Release, a table of the database"
              value={table}
              error={fault('output.table')}
              onChange={(next) => set({ table: next })}
            />
          )}
          <TextInput
            label="Report"
            value={job.output.report ?? ''}
            placeholder="none"
            onChange={(report) => set({ report: report === '' ? undefined : report })}
          />
          {ABOUT[findAbout(job)].alwaysQueried || job.utility?.workload !== undefined ? (
            <TextInput
              label="Queries of ARE"
              value={job.output.workload ?? ''}
              placeholder="not saved"
              onChange={(workload) => set({ workload: workload === '' ? undefined : workload })}
            />
          ) : null}
        </div>
        {outputs.length === 0 ? null : <p className="help">A run writes {outputs.join(', ')}.</p>}
      </div>
    </Panel>
  )
}
