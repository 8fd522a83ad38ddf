/** Plans a job about baskets: a line per person, a cell of items, or a row per person and item (`per`). */
import { basename, resolve } from 'node:path'
import { didYouMean, UserError, userError, within } from '../ground/errors.ts'
import { type OptionValues, readOptions } from '../ground/options.ts'
import { DEFAULT_FAN_OUT } from '../hierarchy/tree.ts'
import { itemRequirements } from '../requirements/items/index.ts'
import { itemSearches, usualItemSearch } from '../search/items-index.ts'
import type { ItemSearchRecord } from '../search/items-search.ts'
import { fileSink, toldFormat } from '../sources/formats/index.ts'
import type { Job, JobColumn } from '../table/job-schema.ts'
import { insideTarget, type PlannedOutput } from './outputs.ts'
import type { ItemsPlan, PlannedColumn, PlannedItemRequirement, PlannedItems, PlanOverrides } from './plan.ts'
import { planColumnKey, planTaxonomy } from './plan-columns.ts'
import { planArrangement, planOutput } from './plan-output.ts'
import { requireRules } from './rules.ts'
import { planSource, readText, sharedPlan } from './shared-plan.ts'

const DEFAULT_WORKLOAD = { size: 2, count: 1000 } as const

export function makeItemsPlan(job: Job, base: string, name: string, overrides: PlanOverrides = {}): ItemsPlan {
  const { column, settings } = findItems(job, name)
  const lines = job.data.format === 'transactions'
  const form = lines ? 'lines' : settings.per === undefined ? 'cells' : 'pairs'
  const columns = Object.entries(job.columns).map(([name, { role }]): PlannedColumn => {
    const hierarchyText = name === column ? treeText(settings) : ''
    return { name, role, hierarchyText, weight: 1, ...planColumnKey(name, job, base) }
  })
  const { name: searchName, given } = readAlgorithm(job)
  const search = findItemSearch(searchName)
  requireRules('items', { job, name, search, requirements: () => [], items: { column, settings } })
  // Only checks: the search fills in defaults, and the plan keeps the given options.
  readOptions(`algorithm ${search.name}`, search.options, given)
  const shared = sharedPlan(job, base, name, overrides)
  const source = planSource(job.data, base)
  return {
    ...shared,
    kind: 'items',
    source: lines ? { ...source, header: [column] } : source,
    form,
    items: planItems(column, settings, base),
    missingValues: lines ? [] : (job.data['missing-values'] ?? ['?', '']),
    // A row per item is released as basket and item only, so no other column can leak.
    unlisted: form === 'pairs' ? 'drop' : (job.data.unlisted ?? 'fail'),
    columns: columns.length === 0 ? [{ name: column, role: 'items', hierarchyText: '', weight: 1 }] : columns,
    emptyBaskets: job.data['empty-baskets'] ?? 'fail',
    requirement: planRequirement(job.privacy, base, settings.separator, name, overrides),
    suppressionLimit: job.privacy['suppression-limit'] ?? 0,
    ...planUtility(job, base),
    workload: planWorkload(job, base, shared.seed),
    estimator: job.utility?.estimator ?? 'uniform-nonempty',
    goal: search.goal,
    search,
    options: given,
    arrangement: planArrangement(job.output),
    output: planItemsOutput(job, base, overrides, lines),
  }
}

export function findItems(job: Job, name: string): { column: string; settings: JobColumn } {
  const found = Object.entries(job.columns).filter(([, { role }]) => role === 'items')
  if (found.length > 1)
    throw userError('together', 'columns')`${name} has ${found.length} columns of role items
      (${found.map(([column]) => column).join(', ')}); one is possible: give the others another role`
  const others = Object.keys(job.columns).filter((column) => column !== found[0]?.[0])
  if (job.data.format === 'transactions' && others.length > 0)
    throw userError('together', `columns.${others[0]}`)`a file of transactions has one column, of role items; ${name}
      also names ${others.map((other) => `"${other}"`).join(', ')}: remove them, or set data.format to that of a table`
  const [column, settings] = found[0] ?? ['items', { role: 'items' as const }]
  return { column, settings: perPerson(job, column, settings) }
}

/** In a table with a row per item, `persons` and `per` mean the same column. */
function perPerson({ persons }: Job, column: string, settings: JobColumn): JobColumn {
  if (persons === undefined) return settings
  if (settings.per !== undefined && settings.per !== persons.column)
    throw userError('together', 'persons.column')`persons.column names "${persons.column}" and columns.${column}.per
      names "${settings.per}"; both say whose item it is: remove one`
  return { ...settings, per: persons.column }
}

export function planItems(column: string, settings: JobColumn, base: string): PlannedItems {
  const { separator, per, taxonomy } = settings
  return {
    column,
    separator,
    per,
    tree: planTaxonomy(column, taxonomy, base),
    fanOut: settings['fan-out'] ?? DEFAULT_FAN_OUT,
  }
}

function treeText(settings: JobColumn): string {
  return settings.taxonomy === undefined
    ? `balanced tree with fan-out ${settings['fan-out'] ?? DEFAULT_FAN_OUT}`
    : `taxonomy ${basename(settings.taxonomy)}`
}

function readAlgorithm({ algorithm = usualItemSearch.name }: Job): { name: string; given: OptionValues } {
  if (typeof algorithm === 'string') return { name: algorithm, given: {} }
  const { name, ...given } = algorithm
  return { name, given }
}

export function findItemSearch(name: string): ItemSearchRecord {
  const found = itemSearches.find((search) => search.name === name)
  if (found !== undefined) return found
  const names = itemSearches.map((search) => search.name)
  throw userError('known', 'algorithm')`there is no algorithm "${name}" for baskets of
    items${didYouMean(name, names) || `; algorithms for them are ${names.join(', ')}`}`
}

export function planRequirement(
  privacy: Job['privacy'],
  base: string,
  separator: string | undefined,
  name: string,
  { k: override }: PlanOverrides,
): PlannedItemRequirement {
  const asked = itemRequirements.filter(({ job }) => privacy[job.key] !== undefined)
  const [record, other] = asked
  if (record === undefined) {
    const examples = itemRequirements.map(({ job }) => job.example)
    throw userError('present', `privacy.${itemRequirements[0].job.key}`)`${name} asks for no privacy of baskets; add
      ${examples.join(', or ')}`
  }
  const key = `privacy.${record.job.key}`
  if (other !== undefined)
    throw userError('together', `privacy.${other.job.key}`)`${name} has both ${key} and privacy.${other.job.key}; choose
      one`
  const given = privacy[record.job.key]
  const { file, ...settings } = (typeof given === 'string' ? { file: given } : given) as Readonly<
    Record<string, unknown> & { file?: string }
  >
  const sharesK = record.elsewhere?.includes('k') === true
  if (!sharesK && privacy.k !== undefined)
    throw userError('together', 'privacy.k')`${name} has privacy.k beside ${key}; the k of ${record.job.key} counts:
      remove privacy.k`
  const k = override ?? (sharesK ? privacy.k : settings['k'])
  if (k === undefined && !sharesK)
    throw userError('present', `${key}.k`)`${name} has ${key} without k; add it, for example km: { k: 5, m: 2 }`
  if (k === undefined)
    throw userError('present', 'privacy.k')`${name} has ${key} without privacy.k; add it, for example k: 5`
  const complaint = record.complaint?.(settings, file !== undefined)
  if (complaint !== undefined) throw new UserError(`${name}: ${key} ${complaint}`, { path: key, rule: 'together' })
  const elsewhere = record.elsewhere?.includes('separator') === true ? { separator } : {}
  return {
    record,
    options: readOptions(key, record.options, { ...settings, k, ...elsewhere }),
    text:
      file === undefined ? undefined : within(key, () => readText(resolve(base, file), file, record.file as string)),
  }
}

export function planUtility({ utility }: Job, base: string): Pick<ItemsPlan, 'utility'> {
  const constraints = utility?.constraints
  if (constraints === undefined) return {}
  if (typeof constraints !== 'string') return { utility: { depth: constraints.depth } }
  const read = () => readText(resolve(base, constraints), constraints, 'file of utility constraints')
  const text = within('utility.constraints', read)
  return { utility: { file: constraints, text } }
}

function planWorkload({ utility }: Job, base: string, seed: number): ItemsPlan['workload'] {
  const workload = utility?.workload
  if (typeof workload === 'string') {
    const text = within('utility.workload', () => readText(resolve(base, workload), workload, 'workload'))
    return { file: workload, text }
  }
  const { size = DEFAULT_WORKLOAD.size, count = DEFAULT_WORKLOAD.count, frequency, draw } = workload ?? {}
  return { size, count: count === 'all' ? undefined : count, seed: workload?.seed ?? seed, frequency, draw }
}

function planItemsOutput(job: Job, base: string, overrides: PlanOverrides, lines: boolean): PlannedOutput {
  const output = planOutput(job.output, base, overrides)
  if (insideTarget(output) !== undefined) return output
  if (!lines) fileSink(output.release, '')
  else if (toldFormat(output.release) !== undefined) {
    throw userError('value', 'output.release')`the release of a file of transactions is one too, a line per person;
      output.release must not end in that of a table, but in .txt or .txt.gz: got "${output.release}"`
  }
  return output
}
