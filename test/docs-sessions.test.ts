/**
 * Follows the docs literally: runs the commands of each page in one folder, from top to bottom, and compares what they
 * print with what the page shows. In expected output `…` stands for any text, a line of `…` for any lines.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import * as library from '../src/index.ts'
import { halftone, inFolder, parseCsv } from './end-to-end/workshop.ts'

/** Commands that other tests run, or that need a server, a container or a browser. */
const ELSEWHERE =
  /^(npm|npx|docker|pip|python3?|source|halftone studio|node node_modules)\b|postgres:\/\/|sc:\/\/|s3:\/\/|--github/

interface Step {
  readonly command?: string
  /** Lines that the page shows; undefined where it shows none. */
  readonly output?: readonly string[]
  readonly file?: string
  readonly merge?: boolean
  readonly text?: string
  /** TypeScript without types, which imports from `halftone` alone. */
  readonly code?: string
}

const pages = [
  'README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
]
const sessions = pages.map((page) => ({ page, steps: readSteps(readFileSync(page, 'utf8')) }))

/** Code blocks in order. `<!-- before … -->` holds commands that set the stage and are not shown. */
function readSteps(page: string): Step[] {
  const blocks = page.matchAll(/^```(\w+)\n([\s\S]*?)^```|^<!-- before\n([\s\S]*?)-->/gm)
  return [...blocks].flatMap(([, language, body, before]): Step[] => {
    if (before !== undefined) return readCommands(before)
    if (language === 'sh' || language === 'bash') return readCommands(body)
    if (language === 'console') return readConsole(body)
    if (language === 'ts') return [{ code: body }]
    const [, merge, file] = (language === 'yaml' && /^# (in )?([\w./-]+\.ya?ml)\n/.exec(body)) || []
    return file === undefined ? [] : [{ file, merge: merge !== undefined, text: body }]
  })
}

function readCommands(body: string): Step[] {
  return body
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((command) => ({ command }))
}

function readConsole(body: string): Step[] {
  return body
    .split(/^\$ /m)
    .slice(1)
    .map((part) => {
      const [command, ...output] = part.trimEnd().split('\n')
      return { command, output }
    })
}

describe('docs, followed literally', () => {
  it.each(sessions.filter(({ steps }) => steps.some(runsHere)))('$page', ({ page, steps }) =>
    inFolder({}, async (folder) => {
      for (const step of steps) await take(folder, step)
      if (page === 'README.md') expectRows(folder)
    }),
  )
})

function runsHere({ command, code }: Step): boolean {
  return code !== undefined || (command !== undefined && !ELSEWHERE.test(command))
}

async function take(folder: string, step: Step): Promise<void> {
  if (step.file !== undefined) {
    const file = join(folder, step.file)
    // Fragments are for jobs that the page has made; others are checked against the schema alone.
    if (step.merge && existsSync(file))
      writeFileSync(file, stringify(merged(parse(readFileSync(file, 'utf8')), parse(step.text ?? ''))))
    else if (!step.merge) writeFileSync(file, step.text ?? '')
  }
  if (step.code !== undefined) await runCode(folder, step.code)
  if (step.command === undefined || !runsHere(step)) return
  const [line, note = ''] = step.command.split(/\s+# /)
  let printed = ''
  let code = 0
  for (const command of line.split(' && ')) {
    const result = await execute(folder, command.trim())
    printed += result.printed
    code = result.code
    if (code !== 0) break
  }
  if (step.output === undefined) expect(code, `${line}\n${printed}`).toBe(Number(/exit code (\d)/.exec(note)?.[1] ?? 0))
  else expect(printed, line).toMatch(pattern(step.output))
}

async function execute(folder: string, command: string): Promise<{ readonly printed: string; readonly code: number }> {
  const [line, file] = command.replace('$(date +%F)', '2026-11-17').split(' > ')
  const words = [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c)
  if (words[0] !== 'halftone')
    return { printed: execFileSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' }), code: 0 }
  const { stdout, stderr, code } = await halftone(folder, words.slice(1))
  if (file !== undefined) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), stdout)
  }
  // Progress is printed by the clock.
  const notes = stderr.replaceAll(/^(searching|counting|reading|writing|verifying)\b.*\n/gm, '')
  return { printed: stdout + notes, code: code ?? 1 }
}

/** `people` are the rows of people.csv. */
async function runCode(folder: string, code: string): Promise<void> {
  const before = process.cwd()
  process.chdir(folder)
  try {
    const people = existsSync('people.csv') ? parseCsv(readFileSync('people.csv', 'utf8')) : []
    const body = code.replaceAll(/^import (\{.*\}) from 'halftone'$/gm, 'const $1 = library')
    const run = new Function('library', 'people', `return (async () => {${body}})()`) as (
      ...args: unknown[]
    ) => Promise<void>
    await run(library, people)
  } finally {
    process.chdir(before)
  }
}

/** Trailing blanks of columns do not count. */
function pattern(lines: readonly string[]): RegExp {
  const parts = lines.map((line) =>
    line.trim() === '…'
      ? '(?:.*\\n)*?'
      : `${line
          .trimEnd()
          .split('…')
          .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
          .join('.*?')} *\\n`,
  )
  return new RegExp(`^${parts.join('')}\\n*$`)
}

type Tree = { [key: string]: unknown }

function merged(into: Tree, from: Tree): Tree {
  const isTree = (value: unknown): value is Tree =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && !('role' in value)
  for (const [key, value] of Object.entries(from)) {
    const old = into[key]
    into[key] = key !== 'algorithm' && isTree(value) && isTree(old) ? merged(old, value) : value
  }
  return into
}

/** The README shows five people of the file, and their rows in the release. */
function expectRows(folder: string): void {
  const shown = readFileSync('README.md', 'utf8')
    .split('\n')
    .filter((line) => line.includes(' → ') && line.startsWith('| '))
    .map((line) => line.slice(2, -2).split(' | '))
  expect(shown).toHaveLength(5)
  const lines = (file: string) => readFileSync(join(folder, file), 'utf8').replaceAll('"', '').split('\n')
  const row = (cells: readonly string[]) => cells.join(',')
  for (const cells of shown) {
    expect(lines('people.csv')).toContain(row(cells.slice(0, 5)))
    expect(lines('out/people-release.csv')).toContain(row(cells.slice(6)))
  }
}
