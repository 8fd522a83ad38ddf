/** Locks a study's folder for one process. The lock is void if that process is gone or the file is stale. */
import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { userError } from '../ground/errors.ts'
import { isLiving, processMark } from '../ground/workers/living.ts'

const wrongFile = userError('file', 'output.folder')

const TOUCH_EVERY = 5_000
const VOID_AFTER = 30_000

/** Locks the folder, or throws with the owner. Returns the function that unlocks it. */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, '.lock')
  const mine = JSON.stringify({ process: process.pid, mark: processMark(), host: hostname() })
  for (;;) {
    try {
      await writeFile(file, mine, { flag: 'wx' })
      break
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'EEXIST')
        throw wrongFile`the folder ${folder} cannot be written (${code}); choose another output.folder, or make it
          writable`
      await refuseHeld(file, folder)
      await rm(file, { force: true })
    }
  }
  const touch = setInterval(() => {
    const now = new Date()
    utimes(file, now, now).catch(() => {})
  }, TOUCH_EVERY)
  touch.unref()
  return async () => {
    clearInterval(touch)
    await rm(file, { force: true })
  }
}

async function refuseHeld(file: string, folder: string): Promise<void> {
  const stats = await stat(file).catch(() => undefined)
  if (stats === undefined || Date.now() - stats.mtimeMs > VOID_AFTER) return
  const text = await readFile(file, 'utf8').catch(() => '')
  const { process: holder, mark = `${holder}.0`, host } = parsed(text)
  if (holder === undefined || (host === hostname() && !isLiving(mark))) return
  throw wrongFile`process ${holder} on ${host} works on the study in ${folder} already; wait for it, or choose another
    output.folder`
}

function parsed(text: string): { readonly process?: number; readonly mark?: string; readonly host?: string } {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
