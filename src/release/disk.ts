/**
 * What staging asks of a disk: one function for each operation, so that a test can let any of them fail, or end there as a process does
 * that is killed.
 */
import { constants } from 'node:fs'
import { chmod, link, lstat, mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises'

export interface Disk {
  /** Makes an empty file that only we may read. Never follows a link, never takes a file that is there. */
  create(file: string): Promise<void>
  /** The whole content of a file that was made before. */
  write(file: string, text: string | Uint8Array): Promise<void>
  /** A file's text; of a file alone, since a pipe that somebody put there would never end. Never follows a link. */
  read(file: string): Promise<string>
  /** Whether it was made by the user whom we work for: nobody else says what we do. */
  isOurs(file: string): Promise<boolean>
  /** Returns when what a file or a folder holds would survive a power cut. */
  sync(path: string): Promise<void>
  allow(file: string, mode: number): Promise<void>
  /** Replaces what is there. */
  move(from: string, to: string): Promise<void>
  /** Fails where something is there. */
  moveNew(from: string, to: string): Promise<void>
  remove(file: string): Promise<void>
  makeFolder(folder: string, mode: number): Promise<void>
  removeFolder(folder: string): Promise<void>
  list(folder: string): Promise<readonly string[]>
  /** What stands under a name, a link itself and not what it leads to. */
  kindOf(path: string): Promise<'file' | 'folder' | 'link' | 'other' | undefined>
}

export const realDisk: Disk = {
  create: async (file) => (await open(file, 'wx', 0o600)).close(),
  async write(file, text) {
    const handle = await open(file, 'r+')
    try {
      await handle.truncate()
      await handle.writeFile(text)
    } finally {
      await handle.close()
    }
  },
  async read(file) {
    const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
    const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    try {
      if (!(await handle.stat()).isFile()) throw new Error('not a file')
      return await handle.readFile('utf8')
    } finally {
      await handle.close()
    }
  },
  async isOurs(file) {
    const user = process.getuid?.()
    return user === undefined || (await lstat(file)).uid === user
  },
  async sync(path) {
    // Not every system opens folders, and not every file system can sync one.
    const handle = await open(path, 'r').catch(() => undefined)
    try {
      await handle?.sync()
    } catch (error) {
      if (!['EINVAL', 'ENOTSUP', 'EPERM', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    } finally {
      await handle?.close()
    }
  },
  allow: chmod,
  move: rename,
  async moveNew(from, to) {
    try {
      await link(from, to)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // A file system without links.
      if (code === 'EEXIST' || !['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS'].includes(code ?? '')) throw error
      await rename(from, to)
      return
    }
    await rm(from)
  },
  remove: (file) => rm(file, { force: true }),
  makeFolder: async (folder, mode) => void (await mkdir(folder, { mode })),
  removeFolder: rmdir,
  list: (folder) => readdir(folder),
  async kindOf(path) {
    const stats = await lstat(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
      throw error
    })
    if (stats === undefined) return undefined
    if (stats.isSymbolicLink()) return 'link'
    return stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other'
  },
}
