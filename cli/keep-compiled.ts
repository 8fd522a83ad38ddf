/**
 * Keeps the compiled code of the bundle for the next start, if its folder is writable: compiling takes a third of a
 * small run. Node 22 and later can do that by themselves; for Node 20 the parts of the bundle are compiled here.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import Module, * as nodeModule from 'node:module'
import { dirname, join, parse } from 'node:path'
import { constants, Script } from 'node:vm'

interface LoadedModule {
  readonly exports: object
  _compile(code: string, file: string): unknown
}

/** Parts carry a hash of their code in their names, so that compiled code is never that of another build. */
const PART = /-[\w-]{8}\.js$/

export function keepCompiled(folder: string): void {
  const { enableCompileCache } = nodeModule as { enableCompileCache?: (folder: string) => unknown }
  if (enableCompileCache !== undefined) return void enableCompileCache(folder)
  const modules = Module.prototype as unknown as LoadedModule
  const compileModule = modules._compile
  const places = join(folder, `${process.version}-${process.arch}`)
  const fresh = new Map<string, Script>()
  modules._compile = function (code, file) {
    if (dirname(file) !== dirname(folder) || !PART.test(file)) return compileModule.call(this, code, file)
    const place = join(places, parse(file).name)
    const wrapped = (Module as unknown as { wrap(code: string): string }).wrap(code)
    const script = new Script(wrapped, {
      filename: file,
      cachedData: existsSync(place) ? readFileSync(place) : undefined,
      importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    })
    if (script.cachedDataRejected !== false) fresh.set(place, script)
    const run = script.runInThisContext()
    return run.call(this.exports, this.exports, Module.createRequire(file), this, file, dirname(file))
  }
  // By then the functions that a run needs are compiled as well.
  process.once('exit', () => void writeCompiled(places, fresh))
}

function writeCompiled(folder: string, scripts: ReadonlyMap<string, Script>): void {
  try {
    if (scripts.size > 0) mkdirSync(folder, { recursive: true })
    for (const [place, script] of scripts) {
      const written = `${place}.${process.pid}`
      writeFileSync(written, script.createCachedData())
      renameSync(written, place)
    }
  } catch {
    // A folder that cannot be written: the next start compiles again.
  }
}
