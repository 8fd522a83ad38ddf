/** Compares two results: guarantees, utility and cost. */
import { type ReactNode, useState } from 'react'
import { formatCount, formatShare } from '../../../src/ground/format.ts'
import type { RunState } from '../../server/run/api.ts'
import { columnsWithRole } from '../data/roles.ts'
import { jobDifferences } from '../job/job-diff.ts'
import { Choice } from '../kit/controls.tsx'
import { Notice } from '../kit/notice.tsx'
import { Panel } from '../kit/panel.tsx'
import { Table } from '../kit/table.tsx'
import { askedInWords, runTitle, runTitles } from '../run/words.ts'
import { useStudio } from '../shell/use-studio.ts'
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
  const [recoded, recodedToo] = [one, two].map(({ request }) => columnsWithRole(request.job, 'quasi-identifier'))
  const isSame = recoded.toSorted().join('\n') === recodedToo.toSorted().join('\n')
  const metricLine = (name: string): Line => {
    const metric = [...records.columns.metrics, ...records.items.metrics].find((known) => known.name === name)
    const [a, b] = [one, two].map(({ result }) => result?.metrics?.[name])
    // A loss is over the quasi-identifiers: over others it is another measure.
    const isKnown = metric !== undefined && (isSame || metric.family === 'risk') && a !== undefined && b !== undefined
    const sign = metric?.better === 'higher' ? 1 : -1
    const better = isKnown ? whichIsMore(sign * a, sign * b) : undefined
    const title = metric === undefined ? name : `${metric.title} (${name})`
    return line(title, ({ result }) => figure(result?.metrics?.[name]), better)
  }
  const lines = [
    line('Asked for', ({ request }) => askedInWords(request.job)),
    line('Rows released', ({ report }) => formatCount(report?.rows.released ?? 0)),
    line('Suppressed', ({ result }) => (result?.suppressed === undefined ? '–' : formatCount(result.suppressed))),
    line('Smallest class', ({ result }) => formatCount(result?.smallestClass ?? 0)),
    ...columns.map((column) =>
      line(
        `Detail kept of ${column}`,
        (state) => formatShare(detailKept(state, column)),
        whichIsMore(detailKept(one, column), detailKept(two, column)),
      ),
    ),
    ...metrics.map(metricLine),
  ]
  return (
    <>
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
      {isSame ? null : (
        <p className="note">
          The two jobs recode different columns: losses over them cannot be compared, and none is marked as better.
        </p>
      )}
    </>
  )
}

/** Nothing of a column that is left out or says nothing, all of one that is not recoded. */
function detailKept({ result, request }: RunState, column: string): number {
  const detail = result?.judgement?.detail.find((one) => one.column === column)
  if (detail !== undefined) return detail.says === 'nothing' ? 0 : detail.kept
  return (request.job.columns[column]?.role ?? 'identifier') === 'identifier' ? 0 : 1
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
