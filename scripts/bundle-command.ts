/**
 * Bundles the command line into a few files for a fast start: one for parsing, one per part loaded on demand, and one
 * per worker and child process. All are in one folder, where `siblingModule` finds them; kernels and the studio's pages
 * stay where the library has them.
 */
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { build } from 'rolldown'

const target = join('dist', 'cli')
const sibling = /siblingModule\('([^']+)', import\.meta\.url\)/g

for (const file of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
  if (!/(?<!fixtures)\.(wasm|bundle\.js|page\.js|txt|css|yaml|json|proto)$/.test(file)) continue
  const copy = join('dist', 'src', file)
  mkdirSync(dirname(copy), { recursive: true })
  copyFileSync(join('src', file), copy)
}

const started = ['src', join('studio', 'server')].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .map((file) => join(folder, file))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        // Skip examples in comments.
        .filter((line) => !line.startsWith(' *'))
        .flatMap((line) => [...line.matchAll(sibling)].map(([, name]) => join(dirname(file), `${name}.ts`))),
    ),
)

/** Transitive static imports. */
function reachedFrom(files: readonly string[]): Set<string> {
  const reached = new Set<string>()
  const visit = (file: string): void => {
    if (reached.has(file)) return
    reached.add(file)
    const text = readFileSync(file, 'utf8')
    for (const [, from] of text.matchAll(/^(?:import|export)\b(?! type)[^'();]*?'(\.[^']+)'/gm))
      visit(join(dirname(file), from))
  }
  files.forEach(visit)
  return reached
}

// One chunk each: code of every command, code of a run, and code of search threads.
const entry = join('cli', 'halftone.ts')
const start = reachedFrom([join('cli', 'halftone-program.ts'), join('cli', 'program.ts')])
const inThreads = reachedFrom(started.filter((file) => /(island|members|score|block|hash)-job\.ts$/.test(file)))
const path = reachedFrom([join('src', 'anonymize.ts'), join('src', 'plan', 'read-plan.ts')])
// The entry loads no group: `--version` needs none, and what it loads is compiled before `keepCompiled` runs.
for (const file of reachedFrom([entry])) for (const group of [start, inThreads, path]) group.delete(file)
const toFile = (id: string) => relative('.', id)

await build({
  input: Object.fromEntries([entry, ...started].map((file) => [basename(file, '.ts'), file])),
  platform: 'node',
  // An entry may consist of grouped chunks.
  preserveEntrySignatures: 'allow-extension',
  // `import.meta.resolve` stands where a run from sources alone comes by.
  checks: { ineffectiveDynamicImport: false, emptyImportMeta: false },
  // Native and optional packages stay external.
  external: [/^@duckdb\/node-bindings/, /^pg(-copy-streams)?$/, /^@grpc\//, /^apache-arrow$/],
  plugins: [
    {
      // DuckDB's API has 150 files, which take longer to load than all of ours.
      name: 'the face of DuckDB is one file, and loaded when it is asked for',
      transform(code, file) {
        if (!file.endsWith(join('engines', 'duckdb', 'library.ts'))) return null
        return {
          code: `import duckdbApi from 'duckdb-api'\n${code.replace("require('@duckdb/node-api')", 'duckdbApi()')}`,
          map: null,
        }
      },
      resolveId: (id) => (id === 'duckdb-api' ? id : null),
      load: (id) => (id === 'duckdb-api' ? "export default () => require('@duckdb/node-api')" : null),
    },
    {
      name: 'files beside a module are where the library has them',
      transform(code, file) {
        if (!code.includes('import.meta.url') || file.includes('node_modules')) return null
        const built = relative(target, join('dist', relative('.', file)))
        const place = `new URL('${built.replaceAll(sep, '/').replace(/\.ts$/, '.js')}', import.meta.url).href`
        const other = /(?<!siblingModule\('[^']+', )import\.meta\.url/g
        return { code: code.replaceAll(other, place), map: null }
      },
    },
  ],
  output: {
    dir: target,
    // Node 20 can keep compiled code of CommonJS alone; see cli/keep-compiled.ts.
    format: 'cjs',
    cleanDir: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        {
          name: 'start',
          test: (id) => /node_modules[\\/](@commander-js|commander|picocolors)[\\/]/.test(id) || start.has(toFile(id)),
          priority: 2,
        },
        {
          name: 'path',
          test: (id) =>
            /node_modules[\\/](zod|yaml)[\\/]/.test(id) || (path.has(toFile(id)) && !inThreads.has(toFile(id))),
          priority: 1,
        },
        { name: 'threads', test: (id) => inThreads.has(toFile(id)) },
      ],
    },
    // Keep names for stack traces.
    minify: { compress: false, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
    // Licences are in dist/licences.txt.
    comments: false,
    sourcemap: true,
    sourcemapExcludeSources: true,
  },
})
writeFileSync(join(target, 'package.json'), '{ "type": "commonjs" }\n')
chmodSync(join(target, 'halftone.js'), 0o755)
