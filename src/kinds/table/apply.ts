/**
 * Applies an old recoding to a new table (Iyengar 2002, §6): the groups stay, suppression is recounted with the old
 * requirements. `recoded-columns.ts` handles new values.
 */
import { userError } from '../../ground/errors.ts'
import { formatShare, prose } from '../../ground/format.ts'
import { ownValue } from '../../ground/names.ts'
import { coarseningText } from '../../hierarchy/coarsen.ts'
import type { TaxonomyNode } from '../../hierarchy/taxonomy/taxonomy.ts'
import { treeHierarchy } from '../../hierarchy/tree.ts'
import type { Plan, PlannedColumn, TablePlan } from '../../plan/plan.ts'
import { keyedAgain, keyedText } from '../../pseudonyms/plan-keyed.ts'
import type { Recoding } from '../../recoding/read-recoding.ts'
import { groupingOfRecoded, recodedColumnMaker } from '../../recoding/recoded-columns.ts'
import type { ColumnsRecoding, RecodedCategories, RecodedNumbers } from '../../recoding/recoding.ts'
import { makeRequirement, withK } from '../../requirements/index.ts'
import type { Requirement } from '../../requirements/requirement.ts'
import type { RunResult } from '../../run.ts'
import { createEvaluator } from '../../search/evaluation.ts'
import type { SearchRecord } from '../../search/search.ts'
import { type Applying, asIs, sharedApplied } from '../applying.ts'

export type ApplyColumns = Applying<ColumnsRecoding, TablePlan>

export function planApplied(request: ApplyColumns, trees: Readonly<Record<string, TaxonomyNode>> = {}): TablePlan {
  const { recoding, unseen, job } = request
  const suppressionLimit = request.suppressionLimit ?? job?.suppressionLimit ?? 1
  const derived = recoding.derived && { columns: recoding.derived, missingValues: recoding.missingValues }
  return {
    ...sharedApplied({ ...request, source: { ...request.source, derived } }),
    kind: 'columns',
    missing: recoding.missing,
    missingValues: recoding.missingValues,
    columns: [
      ...recoding.columns.map((column) => {
        const jobColumn = job?.columns.find((planned) => planned.name === column.column)
        return {
          name: column.column,
          role: 'quasi-identifier' as const,
          hierarchy: recodedColumnMaker(column, {
            missing: recoding.missing,
            unseen,
            job: jobColumn?.hierarchy,
            tree: ownValue(trees, column.column),
          }),
          hierarchyText: `${column.groups.length} groups of the recoding`,
          weight: jobColumn?.weight ?? 1,
          labels:
            column.type === 'numeric' && column.shows === 'median'
              ? column.groups.map(({ label }) => label)
              : undefined,
          ...(column.type === 'numeric' ? { shown: shownExtents(column) } : { shownValues: shownValues(column) }),
        }
      }),
      ...otherColumns(request),
    ],
    // Persons are counted as in the first run, so the new data must have their column.
    persons: recoding.requirements.find((requirement) => requirement.persons !== undefined)?.persons,
    requirements: remakeRequirements(request),
    exposureLimit: job?.exposureLimit,
    acceptedExposure: job?.acceptedExposure,
    people: job?.people,
    register: findRegister(request),
    suppressionLimit,
    suppressedRows: recoding.suppressedRows,
    suppressedGroup: recoding.suppressedGroup,
    goal: job?.goal ?? 'general',
    preference: job?.preference,
    workload: applyWorkload(job),
    search: keepGroupings(recoding, suppressionLimit),
  }
}

/** The register comes from the job: a recoding does not name one. */
function findRegister({ recoding, job, name }: ApplyColumns): TablePlan['register'] {
  const asked = recoding.requirements.find(
    (requirement) => makeRequirement(requirement.name, requirement.options, requirement.columns ?? []).ofRegister,
  )
  if (asked === undefined || job?.register !== undefined) return job?.register
  throw userError('present', 'population.source')`${name} was made under ${asked.name} by a register; give its job with
    --job, whose population.source names one`
}

function otherColumns(request: ApplyColumns): PlannedColumn[] {
  const { recoding, name, job, drop = [], keep = [] } = request
  const { columns, withoutColumns, keptColumns, requirements } = recoding
  const recoded = new Set(columns.map((column) => column.column))
  const strange = job?.columns.find((column) => recoded.has(column.name) !== (column.role === 'quasi-identifier'))
  if (strange !== undefined)
    throw userError('data', `columns.${strange.name}`)`column "${strange.name}" has the role ${strange.role} in
      ${job?.name}, but ${name} ${recoded.has(strange.name) ? 'recodes it' : 'has no groups for it'}; give the job that
      the recoding was made by, or run it on the new data`
  const both = drop.find((column) => keep.includes(column) || recoded.has(column))
  if (both !== undefined)
    throw userError('together', `columns.${both}`)`column "${both}" cannot be left out:
      ${recoded.has(both) ? `${name} recodes it` : '--keep names it too'}`
  const wanted = keptColumns.filter(({ column }) => !drop.includes(column))
  const keyed = keyedAgain(wanted, request)
  const asked = new Map(requirements.flatMap(({ columns: list = [] }) => list).map((column) => [column.name, column]))
  const left = new Set([...withoutColumns.filter((column) => !keep.includes(column)), ...drop])
  const named = new Set([...left, ...asked.keys(), ...(job?.columns ?? []).map((column) => column.name)])
  const again = new Set(keyed.map((column) => column.name))
  const released = new Map([
    ...keptColumns.map(({ column, role }) => [column, role === 'target' ? 'other' : role] as const),
    ...keep.map((column) => [column, 'other'] as const),
  ])
  const coarse = new Map(keptColumns.map(({ column, coarsening }) => [column, coarsening]))
  const columnsAsIs: PlannedColumn[] = [
    ...[...left].map((column) => asIs(column, 'identifier')),
    ...keyed.map((column) => ({
      ...asIs(column.name, column.role),
      hierarchyText: keyedText(column.keyed),
      keyed: column.keyed,
    })),
    ...[...released].flatMap(([column, role]) => (named.has(column) || again.has(column) ? [] : [asIs(column, role)])),
    // Targets and sensitive columns are required: figures and requirements depend on them.
    ...(job?.columns ?? [])
      .filter((column) => !recoded.has(column.name) && !left.has(column.name) && !again.has(column.name))
      .map((column) => (column.role === 'target' || asked.has(column.name) ? column : { ...column, optional: true })),
    ...[...asked.values()]
      .filter(
        (column) => (job?.columns.every((planned) => planned.name !== column.name) ?? true) && !again.has(column.name),
      )
      .map((column) => ({ ...column, hierarchyText: '', weight: 1 })),
  ]
  // Values stay as coarse as in the first release, unless the job makes them coarse itself.
  return columnsAsIs.map((column) => {
    const coarsening = column.coarsening ?? coarse.get(column.name)
    return coarsening === undefined || column.role === 'identifier'
      ? column
      : { ...column, coarsening, hierarchyText: coarseningText(coarsening) }
  })
}

/**
 * The job's queries. Nodes of the job's trees, which the recoding does not know, are replaced by their leaves. A name
 * among dates or prefixes is indistinguishable from a value, so ARE is omitted then.
 */
function applyWorkload(job: TablePlan | undefined): TablePlan['workload'] {
  if (job?.workload === undefined || 'draw' in job.workload) return job?.workload
  const hierarchies = new Map(job.columns.map(({ name, hierarchy }) => [name, hierarchy]))
  const columnKind = (column: string) => {
    const hierarchy = hierarchies.get(column)
    return typeof hierarchy === 'object' ? hierarchy.kind : undefined
  }
  const asked = job.workload.queries.flatMap(({ conditions }) => conditions)
  if (asked.some((one) => 'values' in one && ['date', 'prefix'].includes(columnKind(one.column) ?? '')))
    return undefined
  const queries = job.workload.queries.map((query) => ({
    ...query,
    conditions: query.conditions.map((one) => {
      const hierarchy = hierarchies.get(one.column)
      if (!('values' in one) || typeof hierarchy !== 'object' || hierarchy.kind !== 'tree') return one
      const { values, tree } = treeHierarchy(one.column, hierarchy.root)
      return {
        ...one,
        values: one.values.flatMap((value) => {
          const node = tree.names.indexOf(value)
          return node < 0 ? [value] : values.slice(tree.first[node], tree.last[node] + 1)
        }),
      }
    }),
  }))
  return { ...job.workload, queries }
}

function remakeRequirements({ recoding, k }: ApplyColumns): readonly Requirement[] {
  return withK(
    recoding.requirements.map((requirement) =>
      makeRequirement(requirement.name, requirement.options, requirement.columns, requirement.persons),
    ),
    k,
  )
}

function shownValues({ groups }: RecodedCategories): ReadonlySet<string> {
  return new Set(groups.flatMap(({ values, shown = values }) => shown))
}

function shownExtents({ groups }: RecodedNumbers): (readonly [number, number] | null)[] {
  return groups.flatMap(({ from, to, shown }) =>
    from === undefined || to === undefined ? [] : [shown === undefined ? ([from, to] as const) : shown],
  )
}

function keepGroupings({ columns }: ColumnsRecoding, limit: number): SearchRecord {
  return {
    kind: 'columns',
    name: 'apply',
    title: 'Apply a recoding',
    summary: 'Keeps the groups of an earlier recoding.',
    source: 'Iyengar 2002, §6',
    options: [],
    async search(problem) {
      const groupings = problem.hierarchies.map((hierarchy, i) => groupingOfRecoded(columns[i], hierarchy))
      const { acceptable, value, partition } = createEvaluator(problem).evaluate(groupings)
      if (acceptable) return { outcome: 'found', optimal: false, groupings, value, evaluations: 1 }
      const share = partition.suppressedRows / problem.frequencies.rows
      const reason = prose`the old groups suppress ${formatShare(share)} of the new rows, more than the suppression
        limit of ${formatShare(limit)}; allow more with --suppression-limit, or run the job on the new data`
      return { outcome: 'none-exists', reason, evaluations: 1, details: { suppressed: partition.suppressedRows } }
    },
  }
}

export function unlimitedWarning(
  { job, suppressionLimit = job?.suppressionLimit }: Pick<Applying<Recoding, Plan>, 'job' | 'suppressionLimit'>,
  { rows, missing, suppressed = 0 }: RunResult,
): string[] {
  if (suppressionLimit !== undefined || suppressed === 0) return []
  return [
    `${formatShare(suppressed / (rows - missing))} of the rows are suppressed, and no limit was asked for; ` +
      '--suppression-limit or --job gives one',
  ]
}
