/** Draws the requirements on each sensitive column: shares of its values, and how large a class may make them. */
import type { ReactNode } from 'react'
import { formatShare } from '../../../src/ground/format.ts'
import type { Job } from '../../../src/table/job-schema.ts'
import type { DataProfile } from '../../server/data/api.ts'
import { columnsWithRole } from '../data/roles.ts'
import { Button } from '../kit/controls.tsx'
import { Notice } from '../kit/notice.tsx'
import { Table } from '../kit/table.tsx'
import { useStudio } from '../shell/use-studio.ts'
import { findModels, largestShare } from './models.ts'
import { useProtection } from './use-protection.ts'

export function SensitiveColumns({ job }: { job: Job }): ReactNode {
  const { open, usual, profile, protect } = useProtection()
  const [is, them] = open.length === 1 ? ['is', 'it'] : ['are', 'them']
  return (
    <>
      {open.length === 0 ? null : (
        <Notice kind="warning" action={<Button onPress={protect}>{`Ask for ${usual?.title}`}</Button>}>
          {`${open.join(', ')} ${is} sensitive and nothing is asked of ${them}: all rows that look alike may have ` +
            'one value, and anyone who knows a person’s class then knows it.'}
        </Notice>
      )}
      {columnsWithRole(job, 'sensitive')
        .filter((column) => !open.includes(column))
        .map((column) => (
          <SensitiveColumn key={column} job={job} column={column} profile={profile} />
        ))}
    </>
  )
}

function SensitiveColumn(props: { job: Job; column: string; profile: DataProfile | undefined }): ReactNode {
  const { job, column, profile } = props
  const rows = profile?.rows ?? 0
  const facts = profile?.columns.find(({ name }) => name === column)
  const { records } = useStudio()
  const models = findModels(job, column)
  const findTitle = (name: string) =>
    records.columns.requirements.find((requirement) => requirement.name === name)?.title ?? name
  const by = models.map(({ name }) => findTitle(name)).join(' and ')
  const percent = (part: number) => `${Math.min(100, 100 * part)}%`
  if (facts === undefined || rows === 0) return null
  const values = facts.top.slice(0, 5).map(({ value, count }) => {
    const share = count / rows
    return { value, share, most: largestShare(models, share) }
  })
  if (values.every(({ most }) => most >= 1)) return null
  return (
    <Table
      captioned
      caption={`${column}: its most frequent values (${by})`}
      rows={values}
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
        { title: 'A class, at most', number: true, cell: ({ most }) => formatShare(most) },
      ]}
    />
  )
}
