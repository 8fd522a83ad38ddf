/** Streams an upload into `uploads/` under an unused name; a large or interrupted one leaves nothing behind. */

import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, link, mkdir, open, rm, rmdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { UserError } from '../../../src/ground/errors.ts'
import { formatFigure } from '../../../src/ground/format.ts'
import { madeOnce } from '../../../src/ground/made-once.ts'
import { pathFrom, pathInside } from '../folder.ts'
import type { Session } from '../session.ts'

export class TooLarge extends Error {
  override readonly name = 'TooLarge'
}

export async function keepUpload(
  session: Session,
  wanted: string | undefined,
  body: globalThis.ReadableStream | null,
  declared: number,
): Promise<string> {
  const name = fileName(wanted)
  if (declared > session.largestUpload) throw tooLarge(name, session)
  if (body === null) throw new UserError(`${name} is empty; drop a file with rows`, { path: name, rule: 'data' })
  const folder = pathInside(session.folder, 'uploads')
  const made = await mkdir(folder, { recursive: true })
  const staged = join(folder, `.${randomBytes(9).toString('hex')}.part`)
  try {
    // Opened before anything can fail, otherwise the file might appear after its removal.
    const file = await open(staged, 'wx')
    try {
      await pipeline(
        Readable.fromWeb(body as ReadableStream),
        atMost(session.largestUpload, () => tooLarge(name, session)),
        file.createWriteStream(),
      )
    } finally {
      await file.close()
    }
    const path = await placed(staged, folder, name)
    freshUploads(session).add(path)
    return pathFrom(session.folder, path)
  } catch (error) {
    await rm(staged, { force: true })
    // Removes a folder that was created for this file.
    if (made !== undefined) await rmdir(folder).catch(() => {})
    throw error
  } finally {
    await rm(staged, { force: true })
  }
}

const freshUploads = madeOnce((_: Session) => new Set<string>())

/** Runs the first use of a file; deletes an upload that cannot be used. With `last` it counts as used afterwards. */
export async function withUpload<T>(
  session: Session,
  path: unknown,
  work: () => Promise<T>,
  { last = false } = {},
): Promise<T> {
  const file = typeof path === 'string' ? resolve(session.folder, path) : undefined
  if (file === undefined || !freshUploads(session).has(file)) return work()
  try {
    const done = await work()
    if (last) freshUploads(session).delete(file)
    return done
  } catch (error) {
    freshUploads(session).delete(file)
    await rm(file, { force: true })
    await rmdir(dirname(file)).catch(() => {})
    throw error
  }
}

function atMost(bytes: number, error: () => Error): Transform {
  let seen = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length
      if (seen > bytes) done(error())
      else done(null, chunk)
    },
  })
}

/** Gives the file its name, numbered if taken: a link never replaces a file. */
async function placed(staged: string, folder: string, name: string): Promise<string> {
  const [ending] = /(\.[^.]*)?(\.gz)?$/i.exec(name) as RegExpExecArray
  const stem = name.slice(0, name.length - ending.length)
  for (let number = 1; ; number++) {
    const path = join(folder, number === 1 ? name : `${stem}-${number}${ending}`)
    try {
      // Some file systems have no links.
      await link(staged, path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') throw error
        return copyFile(staged, path, constants.COPYFILE_EXCL)
      })
      return path
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

/** The last part of the name, without characters that have a meaning in paths. */
function fileName(wanted: string | undefined): string {
  const name = (wanted ?? '')
    .split(/[/\\]/)
    .at(-1)
    ?.replace(/[\u0000-\u001f<>:"|?*]/g, '-')
    .replace(/^\.+/, '')
    .trim()
    .slice(-200)
  if (name === undefined || name === '')
    throw new UserError('an upload needs the name of its file', { path: 'name', rule: 'present' })
  return name
}

function tooLarge(name: string, { largestUpload, folder }: Session): TooLarge {
  const size =
    largestUpload >= 2 ** 20 ? `${formatFigure(largestUpload / 2 ** 20)} MB` : `${formatFigure(largestUpload)} bytes`
  return new TooLarge(
    `${name} is larger than ${size}, the largest upload; put the file into ${folder} and open it from the list`,
  )
}
