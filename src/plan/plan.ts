/** A plan: what a run was asked for, with paths made absolute, files read and names turned into records. */
import type { HierarchyMaker } from '../frequency/counted-table.ts'
import { didYouMean, listedNames, UserError } from '../ground/errors.ts'
import type { OptionValues } from '../ground/options.ts'
import type { HierarchySpecification } from '../hierarchy/specification.ts'
import type { TaxonomyNode } from '../hierarchy/taxonomy/taxonomy.ts'
import type { Preference } from '../metrics/metric.ts'
import type { TableWorkloadOptions } from '../metrics/workload/table-generate.ts'
import type { NamedQuery } from '../metrics/workload/table-query-text.ts'
import type { PlannedKeyed } from '../pseudonyms/plan-keyed.ts'
import type { Arrangement } from '../release/arrange.ts'
import type { Requirement } from '../requirements/requirement.ts'
import type { ClassesSearchRecord } from '../search/classes-search.ts'
import type { GoalRequest } from '../search/goal.ts'
import type { SearchRecord } from '../search/search.ts'
import type { SourceRequest } from '../sources/open-source.ts'
import type { Role } from '../table/column.ts'
import type { Job, JobColumn } from '../table/job-schema.ts'
import type { PseudonymShape } from '../verification/pseudonyms.ts'
import type { PlannedOutput } from './outputs.ts'

/** Recodes a table, by column or by class of rows; plans for baskets are in `items-plan.ts`. */
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

export interface AnyTablePlan extends AnyPlan {
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
