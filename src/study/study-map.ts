/** Summarizes the knees and the best releases of a study. */
import { didYouMean, UserError } from '../ground/errors.ts'
import { findLearner, learnedFigureName } from '../learn/index.ts'
import { allMetrics } from '../metrics/index.ts'
import { itemLossOfTables, itemMetrics } from '../metrics/items/index.ts'
import { itemRiskMetrics } from '../metrics/items/risks.ts'
import { metricOfFigure } from '../metrics/targets.ts'
import { attackRiskNames } from '../report/attack-figures.ts'
import { answerStudy } from '../report/study/answer.ts'
import type { RuMap } from '../report/study/ru-map.ts'
import type { Study } from './study-schema.ts'

/** A chosen run with its position on the map: higher utility is better. */
export interface MapChoice {
  readonly data: string
  readonly search: string
  readonly run: string
  readonly k?: number
  readonly risk: number
  readonly utility: number
}

export function listChoices(maps: readonly RuMap[]) {
  return {
    answers: maps.map(answerStudy),
    knees: maps.flatMap(({ data, curves }) =>
      curves.flatMap(({ name, knees }) =>
        (['angle', 'kneedle'] as const).flatMap((method) => {
          const knee = knees[method]
          return knee === undefined ? [] : [{ data, search: name, method, ...knee }]
        }),
      ),
    ),
    best: maps.flatMap((map) => describeRun(map, map.best)),
  }
}

export function describeRun({ data, points, curves }: RuMap, run: string | undefined): MapChoice[] {
  const point = points.find((one) => one.run === run)
  if (point === undefined) return []
  const { k, risk, utility } = point
  return [{ data, search: curves[point.curve].name, run: point.run, k, risk, utility }]
}

/** Refuses axes that no run can have, before anything runs. */
export function checkAxes({ risk, utility }: NonNullable<Study['map']>, evaluate: Study['evaluate']): void {
  const metrics = [...allMetrics.filter(({ family }) => family === 'risk'), ...itemRiskMetrics]
  const risks = [...metrics.map(({ name }) => name), ...attackRiskNames]
  const learned = (evaluate?.learners ?? []).flatMap((learner) =>
    ['accuracy', 'ROC area', 'log loss'].map((figure) => learnedFigureName(figure, findLearner(learner).name)),
  )
  const utilities = [
    ...allMetrics.filter(({ family }) => family !== 'risk').map(({ name }) => name),
    ...[...itemMetrics, itemLossOfTables].map(({ name }) => name),
    ...learned,
  ]
  refuseUnknown('map.risk', risk, risks)
  if (utility === 'accuracy' && learned.length > 0) return
  refuseUnknown('map.utility', utility && metricOfFigure(utility), [...new Set(utilities)])
}

function refuseUnknown(key: string, name: string | undefined, known: readonly string[]): void {
  if (name === undefined || known.includes(name)) return
  const hint = /^accuracy\b/.test(name)
    ? '; it needs the learner under evaluate.learners'
    : didYouMean(name, known) || `; there are ${known.join(', ')}`
  throw new UserError(`${key} "${name}" is not known${hint}`, { path: key, rule: 'known' })
}
