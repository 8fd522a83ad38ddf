/** The result of baskets: what items are published as, how many baskets fit what somebody may know, and the checks. */
import type { ReactNode } from 'react'
import type { RunResult } from '../../../src/index.ts'
import { itemsTiles } from '../../../src/report/draw/items-tiles.ts'
import { binClassSizes, sizeRange } from '../../../src/report/draw/size-bins.ts'
import { formatCount, formatShare } from '../../../src/report/format.ts'
import type { ItemsReport } from '../../../src/report/items-report.ts'
import type { RunState } from '../../server/run/api.ts'
import { Notice } from '../kit/notice.tsx'
import { Facts, Panel } from '../kit/panel.tsx'
import { Bar } from './bar.tsx'
import { Downloads, ReleaseLink } from './downloads.tsx'
import { counted, figure } from './figures.ts'
import { Measures, RiskPanel } from './measures.tsx'
import { RowsPreview } from './rows-preview.tsx'
import { SecondsTable } from './seconds.tsx'
import { Guarantee, Verdict } from './verdict.tsx'
import { VerificationChecks } from './verification.tsx'

const MOST_TOKENS = 100

export function ItemsResult(props: { state: RunState; report: ItemsReport; result: RunResult }): ReactNode {
  const { state, report, result } = props
  const { asked, found, verification, workload } = report
  return (
    <>
      <Verdict
        {...verdictOf(report)}
        tiles={itemsTiles(report)}
        warnings={result.warnings}
        actions={<ReleaseLink state={state} result={result} />}
      />
      <RowsPreview state={state} />
      <div className="columns-two">
        <Tokens report={report} />
        <Supports report={report} />
      </div>
      <Guarantee {...report.guarantee} />
      <RiskPanel risks={report.risks} />
      <Measures metrics={report.metrics} />
      <Panel title="Counted again">
        <p>
          The written release was opened again and counted by queries that know nothing of the search:{' '}
          {counted(verification.rows, formatCount(verification.rows), 'basket')},{' '}
          {counted(verification.classes, formatCount(verification.classes), 'set')} of tokens
          {verification.smallestClass > 0
            ? `, the rarest held by ${counted(verification.smallestClass, formatCount(verification.smallestClass), 'basket')}`
            : ''}
          .
        </p>
        <VerificationChecks verification={verification} />
      </Panel>
      <div className="columns-two">
        <Downloads state={state} result={result} />
        <Panel title="How it was found">
          <Facts
            facts={[
              [asked.goal, figure(found.value)],
              ['Algorithm', `${asked.algorithm}, seed ${asked.seed}`],
              ['Candidates looked at', formatCount(found.evaluations)],
              ['Utility constraints', asked.utility],
              ['Queries of ARE', workload],
            ]}
          />
          <SecondsTable result={result} />
        </Panel>
      </div>
      <Notice kind="note">
        What-if is for tables: it moves the cuts of columns, and baskets have none. Change the constraints or k, and run
        again.
      </Notice>
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
        Of {counted(rows.items, formatCount(rows.items), 'item')}, {formatCount(single)} as themselves,{' '}
        {formatCount(rows.suppressedItems)} left out; the others share{' '}
        {counted(generalized.length, formatCount(generalized.length), 'generalized item')}. A generalized item in a
        basket means: one or more of the items it stands for.
      </p>
      {shown.length === 0 ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <section className="scroll tall" tabIndex={0} aria-label="Generalized items">
          <table>
            <caption className="spoken">Generalized items</caption>
            <thead>
              <tr>
                <th scope="col">Token in the release</th>
                <th scope="col">
                  <span className="spoken">Bar</span>
                </th>
                <th scope="col" className="number-cell">
                  Items
                </th>
                <th scope="col" className="number-cell">
                  Baskets
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ token, items, baskets }) => (
                <tr key={token}>
                  <td>{token}</td>
                  <td>
                    <Bar share={items / largest} />
                  </td>
                  <td className="number-cell">{formatCount(items)}</td>
                  <td className="number-cell">{formatCount(baskets)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
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
          <table>
            <caption className="spoken">Sets of items by the baskets that fit</caption>
            <thead>
              <tr>
                <th scope="col">Baskets that fit</th>
                <th scope="col">
                  <span className="spoken">Bar</span>
                </th>
                <th scope="col" className="number-cell">
                  Sets of items
                </th>
                <th scope="col" className="number-cell">
                  Share
                </th>
              </tr>
            </thead>
            <tbody>
              {bins.map((bin) => (
                <tr key={bin.from}>
                  <th scope="row">{sizeRange(bin)}</th>
                  <td>
                    <Bar share={bin.classes / most} />
                  </td>
                  <td className="number-cell">{formatCount(bin.classes)}</td>
                  <td className="number-cell">{formatShare(bin.classes / total)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </Panel>
  )
}

function verdictOf({ asked, rows }: ItemsReport): { tone: 'good' | 'warn'; word: string; sentence: string } {
  if (rows.tokens === 0) {
    return {
      tone: 'warn',
      word: 'Verified, but empty',
      sentence: 'Every item is suppressed: the release says nothing.',
    }
  }
  const promises = asked.requirements.map(({ promise }) => promise).join('; and ')
  return {
    tone: 'good',
    word: `Verified for k = ${formatCount(asked.k ?? 0)}`,
    sentence: `The release was read back and counted again: ${promises}.`,
  }
}
