/** Starts the studio's server on the loopback address only, with a random port and token. */
import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { makeApp } from './app.ts'
import { openSession, type SessionOptions } from './session.ts'

export interface Studio {
  /** The address to open, with the token. */
  readonly url: string
  close(): Promise<void>
}

export async function startStudio(options: SessionOptions & { readonly port?: number }): Promise<Studio> {
  const session = openSession(options)
  let port = 0
  const server = createAdaptorServer({ fetch: makeApp(session, () => port).fetch })
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(options.port ?? 0, '127.0.0.1', resolve)
    })
  } catch (error) {
    await session.close()
    throw error
  }
  ;({ port } = server.address() as AddressInfo)
  return {
    url: `http://127.0.0.1:${port}/?token=${session.token}`,
    async close() {
      // Event streams would keep the server open forever.
      if ('closeAllConnections' in server) server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await session.close()
    },
  }
}
