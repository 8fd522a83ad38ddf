/** The result for baskets, in the same parts as for a table, with items in place of columns. */

import type { ReactNode } from 'react'
import { formatCount, formatShare, many } from '../../../src/ground/format.ts'
import { itemsAskedSection } from '../../../src/report/draw/sections/asked.ts'
import { itemsFoundSection } from '../../../src/report/draw/sections/found.ts'
import { supportsSection, tokensSection } from '../../../src/report/draw/sections/items-pictures.ts'
import { drawItemsVerdict } from '../../../src/report/draw/sections/items-verdict.ts'
import { measuresSection } from '../../../src/report/draw/sections/measures.ts'
import { guaranteeSection } from '../../../src/report/draw/sections/verdict.ts'
import type { ItemsReport } from '../../../src/report/items-report.ts'
import type { RunResult } from '../../../src/run.ts'
import type { RunState } from '../../server/run/api.ts'
import { Bar } from '../kit/bar.tsx'
import { Panel } from '../kit/panel.tsx'
import { CountedAgain } from './counted-again.tsx'
import { Downloads } from './downloads.tsx'
import { Found } from './found.tsx'
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
  const { state, report, result } = given
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
              <Found
                found={itemsFoundSection(report).body}
                asked={itemsAskedSection(report)}
                convergence={report.found.convergence}
                result={result}
              />
              <ReportSection section={measuresSection(report)} />
            </>
          ),
        },
      ]}
    />
  )
}

/** The labels that items became: how many labels are left, and how many items share the widest ones. */
function ItemsCost({ report: { rows, groups } }: Pick<Given, 'report'>): ReactNode {
  const { items, tokens, suppressedItems, suppressedOccurrences, occurrences } = rows
  const single = groups.filter((group) => group.items === 1)
  const widest = [...groups].sort((a, b) => b.items - a.items).filter((group) => group.items > 1)
  return (
    <Panel title="What it cost" wide>
      <p className={tokens * 3 < items ? 'cost-words few' : 'cost-words'}>
        {`${many(items, 'item')} became ${many(tokens, 'label')}: ` +
          `${formatCount(single.length)} of them still name one item.`}
      </p>
      <ul className="cost" aria-label="The widest labels">
        {widest.slice(0, 6).map((group) => (
          <li key={group.token}>
            <b className="long-name" title={group.token}>
              {group.token}
            </b>
            <Bar share={group.items / items} kind="value" />
            <span className="number-cell">{formatShare(group.items / items)}</span>
            <span className="cost-said">
              {`stands for ${many(group.items, 'item')}, in ${many(group.baskets, 'basket')}`}
            </span>
          </li>
        ))}
      </ul>
      {suppressedItems === 0 ? null : (
        <p className="note">
          {`${many(suppressedItems, 'item')} are left out, ` +
            `${formatShare(suppressedOccurrences / occurrences)} of all entries.`}
        </p>
      )}
    </Panel>
  )
}

function Summary({ state, report, result }: Given): ReactNode {
  return (
    <>
      <Verdict state={state} result={result} verdict={drawItemsVerdict(report)} />
      <ItemsCost report={report} />
      <div className="columns-two">
        <RiskPanel report={report} />
        <ReportSection section={supportsSection(report)} />
      </div>
      <Downloads state={state} result={result} />
      <ReportSection section={guaranteeSection(report)} />
    </>
  )
}
