/** What holds of every function and folder, so that it stays true: few arguments, and a reason where there are many files. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'

interface Node {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

const MOST_ARGUMENTS = 5

/** The kernels are AssemblyScript, which has no records that could be handed over without cost: `.as.ts` keeps its numbers one by one. */
const written = ['src', 'cli', 'studio', 'bench', 'papers', 'scripts', 'examples', 'test'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((name) => /\.tsx?$/.test(name) && !/\.as\.ts$/.test(name)),
)
const isTest = (file: string) => /\.test\.tsx?$/.test(file) || file.startsWith('test')
const files = written.filter((file) => !isTest(file))
const testFiles = written.filter(isTest)

describe('every function', () => {
  it(`has at most ${MOST_ARGUMENTS} positional arguments`, () => {
    const wrong = files.flatMap((file) => {
      const text = readFileSync(file, 'utf8')
      const found: string[] = []
      walk(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node, (node) => {
        const { params } = node as { readonly params?: readonly unknown[] }
        if (!/Function/.test(node.type) || !Array.isArray(params) || params.length <= MOST_ARGUMENTS) return
        found.push(`${file}:${text.slice(0, node.start).split('\n').length} has ${params.length}`)
      })
      return found
    })
    expect(wrong).toEqual([])
  })
})

/** Where a key that is undefined is not the same as no key: who reads them lists the keys, or the key has the name of a column. */
const KEYS_ARE_LISTED = ['src/engines/duckdb/duckdb-engine.ts', 'src/study/run-job.ts', 'bench/boxes/problems.ts']

describe('every optional key', () => {
  it('is written as `key: value | undefined`, not as a conditional spread of an object', () => {
    const empty = (node: Node) => node.type === 'ObjectExpression' && (node['properties'] as Node[]).length === 0
    const wrong = [...files, ...testFiles].flatMap((file) => {
      const text = readFileSync(file, 'utf8')
      if (!/\.\.\.\(|\.\.\.\w[^,\n]*&& \{/.test(text)) return []
      const found: string[] = []
      walk(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node, (node) => {
        if (node.type !== 'SpreadElement' && node.type !== 'JSXSpreadAttribute') return
        const { type, operator, right, consequent, alternate } = inside(node['argument'] as Node)
        const sides =
          type === 'ConditionalExpression' ? [consequent, alternate].map((side) => inside(side as Node)) : []
        const chosen = sides.some(empty) && sides.every((side) => side.type === 'ObjectExpression')
        const given = operator === '&&' && inside(right as Node).type === 'ObjectExpression'
        if (chosen || given) found.push(`${file}:${text.slice(0, node.start).split('\n').length}`)
      })
      return found
    })
    expect(wrong.map((place) => place.split(':')[0]).sort()).toEqual([...KEYS_ARE_LISTED].sort())
  })
})

describe('every folder', () => {
  const MOST_FILES = 20

  it(`with more than ${MOST_FILES} files has a README that says why they stand together`, () => {
    const counts = new Map<string, number>()
    for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
    const large = [...counts].filter(([, count]) => count > MOST_FILES).map(([folder]) => folder)
    expect(large.filter((folder) => !existsSync(join(folder, 'README.md')))).toEqual([])
  })
})

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child !== null && typeof child === 'object' && typeof (child as Node).type === 'string')
        walk(child as Node, visit)
    }
  }
}

function inside(node: Node): Node {
  return node.type === 'ParenthesizedExpression' ? inside(node['expression'] as Node) : node
}
