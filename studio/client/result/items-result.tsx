/** The result for baskets, in the same parts as for a table, with items in place of columns. */
import type { ReactNode } from 'react'
import { itemsCostSection, supportsSection, tokensSection } from '../../../src/report/draw/sections/items-pictures.ts'
import { measuresSection } from '../../../src/report/draw/sections/measures.ts'
import { itemsAskedSection, itemsFoundSection } from '../../../src/report/draw/sections/search.ts'
import { drawItemsVerdict, guaranteeSection } from '../../../src/report/draw/sections/verdict.ts'
import type { ItemsReport } from '../../../src/report/report.ts'
import type { RunResult } from '../../../src/run.ts'
import type { RunState } from '../../server/run/api.ts'
import { CountedAgain } from './counted-again.tsx'
import { Downloads } from './downloads.tsx'
import { Parts } from './parts.tsx'
import { ReportSection } from './report-section.tsx'
import { RiskPanel } from './risk-panel.tsx'
import { RowsPreview } from './rows-preview.tsx'
import { Verdict } from './verdict.tsx'

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
        { id: 'rows', title: 'Rows', content: <RowsPreview state={state} /> },
        { id: 'items', title: 'Items', content: <ReportSection section={tokensSection(report)} /> },
        {
          id: 'evidence',
          title: 'Evidence',
          content: (
            <>
              <CountedAgain state={state} verification={report.verification} />
              <ReportSection section={itemsFoundSection(report)} />
              <ReportSection section={itemsAskedSection(report)} />
              <ReportSection section={measuresSection(report)} />
            </>
          ),
        },
      ]}
    />
  )
}

function Summary({ state, report, result }: Given): ReactNode {
  return (
    <>
      <Verdict state={state} result={result} verdict={drawItemsVerdict(report)} />
      <ReportSection section={itemsCostSection(report)} />
      <div className="columns-two">
        <div className="stack wide-gap">
          <RiskPanel report={report} />
          <Downloads state={state} result={result} />
        </div>
        <ReportSection section={supportsSection(report)} />
      </div>
      <ReportSection section={guaranteeSection(report)} />
    </>
  )
}
