/** Lists every column of the file: its content, its role, and why that role was proposed. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import type { SinglingOut } from '../../../src/frequency/singling-out.ts'
import { formatCount, formatShare, many } from '../../../src/ground/format.ts'
import { derivationText } from '../../../src/sql/derived.ts'
import type { Role } from '../../../src/table/column.ts'
import type { ColumnFacts, DataProfile, ProposeAnswer, SinglingOutAnswer } from '../../server/data/api.ts'
import type { HierarchyProposal } from '../../server/hierarchies/api.ts'
import type { JobColumn } from '../hierarchies/settings.ts'
import { holdTree, treeFile } from '../hierarchies/tree-store.ts'
import { changed } from '../job/change.ts'
import { ColumnKeys } from '../job/job-keys.tsx'
import { Bar } from '../kit/bar.tsx'
import { Button, Check, Choice, TextInput, Window } from '../kit/controls.tsx'
import { LongName } from '../kit/long-name.tsx'
import { Panel } from '../kit/panel.tsx'
import { get, post } from '../shell/request.ts'
import { type OpenedData, useStudio, useTelling } from '../shell/use-studio.ts'
import { Bars } from './bars.tsx'
import { DeriveColumn } from './derive-column.tsx'
import { columnAs, roleWords, withColumn, withDecimal } from './roles.ts'
import { MissingRows, Persons } from './row-questions.tsx'
import { useProfile } from './use-profile.ts'

export function ColumnsPanel(props: {
  data: OpenedData
  proposal: ProposeAnswer | undefined
  singling: SinglingOutAnswer | undefined
}): ReactNode {
  const { data, proposal, singling } = props
  const { document } = useStudio()
  const profile = useProfile(data)
  const setRoles = useRoles(data)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [doubt, setDoubt] = useState<{ names: readonly string[]; unique: readonly string[]; role: Role }>()
  const [search, setSearch] = useState('')
  const scroller = useRef<HTMLDivElement>(null)
  const singlingByColumn = new Map(singling?.columns?.map((facts) => [facts.column, facts]))
  // A unique value released unchanged identifies its row: ask first.
  const setRole = (names: readonly string[], role: Role): void => {
    const unique = KEPT.has(role) ? names.filter((name) => isNearlyUnique(facts.get(name), data.rows)) : []
    if (unique.length > 0) setDoubt({ names, unique, role })
    else void setRoles(names, role)
  }
  const reasons = new Map(proposal?.columns.map((column) => [column.name, column]))
  const facts = new Map(profile?.columns.map((column) => [column.name, column]))
  const wanted = search.trim().toLowerCase()
  const found = data.columns.filter(({ name }) =>
    [name, document?.job.columns[name]?.role, facts.get(name)?.type].some((text) =>
      text?.toLowerCase().includes(wanted),
    ),
  )
  const derived = Object.entries(document?.job.columns ?? {}).filter(
    ([name, { derive }]) => derive !== undefined && !data.columns.some((column) => column.name === name),
  )
  const { shown, before, after, measure } = useRowsInSight(found, scroller)
  const space = (height: number) =>
    height === 0 ? null : (
      <tr>
        <td colSpan={HEADS.length + 1} style={{ height }} />
      </tr>
    )
  return (
    <Panel title="Columns">
      {data.columns.length < SEARCHED ? null : (
        <TextInput
          label="Find a column"
          value={search}
          placeholder="name, role or type"
          help={wanted === '' ? undefined : `${formatCount(found.length)} of ${many(data.columns.length, 'column')}`}
          onChange={setSearch}
        />
      )}
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
      <div className={measure === undefined ? 'columns-all' : 'columns-all columns-scroll'} ref={scroller}>
        <table className="columns-table" aria-rowcount={found.length + 1}>
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
            {space(before)}
            {shown.map(({ name, index }) => (
              <ColumnRow
                key={name}
                index={index}
                measure={measure}
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
            {space(after)}
          </tbody>
        </table>
      </div>
      {derived.length === 0 ? null : (
        <ul className="row" aria-label="Derived columns that cannot be read">
          {derived.map(([name, column]) => (
            <li key={name}>
              <b>{name}</b> cannot be derived <ColumnKeys name={name} column={column} />
            </li>
          ))}
        </ul>
      )}
      <DeriveColumn data={data} />
      <Persons facts={facts} rows={data.rows} />
      <MissingRows facts={facts} rows={data.rows} />
    </Panel>
  )
}

/** From this many columns on they can be searched; from `WINDOWED` on only those in sight are drawn. */
const SEARCHED = 12
const WINDOWED = 80
/** Pixels, until a row is measured. */
const ROW_HEIGHT = 58

/** The columns in sight, and the heights of those above and below them. */
function useRowsInSight(columns: OpenedData['columns'], scroller: RefObject<HTMLDivElement | null>) {
  const isWindowed = columns.length >= WINDOWED
  const virtual = useVirtualizer({
    count: isWindowed ? columns.length : 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
  })
  if (!isWindowed) return { shown: columns.map(({ name }, index) => ({ name, index })), before: 0, after: 0 }
  const rows = virtual.getVirtualItems()
  return {
    shown: rows.map(({ index }) => ({ name: columns[index].name, index })),
    before: rows[0]?.start ?? 0,
    after: virtual.getTotalSize() - (rows.at(-1)?.end ?? 0),
    measure: virtual.measureElement,
  }
}

const HEADS = ['Column', 'Type', 'Distinct', 'Missing', 'Values', 'Singles out', 'Role', 'Why']
const NUMBERS = new Set(['Distinct', 'Missing'])

function ColumnRow(props: {
  name: string
  index: number
  measure?: ((row: HTMLTableRowElement | null) => void) | undefined
  rows: number
  facts: ColumnFacts | undefined
  role: Role | undefined
  proposed: ProposeAnswer['columns'][number] | undefined
  singling: SingledOut | undefined
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
  onRole: (role: Role) => void
}): ReactNode {
  const { name, index, measure, rows, facts, role, proposed, singling, isChosen, onChoose, onRole } = props
  const { records, document } = useStudio()
  const settings = document?.job.columns[name]
  return (
    <tr
      ref={measure}
      data-index={index}
      aria-rowindex={index + 2}
      aria-busy={facts === undefined}
      className={role === undefined ? '' : `is-${role}`}
    >
      <td className="choose-cell">
        <Check isSelected={isChosen} onChange={onChoose}>
          <span className="spoken">Choose {name}</span>
        </Check>
      </td>
      <th scope="row">
        <LongName name={name} />
      </th>
      <td className="help">
        {facts?.decimal === undefined
          ? facts?.type
          : `${document?.job.data.decimal === ',' ? 'number' : 'text'}, decimal comma`}
        {settings?.derive === undefined ? '' : `, ${derivationText(settings.derive)}`}
      </td>
      <td className="number-cell">
        {facts === undefined ? '…' : `${facts.exact ? '' : '≈ '}${formatCount(facts.distinct)}`}
      </td>
      <td className="number-cell">
        {facts === undefined ? '…' : facts.missing === 0 ? '–' : formatShare(facts.missing / rows)}
      </td>
      <td className="values-cell">{facts === undefined ? null : <Values facts={facts} rows={rows} />}</td>
      <td className="singling-cell">
        {singling === undefined || rows < 2 ? null : <Singling singling={singling} rows={rows} />}
      </td>
      <td className="role-cell">
        <Choice
          label={`Role of ${name}`}
          silent
          value={role}
          items={(records.roles as readonly Role[]).map((id) => {
            const { title, note } = roleWords[id]
            return { id, title, note: `${note}${previewRole(id, singling, rows)}` }
          })}
          onChange={onRole}
        />
        {settings === undefined ? null : <ColumnKeys name={name} column={settings} />}
      </td>
      <td className="help why-cell">
        {proposed === undefined ? null : (
          <Reason
            name={name}
            text={proposed.role === role ? proposed.reason : `Proposed: ${proposed.role}. ${proposed.reason}`}
          />
        )}
      </td>
    </tr>
  )
}

/** The first sentence; the others on demand. */
function Reason({ name, text }: { name: string; text: string }): ReactNode {
  const [first, ...others] = text.split(/(?<=\.) (?=[A-Z0-9])/)
  if (others.length === 0) return text
  return (
    <details className="reason">
      <summary aria-label={`${first} More of why ${name} has this role`}>{first}</summary>
      {others.join(' ')}
    </details>
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
        {[
          ...(added > 0 || alone === 0 ? [added > 0 ? `adds ${formatShare(added)}` : 'adds nothing'] : []),
          ...(alone > 0 ? [`alone ${formatShare(alone / rows)}`] : []),
        ].join(' · ')}
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

function Values({ facts, rows }: { facts: ColumnFacts; rows: number }): ReactNode {
  const { name, histogram, top, distinct } = facts
  if (histogram !== undefined) return <Bars label={name} bins={histogram.bins} ends={histogram} />
  return (
    <>
      {top.length > 1 && distinct <= 1000 ? (
        <Bars label={name} bins={top.map(({ value, count }) => ({ label: value, count }))} />
      ) : null}
      <small className="top-values">
        {top.slice(0, 2).map(({ value, count }, i) => (
          <span key={value}>
            {i === 0 ? '' : ' · '}
            <bdi>{value}</bdi> {formatShare(count / rows)}
          </span>
        ))}
      </small>
    </>
  )
}

/** Share of the rows up to which those with a missing value are left out. */
const FEW_MISSING = 0.1

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
      let decimal: ',' | undefined
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
        decimal ??= proposal?.decimal
        next.set(name, known ?? columnAs(role, before, proposal?.settings))
      }
      const profile = role === 'quasi-identifier' ? await get<DataProfile>(`data/${data.id}/profile`) : undefined
      const lacks = (profile?.columns ?? []).filter(({ name, missing }) => missing > 0 && names.includes(name))
      changeJob((current) => {
        const { data: read } = withDecimal(current, decimal)
        // As init does: a run would end with an error.
        const few = lacks.every(({ missing }) => missing <= data.rows * FEW_MISSING)
        const isOpen = lacks.length > 0 && (read.missing ?? 'fail') === 'fail'
        const missing = isOpen ? (few ? 'drop' : 'category') : read.missing
        const begun = { ...current, data: changed(read, { missing }) }
        return [...next].reduce((before, [name, column]) => withColumn(before, name, column), begun)
      })
    })
  }
}
