/** The re-identification risk of any file, also one that Halftone did not write: its classes as they stand, counted and weighed. */
import { openDuckDB } from './engines/duckdb/duckdb-engine.ts'
import type { Engine, EngineRun } from './engines/engine.ts'
import type { Partition } from './frequency/classes.ts'
import { type CountedTable, countCombinations, type HierarchyMaker } from './frequency/count-combinations.ts'
import { MISSING_LABEL, SUPPRESSED_LABEL } from './hierarchy/hierarchy.ts'
import { type RiskProfile, riskProfile } from './metrics/risk/profile.ts'
import { rawPartition } from './search/evaluation.ts'
import { openSource, requireColumn, type SourceRequest } from './sources/open-source.ts'

export interface RiskRequest {
  readonly source: SourceRequest
  readonly quasiIdentifiers: readonly string[]
  readonly missingValues: readonly string[]
  /** People among whom those of the file are; same columns, same values. */
  readonly population?: SourceRequest
  /** Risk above which a row counts as being at risk. */
  readonly threshold?: number
}

export async function assessRisk(
  request: RiskRequest,
  run: EngineRun & { threads?: number; memory?: string } = {},
): Promise<RiskProfile> {
  const { threads, memory, ...engineRun } = run
  const engine = await openDuckDB({
    ...(threads === undefined ? {} : { threads }),
    ...(memory === undefined ? {} : { memory }),
  })
  try {
    const domains: string[][] = request.quasiIdentifiers.map(() => [])
    const own = await count(engine, request.source, request, engineRun, (column) => ownValues(column, domains))
    const population =
      request.population &&
      (await count(engine, request.population, request, engineRun, (column) => valuesOf(column, domains)))
    return riskProfile(suppressStars(rawPartition(own.frequencies), domains), {
      ...(request.threshold === undefined ? {} : { threshold: request.threshold }),
      ...(population === undefined ? {} : { population: population.frequencies }),
    })
  } finally {
    await engine.close()
  }
}

async function count(
  engine: Engine,
  source: SourceRequest,
  { quasiIdentifiers, missingValues }: RiskRequest,
  run: EngineRun,
  maker: (column: number) => HierarchyMaker,
): Promise<CountedTable> {
  const table = await openSource(source, engine)
  for (const column of quasiIdentifiers) requireColumn(table, column, '--qi')
  return countCombinations(
    engine,
    table.source,
    {
      quasiIdentifiers: quasiIdentifiers.map((column, i) => ({ column, hierarchy: maker(i) })),
      targets: [],
      missing: 'category',
      missingValues,
    },
    run,
  )
}

/** Every value that occurs is a code; one more stands for what only a population has. Missing is a value like others. */
function ownValues(column: number, domains: string[][]): HierarchyMaker {
  return ({ values, missingCount }) => {
    domains[column] = [...values, ...(missingCount > 0 ? [MISSING_LABEL] : [])]
    return valuesOf(column, domains)({ values, counts: [], missingCount })
  }
}

function valuesOf(column: number, domains: readonly (readonly string[])[]): HierarchyMaker {
  return ({ values }) => {
    const domain = domains[column]
    const codeOf = new Map(domain.map((value, code) => [value, code] as const))
    return {
      hierarchy: {
        column: String(column),
        kind: 'order',
        values: [...domain, '(other)'],
        levels: [],
        missing: codeOf.get(MISSING_LABEL) ?? domain.length,
      },
      codes: Int32Array.from(values, (value) => codeOf.get(value) ?? domain.length),
      findings: [],
    }
  }
}

/** Rows with `*` in every quasi-identifier are suppressed. */
function suppressStars(partition: Partition, domains: readonly (readonly string[])[]): Partition {
  const stars = domains.map((domain) => domain.indexOf(SUPPRESSED_LABEL))
  const { classes, frequencies, suppressed } = partition
  for (let c = 0; c < classes.count; c++) {
    if (!stars.every((star, i) => frequencies.columns[i].codes[classes.representatives[c]] === star)) continue
    suppressed[c] = 1
    const kept = classes.sizes.subarray(0, classes.count).filter((_, other) => other !== c)
    return {
      ...partition,
      suppressedRows: classes.sizes[c],
      keptClasses: partition.keptClasses - 1,
      smallestClass: kept.length === 0 ? 0 : kept.reduce((smallest, size) => Math.min(smallest, size)),
    }
  }
  return partition
}
