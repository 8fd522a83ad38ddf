/** Describes a release with one grouping per column: figures, recoding, report. */
import { relative } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { shellWord } from '../../ground/names.ts'
import type { Grouping, NumberRanges } from '../../hierarchy/grouping.ts'
import { peoplePerBin } from '../../hierarchy/specification.ts'
import { columnsInRole, type TablePlan } from '../../plan/plan.ts'
import { type ColumnsRecoding, recodedColumn } from '../../recoding/recoding.ts'
import type { ColumnPicture } from '../../report/pictures.ts'
import { publicGoal, publicMetrics, publicViewOfColumns, type ShownGroups } from '../../report/public-figures.ts'
import { writeFront } from '../../report/study/front-file.ts'
import { trailPicture } from '../../report/trail-picture.ts'
import { withK } from '../../requirements/index.ts'
import { askedAgain, smallestAllowedClass } from '../../requirements/requirement.ts'
import type { StepRun } from '../../run.ts'
import type { SearchProblem } from '../../search/search.ts'
import { trailDocument, trailText } from '../../search/trail/trail-file.ts'
import type { Description, Verified, Written } from '../kind.ts'
import { appliesTo, type DescribedTable, describeTable, tableFigures, withAnswers } from '../table/describe-table.ts'
import { keptColumns, withFormat, withoutColumns } from '../table/kept-columns.ts'
import { poseProblem } from '../table/pose-problem.ts'
import { type AnsweredQueries, answerFile, answerGroups } from '../table/queries.ts'
import type { OpenedTable } from '../table/stations.ts'
import type { ColumnsStations, WrittenColumns } from './stations.ts'

export async function describeColumns(work: Verified<ColumnsStations>, run: StepRun): Promise<Description> {
  const { plan, data, counted, problem, result, found, written, release } = work
  const { evaluation, labels, extents } = written
  const { partition } = evaluation
  const { queries: asked } = counted
  const queries =
    asked &&
    (await (asked.single
      ? answerFile(asked, plan, release, { signal: run.signal })
      : answerGroups(plan, asked, { partition, labels }, run)))
  const measured = await (foreseen.get(written) ?? measure(work, queries))
  const { view } = measured
  const described: DescribedTable = {
    ...measured,
    partition,
    queries,
    value: found.value,
    reportedValue: view === undefined ? found.value : publicGoal(problem.goal, view),
    suppressedRows: plan.suppressedRows,
    labels,
    madeFromData: columnsInRole(plan, 'quasi-identifier').map(
      ({ hierarchy }) => typeof hierarchy !== 'object' || hierarchy.kind === 'date' || hierarchy.kind === 'prefix',
    ),
    trail: view === undefined ? trailOf(work) : undefined,
    refined: (report) => ({
      ...report,
      columns: report.columns.map((column, i) => withoutEmptyGroups(narrowed(column, extents[i]))),
    }),
    warnings: leftOutWarning(work, partition.suppressedRows),
    recoding: columnsRecoding(plan, problem, found.groupings, written, data),
    texts: {
      trail:
        plan.output.trail &&
        result.trail &&
        trailText(trailDocument(result.trail, problem.hierarchies, plan.options, findPeoplePerBin(plan))),
      front: writeFront(plan, data.table, counted, problem, result),
    },
  }
  return describeTable(work, described, run)
}

function trailOf({ plan, counted, problem, found, result, written }: Verified<ColumnsStations>) {
  const { name, requirements, source, output, fromTrail } = plan
  const file = fromTrail ?? output.trail
  if (result.trail === undefined || file === undefined || output.report === undefined) return undefined
  const path = shellWord(relative(source.base, file))
  return trailPicture({
    trail: result.trail,
    problem,
    problemFor: (k) => poseProblem({ ...plan, requirements: withK(requirements, k) }, counted),
    groupings: found.groupings,
    partition: written.evaluation.partition,
    k: smallestAllowedClass(requirements),
    isPicked: fromTrail !== undefined,
    command: (k) => `halftone run ${shellWord(name)} --k ${k} --from-trail ${path} --force`,
  })
}

function findPeoplePerBin({ columns }: TablePlan): number | undefined {
  return columns.map(({ hierarchy }) => peoplePerBin(hierarchy)).find((people) => people !== undefined)
}

type Measured = Pick<DescribedTable, 'figures' | 'settings' | 'view' | 'metrics'>

const foreseen = new WeakMap<WrittenColumns, Promise<Measured>>()

/** Not if there are queries: the engine answers them and is busy at that time. */
export function foreseeColumns(work: Written<ColumnsStations>): void {
  if (work.counted.queries !== undefined) return
  const measuring = measure(work, undefined)
  measuring.catch(() => {})
  foreseen.set(work.written, measuring)
}

/** Measures all figures and the public ones, yielding to the event loop between steps. */
async function measure(
  { plan, counted, problem, written }: Written<ColumnsStations>,
  queries: AnsweredQueries | undefined,
): Promise<Measured> {
  const { partition } = written.evaluation
  const settings = withAnswers(problem.goal.terms[0].settings, queries?.answers)
  await setImmediate()
  const figures = tableFigures(problem, written.evaluation, queries?.answers, settings, counted.raw)
  await setImmediate()
  const view = publicViewOfColumns(settings, partition, written, plan.suppressedRows)
  await setImmediate()
  const metrics =
    view === undefined ? figures.metrics : publicMetrics(view, appliesTo(partition, queries?.answers, settings))
  return { figures, settings, view, metrics }
}

export function columnsRecoding(
  plan: TablePlan,
  { hierarchies }: SearchProblem,
  groupings: readonly Grouping[],
  { labels, extents, codes }: ShownGroups,
  opened: Pick<OpenedTable, 'released' | 'unlisted' | 'fingerprints'>,
): ColumnsRecoding {
  return {
    halftone: 'recoding',
    version: 1,
    kind: 'columns',
    columns: hierarchies.map((hierarchy, i) =>
      withFormat(plan, recodedColumn(hierarchy, groupings[i], labels[i], extents[i], codes?.[i])),
    ),
    requirements: plan.requirements.map(askedAgain),
    suppressedRows: plan.suppressedRows,
    // As the job says: on other data the rows that are suppressed may be enough for a class of their own, or not.
    suppressedGroup: plan.leavesSmallGroupOut ? 'exempt' : plan.suppressedGroup,
    missing: plan.missing,
    missingValues: plan.missingValues,
    withoutColumns: withoutColumns(plan, opened.unlisted),
    keptColumns: keptColumns(plan, opened),
    derived: plan.source.derived?.columns,
  }
}

/** Drops groups with suppressed rows only: their position is private. */
function withoutEmptyGroups(column: ColumnPicture): ColumnPicture {
  const places = new Map<number, number>()
  const groups = column.groups.filter(({ rows }, group) => rows > 0 && places.set(group, places.size))
  if (groups.length === column.groups.length) return column
  const tree = column.tree?.map(({ group, ...node }) => {
    const place = group === undefined ? undefined : places.get(group)
    return place === undefined ? node : { ...node, group: place }
  })
  return { ...column, groups, tree }
}

/** Draws a numeric column by its released extents, not by values that only suppressed rows have. */
function narrowed(column: ColumnPicture, extents: NumberRanges | undefined): ColumnPicture {
  if (extents === undefined) return column
  const { axis: _, ...rest } = column
  const groups = column.groups.map(({ low: _low, high: _high, ...group }, i) =>
    group.rows === 0 || Number.isNaN(extents.low[i]) ? group : { ...group, low: extents.low[i], high: extents.high[i] },
  )
  const drawn = groups.filter((group) => 'low' in group)
  if (drawn.length === 0) return { ...rest, groups }
  return { ...rest, groups, axis: { low: drawn[0].low, high: drawn[drawn.length - 1].high } }
}

/** Warns if rows were dropped that the job would have kept as `*`. */
function leftOutWarning({ plan }: Pick<Verified<ColumnsStations>, 'plan'>, suppressed: number): string[] {
  if (
    !plan.leavesSmallGroupOut ||
    plan.suppressedRows === 'mask' ||
    plan.asked?.job.privacy['suppressed-rows'] === 'drop'
  )
    return []
  if (suppressed === 0) return []
  return [
    'the suppressed rows are left out instead of kept with *: they are too few to meet the requirements as a ' +
      'class of their own',
  ]
}
