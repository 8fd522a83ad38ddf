/**
 * Counts lines of TypeScript by folder, without tests, and lists the longest files: `npx tsx scripts/count-lines.ts`.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const MOST_FILES = 20

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !/\.test\.tsx?$|^test\//.test(file))
  .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }))
const folders = new Map<string, number>()
for (const { file, lines } of files) {
  const [top, next] = file.split('/')
  const folder = top === 'src' && !next.endsWith('.ts') ? `${top}/${next}` : top
  folders.set(folder, (folders.get(folder) ?? 0) + lines)
}
const table = (rows: readonly (readonly [string, number])[]) =>
  rows.map(([name, lines]) => `${String(lines).padStart(7)}  ${name}`).join('\n')
const largest = files.toSorted((a, b) => b.lines - a.lines).slice(0, MOST_FILES)
console.log(table([...folders].toSorted(([, a], [, b]) => b - a)))
console.log(`${String(files.reduce((sum, { lines }) => sum + lines, 0)).padStart(7)}  in ${files.length} files\n`)
console.log(table(largest.map(({ file, lines }) => [file, lines] as const)))
