/** Compares the figures of the cuts with those of the release. */
import type { ReactNode } from 'react'
import { formatCount, formatFigure, formatRisk, formatShare, many } from '../../../../src/ground/format.ts'
import type { Report } from '../../../../src/report/report.ts'
import type { RunResult } from '../../../../src/run.ts'
import type { WhatIfAnswer } from '../../../../src/tasks/what-if.ts'
import type { WhatIfFacts } from '../../../server/result/api.ts'
import { Table } from '../../kit/table.tsx'
import { useStudio } from '../../shell/use-studio.ts'
import { figure } from '../figures.ts'

interface Line {
  readonly name: string
  readonly note?: string
  readonly now: number
  readonly release: number
  readonly format: (value: number) => string
  /** Absent if neither direction is better. */
  readonly better?: 'lower' | 'higher'
}

export function WhatIfFigures(props: {
  facts: WhatIfFacts
  answer: WhatIfAnswer
  isFresh: boolean
  report: Report
  result: RunResult
  children: ReactNode
}): ReactNode {
  const { facts, answer, isFresh, report, result, children } = props
  const named = useStudio().records.goals.map(({ metric }) => metric)
  return (
    <div aria-busy={!isFresh}>
      <div className={answer.acceptable ? 'notice good' : 'notice warning'}>
        <Acceptance facts={facts} answer={answer} />
        {children}
      </div>
      <FigureTable
        caption="Figures of these cuts and of the release"
        lines={listLines(facts, answer, report, result, named)}
      />
    </div>
  )
}

function Acceptance({ facts, answer }: { facts: WhatIfFacts; answer: WhatIfAnswer }): ReactNode {
  const { suppressed, acceptable } = answer
  const limit = `${many(suppressed, 'row')} suppressed, at most ${formatCount(facts.mostSuppressed)} may be`
  return (
    <p className="said" role="status">
      <b>{acceptable ? '✓ Can be released' : '✗ Cannot be released'}</b> {limit}
      {acceptable ? '.' : '; make groups larger.'}
    </p>
  )
}

function FigureTable({ caption, lines }: { caption: string; lines: readonly Line[] }): ReactNode {
  return (
    <Table
      className="figure-table"
      caption={caption}
      rows={lines}
      rowKey={({ name }) => name}
      columns={[
        {
          title: 'Figure',
          heads: true,
          cell: ({ name, note }) => (
            <>
              {name}
              {note === undefined ? null : <small className="below">{note}</small>}
            </>
          ),
        },
        { title: 'Now', number: true, cell: ({ now, format }) => <b>{format(now)}</b> },
        { title: 'Release', number: true, cell: ({ release, format }) => format(release) },
        {
          title: 'Difference',
          number: true,
          cell: ({ now, release, format, better }) => (
            <Difference value={now - release} format={format} better={better} />
          ),
        },
      ]}
    />
  )
}

function Difference(props: { value: number; format: (value: number) => string; better: Line['better'] | undefined }) {
  const { value, format, better } = props
  if (value === 0 || Number.isNaN(value)) return <span className="note">–</span>
  const text = `${value > 0 ? '+' : '−'}${format(Math.abs(value))}`
  if (better === undefined) return text
  const isBetter = value < 0 === (better === 'lower')
  return (
    <span className={isBetter ? 'difference good' : 'difference bad'}>
      {text}
      <small>{isBetter ? 'better' : 'worse'}</small>
    </span>
  )
}

function listLines(
  { k, goal, release }: WhatIfFacts,
  answer: WhatIfAnswer,
  report: Report,
  result: RunResult,
  /** Metrics shown; What-if is no place for all of them. */
  named: readonly string[],
): Line[] {
  const rows = report.rows.read - report.rows.missing
  const metric = ({ name, title, better }: Report['metrics'][number]): Line => ({
    name,
    note: title,
    now: answer.metrics[name] ?? Number.NaN,
    release: result.metrics?.[name] ?? Number.NaN,
    format: figure,
    better,
  })
  const risks = report.risks.map(
    ({ name, title, range, better }): Line => ({
      name: title,
      now: answer.risk.after[name],
      release: result.risk?.after[name] ?? Number.NaN,
      format: (value) => formatRisk(value, range),
      better,
    }),
  )
  const shown = report.metrics.filter(({ name }) => named.includes(name))
  return [
    {
      name: 'k, the smallest class',
      note: `before anything is suppressed; ${formatCount(k)} asked`,
      now: answer.smallestOfAll,
      release: release.smallestOfAll,
      format: formatCount,
      better: 'higher',
    },
    {
      name: 'Suppressed rows',
      note: `${formatShare(rows > 0 ? answer.suppressed / rows : 0)} of all`,
      now: answer.suppressed,
      release: result.suppressed ?? Number.NaN,
      format: formatCount,
      better: 'lower',
    },
    {
      name: 'Smallest class released',
      now: answer.smallestClass,
      release: result.smallestClass ?? Number.NaN,
      format: formatCount,
      better: 'higher',
    },
    { name: 'Classes', now: answer.classes, release: result.classes ?? Number.NaN, format: formatCount },
    ...shown.map(metric),
    {
      name: 'Goal',
      note: `${goal}, lower is better`,
      now: answer.value,
      release: result.value ?? Number.NaN,
      format: formatFigure,
      better: 'lower',
    },
    ...risks.slice(0, 1),
  ]
}
