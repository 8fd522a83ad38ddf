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
