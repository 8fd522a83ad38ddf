/** Compares accuracies, and lists the queries with the largest errors. */
import type { ReactNode } from 'react'
import type { ChildEvaluation } from '../../../src/evaluate/evaluate-in-child-process.ts'
import { formatCount, formatFigure, formatShare } from '../../../src/ground/format.ts'
import { drawLearners } from '../../../src/report/draw/charts/learners.ts'
import { Facts, Panel, Tiles } from '../kit/panel.tsx'
import { Table } from '../kit/table.tsx'
import { useStudio } from '../shell/studio.tsx'

const MOST_QUERIES = 15

export function EvaluationResult({ result, run }: { result: ChildEvaluation; run: string }): ReactNode {
  const { columns, items } = useStudio().records
  const { learned, queries, baskets } = result
  const metrics = [...columns.metrics, ...items.metrics]
  const findTitle = (name: string) => metrics.find((metric) => metric.name === name)?.title
  return (
    <>
      {learned === undefined ? null : <Learned learned={learned} run={run} />}
      {queries === undefined ? null : (
        <Panel title="Count queries">
          <p className="note">Run {run}.</p>
          <Tiles
            tiles={[
              ...Object.entries(queries.metrics).map(([name, value]) => ({
                name,
                value: formatFigure(value),
                note: findTitle(name)?.toLowerCase(),
              })),
              { name: 'Median error', value: formatFigure(queries.median) },
              { name: 'Off by a tenth at most', value: formatShare(queries.withinTenth), note: 'of the queries' },
              { name: 'Queries', value: formatCount(queries.queries.length), note: queries.workload },
            ]}
          />
          <FurthestOff answers={queries.queries.map(({ query, ...rest }) => ({ asked: query, ...rest }))} />
        </Panel>
      )}
      {baskets === undefined ? null : (
        <Panel title="Baskets">
          <p className="note">Run {run}.</p>
          <Facts
            facts={[
              ['Baskets', formatCount(baskets.baskets)],
              ['Items', `${formatCount(baskets.items)} as ${formatCount(baskets.tokens)} tokens`],
              ...Object.entries(baskets.metrics).map(([name, value]): [string, ReactNode] => [
                name,
                <>
                  {formatFigure(value)} <small>{findTitle(name)}</small>
                </>,
              ]),
              ['Queries', baskets.workload ?? 'none: no basket has two items'],
              ['Estimator', baskets.estimator],
            ]}
          />
          <FurthestOff answers={baskets.queries.map(({ items, ...rest }) => ({ asked: items.join(' '), ...rest }))} />
        </Panel>
      )}
    </>
  )
}

function Learned({ learned, run }: { learned: NonNullable<ChildEvaluation['learned']>; run: string }): ReactNode {
  const { target, worst, learners, testedOn, folds } = learned
  const rows = {
    'test-file': 'rows of the test file',
    folds: 'rows that the job, run anew on the others, never saw',
  }
  const plot = {
    title: `Accuracy in predicting ${target}`,
    worst: worst.accuracy,
    learners: learners.map(({ title, original, release }) => ({
      title,
      original: original.accuracy,
      release: release.accuracy,
    })),
  }
  return (
    <Panel title={`Learning ${target}`}>
      <p>{keptInWords(learners, worst.accuracy)}</p>
      <p className="note">
        Run {run}. Tested on {rows[testedOn]}
        {folds === undefined ? '' : `, ${folds} folds`}. Worst is always saying the most frequent class.
      </p>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own drawing, which escapes every text */}
      <div className="learners" dangerouslySetInnerHTML={{ __html: drawLearners(plot) }} />
      <Table
        caption={`Classifiers that learned ${target}`}
        rows={[...learners, { name: 'worst', title: 'Most frequent class', original: worst, release: undefined }]}
        rowKey={({ name }) => name}
        columns={[
          { title: 'Classifier', heads: true, cell: ({ title }) => title },
          { title: 'Accuracy, original', number: true, cell: ({ original }) => formatFigure(original.accuracy) },
          { title: 'Accuracy, release', number: true, cell: ({ release }) => orNothing(release?.accuracy) },
          { title: 'ROC area, original', number: true, cell: ({ original }) => formatFigure(original.rocArea) },
          { title: 'ROC area, release', number: true, cell: ({ release }) => orNothing(release?.rocArea) },
        ]}
      />
    </Panel>
  )
}

/** The share that the model that loses most keeps of its lead over always saying the most frequent class. */
function keptInWords(learners: NonNullable<ChildEvaluation['learned']>['learners'], worst: number): string {
  const leads = learners.filter(({ original }) => original.accuracy > worst)
  if (leads.length === 0) return 'No model learns anything from the original: there was nothing to keep.'
  const kept = leads.map(({ original, release }) => (release.accuracy - worst) / (original.accuracy - worst))
  const least = Math.max(0, Math.min(...kept))
  return least >= 1
    ? 'Models that learn from the release are as good as those of the original.'
    : `Of what models learn from the original, those of the release keep ${formatShare(least)} at least.`
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
    <div className="furthest-off">
      <Table
        captioned
        caption="The queries furthest off (counts of the original data: not for publishing)"
        rows={worst}
        rowKey={({ asked }) => asked}
        columns={[
          { title: 'Query', heads: true, cell: ({ asked }) => asked },
          { title: 'In the data', number: true, cell: ({ actual }) => formatCount(actual) },
          { title: 'Estimated', number: true, cell: ({ estimated }) => formatFigure(estimated) },
          { title: 'Relative error', number: true, cell: ({ relativeError }) => formatFigure(relativeError) },
        ]}
      />
    </div>
  )
}

function orNothing(value: number | undefined): string {
  return value === undefined ? '' : formatFigure(value)
}
