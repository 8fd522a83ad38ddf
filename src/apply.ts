/**
 * An old recoding on new data (Iyengar 2002, §6): the groups stay as they were, suppression is counted anew with the same requirements,
 * the result is verified like any release. It is the whole path with a search that has nothing left to find.
 *
 * New numbers outside the old range join the outer group, numbers between two groups the nearer one; labels widen so that they stay
 * true. Categories the recoding does not know are suppressed and named, or refused.
 */
import { anonymize, compareSearch } from './anonymize.ts'
import { UserError } from './errors.ts'
import type { HierarchyMaker } from './frequency/count-combinations.ts'
import { parseDate } from './hierarchy/date.ts'
import { type ColumnProfile, type Finding, foundValues } from './hierarchy/doctor.ts'
import { finestGrouping, type Grouping } from './hierarchy/grouping.ts'
import { type Hierarchy, MISSING_LABEL } from './hierarchy/hierarchy.ts'
import { numberHierarchyFromBins, parseNumber } from './hierarchy/number.ts'
import type { TaxonomyNode } from './hierarchy/taxonomy.ts'
import { treeHierarchy } from './hierarchy/tree.ts'
import type { AnonymizeRun, RunResult } from './path/run.ts'
import type { Plan, PlannedOutput } from './plan.ts'
import {
  type ColumnsRecoding,
  groupOfNumber,
  type RecodedCategories,
  type RecodedColumn,
  type RecodedNumbers,
  recodedGrouping,
} from './recoding/recoding.ts'
import { makeRequirement } from './requirements/index.ts'
import type { SearchRecord } from './search/search.ts'
import type { SourceRequest } from './sources/open-source.ts'

export interface ApplyRequest {
  readonly recoding: ColumnsRecoding
  /** For people. */
  readonly name: string
  readonly source: SourceRequest
  readonly output: PlannedOutput
  /** Another k than the recoding's. */
  readonly k?: number
  readonly unseen: 'suppress' | 'fail'
  /** The job: its targets and weights let the figures say what the release is worth. */
  readonly job?: Plan
  /** Also search anew on the new data with the job's goal and algorithm, to see what the old recoding costs. */
  readonly compare: boolean
}

export interface ApplyResult extends RunResult {
  /** Figures of a fresh search on the same data. */
  readonly fresh?: Readonly<Record<string, number>>
}

export async function applyRecoding(request: ApplyRequest, run: AnonymizeRun = {}): Promise<ApplyResult> {
  const { job, compare, source } = request
  const plan = planOf(request)
  if (!compare || job === undefined) return anonymize(plan, run)
  // First what may fail or be cancelled without having published anything.
  const fresh = await compareSearch({ ...job, source }, run)
  return { ...(await anonymize(plan, run)), fresh }
}

function planOf({ recoding, name, source, output, k, unseen, job }: ApplyRequest): Plan {
  const requirements = recoding.requirements.map((own) =>
    makeRequirement(own.name, k !== undefined && own.name === 'k-anonymity' ? k : own.options),
  )
  return {
    kind: 'columns',
    name,
    source,
    missing: recoding.missing,
    missingValues: recoding.missingValues,
    unlisted: 'keep',
    columns: [
      ...recoding.columns.map((column) => ({
        name: column.column,
        role: 'quasi-identifier' as const,
        hierarchy: makerOf(column, recoding.missing, unseen),
        hierarchyText: `${column.groups.length} groups of the recoding`,
        weight: job?.columns.find((own) => own.name === column.column)?.weight ?? 1,
        ...(column.type === 'numeric' ? { shown: shownExtents(column) } : {}),
      })),
      ...recoding.withoutColumns.map((column) => ({
        name: column,
        role: 'identifier' as const,
        hierarchyText: '',
        weight: 1,
        optional: true,
      })),
      // Targets let the figures say what the release is worth for its use.
      ...(job?.columns.filter((column) => column.role === 'target') ?? []),
    ],
    requirements,
    suppressionLimit: 1,
    suppressedRows: recoding.suppressedRows,
    suppressedGroup: recoding.suppressedGroup,
    goal: job?.goal ?? 'general',
    search: keepGroupings(recoding),
    options: {},
    seed: job?.seed ?? 1,
    output,
  }
}

/** What the old release said of each numeric group, in the order of codes. */
function shownExtents({ groups }: RecodedNumbers): (readonly [number, number] | null)[] {
  return groups.flatMap(({ from, to, shown }) =>
    from === undefined || to === undefined ? [] : [shown === undefined ? ([from, to] as const) : shown],
  )
}

/** The search that has nothing left to find. */
function keepGroupings(recoding: ColumnsRecoding): SearchRecord {
  return {
    kind: 'columns',
    name: 'apply',
    title: 'Apply a recoding',
    summary: 'Keeps the groups of an earlier recoding.',
    source: 'Iyengar 2002, §6',
    options: [],
    search: async ({ hierarchies }) => ({
      outcome: 'found',
      optimal: false,
      groupings: hierarchies.map((hierarchy, i) =>
        hierarchy.kind === 'number'
          ? numberGrouping(recoding.columns[i] as RecodedNumbers, hierarchy)
          : recodedGrouping(recoding.columns[i] as RecodedCategories, hierarchy),
      ),
      value: Number.NaN,
      evaluations: 1,
    }),
  }
}

/** A group for each code, missing values joining the last numbers where the recoding has them together. */
function numberGrouping({ groups }: RecodedNumbers, { values, missing }: Hierarchy): Grouping {
  const grouping = finestGrouping(values.length)
  if (missing !== undefined && missing > 0 && groups.some((group) => group.missing && group.from !== undefined)) {
    grouping.groupOf[missing] = missing - 1
    grouping.groups--
  }
  return grouping
}

function makerOf(
  recoded: RecodedColumn,
  missing: ColumnsRecoding['missing'],
  unseen: ApplyRequest['unseen'],
): HierarchyMaker {
  return (profile) => {
    if (missing !== 'category' && profile.missingCount > 0)
      throw new UserError(`column "${recoded.column}" has missing values, which the recoding does not handle`)
    return recoded.type === 'numeric' ? numbers(recoded, profile) : categories(recoded, profile, unseen)
  }
}

/** One code per group of the recoding that the data reaches, widened to the data's values. */
function numbers(recoded: RecodedNumbers, profile: ColumnProfile): ReturnType<HierarchyMaker> {
  const { column } = recoded
  const values = profile.values.map(parseNumber)
  const wrong = values.findIndex(Number.isNaN)
  if (wrong >= 0)
    throw new UserError(
      `column "${column}" is numeric in the recoding but has the value "${profile.values[wrong]}"; mend it, or name it among the missing values`,
    )
  const known = recoded.groups.flatMap(({ from, to }) => (from === undefined || to === undefined ? [] : [{ from, to }]))
  if (known.length === 0)
    throw new UserError(
      `column "${column}" has no numeric group in the recoding; make the recoding again from data with numbers`,
    )
  const low = Float64Array.from(known, ({ from }) => from)
  const high = Float64Array.from(known, ({ to }) => to)
  const codes = Int32Array.from(values, (value) => groupOfNumber(known, value))
  values.forEach((value, i) => {
    low[codes[i]] = Math.min(low[codes[i]], value)
    high[codes[i]] = Math.max(high[codes[i]], value)
  })
  const missing = profile.missingCount > 0 || recoded.groups.some((group) => group.missing)
  return { hierarchy: numberHierarchyFromBins(column, low, high, { missing }), codes, findings: [] }
}

/** The recoding's groups as a tree of two levels; values it does not know get the code `unseen`. */
function categories(
  recoded: RecodedCategories,
  profile: ColumnProfile,
  unseen: ApplyRequest['unseen'],
): ReturnType<HierarchyMaker> {
  const { column, groups } = recoded
  const codeOf = new Map(groups.flatMap(({ values }) => values).map((value, code) => [value, code] as const))
  // The recoding names dates in their standard form, however the data write them.
  const known = profile.values.map((value) => codeOf.get(value) ?? codeOf.get(parseDate(value)?.label ?? value))
  const unknown = foundValues(profile, (i) => known[i] === undefined)
  if (profile.missingCount > 0 && !codeOf.has(MISSING_LABEL))
    unknown.push({ value: MISSING_LABEL, count: profile.missingCount })
  const findings: Finding[] = []
  if (unknown.length > 0) {
    const thing = `column "${column}" has values that the recoding does not know`
    if (unseen === 'fail') {
      const shown = unknown.slice(0, 10).map(({ value, count }) => `"${value}" (${count} rows)`)
      const more = unknown.length > 10 ? ` and ${unknown.length - 10} more` : ''
      throw new UserError(
        `${thing}: ${shown.join(', ')}${more}; add them to a group of the recoding, or let their rows be suppressed with --unseen suppress`,
      )
    }
    // Their rows are suppressed, and no value of a suppressed row is told; --unseen fail names them to whoever may see the data.
    const rows = unknown.reduce((sum, { count }) => sum + count, 0)
    const message = `${thing} in ${rows} rows, which are suppressed; --unseen fail names them`
    findings.push({ severity: 'warning', kind: 'uncovered', column, message })
  }
  const root = rootOf(recoded)
  const hierarchy = treeHierarchy(column, root)
  const size = hierarchy.values.length
  const codes = Int32Array.from(known, (code) => code ?? size)
  const missing = codeOf.get(MISSING_LABEL) ?? (profile.missingCount > 0 ? size : undefined)
  return {
    hierarchy: {
      ...hierarchy,
      ...(missing === undefined ? {} : { missing }),
      ...(unknown.length > 0 ? { unseen: size, values: [...hierarchy.values, '(unseen)'] } : {}),
    },
    codes,
    findings,
  }
}

function rootOf({ groups }: RecodedCategories): TaxonomyNode {
  const nodes = groups.map(({ label, values }) =>
    values.length === 1 && values[0] === label
      ? { name: label }
      : { name: label, children: values.map((name) => ({ name })) },
  )
  return nodes.length === 1 ? nodes[0] : { name: '*', children: nodes }
}
