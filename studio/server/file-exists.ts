import { existsSync } from 'node:fs'

/** A file exists and may not be replaced without asking; answered with status 409. */
export class FileExists extends Error {
  override readonly name = 'OutputExists'
}

/** `named` is the name shown to the user. */
export function refuseExisting(file: string, named: string, force: boolean): void {
  if (!force && existsSync(file)) throw new FileExists(`${named} exists already; replace it, or choose another name`)
}
