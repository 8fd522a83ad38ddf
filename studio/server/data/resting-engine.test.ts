import { expect, it } from 'vitest'
import type { Engine } from '../../../src/engines/engine.ts'
import { UserError } from '../../../src/ground/errors.ts'
import { restingEngine } from './resting-engine.ts'

function counted() {
  const seen = { opened: 0, closed: 0, fails: false }
  const open = async (): Promise<Engine> => {
    seen.opened++
    return {
      dialect: {},
      version: 'one 1',
      execute: async () => {
        if (seen.fails) throw new UserError('the connection was lost', { path: 'data.source', rule: 'file' })
      },
      close: async () => void seen.closed++,
    } as unknown as Engine
  }
  return { seen, open }
}

it('restingEngine closes when nothing is asked, opens for the next question, and closes for good', async () => {
  const { seen, open } = counted()
  const engine = restingEngine(await open(), open, 1)
  expect(engine.version).toBe('one 1')
  await expect.poll(() => seen).toMatchObject({ opened: 1, closed: 1 })
  await engine.execute('' as never)
  expect(seen.opened).toBe(2)
  await engine.close()
  expect(seen.closed).toBe(2)
  await expect(engine.execute('' as never)).rejects.toThrow('closed')
})

it('restingEngine opens a connection that was lost anew', async () => {
  const { seen, open } = counted()
  const engine = restingEngine(await open(), open)
  seen.fails = true
  await expect(engine.execute('' as never)).rejects.toThrow('lost')
  seen.fails = false
  await engine.execute('' as never)
  expect(seen).toMatchObject({ opened: 2, closed: 1 })
  await engine.close()
})
