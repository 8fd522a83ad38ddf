/** Serves the records that the command line's `list` shows. */
import { Hono } from 'hono'
import { learners } from '../../src/learn/index.ts'
import { allMetrics } from '../../src/metrics/index.ts'
import { itemMetrics } from '../../src/metrics/items/index.ts'
import { itemRiskMetrics } from '../../src/metrics/items/risks.ts'
import { RULES } from '../../src/plan/rules.ts'
import { allRequirements } from '../../src/requirements/index.ts'
import { itemRequirements } from '../../src/requirements/items/index.ts'
import { kAnonymity } from '../../src/requirements/k-anonymity/k-anonymity.ts'
import { samples } from '../../src/sample/index.ts'
import { namedGoals } from '../../src/search/goal.ts'
import { allSearches, usualSearch } from '../../src/search/index.ts'
import { itemSearches, usualItemSearch } from '../../src/search/items-index.ts'
import { formats } from '../../src/sources/formats/index.ts'
import { ROLES } from '../../src/table/column.ts'
import type { MetricFacts, Records, SearchFacts } from './api.ts'
import { jobSections } from './job-keys.ts'

export function recordRoutes(): Hono {
  return new Hono().get('/', (context) => context.json(allRecords()))
}

function allRecords(): Records {
  return {
    columns: {
      searches: allSearches.map(searchFacts),
      usualSearch: usualSearch.name,
      metrics: allMetrics.map(metricFacts),
      requirements: allRequirements.map(({ name, title, summary, options }) => {
        return { name, title, summary, options, isK: name === kAnonymity.name }
      }),
      rules: RULES.columns.map(({ says }) => says),
    },
    items: {
      searches: itemSearches.map(searchFacts),
      usualSearch: usualItemSearch.name,
      metrics: [...itemMetrics, ...itemRiskMetrics].map(metricFacts),
      requirements: itemRequirements.map(({ name, title, summary, options, job, file }) => {
        return { name, title, summary, options, job: { key: job.key, knows: job.knows, file } }
      }),
      rules: RULES.items.map(({ says }) => says),
    },
    learners: learners.map(({ name, title }) => ({ name, title })),
    goals: Object.entries(namedGoals).map(([name, metric]) => ({
      name,
      metric,
      title: allMetrics.find((record) => record.name === metric)?.title ?? metric,
    })),
    roles: ROLES,
    formats: formats.map(({ name, title, label, note, text }) => ({ name, title, label, note, text })),
    samples: samples.map(({ name, title, summary }) => ({ name, title, summary })),
    jobSections: jobSections(),
  }
}

/** Picks the plain facts: records also contain functions. */
function searchFacts(search: SearchFacts): SearchFacts {
  const { name, title, summary, source, options, forSmallProblems, needsTree } = search
  return { name, title, summary, source, options, forSmallProblems, needsTree }
}

function metricFacts(metric: Omit<MetricFacts, 'options'> & Partial<Pick<MetricFacts, 'options'>>): MetricFacts {
  const { name, title, family, better, formula, reading, options = [], needs, usual } = metric
  return { name, title, family, better, formula, reading, options, needs, usual }
}
