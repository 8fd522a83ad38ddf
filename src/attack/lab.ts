/**
 * The tables of an attack as distinct combinations, counted by the engine: release, original and control group. Rows
 * stay there, except the few used by the order attack.
 */
import type { Engine, EngineRun } from '../engines/engine.ts'
import { groupRows } from '../frequency/group-rows.ts'
import { userError } from '../ground/errors.ts'
import { madeOnce } from '../ground/made-once.ts'
import type { Random } from '../ground/random.ts'
import { firstPlace, placesByCode } from '../ground/sorted.ts'
import { dateParser, dayOfDate } from '../hierarchy/date.ts'
import { readRange } from '../hierarchy/ends/range-label.ts'
import { numberTuples } from '../lines/number-tuples.ts'
import type { PlannedAttack, TablePlan } from '../plan/plan.ts'
import { requireColumn, type Table } from '../sources/table.ts'
import { allOf, join, sql } from '../sql/dialect.ts'
import { valueOrMissing } from '../sql/encoding.ts'
import { type Domain, type LabelSets, makeDomain, readLabelSets } from './label-sets.ts'
import { type PublicEnds, readPublicEnds } from './public-ends.ts'

const notTogether = userError('together', '--known')
const nothingKnown = userError('present', '--known')

/** Distinct combinations with their row counts, in an order independent of the engine. */
export interface Combinations {
  /** Codes by column and combination. */
  readonly codes: readonly Int32Array[]
  readonly counts: Float64Array
  readonly size: number
  readonly rows: number
}

/** A range of codes required in a column; `flags` leaves some of them out. */
export interface Condition {
  readonly column: number
  readonly from: number
  readonly to: number
  readonly flags?: Uint8Array | undefined
}

/** Released rows with equal labels in the known columns. */
export interface Classes {
  readonly count: number
  /** Label of each class, by known column. */
  readonly labels: readonly Int32Array[]
  readonly sizes: Float64Array
  /** Number of values covered, multiplied over the columns. */
  readonly volumes: Float64Array
  readonly members: readonly (readonly number[])[]
  /** Suppressed: every label covers everything. */
  readonly masked: Uint8Array
}

export interface Lab {
  readonly columns: readonly { readonly name: string; readonly domain: Domain; readonly labels: LabelSets }[]
  /** Indexes of the columns that the attacker knows and wants. */
  readonly known: readonly number[]
  readonly secrets: readonly number[]
  readonly job?: TablePlan | undefined
  readonly k?: number | undefined
  readonly publicEnds?: PublicEnds | undefined
  readonly released: Combinations
  readonly original: Combinations
  readonly control?: Combinations | undefined
  readonly classes: Classes
  /** Cells of the column of items by combination, if the job has one. */
  readonly items?: Readonly<Record<'released' | 'original', readonly string[]>> & {
    control?: readonly string[] | undefined
  }
  /** Indexes of the targets' combinations. */
  readonly targets: Int32Array
  readonly controls: Int32Array
  /** Classes whose labels cover a person in every known column. */
  covering(people: Combinations, person: number): readonly number[]
  /** The covering classes with the smallest volume. */
  tightest(people: Combinations, person: number): readonly number[]
  /** The conditions that the labels of a class set in the known columns. */
  conditions(c: number): readonly Condition[]
  /** Visits the combinations of the original that meet all conditions, until `visit` returns true. */
  visitPeople(conditions: readonly Condition[], visit: (person: number) => boolean): void
  /** Rows at the same positions in original and release; undefined if the order carries no information. */
  readPairs(places: readonly number[]): Promise<readonly RowPair[] | undefined>
}

export interface RowPair {
  readonly person: readonly number[]
  readonly labels: readonly number[]
}

export interface LabTables {
  readonly release: Table
  readonly original: Table
  readonly control?: Table | undefined
}

export interface LabRequest extends Pick<PlannedAttack, 'known' | 'secret' | 'targets'> {
  readonly job?: TablePlan | undefined
  readonly k?: number | undefined
}

export async function openLab(tables: LabTables, request: LabRequest, random: Random, run: EngineRun): Promise<Lab> {
  const { release, original, control } = tables
  const { job } = request
  const { names, known, secrets } = chooseColumns(tables, request)
  const isNumber = (name: string) =>
    job?.columns.some((one) => one.name === name && (one.shows !== undefined || one.median))
  const shown = known.map((i) => names[i]).find(isNumber)
  if (shown !== undefined)
    throw notTogether`attackers read a label as the values that it covers, and column "${shown}" shows one value for its
      class; leave it out of --known, or attack a release that shows intervals`
  const missingValues = job?.missingValues ?? ['']
  const count = (table: Table, missing: readonly string[]) =>
    groupRows(table.engine, table.source, { columns: names.map((column) => ({ column })), missingValues: missing }, run)
  const [said, people, others] = [
    await count(release, ['']),
    await count(original, missingValues),
    control && (await count(control, missingValues)),
  ]
  const plain = names.filter((name) => name !== job?.items?.column)
  const columns = plain.map((name, i) => {
    const texts = [people, others].flatMap((group) => group?.columns[i].texts ?? [])
    const showsDates = said.columns[i].texts.some((label) => /…|^[≥≤]/.test(label) && readRange(label)?.dates === true)
    const domain = makeDomain(name, texts, showsDates ? dayReader(name, job) : undefined)
    const hasMissing = [people, others].some((group) => group?.columns[i].places.includes(-1))
    const labels = [...said.columns[i].texts, '(missing)']
    return { name, domain, labels: readLabelSets(domain, labels, { job, hasMissing, strict: known.includes(i) }) }
  })
  // Label texts; the last code is missing.
  const released = inOrder(
    said.columns.map(({ places, texts }) => places.map((place) => (place < 0 ? texts.length : place))),
    said.counts,
  )
  const dropped = (codes: readonly Int32Array[], row: number): boolean =>
    job?.missing === 'drop' && known.some((i) => codes[i][row] === columns[i].domain.values.length)
  const coded = (group: typeof people): Combinations => {
    const codes = group.columns.map(({ places, texts }, i) => {
      if (i === columns.length) return places.slice()
      const textCodes = Int32Array.from(texts, (text) => columns[i].domain.encode(text))
      return places.map((place) => (place < 0 ? columns[i].domain.values.length : textCodes[place]))
    })
    return inOrder(codes, group.counts, (row) => !dropped(codes, row))
  }
  const [all, held] = [coded(people), others && coded(others)]
  if (all.rows === 0 || released.rows === 0)
    throw userError('data', '--original')`the release or the original has no rows; there is nobody to attack`
  const knownLabels = known.map((i) => columns[i].labels)
  const classes = classesBy(released, knownLabels, known)
  const sizes = columns.map(({ domain }) => domain.values.length + 1)
  const cells = ({ codes }: Combinations, group: typeof people): string[] =>
    Array.from(codes[columns.length], (code) => group.columns[columns.length].texts[code] ?? '')
  const coverFlags = (people: Combinations, person: number) =>
    known.map((i) => columns[i].labels.covering(people.codes[i][person]))
  const covering = memoized((people, person) => coveringClasses(classes, coverFlags(people, person)))
  return {
    columns,
    known,
    secrets,
    job,
    k: request.k,
    publicEnds: await readPublicEnds(job, original, run),
    released,
    original: all,
    control: held,
    classes,
    targets: draw(all, request.targets, random),
    controls: held === undefined ? new Int32Array() : draw(held, request.targets, random),
    covering,
    conditions: (c) => known.map((column, j) => labelCondition(columns, column, classes.labels[j][c])),
    items:
      plain.length === names.length
        ? undefined
        : {
            released: cells(released, said),
            original: cells(all, people),
            control: held && others && cells(held, others),
          },
    visitPeople: indexPeople(all, sizes),
    tightest: memoized((people, person) => leastVolume(classes, covering(people, person))),
    readPairs: (places) => readPairs(tables, { columns, known, job, missingValues }, places, run),
  }
}

/** Columns of release and original, and which are known: as given, by the roles of the job, or all. */
function chooseColumns({ release, original, control }: LabTables, { known, secret, job }: LabRequest) {
  const names = release.columns
    .map(({ name }) => name)
    .filter((name) => original.columns.some((column) => column.name === name))
    // The column of items is the last: it is not a column of labels.
    .sort((a, b) => Number(a === job?.items?.column) - Number(b === job?.items?.column))
  for (const name of [...(known ?? []), ...(secret ?? [])])
    for (const table of [release, original]) requireColumn(table, name, known?.includes(name) ? '--known' : '--secret')
  for (const name of control === undefined ? [] : names) requireColumn(control as Table, name, '--control')
  const withRole = (...roles: readonly string[]) =>
    job?.columns.filter(({ role }) => roles.includes(role)).map(({ name }) => name)
  const secrets = secret ?? withRole('sensitive', 'target') ?? []
  const knows = known ?? withRole('quasi-identifier') ?? names.filter((name) => !secrets.includes(name))
  const both = knows.find((name) => secrets.includes(name))
  if (both !== undefined)
    throw userError('together', '--secret')`column "${both}" cannot be known and secret at once; leave it out of one`
  const places = (some: readonly string[]) => some.map((name) => names.indexOf(name)).filter((place) => place >= 0)
  if (places(knows).length === 0)
    throw nothingKnown`release and original have no column in common that an attacker could know; give --known a,b`
  return { names, known: places(knows), secrets: places(secrets) }
}

/** Sorts combinations by code, so that a seed always draws the same ones. */
function inOrder(codes: readonly Int32Array[], counts: ArrayLike<number>, keep: (row: number) => boolean = () => true) {
  const order = Int32Array.from({ length: counts.length }, (_, row) => row)
    .filter(keep)
    .sort((a, b) => {
      for (const column of codes) if (column[a] !== column[b]) return column[a] - column[b]
      return 0
    })
  const sorted = Float64Array.from(order, (row) => counts[row])
  return {
    codes: codes.map((column) => Int32Array.from(order, (row) => column[row])),
    counts: sorted,
    size: order.length,
    rows: sorted.reduce((sum, count) => sum + count, 0),
  }
}

function classesBy(released: Combinations, sets: readonly LabelSets[], known: readonly number[]): Classes {
  const shown = known.map((i) => released.codes[i])
  const sizes = shown.map((codes) => codes.reduce((most, code) => Math.max(most, code + 1), 1))
  const classIds = numberTuples(sizes).add(shown, shown[0]?.length ?? 0)
  const members: number[][] = []
  classIds.forEach((id, row) => {
    members[id] ??= []
    members[id].push(row)
  })
  const labels = shown.map((codes) => Int32Array.from(members, ([row]) => codes[row]))
  const whole = sets.map(({ texts }) => texts.indexOf('*'))
  return {
    count: members.length,
    labels,
    sizes: Float64Array.from(members, (rows) => rows.reduce((sum, row) => sum + released.counts[row], 0)),
    volumes: Float64Array.from(members, (_, c) =>
      labels.reduce((product, column, j) => product * sets[j].width[column[c]], 1),
    ),
    members,
    masked: Uint8Array.from(members, (_, c) => (labels.every((column, j) => column[c] === whole[j]) ? 1 : 0)),
  }
}

function coveringClasses({ count, labels }: Classes, flags: readonly Uint8Array[]): number[] {
  const covering: number[] = []
  next: for (let c = 0; c < count; c++) {
    for (let j = 0; j < flags.length; j++) if (flags[j][labels[j][c]] === 0) continue next
    covering.push(c)
  }
  return covering
}

export function labelCondition(columns: Lab['columns'], column: number, label: number): Condition {
  const { from, to, members } = columns[column].labels
  return { column, from: from[label], to: to[label], flags: members[label] }
}

/** Sorts the combinations by each column, so that a visit reads only those that meet its rarest condition. */
function indexPeople({ codes }: Combinations, sizes: readonly number[]): Lab['visitPeople'] {
  const indexes = sizes.map((size, i) => placesByCode(codes[i], size))
  return (conditions, visit) => {
    if (conditions.some(({ from, to }) => to < from)) return
    const count = ({ column, from, to }: Condition) => indexes[column].starts[to + 1] - indexes[column].starts[from]
    const rarest = conditions.reduce((least, one) => (count(one) < count(least) ? one : least))
    const { starts, order } = indexes[rarest.column]
    next: for (let at = starts[rarest.from]; at < starts[rarest.to + 1]; at++) {
      const person = order[at]
      for (const { column, from, to, flags } of conditions) {
        const code = codes[column][person]
        if (code < from || code > to || (flags !== undefined && flags[code] === 0)) continue next
      }
      if (visit(person)) return
    }
  }
}

function leastVolume({ volumes }: Classes, covering: readonly number[]): readonly number[] {
  const least = covering.reduce((smallest, c) => Math.min(smallest, volumes[c]), Infinity)
  return covering.filter((c) => volumes[c] === least)
}

/** Several attackers ask about the same people. */
function memoized(find: (people: Combinations, person: number) => readonly number[]): typeof find {
  const known = madeOnce((_: Combinations) => new Map<number, readonly number[]>())
  return (people, person) => {
    const answers = known(people)
    const before = answers.get(person)
    if (before !== undefined) return before
    const found = find(people, person)
    // Large answers are not cached: a million classes times a thousand people would not fit in memory.
    if (answers.size < 200_000 && found.length < 20_000) answers.set(person, found)
    return found
  }
}

/** Draws people without replacement; all of them if there are no more than `most`. */
export function draw(people: Combinations, most: number, random: Random): Int32Array {
  const chosen = new Set<number>()
  if (people.rows > most) while (chosen.size < most) chosen.add(random.integer(people.rows))
  const ends = cumulated(people.counts)
  const rows = people.rows > most ? [...chosen] : Array.from({ length: people.rows }, (_, row) => row)
  return Int32Array.from(rows, (row) => placeOfRow(ends, row))
}

export function cumulated(counts: ArrayLike<number>): Float64Array {
  let sum = 0
  return Float64Array.from(counts, (count) => {
    sum += count
    return sum
  })
}

export function placeOfRow(ends: Float64Array, row: number): number {
  return firstPlace(ends.length - 1, (place) => ends[place] > row)
}

async function readPairs(
  { release, original }: LabTables,
  { columns, known, job, missingValues }: Pick<Lab, 'columns' | 'known' | 'job'> & { missingValues: readonly string[] },
  places: readonly number[],
  run: EngineRun,
): Promise<readonly RowPair[] | undefined> {
  if (release.source.kind !== 'files' || original.source.kind !== 'files') return undefined
  const names = columns.map(({ name }) => name)
  const complete = job?.missing === 'drop' ? known.map((i) => names[i]) : []
  const people = await rowsAt(original.engine, original, { names, missingValues, complete }, places, run)
  const rows = await rowsAt(release.engine, release, { names, missingValues: [''], complete: [] }, places, run)
  const labelCodes = columns.map(({ labels }) => new Map(labels.texts.map((text, at) => [text, at] as const)))
  const pairs: RowPair[] = []
  for (const [place, texts] of people) {
    const row = rows.get(place)
    if (row === undefined) continue
    pairs.push({
      person: texts.map((text, i) => columns[i].domain.encode(text ?? undefined)),
      labels: row.map((text, i) => labelCodes[i].get(text ?? '(missing)') as number),
    })
  }
  return pairs
}

async function rowsAt(
  engine: Engine,
  { source }: Table,
  { names, missingValues, complete }: Readonly<Record<'names' | 'missingValues' | 'complete', readonly string[]>>,
  places: readonly number[],
  run: EngineRun,
): Promise<Map<number, readonly (string | null)[]>> {
  const { dialect } = engine
  const value = (name: string) => valueOrMissing(dialect, name, missingValues)
  const texts = names.map((name, i) => sql`${value(name)} AS ${dialect.identifier(`c${i}`)}`)
  const row = dialect.identifier('halftone row')
  const place = dialect.identifier('halftone place')
  const full = complete.map((name) => sql`${value(name)} IS NOT NULL`)
  const numbered = sql`SELECT *, ${dialect.rowNumber(source)} AS ${row} FROM ${dialect.scan(source)}`
  const kept = sql`SELECT ${join(texts)}, ${dialect.wholeNumber(sql`row_number() OVER (ORDER BY ${row}) - 1`)} AS
    ${place} FROM (${numbered}) AS n${full.length === 0 ? sql`` : sql` WHERE ${allOf(full)}`}`
  const listed = join(places.map((one) => sql`${one}`))
  const answer = await engine.query(
    sql`SELECT * FROM (${kept}) AS k WHERE ${place} IN (${listed}) ORDER BY ${place}`,
    run,
  )
  const found = answer.numbers('halftone place')
  const columns = names.map((_, i) => answer.texts(`c${i}`))
  return new Map(Array.from(found, (at, i) => [at, columns.map((column) => column[i])] as const))
}

/** Reads the days of a column as its job does. */
function dayReader(column: string, job: TablePlan | undefined): (text: string) => number {
  const hierarchy = job?.columns.find(({ name }) => name === column)?.hierarchy
  const isDate = typeof hierarchy === 'object' && hierarchy.kind === 'date'
  const read = dateParser(column, isDate ? hierarchy.format : undefined)
  return (text) => dayOfDate(text, read)
}
