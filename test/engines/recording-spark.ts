/** A gRPC server that speaks Spark Connect, records each request with its headers, and answers as the test says. */
import * as grpc from '@grpc/grpc-js'
import * as loader from '@grpc/proto-loader'
import { PROTOCOL } from '../../src/engines/spark/session.ts'

export type Call = grpc.ServerWritableStream<Record<string, unknown>, object>

interface Recorded {
  readonly name: string
  readonly request: Record<string, unknown>
  readonly headers: Readonly<Record<string, unknown>>
}

export interface RecordingSpark {
  readonly target: string
  readonly recorded: Recorded[]
  execute(call: Call): void
  reattach(call: Call): void
  close(): void
}

export async function startRecordingSpark(): Promise<RecordingSpark> {
  const definition = loader.loadSync(PROTOCOL, { keepCase: true, longs: String })
  const root = grpc.loadPackageDefinition(definition) as unknown as {
    spark: { connect: { SparkConnectService: { service: grpc.ServiceDefinition } } }
  }
  const recorded: Recorded[] = []
  const record = (name: string, { request, metadata }: Pick<Call, 'request' | 'metadata'>) => {
    recorded.push({ name, request, headers: metadata.getMap() })
  }
  const acknowledge = (name: string) => (call: Call, done: (error: null, answer: object) => void) => {
    record(name, call)
    done(null, {})
  }
  const server = new grpc.Server()
  server.addService(root.spark.connect.SparkConnectService.service, {
    ExecutePlan: (call: Call) => {
      record('ExecutePlan', call)
      spark.execute(call)
    },
    ReattachExecute: (call: Call) => {
      record('ReattachExecute', call)
      spark.reattach(call)
    },
    ReleaseExecute: acknowledge('ReleaseExecute'),
    Interrupt: acknowledge('Interrupt'),
    ReleaseSession: acknowledge('ReleaseSession'),
  } as unknown as grpc.UntypedServiceImplementation)
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, port) =>
      error === null ? resolve(port) : reject(error),
    )
  })
  const spark: RecordingSpark = {
    target: `127.0.0.1:${port}`,
    recorded,
    execute: (call) => call.end(),
    reattach: (call) => call.end(),
    close: () => server.forceShutdown(),
  }
  return spark
}
