/** What is asked of each sensitive column, drawn on the person's own data: how frequent its values are, and how frequent a class may make them. */
import type { ReactNode } from 'react'
import { formatShare } from '../../../src/report/format.ts'
import type { Job } from '../../../src/workbench.ts'
import type { ColumnFacts, DataProfile } from '../../server/data/api.ts'
import { columnsWithRole } from '../data/roles.ts'
import { useProfile } from '../data/use-profile.ts'
import { Notice } from '../kit/notice.tsx'
import { type OpenedData, useStudio } from '../shell/studio.tsx'
import { largestShare, modelsOf } from './models.ts'

export function SensitiveColumns({ job }: { job: Job }): ReactNode {
  const { data } = useStudio()
  return data === undefined ? <Columns job={job} profile={undefined} /> : <ProfiledColumns job={job} data={data} />
}

function ProfiledColumns({ job, data }: { job: Job; data: OpenedData }): ReactNode {
  return <Columns job={job} profile={useProfile(data)} />
}

function Columns({ job, profile }: { job: Job; profile: DataProfile | undefined }): ReactNode {
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
  const models = modelsOf(job, column)
  const titleOf = (name: string) => records.columns.requirements.find((own) => own.name === name)?.title ?? name
  return (
    <div className="stack">
      {models.length === 0 ? (
        <Notice kind="warning">
          {column} is sensitive and nothing is asked of it: all rows that look alike may have the same {column}, and
          whoever knows a person’s class then knows it. Choose a model below that names {column}.
        </Notice>
      ) : null}
      {facts === undefined || rows === 0 ? null : (
        <table className="sensitive-values">
          <caption>
            {column}: its most frequent values in all rows, and in a class by{' '}
            {models.length === 0 ? 'nothing' : models.map(({ name }) => titleOf(name)).join(' and ')}
          </caption>
          <tbody>
            {facts.top.slice(0, 5).map(({ value, count }) => (
              <SensitiveValue
                key={value}
                value={value}
                share={count / rows}
                most={largestShare(models, count / rows)}
              />
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

function SensitiveValue({ value, share, most }: { value: string; share: number; most: number }): ReactNode {
  const percent = (part: number) => `${Math.min(100, 100 * part)}%`
  return (
    <tr>
      <th scope="row">{value}</th>
      <td className="number">{formatShare(share)}</td>
      <td>
        <span className="allowed-bar" aria-hidden="true">
          <span className="allowed" style={{ width: percent(most) }} />
          <span className="own" style={{ width: percent(share) }} />
        </span>
      </td>
      <td className="help">{most >= 1 ? 'a class may be all of it' : `at most ${formatShare(most)} of a class`}</td>
    </tr>
  )
}
