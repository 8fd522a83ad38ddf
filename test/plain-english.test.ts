/** Counts wording, names and lines in src, cli and studio that break the rules of English. Limits only go down. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

/** Most places allowed, and the remedy when there are more. Lower a limit as soon as the count is lower. */
const LIMITS = {
  'comment sentences that start with What, Where, Whoever or The same': [
    0,
    'start with a verb or with the thing returned: "Counts …", "Returns …", "The smallest class …"',
  ],
  'declarations named own': [0, 'use the noun of the thing: child, column, labels'],
  'declared names that end in Of': [100, 'use a verb for a function and a noun for a value: rowCount, not rowsOf'],
  'comments and texts over 120 columns': [38, 'wrap the comment, or break the text with +'],
  'lines of code over 120 columns': [24, 'break the line, or name a part of it'],
} as const satisfies Readonly<Record<string, readonly [most: number, remedy: string]>>

const COLUMNS = 120

describe('src, cli and studio', () => {
  const places = new Map<string, string[]>(Object.keys(LIMITS).map((habit) => [habit, []]))
  // AssemblyScript is not TypeScript, and the parser refuses some of it.
  const files = ['src', 'cli', 'studio'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((name) => /\.tsx?$/.test(name) && !/\.as\.ts$/.test(name)),
  )
  for (const file of files) for (const [habit, line] of findHabits(file)) places.get(habit)?.push(`${file}:${line}`)

  it.each(Object.entries(LIMITS))('%s', (habit, [most, remedy]) => {
    const found = places.get(habit) ?? []
    expect(
      found.length,
      `${found.length} ${habit}, but at most ${most} are allowed: ${remedy}\n${found.join('\n')}`,
    ).toBeLessThanOrEqual(most)
  })
})

/** Habits in a file, with their lines. */
function findHabits(file: string): (readonly [habit: keyof typeof LIMITS, line: number])[] {
  const text = readFileSync(file, 'utf8')
  const habits: (readonly [keyof typeof LIMITS, number])[] = []
  const names: Node[] = []
  const literals: Node[] = []
  walk(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node, (node) => {
    names.push(...declaredNames(node))
    if (/^(Literal|TemplateElement|JSXText)$/.test(node.type)) literals.push(node)
  })
  const lineAt = (place: number) => text.slice(0, place).split('\n').length
  for (const { name, start } of names) {
    if (name === 'own') habits.push(['declarations named own', lineAt(start)])
    if (/Of$/.test(String(name))) habits.push(['declared names that end in Of', lineAt(start)])
  }
  const comments = findComments(text, literals)
  for (const { start, end } of comments) {
    const words = text.slice(start, end).replace(/\n\s*\*/g, ' ')
    for (const _ of words.matchAll(/(^\W+|[.!?]\s+)(What(?!-if)|Where|Whoever|The same)\b/g))
      habits.push(['comment sentences that start with What, Where, Whoever or The same', lineAt(start)])
  }
  const prose = [...comments, ...literals]
  let lineStart = 0
  text.split('\n').forEach((line, i) => {
    const edge = lineStart + COLUMNS
    if ([...line].length > COLUMNS) {
      const isProse = prose.some(({ start, end }) => start <= edge && edge < end)
      habits.push([isProse ? 'comments and texts over 120 columns' : 'lines of code over 120 columns', i + 1])
    }
    lineStart += line.length + 1
  })
  return habits
}

/** Finds comments by their opening marks outside of literals. */
function findComments(text: string, literals: readonly Node[]): { readonly start: number; readonly end: number }[] {
  const ends = new Map(literals.map(({ start, end }) => [start, end]))
  const comments: { start: number; end: number }[] = []
  for (let start = 0; start < text.length; start++) {
    const literal = ends.get(start)
    if (literal !== undefined && literal > start) start = literal - 1
    else if (/^\/[/*]/.test(text.slice(start, start + 2))) {
      const close = text[start + 1] === '/' ? text.indexOf('\n', start) : text.indexOf('*/', start) + 2
      const end = close < start ? text.length : close
      comments.push({ start, end })
      start = end - 1
    }
  }
  return comments
}

/** Identifiers that a node declares: variables, parameters, functions, types and members. */
function declaredNames(node: Node): Node[] {
  const { type, id, key, label, params, param } = node as Readonly<Record<string, Node | undefined>> & { type: string }
  const patterns = [id, param, label, ...((Array.isArray(params) ? params : []) as Node[])]
  if (/^(TS)?(Property|Method|AbstractProperty|AbstractMethod)(Signature|Definition)$/.test(type) && !node['computed'])
    patterns.push(key)
  return patterns.flatMap((pattern) => (pattern ? bound(pattern) : []))
}

function bound(pattern: Node): Node[] {
  const { type, properties, elements, left, argument, value, parameter } = pattern as unknown as {
    readonly type: string
    readonly properties?: readonly Node[]
    readonly elements?: readonly (Node | null)[]
    readonly left?: Node
    readonly argument?: Node
    readonly value?: Node
    readonly parameter?: Node
  }
  if (type === 'Identifier') return [pattern]
  const inner = {
    ObjectPattern: properties,
    ArrayPattern: elements,
    AssignmentPattern: [left],
    RestElement: [argument],
  }
  const parts = inner[type as keyof typeof inner] ?? (type === 'Property' ? [value] : [parameter])
  return parts.flatMap((part) => (part ? bound(part) : []))
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node)
  for (const part of Object.values(node).flat())
    if (part !== null && typeof part === 'object' && 'type' in part) walk(part as Node, visit)
}
