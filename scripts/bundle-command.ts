/**
 * The command line as a few files instead of hundreds, so that it starts at once: one for its words, one for each part that a command loads
 * when it is called, and one for each kind of worker and child process. They stand in one folder, so `siblingModule` finds them there;
 * kernels and the pages of the studio are found where the library has them, which is where they are put first.
 */
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { build } from 'rolldown'

const target = join('dist', 'cli')
const sibling = /siblingModule\('([^']+)', import\.meta\.url\)/g

for (const file of readdirSync('src', { recursive: true, encoding: 'utf8' })) {
  if (!/\.(wasm|bundle\.js)$/.test(file)) continue
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
        // Comments show how it is called.
        .filter((line) => !line.startsWith(' *'))
        .flatMap((line) => [...line.matchAll(sibling)].map(([, name]) => join(dirname(file), `${name}.ts`))),
    ),
)

await build({
  input: Object.fromEntries([join('cli', 'halftone.ts'), ...started].map((file) => [basename(file, '.ts'), file])),
  platform: 'node',
  // Native code, and what is not installed everywhere, stay where npm puts them.
  external: [/^@duckdb\//, /^@resvg\//, /^pg(-copy-streams)?$/, /^@grpc\//, /^apache-arrow$/],
  plugins: [
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
    cleanDir: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    // Licences are in dist/licences.txt.
    comments: false,
    sourcemap: true,
    sourcemapExcludeSources: true,
  },
})
chmodSync(join(target, 'halftone.js'), 0o755)
