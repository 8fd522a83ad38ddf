/**
 * t-closeness (Li, Li, Venkatasubramanian 2007): the distribution of a sensitive column in every class is within t of
 * that in all rows, by equal, ordered or tree distance (`ground-distance.ts`).
 */

import type { SensitiveColumn } from '../../frequency/frequency-table.ts'
import { userError } from '../../ground/errors.ts'
import { prose } from '../../ground/format.ts'
import { option, SHARE } from '../../ground/options.ts'
import { MISSING_LABEL } from '../../hierarchy/hierarchy.ts'
import { parseNumber } from '../../hierarchy/number.ts'
import { isLeaf, type TaxonomyNode, visitTaxonomy } from '../../hierarchy/taxonomy/taxonomy.ts'
import { taxonomyLevels } from '../../hierarchy/tree.ts'
import { join, type Sql, sql } from '../../sql/dialect.ts'
import type { ClassCheck, CountedFile } from '../class-check.ts'
import { mostKeptBy } from '../most-kept.ts'
import type { RequirementColumn, RequirementRecord } from '../requirement.ts'
import {
  atMost,
  columnNamed,
  columnOption,
  overallShares,
  ROUNDING_IN_SEARCH,
  requireValues,
} from '../value-requirement.ts'
import { type ClassDistance, equalDistance, orderedDistance, treeDistance, type ValueTree } from './ground-distance.ts'

const wrongValue = userError('value', 'privacy.t-closeness')
export const tCloseness: RequirementRecord = {
  name: 't-closeness',
  title: 't-closeness',
  summary: 'The distribution of a sensitive column in every class is near that in all rows.',
  required: ['column', 't'],
  options: [
    columnOption,
    { name: 't', ...SHARE, meaning: 'the largest distance of a class from all rows, 0 to 1' },
    option({ name: 'distance', type: 'choice', choices: ['equal', 'ordered', 'tree'], default: 'equal' })`equal: all
      values are equally far apart; ordered: by rank (type: numeric, or an order); tree: by the column’s taxonomy`,
  ],
  make(options, columns) {
    const column = columnNamed('t-closeness', options, columns)
    const t = options['t'] as number
    const distance = options['distance'] as 'equal' | 'ordered' | 'tree'
    const measure = measures[distance](column)
    return requireValues({
      column,
      promise: prose`in every class of rows that look alike, ${column.name} is spread as in all rows up to a distance
        of ${t} (${words[distance]})`,
      mergedHolds: true,
      mergedWithAnyHolds: false,
      judge(counted) {
        const distanceTo = measure.open(counted, overallShares(counted))
        return (codes, counts, found, size) => distanceTo(codes, counts, found, size) <= t + ROUNDING_IN_SEARCH
      },
      // Ordered and tree distances have no cap per value.
      mostKept: (counted) =>
        distance === 'equal' ? mostKeptBy(overallShares(counted), t + ROUNDING_IN_SEARCH) : undefined,
      check: atMost(t, 'distance from all rows', {
        figures: measure.figures,
        aggregate: measure.aggregate,
        comparesWithAll: true,
      }),
    })
  },
}

const words = { equal: 'all values alike far', ordered: 'by their order', tree: 'by their tree' } as const

interface Measure {
  open(column: SensitiveColumn, shares: Float64Array): ClassDistance
  figures(file: CountedFile): Sql
  readonly aggregate?: ClassCheck['aggregate']
}

const measures: Record<keyof typeof words, (column: RequirementColumn) => Measure> = {
  equal: ({ name }) => ({
    open: (_, shares) => equalDistance(shares),
    // A sum over values is a sum over rows, divided by the amount of each row's value.
    aggregate(_value, count) {
      const rarer = sql`(${count('class')} * 1e0 / ${count('class', name)}) * (${count('all', name)} * 1e0 /
        ${count('all')})`
      return sql`AVG(CASE WHEN ${rarer} < 1 THEN 1 - ${rarer} ELSE 0 END)`
    },
    figures: ({ values, domain }) =>
      sql`SELECT v.class AS class, SUM(CASE WHEN v.share > COALESCE(d.share, 0) THEN v.share - COALESCE(d.share, 0) ELSE
        0 END) AS figure FROM ${values(name)} AS v LEFT JOIN ${domain(name)} AS d ON d.value = v.value GROUP BY
        v.class`,
  }),
  ordered: (column) => {
    const { name, order } = column
    if (order === undefined && column.type !== 'numeric')
      throw wrongValue`requirement t-closeness: distance ordered needs to know the order of "${name}"; give the column
        type: numeric or an order, or choose distance: equal`
    return {
      open({ values }, shares) {
        const keys = order === undefined ? numericKeys(name, values) : listedKeys(name, values, order)
        return orderedDistance(shares, placesBy(keys), values.length)
      },
      figures(file) {
        const { dialect, classes, values, domain } = file
        const missing = sql`value = ${dialect.literal(MISSING_LABEL)}`
        const listed =
          order === undefined
            ? sql`SELECT value, share, row_number() OVER (ORDER BY CASE WHEN ${missing} THEN 1 ELSE 0 END,
              ${dialect.number(sql`value`)}, ${dialect.ordered(sql`value`)}) AS place FROM ${domain(name)} AS d`
            : sql`SELECT d.value AS value, d.share AS share, COALESCE(o.place, ${order.length}) AS place FROM
              ${domain(name)} AS d LEFT JOIN (VALUES
              ${join(order.map((value, place) => sql`(${dialect.literal(value)}, ${place})`))}) AS o(value, place) ON
              o.value = d.value`
        const moved = sql`SELECT c.class AS class, SUM(COALESCE(v.share, 0) - p.share) OVER (PARTITION BY c.class ORDER
          BY p.place) AS moved FROM ${classes} AS c CROSS JOIN (${listed}) AS p LEFT JOIN ${values(name)} AS v ON
          v.class = c.class AND v.value = p.value`
        return sql`SELECT class, COALESCE(SUM(ABS(moved)) / NULLIF(COUNT(*) - 1, 0), 0) AS figure FROM (${moved}) AS
          sums GROUP BY class`
      },
    }
  },
  tree: ({ name, taxonomy }) => {
    if (taxonomy === undefined)
      throw wrongValue`requirement t-closeness: distance tree needs the tree of "${name}"; give the column a taxonomy,
        or choose distance: equal`
    const paths = treePaths(name, taxonomy)
    return {
      open: ({ values }, shares) => treeDistance(shares, buildTree(name, values, paths)),
      figures({ dialect, classes, values, domain }) {
        const steps = [...paths.above].flatMap(([value, path]) =>
          [value, ...path.map((node) => `${node}`)].slice(0, -1).map((child, i) => {
            const parts = [
              dialect.literal(value),
              sql`${i}`,
              dialect.literal(child),
              sql`${path[i]}`,
              sql`${paths.weights[path[i]]}`,
            ]
            return sql`(${join(parts)})`
          }),
        )
        // Values are keyed by name and nodes by number; the position on the path keeps the two apart.
        const missing = join([
          dialect.literal(MISSING_LABEL),
          sql`0`,
          dialect.literal(MISSING_LABEL),
          sql`0`,
          sql`${paths.weights[0]}`,
        ])
        const extra = sql`SELECT c.class AS class, s.parent AS parent, s.weight AS weight, SUM(COALESCE(v.share, 0) -
          COALESCE(d.share, 0)) AS extra FROM ${classes} AS c CROSS JOIN (VALUES ${join([...steps, sql`(${missing})`])})
          AS s(value, step, child, parent, weight) LEFT JOIN ${domain(name)} AS d ON d.value = s.value LEFT JOIN
          ${values(name)} AS v ON v.class = c.class AND v.value = s.value GROUP BY c.class, s.parent, s.weight, CASE
          WHEN s.step = 0 THEN 0 ELSE 1 END, s.child`
        const nodes = sql`SELECT class, weight, SUM(CASE WHEN extra > 0 THEN extra ELSE 0 END) AS surplus, SUM(CASE WHEN
          extra < 0 THEN -extra ELSE 0 END) AS shortage FROM (${extra}) AS children GROUP BY class, parent, weight`
        return sql`SELECT class, SUM(weight * CASE WHEN surplus < shortage THEN surplus ELSE shortage END) AS figure
          FROM (${nodes}) AS nodes GROUP BY class`
      },
    }
  },
}

function numericKeys(column: string, values: readonly string[]): readonly number[] {
  const wrongData = userError('data', `columns.${column}`)
  const numbers = values.map((value) => (value === MISSING_LABEL ? Number.POSITIVE_INFINITY : parseNumber(value)))
  const wrong = numbers.findIndex(Number.isNaN)
  if (wrong >= 0)
    throw wrongData`column "${column}" is numeric, for distance: ordered, but has a value that is no number; fix it, or
      name it in data.missing-values`
  return numbers
}

/** The index of each value that occurs, by key; stable, so equal keys stay in binary order. */
function placesBy(keys: readonly number[]): Int32Array {
  const order = [...keys.keys()].sort((a, b) => (keys[a] === keys[b] ? a - b : keys[a] - keys[b]))
  const places = new Int32Array(keys.length)
  for (let place = 0; place < order.length; place++) places[order[place]] = place
  return places
}

function listedKeys(column: string, values: readonly string[], order: readonly string[]): readonly number[] {
  const wrongData = userError('data', `columns.${column}`)
  const ranks = new Map(order.map((value, place) => [value, place]))
  return values.map((value) => {
    const place = ranks.get(value) ?? (value === MISSING_LABEL ? order.length : undefined)
    if (place === undefined)
      throw wrongData`the order of column "${column}" lacks a value that the data has; add all values to
        columns.${column}.order`
    return place
  })
}

interface Paths {
  /** Inner nodes above each value, nearest first; 0 is the root. */
  readonly above: ReadonlyMap<string, readonly number[]>
  readonly weights: Float64Array
}

function treePaths(column: string, root: TaxonomyNode): Paths {
  const levels = taxonomyLevels(`taxonomy of column "${column}"`, root)
  const numbers = new Map<TaxonomyNode, number>()
  const above = new Map<string, number[]>()
  const heights: number[] = []
  let place = 0
  visitTaxonomy(root, (node, ancestors) => {
    const level = levels[place++]
    if (isLeaf(node)) above.set(node.name, ancestors.map((one) => numbers.get(one) as number).reverse())
    else {
      numbers.set(node, heights.length)
      heights.push(level)
    }
  })
  return { above, weights: Float64Array.from(heights, (height) => height / heights[0]) }
}

function buildTree(column: string, values: readonly string[], { above, weights }: Paths): ValueTree {
  const wrongData = userError('data', `columns.${column}`)
  return {
    weights,
    ancestors: values.map((value) => {
      const path = above.get(value) ?? (value === MISSING_LABEL ? [0] : undefined)
      if (path === undefined)
        throw wrongData`the taxonomy of column "${column}" lacks a value that the data has; add all values, or choose
          distance: equal`
      return Int32Array.from(path)
    }),
  }
}
