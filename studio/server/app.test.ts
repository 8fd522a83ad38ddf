import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { makeApp } from './app.ts'
import { openSession } from './session.ts'

it('a question that meets the end of the studio is answered with that, and nothing is printed about it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'halftone-closing-'))
  writeFileSync(join(folder, 'people.csv'), 'age,town\n31,Bonn\n32,Kiel\n')
  const session = openSession({ folder, threads: 1 })
  const app = makeApp(session, () => 4000)
  const ask = (path: string, body?: object) =>
    app.request(`http://127.0.0.1:4000/${session.token}/api/data/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { host: '127.0.0.1:4000', 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    })
  const printed = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  try {
    const { id } = (await (await ask('open', { path: 'people.csv' })).json()) as { id: string }
    expect((await ask(`${id}/rows`)).status).toBe(200)
    await session.close()
    const answer = await ask(`${id}/rows`)
    expect(answer.status).toBe(503)
    expect(await answer.json()).toEqual({ error: 'the studio has ended', kind: 'Gone' })
    expect(printed).not.toHaveBeenCalled()
  } finally {
    printed.mockRestore()
    await session.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
