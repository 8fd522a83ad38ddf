/** The result for a table, in parts: summary, rows, risk, alternatives, and evidence. */
import type { ReactNode } from 'react'
import { classSizesSection } from '../../../src/report/draw/sections/class-sizes.ts'
import { measuresSection, mixedSection } from '../../../src/report/draw/sections/measures.ts'
import { askedSection, foundSection } from '../../../src/report/draw/sections/search.ts'
import { drawVerdict, guaranteeSection } from '../../../src/report/draw/sections/verdict.ts'
import { AttackLab, Person } from './attackers.tsx'
import { Beside } from './beside.tsx'
import { CountedAgain } from './counted-again.tsx'
import { Downloads } from './downloads.tsx'
import { Learned } from './learned.tsx'
import { Parts } from './parts.tsx'
import { ReportSection } from './report-section.tsx'
import { RiskPanel } from './risk-panel.tsx'
import { RowsPreview } from './rows-preview.tsx'
import { hasTradeOff, TradeOff } from './trade-off.tsx'
import { Verdict } from './verdict.tsx'
import { ToGreen } from './what-if/to-green.tsx'
import { type Given, WhatIfPart } from './what-if/what-if-part.tsx'
import { Worth } from './worth.tsx'

export function TableResult(given: Given): ReactNode {
  const { state, report, result } = given
  // Metrics of the run, as in the terminal; the published report computes them over the released rows only.
  const metrics = report.metrics.map((metric) => ({ ...metric, value: result.metrics?.[metric.name] ?? metric.value }))
  const others = { id: 'others', title: 'Other releases', group: 'Try', content: <TradeOff {...given} /> }
  return (
    <Parts
      run={state.id}
      parts={[
        { id: 'summary', title: 'Summary', content: <Summary {...given} /> },
        { id: 'rows', title: 'Rows', content: <RowsPreview state={state} /> },
        {
          id: 'risk',
          title: 'Risk',
          content: (
            <>
              <Learned state={state} />
              <ReportSection section={classSizesSection(report)} />
              <Person state={state} />
              <AttackLab state={state} />
            </>
          ),
        },
        { id: 'what-if', title: 'What-if', group: 'Try', content: <WhatIfPart {...given} /> },
        ...(hasTradeOff(report) ? [others] : []),
        { id: 'beside', title: 'Beside another', group: 'Try', content: <Beside state={state} /> },
        {
          id: 'evidence',
          title: 'Evidence',
          content: (
            <>
              <CountedAgain state={state} verification={report.verification} />
              <ReportSection section={foundSection(report)} />
              <ReportSection section={askedSection(report)} />
              <ReportSection section={measuresSection({ metrics })} />
            </>
          ),
        },
      ]}
    />
  )
}

function Summary({ state, report, result }: Given): ReactNode {
  const items = mixedSection(report)
  return (
    <>
      <Verdict state={state} result={result} verdict={drawVerdict(report)} />
      {state.isAltered === false ? <ToGreen state={state} /> : null}
      <Worth judgement={report.judgement ?? result.judgement} />
      <div className="columns-two">
        <RiskPanel report={report} />
        <Downloads state={state} result={result} hasSheet />
      </div>
      {items === undefined ? null : <ReportSection section={items} />}
      <ReportSection section={guaranteeSection(report)} />
    </>
  )
}
