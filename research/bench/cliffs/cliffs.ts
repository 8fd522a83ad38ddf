/**
 * The same work in other forms and sizes, each beside DuckDB's copy of that form: a step to the side must not cost
 * several times more. CPU seconds, in fresh processes. `npm run bench -- cliffs` takes a fifth of the rows, where fixed
 * costs weigh more, and leaves out searches of a minute; `--full` takes a million, and 5, 10 and 20 times as many
 * (`--most 5`: up to 5 times), 50 million with 40 million combinations (`--combined`), and all searches. `npm run bench -- cliffs init baskets` runs two
 * parts. A part that fails is named at the end, after the others. Each row has its figure from before and its goal.
 */
import { spawnSync } from 'node:child_process'
import { createReadStream, createWriteStream, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { samples } from '../../../src/sample/index.ts'
import { copyWithDataPaths, haveData } from '../../../test/data.ts'
import { creditColumns, creditRows } from '../boxes/credit-table.ts'
import { inFolder, median, readNumbers, tableText } from '../measure.ts'
import type { Measured, Ratio } from '../ratios.ts'
import { benchSmall } from '../small/small.ts'
import { type MeasuredProcess, measure } from '../whole-job/whole-job.ts'

interface Cliff {
  readonly figure: string
  /** The figure at commit 46fae8e9, at a million rows where rows matter. */
  readonly before: string
  readonly job: MeasuredProcess
  readonly beside: string
  readonly ratio: number
  readonly goal?: number | undefined
}

const TIMES = [1, 5, 10, 20]
const SMALL = { rows: 200_000, most: 1, wide: 60_000, combined: 200_000 }
const FULL = { rows: 1_000_000, most: 20, wide: 1_000_000, combined: 50_000_000 }
const WIDE_COLUMNS = 100
/** Of runs of a few seconds, which differ by a tenth; one of longer runs. */
const ROUNDS = 5
const MOST_ROWS_OF_ROUNDS = 2_000_000

export async function benchCliffs(words: readonly string[]): Promise<Measured> {
  const isFull = words.includes('--full')
  const { rows, most, wide, combined } = readNumbers(words, isFull ? FULL : SMALL)
  return inFolder(async (folder) => {
    const cliffs: Cliff[] = []
    const add = (...more: readonly Cliff[]): void => {
      cliffs.push(...more)
      // A bench of many minutes says where it is.
      for (const { figure, ratio } of more) console.error(`${figure}: ${ratio.toFixed(2)}`)
    }
    const parts: Readonly<Record<string, () => readonly Cliff[] | Promise<readonly Cliff[]>>> = {
      sizes: async () => {
        for (const times of TIMES.filter((each) => each <= most)) add(...(await benchSize(folder, rows * times)))
        return []
      },
      forms: () => benchForms(folder, rows),
      requirements: () => benchRequirements(folder, rows),
      combinations: () => benchCombinations(folder, combined),
      init: () => [benchInit(folder, wide)],
      domains: () => benchLargeDomains(folder),
      adult: () => (haveData('adult') ? benchAdult(folder, isFull) : []),
      baskets: () => (haveData('bms-webview-2') ? benchBaskets(isFull) : []),
      ten: async () => [await benchTenRows()],
    }
    const failed: string[] = []
    const chosen = words.filter((word) => word in parts)
    for (const [name, bench] of Object.entries(parts)) {
      if (chosen.length > 0 && !chosen.includes(name)) continue
      try {
        add(...(await bench()))
      } catch (error) {
        failed.push(`${name} failed: ${error instanceof Error ? error.message : error}`)
      }
    }
    const ratios = cliffs.map(
      ({ figure, job, beside, ratio, goal }): Ratio => ({
        figure,
        measured: `${job.processor.toFixed(2)} CPU s, ${job.memory.toFixed(0)} MiB`,
        beside,
        ratio,
        goal,
      }),
    )
    return {
      figures: { rows, wide, combined, cliffs, failed },
      text: [cliffsText(cliffs), ...failed].join('\n'),
      ratios,
    }
  })
}

async function makeCensus(folder: string, rows: number) {
  const census = samples.find((sample) => sample.name === 'census')
  const files = await census?.write(join(folder, `census-${rows}`), { rows }, { force: true })
  if (files === undefined) throw new Error('there is no sample "census"')
  // Working hours are released, as when the first figures were taken.
  const text = readFileSync(files.job, 'utf8')
    .replace('output:\n', 'output:\n  order: source\n')
    .replace(/hours: +\{ role: identifier \}/, 'hours: { role: other }')
    .replace(/ {2}exposure-limit: .*\n/, '')
  /** Writes a variant of the job. */
  const variant = (name: string, ...changes: readonly (readonly [string | RegExp, string])[]): string => {
    const job = join(dirname(files.job), `${name}.yaml`)
    writeFileSync(
      job,
      changes.reduce((changed, [from, to]) => changed.replace(from, to), text),
    )
    return job
  }
  return { data: files.data, variant }
}

const besideDuckDB = (seconds: number) => `DuckDB's copy, ${seconds.toFixed(2)} CPU s`

/** Whole processes beside each other, each as users start it: the median of rounds. Steps are those of the library. */
function compare(
  [figure, before]: readonly [string, string],
  job: string,
  floor: string,
  goal?: number,
  rounds = ROUNDS,
): Cliff {
  const measured = measure('job', job)
  const whole = (variant: 'floor' | 'command', word: string) => measure(variant, word).whole ?? Number.NaN
  const pairs = Array.from({ length: rounds }, () => [whole('floor', floor), whole('command', job)] as const)
  const [floors, commands] = [0, 1].map((side) => median(pairs.map((pair) => pair[side])))
  const ratio = median(pairs.map(([floor, command]) => command / floor))
  return { figure, before, job: { ...measured, processor: commands }, beside: besideDuckDB(floors), ratio, goal }
}

/** A figure of a job beside a fixed limit. */
function limited(
  figure: string,
  before: string,
  job: MeasuredProcess,
  value: number,
  [limit, unit]: readonly [number, string],
) {
  return { figure, before, job, beside: `${limit} ${unit}`, ratio: value / limit, goal: 1 } satisfies Cliff
}

async function benchSize(folder: string, rows: number): Promise<Cliff[]> {
  const rounds = rows > MOST_ROWS_OF_ROUNDS ? 1 : ROUNDS
  const { data, variant } = await makeCensus(folder, rows)
  const name = `${rows.toLocaleString('en')} rows`
  const target = join(folder, 'floor.csv')
  const copy = (order: string) => `COPY (FROM read_csv('${data}')${order}) TO '${target}' (HEADER)`
  const before: Readonly<Record<number, readonly [string, string]>> = {
    1000000: ['ratio 2.0', '–'],
    5000000: ['ratio 1.39', 'ratio 0.73'],
    10000000: ['ratio 1.95', '–'],
    20000000: ['–', 'ratio 2.2'],
  }
  const [source, sorted] = before[rows] ?? ['–', '–']
  return [
    compare([`${name}, CSV, source order`, source], variant('source'), copy(''), 1.6, rounds),
    compare(
      [`${name}, CSV, sorted`, sorted],
      variant('sorted', ['order: source', 'order: sorted']),
      copy(' ORDER BY ALL'),
      1,
      rounds,
    ),
  ]
}

async function benchForms(folder: string, rows: number): Promise<Cliff[]> {
  const { data, variant } = await makeCensus(folder, rows)
  const [packed, parquet] = [`${data}.gz`, data.replace(/csv$/, 'parquet')]
  await pipeline(createReadStream(data), createGzip({ level: 1 }), createWriteStream(packed))
  measure('floor', `COPY (FROM read_csv('${data}')) TO '${parquet}'`)
  const copy = (from: string, to = 'csv') => `COPY (FROM ${from}) TO '${join(folder, `floor.${to}`)}'`
  const read = ['source: census.csv', 'source: census.parquet'] as const
  const texts = [/postcode: +\{ role: identifier \}/, 'postcode: { role: sensitive }'] as const
  const boxes = compare(
    ['boxes, whole run', '927 MiB'],
    variant('boxes', [/algorithm: .*/, 'algorithm: { name: boxes }\nlimits: { work: 10 }']),
    copy(`read_csv('${data}')`),
    undefined,
    1,
  )
  const half = measure('job', (await makeCensus(folder, rows / 2)).variant('half'))
  return [
    compare(
      ['gzip to CSV', 'ratio 3.5'],
      variant('gzip', ['source: census.csv', 'source: census.csv.gz']),
      copy(`read_csv('${packed}')`),
      2,
    ),
    compare(['Parquet to CSV', 'ratio 4.0'], variant('parquet', read), copy(`'${parquet}'`), 2),
    compare(
      ['Parquet to Parquet', 'ratio 3.3'],
      // In its folder: a run into another run's folder hashes that release first.
      variant('columnar', read, ['release.csv', 'release.parquet'], [/out\//g, 'columnar/']),
      copy(`'${parquet}'`, 'parquet'),
      2,
    ),
    compare(
      ['a sensitive column of many texts', '8.2 instead of 3.8 CPU s'],
      variant('texts', texts),
      copy(`read_csv('${data}')`),
    ),
    limited('half as many rows, open', '0.83 CPU s', half, half.cpuSteps?.['open'] ?? Number.NaN, [0.2, 'CPU s']),
    boxes,
    limited('boxes, write', '16 to 23 CPU s', boxes.job, boxes.job.cpuSteps?.['write'] ?? Number.NaN, [3, 'CPU s']),
    limited('boxes, memory', '927 MiB', boxes.job, boxes.job.memory, [450, 'MiB']),
  ]
}

/** The search step of requirements beside that of k alone. */
async function benchRequirements(folder: string, rows: number): Promise<Cliff[]> {
  const { data, variant } = await makeCensus(folder, rows / 10)
  const lines = readFileSync(data, 'utf8').split('\n')
  const several = lines.map((line, row) => (row === 0 ? line : line.replace(/,\d+,/, `,${Math.floor(row / 3)},`)))
  writeFileSync(join(dirname(data), 'persons.csv'), several.join('\n'))
  const searched = ({ cpuSteps }: MeasuredProcess) => cpuSteps?.['search'] ?? Number.NaN
  const sensitive = [/hours: +\{ role: other \}/, 'hours: { role: sensitive }'] as const
  // A search of a tenth of a second differs by a third from run to run.
  const measureSearch = (job: string): MeasuredProcess =>
    [1, 2, 3].map(() => measure('job', job)).sort((a, b) => searched(a) - searched(b))[1]
  const alone = measureSearch(variant('alone', sensitive))
  const beside = (figure: string, before: string, goal: number, job: MeasuredProcess): Cliff => ({
    figure: `${figure}, search step`,
    before,
    job,
    beside: `k alone, ${searched(alone).toFixed(2)} CPU s`,
    ratio: searched(job) / searched(alone),
    goal,
  })
  const likeness = [
    'suppression-limit: 0.05',
    'suppression-limit: 0.05\n  beta-likeness: { column: hours, beta: 4 }',
  ] as const
  const people = ['privacy:', 'persons: { column: number }\nprivacy:'] as const
  return [
    beside('beta-likeness', 'ratio 7.1', 2.5, measureSearch(variant('likeness', sensitive, likeness))),
    beside('persons', 'ratio 2.2', 1.5, measureSearch(variant('persons', sensitive, people))),
    beside(
      'persons of three rows',
      'ratio 2.3',
      1.5,
      measureSearch(variant('several', sensitive, people, ['census.csv', 'persons.csv'])),
    ),
  ]
}

/** A Parquet file of ten columns; 50 million rows of it have 40 million combinations of the first eight. */
function benchCombinations(folder: string, rows: number): Cliff[] {
  const data = join(folder, 'combinations.parquet')
  let below = 1
  const columns = [100, 2, 7, 10, 12, 9, 5, 14, 30, 3].map((size, i) => {
    const column = `CAST(h // ${below} % ${size} AS INTEGER) AS c${i}`
    below *= size
    return column
  })
  const hashes = `(SELECT hash(n) AS h FROM range(${rows}) AS t(n))`
  measure('floor', `COPY (SELECT ${columns.join(', ')} FROM ${hashes}) TO '${data}'`)
  const job = join(folder, 'combinations.yaml')
  const roles = columns.map((_, i) => `  c${i}: { role: ${i < 8 ? 'quasi-identifier, type: numeric' : 'other'} }`)
  writeFileSync(
    job,
    `version: 1\ndata: { source: combinations.parquet }\ncolumns:\n${roles.join('\n')}\nprivacy: { k: 5, suppression-limit: 0.05 }\nalgorithm: { name: lattice }\noutput: { order: source, release: combined/release.parquet }\n`,
  )
  const measured = measure('job', job)
  return [
    limited(`Parquet, ${rows.toLocaleString('en')} rows, memory`, '6.8 GB at 50 million', measured, measured.memory, [
      2048,
      'MiB',
    ]),
  ]
}

/** Boxes over 24 columns, of which twelve have thousands of values: ten units of work. */
function benchLargeDomains(folder: string): Cliff[] {
  writeFileSync(join(folder, 'credit.csv'), [creditColumns, ...creditRows()].map((row) => `${row.join()}\n`).join(''))
  const file = join(folder, 'large-domains.yaml')
  const roles = creditColumns.map((name) => `  ${name}: { role: quasi-identifier, type: numeric }`)
  writeFileSync(
    file,
    `version: 1\ndata: { source: credit.csv }\ncolumns:\n${roles.join('\n')}\nprivacy: { k: 10, ends: exact }\nalgorithm: { name: boxes }\nlimits: { work: 10 }\noutput: { release: large/release.csv }\n`,
  )
  const job = measure('job', file)
  const released = job.metrics?.['LM'] ?? Number.NaN
  return [
    limited('boxes, up to 22,000 values, released LM', '0.0736', job, released, [0.0736, 'LM before']),
    {
      figure: 'boxes, up to 22,000 values, released beside reported LM',
      before: 'ratio 1.28',
      job,
      beside: `reported, ${job.reported?.toFixed(4)}`,
      ratio: released / (job.reported ?? Number.NaN),
      goal: 1,
    },
  ]
}

/** Adult, as in research/papers. */
function benchAdult(folder: string, isFull: boolean): Cliff[] {
  copyWithDataPaths('research/papers/adult', folder)
  const text = readFileSync(join(folder, 'adult.yaml'), 'utf8')
  const job = (name: string, privacy: string, more: string): MeasuredProcess => {
    const file = join(folder, `${name}.yaml`)
    writeFileSync(
      file,
      text
        .replace(/privacy: .*/, `privacy: { ends: exact, suppressed-group: exempt, ${privacy} }`)
        .replace(/utility:\n.*\n/, '')
        .replace(/goal: general\nalgorithm: .*/, more),
    )
    return measure('job', file)
  }
  const cm = job('cm', 'k: 25', 'goal: { metric: CM }\nalgorithm: { name: genetic }')
  const lattice = job('lattice', 'k: 500, suppression-limit: 0.05', 'goal: general\nalgorithm: { name: lattice }')
  const searched = lattice.cpuSteps?.['search'] ?? Number.NaN
  return [
    limited('genetic, CM, k = 25', '8.3 CPU s', cm, cm.cpuSteps?.['search'] ?? Number.NaN, [4.4, 'CPU s']),
    limited('lattice at 5 %, k = 500, search step', '54 ms', lattice, searched * 1000, [42, 'CPU ms of ARX']),
    ...(isFull ? benchByTarget(job) : []),
  ]
}

function benchByTarget(job: (name: string, privacy: string, more: string) => MeasuredProcess): Cliff[] {
  const target = job('target', 'k: 500', 'goal: { metric: CM }\nalgorithm: { name: genetic, partitions: by-target }')
  const { CM: cm = Number.NaN } = target.metrics ?? {}
  // The orders of values are searched while the table is counted.
  const { count = Number.NaN, search = Number.NaN } = target.cpuSteps ?? {}
  return [
    limited('genetic by-target, CM at k = 500', '0.17814', target, cm, [0.178, 'CM']),
    limited('genetic by-target, count and search', '23 to 32 s', target, count + search, [14, 'CPU s']),
  ]
}

/** COAT, PCTA and Apriori on the 77,512 baskets of BMS-WebView-2. */
function benchBaskets(isFull: boolean): Cliff[] {
  const one = (search: string, m: number): MeasuredProcess => {
    const words = ['--import', 'tsx', 'research/bench/transactions/transactions.ts', 'one', 'bms', search, '5', `${m}`]
    const run = spawnSync(process.execPath, words, { encoding: 'utf8' })
    if (run.status !== 0) throw new Error(`${search} failed: ${run.stderr}`)
    const { seconds, cpuSeconds, peakMiB } = JSON.parse(run.stdout)
    return { seconds, processor: cpuSeconds, memory: peakMiB }
  }
  return ['apriori', 'coat', 'pcta-progress'].flatMap((search) => {
    const pairs = one(search, 2)
    const memory = limited(`${search}, k = 5, m = 2, memory`, '1.4 GB at 88,162 baskets', pairs, pairs.memory, [
      500,
      'MiB',
    ])
    if (!isFull && search !== 'apriori') return [memory]
    const triples = one(search, 3)
    const ratio = triples.processor / pairs.processor
    return [
      memory,
      {
        figure: `${search}, k = 5, m = 3`,
        before: 'ratio 5 to 6',
        job: triples,
        beside: `m = 2, ${pairs.processor.toFixed(2)} CPU s`,
        ratio,
        goal: 3,
      },
    ]
  })
}

async function benchTenRows(): Promise<Cliff> {
  const { figures } = await benchSmall(['--runs', '2', '--rounds', '3'])
  const { commands } = figures as { readonly commands: Readonly<Record<string, { wall: number; processor?: number }>> }
  const { wall, processor = Number.NaN } = commands['halftone run, ten rows, report']
  const job = { seconds: wall / 1000, processor: processor / 1000, memory: Number.NaN }
  return limited('ten rows with report, CPU', '0.52 s wall', job, job.processor, [0.3, 'CPU s'])
}

/** Profiles a wide table: a third of the columns are numbers, a third categories, a third texts of many values. */
function benchInit(folder: string, rows: number): Cliff {
  const data = join(folder, 'wide.csv')
  const columns = Array.from({ length: WIDE_COLUMNS }, (_, i) => {
    const value = `(n * ${7919 + 2 * i} + ${i}) % 1000003`
    return [`${value} % 100`, `'group ' || (${value} % 12)`, `'text ' || (${value} % 200000)`][i % 3].concat(
      ` AS c${i}`,
    )
  })
  measure('floor', `COPY (SELECT ${columns.join(', ')} FROM range(${rows}) AS t(n)) TO '${data}' (HEADER)`)
  const scan = measure(
    'floor',
    `SELECT ${columns.map((_, i) => `COUNT(c${i})`).join(', ')} FROM read_csv('${data}', all_varchar = true)`,
  )
  const job = measure('job', join(folder, 'wide.yaml'), data)
  const size = `${Math.round(statSync(data).size / 2 ** 20)} MiB`
  const figure = `init, ${rows.toLocaleString('en')} rows × ${WIDE_COLUMNS} columns (${size}), beside a scan`
  return {
    figure,
    before: '29 CPU s, 1.27 GB; a scan 5 to 7',
    job,
    beside: `a scan, ${scan.processor.toFixed(2)} CPU s`,
    ratio: job.processor / scan.processor,
    goal: 1.6,
  }
}

function cliffsText(cliffs: readonly Cliff[]): string {
  const steps = ({ job }: Cliff) =>
    Object.entries(job.cpuSteps ?? {})
      .map(([step, seconds]) => `${step} ${seconds.toFixed(2)}`)
      .join(', ')
  return tableText(
    ['figure', 'before', 'CPU s', 'MiB', 'beside', 'ratio', 'goal', 'CPU s by step'],
    cliffs.map((cliff) => [
      cliff.figure,
      cliff.before,
      cliff.job.processor.toFixed(2),
      cliff.job.memory.toFixed(0),
      cliff.beside,
      cliff.ratio.toFixed(2),
      cliff.goal,
      steps(cliff),
    ]),
  )
}
