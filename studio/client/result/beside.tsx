/** Compares two results: guarantees, utility and cost. */
import { type ReactNode, useState } from 'react'
import { formatCount, formatShare } from '../../../src/ground/format.ts'
import type { RunState } from '../../server/run/api.ts'
import { Choice } from '../kit/controls.tsx'
import { Notice } from '../kit/notice.tsx'
import { Panel } from '../kit/panel.tsx'
import { Table } from '../kit/table.tsx'
import { algorithmInWords, askedInWords, runTitle } from '../run/words.ts'
import { figure } from './figures.ts'
import { useRunState, useRuns } from './run-states.ts'

export function Beside({ state }: { state: RunState }): ReactNode {
  const [other, setOther] = useState<string>()
  const runs = useRuns(state.id)
  const second = useRunState(other)
  const others = (runs ?? []).filter(({ id, status }) => id !== state.id && status === 'published').toReversed()
  return (
    <Panel title="Beside another result">
      {runs === undefined ? null : others.length === 0 ? (
        <Notice kind="note">There is no other result in this folder yet. Run the job with other settings first.</Notice>
      ) : (
        <div className="stack">
          <Choice
            label="The other result"
            value={other}
            items={others.map((run) => ({ id: run.id, title: runTitle(run) }))}
            onChange={setOther}
          />
          {second === undefined ? null : <Both one={state} two={second} />}
        </div>
      )}
    </Panel>
  )
}

interface Line {
  readonly about: string
  readonly one: string
  readonly two: string
}

function Both({ one, two }: { one: RunState; two: RunState }): ReactNode {
  const columns = [...new Set([one, two].flatMap((run) => run.result?.judgement?.detail.map((d) => d.column) ?? []))]
  const metrics = [...new Set([one, two].flatMap((run) => Object.keys(run.result?.metrics ?? {})))]
  const line = (about: string, of: (state: RunState) => string): Line => ({ about, one: of(one), two: of(two) })
  const lines = [
    line('Algorithm', algorithmInWords),
    line('Asked for', ({ request }) => askedInWords(request.job)),
    line('Rows released', ({ report }) => formatCount(report?.rows.released ?? 0)),
    line('Suppressed', ({ result }) => (result?.suppressed === undefined ? '–' : formatCount(result.suppressed))),
    line('Smallest class', ({ result }) => formatCount(result?.smallestClass ?? 0)),
    ...columns.map((column) =>
      line(`Detail kept of ${column}`, ({ result }) => {
        const kept = result?.judgement?.detail.find((detail) => detail.column === column)
        return kept === undefined ? '–' : kept.says === 'nothing' ? 'says nothing' : formatShare(kept.kept)
      }),
    ),
    ...metrics.map((name) => line(name, ({ result }) => figure(result?.metrics?.[name]))),
  ]
  return (
    <Table
      className="beside"
      caption="Both results, figure by figure"
      rows={lines}
      rowKey={({ about }) => about}
      columns={[
        { title: 'Figure', cell: ({ about }) => about },
        { title: `This: ${runTitle(one)}`, number: true, cell: (row) => row.one },
        { title: `Other: ${runTitle(two)}`, number: true, cell: (row) => row.two },
      ]}
    />
  )
}
