/** Bundles the scripts that run in report pages into one text file, if out of date. */
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'

const source = join('src', 'report', 'study-page')
const target = join('src', 'report', 'draw', 'study', 'study-page.bundle.js')
const read = readdirSync(join('src', 'report'), { recursive: true, encoding: 'utf8' }).map((file) =>
  join('src', 'report', file),
)
const newest = Math.max(...read.filter((file) => file.endsWith('.ts')).map((file) => statSync(file).mtimeMs))

if (!existsSync(target) || statSync(target).mtimeMs <= newest) {
  const lib = { entry: join(source, 'main.ts'), formats: ['iife' as const], name: 'studyPage' }
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: { write: false, minify: false, target: 'es2023', lib },
  })
  const [{ output }] = built as Rolldown.RolldownOutput[]
  writeFileSync(target, output[0].code)
}
