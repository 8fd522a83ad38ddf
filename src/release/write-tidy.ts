/**
 * Writes the release without labels to parse: the ends of each range (`age_low`, `age_high`) or the path in the tree
 * (`town_1` below the root, `town_2` below that), of places the cell, its centre and its edge in metres. Cost: one pass
 * over the release, and its distinct labels.
 */
import type { EngineRun } from '../engines/engine.ts'
import { userError } from '../ground/errors.ts'
import { OR_MISSING, readRange, tidyEnds } from '../hierarchy/ends/range-label.ts'
import { type Hierarchy, nodeCovering, type TreeHierarchy } from '../hierarchy/hierarchy.ts'
import { placeCell } from '../hierarchy/place-grid.ts'
import { longestLabel, shownName } from '../hierarchy/prefix.ts'
import type { Table } from '../sources/table.ts'
import { type FileSink, join, joinable, rowsInOrder, type Sql, sql } from '../sql/dialect.ts'
import { type Arrangement, arranged } from './arrange.ts'

const wrongTidy = userError('together', 'output.tidy')

interface TidyParts {
  readonly names: readonly string[]
  of(label: string): readonly (number | string | undefined)[] | undefined
}

export async function writeTidy(
  release: Table,
  hierarchies: readonly Hierarchy[],
  sink: FileSink,
  { spreadsheetSafe, places }: Pick<Arrangement, 'spreadsheetSafe'> & { readonly places: readonly string[] },
  run: EngineRun,
): Promise<void> {
  const { engine, source } = release
  const { dialect } = engine
  const columns = release.columns.map(({ name }) => name)
  const cellText = (column: string) => sql`${dialect.text(dialect.identifier(column))}`
  const labels = new Map<string, readonly string[]>()
  const parts = new Map<string, TidyParts>()
  for (const hierarchy of hierarchies) {
    const { column } = hierarchy
    const distinct = sql`SELECT DISTINCT ${cellText(column)} AS label FROM ${dialect.scan(source)}`
    const distinctLabels = (await engine.query(distinct, run)).texts('label').flatMap((text) => text ?? [])
    labels.set(column, distinctLabels)
    parts.set(column, places.includes(column) ? placeParts(column) : tidyParts(hierarchy, distinctLabels))
  }
  const names = columns.flatMap((column) => parts.get(column)?.names ?? [column])
  requireDistinct(names)
  let place = 0
  const cells: Sql[] = []
  // A join may lose the order of rows.
  const ordered = rowsInOrder(dialect, source, true)
  let { from } = ordered
  for (const column of columns) {
    const tidy = parts.get(column)
    if (tidy === undefined) {
      cells.push(dialect.identifier(column))
      continue
    }
    const known = (labels.get(column) ?? []).flatMap((text) => {
      const said = tidy.of(text)
      return said === undefined ? [] : [{ text, said }]
    })
    const table = `halftone tidy ${place++}`
    const name = (part: number) => `${table} ${part}`
    const lists = tidy.names.map((_, part) => ({
      name: name(part),
      values: known.map(({ said }) => String(said[part] ?? '')),
    }))
    const key = { name: `${table} label`, values: known.map(({ text }) => text) }
    await engine.execute(dialect.createTable(table, dialect.listed([key, ...lists])), run)
    from = sql`${from} LEFT JOIN ${joinable(dialect, table)} ON ${dialect.identifier(key.name)} = ${cellText(column)}`
    for (const [part, named] of tidy.names.entries()) {
      const text = sql`NULLIF(${dialect.identifier(name(part))}, ${dialect.literal('')})`
      const all = known.flatMap(({ said }) => said[part] ?? [])
      const typed = all.every(Number.isSafeInteger) ? dialect.wholeNumber : dialect.number
      const cell = all.every((value) => typeof value === 'number') ? typed(text) : text
      cells.push(sql`${cell} AS ${dialect.identifier(named)}`)
    }
  }
  const select = sql`SELECT ${join(cells)} FROM ${from}${ordered.orderBy}`
  await engine.export(arranged(dialect, select, names, sink, { order: 'source', spreadsheetSafe }), sink, run)
}

function requireDistinct(names: readonly string[]): void {
  const twice = names.find((name, i) => names.indexOf(name) < i)
  if (twice === undefined) return
  throw wrongTidy`output.tidy would have two columns "${twice}"; rename the column of the data, or remove output.tidy`
}

function tidyParts(hierarchy: Hierarchy, labels: readonly string[]): TidyParts {
  const { column, kind, values, members = [] } = hierarchy
  const names = [`${column}_low`, `${column}_high`]
  if (hierarchy.shows !== undefined)
    return { names: [column], of: (label) => [kind === 'number' ? readRange(label)?.low : label] }
  if (kind === 'tree') return treeParts(hierarchy, labels)
  if (kind === 'number')
    return {
      names,
      of(label) {
        const range = label.endsWith(OR_MISSING) ? undefined : readRange(label)
        return range && tidyEnds(range)
      },
    }
  const known = new Set(members.length > 0 ? members.flat() : values)
  return {
    names,
    of(label) {
      if (known.has(label)) return [label, label]
      // A value may contain a comma.
      const text = label.slice(1, -1)
      for (let comma = text.indexOf(','); comma >= 0; comma = text.indexOf(',', comma + 1)) {
        const [first, last] = [text.slice(0, comma), text.slice(comma + 1)]
        if (known.has(first) && known.has(last)) return [first, last]
      }
      return undefined
    },
  }
}

function placeParts(column: string): TidyParts {
  return {
    names: ['cell', 'latitude', 'longitude', 'size'].map((part) => `${column}_${part}`),
    of(label) {
      const cell = placeCell(label)
      const centre = (from: number, to: number) => Number(((from + to) / 2).toFixed(4))
      return cell && [cell.code, centre(cell.south, cell.north), centre(cell.west, cell.east), cell.metres]
    },
  }
}

/** Depth and prefix length come from the released labels: hidden values may be longer or deeper. */
function treeParts(hierarchy: TreeHierarchy, labels: readonly string[]): TidyParts {
  const { tree, column } = hierarchy
  const longest = longestLabel(hierarchy, labels)
  // Nodes that cover the same values have one name in the release.
  const nameNode = (node: number) => {
    const [from, to] = [tree.first[node], tree.last[node]]
    return from === to ? hierarchy.values[from] : shownName(hierarchy, nodeCovering(tree, from, to), longest)
  }
  const paths = new Map<string, readonly string[]>()
  const nodePaths: (readonly string[])[] = []
  tree.names.forEach((_, node) => {
    const parent = tree.parent[node]
    const above = parent < 0 ? [] : nodePaths[parent]
    const name = nameNode(node)
    const isValue = parent < 0 && tree.first[node] === tree.last[node]
    nodePaths[node] = isValue ? [name] : parent < 0 || nameNode(parent) === name ? above : [...above, name]
    paths.set(name, nodePaths[node])
  })
  const depth = labels.reduce((most, label) => Math.max(most, paths.get(label)?.length ?? 0), 1)
  const names = Array.from({ length: depth }, (_, level) => `${column}_${level + 1}`)
  return { names, of: (label) => paths.get(label) }
}
