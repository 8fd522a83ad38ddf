/** Uses a fake server with network faults; test/engines/ uses a real Spark. */
import { inspect } from 'node:util'
import * as grpc from '@grpc/grpc-js'
import * as loader from '@grpc/proto-loader'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type RecordingSpark, startRecordingSpark } from '../../../test/engines/recording-spark.ts'
import { CancelledError, InternalError, UserError } from '../../ground/errors.ts'
import { SparkSession, translateError } from './session.ts'
import { openSpark } from './spark-engine.ts'

let spark: RecordingSpark
beforeAll(async () => {
  spark = await startRecordingSpark()
})
afterAll(() => spark.close())
beforeEach(() => {
  spark.recorded.length = 0
})

const batch = (id: string, byte: number) => ({
  response_id: id,
  server_side_session_id: 'server 1',
  arrow_batch: { row_count: 1, data: Uint8Array.of(byte) },
})
const complete = { response_id: 'last', server_side_session_id: 'server 1', result_complete: {} }
const plan = { root: { sql: { query: 'SELECT 1' } } }
const open = () =>
  new SparkSession({ grpc, loader }, { target: spark.target, tls: false, user: 'ann', token: 'planted', headers: {} })

async function bytes(session: SparkSession, run = {}): Promise<number[]> {
  const found: number[] = []
  for await (const data of session.run(plan, run)) found.push(...data)
  return found
}

describe('SparkSession.run', () => {
  it('takes a broken stream up where it stopped, and one that ended too early', async () => {
    spark.execute = (call) => {
      call.write(batch('a', 1))
      call.emit('error', Object.assign(new Error('gone'), { code: grpc.status.UNAVAILABLE, details: 'gone' }))
    }
    let times = 0
    spark.reattach = (call) => {
      if (times++ === 0) call.write(batch('b', 2))
      else {
        call.write(batch('c', 3))
        call.write(complete)
      }
      call.end()
    }
    const session = open()
    expect(await bytes(session)).toEqual([1, 2, 3])
    const again = spark.recorded.filter(({ name }) => name === 'ReattachExecute').map(({ request }) => request)
    expect(again.map((request) => request['last_response_id'])).toEqual(['a', 'b'])
    expect(again[0]['client_observed_server_side_session_id']).toBe('server 1')
    expect(new Set(spark.recorded.map(({ headers }) => headers['authorization']))).toEqual(new Set(['Bearer planted']))
    await session.close()
  })

  it('shows progress, and interrupts by the tag of the statement', async () => {
    const abort = new AbortController()
    const shares: number[] = []
    spark.execute = (call) => {
      call.write({ response_id: 'a', execution_progress: { stages: [{ num_tasks: 4, num_completed_tasks: 1 }] } })
      const timer = setInterval(() => {
        if (!spark.recorded.some(({ name }) => name === 'Interrupt')) return
        clearInterval(timer)
        call.emit(
          'error',
          Object.assign(new Error('cancelled'), { code: grpc.status.INTERNAL, details: '[OPERATION_CANCELED]' }),
        )
      }, 5)
    }
    const session = open()
    const progress = (share: number) => {
      shares.push(share)
      abort.abort()
    }
    await expect(bytes(session, { signal: abort.signal, progress })).rejects.toThrow(CancelledError)
    expect(shares).toEqual([0.25])
    const [{ request: started }] = spark.recorded.filter(({ name }) => name === 'ExecutePlan')
    const [{ request: stopped }] = spark.recorded.filter(({ name }) => name === 'Interrupt')
    expect(stopped['operation_tag']).toBe((started['tags'] as string[])[0])
    await session.close()
  })

  it('a token and the settings that start with x- travel as headers, and are in no error', async () => {
    spark.execute = (call) => call.emit('error', { code: grpc.status.UNAUTHENTICATED, details: 'who are you' })
    vi.stubEnv('SPARK_CONNECT_AUTHENTICATE_TOKEN', 'planted-4711')
    try {
      const error = await openSpark(`sc://${spark.target}/;x-databricks-cluster-id=planted-cluster`, () =>
        Promise.reject(new Error('not asked')),
      ).catch((reason: unknown) => reason)
      expect(String(error)).toContain('refuses the user or the token')
      expect(spark.recorded.length).toBeGreaterThan(0)
      for (const { headers } of spark.recorded)
        expect([headers['authorization'], headers['x-databricks-cluster-id']]).toEqual([
          'Bearer planted-4711',
          'planted-cluster',
        ])
      expect(inspect(error, { depth: 30, showHidden: true })).not.toContain('planted')
    } finally {
      vi.unstubAllEnvs()
    }
  })

  it('gives up where nothing new comes', async () => {
    spark.execute = (call) => {
      call.write(batch('a', 1))
      call.end()
    }
    spark.reattach = (call) => call.end()
    const session = open()
    await expect(bytes(session)).rejects.toThrow(InternalError)
    await session.close()
  })
})

describe('translateError', () => {
  it.each([
    [14, '', 'does not answer'],
    [16, '', 'SPARK_CONNECT_AUTHENTICATE_TOKEN'],
    [13, '[INVALID_HANDLE.SESSION_CHANGED] …', 'session of Spark has ended'],
    [13, '[TABLE_OR_VIEW_NOT_FOUND] The table `planted`', 'no such table'],
    [13, 'java.io.IOException: No space left on device', 'no disk left'],
    [13, 'Total size of serialized results is bigger than spark.driver.maxResultSize', 'output.table or output.path'],
    [13, '[LOCATION_ALREADY_EXISTS] Cannot name the managed table', 'its catalog has forgotten'],
    [13, 'Job aborted due to stage failure: java.util.concurrent.RejectedExecutionException: Task', 'want of memory'],
    [13, 'org.apache.hadoop.security.AccessControlException: Permission denied', 'may not read or write'],
    [8, 'Received message larger than max', 'larger than Spark takes'],
    [13, '[FAILED_TO_PARSE_TOO_COMPLEX] The statement', 'larger than Spark takes'],
    [13, '[TABLE_OR_VIEW_ALREADY_EXISTS] Cannot create `planted`', 'appeared while the run was under way'],
  ])('gRPC %i, %s: something that a person can put right', (code, details, words) => {
    const error = translateError(Object.assign(new Error(details), { code, details }))
    expect(error).toBeInstanceOf(UserError)
    expect(String(error)).toContain(words)
    expect(String(error)).not.toContain('planted')
  })

  it('what is our fault names the class of the error and no value', () => {
    const details = "[CAST_INVALID_INPUT] The value 'planted' …"
    const error = translateError(Object.assign(new Error(details), { code: 13, details }))
    expect(error).toBeInstanceOf(InternalError)
    expect(String(error)).toContain('CAST_INVALID_INPUT')
    expect(String(error)).not.toContain('planted')
  })
})
