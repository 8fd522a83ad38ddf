/**
 * Applies the columns of an old recoding to new data. Numbers outside the old range join the nearest group, whose label
 * widens. An unknown category joins the group whose label covers it by rule: a prefix (`12***`), a time (`2004-Q1`), or
 * a lone `*`. Each value keeps a separate code, so that figures match a `run` on the same data.
 */
import type { HierarchyMaker } from '../frequency/counted-table.ts'
import { listedNames, masked, UserError, userError } from '../ground/errors.ts'
import { many, prose } from '../ground/format.ts'
import { groupBy } from '../ground/maps.ts'
import { coarserLevels, dateGroup, dateParser, dayOfDate, parseDateOrTime } from '../hierarchy/date.ts'
import { type ColumnProfile, type Finding, foundValues } from '../hierarchy/doctor.ts'
import { isDate } from '../hierarchy/ends/range-label.ts'
import { emptyGrouping, type Grouping } from '../hierarchy/grouping.ts'
import type { Hierarchy, NumberHierarchy } from '../hierarchy/hierarchy.ts'
import { firstValues, MISSING_LABEL, requireNumbers } from '../hierarchy/hierarchy.ts'
import { binNumbers, numberHierarchyFromBins, parseNumber } from '../hierarchy/number.ts'
import { binnedOrder, orderHierarchy } from '../hierarchy/order.ts'
import type { Endpoints, HierarchySpecification } from '../hierarchy/specification.ts'
import type { TaxonomyNode } from '../hierarchy/taxonomy/taxonomy.ts'
import { saysNothing, treeHierarchy } from '../hierarchy/tree.ts'
import type { RecodedCategories, RecodedColumn, RecodedNumbers } from './recoding.ts'
import { groupOfNumber, recodedGrouping } from './recoding.ts'

interface RecodedColumnOptions {
  readonly missing: 'drop' | 'category' | 'fail'
  readonly unseen: 'suppress' | 'fail'
  /** The job's settings of the column, if any: all values between two of its endpoints share a code. */
  readonly job?: HierarchySpecification | HierarchyMaker | undefined
  readonly tree?: TaxonomyNode | undefined
}

export function recodedColumnMaker(recoded: RecodedColumn, options: RecodedColumnOptions): HierarchyMaker {
  return (profile) => {
    if (options.missing !== 'category' && profile.missingCount > 0)
      throw userError('data', `columns.${recoded.column}`)`column "${recoded.column}" has missing values, which the
        recoding does not handle`
    return recoded.type === 'numeric' ? numbers(recoded, profile, options) : categories(recoded, profile, options)
  }
}

export function groupingOfRecoded(recoded: RecodedColumn, hierarchy: Hierarchy): Grouping {
  return recoded.type === 'numeric'
    ? numberGrouping(recoded, requireNumbers(hierarchy))
    : categoryGrouping(recoded, hierarchy)
}

function numberGrouping(recoded: RecodedNumbers, { values, low, missing }: NumberHierarchy): Grouping {
  const known = numberRanges(recoded)
  const together = recoded.groups.some((group) => group.missing && group.from !== undefined)
  const grouping = emptyGrouping(values.length)
  for (let code = 0; code < values.length; code++)
    grouping.codeGroups[code] = code === missing ? known.length - (together ? 1 : 0) : groupOfNumber(known, low[code])
  grouping.groups = grouping.codeGroups[values.length - 1] + 1
  return grouping
}

function categoryGrouping(recoded: RecodedCategories, hierarchy: Hierarchy): Grouping {
  const known = new Set(recoded.groups.flatMap(({ values }) => values))
  const { unseen = hierarchy.values.length } = hierarchy
  const added = firstValues(hierarchy).filter((value, code) => code < unseen && !known.has(value))
  const grouping = recodedGrouping(withCovered(recoded, added), hierarchy)
  if (hierarchy.unseen === undefined) return grouping
  grouping.codeGroups.fill(grouping.codeGroups[unseen], unseen)
  grouping.groups = grouping.codeGroups[unseen] + 1
  return grouping
}

function numberRanges({ column, groups }: RecodedNumbers): { readonly from: number; readonly to: number }[] {
  const known = groups.flatMap(({ from, to }) => (from === undefined || to === undefined ? [] : [{ from, to }]))
  if (known.length === 0)
    throw userError('data', `columns.${column}`)`column "${column}" has no numeric group in the recoding; make the
      recoding again from data with numbers`
  return known
}

/** Assigns a code to each number that occurs or ends a group (the release names it), or to each bin of the job. */
function numbers(
  recoded: RecodedNumbers,
  profile: ColumnProfile,
  { job }: RecodedColumnOptions,
): ReturnType<HierarchyMaker> {
  const { column, unit } = recoded
  const readDate = dateParser(column, recoded.format)
  const texts = profile.values.map(isDate(unit) ? (text) => dayOfDate(text, readDate) : parseNumber)
  const wrong = texts.findIndex(Number.isNaN)
  if (wrong >= 0)
    throw userError('data', `columns.${column}`)`column "${column}" is numeric in the recoding but has the value
      ${masked(profile.values[wrong])}; fix it, or name it among the missing values`
  const known = numberRanges(recoded)
  const missing = profile.missingCount > 0 || recoded.groups.some((group) => group.missing)
  if (unit !== undefined) {
    // Public bins stay as they are; the outermost ones are open.
    const bins = recoded.bins?.map(([from, to]) => ({ from, to })) ?? known
    const [low, high] = [bins.map(({ from }) => from), bins.map(({ to }) => to)]
    const options = { missing, unit, domain: widenDomain(job, low[0], high[high.length - 1]) }
    const hierarchy = numberHierarchyFromBins(column, Float64Array.from(low), Float64Array.from(high), options)
    return { hierarchy, codes: Int32Array.from(texts, (value) => groupOfNumber(bins, value)), findings: [] }
  }
  const numberRows = new Map(known.flatMap(({ from, to }) => [from, to]).map((end) => [end, 0]))
  texts.forEach((value, i) => {
    numberRows.set(value, (numberRows.get(value) ?? 0) + profile.counts[i])
  })
  const values = Float64Array.from(numberRows.keys()).sort()
  const rows = Float64Array.from(values, (value) => numberRows.get(value) as number)
  const bins = binNumbers(column, values, rows, widenEndpoints(job, values))
  const low: number[] = []
  const high: number[] = []
  const numberCodes = new Map<number, number>()
  for (let bin = 0, at = 0; bin < bins.low.length; bin++) {
    let last = -1
    for (; at < values.length && bins.valueBins[at] === bin; at++) {
      const group = groupOfNumber(known, values[at])
      if (group !== last) low.push(values[at])
      high[low.length - 1] = values[at]
      numberCodes.set(values[at], low.length - 1)
      last = group
    }
    if (last < 0) high[low.push(bins.low[bin]) - 1] = bins.high[bin]
  }
  return {
    hierarchy: numberHierarchyFromBins(column, Float64Array.from(low), Float64Array.from(high), {
      missing,
      domain: widenDomain(job, low[0], high[high.length - 1]),
    }),
    codes: Int32Array.from(texts, (value) => numberCodes.get(value) as number),
    findings: [],
  }
}

function widenEndpoints(job: RecodedColumnOptions['job'], values: Float64Array): Endpoints {
  if (typeof job !== 'object' || job.kind !== 'number') return 'all'
  const { endpoints } = job
  // Endpoints of a target were computed from the old data; only the groups of the recoding remain.
  if (typeof endpoints === 'object' && 'target' in endpoints) return 'all'
  if (typeof endpoints !== 'object' || !('low' in endpoints) || endpoints.low === undefined) return endpoints
  const { low, high = low } = endpoints
  return { ...endpoints, low: Math.min(low, values[0]), high: Math.max(high, values[values.length - 1]) }
}

function widenDomain(job: RecodedColumnOptions['job'], least: number, most: number): [number, number] | undefined {
  if (typeof job !== 'object' || job.kind !== 'number' || job.domain === undefined) return undefined
  return [Math.min(job.domain[0], least), Math.max(job.domain[1], most)]
}

function categories(
  recoded: RecodedCategories,
  profile: ColumnProfile,
  { unseen, tree }: RecodedColumnOptions,
): ReturnType<HierarchyMaker> {
  const { column } = recoded
  const named = new Set(recoded.groups.flatMap(({ values }) => values))
  const read = dateParser(column, recoded.format)
  const texts = profile.values.map((text) => (named.has(text) ? text : (read(text)?.label ?? text)))
  const coveredBy = coveringGroups(recoded)
  const added = new Set(texts.filter((text) => !named.has(text) && coveredBy(text) !== undefined))
  if (profile.missingCount > 0 && !named.has(MISSING_LABEL) && isTop(recoded)) added.add(MISSING_LABEL)
  const { groups } = withCovered(recoded, [...added])
  const hierarchy = tree ? treeHierarchy(column, withLeaves(tree, texts)) : buildHierarchy({ ...recoded, groups })
  const valueCodes = new Map(
    hierarchy.values.flatMap((value, code) =>
      [...(hierarchy.members?.[code] ?? []), value].map((text) => [text, code]),
    ),
  )
  const unknown = foundValues(profile, (i) => !valueCodes.has(texts[i]))
  if (profile.missingCount > 0 && !valueCodes.has(MISSING_LABEL))
    unknown.push({ value: MISSING_LABEL, count: profile.missingCount })
  // Unknown values also get codes, after the others: the raw data distinguishes them. Their names are not kept.
  const size = hierarchy.values.length
  let next = size
  for (const text of texts) if (!valueCodes.has(text)) valueCodes.set(text, next++)
  if (profile.missingCount > 0 && !valueCodes.has(MISSING_LABEL)) valueCodes.set(MISSING_LABEL, next++)
  const missing = valueCodes.get(MISSING_LABEL)
  return {
    hierarchy: {
      ...hierarchy,
      missing: missing ?? hierarchy.missing,
      unseen: unknown.length > 0 ? size : undefined,
      values: [...hierarchy.values, ...Array(next - size).fill('(unseen)')],
    },
    codes: Int32Array.from(texts, (text) => valueCodes.get(text) as number),
    findings: unknown.length === 0 ? [] : [unseenFinding(column, unknown, unseen)],
  }
}

function unseenFinding(
  column: string,
  unknown: readonly { readonly value: string; readonly count: number }[],
  unseen: RecodedColumnOptions['unseen'],
): Finding {
  const thing = `column "${column}" has values that the recoding does not know`
  if (unseen === 'fail') {
    const values = unknown.map(({ value }) => masked(value))
    const shown = unknown.map(({ count }, i) => `${values[i]} in ${many(count, 'row')}`)
    throw new UserError(
      `${thing}: ${listedNames(shown, 10)}; add them to a group of the recoding, or let their rows be ` +
        'suppressed with --unseen suppress',
      { path: '--unseen', rule: 'data', values },
    )
  }
  // Values of suppressed rows are shown only on request.
  const rows = unknown.reduce((sum, { count }) => sum + count, 0)
  const message = prose`${thing} in ${many(rows, 'row')}, which ${rows === 1 ? 'is' : 'are'} suppressed; --unseen fail
    --show-values names them`
  return { severity: 'warning', kind: 'uncovered', column, message }
}

function withCovered(recoded: RecodedCategories, added: readonly string[]): RecodedCategories {
  if (added.length === 0) return recoded
  const coveredBy = coveringGroups(recoded)
  const more = recoded.groups.map((): string[] => [])
  for (const value of added) more[coveredBy(value) as number].push(value)
  const groups = recoded.groups.map(({ label, values, ...rest }, i) => {
    const members = [...values, ...more[i]]
    const known = members.filter((value) => value !== MISSING_LABEL)
    return { ...rest, label, values: known.length < members.length ? [...known, MISSING_LABEL] : members }
  })
  return { ...recoded, groups }
}

/** Finds the group whose label covers a value by rule. A group follows a rule if all of its values do. */
function coveringGroups(recoded: RecodedCategories): (value: string) => number | undefined {
  if (isTop(recoded)) return () => 0
  const byLabel = new Map<string, number>()
  const lengths = new Set<number>()
  recoded.groups.forEach(({ label, values, shown = values }, group) => {
    const length = label.endsWith('*') ? Array.from(label).length : 0
    if (!shown.every((value) => listTimes(value).includes(label) || listPrefixes(value, length).includes(label))) return
    byLabel.set(label, group)
    lengths.add(length)
  })
  return (value) => {
    const labels = [...listTimes(value), ...[...lengths].flatMap((length) => listPrefixes(value, length))]
    return labels.map((label) => byLabel.get(label)).find((group) => group !== undefined)
  }
}

/** The tree of boxes with new values below the smallest node whose label covers them by rule. */
function withLeaves(root: TaxonomyNode, values: readonly string[]): TaxonomyNode {
  const [inner, leaves, lengths] = [new Set<string>(), new Set<string>(), new Set<number>()]
  const visit = ({ name, children = [] }: TaxonomyNode) => {
    if (children.length > 0) inner.add(name)
    else leaves.add(name)
    if (children.length > 0 && name.endsWith('*')) lengths.add(Array.from(name).length)
    children.forEach(visit)
  }
  visit(root)
  const below = groupBy(new Set(values), (value) => {
    const prefixes = [...lengths].flatMap((length) => listPrefixes(value, length).reverse())
    return leaves.has(value) ? undefined : [...listTimes(value), ...prefixes].find((label) => inner.has(label))
  })
  const copy = (node: TaxonomyNode): TaxonomyNode => {
    const added = node.children && below.get(node.name)?.map((name) => ({ name }))
    return { ...node, children: node.children && [...node.children.map(copy), ...(added ?? [])] }
  }
  return copy(root)
}

function isTop({ groups }: RecodedCategories): boolean {
  return groups.length === 1 && saysNothing(groups[0].label)
}

/** 123 matches `1**` and `12*`, or with four-character labels `1***` and `12**`; longer values match none. */
function listPrefixes(value: string, length: number): string[] {
  const characters = Array.from(value)
  if (characters.length > length) return []
  return characters.slice(1).map((_, i) => characters.slice(0, i + 1).join('') + '*'.repeat(length - i - 1))
}

function listTimes(value: string): string[] {
  const date = parseDateOrTime(value)
  if (date === undefined || date.label !== value) return []
  if (date.precision === 'time') return coarserLevels('time').map((level) => dateGroup(level, value))
  const [year, month] = value.split('-')
  const quarter = month === undefined ? [] : [`${year}-Q${Math.ceil(Number(month) / 3)}`, year]
  return [...(date.precision === 'day' ? [`${year}-${month}`] : []), ...quarter, `${year.slice(0, 3)}0s`]
}

/** An order if all labels are ranges of an order, otherwise a tree with the labels as nodes. */
function buildHierarchy({ column, type, groups, bins }: RecodedCategories): Hierarchy {
  const values = groups.flatMap((group) => group.values)
  if (type === 'order' && bins !== undefined) return buildBins(column, bins, values)
  const ordered = groups.every(({ label, values, shown = values }) =>
    shown.length === 1 ? label === shown[0] : label === `[${shown[0]},${shown.at(-1)}]`,
  )
  if (type !== 'order' || !ordered) return treeHierarchy(column, buildRoot(groups))
  const missing = values.at(-1) === MISSING_LABEL
  return orderHierarchy(column, missing ? values.slice(0, -1) : values, { missing })
}

/** The order of a recoding with its public bins; values that a group covers by rule join the last bin. */
function buildBins(column: string, bins: readonly (readonly string[])[], values: readonly string[]): Hierarchy {
  const known = new Set([...bins.flat(), MISSING_LABEL])
  const inBins = bins.map((bin) => bin.filter((value) => value !== MISSING_LABEL)).filter((bin) => bin.length > 0)
  const all = inBins.map((bin, i) =>
    i < inBins.length - 1 ? bin : [...bin, ...values.filter((value) => !known.has(value))],
  )
  const missing = values.includes(MISSING_LABEL)
  const binIds = all.flatMap((bin, i) => bin.map(() => i))
  const groups = all.length + (missing ? 1 : 0)
  const grouping = { codeGroups: Int32Array.from(missing ? [...binIds, all.length] : binIds), groups }
  return binnedOrder(orderHierarchy(column, all.flat(), { missing }), grouping)
}

function buildRoot(groups: RecodedCategories['groups']): TaxonomyNode {
  const nodes = groups.flatMap(({ label, values, shown }): TaxonomyNode[] => {
    const leaves = values.map((name) => ({ name }))
    // A label that lists values is not a node: it must list those of the new data, too.
    if (shown !== undefined && (label === shown[0] || label === `{${shown.join(',')}}`)) return leaves
    return values.length === 1 && values[0] === label ? leaves : [{ name: label, children: leaves }]
  })
  return nodes.length === 1 ? nodes[0] : { name: '*', children: nodes }
}
