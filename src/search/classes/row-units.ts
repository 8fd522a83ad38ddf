/**
 * The rows as the kernel moves them. A unit is a combination, or, if requirements read one sensitive column, a
 * combination with one of its values. If they read several columns, their joint counts are unknown: combinations stay
 * whole and are tallied by their sums. In small tables whose classes show numbers and need k rows alone, a unit is a
 * row, because the best classes may divide equal rows.
 */
import { findSensitive } from '../../frequency/class-values.ts'
import type { FrequencyTable, PersonRows, SensitiveColumn } from '../../frequency/frequency-table.ts'
import { InternalError } from '../../ground/errors.ts'
import { showsNumber } from '../../hierarchy/hierarchy.ts'
import type { ClassPrice } from '../../metrics/metric.ts'
import { targetMoments } from '../../metrics/utility/target-dispersion.ts'
import { allRequirements } from '../../requirements/index.ts'
import { kAnonymity } from '../../requirements/k-anonymity/k-anonymity.ts'
import type { AskedAgain, ClassRule } from '../../requirements/requirement.ts'
import { notTogether, SEARCHES_FOR_ALL } from '../refusals.ts'
import type { SearchProblem } from '../search.ts'

export interface RowUnits {
  readonly count: number
  readonly combination: Int32Array
  readonly rows: Int32Array
  readonly value?: Int32Array
  readonly distinguishedColumns?: SensitiveColumn
  readonly tallies: Tallies
  /** Whose rows the combinations have, if a class needs k persons. Combinations then stay whole. */
  readonly persons?: PersonRows | undefined
}

/** Counts per class beyond its box and rows. Plain data for workers. */
export interface Tallies {
  readonly whole: boolean
  readonly slots: number
  /** Unit u adds `rows[e]` to `slot[e]` for starts[u] ≤ e < starts[u + 1]; divided units add the rows moved. */
  readonly starts: Int32Array
  readonly slot: Int32Array
  readonly rows: Int32Array
  readonly numbers: number
  readonly moments: Float64Array
  readonly terms: readonly ClassTerm[]
  readonly asked?: AskedOfClasses
}

export interface ClassTerm {
  readonly of: ClassPrice['of']
  readonly from: number
  readonly to: number
  readonly weight: number
}

export interface AskedOfClasses {
  /** By name, because functions cannot be sent to workers. */
  readonly requirements: readonly AskedAgain[]
  /** `overall` counts all the data; `from` is the first slot. */
  readonly columns: readonly (Pick<SensitiveColumn, 'name' | 'values' | 'overall'> & { readonly from: number })[]
  readonly rowsOfTable: number
  /** Whether a valid class may break by receiving rows (fact B is missing). */
  readonly receivers: boolean
}

/** Up to this many rows, each row may be a unit. */
const MOST_SINGLE = 4096

export function rowUnits(problem: SearchProblem, prices: readonly ClassPrice[]): RowUnits {
  const { frequencies, requirements, hierarchies } = problem
  const asked = requirements.filter((rule) => rule.reads !== 'sizes' && !asksForPersons(rule))
  const persons = requirements.some(asksForPersons) ? frequencies.persons : undefined
  const sensitive = [...new Set(asked.flatMap(({ counts }) => counts))].map((name) => findSensitive(frequencies, name))
  const readsTargets = prices.some(({ of }) => of !== 'square')
  const [only] = sensitive
  const distinguishedColumns = sensitive.length === 1 && !readsTargets ? only : undefined
  const shown = hierarchies.flatMap((hierarchy) => (showsNumber(hierarchy) ? [hierarchy.column] : []))
  const areNumbers = prices.every((price) => price.of === 'spread' && shown.includes(price.target.name))
  const single = areNumbers && readsTargets && (asked[0] ?? persons) === undefined && frequencies.rows <= MOST_SINGLE
  const units = distinguishedColumns
    ? byValue(frequencies, distinguishedColumns)
    : single
      ? rowByRow(frequencies)
      : wholeTable(frequencies)
  return {
    ...units,
    persons,
    tallies: {
      whole: distinguishedColumns === undefined && (sensitive.length > 0 || readsTargets || persons !== undefined),
      ...makeTallies(units, distinguishedColumns === undefined ? sensitive : [], prices, frequencies.counts),
      ...(distinguishedColumns === undefined ? {} : valueTallies(units, distinguishedColumns)),
      asked: asked.length === 0 ? undefined : askedOfClasses(asked, sensitive, frequencies.rows),
    },
  }
}

/** Whether a rule is k-anonymity by persons, which searches over classes count themselves. */
export function asksForPersons({ name, persons }: ClassRule): boolean {
  return name === kAnonymity.name && persons !== undefined
}

export function checkRule(search: string, rule: ClassRule): void {
  const { name, reads, mergedHolds, ofRelease, ofRegister, persons } = rule
  const refusal =
    reads === 'codes' || allRequirements.every((record) => record.name !== name)
      ? `cannot ask classes for ${name}`
      : ofRelease
        ? `decides class by class, and ${name} is about all classes together`
        : ofRegister
          ? 'gives classes ranges that overlap, so that it is not said whom of the register a class looks like, ' +
            `and ${name} asks that`
          : persons === undefined || asksForPersons(rule)
            ? undefined
            : `counts persons for ${kAnonymity.name} alone, and the job asks for ${name}`
  if (refusal !== undefined) throw notTogether`algorithm ${search} ${refusal}: choose ${SEARCHES_FOR_ALL}`
  // Classes that look alike are one class in the release.
  if (!mergedHolds)
    throw notTogether`algorithm ${search} joins classes that show the same, and joining may break ${name} as it is asked
      here: choose ${SEARCHES_FOR_ALL}`
}

type Units = Omit<RowUnits, 'tallies'>

function wholeTable({ combinations, counts }: FrequencyTable): Units {
  const combination = Int32Array.from({ length: combinations }, (_, i) => i)
  return { count: combinations, combination, rows: counts.slice(0, combinations) }
}

function rowByRow({ combinations, counts, rows }: FrequencyTable): Units {
  const combination = new Int32Array(rows)
  let at = 0
  for (let i = 0; i < combinations; i++) combination.fill(i, at, (at += counts[i]))
  return { count: rows, combination, rows: new Int32Array(rows).fill(1) }
}

function byValue({ combinations }: FrequencyTable, column: SensitiveColumn): Units {
  const { offsets, codes, counts } = column
  const present = Array.from(counts.keys()).filter((entry) => counts[entry] > 0)
  const combination = new Int32Array(present.length)
  let at = 0
  for (let i = 0; i < combinations; i++) {
    for (let entry = offsets[i]; entry < offsets[i + 1]; entry++) if (counts[entry] > 0) combination[at++] = i
  }
  return {
    count: present.length,
    combination,
    rows: Int32Array.from(present, (entry) => counts[entry]),
    value: Int32Array.from(present, (entry) => codes[entry]),
    distinguishedColumns: column,
  }
}

function valueTallies({ count, rows, value }: Units, { values }: SensitiveColumn) {
  if (value === undefined) throw new InternalError('units are not distinguished')
  return { slots: values.length, starts: Int32Array.from({ length: count + 1 }, (_, u) => u), slot: value, rows }
}

function makeTallies(
  { count, combination, rows: unitRows }: Units,
  sensitive: readonly SensitiveColumn[],
  prices: readonly ClassPrice[],
  counts: Int32Array,
) {
  const adds: ((unit: number) => void)[] = []
  const slot: number[] = []
  const rows: number[] = []
  const terms: ClassTerm[] = []
  const numbers: Float64Array[] = []
  let slots = 0
  for (const { values, offsets, codes, counts } of sensitive) {
    const from = slots
    slots += values.length
    adds.push((unit) => {
      for (let entry = offsets[unit]; entry < offsets[unit + 1]; entry++) note(from + codes[entry], counts[entry])
    })
  }
  for (const price of prices) {
    const weight = price.unit
    if (price.of === 'square') terms.push({ of: price.of, from: 0, to: 0, weight })
    else if (price.of === 'minority') {
      const from = slots
      const { values, counts } = price.target
      slots += values.length
      terms.push({ of: price.of, from, to: slots, weight })
      adds.push((unit) => {
        for (let v = 0; v < values.length; v++) note(from + v, counts[unit * values.length + v])
      })
    } else {
      const { sums, squares } = targetMoments(price.target)
      terms.push({ of: price.of, from: numbers.length / 2, to: 0, weight })
      numbers.push(sums, squares)
    }
  }
  const starts = new Int32Array(count + 1)
  for (let unit = 0; unit < count && adds.length > 0; unit++) {
    for (const add of adds) add(unit)
    starts[unit + 1] = slot.length
  }
  const moments = new Float64Array(count * numbers.length)
  numbers.forEach((target, i) => {
    for (let u = 0; u < count; u++) {
      const share = counts[combination[u]] === unitRows[u] ? 1 : unitRows[u] / counts[combination[u]]
      moments[u * numbers.length + i] = target[combination[u]] * share
    }
  })
  return {
    slots,
    starts,
    slot: Int32Array.from(slot),
    rows: Int32Array.from(rows),
    numbers: numbers.length / 2,
    moments,
    terms,
  }

  function note(place: number, amount: number): void {
    if (amount === 0) return
    slot.push(place)
    rows.push(amount)
  }
}

export function askedOfClasses(
  asked: readonly ClassRule[],
  sensitive: readonly SensitiveColumn[],
  rows: number,
): AskedOfClasses {
  let from = 0
  return {
    requirements: asked.map(({ name, options, columns }) => ({ name, options, columns })),
    columns: sensitive.map(({ name, values, overall }) => {
      const column = { name, values, overall, from }
      from += values.length
      return column
    }),
    rowsOfTable: rows,
    receivers: asked.some(({ mergedWithAnyHolds }) => !mergedWithAnyHolds),
  }
}
