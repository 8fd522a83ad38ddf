/**
 * The sources and the tests as they are loaded. In a run that ends (not a watch, nor one that measures coverage) they are compiled once to
 * a copy in node_modules/.cache, which Node loads itself: Vite would transform them again for each project, each process would ask it for
 * every file, and calls between modules that went through it are slower. Stack traces name the sources (test/stack-traces.ts).
 *
 * Workers and child processes are those of the built command (test/prepare.ts), since from TypeScript each of them would first compile the
 * whole library (more than a second): the places that start them are changed as they are compiled.
 */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { transformSync } from 'rolldown/utils'
import { builtCommand } from './command.ts'

const root = join(import.meta.dirname, '..')
const cache = join(root, 'node_modules', '.cache', 'compiled-sources')
const built = JSON.stringify(pathToFileURL(builtCommand).href)
const isSource = /^(src|cli|studio\/server)\/.*(?<!\.test|\.as)\.ts$/
const folders = ['src', 'cli', 'studio', 'test', 'research', 'examples', 'scripts']
const isCompiled = new RegExp(`^(${folders.join('|')})/.*(?<!\\.as|\\.d)\\.ts$`)

/** Vite's way, file by file: for a watch, for coverage, and for tests that put other modules in the place of ours. */
export function sourcesByVite() {
  return {
    name: 'workers and child processes are the built ones',
    enforce: 'pre' as const,
    transform(code: string, id: string) {
      const path = pathInRoot(id.split('?')[0] ?? '')
      return isSource.test(path) ? { code: withBuiltChildren(code, path), map: null } : null
    },
  }
}

/** The compiled copy, and nothing else, wherever a test or a source is named. */
export function compiledSources() {
  compileAll()
  return {
    name: 'sources are compiled',
    enforce: 'pre' as const,
    resolveId(source: string, importer: string | undefined) {
      const path = pathInRoot(resolve(dirname(importer ?? root), source))
      // Which tests are related to a file, Vitest sees by what went through Vite.
      return (process.argv.includes('related') ? isSource : isCompiled).test(path) ? copyOf(path) : null
    },
  }
}

function compileAll(): void {
  const ownTime = statSync(fileURLToPath(import.meta.url)).mtimeMs
  for (const folder of folders) {
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      const path = pathInRoot(join(root, folder, name))
      if (!isCompiled.test(path)) continue
      const changed = Math.max(ownTime, statSync(join(root, path)).mtimeMs)
      if ((statSync(copyOf(path), { throwIfNoEntry: false })?.mtimeMs ?? 0) > changed) continue
      mkdirSync(dirname(copyOf(path)), { recursive: true })
      const { code, map } = compile(path)
      writeFileSync(`${copyOf(path)}.map`, JSON.stringify(map))
      writeFileSync(copyOf(path), code)
    }
  }
}

/** As JavaScript that finds its wasm and package files where the source would. */
function compile(path: string) {
  const file = join(root, path)
  const text = readFileSync(file, 'utf8')
  // A template with this tag in it would be written anew, with a helper that is not installed.
  const [tag, stand] = ['</script', '<-script']
  const { code, map, errors } = transformSync(
    path,
    (isSource.test(path) ? withBuiltChildren(text, path) : text).replaceAll(tag, stand),
    {
      lang: 'ts',
      typescript: { onlyRemoveTypeImports: true },
      define: {
        'import.meta.url': JSON.stringify(pathToFileURL(file).href),
        'import.meta.dirname': JSON.stringify(dirname(file)),
        'import.meta.filename': JSON.stringify(file),
      },
      sourcemap: true,
    },
  )
  // What TypeScript refuses is shown by tsc; here it would be a test that cannot be read.
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join('; ')}`)
  const library = relative(dirname(path), join('src', 'index.mjs')).replaceAll('\\', '/')
  // Vitest's workers ask packages for what is for development, which of this one is its TypeScript.
  const attw = pathToFileURL(join(root, 'node_modules', '@arethetypeswrong', 'core', 'dist', 'index.js')).href
  return {
    code: code
      .replaceAll(stand, tag)
      .replaceAll(/(\b(?:from|import)\s*\(?\s*)(['"`])(\.(?:(?!\2).)+)\.ts\2/g, '$1$2$3.mjs$2')
      // As the examples import it; tests have programs of users in texts and patterns, which stay as they are.
      .replaceAll(
        path.startsWith('examples/') ? /((?:from|import)\s*\(?\s*['"])halftone(['"])/g : /$^/g,
        `$1${library}$2`,
      )
      .replaceAll('"@arethetypeswrong/core"', JSON.stringify(attw)),
    map: { ...map, sources: [file], sourcesContent: undefined },
  }
}

function withBuiltChildren(code: string, path: string): string {
  // The two entries also load work that only tests have, which is not built.
  const work = {
    'src/ground/workers/pool.ts': 'workerData.module',
    'src/ground/workers/child-process.ts': 'module.href',
  }[path]
  const place = work === undefined ? built : `(${work}.endsWith('.ts') ? import.meta.url : ${built})`
  return code.replaceAll(/siblingModule\(('[^']+'), import\.meta\.url\)/g, `siblingModule($1, ${place})`)
}

/** Where the compiled copy of a source is; beside it is its source map. */
function copyOf(path: string): string {
  return join(cache, path.replace(/\.ts$/, '.mjs'))
}

function pathInRoot(file: string): string {
  return relative(root, file).replaceAll('\\', '/')
}
