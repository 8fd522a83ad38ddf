/**
 * Builds the report of a run. No raw value of a suppressed row may appear: groups without released rows have no label,
 * and trees derived from the data (dates, prefixes) end at the released nodes.
 */
import type { ClassesPartition, Partition } from '../frequency/classes.ts'
import type { FrequencyTable } from '../frequency/frequency-table.ts'
import { byPersons } from '../frequency/persons.ts'
import { keptRowsByCode, rowsByCode } from '../frequency/rows-by-code.ts'
import { formatCount, formatFigure, formatShare, prose } from '../ground/format.ts'
import { isDate } from '../hierarchy/ends/range-label.ts'
import { forEachGroup, type Grouping } from '../hierarchy/grouping.ts'
import { type Hierarchy, valuesIn, withoutOuterEnds } from '../hierarchy/hierarchy.ts'
import { longestReleased, shownName } from '../hierarchy/prefix.ts'
import { allMetrics } from '../metrics/index.ts'
import type { Metric, MetricFacts, MetricSettings } from '../metrics/metric.ts'
import { attributeRisks } from '../metrics/risk/attributes.ts'
import { populationUniques } from '../metrics/risk/population-uniques.ts'
import { keptSizes } from '../metrics/risk/profile.ts'
import { shownByColumn } from '../metrics/shown.ts'
import { figuresOfMetric, type TableFigure } from '../metrics/targets.ts'
import { effectiveK, type PreferenceOutcome, preferenceOutcome } from '../metrics/utility/achievement.ts'
import { utilityClassDispersion } from '../metrics/utility/class-dispersion.ts'
import { lossByColumn } from '../metrics/utility/loss.ts'
import { utilityWeightedPenalty } from '../metrics/utility/weighted-penalty.ts'
import { errorSpread } from '../metrics/workload/answers.ts'
import { boxesPicture, type ColumnPicture, frontPicture, type GroupPicture, rangesPicture } from './pictures.ts'
import type { BeforeAfter, DescribedMetric, MetricFigure, Report, RowFigures } from './report.ts'

export function preferenceFigures(
  partition: Partition,
  settings: MetricSettings,
): { readonly preference?: PreferenceOutcome } {
  const { preference, k } = settings
  if (preference === undefined) return {}
  const reached = {
    NWP: utilityWeightedPenalty.compute(partition, settings),
    NECD: utilityClassDispersion.compute(partition, settings),
  }
  return { preference: preferenceOutcome(preference, reached, { k, effectiveK: effectiveK(partition) }) }
}

export function estimatedUniques(
  before: Partition,
  after: Partition,
  { people }: MetricSettings,
): Report['populationUniques'] {
  if (people === undefined) return undefined
  const of = (classes: Partition) => populationUniques(keptSizes(byPersons(classes)), people)
  return { before: of(before), after: of(after) }
}

/** Raw classes may have sizes alone; then the classes of the codes say what is known of sensitive values. */
export function isCountedRaw({ needs }: Metric, raw: Partition): boolean {
  return needs !== 'sensitive' || (raw.frequencies.sensitive ?? []).length > 0
}

export interface ReportInput extends Pick<Report, 'title' | 'version' | 'asked' | 'found' | 'verification'> {
  readonly rows: Pick<RowFigures, 'read' | 'missing' | 'suppressedRows' | 'combinations'>
  readonly before: Partition
  readonly raw?: Partition | undefined
  readonly after: Partition
  readonly released?: Partition | undefined
  readonly settings: MetricSettings
  readonly metrics: Readonly<Record<string, number>>
  /** Labels of each column's groups; if classes have individual ranges, labels per class. */
  readonly labels: readonly (readonly string[])[]
  /** Per column: whether its tree was derived from the data and must be hidden below the cut. */
  readonly madeFromData: readonly boolean[]
  readonly unlisted: readonly string[]
  readonly unasked?: readonly string[]
  readonly applies: (metric: Metric) => boolean
  readonly workload?: string | undefined
  readonly trail?: Report['trail']
  readonly swappedRows?: number | undefined
}

export function buildReport(input: ReportInput): Report {
  const { before, raw = before, after, settings, asked } = input
  const { combinations, ...rows } = input.rows
  const metrics = allMetrics.filter(input.applies)
  const losses = lossByColumn(after, settings)
  const { released = after } = input
  const attributes = 'groupings' in released ? attributeRisks(released) : []
  return {
    title: input.title,
    version: input.version,
    asked,
    found: input.found,
    rows: {
      ...rows,
      suppressed: after.suppressedRows,
      released: after.frequencies.rows - (rows.suppressedRows === 'drop' ? after.suppressedRows : 0),
      combinations,
      classes: after.keptClasses,
      smallestClass: after.smallestClass,
    },
    risks: metrics
      .filter(({ family }) => family === 'risk')
      .map((metric) => beforeAfter(metric, isCountedRaw(metric, raw) ? raw : before, after, settings)),
    metrics: [
      ...('ranges' in after ? cellFigures(after, settings) : []),
      ...metrics
        .filter(({ family }) => family === 'utility')
        .flatMap((metric) => figuresOfMetric(metric, after.frequencies, settings, before.frequencies))
        .filter(({ name }) => name in input.metrics)
        .map((figure) =>
          withQueries(makeFigure(figure, input.metrics[figure.name]), figure.metric, settings, input.workload),
        ),
    ],
    classSizes: keptSizes(byPersons(after)),
    ...preferenceFigures(after, settings),
    ...frontPicture(input.found.details, asked.goal, settings.preference),
    boxes: 'ranges' in after ? boxesPicture(after, settings, input.labels, losses) : undefined,
    columns: settings.hierarchies.map((hierarchy, i) =>
      'ranges' in after
        ? rangesPicture(after, i, input.labels[i], hierarchy, losses[i])
        : columnPicture(hierarchy, after.groupings[i], {
            loss: losses[i],
            labels: input.labels[i],
            released: released === after ? keptRowsByCode(after, i) : rowsByCode(released.frequencies, i),
            madeFromData: input.madeFromData[i],
          }),
    ),
    trail: input.trail,
    populationUniques: estimatedUniques(raw, after, settings),
    attributes: attributes.length === 0 ? undefined : attributes,
    verification: input.verification,
    guarantee: withUntrue(describeGuarantee(input), input),
  }
}

function withUntrue(guarantee: Report['guarantee'], { swappedRows = 0, after }: ReportInput): Report['guarantee'] {
  if (swappedRows === 0) return guarantee
  const released = after.frequencies.rows - after.suppressedRows
  const untrue = prose`Single values are untrue: ${formatCount(swappedRows)} of ${formatCount(released)} released rows
    carry a value that is not theirs, so that a small group could be filled up. Counts and classifiers bear that; a
    statement about one row does not. Set swapping-threshold: 0 to have true values only.`
  return { ...guarantee, doesNotHold: [untrue, ...guarantee.doesNotHold] }
}

/**
 * The share of released quasi-identifier cells that are `?`, if classes may leave columns out, and the number of hidden
 * ones, if a column has no groups between its values and `*`.
 */
export function cellFigures(
  partition: ClassesPartition,
  { hierarchies }: Pick<MetricSettings, 'hierarchies'>,
): MetricFigure[] {
  const shown = shownByColumn(partition)
  const cells = (partition.frequencies.rows - partition.suppressedRows) * shown.length
  const missing = shown.reduce((sum, { leftOut }) => sum + leftOut - partition.suppressedRows, 0)
  const leftOut: MetricFigure = {
    name: 'missing-cells',
    title: 'Cells left out',
    value: cells === 0 ? 0 : missing / cells,
    better: 'lower',
    range: [0, 1],
    formula: 'quasi-identifier cells that are ? / all quasi-identifier cells of the released rows',
    reading: '0.7 means that seven of ten cells say nothing.',
  }
  const plain = shown.filter((_, i) => hierarchies[i].plain)
  if (plain.length === 0) return [leftOut]
  const hidden = plain.flatMap(({ low, high, rows }) => Array.from(rows, (count, i) => (low[i] < high[i] ? count : 0)))
  const value = hidden.reduce((sum, count) => sum + count, 0)
  return [
    leftOut,
    {
      name: 'hidden-cells',
      title: 'Hidden cells',
      value,
      better: 'lower',
      range: [0, (cells / shown.length) * plain.length],
      formula: 'cells of released rows that are * in columns whose values are kept or hidden',
      reading: '12 means that twelve cells are *; a hidden cell is shared by at least k rows.',
    },
  ]
}

export function metricFigures(
  partition: Partition,
  settings: MetricSettings,
  applies: (metric: Metric) => boolean,
  all: Pick<FrequencyTable, 'targets'> = partition.frequencies,
): Record<string, number> {
  return Object.fromEntries(
    allMetrics
      .filter(applies)
      .flatMap((metric) => figuresOfMetric(metric, partition.frequencies, settings, all))
      .map(({ name, metric, settings: options }) => [name, metric.compute(partition, options)]),
  )
}

export function describeMetric({ name, title, better, range, formula, reading }: MetricFacts): DescribedMetric {
  return { name, title, better, range, formula, reading }
}

function makeFigure({ name, metric, target }: TableFigure, value: number): MetricFigure {
  const title = target === undefined ? metric.title : `${metric.title} of ${target}`
  return { ...describeMetric(metric), name, title, value }
}

function withQueries(
  figure: MetricFigure,
  { needs }: Metric,
  { answers }: MetricSettings,
  workload: string | undefined,
): MetricFigure {
  if (needs !== 'workload' || answers === undefined || workload === undefined) return figure
  const { median, within } = errorSpread(answers)
  const reading = prose`${figure.reading} Asked: ${workload}. Half of them are off by ${formatFigure(median)} or less,
    ${formatShare(within)} by a tenth at most.`
  return { ...figure, reading }
}

function beforeAfter(metric: Metric, before: Partition, after: Partition, settings: MetricSettings): BeforeAfter {
  return {
    ...describeMetric(metric),
    before: metric.compute(before, { ...settings, population: before.frequencies.population }),
    after: metric.compute(after, settings),
  }
}

interface PictureInput {
  readonly loss: number
  readonly labels: readonly string[]
  readonly released: Float64Array
  readonly madeFromData: boolean
}

function columnPicture(hierarchy: Hierarchy, grouping: Grouping, input: PictureInput): ColumnPicture {
  const { loss, labels, released } = input
  // Outer ends of public bins are values of the data; days are no numbers to draw.
  const { low, high } = withoutOuterEnds(hierarchy)
  const { column, kind, missing } = hierarchy
  const hasAxis = hierarchy.kind === 'number' && !isDate(hierarchy.unit)
  const groups: GroupPicture[] = []
  forEachGroup(grouping, (group, from, to) => {
    let rows = 0
    for (let code = from; code <= to; code++) rows += released[code]
    const last = to === missing ? to - 1 : to
    const extent = hasAxis && rows > 0 && last >= from
    groups.push({
      label: rows > 0 ? labels[group] : '(suppressed)',
      rows,
      values: valuesIn(hierarchy, from, to),
      low: extent ? low?.[from] : undefined,
      high: extent ? high?.[last] : undefined,
    })
  })
  const extents = groups.filter((group) => group.low !== undefined)
  return {
    column,
    kind,
    loss,
    groups,
    tree: hierarchy.tree === undefined ? undefined : treePicture(hierarchy, grouping, input),
    axis:
      extents.length === 0
        ? undefined
        : { low: extents[0].low as number, high: extents[extents.length - 1].high as number },
  }
}

/**
 * Draws a value only if a released row has it: a taxonomy may have been written from the data. Trees derived from the
 * data by rule (dates, prefixes) end at the cut.
 */
function treePicture(
  hierarchy: Hierarchy,
  grouping: Grouping,
  { labels, released, madeFromData }: PictureInput,
): NonNullable<ColumnPicture['tree']> {
  if (hierarchy.kind !== 'tree') return []
  const { parent, first, last } = hierarchy.tree
  const longest = longestReleased(hierarchy, released)
  const names = hierarchy.tree.names.map((_, node) => shownName(hierarchy, node, longest))
  // Matches groups to nodes by name: which other nodes cover the same values depends on hidden values.
  const groupOfNode = names.map((name, node) => {
    const group = grouping.codeGroups[first[node]]
    return grouping.codeGroups[last[node]] === group && labels[group] === name ? group : undefined
  })
  const place = new Map<number, number>()
  const picture: { name: string; parent: number; leaves: number; group?: number }[] = []
  const covered = new Set<number>()
  names.forEach((name, node) => {
    const above = parent[node]
    if (above >= 0 && (covered.has(above) || groupOfNode[above] !== undefined)) covered.add(node)
    if (above >= 0 && !place.has(above)) return
    const group = covered.has(node) ? undefined : groupOfNode[node]
    const shown = above < 0 || (rowsUnder(node) > 0 && !(madeFromData && covered.has(node)))
    if (!shown) return
    place.set(node, picture.length)
    picture.push({
      name,
      parent: above < 0 ? -1 : (place.get(above) as number),
      leaves: valuesIn(hierarchy, first[node], last[node]),
      group,
    })
  })
  return picture

  function rowsUnder(node: number): number {
    let rows = 0
    for (let code = first[node]; code <= last[node]; code++) rows += released[code]
    return rows
  }
}

function describeGuarantee({ asked, after, rows, unlisted, unasked = [] }: ReportInput): Report['guarantee'] {
  const { suppressedRows } = after
  const masked =
    suppressedRows === 0
      ? []
      : [
          rows.suppressedRows === 'mask'
            ? `${suppressedRows} rows that no class could hold have * in every quasi-identifier; nothing about ` +
              'their quasi-identifiers is shown'
            : `${suppressedRows} rows that no class could hold were left out of the release`,
        ]
  const identifiers = asked.columns.filter((column) => column.role === 'identifier').map((column) => column.name)
  const open = asked.columns
    .filter((column) => ['sensitive', 'target', 'other'].includes(column.role))
    .map((column) => column.name)
  const pseudonyms = asked.columns.filter((column) => column.role === 'pseudonym').map((column) => column.name)
  return {
    holds: [
      ...asked.requirements.map(({ promise }) => promise),
      ...masked,
      ...(identifiers.length === 0 ? [] : [`these columns are not in the release: ${identifiers.join(', ')}`]),
      'all of this was counted again on the written file before it was published',
    ],
    doesNotHold: [
      ...pseudonyms.map(
        (name) => prose`The column ${name} is a pseudonym: an identifier for anyone who holds its key, who can find the
          rows of a known person. Without the key it still puts the rows of one person together.`,
      ),
      ...(unasked.length === 0
        ? []
        : [
            prose`Nothing is asked of the sensitive ${unasked.length === 1 ? 'column' : 'columns'}
              ${unasked.join(', ')}: a class may share one value${unasked.length === 1 ? '' : ' of each'}, which is
              then known of everybody in it. l-diversity, t-closeness and others ask for more.`,
          ]),
      'When all rows of a class share a value in another column, that value is known for everybody in the ' +
        'class, though nobody can be picked out.',
      open.length === 0
        ? 'The promise covers the quasi-identifiers only.'
        : 'The promise covers the quasi-identifiers only. These columns are released beside them; if one of ' +
          `them is known from elsewhere, it can point at a person: ${open.join(', ')}.`,
      ...(unlisted.length === 0
        ? []
        : [
            `These columns are released although the job does not name them: ${unlisted.join(', ')}. Give them a role.`,
          ]),
      'A second release of the same people, made differently, can undo the first when both are put together.',
      'Anyone who knows more about a person than the quasi-identifiers say (a rare job, a date) may know more ' +
        'than a class reveals.',
    ],
  }
}
