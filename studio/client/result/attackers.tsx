/**
 * Three attackers before and after: one knows that a neighbour is in the data (prosecutor), one picks somebody from a
 * register (journalist), one sends many letters (marketer). Below, attackers that were tried.
 */

import { type ReactNode, useState } from 'react'
import { formatShare, many } from '../../../src/ground/format.ts'
import type { RiskProfile } from '../../../src/metrics/risk/profile.ts'
import type { AttackReport, AttackResult } from '../../../src/report/attack-figures.ts'
import type { AttackedPerson, AttackersAnswer } from '../../server/result/api.ts'
import type { RunState } from '../../server/run/api.ts'
import { Button, NumberInput } from '../kit/controls.tsx'
import { Notice } from '../kit/notice.tsx'
import { Panel } from '../kit/panel.tsx'
import { Table, type TableColumn } from '../kit/table.tsx'
import { useAnswer } from '../shell/use-answer.ts'
import { useKept } from '../shell/use-kept.ts'

interface Settings {
  readonly threshold: number
  readonly people?: number | undefined
}

/** Milliseconds without a change before the request. */
const CALM = 300

export function Attackers({ state }: { state: RunState }): ReactNode {
  const [settings, setSettings] = useKept<Settings>('result.attackers', { threshold: 0.2 })
  const { threshold, people } = settings
  const path = `result/${state.id}/attackers`
  const { latest: answer, error } = useAnswer<AttackersAnswer>(path, { threshold, people }, CALM)
  return (
    <>
      <Panel title="Three attackers">
        <div className="row end">
          <NumberInput
            label="At risk above"
            value={threshold}
            minimum={0.01}
            maximum={0.99}
            step={0.01}
            format={{ style: 'percent' }}
            onChange={(given) => given !== undefined && setSettings({ ...settings, threshold: given })}
          />
          <NumberInput
            label="People in the population"
            value={people}
            minimum={1}
            step={1}
            onChange={(given) => setSettings({ threshold, people: given })}
          />
        </div>
        <p className="note">
          The population is everybody who could be in the data; without it nobody but those in the data is reckoned
          with.
        </p>
        {error === undefined ? null : <Notice kind="error">{error}</Notice>}
        {answer === undefined ? (
          <p className="skeleton">Counting the data and the release …</p>
        ) : (
          <Table
            caption="Three attackers, before and after"
            columns={attackerColumns(answer)}
            rows={attackers}
            rowKey={({ title }) => title}
          />
        )}
      </Panel>
      <Person state={state} />
      <Lab state={state} />
    </>
  )
}

/** Attacks on more rows begin when asked for. */
const MOST_ROWS = 100_000

/** Simulated attackers, as `halftone attack` and the report have them. */
function Lab({ state }: { state: RunState }): ReactNode {
  const [isAsked, setAsked] = useState((state.result?.rows ?? 0) <= MOST_ROWS)
  const { latest: lab, error } = useAnswer<AttackReport>(isAsked ? `result/${state.id}/lab` : undefined)
  if (!isAsked)
    return (
      <Panel title="Simulated attackers" actions={<Button onPress={() => setAsked(true)}>Attack the release</Button>}>
        <p className="note">Of so many rows this takes a while, and the studio answers nothing else meanwhile.</p>
      </Panel>
    )
  return (
    <Panel title="Simulated attackers">
      {error === undefined ? null : <Notice kind="error">{error}</Notice>}
      {lab === undefined ? (
        error === undefined && <p className="skeleton">Attacking the release …</p>
      ) : (
        <>
          <p>
            They know {lab.known.join(', ')} and attack {many(lab.targets, 'person', 'people')} of the data.{' '}
            {lab.rows.control === undefined
              ? 'Without people who are not in the data (attack in the job), they are compared with naive guesses.'
              : `They were also tried on ${many(lab.rows.control, 'person', 'people')} who are not in the release.`}
          </p>
          {lab.failures.map((failure) => (
            <Notice key={failure} kind="error">
              {failure}
            </Notice>
          ))}
          <Table
            caption="Attackers and their success"
            columns={labColumns}
            rows={lab.attacks}
            rowKey={(_, place) => place}
          />
          <p className="note">These attackers were tried and no others: a low figure is evidence, not proof.</p>
        </>
      )}
    </Panel>
  )
}

const labColumns: readonly TableColumn<AttackResult>[] = [
  { title: 'Attack', heads: true, cell: ({ attacker, form }) => `${attacker}: ${form}` },
  { title: 'Success', number: true, cell: ({ success }) => formatShare(success.rate) },
  { title: 'Control', number: true, cell: ({ control }) => (control === undefined ? '–' : formatShare(control.rate)) },
  { title: 'Naive', number: true, cell: ({ naive }) => formatShare(naive.rate) },
  {
    title: 'Residual risk (95 %)',
    number: true,
    cell: ({ residual: { value, low, high } }) => `${formatShare(value)} [${formatShare(low)}, ${formatShare(high)}]`,
  },
  { title: 'Worst person', number: true, cell: ({ worst }) => (worst === undefined ? '' : formatShare(worst)) },
]

interface Attacker {
  readonly title: string
  readonly knows: string
  readonly figure: (risk: RiskProfile) => number
  readonly reading: string
  readonly atRisk?: (risk: RiskProfile) => number
}

const attackers: readonly Attacker[] = [
  {
    title: 'Knows that a neighbour is in the data (the prosecutor)',
    knows: 'One person, all of their quasi-identifiers, and that they are in the data',
    figure: ({ prosecutor }) => prosecutor.highest,
    reading: 'chance to find the row that is worst off',
    atRisk: ({ prosecutor }) => prosecutor.shareAtRisk,
  },
  {
    title: 'Picks somebody from a register (the journalist)',
    knows: 'Anybody of the population; whether they are in the data is not known',
    figure: ({ journalist }) => journalist.highest,
    reading: 'chance that the person worst off is the one',
    atRisk: ({ journalist }) => journalist.shareAtRisk,
  },
  {
    title: 'Sends out many letters (the marketer)',
    knows: 'A register of everybody; as many as possible are to be matched',
    figure: ({ marketer }) => marketer,
    reading: 'share of the letters that reach the right person',
  },
]

function attackerColumns({ before, after }: AttackersAnswer): readonly TableColumn<Attacker>[] {
  const atRisk = (risk: RiskProfile) => (attacker: Attacker) =>
    attacker.atRisk === undefined ? '' : formatShare(attacker.atRisk(risk))
  return [
    {
      title: 'Attacker',
      heads: true,
      cell: ({ title, knows, reading }) => (
        <>
          {title} <small className="below">{`${knows}: ${reading}.`}</small>
        </>
      ),
    },
    { title: 'Data', number: true, cell: ({ figure }) => formatShare(figure(before)) },
    { title: 'Release', number: true, cell: ({ figure }) => <b>{formatShare(figure(after))}</b> },
    { title: 'Rows at risk, data', number: true, cell: atRisk(before) },
    { title: 'Rows at risk, release', number: true, cell: atRisk(after) },
  ]
}

/** Pick a person: what each attacker who aims at people learns of one row, in the data and in the release. */
function Person({ state }: { state: RunState }): ReactNode {
  const [row, setRow] = useState<number | undefined>(undefined)
  const path = row === undefined ? undefined : `result/${state.id}/person?row=${row - 1}`
  const { answer, error } = useAnswer<AttackedPerson>(path, undefined, CALM)
  return (
    <Panel title="Pick a person">
      <NumberInput
        label="Row of the data"
        value={row}
        minimum={1}
        maximum={state.result?.rows}
        step={1}
        help="As numbered in the rows before and after. Only this page sees it."
        onChange={setRow}
      />
      {error === undefined ? null : <Notice kind="note">{error}</Notice>}
      {path === undefined || error !== undefined ? null : answer === undefined ? (
        <p className="skeleton">Attacking …</p>
      ) : (
        <Attacked {...answer} />
      )}
    </Panel>
  )
}

function Attacked({ known, alike, steps }: AttackedPerson): ReactNode {
  return (
    <>
      <ol className="steps-of-attack">
        <li>An attacker knows {known.map(({ column, value }) => `${column} ${value}`).join(', ')}.</li>
        <li>
          {`In the data ${many(alike.before, 'row')} ${alike.before === 1 ? 'has' : 'have'} these values: `}
          {alike.before === 1 ? 'the person is found.' : `one of ${alike.before} is the person.`}
        </li>
        <li>
          {`In the release ${many(alike.after, 'row')} may be the person’s; the closest say `}
          {known.map(({ column, label }) => `${column} ${label}`).join(', ')}.
        </li>
      </ol>
      <Table
        scrolled
        caption="What each attacker achieves against this person"
        rows={steps}
        rowKey={({ attacker, form }) => `${attacker} ${form}`}
        columns={[
          { title: 'Attacker', heads: true, cell: ({ attacker, form }) => `${attacker}: ${form}` },
          { title: 'Wants', cell: ({ wants }) => wants },
          { title: 'Data', number: true, cell: ({ before }) => formatShare(before) },
          { title: 'Release', number: true, cell: ({ after }) => formatShare(after) },
        ]}
      />
      <p className="note">
        Chances of success. A guess of the release is right or wrong: 100% says that it is right of this person, as a
        guess without the person may be too.
      </p>
    </>
  )
}
