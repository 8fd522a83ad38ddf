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
  learners,
  namedGoals,
  ROLES,
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
    ...allRequirements.map((requirement): RequirementFacts => requirementFacts(requirement, 'columns')),
    ...itemRequirements.map((requirement): RequirementFacts => requirementFacts(requirement, 'items')),
  ]
  return {
    searches,
    metrics,
    requirements,
    learners: learners.map(({ name, title, summary }) => ({ name, title, summary })),
    goals: Object.entries(namedGoals).map(([name, metric]) => ({
      name,
      metric,
      title: allMetrics.find((own) => own.name === metric)?.title ?? metric,
    })),
    roles: ROLES,
  }
}

/** The facts alone: records also hold functions. */
function searchFacts(
  { name, title, summary, source, options }: Omit<SearchFacts, 'kind'>,
  kind: SearchFacts['kind'],
): SearchFacts {
  return { name, title, summary, source, kind, options }
}

function metricFacts(
  metric: Omit<MetricFacts, 'kind' | 'options'> & Partial<Pick<MetricFacts, 'options'>>,
  kind: MetricFacts['kind'],
): MetricFacts {
  const { name, title, family, better, formula, reading, options = [], needs } = metric
  return { name, title, kind, family, better, formula, reading, options, needs }
}

function requirementFacts(
  requirement: Omit<RequirementFacts, 'kind'>,
  kind: RequirementFacts['kind'],
): RequirementFacts {
  const { name, title, summary, options } = requirement
  return { name, title, summary, kind, options }
}
