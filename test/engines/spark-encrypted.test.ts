/** What travels to Spark is encrypted, to nobody but a server whose certificate is known: a token goes there as a header, and is in no output. */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as grpc from '@grpc/grpc-js'
import * as loader from '@grpc/proto-loader'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROTOCOL } from '../../src/engines/spark/session.ts'
import { needs } from '../needs.ts'

const openssl = {
  met: spawnSync('openssl', ['version']).status === 0,
  missing: 'no openssl to make a certificate with',
}
const planted = 'planted-4711'

describe('openSpark by TLS', needs(openssl), () => {
  let base: string
  let server: grpc.Server
  let port: number
  const tokens: unknown[] = []
  beforeAll(async () => {
    base = mkdtempSync(join(tmpdir(), 'halftone-tls-'))
    const [key, certificate] = [join(base, 'key.pem'), join(base, 'certificate.pem')]
    const made = `req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=localhost -addext subjectAltName=DNS:localhost`
    execFileSync('openssl', [...made.split(' '), '-keyout', key, '-out', certificate], { stdio: 'ignore' })
    const definition = loader.loadSync(PROTOCOL, { keepCase: true })
    const root = grpc.loadPackageDefinition(definition) as unknown as {
      spark: { connect: { SparkConnectService: { service: grpc.ServiceDefinition } } }
    }
    server = new grpc.Server()
    server.addService(root.spark.connect.SparkConnectService.service, {
      ExecutePlan: (call: grpc.ServerWritableStream<object, object>) => {
        tokens.push(call.metadata.get('authorization')[0])
        call.emit('error', { code: grpc.status.UNAUTHENTICATED, details: 'who are you' })
      },
    })
    const pair = { private_key: readFileSync(key), cert_chain: readFileSync(certificate) }
    const credentials = grpc.ServerCredentials.createSsl(null, [pair])
    port = await new Promise((resolve, reject) =>
      server.bindAsync('localhost:0', credentials, (error, own) => (error === null ? resolve(own) : reject(error))),
    )
  })
  afterAll(() => {
    server.forceShutdown()
    rmSync(base, { recursive: true, force: true })
  })

  async function open(trusted: object): Promise<string> {
    const engine = pathToFileURL(join(import.meta.dirname, '../../src/engines/spark/spark-engine.ts')).href
    const script = `const { openSpark } = await import(${JSON.stringify(engine)}); const { inspect } = await import('node:util'); try { await openSpark('sc://localhost:${port}/;use_ssl=true') } catch (error) { console.log(inspect(error, { depth: 30, showHidden: true })) }`
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      env: { ...process.env, SPARK_CONNECT_AUTHENTICATE_TOKEN: planted, ...trusted },
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += String(text)))
    await once(child, 'close')
    return said
  }

  it('a token goes to a server whose certificate is known, and is in no error', async () => {
    const said = await open({ GRPC_DEFAULT_SSL_ROOTS_FILE_PATH: join(base, 'certificate.pem') })
    expect(said).toContain('refuses the user or the token')
    expect(said).not.toContain(planted)
    expect(tokens).toContain(`Bearer ${planted}`)
  })

  it('a token goes nowhere else', async () => {
    tokens.length = 0
    const said = await open({})
    expect(said).toContain('signed the certificate')
    expect(said).not.toContain(planted)
    expect(tokens).toEqual([])
  })
})
