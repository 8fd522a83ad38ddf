/** Shared by requirements on the values of one sensitive column. */

import { classValues, FEW, fewValues, findSensitive } from '../frequency/class-values.ts'
import type { Classes } from '../frequency/classes.ts'
import type { Amounts, FrequencyTable, SensitiveColumn } from '../frequency/frequency-table.ts'
import { countedSizes } from '../frequency/persons.ts'
import { didYouMean, userError } from '../ground/errors.ts'
import { entryAt } from '../ground/maps.ts'
import type { OptionValues } from '../ground/options.ts'
import { type Sql, sql } from '../sql/dialect.ts'
import { type ClassCheck, type CountedFile, foundText } from './class-check.ts'
import type { MostKept } from './most-kept.ts'
import type { MadeRequirement, Requirement, RequirementColumn } from './requirement.ts'

/** Whether a class holds. Counts are rows, or weights if persons are counted. */
export type ClassJudge = (codes: Int32Array, counts: Amounts, found: number, sum: number) => boolean

export interface ValueRule
  extends Pick<Requirement, 'promise' | 'persons' | 'mergedHolds' | 'mergedWithAnyHolds' | 'check'> {
  readonly minimumSize?: number
  readonly column: RequirementColumn
  readonly fewest?: number
  /** Holds if a class has this many distinct values, however frequent: stops counting there. */
  readonly enough?: number | undefined
  /** Called once per column, to precompute what depends on overall shares. */
  judge(column: SensitiveColumn): ClassJudge
  /** Bounds the kept rows of a class that is split; absent if unknown. */
  mostKept?(column: SensitiveColumn): MostKept | undefined
}

/** Tolerance for shares that the engine sums in another order; less in searches, so that verification accepts them. */
export const ROUNDING = 1e-9
export const ROUNDING_IN_SEARCH = 1e-10

export const columnOption = {
  name: 'column',
  type: 'text',
  meaning: 'the protected column; its role is sensitive or target',
} as const

export function requireValues(rule: ValueRule): MadeRequirement {
  const { column, judge, mostKept, fewest = 1, minimumSize = 1, enough, ...facts } = rule
  const judges = new WeakMap<Float64Array, ClassJudge>()
  const limits = new WeakMap<Float64Array, MostKept>()
  const seen = { classes: undefined as Classes | undefined, round: -1, broken: new Uint8Array() }
  function findLimit(frequencies: FrequencyTable): MostKept | undefined {
    const sensitive = findSensitive(frequencies, column.name)
    const limit = limits.get(sensitive.overall) ?? mostKept?.(sensitive)
    if (limit !== undefined) limits.set(sensitive.overall, limit)
    return limit
  }

  return {
    ...facts,
    minimumSize,
    columns: [column],
    reads: 'counts',
    counts: [column.name],
    fewestRows: (frequencies) => findLimit(frequencies)?.fewest ?? 1,
    fewestWith(frequencies) {
      const { largestShare } = (frequencies.persons === undefined && findLimit(frequencies)) || {}
      if (largestShare === undefined) return undefined
      const { offsets, codes, counts } = findSensitive(frequencies, column.name)
      return Float64Array.from({ length: frequencies.combinations }, (_, i) => {
        let fewest = 0
        for (let entry = offsets[i]; entry < offsets[i + 1]; entry++)
          fewest = Math.max(fewest, counts[entry] / largestShare(codes[entry]))
        return fewest * (1 - ROUNDING_IN_SEARCH)
      })
    },
    limitKept(classes, frequencies, most, spare) {
      if (mostKept === undefined || frequencies.persons !== undefined) return
      const limit = findLimit(frequencies)
      if (limit === undefined) return
      const values = classValues(classes, frequencies, column.name)
      const { sizes, count } = classes
      if (seen.broken.length < count) seen.broken = new Uint8Array(frequencies.combinations)
      seen.classes = classes
      seen.round = classes.round ?? -1
      seen.broken.fill(0, 0, count)
      for (let c = 0, left = spare; c < count && left >= 0; c++) {
        if (most[c] === 0) continue
        const kept = sizes[c] < limit.fewest ? 0 : limit.of(values.codes, values.counts, values.of(c), sizes[c])
        if (kept < sizes[c] - 1) seen.broken[c] = 1
        if (kept >= most[c]) continue
        left -= most[c] - kept
        most[c] = kept
      }
    },
    mark(classes, frequencies, broken) {
      const sensitive = findSensitive(frequencies, column.name)
      const holds = entryAt(judges, sensitive.overall, () => judge(sensitive))
      const { sizes, count } = classes
      const counted = countedSizes(classes, frequencies)
      const weighted = frequencies.persons !== undefined
      const known = seen.classes === classes && classes.round !== undefined && seen.round === classes.round
      const least = Math.max(minimumSize, weighted ? 1 : (findLimit(frequencies)?.fewest ?? 1))
      for (let c = 0; c < count; c++)
        if (sizes[c] < least || counted[c] < fewest || (known && seen.broken[c] === 1)) broken[c] = 1
      if (enough !== undefined && enough <= FEW) {
        const found = fewValues(classes, frequencies, column.name, enough, broken)
        for (let c = 0; c < count; c++) if (found[c] < enough) broken[c] = 1
        return
      }
      const values = classValues(classes, frequencies, column.name)
      for (let c = 0; c < count; c++) {
        if (broken[c] === 1) continue
        const found = values.of(c)
        const sum = weighted ? sumCounts(values.counts, found) : sizes[c]
        if (!holds(values.codes, values.counts, found, sum)) broken[c] = 1
      }
    },
  }
}

function sumCounts(counts: Amounts, found: number): number {
  let sum = 0
  for (let i = 0; i < found; i++) sum += counts[i]
  return sum
}

export function columnNamed(
  requirement: string,
  options: OptionValues,
  columns: readonly RequirementColumn[],
): RequirementColumn {
  const name = options['column'] as string
  if (columns.length === 0) return { name, role: 'sensitive' }
  const fitting = columns.filter(({ role }) => role === 'sensitive' || role === 'target')
  const found = columns.find((column) => column.name === name)
  if (found !== undefined && fitting.includes(found)) {
    const { role, type, order, taxonomy } = found
    return { name, role, type, order, taxonomy }
  }
  const names = fitting.map((column) => column.name)
  const why =
    found === undefined
      ? 'which the job does not have'
      : `whose role is ${found.role}; its role must be sensitive or target`
  const hint = names.length === 0 ? '; give a column role: sensitive' : `; fitting are ${names.join(', ')}`
  throw userError('known', `privacy.${requirement}`)`requirement ${requirement} names the column "${name}",
    ${why}${(found === undefined && didYouMean(name, names)) || hint}`
}

export function placeOfMost<T>(values: readonly T[], figure: (value: T) => number | undefined): number | undefined {
  let place: number | undefined
  let most = Number.NEGATIVE_INFINITY
  values.forEach((value, i) => {
    const candidate = figure(value)
    if (candidate === undefined || (place !== undefined && !(candidate > most))) return
    place = i
    most = candidate
  })
  return place
}

/** A figure per class, over its values (`v`) joined with their overall shares (`d`). */
export function besideAllRows({ values, domain }: CountedFile, column: string, figure: Sql): Sql {
  return sql`SELECT v.class AS class, ${figure} AS figure FROM ${values(column)} AS v LEFT JOIN ${domain(column)} AS d
    ON d.value = v.value GROUP BY v.class`
}

type OwnCheck = Pick<ClassCheck, 'figures'> & Partial<ClassCheck>

export function atMost(bound: number, what: string, check: OwnCheck): ClassCheck {
  return bounded('most', `have a larger ${what} than ${bound}`, bound, what, {
    breaks: (figure) => sql`${figure} > ${bound + ROUNDING}`,
    ...check,
  })
}

export function atLeast(bound: number, what: string, check: OwnCheck): ClassCheck {
  return bounded('least', `have a smaller ${what} than ${bound}`, bound, what, {
    breaks: (figure) => sql`${figure} < ${bound - ROUNDING * bound}`,
    ...check,
  })
}

export function below(bound: number, what: string, check: OwnCheck): ClassCheck {
  return bounded('most', `reach ${bound}`, `below ${bound}`, what, {
    breaks: (figure) => sql`${figure} >= ${bound}`,
    ...check,
  })
}

function bounded(
  worst: ClassCheck['worst'],
  breach: string,
  asked: number | string,
  what: string,
  check: OwnCheck & Pick<ClassCheck, 'breaks'>,
): ClassCheck {
  const extreme = `${worst === 'most' ? 'largest' : 'smallest'} ${what}`
  return {
    worst,
    found: (counted) => foundText(counted, (figure) => `${extreme} ${figureText(figure)}`, breach, asked),
    blame: (values) => placeOfMost(values, ({ share, overall }) => share - overall),
    ...check,
  }
}

export function overallShares({ overall }: SensitiveColumn): Float64Array {
  const rows = overall.reduce((sum, count) => sum + count, 0)
  return overall.map((count) => count / rows)
}

/** Represents infinity in SQL. */
export const UNBOUNDED = 1e300

export function figureText(figure: number): string {
  return figure >= UNBOUNDED ? 'without bound' : String(Number(figure.toPrecision(4)))
}
