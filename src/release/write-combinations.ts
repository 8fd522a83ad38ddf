/** Runs a recoding of combinations where the rows are, and writes the result to a file. */
import type { EngineRun } from '../engines/engine.ts'
import type { CategoryTarget } from '../frequency/frequency-table.ts'
import { forEachGroup } from '../hierarchy/grouping.ts'
import { groupLabel, type Hierarchy, MISSING_LABEL } from '../hierarchy/hierarchy.ts'
import {
  type CombinationRequest,
  combinationStatement,
  orderCells,
  shownExtentStatement,
} from '../recoding/combination-statement.ts'
import type { CombinationOutputs } from '../recoding/combinations.ts'
import type { Table } from '../sources/open-source.ts'
import type { FileSink } from '../sql/dialect.ts'
import { type ColumnEncoding, valueOrMissing } from '../sql/encoding.ts'
import { type GroupExtents, releasedLabels } from './released-extents.ts'

export interface CombinationRelease {
  /** Columns of the release, in the order of the table. */
  readonly columns: readonly string[]
  readonly combinations: CombinationOutputs
  readonly target: CategoryTarget
  readonly hierarchies: readonly Hierarchy[]
  readonly encodings: readonly ColumnEncoding[]
  readonly dropMissing: boolean
  readonly missingValues: readonly string[]
  readonly seed: number
}

/** What the release says of each column's groups. */
export interface ShownCombinations {
  readonly labels: readonly (readonly string[])[]
  readonly extents: readonly (GroupExtents | undefined)[]
}

const cellDictionary = 'halftone combinations'
const targetDictionary = 'halftone target'

export async function writeCombinations(
  table: Table,
  release: CombinationRelease,
  sink: FileSink,
  run: EngineRun = {},
): Promise<ShownCombinations> {
  const { engine, source } = table
  const request = await prepare(table, release)
  const shown = await shownExtents(table, release, request, run)
  await engine.export(combinationStatement(engine.dialect, source, request, shown.labels), sink, run)
  return shown
}

async function prepare({ engine }: Table, release: CombinationRelease): Promise<CombinationRequest> {
  const order = orderCells(release.combinations)
  await engine.uploadDictionary(cellDictionary, order.keys)
  const missing = release.target.values.lastIndexOf(MISSING_LABEL)
  const texts = release.target.values.filter((_, place) => place !== missing)
  await engine.uploadDictionary(targetDictionary, texts)
  return {
    columns: release.columns,
    combinations: release.combinations,
    encodings: release.encodings,
    targetEncoding: {
      kind: 'dictionary',
      column: release.target.name,
      dictionary: targetDictionary,
      texts,
      codes: Int32Array.from(texts, (_, place) => place),
      ...(missing < 0 ? {} : { missing }),
    },
    dictionary: cellDictionary,
    order,
    dropMissing: release.dropMissing,
    value: (column) => valueOrMissing(engine.dialect, column, release.missingValues),
    seed: release.seed,
  }
}

/** An interval is named by the numbers of the rows that show it, never by one that stands behind a `?`. */
async function shownExtents(
  { engine, source }: Table,
  { hierarchies, combinations: { groupings } }: CombinationRelease,
  request: CombinationRequest,
  run: EngineRun,
): Promise<ShownCombinations> {
  const numeric = hierarchies.map(({ kind }) => kind === 'number')
  const statement = shownExtentStatement(engine.dialect, source, request, numeric)
  const result = statement === undefined ? undefined : await engine.query(statement, run)
  const extents = hierarchies.map((_, i): GroupExtents | undefined => {
    const { groups } = groupings[i]
    if (!numeric[i] || groups === 1 || result === undefined) return undefined
    const figures = (name: string) =>
      Float64Array.from({ length: groups }, (_, group) => result.numbers(`${name} ${i} ${group}`)[0])
    return { low: figures('low'), high: figures('high') }
  })
  const labels = hierarchies.map((hierarchy, i) => {
    const own = extents[i]
    if (own !== undefined) return releasedLabels(hierarchy, groupings[i], own)
    const names: string[] = []
    forEachGroup(groupings[i], (_, from, to) => names.push(groupLabel(hierarchy, from, to)))
    return names
  })
  return { labels, extents }
}
