/** Compares two results: guarantees, utility and cost. */
import { type ReactNode, useState } from 'react'
import { formatCount, formatShare } from '../../../src/ground/format.ts'
import type { Job } from '../../../src/table/job-schema.ts'
import type { TriedChange } from '../../server/result/api.ts'
import type { RunState } from '../../server/run/api.ts'
import { columnsWithRole } from '../data/roles.ts'
import { type JobDifference, jobDifferences } from '../job/job-diff.ts'
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
              <Both
                caption="Both results, figure by figure"
                one={sideOf(state, 'This')}
                two={sideOf(second, 'Other')}
              />
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

function sideOf(state: RunState, which: string): Side {
  const { request, report, result } = state
  return { title: `${which}: ${runTitle(state)}`, job: request.job, released: report?.rows.released ?? 0, result }
}

interface Line extends JobDifference {
  /** Which side is better, if the figure says it. */
  readonly better?: 'one' | 'two' | undefined
}

/** A result, or a job that was tried. */
export interface Side {
  readonly title: string
  readonly job: Job
  readonly released?: number | undefined
  readonly result: Partial<TriedChange> | undefined
}

export function Both(props: { caption: string; one: Side; two: Side }): ReactNode {
  const { caption, one, two } = props
  const columns = [...new Set([one, two].flatMap((side) => side.result?.judgement?.detail.map((d) => d.column) ?? []))]
  const metrics = [...new Set([one, two].flatMap((side) => Object.keys(side.result?.metrics ?? {})))]
  const { records } = useStudio()
  const line = (about: string, of: (side: Side) => string, better?: Line['better']): Line => ({
    about,
    one: of(one),
    two: of(two),
    better,
  })
  const count = (value: number | undefined) => (value === undefined ? '–' : formatCount(value))
  const [recoded, recodedToo] = [one, two].map(({ job }) => columnsWithRole(job, 'quasi-identifier'))
  const isSame = recoded.toSorted().join('\n') === recodedToo.toSorted().join('\n')
  const metricLine = (name: string): Line => {
    const metric = [...records.columns.metrics, ...records.items.metrics].find((known) => known.name === name)
    const [a, b] = [one, two].map(({ result }) => result?.metrics?.[name])
    // A loss is over the quasi-identifiers: over others it is another measure.
    const isKnown = metric !== undefined && (isSame || metric.family === 'risk') && a !== undefined && b !== undefined
    const sign = metric?.better === 'higher' ? 1 : -1
    const better = isKnown ? whichIsMore(sign * a, sign * b) : undefined
    const title = metric === undefined ? name : `${metric.title} (${name})`
    return line(title, ({ result }) => (result === undefined ? '–' : figure(result.metrics?.[name])), better)
  }
  const lines = [
    line('Asked for', ({ job }) => askedInWords(job)),
    ...(one.released === undefined ? [] : [line('Rows released', ({ released }) => count(released))]),
    line('Suppressed', ({ result }) => count(result?.suppressed)),
    line('Classes', ({ result }) => count(result?.classes)),
    line('Smallest class', ({ result }) => count(result?.smallestClass)),
    ...columns.map((column) => {
      const [a, b] = [one, two].map((side) => (side.result === undefined ? undefined : detailKept(side, column)))
      const better = a === undefined || b === undefined ? undefined : whichIsMore(a, b)
      const shares = [a, b].map((kept) => (kept === undefined ? '–' : formatShare(kept)))
      return { about: `Detail kept of ${column}`, one: shares[0], two: shares[1], better }
    }),
    ...metrics.map(metricLine),
  ]
  return (
    <>
      <Table
        className="beside"
        caption={caption}
        rows={lines}
        rowKey={({ about }) => about}
        columns={[
          { title: 'Figure', cell: ({ about }) => about },
          { title: one.title, number: true, cell: (row) => marked(row, 'one') },
          { title: two.title, number: true, cell: (row) => marked(row, 'two') },
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
function detailKept({ result, job }: Side, column: string): number {
  const detail = result?.judgement?.detail.find((one) => one.column === column)
  if (detail !== undefined) return detail.says === 'nothing' ? 0 : detail.kept
  return (job.columns[column]?.role ?? 'identifier') === 'identifier' ? 0 : 1
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
