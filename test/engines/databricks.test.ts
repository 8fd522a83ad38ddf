/** The address that Databricks documents: the cluster travels as a header, and no output shows it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as grpc from '@grpc/grpc-js'
import * as arrow from 'apache-arrow'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseName } from '../../src/sources/table-name.ts'
import { halftone, inFolder } from '../end-to-end/workshop.ts'
import { type Call, type RecordingSpark, startRecordingSpark } from './recording-spark.ts'

const CLUSTER = 'planted-0412-a1'
const TABLE = 'main.clinic.people'

/** Answers until the rows are to be counted, which fails on the cluster. */
function answer(call: Call): void {
  const statement = sentStatement(call.request)
  const columns: Readonly<Record<string, readonly string[]>> | undefined = statement.startsWith('SET ')
    ? {}
    : statement.includes('version()')
      ? { version: ['4.0.0 abc'] }
      : statement.startsWith('DESCRIBE QUERY')
        ? { col_name: ['age', 'town'], data_type: ['int', 'string'] }
        : statement.includes(' AS stamp')
          ? { stamp: ['17'] }
          : undefined
  if (columns === undefined) {
    call.emit('error', { code: grpc.status.PERMISSION_DENIED, details: `the cluster ${CLUSTER} refuses this` })
    return
  }
  const vectors = Object.entries(columns).map(([name, texts]) => [name, arrow.vectorFromArray(texts, new arrow.Utf8())])
  const data = arrow.tableToIPC(new arrow.Table(Object.fromEntries(vectors)), 'stream')
  if (vectors.length > 0) call.write({ response_id: 'a', arrow_batch: { row_count: 1, data } })
  call.write({ response_id: 'b', result_complete: {} })
  call.end()
}

function sentStatement(request: object): string {
  const { plan } = request as {
    plan: { root?: { sql?: { query: string } }; command?: { sql_command?: { sql: string } } }
  }
  return plan.root?.sql?.query ?? plan.command?.sql_command?.sql ?? ''
}

let spark: RecordingSpark
beforeAll(async () => {
  spark = await startRecordingSpark()
  spark.execute = answer
})
afterAll(() => spark.close())

it('sends x-databricks-cluster-id with each request, and the value is in no file or message', async () => {
  const address = `sc://${spark.target}/;x-databricks-cluster-id=${CLUSTER}`
  const job = {
    version: 1,
    data: { source: address, table: TABLE },
    columns: { age: { role: 'quasi-identifier', type: 'numeric' }, town: { role: 'other' } },
    privacy: { k: 3 },
    output: { release: 'out/release.csv' },
  }
  const outputs = await inFolder({ 'job.json': JSON.stringify(job) }, async (folder) => {
    const words = [
      ['run', 'job.json', '--json'],
      ['run', 'job.json', '--dry-run'],
      ['risk', address, '--table', TABLE, '--quasi-identifiers', 'age'],
      ['verify', address, '--table', TABLE, '--k', '3'],
      ['init', address, '--table', TABLE],
    ]
    const ended = []
    for (const line of words) ended.push(await halftone(folder, line))
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'job.json')
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
    expect(ended.map(({ code }) => code)).toEqual(words.map(() => 2))
    return [...files, ...ended.flatMap(({ stdout, stderr }) => [stdout, stderr])]
  })
  expect(outputs.join('\n')).not.toContain(CLUSTER)
  expect(spark.recorded.length).toBeGreaterThan(20)
  expect(new Set(spark.recorded.map(({ headers }) => headers['x-databricks-cluster-id']))).toEqual(new Set([CLUSTER]))
  const statements = spark.recorded
    .filter(({ name }) => name === 'ExecutePlan')
    .map(({ request }) => sentStatement(request))
  expect(statements.filter((statement) => statement.includes('`main`.`clinic`.`people`')).length).toBeGreaterThan(5)
  expect(databaseName(address)).toBe(`sc://${spark.target}/`)
})
