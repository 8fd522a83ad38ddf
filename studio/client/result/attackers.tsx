/**
 * Three attackers before and after: one knows that a neighbour is in the data (prosecutor), one picks somebody from a
 * register (journalist), one sends many letters (marketer). Below, the three tests of WP 216.
 */

import { type ReactNode, useState } from 'react'
import { formatCount, formatShare, many } from '../../../src/ground/format.ts'
import type { RiskProfile } from '../../../src/metrics/risk/profile.ts'
import type { AttackReport, AttackResult } from '../../../src/report/attack-figures.ts'
import type { AttackedPerson, AttackersAnswer } from '../../server/result/api.ts'
import type { RunState } from '../../server/run/api.ts'
import { Bar } from '../kit/bar.tsx'
import { NumberInput } from '../kit/controls.tsx'
import { Notice } from '../kit/notice.tsx'
import { Facts, Panel } from '../kit/panel.tsx'
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
          <p className="note">Counting the data and the release …</p>
        ) : (
          <div className="attackers">
            {cards.map((card) => (
              <Card key={card.title} card={card} answer={answer} />
            ))}
          </div>
        )}
      </Panel>
      {answer === undefined ? null : <ThreeTests answer={answer} />}
      <Person state={state} />
      <Lab state={state} />
    </>
  )
}

/** Simulated attackers, as `halftone attack` and the report have them. */
function Lab({ state }: { state: RunState }): ReactNode {
  const { latest: lab, error } = useAnswer<AttackReport>(`result/${state.id}/lab`)
  return (
    <Panel title="Simulated attackers">
      {error === undefined ? null : <Notice kind="error">{error}</Notice>}
      {lab === undefined ? (
        error === undefined && <p className="note">Attacking the release …</p>
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

interface AttackerCard {
  readonly title: string
  readonly name: string
  readonly knows: string
  readonly figure: (risk: RiskProfile) => number
  readonly reading: string
  readonly atRisk?: (risk: RiskProfile) => number
  readonly picture: ReactNode
}

const person = (x: number, y: number, className = ''): ReactNode => (
  <g key={`${x} ${y}`} className={className} transform={`translate(${x} ${y})`}>
    <circle cx="0" cy="-7" r="4.5" />
    <path d="M-7 8a7 8 0 0 1 14 0z" />
  </g>
)

const cards: readonly AttackerCard[] = [
  {
    title: 'Knows that a neighbour is in the data',
    name: 'the prosecutor',
    knows: 'One person, all of their quasi-identifiers, and that they are in the data.',
    figure: ({ prosecutor }) => prosecutor.highest,
    reading: 'chance to find the row that is worst off',
    atRisk: ({ prosecutor }) => prosecutor.shareAtRisk,
    picture: [person(20, 32), person(45, 32, 'meant'), person(70, 32)],
  },
  {
    title: 'Picks somebody from a register',
    name: 'the journalist',
    knows: 'Anybody of the population; whether they are in the data is not known.',
    figure: ({ journalist }) => journalist.highest,
    reading: 'chance that the person worst off is the one',
    atRisk: ({ journalist }) => journalist.shareAtRisk,
    picture: [person(14, 32), person(32, 32), person(50, 32, 'meant'), person(68, 32), person(86, 32)],
  },
  {
    title: 'Sends out many letters',
    name: 'the marketer',
    knows: 'A register of everybody; as many as possible are to be matched.',
    figure: ({ marketer }) => marketer,
    reading: 'of the letters reach the right person',
    picture: [person(14, 32, 'meant'), person(38, 32), person(62, 32, 'meant'), person(86, 32)],
  },
]

function Card({ card, answer: { before, after } }: { card: AttackerCard; answer: AttackersAnswer }): ReactNode {
  const { title, name, knows, figure, reading, atRisk, picture } = card
  return (
    <section className="panel attacker" aria-label={`${title} (${name})`}>
      <svg viewBox="0 0 100 46" aria-hidden="true">
        {picture}
      </svg>
      <h3>{title}</h3>
      <p className="note">
        {knows} <span className="attacker-name">({name})</span>
      </p>
      {(
        [
          ['before', before],
          ['after', after],
        ] as const
      ).map(([when, risk]) => (
        <div key={when} className={`attacker-figure ${when}`}>
          <span>{when}</span>
          <Bar share={figure(risk)} kind={when === 'before' ? 'rows' : 'value'} />
          <b>{formatShare(figure(risk))}</b>
        </div>
      ))}
      <p className="note">
        {reading}
        {atRisk === undefined
          ? '.'
          : `. At risk: ${formatShare(atRisk(before))} of the rows before, ${formatShare(atRisk(after))} after.`}
      </p>
    </section>
  )
}

/** The three tests for an anonymised table in Opinion 05/2014 (WP 216) of the Article 29 Working Party. */
function ThreeTests({ answer: { before, after } }: { answer: AttackersAnswer }): ReactNode {
  return (
    <Panel title="By the three tests of the EU opinion">
      <Facts
        facts={[
          [
            'Singling out',
            `Can a person be isolated? ${many(before.uniqueRows, 'row')} of the data ` +
              `${before.uniqueRows === 1 ? 'is' : 'are'} the only one of its kind, ` +
              `${formatCount(after.uniqueRows)} of the release; its smallest class has ` +
              `${many(after.smallestClass, 'row')}.`,
          ],
          [
            'Linkability',
            'Can two records of a person be put together? By quasi-identifiers a row is linked to the right one ' +
              `of a register in ${formatShare(before.marketer)} of the cases before and ` +
              `${formatShare(after.marketer)} after. Columns that are released as they are link by ` +
              'themselves: see what the ' +
              'release exposes.',
          ],
          [
            'Inference',
            'Can something be learned with a high chance? This is counted on the summary, under “What can be learned”.',
          ],
        ]}
      />
      <p className="note">
        After Opinion 05/2014 on anonymisation techniques (WP 216). The figures are facts about these files; whether a
        risk is acceptable is for people to say.
      </p>
    </Panel>
  )
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
        <p className="note">Attacking …</p>
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
