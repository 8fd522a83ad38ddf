/** Lists every column of the file: its content, its role, and why that role was proposed. */
import { type ReactNode, useState } from 'react'
import type { SinglingOut } from '../../../src/frequency/singling-out.ts'
import { formatCount, formatShare, many } from '../../../src/ground/format.ts'
import type { Role } from '../../../src/table/column.ts'
import type { ColumnFacts, ProposeAnswer, SinglingOutAnswer } from '../../server/data/api.ts'
import type { HierarchyProposal } from '../../server/hierarchies/api.ts'
import type { JobColumn } from '../hierarchies/settings.ts'
import { holdTree, treeFile } from '../hierarchies/tree-store.ts'
import { Bar } from '../kit/bar.tsx'
import { Button, Check, Choice, RadioList, Window } from '../kit/controls.tsx'
import { Panel } from '../kit/panel.tsx'
import { post } from '../shell/request.ts'
import { type OpenedData, useStudio, useTelling } from '../shell/studio.tsx'
import { useAnswer } from '../shell/use-answer.ts'
import { Bars } from './bars.tsx'
import { columnAs, columnsWithRole, roleWords, withColumn } from './roles.ts'
import { useProfile } from './use-profile.ts'

export function ColumnsPanel({ data, proposal }: { data: OpenedData; proposal: ProposeAnswer | undefined }): ReactNode {
  const { document } = useStudio()
  const profile = useProfile(data)
  const setRoles = useRoles(data)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [doubt, setDoubt] = useState<{ names: readonly string[]; unique: readonly string[]; role: Role }>()
  const quasiIdentifiers = document === undefined ? [] : columnsWithRole(document.job, 'quasi-identifier')
  // Optional: an error of the file is shown when it is opened.
  const { answer: singling } = useAnswer<SinglingOutAnswer>(`data/${data.id}/singling-out`, { quasiIdentifiers }, CALM)
  const singlingByColumn = new Map(singling?.columns?.map((facts) => [facts.column, facts]))
  // A unique value released unchanged identifies its row: ask first.
  const setRole = (names: readonly string[], role: Role): void => {
    const unique = KEPT.has(role) ? names.filter((name) => isNearlyUnique(facts.get(name), data.rows)) : []
    if (unique.length > 0) setDoubt({ names, unique, role })
    else void setRoles(names, role)
  }
  const reasons = new Map(proposal?.columns.map((column) => [column.name, column]))
  const facts = new Map(profile?.columns.map((column) => [column.name, column]))
  return (
    <Panel title="Columns">
      <ManyRoles chosen={[...chosen].filter((name) => facts.has(name))} onRole={(role) => setRole([...chosen], role)} />
      {singling?.reason === undefined ? null : (
        <p className="help">Which columns single people out is {singling.reason}.</p>
      )}
      {doubt === undefined ? null : (
        <DoubtWindow
          {...doubt}
          onClose={() => setDoubt(undefined)}
          onRole={(names, role) => {
            setDoubt(undefined)
            void setRoles(names, role)
          }}
        />
      )}
      <div className="columns-scroll">
        <table className="columns-table">
          <thead>
            <tr>
              <td />
              {HEADS.map((title) => (
                <th key={title} scope="col" className={NUMBERS.has(title) ? 'number-cell' : undefined}>
                  {title}
                </th>
              ))}
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
                singling={singlingByColumn.get(name)}
                isChosen={chosen.has(name)}
                onChoose={(on) =>
                  setChosen(new Set(on ? [...chosen, name] : [...chosen].filter((other) => other !== name)))
                }
                onRole={(role) => setRole([name], role)}
              />
            ))}
          </tbody>
        </table>
      </div>
      <MissingRows facts={facts} rows={data.rows} />
    </Panel>
  )
}

const HEADS = ['Column', 'Type', 'Distinct', 'Missing', 'Values', 'Singles out', 'Role', 'Why']
const NUMBERS = new Set(['Distinct', 'Missing'])

/** Asks what to do with rows that lack a quasi-identifier. */
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
        onChange={(missing) => changeJob((current) => ({ ...current, data: { ...current.data, missing } }))}
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
  singling: SingledOut | undefined
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
  onRole: (role: Role) => void
}): ReactNode {
  const { name, rows, facts, role, proposed, singling, isChosen, onChoose, onRole } = props
  const { records } = useStudio()
  return (
    <tr className={role === undefined ? '' : `is-${role}`}>
      <td className="choose-cell">
        <Check isSelected={isChosen} onChange={onChoose}>
          <span className="spoken">Choose {name}</span>
        </Check>
      </td>
      <th scope="row">
        <span className="long-name" title={name}>
          {name}
        </span>
      </th>
      <td className="help">{facts?.type ?? '…'}</td>
      <td className="number-cell">
        {facts === undefined ? '…' : `${facts.exact ? '' : '≈ '}${formatCount(facts.distinct)}`}
      </td>
      <td className="number-cell">
        {facts === undefined ? '…' : facts.missing === 0 ? '–' : formatShare(facts.missing / rows)}
      </td>
      <td className="values-cell">{facts === undefined ? null : <Values facts={facts} rows={rows} />}</td>
      <td className="singling-cell">{singling === undefined ? null : <Singling singling={singling} rows={rows} />}</td>
      <td className="role-cell">
        <Choice
          label={`Role of ${name}`}
          silent
          value={role}
          items={records.roles.map((name) => ({
            id: name as Role,
            title: roleWords[name as Role].title,
            note: `${roleWords[name as Role].note}${previewRole(name as Role, singling, rows)}`,
          }))}
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

type SingledOut = SinglingOut['columns'][number]

/** Rows singled out because of the column; the bar shows what it adds to the other quasi-identifiers. */
function Singling({ singling, rows }: { singling: SingledOut; rows: number }): ReactNode {
  const { alone, with: together, without } = singling
  const added = (together - without) / rows
  return (
    <>
      <Bar share={added} kind="value" />
      <small>
        {added > 0 ? `adds ${formatShare(added)}` : 'adds nothing'}
        {alone === 0 ? '' : ` · alone ${formatShare(alone / rows)}`}
      </small>
    </>
  )
}

/** Says how the number of singled-out rows would change with this role. */
function previewRole(role: Role, singling: SingledOut | undefined, rows: number): string {
  if (singling === undefined || role === 'items') return ''
  const unique = role === 'quasi-identifier' ? singling.with : singling.without
  return `. All quasi-identifiers would single out ${formatShare(unique / rows)} of the rows`
}

/** Roles whose columns are released unchanged. */
const KEPT: ReadonlySet<Role> = new Set<Role>(['other', 'sensitive', 'target'])
/** Share of distinct values above which a column nearly identifies every row. */
const NEARLY_UNIQUE = 0.5

function isNearlyUnique(facts: ColumnFacts | undefined, rows: number): boolean {
  return (
    facts !== undefined && rows > 1 && facts.distinct >= (rows - facts.missing) * NEARLY_UNIQUE && facts.distinct > 1
  )
}

function DoubtWindow(props: {
  names: readonly string[]
  unique: readonly string[]
  role: Role
  onClose: () => void
  onRole: (names: readonly string[], role: Role) => void
}): ReactNode {
  const { names, unique, role, onClose, onRole } = props
  const several = unique.length > 1
  return (
    <Window title={`Release ${several ? 'them' : unique[0]} as ${several ? 'they are' : 'it is'}?`} onClose={onClose}>
      <p>
        {`${unique.join(', ')} ${several ? 'have' : 'has'} a value of its own in most rows. A column with the ` +
          `role ${role} is released as it is: anyone who knows such a value finds the row of its person.`}
      </p>
      <div className="row">
        <Button primary onPress={() => onRole(names, 'identifier')}>
          Leave {several ? 'them' : 'it'} out (identifier)
        </Button>
        <Button onPress={() => onRole(names, 'quasi-identifier')}>Make {several ? 'them' : 'it'} coarser</Button>
        <Button onPress={() => onRole(names, role)}>Release as {several ? 'they are' : 'it is'}</Button>
      </div>
    </Window>
  )
}

function ManyRoles({ chosen, onRole }: { chosen: readonly string[]; onRole: (role: Role) => void }): ReactNode {
  const { records } = useStudio()
  if (chosen.length === 0) return null
  return (
    <div className="many-roles row end">
      <span>{many(chosen.length, 'column')} chosen</span>
      <Choice<Role>
        label="Role of all chosen columns"
        silent
        value={undefined}
        items={records.roles.map((name) => ({ id: name as Role, ...roleWords[name as Role] }))}
        onChange={onRole}
      />
    </div>
  )
}

/** Milliseconds without a change before the request. */
const CALM = 300

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

/** Settings of columns from before a role change, restored if the role comes back. */
const laidAside = new Map<string, JobColumn>()

function useRoles(data: OpenedData): (columns: readonly string[], role: Role) => Promise<void> {
  const { document, changeJob } = useStudio()
  const telling = useTelling()
  return async (names, role) => {
    if (document === undefined) return
    const { job, base } = document
    const taken = Object.values(job.columns).flatMap(({ taxonomy }) => taxonomy ?? [])
    await telling(async () => {
      const next = new Map<string, JobColumn>()
      for (const name of names) {
        const before: JobColumn | undefined = job.columns[name]
        const key = JSON.stringify([data.id, name])
        if (before?.role === 'quasi-identifier') laidAside.set(key, before)
        const known = role === 'quasi-identifier' ? laidAside.get(key) : undefined
        const proposal =
          role === 'quasi-identifier' && known === undefined
            ? await post<HierarchyProposal>('hierarchies/propose', { data: data.id, column: name, base, taken })
            : undefined
        if (proposal?.tree !== undefined) {
          holdTree(treeFile(base, proposal.tree.path), proposal.tree.tree, false)
          taken.push(proposal.tree.path)
        }
        next.set(name, known ?? columnAs(role, before, proposal?.settings))
      }
      changeJob((current) => [...next].reduce((changed, [name, column]) => withColumn(changed, name, column), current))
    })
  }
}
