/** The public API, by step: stable names. Other modules (`halftone/internal/…`) may change with any version. */

// biome-ignore-start assist/source/organizeImports: listed by station
// The whole path.
export { anonymize } from './anonymize.ts'
export { anonymizeRows, type ReleasedRows, type RowsJob } from './tasks/anonymize-rows.ts'
export { type Plan, readPlan } from './plan/read-plan.ts'
export type { AnonymizeRun, RunResult } from './run.ts'
export { initJob } from './init/init.ts'
export { makeKeyFile } from './pseudonyms/key-file.ts'
// Sources.
export type { SourceRequest } from './sources/table.ts'
// Frequency table and hierarchies.
export { buildFrequencyTable } from './frequency/build-frequency-table.ts'
export type { FrequencyTable } from './frequency/frequency-table.ts'
export { groupLabel, type Hierarchy } from './hierarchy/hierarchy.ts'
export { resolveHierarchy } from './hierarchy/resolve.ts'
// Requirements and metrics.
export { allRequirements, makeRequirement } from './requirements/index.ts'
export type { Requirement } from './requirements/requirement.ts'
export { allMetrics } from './metrics/index.ts'
export type { Metric } from './metrics/metric.ts'
// Searches.
export { allSearches, findSearch } from './search/index.ts'
export { makeGoal } from './search/goal.ts'
export type { SearchProblem, SearchRecord, SearchResult } from './search/search.ts'
// Recodings.
export { type Recoding, readRecodingFile } from './recoding/read-recoding.ts'
export { type ApplyRequest, applyRecoding } from './tasks/apply.ts'
// Verification, risk, evaluation.
export { type VerifyRequest, verifyRelease } from './tasks/verify.ts'
export type { Verification } from './verification/verification.ts'
export { assessRisk } from './tasks/verify.ts'
export { evaluateRelease } from './evaluate/evaluate-release.ts'
// Report.
export type { Report } from './report/report.ts'
// Studies: the path many times, a row per run.
export { readStudy } from './study/plan-study.ts'
export { runStudy } from './study/run-study.ts'
export { chooseRelease, releaseFromStudy } from './study/release-from-study.ts'
// Sample data.
export { writeBasketsSample, writeCensusSample } from './sample/index.ts'
// Errors and version.
export { CancelledError, UserError } from './ground/errors.ts'
export { version } from './ground/version.ts'
// biome-ignore-end assist/source/organizeImports: listed by station
