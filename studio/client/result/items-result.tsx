/** The result of baskets, in the same parts as that of a table: what items are published as stands in the place of the columns. */

import type { ReactNode } from 'react'
import { itemsTiles } from '../../../src/report/draw/items-tiles.ts'
import { itemsVerdictOf } from '../../../src/report/draw/sections/items-verdict.ts'
import { binClassSizes, sizeRange } from '../../../src/report/draw/size-bins.ts'
import { formatCount, formatShare } from '../../../src/report/format.ts'
import type { ItemsReport } from '../../../src/report/items-report.ts'
import type { RunResult } from '../../../src/workbench.ts'
import type { RunState } from '../../server/run/api.ts'
import { many } from '../kit/many.ts'
import { Facts, Panel } from '../kit/panel.tsx'
import { ScrolledTable, Table } from '../kit/table.tsx'
import { Bar } from './bar.tsx'
import { CountedAgain } from './counted-again.tsx'
import { Downloads, ReleaseLink } from './downloads.tsx'
import { figure } from './figures.ts'
import { Measures, RiskPanel } from './measures.tsx'
import { Parts } from './parts.tsx'
import { RowsPreview } from './rows-preview.tsx'
import { Seconds } from './seconds.tsx'
import { Guarantee, Verdict } from './verdict.tsx'

const MOST_TOKENS = 100

interface Given {
  readonly state: RunState
  readonly report: ItemsReport
  readonly result: RunResult
}

export function ItemsResult(given: Given): ReactNode {
  const { state, report } = given
  return (
    <Parts
      run={state.id}
      parts={[
        { id: 'summary', title: 'Summary', content: <Summary {...given} /> },
        { id: 'rows', title: 'Rows before and after', content: <RowsPreview state={state} /> },
        { id: 'columns', title: 'Items', content: <Tokens report={report} /> },
        { id: 'measures', title: 'Measures', content: <Measures metrics={report.metrics} /> },
        {
          id: 'verification',
          title: 'Verification',
          content: <CountedAgain state={state} verification={report.verification} />,
        },
      ]}
    />
  )
}

function Summary({ state, report, result }: Given): ReactNode {
  const { asked, found, workload } = report
  return (
    <>
      <Verdict
        {...itemsVerdictOf(report)}
        tiles={itemsTiles(report)}
        warnings={result.warnings}
        actions={<ReleaseLink state={state} result={result} />}
      />
      <div className="columns-two">
        <RiskPanel risks={report.risks} />
        <Supports report={report} />
      </div>
      <Guarantee {...report.guarantee} />
      <div className="columns-two">
        <Downloads state={state} result={result} />
        <Panel title="How it was found">
          <Facts
            facts={[
              [`Value of the goal (${asked.goal})`, figure(found.value)],
              ['Algorithm', `${asked.algorithm}, seed ${asked.seed}`],
              ['Candidates looked at', formatCount(found.evaluations)],
              ['Utility constraints', asked.utility],
              ['Queries of ARE', workload],
            ]}
          />
          <Seconds result={result} />
        </Panel>
      </div>
    </>
  )
}

function Tokens({ report: { groups, rows } }: { report: ItemsReport }): ReactNode {
  const single = groups.filter((group) => group.items === 1).length
  const generalized = groups
    .filter((group) => group.items > 1)
    .sort((a, b) => b.items - a.items || b.baskets - a.baskets)
  const shown = generalized.slice(0, MOST_TOKENS)
  const largest = shown.reduce((most, group) => Math.max(most, group.items), 1)
  return (
    <Panel title="What the items are published as">
      <p>
        Of {many(rows.items, 'item')}, {formatCount(single)} as themselves, {formatCount(rows.suppressedItems)} left
        out; the others share {many(generalized.length, 'generalized item')}. A generalized item in a basket means: one
        or more of the items it stands for.
      </p>
      {shown.length === 0 ? null : (
        <ScrolledTable label="Generalized items">
          <Table
            caption="Generalized items"
            rows={shown}
            keyOf={({ token }) => token}
            columns={[
              {
                title: 'Token in the release',
                heads: true,
                cell: ({ token }) => <span className="token">{token}</span>,
              },
              { title: 'Bar', silent: true, cell: ({ items }) => <Bar share={items / largest} /> },
              { title: 'Items', number: true, cell: ({ items }) => formatCount(items) },
              { title: 'Baskets', number: true, cell: ({ baskets }) => formatCount(baskets) },
            ]}
          />
        </ScrolledTable>
      )}
      {generalized.length > shown.length ? (
        <p className="note">and {formatCount(generalized.length - shown.length)} more; the recoding has them all.</p>
      ) : null}
    </Panel>
  )
}

function Supports({ report: { supports, asked } }: { report: ItemsReport }): ReactNode {
  const sizes = supports.map(({ support, sets }) => ({ size: support, classes: sets }))
  const bins = binClassSizes(sizes, asked.k).bins.filter((bin) => bin.classes > 0)
  const total = supports.reduce((sum, { sets }) => sum + sets, 0)
  const most = bins.reduce((largest, bin) => Math.max(largest, bin.classes), 1)
  return (
    <Panel title="How many baskets fit what somebody may know">
      {bins.length === 0 ? (
        <p>No set of items that was asked to be protected can be seen in the release.</p>
      ) : (
        <>
          <p>
            Somebody who knows such a set of items of a person looks for baskets of the release that hold them. The more
            baskets fit, the better the person is hidden.
          </p>
          <Table
            caption="Sets of items by the baskets that fit"
            rows={bins}
            keyOf={({ from }) => from}
            columns={[
              { title: 'Baskets that fit', heads: true, cell: sizeRange },
              { title: 'Bar', silent: true, cell: ({ classes }) => <Bar share={classes / most} /> },
              { title: 'Sets of items', number: true, cell: ({ classes }) => formatCount(classes) },
              { title: 'Share', number: true, cell: ({ classes }) => formatShare(classes / total) },
            ]}
          />
        </>
      )}
    </Panel>
  )
}
