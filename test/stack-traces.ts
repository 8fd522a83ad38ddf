/** A stack trace names the lines of the sources, also where the compiled copy was loaded (test/compiled-sources.ts). */
import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const cache = join(import.meta.dirname, '..', 'node_modules', '.cache', 'compiled-sources')
const maps = new Map<string, SourceMap | undefined>()
const { prepareStackTrace } = Error

Error.prepareStackTrace = (error, sites) => {
  const stack: unknown = prepareStackTrace?.(error, sites) ?? [String(error), ...sites].join('\n    at ')
  return typeof stack === 'string' ? stack.replaceAll(/(file:\/\/[^\s()]+\.mjs):(\d+):(\d+)/g, sourceOf) : stack
}

function sourceOf(place: string, url: string, line: string, column: string): string {
  const entry = mapOf(url)?.findEntry(Number(line) - 1, Number(column) - 1)
  return entry && 'originalSource' in entry
    ? `${pathToFileURL(entry.originalSource)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
    : place
}

function mapOf(url: string): SourceMap | undefined {
  if (!maps.has(url)) {
    const file = url.startsWith(pathToFileURL(cache).href) ? new URL(`${url}.map`) : undefined
    maps.set(
      url,
      file !== undefined && existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : undefined,
    )
  }
  return maps.get(url)
}
