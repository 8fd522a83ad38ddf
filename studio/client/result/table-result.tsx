/** The result for a table, in parts: summary, rows, risk, alternatives, and evidence. */

import type { ReactNode } from 'react'
import { facts } from '../../../src/report/draw/parts.ts'
import { askedSection } from '../../../src/report/draw/sections/asked.ts'
import { foundFacts } from '../../../src/report/draw/sections/found.ts'
import { measuresSection } from '../../../src/report/draw/sections/measures.ts'
import { mixedSection } from '../../../src/report/draw/sections/mixed.ts'
import { drawVerdict, guaranteeSection } from '../../../src/report/draw/sections/verdict.ts'
import type { Report } from '../../../src/report/report.ts'
import type { RunResult } from '../../../src/run.ts'
import type { RunState } from '../../server/run/api.ts'
import { Panel } from '../kit/panel.tsx'
import { Attackers } from './attackers.tsx'
import { Beside } from './beside.tsx'
import { ClassSizes } from './class-sizes.tsx'
import { CountedAgain } from './counted-again.tsx'
import { Downloads } from './downloads.tsx'
import { Found } from './found.tsx'
import { Learned } from './learned.tsx'
import { Parts } from './parts.tsx'
import { ReportSection } from './report-section.tsx'
import { RiskPanel } from './risk-panel.tsx'
import { RowsPreview } from './rows-preview.tsx'
import { hasTradeOff, TradeOff } from './trade-off.tsx'
import { Verdict } from './verdict.tsx'
import { ToGreen } from './what-if/to-green.tsx'
import { WhatIfPart } from './what-if/what-if-part.tsx'
import { Worth } from './worth.tsx'

interface Given {
  readonly state: RunState
  readonly report: Report
  readonly result: RunResult
}

export function TableResult(given: Given): ReactNode {
  const { state, report, result } = given
  // Metrics of the run, as in the terminal; the published report computes them over the released rows only.
  const metrics = report.metrics.map((metric) => ({ ...metric, value: result.metrics?.[metric.name] ?? metric.value }))
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
              <Panel title="How many rows look alike">
                <ClassSizes sizes={report.classSizes} k={report.asked.k} />
                {report.classSizes.length === 0 ? null : (
                  <p className="note">
                    Classes by their number of rows. The larger a person’s class, the better that person is hidden.
                  </p>
                )}
              </Panel>
              <Attackers state={state} />
            </>
          ),
        },
        { id: 'what-if', title: 'What-if', group: 'Try', content: <WhatIfPart {...given} /> },
        ...(hasTradeOff(report)
          ? [
              {
                id: 'others',
                title: 'Other releases',
                group: 'Try',
                content: <TradeOff state={state} report={report} />,
              },
            ]
          : []),
        { id: 'beside', title: 'Beside another', group: 'Try', content: <Beside state={state} /> },
        {
          id: 'evidence',
          title: 'Evidence',
          content: (
            <>
              <CountedAgain state={state} verification={report.verification} />
              <Found
                found={facts(foundFacts(report))}
                asked={askedSection(report)}
                convergence={report.found.convergence}
                result={result}
              />
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
