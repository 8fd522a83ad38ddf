/** The package's version and files: beside src/ in a checkout, above dist/ when built. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const manifest = readPackage()

export const version: string = manifest.version

export function packageFile(path: string): string {
  return join(manifest.folder, path)
}

function readPackage(): { readonly version: string; readonly folder: string } {
  for (const place of ['../../package.json', '../../../package.json']) {
    try {
      const file = fileURLToPath(new URL(place, import.meta.url))
      const { name, version: found } = JSON.parse(readFileSync(file, 'utf8'))
      if (name === 'halftone') return { version: found, folder: dirname(file) }
    } catch {}
  }
  return { version: 'unknown', folder: import.meta.dirname }
}
