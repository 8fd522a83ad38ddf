/** What exists, read from the records that the command line's `list` reads. */
import { Hono } from 'hono'
import {
  allMetrics,
  allRequirements,
  allSearches,
  itemMetrics,
  itemRequirements,
  itemRiskMetrics,
  itemSearches,
  kAnonymity,
  learners,
  namedGoals,
  ROLES,
  samples,
  usualItemSearch,
  usualSearch,
} from '../../src/workbench.ts'
import type { MetricFacts, Records, RequirementFacts, SearchFacts } from './api.ts'

export function recordRoutes(): Hono {
  return new Hono().get('/', (context) => context.json(allRecords()))
}

function allRecords(): Records {
  const searches = [
    ...allSearches.map((search): SearchFacts => searchFacts(search, 'columns')),
    ...itemSearches.map((search): SearchFacts => searchFacts(search, 'items')),
  ]
  const metrics = [
    ...allMetrics.map((metric): MetricFacts => metricFacts(metric, 'columns')),
    ...[...itemMetrics, ...itemRiskMetrics].map((metric): MetricFacts => metricFacts(metric, 'items')),
  ]
  const requirements = [
    ...allRequirements.map(({ name, title, summary, options }): RequirementFacts => {
      return { name, title, summary, kind: 'columns', options, isK: name === kAnonymity.name }
    }),
    ...itemRequirements.map(({ name, title, summary, options, job, file }): RequirementFacts => {
      return { name, title, summary, kind: 'items', options, job: { key: job.key, knows: job.knows, file } }
    }),
  ]
  return {
    searches,
    metrics,
    requirements,
    learners: learners.map(({ name, title, summary, isBaseline }) => ({ name, title, summary, isBaseline })),
    goals: Object.entries(namedGoals).map(([name, metric]) => ({
      name,
      metric,
      title: allMetrics.find((own) => own.name === metric)?.title ?? metric,
    })),
    roles: ROLES,
    samples: samples.map(({ name, title, summary }) => ({ name, title, summary })),
    usualSearches: { columns: usualSearch.name, items: usualItemSearch.name },
  }
}

/** The facts alone: records also hold functions. */
function searchFacts(
  { name, title, summary, source, options, forSmallProblems, needsTree }: Omit<SearchFacts, 'kind'>,
  kind: SearchFacts['kind'],
): SearchFacts {
  return { name, title, summary, source, kind, options, forSmallProblems, needsTree }
}

function metricFacts(
  metric: Omit<MetricFacts, 'kind' | 'options'> & Partial<Pick<MetricFacts, 'options'>>,
  kind: MetricFacts['kind'],
): MetricFacts {
  const { name, title, family, better, formula, reading, options = [], needs, usual } = metric
  return { name, title, kind, family, better, formula, reading, options, needs, usual }
}
