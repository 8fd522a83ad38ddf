/** What came of judging: accuracies beside each other, and the queries that are furthest off. */
import type { ReactNode } from 'react'
import type { ApartEvaluation } from '../../../src/index.ts'
import { drawLearners } from '../../../src/report/draw/learners-plot.ts'
import { formatCount, formatFigure, formatShare } from '../../../src/report/format.ts'
import { Facts, Panel, Tiles } from '../kit/panel.tsx'

const MOST_QUERIES = 15

export function EvaluationResult({ result, run }: { result: ApartEvaluation; run: string }): ReactNode {
  const { learned, queries, baskets } = result
  return (
    <>
      {learned === undefined ? null : <Learned learned={learned} run={run} />}
      {queries === undefined ? null : (
        <Panel title="Count queries">
          <Tiles
            tiles={[
              { name: 'ARE', value: formatFigure(queries.metrics.ARE), note: 'average relative error' },
              { name: 'median error', value: formatFigure(queries.median) },
              { name: 'off by a tenth at most', value: formatShare(queries.withinTenth) },
              { name: 'queries', value: formatCount(queries.queries.length), note: queries.workload },
            ]}
          />
          <FurthestOff answers={queries.queries.map(({ query, ...rest }) => ({ asked: query, ...rest }))} />
        </Panel>
      )}
      {baskets === undefined ? null : (
        <Panel title="Baskets">
          <Facts
            facts={[
              ['baskets', formatCount(baskets.baskets)],
              ['items', `${formatCount(baskets.items)} as ${formatCount(baskets.tokens)} tokens`],
              ...Object.entries(baskets.metrics).map(([name, value]): [string, ReactNode] => [
                name,
                formatFigure(value),
              ]),
              ['queries', baskets.workload ?? 'none: no basket has two items'],
              ['estimator', baskets.estimator],
            ]}
          />
          <FurthestOff answers={baskets.queries.map(({ items, ...rest }) => ({ asked: items.join(' '), ...rest }))} />
        </Panel>
      )}
    </>
  )
}

function Learned({ learned, run }: { learned: NonNullable<ApartEvaluation['learned']>; run: string }): ReactNode {
  const { target, worst, learners, testedOn, folds } = learned
  const rows = {
    'test-file': 'rows of the test file',
    original: 'held-out rows of the original',
    release: 'held-out rows of the release',
  }
  const plot = {
    title: `Accuracy in predicting ${target}, run ${run}`,
    worst: worst.accuracy,
    learners: learners.map(({ title, original, release }) => ({
      title,
      original: original.accuracy,
      release: release.accuracy,
    })),
  }
  return (
    <Panel title={`Learning ${target}`}>
      <p className="note">
        Tested on {rows[testedOn]}
        {folds === undefined ? '' : `, ${folds} folds`}. Worst is always saying the most frequent class.
      </p>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing, which escapes every text */}
      <div className="learners" dangerouslySetInnerHTML={{ __html: drawLearners(plot) }} />
      <div className="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">classifier</th>
              <th scope="col" className="number-cell">
                accuracy, original
              </th>
              <th scope="col" className="number-cell">
                release
              </th>
              <th scope="col" className="number-cell">
                ROC area, original
              </th>
              <th scope="col" className="number-cell">
                release
              </th>
            </tr>
          </thead>
          <tbody>
            {learners.map(({ name, title, original, release }) => (
              <tr key={name}>
                <th scope="row">{title}</th>
                <td className="number-cell">{formatFigure(original.accuracy)}</td>
                <td className="number-cell">{formatFigure(release.accuracy)}</td>
                <td className="number-cell">{formatFigure(original.rocArea)}</td>
                <td className="number-cell">{formatFigure(release.rocArea)}</td>
              </tr>
            ))}
            <tr>
              <th scope="row">most frequent class</th>
              <td className="number-cell">{formatFigure(worst.accuracy)}</td>
              <td />
              <td className="number-cell">{formatFigure(worst.rocArea)}</td>
              <td />
            </tr>
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

interface Answer {
  readonly asked: string
  readonly actual: number
  readonly estimated: number
  readonly relativeError: number
}

function FurthestOff({ answers }: { answers: readonly Answer[] }): ReactNode {
  const worst = answers.toSorted((a, b) => b.relativeError - a.relativeError).slice(0, MOST_QUERIES)
  if (worst.length === 0) return null
  return (
    <div className="scroll">
      <table>
        <caption>The queries furthest off (counts of the original data: not for publishing)</caption>
        <thead>
          <tr>
            <th scope="col">query</th>
            <th scope="col" className="number-cell">
              in the data
            </th>
            <th scope="col" className="number-cell">
              estimated
            </th>
            <th scope="col" className="number-cell">
              relative error
            </th>
          </tr>
        </thead>
        <tbody>
          {worst.map(({ asked, actual, estimated, relativeError }) => (
            <tr key={asked}>
              <th scope="row">{asked}</th>
              <td className="number-cell">{formatCount(actual)}</td>
              <td className="number-cell">{formatFigure(estimated)}</td>
              <td className="number-cell">{formatFigure(relativeError)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
