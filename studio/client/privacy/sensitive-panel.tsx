/**
 * Draws the requirements on each sensitive column: how frequent its values are, and how frequent a class may make them.
 */
import type { ReactNode } from 'react'
import { formatShare } from '../../../src/ground/format.ts'
import type { Job } from '../../../src/table/job-schema.ts'
import type { ColumnFacts } from '../../server/data/api.ts'
import { columnsWithRole } from '../data/roles.ts'
import { useProfile } from '../data/use-profile.ts'
import { Notice } from '../kit/notice.tsx'
import { Table } from '../kit/table.tsx'
import { useStudio } from '../shell/studio.tsx'
import { findModels, largestShare } from './models.ts'

export function SensitiveColumns({ job }: { job: Job }): ReactNode {
  const profile = useProfile(useStudio().data)
  return columnsWithRole(job, 'sensitive').map((column) => (
    <SensitiveColumn
      key={column}
      job={job}
      column={column}
      rows={profile?.rows ?? 0}
      facts={profile?.columns.find(({ name }) => name === column)}
    />
  ))
}

function SensitiveColumn(props: { job: Job; column: string; rows: number; facts: ColumnFacts | undefined }): ReactNode {
  const { job, column, rows, facts } = props
  const { records } = useStudio()
  const models = findModels(job, column)
  const findTitle = (name: string) =>
    records.columns.requirements.find((requirement) => requirement.name === name)?.title ?? name
  const by = models.length === 0 ? 'nothing' : models.map(({ name }) => findTitle(name)).join(' and ')
  const percent = (part: number) => `${Math.min(100, 100 * part)}%`
  return (
    <div className="stack">
      {models.length === 0 ? (
        <Notice kind="warning">
          {column} is sensitive and nothing is asked of it: all rows that look alike may have the same {column}, and
          anyone who knows a person’s class then knows it. Choose a model below that names {column}.
        </Notice>
      ) : null}
      {facts === undefined || rows === 0 ? null : (
        <Table
          captioned
          caption={`${column}: its most frequent values in all rows, and in a class by ${by}`}
          rows={facts.top.slice(0, 5).map(({ value, count }) => {
            const share = count / rows
            return { value, share, most: largestShare(models, share) }
          })}
          rowKey={({ value }) => value}
          columns={[
            { title: 'Value', heads: true, cell: ({ value }) => value },
            { title: 'All rows', number: true, cell: ({ share }) => formatShare(share) },
            {
              title: 'Bar',
              silent: true,
              cell: ({ share, most }) => (
                <span className="allowed-bar" aria-hidden="true">
                  <span className="allowed" style={{ width: percent(most) }} />
                  <span className="own" style={{ width: percent(share) }} />
                </span>
              ),
            },
            {
              title: 'What it may be',
              cell: ({ most }) => (most >= 1 ? 'a class may be all of it' : `at most ${formatShare(most)} of a class`),
            },
          ]}
        />
      )}
    </div>
  )
}
