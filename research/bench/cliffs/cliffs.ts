/**
 * The same work in other forms and sizes, each beside DuckDB's copy of that form: a step to the side must not cost
 * several times more. CPU seconds, in fresh processes. For a quick look: `npm run bench -- cliffs --rows 200000 --wide
 * 20000 --most 1`; `--most 20` adds 5, 10 and 20 times as many rows.
 */
import { createReadStream, createWriteStream, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { samples } from '../../../src/sample/index.ts'
import { inFolder, readNumbers, tableText } from '../measure.ts'
import type { Measured, Ratio } from '../ratios.ts'
import { type MeasuredProcess, measure } from '../whole-job/whole-job.ts'

interface Cliff {
  readonly figure: string
  readonly job: MeasuredProcess
  readonly floor: MeasuredProcess
  readonly ratio: number
  readonly goal?: number | undefined
}

const TIMES = [1, 5, 10, 20]
const WIDE_COLUMNS = 100

export async function benchCliffs(words: readonly string[]): Promise<Measured> {
  const { rows, most, wide } = readNumbers(words, { rows: 1_000_000, most: 5, wide: 1_000_000 })
  return inFolder(async (folder) => {
    const cliffs: Cliff[] = []
    for (const times of TIMES.filter((each) => each <= most)) cliffs.push(...(await benchSize(folder, rows * times)))
    cliffs.push(...(await benchForms(folder, rows)), benchInit(folder, wide))
    const ratios = cliffs.map(
      ({ figure, job, ratio, goal }): Ratio => ({
        figure,
        measured: `${job.processor.toFixed(1)} CPU s, ${job.memory.toFixed(0)} MiB`,
        beside: 'DuckDB alone',
        ratio,
        goal,
      }),
    )
    return { figures: { cliffs }, text: cliffsText(cliffs), ratios }
  })
}

async function makeCensus(folder: string, rows: number) {
  const census = samples.find((sample) => sample.name === 'census')
  const files = await census?.write(join(folder, `census-${rows}`), { rows }, { force: true })
  if (files === undefined) throw new Error('there is no sample "census"')
  const text = readFileSync(files.job, 'utf8').replace('output:\n', 'output:\n  order: source\n')
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

function compare(figure: string, job: string, floor: string, goal?: number): Cliff {
  const beside = measure('floor', floor)
  const measured = measure('job', job)
  return { figure, job: measured, floor: beside, ratio: measured.processor / beside.processor, goal }
}

async function benchSize(folder: string, rows: number): Promise<Cliff[]> {
  const { data, variant } = await makeCensus(folder, rows)
  const name = `${rows.toLocaleString('en')} rows`
  const target = join(folder, 'floor.csv')
  const copy = (order: string) => `COPY (FROM read_csv('${data}')${order}) TO '${target}' (HEADER)`
  return [
    compare(`${name}, CSV, source order`, variant('source'), copy(''), 1.6),
    compare(`${name}, CSV, sorted`, variant('sorted', ['order: source', 'order: sorted']), copy(' ORDER BY ALL'), 1),
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
    'boxes, whole run',
    variant('boxes', [/algorithm: .*/, 'algorithm: { name: boxes }\nlimits: { work: 10 }']),
    copy(`read_csv('${data}')`),
  )
  const write = boxes.job.cpuSteps?.['write'] ?? Number.NaN
  return [
    compare(
      'gzip to CSV',
      variant('gzip', ['source: census.csv', 'source: census.csv.gz']),
      copy(`read_csv('${packed}')`),
      2,
    ),
    compare('Parquet to CSV', variant('parquet', read), copy(`'${parquet}'`), 2),
    compare(
      'Parquet to Parquet',
      variant('columnar', read, ['release.csv', 'release.parquet']),
      copy(`'${parquet}'`, 'parquet'),
      2,
    ),
    compare('a sensitive column of many texts', variant('texts', texts), copy(`read_csv('${data}')`)),
    boxes,
    // The limit is 3 CPU seconds.
    { ...boxes, figure: 'boxes, write alone beside 3 CPU s', ratio: write / 3, goal: 1 },
    { ...boxes, figure: 'boxes, memory beside 450 MiB', ratio: boxes.job.memory / 450, goal: 1 },
  ]
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
  return { figure, job, floor: scan, ratio: job.processor / scan.processor, goal: 1.6 }
}

function cliffsText(cliffs: readonly Cliff[]): string {
  const steps = ({ job }: Cliff) =>
    Object.entries(job.cpuSteps ?? {})
      .map(([step, seconds]) => `${step} ${seconds.toFixed(2)}`)
      .join(', ')
  return tableText(
    ['figure', 'CPU s', 'MiB', 'DuckDB CPU s', 'ratio', 'goal', 'CPU s by step'],
    cliffs.map((cliff) => [
      cliff.figure,
      cliff.job.processor.toFixed(2),
      cliff.job.memory.toFixed(0),
      cliff.floor.processor.toFixed(2),
      cliff.ratio.toFixed(2),
      cliff.goal,
      steps(cliff),
    ]),
  )
}
