/** The disk operations of staging, so that tests can make each fail. Synchronous: other threads cost ten times more. */
import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  fsync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'

export interface Disk {
  /** Creates an empty file with mode 0600. Never follows a link or reuses a file. */
  create(file: string): Promise<void>
  write(file: string, text: string | Uint8Array): Promise<void>
  append(file: string, text: string): Promise<void>
  /** Reads regular files only: a pipe might never end. Never follows a link. */
  read(file: string): Promise<string>
  /** Whether the current user owns the file: other users must not control us. */
  isOurs(file: string): Promise<boolean>
  /** Returns when the content of a file or folder would survive a power cut. */
  sync(path: string): Promise<void>
  allow(file: string, mode: number): Promise<void>
  move(from: string, to: string): Promise<void>
  moveNew(from: string, to: string): Promise<void>
  remove(file: string): Promise<void>
  makeFolder(folder: string, mode: number): Promise<void>
  removeFolder(folder: string): Promise<void>
  list(folder: string): Promise<readonly string[]>
  fileKind(path: string): Promise<'file' | 'folder' | 'link' | 'other' | undefined>
}

const syncNow = promisify(fsync)
/** Up to this many bytes (or characters) are written synchronously. */
const SHORT = 1 << 20

export const realDisk: Disk = {
  create: async (file) => closeSync(openSync(file, 'wx', 0o600)),
  async write(file, text) {
    if (text.length > SHORT) return writeFile(file, text, { flag: constants.O_WRONLY | constants.O_TRUNC })
    writeTo(openSync(file, constants.O_WRONLY | constants.O_TRUNC), text)
  },
  async append(file, text) {
    // Encodes outside of JavaScript's memory, which a long text in pieces would fill before it is collected.
    writeTo(openSync(file, constants.O_WRONLY | constants.O_APPEND), text)
    // Between pieces others have their turn, such as a cancellation.
    await setImmediate()
  },
  async read(file) {
    const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
    const handle = openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    try {
      if (!fstatSync(handle).isFile()) throw new Error('not a file')
      return readFileSync(handle, 'utf8')
    } finally {
      closeSync(handle)
    }
  },
  async isOurs(file) {
    const user = process.getuid?.()
    return user === undefined || lstatSync(file).uid === user
  },
  async sync(path) {
    let handle: number
    try {
      handle = openSync(path, 'r')
    } catch {
      // Not every system can open folders.
      return
    }
    try {
      await syncNow(handle)
    } catch (error) {
      // Not every file system can sync a folder.
      if (!['EINVAL', 'ENOTSUP', 'EPERM', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    } finally {
      closeSync(handle)
    }
  },
  allow: async (file, mode) => chmodSync(file, mode),
  move: async (from, to) => renameSync(from, to),
  async moveNew(from, to) {
    try {
      linkSync(from, to)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EEXIST' || !['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS'].includes(code ?? '')) throw error
      renameSync(from, to)
      return
    }
    rmSync(from)
  },
  remove: async (file) => rmSync(file, { force: true }),
  makeFolder: async (folder, mode) => void mkdirSync(folder, { mode }),
  removeFolder: async (folder) => rmdirSync(folder),
  list: async (folder) => readdirSync(folder),
  async fileKind(path) {
    const stats = readStats(path)
    if (stats === undefined) return undefined
    if (stats.isSymbolicLink()) return 'link'
    return stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other'
  },
}

function writeTo(handle: number, text: string | Uint8Array): void {
  try {
    writeFileSync(handle, text)
  } finally {
    closeSync(handle)
  }
}

function readStats(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined
    throw error
  }
}

/** File system errors with remedies. */
export const diskFaults: ReadonlyMap<string, string> = new Map([
  ['ENOSPC', 'the disk is full; nothing was published: make room, or write to another disk'],
  ['EDQUOT', 'the disk is full (quota); nothing was published: make room, or write to another disk'],
  ['EFBIG', 'a file would be larger than the system allows; nothing was published: raise the limit (ulimit -f)'],
  ['EROFS', 'the disk can only be read; nothing was published: write to another disk'],
  ['EACCES', 'it may not be read or written; nothing was published: ask for the right, or choose another place'],
  ['EPERM', 'it may not be read or written; nothing was published: ask for the right, or choose another place'],
  ['EEXIST', 'a file is where a folder is needed; nothing was published: move it away, or choose another place'],
  ['ENOTDIR', 'a file is where a folder is needed; nothing was published: move it away, or choose another place'],
  ['EIO', 'the disk failed; nothing was published: see whether it is sound'],
  ['EMFILE', 'too many files are open; nothing was published: raise the limit (ulimit -n)'],
])

/** The remedy for an error of the file system, with the file it names; undefined for other errors. */
export function diskFault({ message }: Pick<Error, 'message'>): string | undefined {
  const [, code = '', file] = /^(E[A-Z]+): [^']*(?:'([^']*)')?/.exec(message) ?? []
  const words = diskFaults.get(code)
  return words === undefined || file === undefined ? words : `${file}: ${words}`
}
