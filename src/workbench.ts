/**
 * Everything that the command line, the studio, the benches and the papers use beside the stable names of `index.ts`. It may change with any
 * version.
 */

export type { ApplyResult } from './apply.ts'
export { type DryRun, dryRun } from './dry-run.ts'
export { openLocalEngine } from './engines/open-engine.ts'
export { didYouMean, type Fault, InternalError, naming, showValues } from './errors.ts'
export {
  type BasketsEvaluation,
  type EvaluateBasketsRequest,
  evaluateBaskets,
  type QueryAnswer,
} from './evaluate/evaluate-baskets.ts'
export {
  type ChildEvaluation,
  type ChildEvaluationRequest,
  evaluateInChildProcess,
} from './evaluate/evaluate-in-child-process.ts'
export {
  type EvaluateQueriesRequest,
  evaluateQueries,
  type QueriesEvaluation,
  type TableQueryAnswer,
} from './evaluate/evaluate-queries.ts'
export type { EvaluateReleaseRequest, LearnedFigures, ReleaseEvaluation } from './evaluate/evaluate-release.ts'
export { type Baskets, splitItems } from './frequency/baskets.ts'
export type { CodedTuples } from './frequency/build-frequency-table.ts'
export type { Classes, Partition } from './frequency/classes.ts'
export { type CountedTable, countCombinations } from './frequency/count-combinations.ts'
export { type ItemsLayout, readSourceBaskets } from './frequency/engine-baskets.ts'
export { profileColumns } from './frequency/profile-columns.ts'
export { parseDate } from './hierarchy/date.ts'
export { type ColumnProfile, type Finding, throwOnErrors } from './hierarchy/doctor.ts'
export { fillFromBits, finestGrouping, type Grouping, groupingFromStarts } from './hierarchy/grouping.ts'
export { groupLoss, type Level, type Tree } from './hierarchy/hierarchy.ts'
export { naturalCompare } from './hierarchy/natural-order.ts'
export { parseNumber } from './hierarchy/number.ts'
export { type ProfiledColumn, proposeHierarchy } from './hierarchy/propose.ts'
export { proposeTaxonomy } from './hierarchy/propose-taxonomy.ts'
export { readTaxonomy } from './hierarchy/read-taxonomy.ts'
export { examineHierarchy, type ResolvedHierarchy } from './hierarchy/resolve.ts'
export {
  type HierarchySettings,
  type HierarchySpecification,
  hierarchySpecification,
} from './hierarchy/specification.ts'
export type { TaxonomyNode } from './hierarchy/taxonomy.ts'
export { writeTaxonomyJson, writeTaxonomyLines } from './hierarchy/write-taxonomy.ts'
export * from './index.ts'
export type { InitRequest, InitResult } from './init.ts'
export { type JobProposal, proposeJob, readAs, taxonomyFile } from './init.ts'
export { treeOf } from './init-items.ts'
export { jobJsonSchema, readJob } from './job.ts'
export { jobFiles, mapJobFiles } from './job-files.ts'
export { planFromRecoding } from './kinds/columns/from-recoding.ts'
export { planFromTrail } from './kinds/columns/from-trail.ts'
export { openItems, readBasketsOf, readWorkload } from './kinds/items/baskets.ts'
export type { BasketsFile, BasketsRisk } from './kinds/items/check.ts'
export type { ItemsPlan } from './kinds/items/plan.ts'
export { type CodedTable, selectRows } from './learn/coded-table.ts'
export { type CrossValidation, crossValidate } from './learn/evaluation/cross-validate.ts'
export { type Fold, fiveByTwoFolds, kFolds, stratifiedFolds } from './learn/evaluation/folds.ts'
export { evaluateModel } from './learn/evaluation/measures.ts'
export { findLearner, learners } from './learn/index.ts'
export type { LearnerRecord, Model } from './learn/learner.ts'
export { tableFromRows } from './learn/read-rows.ts'
export { areaOverK } from './learn/statistics/area.ts'
export { type CriticalDifferenceDiagram, compareWithControl } from './learn/statistics/bonferroni-dunn.ts'
export { type FriedmanTest, testFriedman } from './learn/statistics/friedman.ts'
export { findMetric } from './metrics/index.ts'
export { itemMetrics } from './metrics/items/index.ts'
export { itemRiskMetrics } from './metrics/items/risks.ts'
export { type RiskProfile, riskProfile } from './metrics/risk/profile.ts'
export { parseQueries } from './metrics/workload/table-query-text.ts'
export { type OptionRecord, type OptionValues, readOptions } from './options.ts'
export type { PlannedOutput } from './outputs.ts'
export { filesBeside, OUTPUT_NAMES, type OutputName, outputsBeside, PRIVATE_FOLDER } from './outputs.ts'
export type { PlanOverrides } from './plan.ts'
export { isItemsJob, type PlannedColumn, planSource, type TablePlan } from './plan.ts'
export { allPresets, findPreset } from './presets/presets.ts'
export { requireSetOfRecoding } from './published-set.ts'
export { type Random, randomFrom, randomStreams } from './random/random.ts'
export { makePlan } from './read-plan.ts'
export { type ItemsRecoding, readItemsRecodingFile } from './recoding/items.ts'
export { pairRows } from './recoding/pair-rows.ts'
export { type ColumnsRecoding, readRecoding } from './recoding/recoding.ts'
export { readLabels } from './recoding/value-labels.ts'
export { recodingAsSql } from './recoding/warehouse-recoding.ts'
export { releaseForm } from './release/write-release.ts'
export { drawLearners, type LearnersPlot, learnersPage } from './report/draw/learners-plot.ts'
export { drawMetricCurves } from './report/draw/metric-curves.ts'
export { drawRuMap } from './report/draw/ru-map.ts'
export { formatCount, formatFigure, formatShare, preferenceInWords } from './report/format.ts'
export { worthLines } from './report/judgement.ts'
export { today } from './report/signing.ts'
export { type Axis, axesOf as mapAxes } from './report/study/axes.ts'
export { type Comparison, compareSearches } from './report/study/comparison.ts'
export { kneeAngle, kneeKneedle, kneeZhao } from './report/study/knees.ts'
export { pngOf } from './report/study/png.ts'
export { readStudyRows } from './report/study/row-table.ts'
export { type Knee, type RuCurve, type RuMap, type RuPoint, ruMap, ruMaps } from './report/study/ru-map.ts'
export type { RunRecoding } from './report/study/run-recoding.ts'
export { drawStudyReport } from './report/study/study-html.ts'
export { type StudyPicture, studyPictures } from './report/study/study-pictures.ts'
export { buildStudyReport, type StudyReport } from './report/study/study-report.ts'
export type { StudyRow } from './report/study/study-row.ts'
export { type RuMapSettings, runName, type StudyJob, type StudySettings } from './report/study/study-settings.ts'
export { withK } from './requirements/index.ts'
export { itemRequirements } from './requirements/items/index.ts'
export { constraintsFromText } from './requirements/items/privacy-constraints.ts'
export { kAnonymity } from './requirements/k-anonymity.ts'
export type { RequirementRecord } from './requirements/requirement.ts'
export type { RiskRequest } from './risk.ts'
export type { Step } from './run.ts'
export { type ChildRunRequest, type ChildRunResult, runInChildProcess } from './run-in-child-process.ts'
export {
  type BasketsRequest,
  basketsTree,
  type CensusRequest,
  censusColumns,
  censusTaxonomies,
  type SampleFiles,
  type SampleProgress,
  type SampleRecord,
  type SampleRun,
  sampleBaskets,
  sampleCensus,
} from './sample/index.ts'
export {
  groupingsAt,
  recodingFromTrail,
  type Trail,
  type TrailColumn,
  type TrailPoint,
  type TrailStep,
} from './search/bottom-up/trail.ts'
export { readTrail, readTrailFile, type TrailDocument, trailOn } from './search/bottom-up/trail-file.ts'
export type {
  ClassesResult,
  ClassesSearchRecord,
  TableSearchRecord,
} from './search/classes-search.ts'
export { utilityConstraintsFromText } from './search/coat/utility-constraints.ts'
export { createEvaluator, type Evaluation, type Evaluator } from './search/evaluation.ts'
export type { Forecast } from './search/forecast.ts'
export { namedGoals } from './search/goal.ts'
export { findTableSearch, usualSearch } from './search/index.ts'
export { itemSearches, usualItemSearch } from './search/items-index.ts'
export type { ItemSearchRecord } from './search/items-search.ts'
export { type FrontPoint, groupingsOfPoint } from './search/pareto/front.ts'
export type { Goal, SearchRun } from './search/search.ts'
export { findFiles } from './sources/files.ts'
export { requireColumn } from './sources/open-source.ts'
export { causeOf, requireUnchanged } from './sources/stamp.ts'
export { join as joinSql, type Sql, sql } from './sql/dialect.ts'
export { type DrawRowsRequest, drawStudyRows } from './study/draw-rows.ts'
export { planStudy, type StudyPlan } from './study/plan-study.ts'
export type { ReleaseChoice } from './study/release-from-study.ts'
export { finishedRows, type StudyProgress, type StudyResult, type StudyRun } from './study/run-study.ts'
export { choicesOf, type KneeChoice, type MapChoice, type StudyChoices } from './study/study-map.ts'
export { type Study, studyJsonSchema } from './study/study-schema.ts'
export { type Column, ROLES, type Role } from './table/column.ts'
export type { Job } from './table/job-schema.ts'
export type { Check, Witness } from './verification/verification.ts'
export type { Cut, WhatIf, WhatIfAnswer, WhatIfColumn, WhatIfGroup, WhatIfNode } from './what-if.ts'
export { type ChildProcess, type ChildWork, startChildProcess } from './workers/child-process.ts'
export { siblingModule } from './workers/pool.ts'
