/** Plans a job about a table and checks everything that does not need the data. */
import { userError, within } from '../ground/errors.ts'
import { type OptionValues, readOptions } from '../ground/options.ts'
import { kmAnonymity, sensitiveItems } from '../requirements/items/km-anonymity.ts'
import { privacyConstraints } from '../requirements/items/privacy-constraints.ts'
import { smallestAllowedClass } from '../requirements/requirement.ts'
import type { TableSearchRecord } from '../search/classes-search.ts'
import { goalTerms } from '../search/goal.ts'
import { findTableSearch, usualSearch } from '../search/index.ts'
import { searchMixed } from '../search/methods/mixed/mixed.ts'
import type { SourceRequest } from '../sources/table.ts'
import type { Job } from '../table/job-schema.ts'
import { findItems, planItems, planRequirement, planUtility } from './items-plan.ts'
import type { AnyTablePlan, PlannedAttack, PlanOverrides, TablePlan } from './plan.ts'
import {
  derivedSources,
  planColumn,
  planColumnKey,
  planDerived,
  withDerivedTypes,
  withPublicEnds,
} from './plan-columns.ts'
import { planHistory } from './plan-history.ts'
import { checkedOutput, planArrangement, planOutput } from './plan-output.ts'
import { planWorkload } from './plan-queries.ts'
import { planPopulation, planRequirements } from './plan-requirements.ts'
import { requireRules } from './rules.ts'
import { planSource, sharedPlan } from './shared-plan.ts'

const DEFAULT_MISSING: readonly string[] = ['?', '']

/** Each costs the engine an expression in every statement, and a search a dimension. */
const MOST_QUASI_IDENTIFIERS = 400

export function makeTablePlan(asked: Job, base: string, name: string, overrides: PlanOverrides = {}): TablePlan {
  const job = withDerivedTypes(asked)
  const items = Object.values(job.columns).some(({ role }) => role === 'items') ? findItems(job, name) : undefined
  const { algorithm = items === undefined ? usualSearch.name : searchMixed.name, goal = 'general' } = job
  const { name: searchName, ...given } = typeof algorithm === 'string' ? { name: algorithm } : algorithm
  const search = searchName === searchMixed.name ? searchMixed : findTableSearch(searchName)
  const named = Object.entries(job.columns).map(([column, settings]) =>
    within(`columns.${column}`, () => ({
      ...planColumn(column, settings, base, search),
      ...planColumnKey(column, job, base),
    })),
  )
  const persons = job.persons?.column
  // Persons and sources of derived columns are not released, unless the job gives them a role.
  const columns = [...named]
  for (const needed of [...(persons === undefined ? [] : [persons]), ...derivedSources(job.columns)])
    if (columns.every((column) => column.name !== needed))
      columns.push({ name: needed, role: 'identifier', hierarchyText: '', weight: 1 })
  const quasiIdentifiers = columns.filter((column) => column.role === 'quasi-identifier').length
  if (quasiIdentifiers > MOST_QUASI_IDENTIFIERS)
    throw userError('value', 'columns')`${name} has ${quasiIdentifiers} quasi-identifiers, and a job may have
      ${MOST_QUASI_IDENTIFIERS}; nobody knows so much of a person, and no class would be left: give those that others
      can know`
  if (quasiIdentifiers === 0)
    throw userError('present', 'columns')`${name} has no quasi-identifier; give at least one column role:
      quasi-identifier, or there is nothing to generalize`
  // Only checks: the search fills in defaults, because its presets depend on which options were given.
  readOptions(`algorithm ${search.name}`, search.options, given)
  within('goal', () => void goalTerms(goal), 'known')
  const requirements = () => planRequirements(job, name, overrides, columns, persons)
  requireRules('columns', { job, name, search, requirements, items })
  const shared = sharedPlan(job, base, name, overrides)
  const history = job.history && planHistory(job.history, base)
  const km = items && readOptions('privacy.km', kmAnonymity.options, { k: 2, ...(job.privacy['km'] as OptionValues) })
  const baskets = items &&
    km && {
      items: planItems(items.column, { ...items.settings, per: undefined }, base),
      m: km['m'] as number,
      factsK: km['over'] === undefined ? undefined : (overrides.k ?? (km['k'] as number)),
      sensitive: sensitiveItems(km),
      constraints:
        job.privacy[privacyConstraints.job.key] === undefined
          ? undefined
          : planRequirement(job.privacy, base, items.settings.separator, name, overrides),
      ...planUtility(job, base),
    }
  const required = requirements()
  return searchedBy(search, {
    ...shared,
    ...baskets,
    source: planTableSource(job, base),
    missing: job.data.missing ?? 'fail',
    missingValues: job.data['missing-values'] ?? DEFAULT_MISSING,
    unlisted: job.data.unlisted ?? 'fail',
    columns: columns.map((column) =>
      withPublicEnds(column, job, search, baskets?.factsK ?? smallestAllowedClass(required)),
    ),
    persons,
    requirements: required,
    ...planPopulation(job, base),
    preset: job.privacy.preset,
    suppressionLimit: job.privacy['suppression-limit'] ?? 1,
    exposureLimit: job.privacy['exposure-limit'],
    acceptedExposure: job.exposure,
    suppressedRows: job.privacy['suppressed-rows'] ?? 'mask',
    suppressedGroup: job.privacy['suppressed-group'] ?? 'exempt',
    leavesSmallGroupOut: job.privacy['suppressed-group'] === undefined,
    goal,
    preference: job.preference,
    history,
    attack: planAttack(job, base),
    workload: planWorkload(job, base, columns, shared.seed),
    options: given,
    arrangement: planArrangement(job.output, job.columns),
    output: checkedOutput({
      ...planOutput(job.output, base, overrides, [
        search.kind,
        search.leavesTrail && 'trail',
        search.leavesFront && 'front',
        history && 'history',
        !history && columns.some(({ name, role }) => name === persons && role === 'identifier') && 'persons',
      ]),
      ledger: history?.ledger,
    }),
  })
}

function planTableSource({ data, columns }: Job, base: string): SourceRequest {
  const derived = { columns: planDerived(columns, base), missingValues: data['missing-values'] ?? DEFAULT_MISSING }
  const [joined] = Object.entries(columns).flatMap(([column, { file, per }]) =>
    file === undefined || per === undefined ? [] : [{ column, file, per }],
  )
  return { ...planSource(data, base, columns), derived: derived.columns.length === 0 ? undefined : derived, joined }
}

function planAttack(job: Job, base: string): PlannedAttack | undefined {
  const { attack } = job
  if (attack === undefined) return undefined
  const { control, targets = 1000 } = attack
  const source = control === undefined ? undefined : { ...planTableSource(job, base), source: control }
  return { ...attack, control: source, targets }
}

function searchedBy(search: TableSearchRecord, plan: AnyTablePlan): TablePlan {
  return { ...plan, kind: search.name === searchMixed.name ? 'mixed' : search.kind, search } as TablePlan
}
