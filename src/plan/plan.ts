/** A plan: a job with absolute paths, file contents and records in place of names. */
import type { EmptyBaskets } from '../baskets/baskets.ts'
import type { HierarchyMaker } from '../frequency/counted-table.ts'
import { didYouMean, listedNames, type UserError, userError } from '../ground/errors.ts'
import { prose } from '../ground/format.ts'
import type { OptionValues } from '../ground/options.ts'
import type { Coarsening } from '../hierarchy/coarsen.ts'
import type { ShownValue } from '../hierarchy/hierarchy.ts'
import type { HierarchySpecification } from '../hierarchy/specification.ts'
import type { TaxonomyNode } from '../hierarchy/taxonomy/taxonomy.ts'
import type { Estimator } from '../metrics/items/item-metric.ts'
import type { Preference } from '../metrics/metric.ts'
import type { WorkloadOptions } from '../metrics/workload/generate-workload.ts'
import type { TableWorkloadOptions } from '../metrics/workload/table-generate.ts'
import type { NamedQuery } from '../metrics/workload/table-query-text.ts'
import type { PlannedKeyed } from '../pseudonyms/plan-keyed.ts'
import type { Arrangement } from '../release/arrange.ts'
import { type AskedOfItems, promisesOfItems } from '../requirements/items/index.ts'
import type { ItemRequirementRecord } from '../requirements/items/item-requirement.ts'
import { type Requirement, type RequirementColumn, smallestAllowedClass } from '../requirements/requirement.ts'
import type { ClassesSearchRecord } from '../search/classes-search.ts'
import type { GoalRequest } from '../search/goal.ts'
import type { ItemSearchRecord } from '../search/items-search.ts'
import type { SearchRecord } from '../search/search.ts'
import type { SourceRequest } from '../sources/table.ts'
import type { About } from '../table/about.ts'
import type { Role } from '../table/column.ts'
import type { Job, JobColumn } from '../table/job-schema.ts'
import type { PseudonymShape } from '../verification/coarsened.ts'
import type { PlannedOutput } from './outputs.ts'

export interface PlannedHistory {
  /** Absolute. */
  readonly ledger: string
  readonly person: string
  /** The key file, absolute and as the job names it. */
  readonly key: string
  readonly named: string
  readonly classSize?: number | undefined
  readonly waitingLimit: number
  readonly waitAtMost: number
  readonly leavers: 'stay' | 'go'
  readonly sameValues: boolean
  readonly acceptedBy?: string | undefined
  /** Identifiers of people who must not be in the next release. */
  readonly erase: readonly string[]
}

export interface ItemsPlan extends AnyPlan {
  readonly kind: 'items'
  readonly form: 'lines' | 'cells' | 'pairs'
  readonly items: PlannedItems
  readonly emptyBaskets: EmptyBaskets
  readonly requirement: PlannedItemRequirement
  readonly utility?: { readonly file: string; readonly text: string } | { readonly depth: number }
  readonly workload: { readonly file: string; readonly text: string } | WorkloadOptions
  readonly estimator: Estimator
  readonly goal: string
  readonly search: ItemSearchRecord
}

export interface PlannedItemRequirement {
  readonly record: ItemRequirementRecord
  readonly options: OptionValues
  readonly text?: string
}

/** Gives each class of rows a decision of its own. */
export type AnyClassesPlan = ClassesPlan | MixedPlan

export type TablePlan = ColumnsPlan | AnyClassesPlan

export interface ColumnsPlan extends AnyTablePlan {
  readonly kind: 'columns'
  readonly search: SearchRecord
}

export interface ClassesPlan extends AnyTablePlan {
  readonly kind: 'classes'
  readonly search: ClassesSearchRecord
}

/** A table whose rows also have items: (k, k^m)-anonymity. */
export interface MixedPlan extends AnyTablePlan {
  readonly kind: 'mixed'
  readonly search: ClassesSearchRecord
  readonly items: PlannedItems
  readonly m: number
}

export interface PlannedItems {
  readonly column: string
  /** As the job has it. */
  readonly separator?: string
  readonly per?: string
  readonly tree?: TaxonomyNode
  readonly fanOut: number
  /** Items of new people that the tree of a recoding does not have: left out, or refused. */
  readonly unseen?: 'suppress' | 'fail'
}

export interface AnyPlan {
  readonly name: string
  readonly purpose?: string | undefined
  /** The job with command-line overrides; `base` is the folder of its relative paths. */
  readonly asked?: { readonly job: Job; readonly base: string } | undefined
  readonly source: SourceRequest
  readonly missingValues: readonly string[]
  readonly unlisted: 'keep' | 'drop' | 'fail'
  readonly unlistedRemedy?: string
  readonly columns: readonly PlannedColumn[]
  /** The largest share of rows, or of distinct items, that may be suppressed. */
  readonly suppressionLimit: number
  readonly options: OptionValues
  readonly seed: number
  /** In units of `search/work.ts`. */
  readonly workLimit?: number | undefined
  /** Seconds. */
  readonly timeLimit?: number | undefined
  /** Above this many combinations, numbers are binned, and baskets in a database are sampled. */
  readonly mostCombinations?: number | undefined
  readonly output: PlannedOutput
  readonly arrangement: Arrangement
  /** The job file and other files it reads besides the data: never an output. */
  readonly inputs: readonly string[]
}

export interface AnyTablePlan extends AnyPlan, Omit<AskedOfItems, 'constraints'> {
  readonly attack?: PlannedAttack | undefined
  readonly history?: PlannedHistory | undefined
  readonly items?: PlannedItems
  /** Item sets an attacker may know, instead of all sets of up to m items, and items that may be grouped. */
  readonly constraints?: PlannedItemRequirement | undefined
  readonly utility?: ItemsPlan['utility']
  readonly missing: 'drop' | 'category' | 'fail'
  readonly persons?: string | undefined
  readonly preset?: string | undefined
  readonly people?: number | undefined
  readonly register?: SourceRequest | undefined
  readonly requirements: readonly Requirement[]
  /** The largest share of people whom columns that are not recoded may single out; no limit when absent. */
  readonly exposureLimit?: number | undefined
  readonly acceptedExposure?: Job['exposure']
  readonly suppressedRows: 'mask' | 'drop'
  readonly suppressedGroup: 'exempt' | 'enforce'
  /** Suppressed rows that do not meet the requirements as a class of their own are left out instead of masked. */
  readonly leavesSmallGroupOut?: boolean | undefined
  readonly goal: GoalRequest
  /** Accepted loss and unevenness, for a goal of achievement. */
  readonly preference?: Preference | undefined
  readonly workload?: PlannedQueries | undefined
  /** File of a trail to take the recoding from instead of searching. */
  readonly fromTrail?: string
}

export interface PlannedAttack {
  /** People of the same population who are not in the data. */
  readonly control?: SourceRequest | undefined
  readonly share?: number | undefined
  readonly targets: number
  /** Columns that attackers know and want; by default from the roles of the job. */
  readonly known?: readonly string[] | undefined
  readonly secret?: readonly string[] | undefined
  /** The highest residual risk that passes. */
  readonly fail?: number | undefined
}

export type PlannedQueries =
  | { readonly file: string; readonly queries: readonly NamedQuery[] }
  | { readonly draw: TableWorkloadOptions }

export interface PlannedColumn extends Pick<RequirementColumn, 'name' | 'role' | 'order' | 'taxonomy'> {
  readonly hierarchy?: HierarchySpecification | HierarchyMaker
  readonly hierarchyText: string
  readonly weight: number
  readonly type?: JobColumn['type']
  /** Released as a keyed function of the value: a pseudonym, or a shifted date. */
  readonly keyed?: PlannedKeyed | undefined
  /** How released values are made coarser, for columns that are not recoded. */
  readonly coarsening?: Coarsening | undefined
  readonly optional?: boolean
  readonly median?: boolean | undefined
  /** The value that each class shows in place of its range, in a search over classes. */
  readonly shows?: ShownValue | undefined
  readonly labels?: readonly string[] | undefined
  /** Ranges of numeric groups in an earlier release; labels must cover them. */
  readonly shown?: readonly (readonly [number, number] | null)[]
  /** Values named by labels of an earlier release; labels must keep them. */
  readonly shownValues?: ReadonlySet<string>
}

export interface PlanOverrides {
  readonly seed?: number
  readonly k?: number
  readonly release?: string
  readonly timeLimit?: string
}

export function columnsInRole(plan: Pick<TablePlan, 'columns'>, role: Role): readonly PlannedColumn[] {
  return plan.columns.filter((column) => column.role === role)
}

/** Columns whose values identify a person, released or not. */
export function identifying({ columns }: Pick<TablePlan, 'columns'>): string[] {
  return columns.flatMap(({ name, role }) => (role === 'identifier' || role === 'pseudonym' ? [name] : []))
}

export function pseudonymShapes({ columns }: Pick<TablePlan, 'columns'>): PseudonymShape[] {
  return columns.flatMap(({ name, keyed }) =>
    keyed?.kind === 'pseudonym' ? [{ column: name, format: keyed.format, length: keyed.length }] : [],
  )
}

/** Refuses missing columns, and decides about columns that the job does not name. */
export function matchColumns(
  plan: Pick<TablePlan, 'name' | 'columns' | 'unlisted' | 'unlistedRemedy'>,
  present: readonly string[],
  file: string,
): { readonly released: readonly string[]; readonly unlisted: readonly string[] } {
  for (const { name, optional = false } of plan.columns) {
    if (!optional && !present.includes(name))
      throw userError('known', `columns.${name}`)`${plan.name} names a column "${name}" that ${file} does not
        have${didYouMean(name, present) || `; it has ${listedNames(present)}`}`
  }
  const roles = new Map(plan.columns.map((column) => [column.name, column.role]))
  const unlisted = present.filter((name) => !roles.has(name))
  if (unlisted.length > 0 && plan.unlisted === 'fail') {
    const remedy = prose`name each under columns, for example "${unlisted[0]}: { role: identifier }" to leave it out or
      "role: other" to release it as it is, or set data.unlisted: drop`
    throw userError('data', 'data.unlisted')`${file} has columns that ${plan.name} does not name:
      ${listedNames(unlisted)}; ${plan.unlistedRemedy ?? remedy}`
  }
  const released = present.filter((name) => {
    const role = roles.get(name)
    return role === undefined ? plan.unlisted === 'keep' : role !== 'identifier'
  })
  return { released, unlisted }
}

export type Plan = TablePlan | ItemsPlan

export interface PlanFacts {
  readonly about: About
  readonly promises: readonly string[]
  readonly k: number
}

export function planFacts(plan: Plan): PlanFacts {
  if (plan.kind !== 'items') {
    const k = plan.factsK ?? smallestAllowedClass(plan.requirements)
    return {
      about: 'columns',
      promises: [...plan.requirements.map(({ promise }) => promise), ...promisesOfItems(plan, k)],
      k,
    }
  }
  const { record, options } = plan.requirement
  return { about: 'items', promises: [record.promise(options)], k: Number(options['k']) }
}

/** Returns the plan if it is of this kind, otherwise throws `refusal`. */
export function ofKind<K extends Plan['kind']>(plan: Plan, kind: K, refusal: UserError): Plan & { readonly kind: K } {
  if (plan.kind !== kind) throw refusal
  return plan as Plan & { readonly kind: K }
}

/** Returns the plan if it is about a table, otherwise throws `refusal`. */
export function ofTable(plan: Plan, refusal: UserError): TablePlan {
  if (plan.kind === 'items') throw refusal
  return plan
}
