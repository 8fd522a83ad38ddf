/** Compares two results: guarantees, utility and cost. */
import { type ReactNode, useState } from 'react'
import { formatCount, formatShare } from '../../../src/ground/format.ts'
import type { RunState } from '../../server/run/api.ts'
import { jobDifferences } from '../job/job-diff.ts'
import { Choice } from '../kit/controls.tsx'
import { Notice } from '../kit/notice.tsx'
import { Panel } from '../kit/panel.tsx'
import { Table } from '../kit/table.tsx'
import { algorithmInWords, askedInWords, runTitle, runTitles } from '../run/words.ts'
import { useStudio } from '../shell/studio.tsx'
import { figure } from './figures.ts'
import { useRunState, useRuns } from './run-states.ts'

export function Beside({ state }: { state: RunState }): ReactNode {
  const [other, setOther] = useState<string>()
  const runs = useRuns(state.id)
  const second = useRunState(other)
  const titles = runTitles(runs ?? [])
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
            items={others.map((run) => ({ id: run.id, title: titles.get(run.id) ?? run.id }))}
            onChange={setOther}
          />
          {second === undefined ? null : (
            <>
              <Differences one={state} two={second} />
              <Both one={state} two={second} />
            </>
          )}
        </div>
      )}
    </Panel>
  )
}

/** The keys and columns in which the two jobs differ. */
function Differences({ one, two }: { one: RunState; two: RunState }): ReactNode {
  const differences = jobDifferences(one.request.job, two.request.job)
  if (differences.length === 0)
    return <p className="note">Both runs had the same job: they differ by their data, or by their time.</p>
  return (
    <Table
      captioned
      caption="What differs in the two jobs"
      rows={differences}
      rowKey={({ about }) => about}
      columns={[
        { title: 'Key or column', heads: true, cell: ({ about }) => about },
        { title: 'This', cell: (row) => row.one },
        { title: 'Other', cell: (row) => row.two },
      ]}
    />
  )
}

interface Line {
  readonly about: string
  readonly one: string
  readonly two: string
  /** Which side is better, if the figure says it. */
  readonly better?: 'one' | 'two' | undefined
}

function Both({ one, two }: { one: RunState; two: RunState }): ReactNode {
  const columns = [...new Set([one, two].flatMap((run) => run.result?.judgement?.detail.map((d) => d.column) ?? []))]
  const metrics = [...new Set([one, two].flatMap((run) => Object.keys(run.result?.metrics ?? {})))]
  const { records } = useStudio()
  const line = (about: string, of: (state: RunState) => string, better?: Line['better']): Line => ({
    about,
    one: of(one),
    two: of(two),
    better,
  })
  const kept = (state: RunState, column: string) =>
    state.result?.judgement?.detail.find((detail) => detail.column === column)
  const betterMetric = (name: string): Line['better'] => {
    const metric = [...records.columns.metrics, ...records.items.metrics].find((known) => known.name === name)
    const [a, b] = [one, two].map(({ result }) => result?.metrics?.[name])
    return metric === undefined || a === undefined || b === undefined
      ? undefined
      : whichIsMore(metric.better === 'higher' ? a : -a, metric.better === 'higher' ? b : -b)
  }
  const lines = [
    line('Algorithm', algorithmInWords),
    line('Asked for', ({ request }) => askedInWords(request.job)),
    line('Rows released', ({ report }) => formatCount(report?.rows.released ?? 0)),
    line('Suppressed', ({ result }) => (result?.suppressed === undefined ? '–' : formatCount(result.suppressed))),
    line('Smallest class', ({ result }) => formatCount(result?.smallestClass ?? 0)),
    ...columns.map((column) =>
      line(
        `Detail kept of ${column}`,
        (state) => {
          const detail = kept(state, column)
          return detail === undefined ? '–' : detail.says === 'nothing' ? 'says nothing' : formatShare(detail.kept)
        },
        whichIsMore(kept(one, column)?.kept ?? 0, kept(two, column)?.kept ?? 0),
      ),
    ),
    ...metrics.map((name) => line(name, ({ result }) => figure(result?.metrics?.[name]), betterMetric(name))),
  ]
  return (
    <Table
      className="beside"
      caption="Both results, figure by figure"
      rows={lines}
      rowKey={({ about }) => about}
      columns={[
        { title: 'Figure', cell: ({ about }) => about },
        { title: `This: ${runTitle(one)}`, number: true, cell: (row) => marked(row, 'one') },
        { title: `Other: ${runTitle(two)}`, number: true, cell: (row) => marked(row, 'two') },
      ]}
    />
  )
}

function marked(row: Line, side: 'one' | 'two'): ReactNode {
  return row.better === side ? (
    <b>
      {row[side]}
      <span aria-hidden="true"> ◂</span>
      <span className="spoken"> better</span>
    </b>
  ) : (
    row[side]
  )
}

function whichIsMore(one: number, two: number): Line['better'] {
  return one === two ? undefined : one > two ? 'one' : 'two'
}
