/**
 * From a job file to a plan: everything that can be checked without the data is checked here, before anything is opened or
 * written. Paths are made absolute, taxonomies are read, names become records.
 */
import { basename, resolve } from 'node:path'
import { isDatabase } from '../engines/open-engine.ts'
import type { HierarchyMaker } from '../frequency/count-combinations.ts'
import { didYouMean, listedNames, UserError, userError, within } from '../ground/errors.ts'
import { type OptionValues, readOptions } from '../ground/options.ts'
import { readSmallFile } from '../ground/small-file.ts'
import { plainCategories } from '../hierarchy/plain-categories.ts'
import { type HierarchySpecification, hierarchySpecification } from '../hierarchy/specification.ts'
import type { TaxonomyNode } from '../hierarchy/taxonomy/taxonomy.ts'
import { readUsableTaxonomy } from '../hierarchy/taxonomy/taxonomy-problems.ts'
import { findMetric } from '../metrics/index.ts'
import type { Preference } from '../metrics/metric.ts'
import type { TableWorkloadOptions } from '../metrics/workload/table-generate.ts'
import { type NamedQuery, parseQueries } from '../metrics/workload/table-query-text.ts'
import { findPreset } from '../presets/presets.ts'
import { keyedText, type PlannedKeyed, planKeyed } from '../pseudonyms/plan-keyed.ts'
import { type Arrangement, DEFAULT_ARRANGEMENT } from '../release/arrange.ts'
import { sinkOf } from '../release/write-release.ts'
import { allRequirements, makeRequirement, withK } from '../requirements/index.ts'
import { itemRequirements } from '../requirements/items/index.ts'
import { kAnonymity } from '../requirements/k-anonymity/k-anonymity.ts'
import { kMap } from '../requirements/k-map/k-map.ts'
import type { Requirement } from '../requirements/requirement.ts'
import type { ClassesSearchRecord, TableSearchRecord } from '../search/classes-search.ts'
import { type GoalRequest, goalTerms } from '../search/goal.ts'
import { columnSearches, findTableSearch, groupsColumns, usualSearch } from '../search/index.ts'
import type { SearchRecord } from '../search/search.ts'
import type { SourceRequest } from '../sources/open-source.ts'
import type { Role } from '../table/column.ts'
import { readDuration } from '../table/duration.ts'
import type { Job, JobColumn } from '../table/job-schema.ts'
import type { PseudonymShape } from '../verification/pseudonyms.ts'
import { jobFiles } from './job-files.ts'
import { filesBeside, insideOf, OUTPUT_NAMES, OUTPUTS, type OutputRecord, type PlannedOutput } from './outputs.ts'

const notTogether = userError('together', 'output.workload')
const wrongValue = userError('value', 'utility.workload')
const notTogetherAlgorithm = userError('together', 'algorithm')

/** Recodes a table, by column or by class of rows; plans for baskets are in `kinds/items/plan.ts`. */
export type TablePlan = ColumnsPlan | ClassesPlan

export interface ColumnsPlan extends AnyTablePlan {
  readonly kind: 'columns'
  readonly search: SearchRecord
}

export interface ClassesPlan extends AnyTablePlan {
  readonly kind: 'classes'
  readonly search: ClassesSearchRecord
}

/** What every plan has, whatever it is about. */
export interface AnyPlan {
  /** Name of the job file, for people. */
  readonly name: string
  /** What the release is for, in the job's words. */
  readonly purpose?: string | undefined
  /** The job that the plan was made of, with what the command line says otherwise; `base` is where its paths start. */
  readonly asked?: { readonly job: Job; readonly base: string } | undefined
  readonly source: SourceRequest
  readonly missingValues: readonly string[]
  readonly unlisted: 'keep' | 'drop' | 'fail'
  /** What to do about columns that nobody named, where no job file says it. */
  readonly unlistedRemedy?: string
  readonly columns: readonly PlannedColumn[]
  /** The largest share of rows, or of distinct items, that may be suppressed. */
  readonly suppressionLimit: number
  /** Of the search, as given; it fills in what is not said. */
  readonly options: OptionValues
  readonly seed: number
  /** Work that the search may do, in units of `search/work.ts`. */
  readonly workLimit?: number | undefined
  /** Seconds that the search may take. */
  readonly timeLimit?: number | undefined
  /** Combinations that are counted; numbers are cut into bins above it. Of baskets in a database: a sample is taken above it. */
  readonly mostCombinations?: number | undefined
  readonly output: PlannedOutput
  readonly arrangement: Arrangement
  /** Files that the job reads besides its data, and the job itself: never an output. */
  readonly inputs: readonly string[]
}

interface AnyTablePlan extends AnyPlan {
  readonly missing: 'drop' | 'category' | 'fail'
  /** The column that says whose row it is, where persons are counted. */
  readonly persons?: string | undefined
  /** The rule book that the release is looked at by. */
  readonly preset?: string | undefined
  /** How many people the rows were drawn from, or the register that they are in. */
  readonly people?: number | undefined
  readonly register?: SourceRequest | undefined
  readonly requirements: readonly Requirement[]
  readonly suppressedRows: 'mask' | 'drop'
  readonly suppressedGroup: 'exempt' | 'enforce'
  readonly goal: GoalRequest
  /** The loss and the unevenness that are accepted, for a goal of achievement. */
  readonly preference?: Preference | undefined
  /** The queries of ARE; without them it is not shown. */
  readonly workload?: PlannedQueries | undefined
  /** Search on a random sample of so many rows, and apply to all. */
  readonly sample?: number
  /** The file of the trail that the recoding is taken from instead of searching. */
  readonly fromTrail?: string
}

/** Queries of a file, or how to draw some. */
export type PlannedQueries =
  | { readonly file: string; readonly queries: readonly NamedQuery[] }
  | { readonly draw: TableWorkloadOptions }

export interface PlannedColumn {
  readonly name: string
  readonly role: Role
  /** Of quasi-identifiers. */
  readonly hierarchy?: HierarchySpecification | HierarchyMaker
  /** The hierarchy in the job's words, for people. */
  readonly hierarchyText: string
  readonly weight: number
  readonly type?: JobColumn['type']
  /** Of sensitive columns: what distances between values go by. */
  readonly order?: readonly string[]
  readonly taxonomy?: TaxonomyNode
  /** Released as a keyed function of what it holds: a pseudonym, or a shifted date. */
  readonly keyed?: PlannedKeyed | undefined
  /** The table may do without it. */
  readonly optional?: boolean
  /** Numeric groups say the median of their released values. */
  readonly median?: boolean | undefined
  /** What numeric groups say, as an earlier release said it. */
  readonly labels?: readonly string[] | undefined
  /** What an earlier release said of each numeric group; labels go on covering it. */
  readonly shown?: readonly (readonly [number, number] | null)[]
  /** Values that labels of an earlier release name; labels go on naming them. */
  readonly shownValues?: ReadonlySet<string>
}

/** Settings that stand on the command line instead of in the job file. */
export interface PlanOverrides {
  readonly seed?: number
  readonly k?: number
  readonly release?: string
  /** As people write it: 60s, 5m. */
  readonly timeLimit?: string
}

/** What is planned in the same way, whatever a job is about. */
export function sharedPlan(job: Job, base: string, name: string, overrides: PlanOverrides) {
  const { purpose, limits } = job
  return {
    name,
    purpose,
    seed: overrides.seed ?? job.seed ?? 1,
    // A time on the command line asks for the clock to decide.
    workLimit: overrides.timeLimit === undefined ? limits?.work : undefined,
    timeLimit: planTimeLimit(limits, overrides),
    mostCombinations: limits?.combinations,
    inputs: planInputs(job, base, name),
  }
}

/** Seconds that a search may take, by the command line or the job. */
function planTimeLimit(limits: Job['limits'], { timeLimit }: PlanOverrides): number | undefined {
  if (timeLimit !== undefined) return readDuration(timeLimit, '--time-limit')
  return limits?.time === undefined ? undefined : readDuration(limits.time, 'limits.time')
}

export function makeTablePlan(job: Job, base: string, name: string, overrides: PlanOverrides = {}): TablePlan {
  refuseItems(job, name)
  const { algorithm = usualSearch.name, goal = 'general' } = job
  const {
    name: searchName,
    sample,
    ...given
  } = typeof algorithm === 'string' ? { name: algorithm, sample: undefined } : algorithm
  const search = findTableSearch(searchName)
  if (insteadOf(search) !== undefined && sample !== undefined)
    throw userError('together', 'algorithm.sample')`algorithm ${search.name} works on all rows; remove the key sample`
  const named = Object.entries(job.columns).map(([column, settings]) =>
    within(`columns.${column}`, () => ({
      ...planColumn(column, settings, base, search),
      ...keyedOf(column, job, base),
    })),
  )
  const persons = planPersons(job, search, sample)
  // Whoever is named as the person and has no role stays out of the release.
  const columns =
    persons === undefined || named.some((column) => column.name === persons)
      ? named
      : [...named, { name: persons, role: 'identifier' as const, hierarchyText: '', weight: 1 }]
  const quasiIdentifiers = columns.filter((column) => column.role === 'quasi-identifier').length
  if (quasiIdentifiers > MOST_QUASI_IDENTIFIERS)
    throw new UserError(
      `${name} has ${quasiIdentifiers} quasi-identifiers, and a job may have ${MOST_QUASI_IDENTIFIERS}; nobody knows so much of a person, and no class would be left: give those that others can know`,
      { path: 'columns', rule: 'value' },
    )
  if (quasiIdentifiers === 0) {
    throw new UserError(
      `${name} has no quasi-identifier; give at least one column role: quasi-identifier, or there is nothing to generalize`,
      { path: 'columns', rule: 'present' },
    )
  }
  // Checked here, filled in by the search: its presets must know what was said and what was not.
  readOptions(`algorithm ${search.name}`, search.options, given)
  within('goal', () => void goalTerms(goal), 'known')
  const shared = sharedPlan(job, base, name, overrides)
  return searchedBy(search, {
    ...shared,
    source: planSource(job.data, base, job.columns),
    missing: job.data.missing ?? 'fail',
    missingValues: job.data['missing-values'] ?? ['?', ''],
    unlisted: job.data.unlisted ?? 'fail',
    columns,
    persons,
    requirements: refuseOfRelease(planRequirements(job, name, overrides, columns, persons), search),
    ...planPopulation(job, base, search),
    preset: refuseRuleBook(job.privacy.preset, search),
    suppressionLimit: job.privacy['suppression-limit'] ?? 1,
    suppressedRows: job.privacy['suppressed-rows'] ?? 'mask',
    suppressedGroup: job.privacy['suppressed-group'] ?? 'exempt',
    goal,
    preference: planPreference(job, goal),
    workload: planWorkload(job, name, base, columns, shared.seed),
    options: given,
    sample,
    arrangement: planArrangement(job.output, job.columns),
    // A sample's trail tells the class sizes of the sample: no k can be read off.
    output: checkedOutput(
      planOutput(job.output, base, overrides, [
        search.kind,
        ...(search.leavesTrail === true && sample === undefined ? (['trail'] as const) : []),
        ...(search.leavesFront === true ? (['front'] as const) : []),
      ]),
    ),
  })
}

function searchedBy(search: TableSearchRecord, plan: AnyTablePlan): TablePlan {
  return { ...plan, kind: search.kind, search } as TablePlan
}

/** Who is there instead of a search that decides class by class, where only groups of columns will do. */
function insteadOf(search: TableSearchRecord): string | undefined {
  return groupsColumns(search) ? undefined : `take ${columnSearches()}`
}

/** The column of persons, and who cannot count them. */
function planPersons(
  { persons, columns }: Job,
  search: TableSearchRecord,
  sample: number | undefined,
): string | undefined {
  if (persons === undefined) return undefined
  const role = columns[persons.column]?.role
  const refusal =
    role !== undefined && !['identifier', 'pseudonym', 'other'].includes(role)
      ? `persons.column names "${persons.column}", whose role is ${role}; the column that says whose row it is has role identifier (or pseudonym or other, to release it)`
      : insteadOf(search) !== undefined
        ? `algorithm ${search.name} decides for each row by itself and counts rows, not persons; ${insteadOf(search)}, or remove the key persons`
        : sample === undefined
          ? undefined
          : 'a sample of rows does not have all rows of its persons; remove the key sample, or the key persons'
  if (refusal !== undefined) throw new UserError(refusal, { path: 'persons.column', rule: 'together' })
  return persons.column
}

/** Each costs the engine an expression in every statement, and a search a dimension. */
const MOST_QUASI_IDENTIFIERS = 400

/** Keys that only jobs about baskets have: they would do nothing here. */
function refuseItems(job: Job, name: string): void {
  const stray = [
    ...itemRequirements.flatMap(({ job: { key } }) => (key in job.privacy ? [`privacy.${key}`] : [])),
    ...(['constraints', 'estimator'] as const).flatMap((key) =>
      job.utility?.[key] === undefined ? [] : [`utility.${key}`],
    ),
    ...(job.data['empty-baskets'] === undefined ? [] : ['data.empty-baskets']),
  ][0]
  if (stray !== undefined) {
    throw new UserError(
      `${name} has ${stray}, which is for baskets of items, but no column has role items; give one that role, or set data.format: transactions, or remove the key`,
      { path: stray, rule: 'together' },
    )
  }
}

/** Keys of a column that only items have. */
const itemKeys: readonly string[] = ['separator', 'per', 'fan-out']

function planColumn(name: string, settings: JobColumn, base: string, search: TableSearchRecord): PlannedColumn {
  const { role, taxonomy, type, weight = 1 } = settings
  const planned = { name, role, weight, type }
  if (role !== 'quasi-identifier') {
    // Distances between sensitive values go by their order or tree.
    const strange = role === 'sensitive' ? [] : (['order', 'taxonomy'] as const)
    const stray = (
      [...strange, 'endpoints', 'domain', 'levels', 'shows', 'weight', 'separator', 'per', 'fan-out'] as const
    ).find((key) => settings[key] !== undefined)
    if (stray !== undefined) {
      throw new UserError(
        `column "${name}" has ${stray}, which only ${itemKeys.includes(stray) ? 'an items column' : 'a quasi-identifier'} has, but its role is ${role}; remove it, or change the role`,
        { path: `columns.${name}`, rule: 'together' },
      )
    }
    const root = taxonomyOf(name, taxonomy, base)
    return { ...planned, hierarchyText: '', order: settings.order?.map(String), taxonomy: root }
  }
  const plain = type === 'category' && taxonomy === undefined && settings.order === undefined
  if (plain && search.withoutHierarchies) {
    return { ...planned, hierarchy: plainCategories(name), hierarchyText: 'categories as they are' }
  }
  const root = taxonomyOf(name, taxonomy, base)
  return {
    ...planned,
    hierarchy: hierarchySpecification(name, settings, root),
    hierarchyText: hierarchyText(settings),
    median: showsMedian(name, settings, search),
  }
}

/** One number for a whole class cannot be read as what the class shows: only groups of a column have a representative. */
function showsMedian(name: string, { shows, type }: JobColumn, search: TableSearchRecord): true | undefined {
  if (shows !== 'median') return undefined
  const refusal =
    type !== 'numeric'
      ? 'which needs type: numeric'
      : insteadOf(search) !== undefined
        ? `and algorithm ${search.name} gives each class an interval of its own; ${insteadOf(search)}`
        : undefined
  if (refusal === undefined) return true
  throw userError('together', `columns.${name}.shows`)`column "${name}" shows the median, ${refusal}`
}

/** How the column is keyed, where it is. */
export function keyedOf(
  column: string,
  { columns }: Job,
  base: string,
): Partial<Pick<PlannedColumn, 'keyed' | 'hierarchyText'>> {
  const keyed = planKeyed(column, columns, base)
  return keyed === undefined ? {} : { keyed, hierarchyText: keyedText(keyed) }
}

export function taxonomyOf(column: string, file: string | undefined, base: string): TaxonomyNode | undefined {
  if (file === undefined) return undefined
  return within(`columns.${column}.taxonomy`, () =>
    readUsableTaxonomy(readText(resolve(base, file), file, `taxonomy of column "${column}"`), file, column),
  )
}

/** A preference and a goal that asks for one go together. */
function planPreference({ preference }: Job, goal: GoalRequest): Preference | undefined {
  const asked = goalTerms(goal).some(({ metric }) => findMetric(metric).needs === 'preference')
  if (asked && preference === undefined) {
    throw new UserError('goal: preference needs to know what is accepted; add preference: { NWP: 0.2, NECD: 1.0 }', {
      path: 'goal',
      rule: 'present',
    })
  }
  if (!asked && preference !== undefined) {
    throw new UserError(
      `preference is for goal: preference, but the goal is ${JSON.stringify(goal)}; change the goal, or remove the key preference`,
      { path: 'preference', rule: 'together' },
    )
  }
  return preference
}

/** Queries of ARE where the job says no more. */
const DEFAULT_QUERIES = { count: 1000, columns: 2, share: 0.1, target: false } as const

function planWorkload(
  { utility, output }: Job,
  name: string,
  base: string,
  columns: readonly PlannedColumn[],
  seed: number,
): PlannedQueries | undefined {
  const asked = utility?.workload
  if (asked === undefined) {
    if (output.workload === undefined) return undefined
    throw notTogether`${name} has output.workload but no queries to save there; add utility: { workload: { count: 1000 } }, or remove the key`
  }
  if (typeof asked === 'string') {
    if (output.workload !== undefined && resolve(base, output.workload) === resolve(base, asked))
      throw notTogether`output.workload would overwrite the queries of utility.workload, "${asked}"; name another file`
    const read = () => plannedQueries(readText(resolve(base, asked), asked, 'workload'), asked, columns)
    return within('utility.workload', read)
  }
  const stray = (['size', 'frequency', 'draw'] as const).find((key) => asked[key] !== undefined)
  if (stray !== undefined || asked.count === 'all') {
    throw new UserError(
      `utility.workload.${stray ?? 'count: all'} is for baskets of items, but no column has role items; queries on tables have count (a number), columns, share, target and seed`,
      { path: `utility.workload.${stray ?? 'count'}`, rule: 'together' },
    )
  }
  const there = columns.filter(({ role }) => role === 'quasi-identifier').length
  const { count = DEFAULT_QUERIES.count, share = DEFAULT_QUERIES.share, target = DEFAULT_QUERIES.target } = asked
  const { columns: perQuery = Math.min(there, DEFAULT_QUERIES.columns) } = asked
  if (perQuery > there) {
    throw new UserError(
      `utility.workload.columns must be at most the number of quasi-identifiers, ${there}; got ${perQuery}`,
      { path: 'utility.workload.columns', rule: 'value' },
    )
  }
  return { draw: { count, columns: perQuery, share, target, seed: asked.seed ?? seed } }
}

/** The queries of a text. Columns are known before the data is opened, values are not. */
export function plannedQueries(text: string, file: string, columns: readonly PlannedColumn[]): PlannedQueries {
  const queries = parseQueries(text)
  if (queries.length === 0)
    throw wrongValue`the workload "${file}" has no query; give at least one line, such as age 30..39`
  const known = columns.filter(({ role }) => askable.includes(role)).map((column) => column.name)
  for (const { place, conditions } of queries) {
    const stranger = conditions.find(({ column }) => !known.includes(column))?.column
    if (stranger === undefined) continue
    const role = columns.find((column) => column.name === stranger)?.role
    const why = role === undefined ? 'that the job does not have' : `of role ${role}`
    throw wrongValue`${place} ("${file}") names a column "${stranger}" ${why}${didYouMean(stranger, known) || `; queries may name ${known.join(', ')}`}`
  }
  return { file, queries }
}

/** Roles of columns that a query may name. */
const askable: readonly Role[] = ['quasi-identifier', 'target', 'sensitive']

function hierarchyText(column: JobColumn): string {
  return column.shows === 'median' ? `${hierarchyWords(column)}, shown as medians` : hierarchyWords(column)
}

function hierarchyWords({ type, endpoints, order, taxonomy }: JobColumn): string {
  if (taxonomy !== undefined) return `taxonomy ${basename(taxonomy)}`
  if (order !== undefined) return `order of ${order.length} values`
  if (type !== 'numeric' || endpoints === undefined || endpoints === 'all')
    return type === 'numeric' ? 'numeric, an endpoint between every two values' : `${type}`
  if (typeof endpoints === 'number') return `numeric, ${endpoints} quantile endpoints`
  if (Array.isArray(endpoints)) return `numeric, ${endpoints.length} endpoints`
  return 'target' in endpoints
    ? `numeric, endpoints by ${endpoints.target}`
    : `numeric, endpoints every ${endpoints.width}`
}

function numericColumns(columns: Job['columns']): string[] {
  return Object.entries(columns).flatMap(([name, { type }]) => (type === 'numeric' ? [name] : []))
}

export function planSource(data: Job['data'], base: string, jobColumns: Job['columns'] = {}): SourceRequest {
  const { source, table, query, path, key, format, sheet, header, delimiter, quote, skip, encoding, decimal } = data
  const numbers = decimal === undefined ? undefined : { decimal, columns: numericColumns(jobColumns) }
  return { numbers, source, base, table, query, path, key, format, sheet, header, delimiter, quote, skip, encoding }
}

function planRequirements(
  { privacy, population: people }: Job,
  name: string,
  { k: override }: PlanOverrides,
  columns: readonly PlannedColumn[],
  persons: string | undefined,
): readonly Requirement[] {
  const listed = (privacy.requirements ?? []).flatMap((entry) => Object.entries(entry))
  // A key of its own may have several: one for each sensitive column.
  const keys = allRequirements.flatMap(({ name: key }): [string, unknown][] =>
    [privacy[key] ?? []].flat().map((value) => [key, value]),
  )
  const requirements = [
    ...(privacy.k === undefined ? [] : [makeRequirement(kAnonymity.name, privacy.k, [], persons)]),
    ...[...listed, ...keys].map(([requirement, value]) =>
      makeRequirement(
        requirement,
        withPeople(requirement, value, people && 'size' in people ? people.size : undefined),
        columns,
        persons,
      ),
    ),
  ]
  const lost = requirements.find(({ ofRegister }) => ofRegister)
  if (lost !== undefined && (people === undefined || 'size' in people))
    throw new UserError(
      `requirement ${lost.name} counts people of the population, and ${name} does not say where they are; add population: { source: register.csv }${lost.name === kMap.name ? ', or their number: population: { size: 67000000 }' : ''}`,
      { path: 'population', rule: 'present' },
    )
  const asked = withPreset(withK(requirements, override), privacy.preset, persons)
  if (asked.length === 0)
    throw userError('present', 'privacy.k')`${name} asks for no privacy; add privacy.k, for example k: 10`
  return asked
}

/** The people of whom the rows are a sample: their number, or a register of them. */
function planPopulation(
  { population, data, columns }: Job,
  base: string,
  search: TableSearchRecord,
): Pick<TablePlan, 'people' | 'register'> {
  if (population === undefined || 'size' in population) return { people: population?.size }
  const refusal = isDatabase(population.source)
    ? 'population.source must be a file, such as register.csv; export the table of the database'
    : isDatabase(data.source)
      ? 'a register in a file and data in a database cannot be counted together; export the data to a file, or give population: { size }'
      : insteadOf(search) !== undefined
        ? `algorithm ${search.name} gives classes ranges that overlap, so that it is not said whom of the register a class looks like; ${insteadOf(search)}, or give population: { size }`
        : undefined
  if (refusal !== undefined) throw new UserError(refusal, { path: 'population.source', rule: 'together' })
  const median = Object.entries(columns).find(([, { shows }]) => shows === 'median')?.[0]
  if (median !== undefined) {
    throw new UserError(
      `column "${median}" shows the median, so that it is not said whom of the register a class looks like; let it show the interval, or give population: { size }`,
      { path: `columns.${median}.shows`, rule: 'together' },
    )
  }
  return { register: planSource({ ...population, decimal: data.decimal }, base, columns) }
}

/** What a rule book forbids to show is forbidden to groupings of columns; ranges of single classes are not looked at one by one. */
function refuseRuleBook(name: string | undefined, search: TableSearchRecord): string | undefined {
  if (insteadOf(search) === undefined || name === undefined || findPreset(name)?.allows === undefined) return name
  throw notTogetherAlgorithm`preset ${name} forbids values to be shown, and algorithm ${search.name} decides class by class what is shown; ${insteadOf(search)}`
}

/** A search that decides class by class cannot meet what is asked of all classes together. */
function refuseOfRelease(requirements: readonly Requirement[], search: TableSearchRecord): readonly Requirement[] {
  const asked = requirements.find(({ ofRelease }) => ofRelease)
  if (insteadOf(search) === undefined || asked === undefined) return requirements
  throw notTogetherAlgorithm`algorithm ${search.name} decides class by class, and ${asked.name} is about all classes together; ${insteadOf(search)}`
}

/** The k of a rule book, where it has one; a smaller one would break its rule. */
function withPreset(
  requirements: readonly Requirement[],
  name: string | undefined,
  persons: string | undefined,
): readonly Requirement[] {
  const preset = name === undefined ? undefined : findPreset(name)
  if (preset?.k === undefined) return requirements
  const own = requirements.find((one) => one.name === kAnonymity.name)
  if (own === undefined) return [makeRequirement(kAnonymity.name, preset.k, [], persons), ...requirements]
  if (own.minimumSize >= preset.k) return requirements
  throw new UserError(
    `preset ${preset.name} asks for k of at least ${preset.k} (${preset.why}); got ${own.minimumSize}: raise k, or remove it`,
    { path: 'privacy.k', rule: 'together' },
  )
}

/** k-map is about the people of the job, where it does not say others. */
function withPeople(requirement: string, value: unknown, people: number | undefined): unknown {
  if (requirement !== kMap.name || people === undefined) return value
  return { population: people, ...(typeof value === 'object' ? value : { k: value }) }
}

function checkedOutput(output: PlannedOutput): PlannedOutput {
  if (insideOf(output) === undefined) sinkOf(output.release, '')
  if (output.tidy !== undefined) sinkOf(output.tidy, '', 'output.tidy')
  return output
}

/** Where the outputs of a job go: where it says, else beside the release. `leaves` says what the search leaves. */
export function planOutput(
  asked: Job['output'],
  base: string,
  overrides: PlanOverrides,
  leaves: readonly OutputRecord['when'][] = [],
): PlannedOutput {
  const release = overrides.release ?? resolve(base, asked.release ?? fileNameOf(insideOf(asked) ?? ''))
  const names = OUTPUT_NAMES.filter((name) => ['always', ...leaves].includes(OUTPUTS[name].when))
  const { delimiter: _d, quote: _q, encoding: _e, 'line-end': _l, decimal: _m, ...paths } = asked
  const { release: file, table: asTable, path: asPath, order: _order, 'spreadsheet-safe': _safe, ...named } = paths
  // A file that the command line names comes instead of the table.
  const inside = overrides.release === undefined ? { table: asTable, path: asPath } : {}
  const places = Object.entries({ release: overrides.release ?? file, ...inside }).flatMap(([key, place]) =>
    place === undefined ? [] : [`output.${key}`],
  )
  if (places.length > 1)
    throw userError('together', places[1])`${places.join(' and ')} are two places for one release; remove one of them`
  const files = Object.entries(named).flatMap(([name, file]) =>
    file === undefined ? [] : [[name, resolve(base, file)]],
  )
  const output: PlannedOutput = { ...filesBeside(release, names), ...Object.fromEntries(files), ...inside }
  // The table of a recoding stands beside it.
  return output.recodingTable === undefined
    ? output
    : { ...output, recodingTable: `${output.recoding.replace(/\.json$/i, '')}.csv` }
}

/** Files beside a table are called after it, and those of a folder after its last part. */
function fileNameOf(inside: string): string {
  return inside.replace(/^.*[/\\](?=.)/s, '').replaceAll(/[^\p{L}\p{N}_.-]+/gu, '-')
}

/** Every file that a job reads besides its data, and itself. */
function planInputs(job: Job, base: string, name: string): string[] {
  const beside = jobFiles(job).filter(({ key }) => !key.startsWith('data.source'))
  return [name, ...beside.map(({ file }) => file)].map((file) => resolve(base, file))
}

const LINE_ENDS = { lf: '\n', crlf: '\r\n' } as const

/** How a delimited release is written, where the job says anything of it. */
function planForm(
  { release, delimiter, quote, encoding, 'line-end': lineEnd, decimal }: Job['output'],
  numeric: readonly string[],
): Arrangement['form'] {
  const asked = { delimiter, quote, encoding, 'line-end': lineEnd, decimal }
  const key = (Object.keys(asked) as (keyof typeof asked)[]).find((name) => asked[name] !== undefined)
  if (key === undefined) return undefined
  if (!/\.(csv|tsv|tab|txt)(\.gz)?$/i.test(release ?? '')) {
    throw new UserError(
      `output.${key} is for delimited text, but the release is "${release ?? 'a table'}"; let it end in .csv, or remove the key`,
      { path: `output.${key}`, rule: 'together' },
    )
  }
  if (delimiter !== undefined && delimiter === (quote ?? '"'))
    throw userError('together', 'output.delimiter')`output.delimiter and output.quote must differ; change one of them`
  const decimalComma = decimal === ',' ? numeric : undefined
  return { delimiter, quote, encoding, lineEnd: lineEnd && LINE_ENDS[lineEnd], decimalComma }
}

/** `columns`: those of the job, of which numeric ones are written with the decimal mark that it asks for. */
export function planArrangement(output: Job['output'], columns: Job['columns'] = {}): Arrangement {
  const { order, 'spreadsheet-safe': spreadsheetSafe } = output
  return {
    form: planForm(output, numericColumns(columns)),
    order: order ?? DEFAULT_ARRANGEMENT.order,
    spreadsheetSafe: spreadsheetSafe ?? DEFAULT_ARRANGEMENT.spreadsheetSafe,
  }
}

export function readText(path: string, named: string, what: string): string {
  try {
    return readSmallFile(path, `the ${what} "${named}"`)
  } catch (error) {
    if (error instanceof UserError) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new UserError(`no such ${what}: "${named}" (looked for ${path})`, { rule: 'file' })
    if (code === 'EISDIR') throw new UserError(`the ${what} "${named}" is a folder; name a file`, { rule: 'file' })
    throw new UserError(`the ${what} "${named}" cannot be read (${code})`, { rule: 'file' })
  }
}

/** The plan's columns of a role. */
export function columnsOf(plan: Pick<TablePlan, 'columns'>, role: Role): readonly PlannedColumn[] {
  return plan.columns.filter((column) => column.role === role)
}

/** Columns whose values point at a person by themselves, released or not. */
export function identifying({ columns }: Pick<TablePlan, 'columns'>): string[] {
  return columns.flatMap(({ name, role }) => (role === 'identifier' || role === 'pseudonym' ? [name] : []))
}

/** What the pseudonyms of a release look like. */
export function pseudonymShapes({ columns }: Pick<TablePlan, 'columns'>): PseudonymShape[] {
  return columns.flatMap(({ name, keyed }) =>
    keyed?.kind === 'pseudonym' ? [{ column: name, format: keyed.format, length: keyed.length }] : [],
  )
}

/** Refuses columns that the file lacks, and says what happens to columns the job does not name. */
export function matchColumns(
  plan: Pick<TablePlan, 'name' | 'columns' | 'unlisted' | 'unlistedRemedy'>,
  present: readonly string[],
  file: string,
): { readonly released: readonly string[]; readonly unlisted: readonly string[] } {
  for (const { name, optional = false } of plan.columns) {
    if (!optional && !present.includes(name)) {
      throw new UserError(
        `${plan.name} names a column "${name}" that ${file} does not have${didYouMean(name, present) || `; it has ${listedNames(present)}`}`,
        { path: `columns.${name}`, rule: 'known' },
      )
    }
  }
  const roles = new Map(plan.columns.map((column) => [column.name, column.role]))
  const unlisted = present.filter((name) => !roles.has(name))
  if (unlisted.length > 0 && plan.unlisted === 'fail') {
    const remedy = `name each under columns, for example "${unlisted[0]}: { role: identifier }" to leave it out or "role: other" to release it as it is, or set data.unlisted: drop`
    throw new UserError(
      `${file} has columns that ${plan.name} does not name: ${listedNames(unlisted)}; ${plan.unlistedRemedy ?? remedy}`,
      { path: 'data.unlisted', rule: 'data' },
    )
  }
  const released = present.filter((name) => {
    const role = roles.get(name)
    return role === undefined ? plan.unlisted === 'keep' : role !== 'identifier'
  })
  return { released, unlisted }
}
