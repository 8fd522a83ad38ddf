/** A random table with a job for it: every kind of column, the searches with their options, values that only one person has. */
import { gzipSync } from 'node:zlib'
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import type { CheckedRelease, CheckedTable } from './checker.ts'
import { type CheckedColumn, type Coarse, derivedColumns, type RandomColumn } from './derived-columns.ts'
import { type CheckedModel, columnSets, illnesses, illnessTree, randomModel } from './models.ts'
import { reservedNames } from './reserved-names.ts'

export interface RandomJob {
  readonly seed: number
  readonly table: CheckedTable
  /** Files of the folder, job included. */
  readonly files: Readonly<Record<string, string | Uint8Array>>
  /** How the table is written, in a file of this ending. */
  readonly form: TableForm
  readonly job: Omit<CheckedRelease, 'release' | 'public' | 'tidy'>
  /** Whether the recoding can be applied again without the job. */
  readonly appliesAgain: boolean
  /** Whether the recoding can be said in SQL, and the columns that are released as they are. */
  readonly inSql?: { readonly keep: readonly string[]; readonly key: string } | undefined
  /** Whether queries are asked of the release. */
  readonly asksQueries: boolean
  /** What of the job is worth counting. */
  readonly features: readonly string[]
}

/** Texts of the table, compressed, and as JSON. */
export type TableForm = 'csv' | 'csv.gz' | 'jsonl'

export interface Algorithm {
  readonly name: string
  readonly [option: string]: unknown
}

/** Every search over tables, with options that change what it does. */
export function algorithms(pick: <T>(values: readonly T[]) => T): Algorithm[] {
  return [
    { name: 'lattice' },
    { name: 'exhaustive' },
    {
      name: 'genetic',
      population: 20,
      iterations: 100,
      improve: 'columns',
      partitions: pick(['taxonomy', 'ordered']),
    },
    { name: 'k-optimize', evaluations: 300 },
    { name: 'bottom-up', suppression: 0.3, improve: pick(['columns', 'moves']) },
    { name: 'bottom-up', metric: pick(['information', 'LM', 'entropy', 'majority']) },
    { name: 'top-down', refinement: pick(['tds', 'tdr']) },
    { name: 'pareto', population: 10, evaluations: 200 },
    { name: 'boxes', rounds: 1 },
    { name: 'boxes', rounds: 0 },
    { name: 'mondrian', by: pick(['loss', 'width']) },
    { name: 'kactus', 'lost-rows': pick(['drop', 'borrow']) },
    { name: 'kactus-2', 'swapping-threshold': pick([0, 0.5]), 'lost-rows': pick(['drop', 'borrow']) },
    { name: 'kadet' },
  ]
}

/** What a search can look for. */
function goalsOf(name: string): readonly (string | { readonly metric: string })[] {
  if (name === 'boxes' || name === 'mondrian') return ['general', { metric: 'NWP' }, { metric: 'entropy' }]
  if (name === 'k-optimize') return ['classification', { metric: 'DM' }]
  return ['general', 'classification']
}

const cities = ['Oslo', 'Bergen', 'Tromso', 'Paris', 'Lyon', 'Nantes', 'Rome', 'Milan']
const tree = {
  name: 'Europe',
  children: [
    { name: 'Norway', children: cities.slice(0, 3).map((name) => ({ name })) },
    { name: 'France', children: cities.slice(3, 6).map((name) => ({ name })) },
    { name: 'Italy', children: cities.slice(6).map((name) => ({ name })) },
  ],
}
/** Codes as short as labels that are cut to their length. */
const letters = ['a', 'b', 'c', '0', '1']
const SHOWS = ['mean', 'median', 'mode'] as const
const coarsenings: readonly Coarse[] = [
  { round: 10 },
  { digits: 1 },
  { top: 50 },
  { top: '80%' },
  { bottom: 20 },
  { top: 60, bottom: 30, round: 10 },
  { keep: 'month' },
  { share: 3 },
  { share: 3, shows: 'median' },
  { share: 3, shows: 'interval' },
  { top: 60, shows: 'mean' },
  { bottom: '10%', round: 5 },
  { keep: 'quarter' },
]
const grades = ['none', 'basic', 'middle', 'high', 'highest']

/** Random; or `only` this search, and nothing that a job may ask for beside k; or a model. */
export function randomJob(seed: number, only?: Algorithm, asked?: CheckedModel): RandomJob {
  const generator = xoroshiro128plus(seed)
  const below = (count: number) => uniformInt(generator, 0, count - 1)
  const pick = <T>(values: readonly T[]): T => values[below(values.length)]
  const count = 12 + below(40)
  const odd = () => below(25) === 0
  const often = (one: number) => only === undefined && below(one) === 0
  const algorithm = only ?? pick(algorithms(pick).filter((own) => asked === undefined || !byClasses.includes(own.name)))
  const { name } = algorithm
  const byColumns = !byClasses.includes(name)
  // Trees promise k alone, and classes whose ranges overlap nothing of all of them together.
  const isTree = name === 'kactus' || name === 'kactus-2' || name === 'kadet'
  const random = often(2) && !isTree ? randomModel(pick) : undefined
  const usual = asked ?? (byColumns || !(random?.byRows || random?.ofRegister) ? random : undefined)
  const bySets = usual === undefined && ['lattice', 'genetic', 'pareto'].includes(name) && often(3)
  const persons = byColumns && !bySets && usual?.byRows !== true && often(4)
  const missing = usual === undefined && often(8)
  const [pseudonyms, tidy, enforced] = [often(4), often(4), often(6)]
  const [reserved, queries, safe] = [often(3), often(4), often(6)]
  const names = reserved ? shuffled(reservedNames, below) : []
  const called = (usualName: string) => names.pop() ?? usualName
  const [personName, idName, rowName] = ['name', 'id', 'row'].map(called)
  // People of several rows, where persons are counted.
  const people = Array.from({ length: count }, (_, row) => (persons ? below(1 + Math.ceil(count * 0.7)) : row))
  const tails = people.map(() => below(1e6))
  const columns: RandomColumn[] = [
    {
      name: personName,
      kind: 'identifier',
      job: { role: 'identifier' },
      cell: (row) => `Person${people[row]}x${tails[people[row]]}`,
    },
  ]
  if (pseudonyms) {
    columns.push({
      name: idName,
      kind: 'pseudonym',
      job: { role: 'pseudonym', key: 'own.key', format: pick(['hex', 'digits', 'words']) },
      cell: (row) => `id-${people[row]}x${tails[people[row]]}`,
    })
    columns.push({
      name: called('visit'),
      kind: 'shifted',
      job: { role: 'other', shift: { by: idName, days: 30 } },
      cell: () => `2020-0${1 + below(9)}-1${below(9)}`,
    })
  }
  const files: Record<string, string> = {}
  const [hasLevels, isTimestamp] = only === undefined ? [seed % 6 === 5, seed % 7 === 3] : [false, false]
  /** Ends at values are a choice. */
  const ends = () => (below(3) === 0 ? { exact: true, job: { ends: 'exact' } } : { exact: false, job: {} })
  const makers: (() => RandomColumn)[] = [
    () => {
      const size = pick(['usual', 'usual', 'large', 'negative'] as const)
      const settings = [{}, { endpoints: 4 }, { endpoints: { width: 10 } }, { domain: [0, 10_000] }, { weight: 3 }]
      const chosen = ends()
      const shows = (name === 'boxes' || name === 'mondrian') && often(4) ? pick(SHOWS) : undefined
      const isPlain = size !== 'usual' || shows !== undefined
      const setting: { endpoints?: number | { width: number } } = isPlain ? {} : pick(settings)
      const usualCell = () => String(odd() ? 9000 + below(900) : 18 + below(30))
      return {
        name: called('age'),
        kind: 'number' as const,
        exact: chosen.exact,
        shows,
        width: typeof setting.endpoints === 'object' ? setting.endpoints.width : undefined,
        job: { role: 'quasi-identifier', type: 'numeric', ...setting, shows, ...(shows ? {} : chosen.job) },
        cell: {
          usual: usualCell,
          large: () => String(2 ** 31 - 5 + below(30)),
          negative: () => String((below(30) - 20) / 2),
        }[size],
      }
    },
    () => ({
      name: called('city'),
      kind: 'tree' as const,
      groups: groupsOf(tree),
      job: { role: 'quasi-identifier', taxonomy: 'cities.json' },
      cell: () => pick(cities),
    }),
    () => {
      const { exact, job } = ends()
      return {
        name: called('grade'),
        kind: 'order' as const,
        order: grades,
        exact,
        job: { role: 'quasi-identifier', order: grades, ...job },
        cell: () => pick(grades),
      }
    },
    () => ({
      name: called('born'),
      kind: 'date' as const,
      job: {
        role: 'quasi-identifier',
        type: 'date',
        ...ends().job,
        levels: hasLevels ? ['month', 'decade'] : undefined,
      },
      cell: () =>
        (odd()
          ? `18${10 + below(80)}-0${1 + below(9)}-1${below(9)}`
          : `19${80 + below(3)}-0${1 + below(3)}-0${1 + below(4)}`) +
        (isTimestamp ? ` 0${below(9)}:17:0${below(9)}` : ''),
    }),
    () => ({
      name: called('arrival'),
      kind: 'time' as const,
      job: { role: 'quasi-identifier', type: 'date', ...ends().job },
      // No minute that ends a quarter of an hour, which a label may print.
      cell: () => `${odd() ? '03' : `1${below(4)}`}:${15 * below(4) + 11 + below(3)}`,
    }),
    () => ({
      name: called('zip'),
      kind: 'prefix' as const,
      job: { role: 'quasi-identifier', type: 'prefix' },
      // Not a number that a figure may be by chance.
      cell: () => (odd() ? `9${below(1e6)}77` : `N10${below(3)}${below(4)}`),
    }),
    () => {
      const [longest, mixed] = [1 + below(3), below(2) === 0]
      return {
        name: called('code'),
        kind: 'prefix' as const,
        job: { role: 'quasi-identifier', type: 'prefix' },
        cell: () => Array.from({ length: mixed ? 1 + below(longest) : longest }, () => pick(letters)).join(''),
      }
    },
    () => {
      const root = shortTree(pick(['ANY', '*', 'all']), 1 + below(3))
      const leaves = root.children.flatMap(({ children }) => children.map((leaf) => leaf.name))
      files['units.json'] = JSON.stringify(root)
      return {
        name: called('unit'),
        kind: 'tree' as const,
        groups: groupsOf(root),
        job: { role: 'quasi-identifier', taxonomy: 'units.json' },
        cell: () => pick(leaves),
      }
    },
  ]
  if (!byColumns)
    makers.push(() => ({
      name: called('colour'),
      kind: 'tree' as const,
      groups: new Map(),
      job: { role: 'quasi-identifier', type: 'category', weight: 1 + below(2) },
      cell: () => (odd() ? `only ${1000 + below(9000)}` : pick(['red', 'green', 'blue'])),
    }))
  // All combinations of many columns are too many to look at in a short time.
  const offered = name === 'exhaustive' ? makers.slice(1, 3) : makers
  const chosen = offered.filter(() => below(2) === 0)
  for (const make of chosen.length === 0 ? [offered[0]] : chosen) columns.push(make())
  const quasiNames = columns.flatMap(({ name: own, job }) =>
    (job as { role?: string }).role === 'quasi-identifier' ? [own] : [],
  )
  const model = bySets && quasiNames.length > 1 ? columnSets(quasiNames.slice(0, -1), 8) : usual
  columns.push({ name: called('pay'), kind: 'other', job: { role: 'target' }, cell: () => pick(['yes', 'no']) })
  columns.push({
    name: 'ill',
    kind: 'other',
    job: { role: 'sensitive', ...model?.column },
    cell: () => illnesses[Math.min(below(4), below(5))],
  })
  // Twelve rows or more, so that a release of any of them has three who share; a tree search may leave out others.
  const coarse = pick(isTree ? coarsenings.filter(({ share }) => share === undefined) : coarsenings)
  if (often(3))
    columns.push({
      name: called('cost'),
      kind: 'coarse',
      coarse,
      job: { role: 'other', ...coarse },
      cell: () => {
        if (coarse.keep !== undefined) return `2021-${10 + below(3)}-${10 + below(19)}`
        return seed % 4 === 1 ? `${below(90) - 40}.37` : String(below(90))
      },
    })
  const isDerived = often(4) && model?.ofRegister !== true && name !== 'exhaustive'
  const derived = isDerived ? derivedColumns({ below, pick, called }, files) : []
  columns.push(...derived.filter((column) => !column.derived))
  // Last, so that a sorted release is not sorted by it first.
  columns.push({ name: rowName, kind: 'row-number', job: { role: 'other' }, cell: rowNumberText })
  // Derived columns come after those of the file.
  columns.push(...derived.filter((column) => column.derived))
  const makeRow = (row: number) => {
    const made = new Map<string, string>()
    for (const { name: own, cell } of columns)
      made.set(
        own,
        cell(row, (other) => made.get(other) as string),
      )
    return [...made.values()]
  }
  const isQuasi = columns.map(({ job }) => (job as { role?: string }).role === 'quasi-identifier')
  const rows = people.map((_, row) =>
    makeRow(row).map((cell, i) => (missing && isQuasi[i] && !columns[i].derived && below(20) === 0 ? '' : cell)),
  )
  // Everybody in the file, and as many others.
  const register = model?.ofRegister ? [...rows, ...people.map((_, row) => makeRow(row))] : undefined
  const k = 2 + below(4)
  const suppressedRows = pick(['mask', 'drop'] as const)
  const group = enforced ? 'enforce' : [undefined, 'exempt'][Math.floor(seed / 2) % 2]
  const order = pick(['sorted', 'sorted', 'source'] as const)
  const limit = pick([1, 0.5])
  const form: TableForm =
    only === undefined ? (['csv', 'csv', 'csv.gz', 'jsonl'] as const)[Math.floor(seed / 5) % 4] : 'csv'
  const applied = seed % 2 === 0 && byColumns && !pseudonyms && !persons && model === undefined && !missing
  // Statements say k and distinct l-diversity, and no keyed columns; values that were swapped are not in them. What suppressed rows must be, they say
  // for k and rows alone.
  const isInSql =
    only === undefined &&
    seed % 3 !== 0 &&
    !pseudonyms &&
    // Trees of dates are compared as texts.
    !isTimestamp &&
    name !== 'kactus-2' &&
    (model === undefined || (model.name === 'l-diversity' && !persons)) &&
    !(enforced && (persons || model !== undefined))
  const isPacked = only === undefined && seed % 7 === 0
  const job = {
    version: 1,
    data: { source: `table.${form}`, missing: missing ? 'drop' : undefined },
    columns: Object.fromEntries(columns.map(({ name: own, job: settings }) => [own, settings])),
    persons: persons ? { column: personName } : undefined,
    population: register && { source: 'register.csv' },
    privacy: {
      k,
      ...model?.asked,
      'suppressed-rows': suppressedRows,
      'suppression-limit': limit,
      'suppressed-group': group,
    },
    goal: pick(goalsOf(name)),
    algorithm,
    utility: queries ? { workload: { count: 5, columns: 1, share: 0.3 } } : undefined,
    // Shorter than any value that is looked for in public files.
    seed: seed % 1000,
    // To draw a report is a third of the work: one job of ten has one.
    output: {
      release: isPacked ? 'out/release.csv.gz' : 'out/release.csv',
      report: only !== undefined || seed % 10 === 1 ? 'out/report.html' : undefined,
      tidy: tidy ? 'out/tidy.csv' : undefined,
      'spreadsheet-safe': safe ? true : undefined,
      order,
    },
  }
  const quasi = columns.filter((_, i) => isQuasi[i])
  return {
    seed,
    table: { columns, rows },
    form,
    appliesAgain: applied,
    asksQueries: queries,
    inSql: isInSql ? { keep: columns.filter(isKept).map(({ name: keptName }) => keptName), key: rowName } : undefined,
    files: {
      ...files,
      [`table.${form}`]: tableFile(columns, rows, form),
      'cities.json': JSON.stringify(tree),
      'ill.json': JSON.stringify(illnessTree),
      'own.key': `${'c0ffee11d15ea5e5'.repeat(4)}\n`,
      'register.csv': tableText(
        quasi,
        (register ?? []).map((own) => own.filter((_, i) => isQuasi[i])),
      ),
      'job.yaml': JSON.stringify(job),
    },
    job: {
      k,
      // Trees leave out what no group takes, whatever the job says of suppressed rows, and may swap values.
      suppressedRows: isTree ? 'drop' : suppressedRows === 'mask' && group === undefined ? 'class' : suppressedRows,
      // What is derived comes after the number of the row, by which rows are then sorted first.
      order: isDerived ? 'source' : order,
      swaps: name === 'kactus-2' && algorithm['swapping-threshold'] !== 0,
      dropsMissing: missing,
      persons: persons ? personName : undefined,
      model,
      register,
      enforced,
      safe,
      limit: byColumns ? limit : undefined,
    },
    features: [
      name,
      model?.name ?? 'k alone',
      form,
      ...Object.entries({
        ...{ persons, missing, pseudonyms, tidy, enforced, applied, 'packed release': isPacked },
        ...{ 'reserved names': reserved, queries, 'spreadsheet-safe': safe, sql: isInSql },
        ...{ derived: isDerived, coarse: columns.some(({ kind }) => kind === 'coarse') },
        ...{ shows: columns.some(({ shows }) => shows), times: columns.some(({ kind }) => kind === 'time') },
        ...{ levels: hasLevels, timestamps: isTimestamp },
      }).flatMap(([feature, is]) => (is ? [feature] : [])),
    ],
  }
}

/** All of one length, so that their order as texts is that of the numbers. */
export function rowNumberText(row: number): string {
  return String(row).padStart(3, '0')
}

function isKept({ kind }: CheckedColumn): boolean {
  return kind === 'other' || kind === 'row-number'
}

function shuffled(names: readonly string[], below: (count: number) => number): string[] {
  const result = [...names]
  for (let i = result.length - 1; i > 0; i--) {
    const other = below(i + 1)
    ;[result[i], result[other]] = [result[other], result[i]]
  }
  return result
}

/** Six values of so many characters in two groups. */
function shortTree(root: string, length: number) {
  const group = (name: string, digits: readonly string[]) => ({
    name,
    children: digits.map((digit) => ({ name: digit.repeat(length) })),
  })
  return { name: root, children: [group('G', ['p', 'q', 'r']), group('HH', ['s', 't', 'u'])] }
}

/** Searches that decide class by class. */
const byClasses: readonly string[] = ['boxes', 'mondrian', 'kactus', 'kactus-2', 'kadet']

/** The table as a file of the form; its values are texts in JSON, too. */
export function tableFile(
  columns: readonly CheckedColumn[],
  rows: readonly (readonly string[])[],
  form: TableForm,
): string | Uint8Array {
  const written = withoutDerived(columns, rows)
  if (form === 'csv') return tableText(written.columns, written.rows)
  if (form === 'csv.gz') return gzipSync(tableText(written.columns, written.rows))
  return written.rows
    .map((cells) => `${JSON.stringify(Object.fromEntries(cells.map((cell, i) => [written.columns[i].name, cell])))}\n`)
    .join('')
}

/** The columns of the file. */
export function withoutDerived(columns: readonly CheckedColumn[], rows: CheckedTable['rows']): CheckedTable {
  return {
    columns: columns.filter(({ derived }) => !derived),
    rows: rows.map((cells) => cells.filter((_, i) => !columns[i].derived)),
  }
}

export function tableText(columns: readonly CheckedColumn[], rows: readonly (readonly string[])[]): string {
  return `${[columns.map(({ name }) => name), ...rows].map((cells) => cells.join(',')).join('\n')}\n`
}

interface Node {
  readonly name: string
  readonly children?: readonly Node[]
}

/** The values below each node. */
function groupsOf(root: Node): Map<string, Set<string>> {
  const groups = new Map<string, Set<string>>()
  const visit = (node: Node): string[] => {
    const values = node.children === undefined ? [node.name] : node.children.flatMap(visit)
    groups.set(node.name, new Set(values))
    return values
  }
  visit(root)
  return groups
}
