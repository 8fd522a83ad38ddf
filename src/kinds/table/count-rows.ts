/** Counts the rows of a table for its plan. */
import type { EngineRun } from '../../engines/engine.ts'
import { countClassSizes, tableOfClasses } from '../../frequency/class-sizes.ts'
import { countCombinations } from '../../frequency/count-combinations.ts'
import type { CountedTable, CountRequest } from '../../frequency/counted-table.ts'
import { type HierarchySpecification, peoplePerBin } from '../../hierarchy/specification.ts'
import { superviseEndpoints } from '../../learn/supervised-endpoints.ts'
import { type LinesSwitch, readTuples } from '../../lines/read-tuples.ts'
import { hasLines } from '../../lines/write-lines.ts'
import { findMetric } from '../../metrics/index.ts'
import { targetOption } from '../../metrics/targets.ts'
import { insideTarget } from '../../plan/outputs.ts'
import { columnsInRole, type TablePlan } from '../../plan/plan.ts'
import { releaseSink } from '../../release/write-release.ts'
import { goalTerms } from '../../search/goal.ts'
import { openSource } from '../../sources/open-source.ts'
import { requireColumn, type Table } from '../../sources/table.ts'

/** A combination takes about 200 bytes: beyond this many, a run would need more than 2 GiB. */
const MOST_COMBINATIONS = 10_000_000

export async function countRows(
  plan: TablePlan,
  table: Table,
  run: EngineRun & LinesSwitch,
  keep?: Pick<CountRequest, 'keep' | 'stores'>,
): Promise<CountedTable> {
  const numbers = goalTerms(plan.goal).filter(({ metric }) => findMetric(metric).needs === 'number-target')
  // A named goal uses every target; a metric uses the one it names.
  const isNumber = (name: string) =>
    numbers.some((term) => typeof plan.goal === 'string' || term[targetOption.name] === name)
  const register = plan.register && (await openSource(plan.register, table.engine))
  if (register !== undefined)
    for (const { name } of columnsInRole(plan, 'quasi-identifier')) requireColumn(register, name, 'population.source')
  // Coarser columns lower the number of combinations, but not that of persons or of other values beside them.
  const isCoarsened = plan.persons === undefined && register === undefined && sensitiveColumns(plan).length === 0
  const planned = columnsInRole(plan, 'quasi-identifier')
  const categories = columnsInRole(plan, 'target').filter(({ type }) => type !== 'numeric')
  const given = { targets: categories.map(({ name }) => name), missingValues: plan.missingValues }
  const quasiIdentifiers: CountRequest['quasiIdentifiers'][number][] = []
  for (const { name: column, hierarchy } of planned) {
    const specification = hierarchy as HierarchySpecification
    quasiIdentifiers.push({ column, hierarchy: await superviseEndpoints(column, specification, given, table, run) })
  }
  const counted = await countCombinations(
    table.engine,
    table.source,
    {
      quasiIdentifiers,
      targets: columnsInRole(plan, 'target').map(({ name, type }) => ({
        column: name,
        kind: type === 'numeric' || (type === undefined && isNumber(name)) ? 'numbers' : 'categories',
      })),
      sensitive: sensitiveColumns(plan),
      persons: plan.persons,
      register: register?.source,
      missing: plan.missing,
      missingValues: plan.missingValues,
      ...keep,
      holds: insideTarget(plan.output) === undefined && hasLines(releaseSink(plan, ''), plan.arrangement),
      mostCombinations: plan.mostCombinations ?? (isCoarsened ? MOST_COMBINATIONS : undefined),
    },
    { ...run, readTuples: (engine, source, request) => readTuples(engine, source, request, run) },
  )
  if (planned.every(({ shows }) => shows === undefined)) return counted
  const hierarchies = counted.hierarchies.map((hierarchy, i) => ({ ...hierarchy, shows: planned[i].shows }))
  return { ...counted, hierarchies }
}

/** Adds the classes of the raw values, for the risk before recoding, if several values share a code. */
export async function withRawClasses(
  plan: TablePlan,
  { engine, source }: Table,
  all: CountedTable,
  run: EngineRun,
): Promise<CountedTable> {
  const { rawSizes, ...counted } = all
  if (rawSizes === 'many') return all
  const quasiIdentifiers = columnsInRole(plan, 'quasi-identifier')
  const isCoarse = quasiIdentifiers.some(
    ({ hierarchy }) =>
      typeof hierarchy !== 'object' ||
      (hierarchy.kind === 'number' && hierarchy.endpoints !== 'all') ||
      peoplePerBin(hierarchy) !== undefined,
  )
  if (!isCoarse && counted.coarsened === undefined) return counted
  if (rawSizes === 'own') return counted
  if (rawSizes !== undefined) return { ...counted, raw: tableOfClasses(rawSizes) }
  const register = plan.register && (await openSource(plan.register, engine))
  const { sizes, people } = await countClassSizes(
    engine,
    [source, register?.source],
    {
      quasiIdentifiers: quasiIdentifiers.map(({ name }) => name),
      missingValues: plan.missingValues,
      persons: plan.persons,
      completeOnly: plan.missing === 'drop',
    },
    { signal: run.signal },
  )
  const population = register === undefined ? undefined : tableOfClasses(people)
  return { ...counted, raw: { ...tableOfClasses(sizes), population } }
}

function sensitiveColumns(plan: TablePlan): string[] {
  const named = plan.requirements.flatMap(({ counts }) => counts)
  return [...new Set([...columnsInRole(plan, 'sensitive').map((column) => column.name), ...named])]
}
