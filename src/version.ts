/** The version of this package, from its package.json: beside src/ in a checkout, above dist/ when built. */
import { readFileSync } from 'node:fs'

export const version: string = readVersion()

function readVersion(): string {
  for (const place of ['../package.json', '../../package.json']) {
    try {
      const { name, version } = JSON.parse(readFileSync(new URL(place, import.meta.url), 'utf8'))
      if (name === 'halftone') return version
    } catch {
      // Not there: try the next place.
    }
  }
  return 'unknown'
}
