import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { UserError } from '../ground/errors.ts'
import { lockFolder } from './study-lock.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'halftone-lock-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('lockFolder(folder)', () => {
  it('a folder that cannot be written is shown as such', async () => {
    // Nobody, not even root, can write a file below a file.
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const refused = lockFolder(file)
    await expect(refused).rejects.toThrow(UserError)
    await expect(refused).rejects.toThrow(
      /^the folder .*file cannot be written \(ENOTDIR\); choose another output\.folder/,
    )
  })

  it('is taken once, and free again when let go', async () => {
    const unlock = await lockFolder(folder)
    await expect(lockFolder(folder)).rejects.toThrow(`process ${process.pid} on ${hostname()} works on the study`)
    await unlock()
    await (await lockFolder(folder))()
  })

  it('is void when the number of the process that held it belongs to another one', async () => {
    const lock = { process: process.pid, mark: `${process.pid}.1`, host: hostname() }
    writeFileSync(join(folder, '.lock'), JSON.stringify(lock))
    await (await lockFolder(folder))()
  })
})
