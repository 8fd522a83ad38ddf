/** A local S3 server behind a proxy that can refuse requests, cut connections and halve bodies. */
import { mkdirSync, readdirSync } from 'node:fs'
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

export type Fault = 'refuse' | 'cut' | 'half' | 'fail' | undefined

export interface Store {
  readonly endpoint: string
  /** Decides by method and path what goes wrong. */
  fault: (method: string, path: string) => Fault
  /** Names of all objects. */
  objects(): string[]
  close(): Promise<void>
}

export const KEY = 'S3RVER'

interface Server {
  run(): Promise<AddressInfo>
  close(): Promise<void>
}

export async function openStore(folder: string): Promise<Store> {
  mkdirSync(folder, { recursive: true })
  const require = createRequire(import.meta.url)
  const S3rver = require('s3rver') as new (options: object) => Server
  const options = { address: '127.0.0.1', port: 0, silent: true, directory: folder }
  const server = new S3rver({ ...options, configureBuckets: [{ name: 'bucket' }] })
  const { port } = await server.run()
  const proxy = createServer((asked, answer) =>
    pass(asked, answer, port, store.fault(asked.method ?? '', asked.url ?? '')),
  )
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  const store: Store = {
    endpoint: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    fault: () => undefined,
    objects: () =>
      readdirSync(join(folder, 'bucket'), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('._S3rver_object'))
        .map((name) => name.replace('._S3rver_object', '').replaceAll('\\', '/'))
        .sort(),
    async close() {
      proxy.closeAllConnections()
      proxy.close()
      await server.close()
    },
  }
  return store
}

function pass(asked: IncomingMessage, answer: ServerResponse, port: number, fault: Fault): void {
  if (fault === 'refuse' || fault === 'fail') {
    asked.resume()
    // As some stores do, with the key in the answer.
    const text = `<Error><Code>AccessDenied</Code><AWSAccessKeyId>${asked.headers.authorization}</AWSAccessKeyId></Error>`
    answer.writeHead(fault === 'refuse' ? 403 : 500, { 'content-type': 'application/xml' }).end(text)
    return
  }
  const chunks: Buffer[] = []
  asked.on('data', (chunk: Buffer) => chunks.push(chunk))
  asked.on('end', () => {
    if (fault === 'cut' && asked.method !== 'GET') return void asked.socket.destroy()
    const whole = Buffer.concat(chunks)
    const body = fault === 'half' ? whole.subarray(0, whole.length >> 1) : whole
    const headers = { ...asked.headers, 'content-length': String(body.length) }
    const onward = forward({ port, host: '127.0.0.1', method: asked.method, path: asked.url, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 500, got.headers)
      got.on('data', (chunk: Buffer) => {
        answer.write(fault === 'cut' ? chunk.subarray(0, 10) : chunk)
        if (fault === 'cut') asked.socket.destroy()
      })
      got.on('end', () => answer.end())
    })
    onward.on('error', () => asked.socket.destroy())
    onward.end(body)
  })
}
