/** Reads the package version without loading the library: beside cli/ in a checkout, above dist/ when built. */
import { readFileSync } from 'node:fs'

export function readVersion(): string {
  for (const place of ['../package.json', '../../package.json']) {
    try {
      return JSON.parse(readFileSync(new URL(place, import.meta.url), 'utf8')).version
    } catch {
      // Try the next place.
    }
  }
  return 'unknown'
}
