/** Measures what classes of a written file reveal, in the engine. Cost: a pass for the classes, and one per column. */
import type { EngineRun } from '../engines/engine.ts'
import type { AttributeRisk } from '../metrics/risk/attributes.ts'
import { sql } from '../sql/dialect.ts'
import { type ClassesRequest, countClasses, type OverallCounts } from './counted-classes.ts'
import { type Countable, countedTable } from './read-once.ts'

export interface AttributesRequest extends Pick<ClassesRequest, 'quasiIdentifiers' | 'columns' | 'missingValues'> {
  /** Counts of each value in the data; columns missing here use the file's counts. */
  readonly overall: OverallCounts
}

/** Computes the figures of `metrics/risk/attributes.ts`. */
export async function measureAttributes(
  release: Countable,
  { quasiIdentifiers, columns, missingValues, overall }: AttributesRequest,
  run: EngineRun = {},
): Promise<AttributeRisk[]> {
  if (columns.length === 0) return []
  const { engine } = countedTable(release)
  const { dialect } = engine
  const asked = { quasiIdentifiers, columns, missingValues, overall, exempt: true }
  const counted = await countClasses(release, asked, run)
  try {
    const risks: AttributeRisk[] = []
    for (const column of counted.asked === 0 ? [] : columns) {
      const { file } = counted
      const ofClasses = sql`SELECT v.class, MIN(v.size) AS size, COUNT(*) AS found, MAX(v.share) AS largest,
        EXP(-SUM(v.share * LN(v.share))) AS entropy, SUM(CASE WHEN v.share > d.share THEN v.share - d.share ELSE 0 END)
        AS distance, MAX(v.share / d.share - 1) AS gain FROM ${file.values(column)} AS v JOIN ${file.domain(column)} AS
        d ON d.value = v.value GROUP BY v.class`
      const selectFigures = sql`SELECT
        ${dialect.wholeNumber(sql`(SELECT COUNT(*) FROM ${file.domain(column)} AS known)`)} AS known,
        ${dialect.wholeNumber(sql`COUNT(CASE WHEN found = 1 THEN 1 END)`)} AS uniform,
        ${dialect.wholeNumber(sql`COALESCE(SUM(CASE WHEN found = 1 THEN size END), 0)`)} AS rows_of_one, MAX(largest) *
        1e0 AS largest, ${dialect.wholeNumber(sql`MIN(found)`)} AS fewest, MIN(entropy) * 1e0 AS entropy, MAX(distance)
        * 1e0 AS distance, MAX(gain) * 1e0 AS gain FROM (${ofClasses}) AS every_class`
      const figures = await engine.query(selectFigures, run)
      const figure = (name: string): number => figures.numbers(name)[0]
      risks.push({
        column,
        values: figure('known'),
        uniformClasses: figure('uniform'),
        uniformRows: figure('rows_of_one'),
        largestShare: figure('largest'),
        distinct: figure('fewest'),
        entropy: figure('entropy'),
        distance: figure('distance'),
        gain: figure('gain'),
      })
    }
    return risks
  } finally {
    await counted.drop()
  }
}

export interface LearnedColumn {
  readonly column: string
  readonly classes: number
  readonly rows: number
  /** By the share of the most frequent value, in whole percent rounded down; 100 means a single value. */
  readonly shares: readonly { readonly percent: number; readonly classes: number; readonly rows: number }[]
}

/** Classes by the share of their most frequent value: an attacker who finds a person's class learns it. */
export async function measureLearned(
  release: Countable,
  { quasiIdentifiers, columns, missingValues }: Pick<ClassesRequest, 'quasiIdentifiers' | 'columns' | 'missingValues'>,
  run: EngineRun = {},
): Promise<LearnedColumn[]> {
  const { engine } = countedTable(release)
  const { dialect } = engine
  const counted = await countClasses(release, { quasiIdentifiers, columns, missingValues, exempt: true }, run)
  try {
    const learned: LearnedColumn[] = []
    for (const column of columns) {
      const largest = sql`SELECT class, MIN(size) AS size, COUNT(*) AS found, MAX(amount) * 100 AS most FROM
        ${counted.file.values(column)} AS v GROUP BY class`
      const percent = sql`CASE WHEN found = 1 THEN 100 ELSE LEAST(99, FLOOR(most * 1e0 / size)) END`
      const selectFigures = sql`SELECT ${dialect.wholeNumber(percent)} AS percent, ${dialect.wholeNumber(sql`COUNT(*)`)}
        AS classes, ${dialect.wholeNumber(sql`SUM(size)`)} AS people FROM (${largest}) AS of_classes GROUP BY 1 ORDER BY
        1`
      const figures = await engine.query(selectFigures, run)
      const [classes, rows] = [figures.numbers('classes'), figures.numbers('people')]
      const shares = Array.from(figures.numbers('percent'), (percent, i) => ({
        percent,
        classes: classes[i],
        rows: rows[i],
      }))
      const sum = (name: 'classes' | 'rows') => shares.reduce((total, share) => total + share[name], 0)
      learned.push({ column, classes: sum('classes'), rows: sum('rows'), shares })
    }
    return learned
  } finally {
    await counted.drop()
  }
}
