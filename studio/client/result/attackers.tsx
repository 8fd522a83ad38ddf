/** Attackers that are tried on the release: on one person, and on many. */
import { type ReactNode, useState } from 'react'
import { formatCount, formatShare, many } from '../../../src/ground/format.ts'
import type { AttackReport } from '../../../src/report/attack-figures.ts'
import { attackSection } from '../../../src/report/draw/sections/risks.ts'
import type { RowWindow } from '../../server/data/api.ts'
import type { AttackedPerson } from '../../server/result/api.ts'
import type { RunState } from '../../server/run/api.ts'
import { Button, NumberInput, TextInput } from '../kit/controls.tsx'
import { Drawn } from '../kit/drawn.tsx'
import { Notice, Notices } from '../kit/notice.tsx'
import { Panel } from '../kit/panel.tsx'
import { Table } from '../kit/table.tsx'
import { useAnswer } from '../shell/use-answer.ts'

/** Milliseconds without a change before the request. */
const CALM = 300

/** Attacks on more rows begin when asked for. */
const MOST_ROWS = 100_000

/** Simulated attackers, as `halftone attack` and the report have them. */
export function AttackLab({ state }: { state: RunState }): ReactNode {
  const [isAsked, setAsked] = useState((state.result?.rows ?? 0) <= MOST_ROWS)
  const { latest: attack, error } = useAnswer<AttackReport>(isAsked ? `result/${state.id}/lab` : undefined)
  if (!isAsked)
    return (
      <Panel title="Simulated attackers" actions={<Button onPress={() => setAsked(true)}>Attack the release</Button>}>
        <p className="note">Of so many rows this takes a while, and the studio answers nothing else meanwhile.</p>
      </Panel>
    )
  return (
    <Panel title="Simulated attackers" wide>
      {error === undefined ? null : <Notice kind="error">{error}</Notice>}
      {attack === undefined && error === undefined ? <p className="skeleton">Attacking the release …</p> : null}
      <Notices kind="error" of={attack?.failures ?? []} />
      <Drawn label="Attackers and their success" part={attackSection({ attack })?.body ?? false} />
    </Panel>
  )
}

/** Shows what each attacker who aims at people learns of one row, in the data and in the release. */
export function Person({ state }: { state: RunState }): ReactNode {
  const [row, setRow] = useState<number | undefined>(undefined)
  const [text, setText] = useState('')
  const people = `result/${state.id}/people?contains=${encodeURIComponent(text.trim())}`
  const { latest: found } = useAnswer<RowWindow>(text.trim() === '' ? undefined : people, undefined, CALM)
  const path = row === undefined ? undefined : `result/${state.id}/person?row=${row - 1}`
  const { answer, error } = useAnswer<AttackedPerson>(path, undefined, CALM)
  return (
    <Panel title="Pick a person">
      <div className="row end">
        <TextInput label="Somebody you know" value={text} placeholder="a name, a date, …" onChange={setText} />
        <NumberInput
          label="Row of the data"
          value={row}
          minimum={1}
          maximum={state.result?.rows}
          step={1}
          onChange={setRow}
        />
      </div>
      <p className="note">Rows are numbered as on the page Data. Only this page sees the person.</p>
      {text.trim() === '' || found === undefined ? null : (
        <ul className="people" aria-label={`Rows with ${text}`}>
          {found.rows.map((cells, i) => (
            <li key={found.places[i]}>
              <Button quiet onPress={() => setRow(found.places[i] + 1)}>
                {`${formatCount(found.places[i] + 1)} · ${cells.map((cell) => cell ?? '–').join(' · ')}`}
              </Button>
            </li>
          ))}
          <li className="note">{`${many(found.of, 'row')} of the data ${found.of === 1 ? 'has' : 'have'} it.`}</li>
        </ul>
      )}
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
      <p className="note">Chances of success. A guess can be right though the person is not in the data.</p>
    </>
  )
}
