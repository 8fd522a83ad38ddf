/** Every column of the file: what it holds, its role, and why that role was proposed. */
import type { ReactNode } from 'react'
import { formatCount, formatShare } from '../../../src/report/format.ts'
import type { Role } from '../../../src/workbench.ts'
import type { ColumnFacts, ProposeAnswer } from '../../server/data/api.ts'
import type { HierarchyProposal } from '../../server/hierarchies/api.ts'
import { holdTree, treeFile } from '../hierarchies/tree-store.ts'
import { Choice, RadioList } from '../kit/controls.tsx'
import { Panel } from '../kit/panel.tsx'
import { post } from '../shell/request.ts'
import { type OpenedData, useStudio, useTelling } from '../shell/studio.tsx'
import { Bars } from './bars.tsx'
import { columnAs, columnsWithRole, type JobColumn, roleWords, withColumn } from './roles.ts'
import { useProfile } from './use-profile.ts'

export function ColumnsPanel({ data, proposal }: { data: OpenedData; proposal: ProposeAnswer | undefined }): ReactNode {
  const { document } = useStudio()
  const profile = useProfile(data)
  const setRole = useRoles(data)
  const reasons = new Map(proposal?.columns.map((column) => [column.name, column]))
  const facts = new Map(profile?.columns.map((column) => [column.name, column]))
  return (
    <Panel title="Columns">
      <div className="columns-scroll">
        <table className="columns-table">
          <thead>
            <tr>
              <th scope="col">Column</th>
              <th scope="col">Type</th>
              <th scope="col" className="number-cell">
                Distinct
              </th>
              <th scope="col" className="number-cell">
                Missing
              </th>
              <th scope="col">Values</th>
              <th scope="col">Role</th>
              <th scope="col">Why</th>
            </tr>
          </thead>
          <tbody>
            {data.columns.map(({ name }) => (
              <ColumnRow
                key={name}
                name={name}
                rows={data.rows}
                facts={facts.get(name)}
                role={document?.job.columns[name]?.role}
                proposed={reasons.get(name)}
                onRole={(role) => void setRole(name, role)}
              />
            ))}
          </tbody>
        </table>
      </div>
      <MissingRows facts={facts} rows={data.rows} />
    </Panel>
  )
}

/** What becomes of rows that lack a quasi-identifier; asked where there are any. */
function MissingRows({ facts, rows }: { facts: ReadonlyMap<string, ColumnFacts>; rows: number }): ReactNode {
  const { document, changeJob } = useStudio()
  if (document === undefined) return null
  const { job } = document
  const lacking = columnsWithRole(job, 'quasi-identifier').flatMap((name) => {
    const missing = facts.get(name)?.missing ?? 0
    return missing === 0 ? [] : [`${name} in ${formatShare(missing / rows)} of the rows`]
  })
  if (lacking.length === 0) return null
  return (
    <div className="missing-rows">
      <RadioList
        label="Rows with a missing quasi-identifier"
        value={job.data.missing ?? 'fail'}
        items={[
          { id: 'drop', title: 'are left out of the release', note: 'the release has fewer rows' },
          { id: 'category', title: 'stay: missing is a value of its own', note: 'it has a place in the hierarchy' },
          { id: 'fail', title: 'end the run with an error', note: 'for data that should have none' },
        ]}
        onChange={(missing) => changeJob((own) => ({ ...own, data: { ...own.data, missing } }))}
      />
      <p className="help">Missing: {lacking.join(', ')}.</p>
    </div>
  )
}

function ColumnRow(props: {
  name: string
  rows: number
  facts: ColumnFacts | undefined
  role: Role | undefined
  proposed: ProposeAnswer['columns'][number] | undefined
  onRole: (role: Role) => void
}): ReactNode {
  const { name, rows, facts, role, proposed, onRole } = props
  const { records } = useStudio()
  return (
    <tr className={role === undefined ? '' : `is-${role}`}>
      <th scope="row">{name}</th>
      <td className="help">{facts?.type ?? '…'}</td>
      <td className="number-cell">
        {facts === undefined ? '…' : `${facts.exact ? '' : '≈ '}${formatCount(facts.distinct)}`}
      </td>
      <td className="number-cell">
        {facts === undefined ? '…' : facts.missing === 0 ? '–' : formatShare(facts.missing / rows)}
      </td>
      <td className="values-cell">{facts === undefined ? null : <Values facts={facts} rows={rows} />}</td>
      <td className="role-cell">
        <Choice
          label={`Role of ${name}`}
          silent
          value={role}
          items={records.roles.map((own) => ({ id: own as Role, ...roleWords[own as Role] }))}
          onChange={onRole}
        />
      </td>
      <td className="help why-cell">
        {proposed === undefined
          ? ''
          : proposed.role === role
            ? proposed.reason
            : `Proposed: ${proposed.role}. ${proposed.reason}`}
      </td>
    </tr>
  )
}

function Values({ facts, rows }: { facts: ColumnFacts; rows: number }): ReactNode {
  const { name, histogram, top, distinct } = facts
  if (histogram !== undefined) return <Bars label={name} bins={histogram.bins} ends={histogram} />
  const shown = top.slice(0, 2).map(({ value, count }) => `${value} ${formatShare(count / rows)}`)
  return (
    <>
      {top.length > 1 && distinct <= 1000 ? (
        <Bars label={name} bins={top.map(({ value, count }) => ({ label: value, count }))} />
      ) : null}
      <small className="top-values">{shown.join(' · ')}</small>
    </>
  )
}

/** Hierarchies that columns had before they were given another role: going back brings them back. */
const laidAside = new Map<string, JobColumn>()

function useRoles(data: OpenedData): (column: string, role: Role) => Promise<void> {
  const { document, changeJob } = useStudio()
  const telling = useTelling()
  return async (name, role) => {
    if (document === undefined) return
    const { job, base } = document
    const before: JobColumn | undefined = job.columns[name]
    const key = JSON.stringify([data.id, name])
    if (before?.role === 'quasi-identifier') laidAside.set(key, before)
    await telling(async () => {
      const known = role === 'quasi-identifier' ? laidAside.get(key) : undefined
      const proposal =
        role === 'quasi-identifier' && known === undefined
          ? await post<HierarchyProposal>('hierarchies/propose', {
              data: data.id,
              column: name,
              base,
              taken: Object.values(job.columns).flatMap(({ taxonomy }) => taxonomy ?? []),
            })
          : undefined
      if (proposal?.tree !== undefined) holdTree(treeFile(base, proposal.tree.path), proposal.tree.tree, false)
      changeJob((own) => withColumn(own, name, known ?? columnAs(role, before, proposal?.settings)))
    })
  }
}
