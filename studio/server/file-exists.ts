import { existsSync } from 'node:fs'

/** A file is there, and nobody said that it may be replaced: a question to the person, not an error. The answer has status 409. */
export class FileExists extends Error {
  override readonly name = 'OutputExists'
}

/** `named` is what the person calls it. */
export function refuseExisting(file: string, named: string, force: boolean): void {
  if (!force && existsSync(file)) throw new FileExists(`${named} exists already; replace it, or choose another name`)
}
