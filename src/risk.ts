/**
 * The re-identification risk of any file, also one that Halftone did not write: its classes, or its sets of items, as they stand, counted and
 * weighed. The path stops after counting.
 */
import type { Engine, EngineRun } from './engines/engine.ts'
import { userError } from './errors.ts'
import { type ClassesAsked, countClassSizes, tableOfClasses } from './frequency/class-sizes.ts'
import type { Partition } from './frequency/classes.ts'
import { type BasketsRisk, type BasketsRiskRequest, basketsRisk } from './kinds/items/check.ts'
import { type RiskProfile, riskProfile } from './metrics/risk/profile.ts'
import { finishSets } from './published-set.ts'
import { rawPartition } from './search/evaluation.ts'
import { fileOf, openSource, requireColumn, type SourceRequest } from './sources/open-source.ts'
import { withEngine } from './sources/stamp.ts'
import type { Source } from './sql/dialect.ts'

export interface RiskRequest extends ClassesAsked {
  readonly source: SourceRequest
  /** People among whom those of the file are; same columns, same values. */
  readonly population?: SourceRequest
  /** How many people they are, where only their number is known. */
  readonly people?: number | undefined
  /** Risk above which a row counts as being at risk. */
  readonly threshold?: number
}

type RiskRun = EngineRun & { threads?: number; memory?: string }

export async function assessRisk(request: RiskRequest, run?: RiskRun): Promise<RiskProfile>
export async function assessRisk(request: BasketsRiskRequest, run?: RiskRun): Promise<BasketsRisk>
export async function assessRisk(
  request: RiskRequest | BasketsRiskRequest,
  { threads, memory, ...run }: RiskRun = {},
): Promise<RiskProfile | BasketsRisk> {
  await finishSets([fileOf(request.source)])
  return withEngine(request.source, { threads, memory }, async (engine) => {
    return 'attacker' in request ? basketsRisk(request, engine, run) : rowsRisk(request, engine, run)
  })
}

async function rowsRisk(request: RiskRequest, engine: Engine, run: EngineRun): Promise<RiskProfile> {
  const own = await open(engine, request.source, request)
  const population = request.population && (await open(engine, request.population, request))
  const { sizes, people, stars } = await countClassSizes(engine, [own, population], request, run)
  if (sizes.length === 0)
    throw userError('data', 'data.source')`the file has a header but no rows; there is nobody to be picked out`
  const profile = riskProfile(suppressStars(rawPartition(tableOfClasses(sizes)), stars), {
    threshold: request.threshold,
    people: request.people,
    population: population === undefined ? undefined : tableOfClasses(people),
  })
  return request.persons === undefined ? profile : { ...profile, unit: 'person' }
}

async function open(
  engine: Engine,
  source: SourceRequest,
  { quasiIdentifiers, population, persons }: RiskRequest,
): Promise<Source> {
  const table = await openSource(source, engine)
  for (const column of quasiIdentifiers) requireColumn(table, column, '--qi')
  if (persons !== undefined && source !== population) requireColumn(table, persons, '--persons')
  return table.source
}

/** Rows with `*` in every quasi-identifier are suppressed. */
function suppressStars(partition: Partition, stars: number): Partition {
  if (stars < 0) return partition
  const { classes, suppressed } = partition
  suppressed[stars] = 1
  const kept = classes.sizes.subarray(0, classes.count).filter((_, other) => other !== stars)
  const smallestClass = kept.length === 0 ? 0 : kept.reduce((smallest, size) => Math.min(smallest, size))
  return { ...partition, suppressedRows: classes.sizes[stars], keptClasses: partition.keptClasses - 1, smallestClass }
}
